"""Games, boards and positions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

from ...model import Control, Label, Outcome, Place, Side, Target
from .base import ClosedModel, Words

# --- boards -----------------------------------------------------------------------------------------------------------


class RingView(ClosedModel):
    """A ring that turns round the origin. One turn is an angle of `step` degrees, clockwise if positive."""

    name: str
    radius: float
    step: float


class LayoutView(ClosedModel):
    """A board as it is drawn."""

    places: tuple[Place, ...]
    bounds: tuple[float, float, float, float]
    rings: tuple[RingView, ...]
    controls: tuple[Control, ...]
    labels: tuple[Label, ...]
    stones: int | None
    """What each side begins with in hand, where players want to see it."""


class VariantView(ClosedModel):
    """A game with its options decided, and its board."""

    id: str
    game: str
    options: dict[str, str]
    layout: LayoutView
    targets: tuple[Target, ...]
    """What a player can point at in a move. `place` is an index into the layout's places."""
    ground: dict[Literal["light", "dark"], str]
    """The empty board as an SVG, by style."""


# --- positions --------------------------------------------------------------------------------------------------------


class MoveView(ClosedModel):
    """A legal move: its notation, and the targets to point at one after the other."""

    model_config = ConfigDict(from_attributes=True)

    text: str
    targets: tuple[str, ...]


Stone = TypeAliasType("Stone", Literal["w", "b", "n"])
"""White, black or neutral."""


class Slide(ClosedModel):
    """A stone that moved from one place to another. Without `from`, it came from hand; without `to`, it left."""

    model_config = ConfigDict(validate_by_name=True, serialize_by_alias=True)

    stone: Stone
    from_: Annotated[int | None, Field(alias="from")] = None
    to: int | None = None


class Motion(ClosedModel):
    """How the board came from the position before: first the slides, then the turn of a ring."""

    slides: tuple[Slide, ...]
    ring: str | None = None


class LastMove(MoveView):
    """The move that led to a position."""

    motion: Motion


class PositionView(ClosedModel):
    """A position with all that a board needs to show it and to let somebody move."""

    line: str
    """What `dreierlei.position` reads."""
    variant: str
    turn: Side
    stones: str
    """One letter for each place of the layout: `.`, `w`, `b` or `n`."""
    hands: tuple[int, int] | None
    moves: tuple[MoveView, ...]
    last: LastMove | None
    outcome: Outcome | None
    winning: tuple[str, ...]
    """The places that decided the game."""


# --- games ------------------------------------------------------------------------------------------------------------


class OptionView(ClosedModel):
    """A choice that makes a variant."""

    name: str
    default: str
    expects: str
    about: Words
    choices: tuple[str, ...]
    board: bool
    """Whether its values are boards, so that a page offers a preview and a shuffle button (`random`, `fair`)."""


class GameView(ClosedModel):
    """A game's declaration."""

    id: str
    names: Words
    about: Words
    options: tuple[OptionView, ...]
    scoring: Literal["games", "points"]
    length: int
    give_up: bool
    sgf: bool
    sheets: tuple[str, ...]
    """What can be printed."""
