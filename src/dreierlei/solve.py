"""What a position is worth, exactly: one question, whichever way of solving its rules have."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from .engine import search
from .errors import DreierleiError
from .solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from ._core import Endings, Move, Stop
    from .position import Position

SECONDS = 10.0
"""How long a search for a proof goes on where no limit is given and the rules have no way of solving of their own."""


class _Solver(Protocol):
    def __call__(
        self, position: Position, *, seconds: float | None, nodes: int | None, stop: Stop | None
    ) -> Solution: ...


def solve(
    position: Position, *, seconds: float | None = None, nodes: int | None = None, stop: Stop | None = None
) -> Solution:
    """The exact value of a position, or `known=False` when a limit or `stop` came first.

    Games of placing, and those on Katarenga tableaus, are solved whatever the position is. Mühle is as far as its
    database goes, or a search proves. TRES is where a search proves a win. Where no way of solving is complete and no
    limit is given, the search ends after ten seconds.

    >>> from dreierlei import start
    >>> solve(start("tictactoe")).winner is None
    True
    """
    if (seconds is not None and not seconds > 0) or (nodes is not None and nodes <= 0):
        raise DreierleiError("A limit of seconds or nodes must be more than 0.")
    if (end := position.outcome()) is not None:
        return Solution(known=True, winner=end.winner, plies=0, line=(), nodes=0, seconds=0.0)
    begun = perf_counter()
    if (module := solver(position)) is not None:
        special: _Solver = module.solve
        found = special(position, seconds=seconds, nodes=nodes, stop=stop)
        if found.known or getattr(module, "COMPLETE", False):
            return found
    limited = seconds is not None or nodes is not None or stop is not None
    left = None if seconds is None else max(0.01, seconds - (perf_counter() - begun))
    return _search(position, left if limited else SECONDS, nodes, stop)


def values(position: Position, *, seconds: float | None = None) -> dict[Move, Solution]:
    """What each legal move leads to. The limit is for each of them."""
    return {move: solve(position.play(move), seconds=seconds) for move in position.moves()}


def at_hand(position: Position) -> tuple[tuple[Move, Solution], ...]:
    """What each legal move leads to, best first, where that is known without a search; otherwise nothing.

    So it is where a table or a part of a database exists. It takes milliseconds.
    """
    module = solver(position)
    known: Callable[[Position], tuple[tuple[Move, Solution], ...]] | None = getattr(module, "at_hand", None)
    return () if known is None or position.outcome() is not None else known(position)


def endings(position: Position) -> Endings | None:
    """What is known of positions near the end of this game, for a search to ask, where there is a database."""
    known: Callable[[Position], Endings | None] | None = getattr(solver(position), "endings", None)
    return None if known is None else known(position)


def solver(position: Position) -> ModuleType | None:
    """The module that knows how to solve positions of this rule family, if there is one."""
    return _module(position.variant.tables.family)


@cache
def _module(family: str) -> ModuleType | None:
    name = f"{__package__}.solvers.{family}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def _search(position: Position, seconds: float | None, nodes: int | None, stop: Stop | None) -> Solution:
    found = search(position, seconds=seconds, nodes=nodes, stop=stop)
    score = found.score
    winner = {"win": position.turn, "loss": position.turn.other}.get(score.result or "")
    plies = score.plies if score.exact else None
    known = score.result is not None
    return Solution(known, winner, plies, found.lines[0].moves if known else (), found.nodes, found.seconds)
