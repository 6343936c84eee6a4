"""What is known about a game, for diagrams: the value of each first move, and counts over positions and boards."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cache

from ._core import Stop
from .declarations import game as find_game
from .declarations import variant
from .model import Variant
from .positions import Position
from .solvers import Chart, Solution, solve_moves, solver

SECONDS = 1.0
"""How long the value of a first move may take, where it is not stored."""


@dataclass(frozen=True, slots=True)
class Map:
    """The value of the position after each first move of a variant, by the text of the move."""

    variant: Variant
    values: dict[str, Solution]


def maps(game_id: str, stop: Stop | None = None) -> tuple[Map, ...]:
    """The first moves of every listed variant of a game, where all their values are known or soon proved.

    Raises `UnknownGame`.
    """
    game = find_game(game_id)
    listed = [option for option in game.options if option.choices]
    proved = []
    for choices in itertools.product(*(option.choices for option in listed)):
        chosen = variant(game.id, dict(zip((option.name for option in listed), choices, strict=True)))
        if values := _first_moves(chosen):
            proved.append(Map(chosen, values))
        if stop is not None and stop.is_set():
            break
    return tuple(proved)


def without_search(position: Position) -> dict[str, Solution]:
    """What each move leads to, by its text, where a table, a database or a stored result has it; otherwise nothing."""
    exact = solver(position)
    is_start = position.previous is None and str(position) == str(Position(position.variant))
    stored = exact.first_moves() if is_start else {}
    return stored or {move.text: value for move, value in exact.probe_moves(position)}


@cache
def _first_moves(chosen: Variant) -> dict[str, Solution]:
    start = Position(chosen)
    stored = without_search(start)
    if stored or not solver(chosen).complete:
        return stored
    values = {}
    for move, solution in solve_moves(start, seconds=SECONDS):
        if not solution.known:
            return {}
        values[move.text] = solution
    return values


@cache
def balance(game_id: str) -> dict[tuple[int, int], tuple[int, int, int]]:
    """How many positions the player to move wins, draws and loses; see `Solver.balance`. Raises `UnknownGame`."""
    return solver(variant(game_id)).balance()


@cache
def charts(game_id: str) -> tuple[Chart, ...]:
    """Counts over all boards of a game; see `Solver.charts`. Raises `UnknownGame`."""
    return solver(variant(game_id)).charts()
