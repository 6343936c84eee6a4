"""Games, boards and positions."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict

from ...model import Field, Layout, Outcome, Side, Target
from ...picture import Tray
from ...positions import Reach, Step
from ...shapes import Box
from .base import DAYS, INCREMENT, INITIAL, LENGTH, ClosedModel, MessageView, Words

# --- boards -----------------------------------------------------------------------------------------------------------


class Frames(ClosedModel):
    """The parts of the ground that a page may show, in units of the layout."""

    whole: Box
    """The board with its labels and the stones in hand."""
    labelled: Box
    """The board with its labels."""
    bare: Box
    """The board alone."""


class VariantView(ClosedModel):
    """A game with its options chosen, and its board."""

    id: str
    game: str
    options: dict[str, str]
    labels: dict[str, Words]
    """The value of each option in words."""
    layout: Layout
    targets: tuple[Target, ...]
    """What a player can point at in a move. `place` is an index into the layout's places."""
    grounds: dict[str, Words]
    """The ground of a place in words, by its tint."""
    fields: tuple[Field, ...]
    """The fields of a position's line after the turn."""
    ground: str
    """The empty board as SVG, with the symbols that a page puts on it, in colours for light and dark pages."""
    cells: tuple[str | None, ...]
    """For each place the symbol of its ground, to be put in the group `cells` of that picture; null for places that
    turn with a ring and are part of the picture."""
    frames: Frames
    trays: tuple[Tray, ...]
    """The rows of stones in hand below and above the board in its whole frame; empty if stones are not kept in hand."""
    core: str | None
    """The rules as the core in the page reads them; null if they are written in Python, which only servers run."""


# --- positions --------------------------------------------------------------------------------------------------------


class MoveView(ClosedModel):
    """A legal move: its notation, and the targets to point at, in order."""

    model_config = ConfigDict(from_attributes=True)

    text: str
    targets: tuple[str, ...]


class LastMove(MoveView):
    """The move that led to a position, and what it did to the stones, in order."""

    motion: tuple[Step, ...]


class PositionView(ClosedModel):
    """A position with everything that a board needs to show it and to let somebody move."""

    line: str
    """The position as text, which `dreierlei.position` reads."""
    variant: str
    turn: Side
    stones: str
    """One letter for each place of the layout: `.`, `w`, `b` or `n`."""
    hands: tuple[int, int] | None
    fields: tuple[int, ...]
    """The values of the variant's fields: counts, or the index of a place (-1: none)."""
    occurrences: int
    """How often the position has occurred, where repetition counts."""
    moves: tuple[MoveView, ...]
    prompts: dict[str, MessageView]
    """What the player to move does next, by the targets chosen so far, joined by spaces."""
    previews: dict[str, str]
    """The stones after the targets chosen so far, joined by spaces, where the last one is not a place."""
    reach: Reach | None
    """The piece within whose reach the next one is placed, where the game has such a rule."""
    last: LastMove | None
    outcome: Outcome | None
    winning: tuple[str, ...]
    """The places that decided the game."""


# --- games ------------------------------------------------------------------------------------------------------------


class KitView(ClosedModel):
    """The tiles of which a board is made; see `dreierlei.options.Kit`."""

    model_config = ConfigDict(from_attributes=True)

    tiles: tuple[dict[str, str], ...]
    names: dict[str, Words]
    title: Words
    table: str
    drawn: dict[str, tuple[str, ...]]


class OptionView(ClosedModel):
    """A choice that makes a variant."""

    name: str
    kind: Literal["choice", "number", "board"]
    default: str
    title: Words
    about: Words
    choices: tuple[str, ...]
    drawn: tuple[str, ...]
    """Values that stand for a randomly drawn one."""
    labels: dict[str, Words]
    """The default, the choices and the values in `drawn`, in words."""
    tag: str
    """Its name in records."""
    kit: KitView | None
    """The tiles of its boards, so that a page can draw one at random."""


class Terms(ClosedModel):
    """What the players of a match can agree on: the minimum and maximum of each number."""

    length: tuple[int, int] = LENGTH
    initial: tuple[int, int] = INITIAL
    increment: tuple[int, int] = INCREMENT
    days: tuple[int, int] = DAYS


class GameView(ClosedModel):
    """A game's declaration."""

    id: str
    names: Words
    about: Words
    stones: str
    """The board in play, for pictures: a letter for each place."""
    options: tuple[OptionView, ...]
    scoring: Literal["games", "points"]
    length: int
    give_up: bool
    levels: tuple[int, ...]
    """The levels at which the computer plays it, from the lowest to full strength."""
    book: bool
    """Whether full strength plays openings from a book, which is at `/api/books/GAME`."""
    terms: Terms
    sgf: bool
    sheets: tuple[str, ...]
    """The parts that can be printed."""
    puzzles: int
    """How many puzzles there are."""
    lessons: tuple[str, ...]
    """The names of its lessons, in order."""
