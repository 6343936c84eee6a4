"""Small games: the exact value of every position that can be reached, repetition included.

This is for families without a solver of their own. `cpp/solvers/graph.hpp` has the method.
"""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter

from .. import _core
from .._core import Graph, Move
from ..model import SIDES, Variant
from ..positions import Position
from .base import NO_LIMITS, UNKNOWN, Limits, Solution, Solver, best_first, finished

MOST_PLACES = 16
"""The largest board for which this is tried."""
MOST_POSITIONS = 1_000_000
MOST_SCRIPTED = 100_000
"""The limit where the rules are written in Python, which takes a few seconds."""


def solver_of(variant: Variant) -> Solver:
    """A solver that knows every position, if the game is small enough; otherwise one that knows nothing."""
    if len(variant.layout.places) > MOST_PLACES:
        return Solver(variant)
    graph = _graph(Position(variant), NO_LIMITS)
    return Solver(variant) if graph is None else SmallSolver(variant, graph)


class SmallSolver(Solver):
    """Knows every position that can be reached from the start, and builds a graph for any other."""

    complete = True

    def __init__(self, variant: Variant, graph: Graph) -> None:
        super().__init__(variant)
        self.graph: Graph = graph

    def solve(self, position: Position, limits: Limits = NO_LIMITS) -> Solution:
        """The value of the position; a limit matters only if it cannot be reached from the start."""
        started = perf_counter()
        graph = self._graph_for(position, limits)
        if graph is None:
            return UNKNOWN
        value = _value(graph, position)
        return Solution(True, value.winner, value.plies, _line(graph, position), len(graph), perf_counter() - started)

    def probe_moves(self, position: Position) -> tuple[tuple[Move, Solution], ...]:
        """The value of each move, best first."""
        graph = self._graph_for(position, NO_LIMITS)
        return () if graph is None else best_first(_after(graph, position), position.turn)

    def _graph_for(self, position: Position, limits: Limits) -> Graph | None:
        """The graph that has this position. Where a draw by repetition is near, one is built for this line."""
        if self.graph.probe(position) is not None and not _twice(position):
            return self.graph
        return _own_graph(position, str(position.origin), position.line, limits)


def _twice(position: Position) -> bool:
    """Whether a position of the line has occurred twice, so that its next occurrence ends the game."""
    current: Position | None = position
    while current is not None:
        if current.occurrences > 1:
            return True
        current = current.previous
    return False


@lru_cache(maxsize=16)
def _own_graph(position: Position, origin: str, line: tuple[Move, ...], limits: Limits) -> Graph | None:
    del origin, line  # part of the cache key: equal positions can differ in their history, on which repetition depends
    return _graph(position, limits)


def _graph(position: Position, limits: Limits) -> Graph | None:
    most = MOST_POSITIONS if position.variant.tables.rules is None else MOST_SCRIPTED
    if limits.nodes is not None:
        most = min(most, limits.nodes)
    return _core.graph(position, most, limits.seconds, limits.stop)


def _value(graph: Graph, position: Position) -> Solution:
    if (end := position.outcome()) is not None:
        return finished(end)
    probed = graph.probe(position)
    if probed is None:
        return UNKNOWN
    winner, plies = probed
    decided = winner >= 0
    return Solution(True, SIDES[winner] if decided else None, plies if decided else None, (), 1, 0.0)


def _after(graph: Graph, position: Position) -> list[tuple[Move, Solution]]:
    return [(move, _value(graph, position.play(move))) for move in position.moves()]


def _line(graph: Graph, position: Position) -> tuple[Move, ...]:
    """Best play of both to the end of a decided game; nothing in a draw."""
    moves = []
    while position.outcome() is None and _value(graph, position).winner is not None:
        move = best_first(_after(graph, position), position.turn)[0][0]
        moves.append(move)
        position = position.play(move)
    return tuple(moves)
