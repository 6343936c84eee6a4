"""What is known about a game, as pictures need it: the value of each first move, and counts over boards."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from .census import census, subject
from .games import game as find_game
from .games import variant
from .position import Position
from .solve import at_hand, solve, solver

if TYPE_CHECKING:
    from ._core import Stop
    from .model import Variant
    from .solution import Solution

SECONDS = 1.0
"""How long the value of a first move may take, where it is not stored."""


@dataclass(frozen=True, slots=True)
class Map:
    """What each first move of a variant is worth, by its text: the value of the position after it."""

    variant: Variant
    values: dict[str, Solution]


@dataclass(frozen=True, slots=True)
class Chart:
    """Counts under a title, which is the name of a message."""

    title: str
    columns: tuple[tuple[str, int], ...]


def maps(game_id: str, stop: Stop | None = None) -> tuple[Map, ...]:
    """The first moves of every listed variant of a game, where all their values are known or soon proved."""
    game = find_game(game_id)
    listed = [option for option in game.options if option.choices]
    found = []
    for chosen in itertools.product(*(option.choices for option in listed)):
        options = dict(zip((option.name for option in listed), chosen, strict=True))
        values = _first_moves(variant(game.id, options))
        if values:
            found.append(Map(variant(game.id, options), values))
        if stop is not None and stop.is_set():
            break
    return tuple(found)


def without_search(here: Position) -> dict[str, Solution]:
    """What each move leads to, by its text, where a table, a database or a stored result has it; otherwise nothing."""
    module = solver(here)
    begins = here.previous is None and str(here) == str(Position(here.variant))
    if begins and module is not None and hasattr(module, "read_first_stones") and module.stores(here.variant):
        return dict(module.read_first_stones(here.variant))
    return {move.text: value for move, value in at_hand(here)}


@cache
def _first_moves(chosen: Variant) -> dict[str, Solution]:
    begin = Position(chosen)
    known = without_search(begin)
    if known or not getattr(solver(begin), "COMPLETE", False):
        return known
    values = {}
    for move in begin.moves():
        values[move.text] = solve(begin.play(move), seconds=SECONDS)
        if not values[move.text].known:
            return {}
    return values


@cache
def balance(game_id: str) -> dict[tuple[int, int], tuple[int, int, int]]:
    """How many positions the player to move wins, draws and loses, by his stones and the opponent's, none in hand.

    Nothing where no database has counted them.
    """
    chosen = variant(game_id)
    module = solver(Position(chosen))
    stored = module.stored(chosen) if module is not None and hasattr(module, "stored") else None
    found = {}
    for name, row in stored.subspaces.items() if stored else ():
        own, their, *more = map(int, name.split("-"))
        if not more:
            found[own, their] = (row["wins"], row["draws"], row["losses"])
    return found


@cache
def charts(game_id: str) -> tuple[Chart, ...]:
    """Counts over all boards, for the game that has a census of them."""
    if find_game(game_id) is not subject():
        return ()
    counts = census().summary()
    pieces = sorted((17 - abs(score), count) for score, count in counts["score"].items())
    cells = sorted(counts["white"].items())
    return (
        Chart("study boards by pieces", tuple((str(piece), count) for piece, count in pieces)),
        Chart("study boards by cells", tuple((str(cell), count) for cell, count in cells)),
    )
