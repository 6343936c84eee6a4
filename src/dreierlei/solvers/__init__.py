"""Exact values of positions, in the same way for every game.

A module here that is named for a rule family declares its solver as `SOLVER`, a class or function that takes a variant;
nothing else lists them. Families without one are solved in every position if the game is small, otherwise as far as a
search goes.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from functools import lru_cache
from time import perf_counter

from .._core import Move, Stop
from ..errors import expect
from ..model import Variant
from ..positions import Position
from ..search import MOST_NODES, check_limits, search
from .base import Chart, Limits, MatchValue, Solution, Solver, finished
from .small import solver_of

__all__ = ["Chart", "Limits", "MatchValue", "Solution", "Solver", "solve", "solve_moves", "solver", "values"]

SECONDS = 10.0
"""How long to search for a proof where no limit is given and the family's own method is not complete."""


def solve(
    position: Position, *, seconds: float | None = None, nodes: int | None = None, stop: Stop | None = None
) -> Solution:
    """The exact value of a position, or `known=False` when a limit or `stop` came first.

    Games of placing, and those on Katarenga tableaus, are solved in every position. Mühle is solved as far as its
    database goes, or a search finds a proof; TRES where a search proves a win. Where no method is complete and no limit
    is given, the search ends after ten seconds.

    Raises `DreierleiError` when a limit makes no sense.

    >>> from dreierlei import start
    >>> solve(start("tictactoe")).winner is None
    True
    """
    expect(position, Position, "type.position")
    check_limits(seconds=seconds, nodes=nodes)
    nodes = None if nodes is None else min(nodes, MOST_NODES)
    if (end := position.outcome()) is not None:
        return finished(end)
    started = perf_counter()
    exact = solver(position)
    solution = exact.solve(position, Limits(seconds, nodes, stop))
    if solution.known or exact.complete:
        return solution
    if seconds is not None:
        seconds = max(0.01, seconds - (perf_counter() - started))
    elif nodes is None and stop is None:
        seconds = SECONDS
    return _proof(position, seconds, nodes, stop)


def solve_moves(
    position: Position, *, seconds: float | None = None, nodes: int | None = None, stop: Stop | None = None
) -> Iterator[tuple[Move, Solution]]:
    """What each legal move leads to, one move after the other. The limits are for each of them.

    Later moves reuse the proofs of earlier ones, so this is faster than separate calls of `solve`. Raises
    `DreierleiError` when a limit makes no sense.
    """
    check_limits(seconds=seconds, nodes=nodes)
    exact = solver(position)
    if exact.complete:
        yield from exact.solve_moves(position, Limits(seconds, nodes, stop))
        return
    for move in position.moves():
        yield move, solve(position.play(move), seconds=seconds, nodes=nodes, stop=stop)


def values(position: Position, *, seconds: float | None = None) -> dict[Move, Solution]:
    """What each legal move leads to. The limit is for each of them; raises `DreierleiError` if it makes no sense."""
    return dict(solve_moves(position, seconds=seconds))


def solver(of: Position | Variant) -> Solver:
    """The solver of a variant, or of a position's variant."""
    expect(of, (Position, Variant), "type.position")
    return _solver(of.variant if isinstance(of, Position) else of)


@lru_cache(maxsize=1024)
def _solver(variant: Variant) -> Solver:
    module = f"{__name__}.{variant.tables.family}"
    kind = importlib.import_module(module).SOLVER if importlib.util.find_spec(module) else solver_of
    solver: Solver = kind(variant)
    return solver


def _proof(position: Position, seconds: float | None, nodes: int | None, stop: Stop | None) -> Solution:
    analysis = search(position, seconds=seconds, nodes=nodes, stop=stop, without=["pruning"])
    score = analysis.score
    winner = {"win": position.turn, "loss": position.turn.other}.get(score.result or "")
    known = score.result is not None
    line = analysis.lines[0].moves if known else ()
    return Solution(known, winner, score.plies if score.exact else None, line, analysis.nodes, analysis.seconds)
