"""Every position of Mühle, exactly: building, checking and asking a database.

The positions without stones in hand come first, each with the plies to the next stone taken; the Setzphase can be built
on top of them, with wins, draws and losses only. The values are those of the variant's rules, its limit of quiet plies
included. `cpp/solvers/retrograde.hpp` says what is stored and why one number suffices whatever the count of quiet plies
is; `cpp/solvers/muehle_index.hpp` says how positions are numbered.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from ...folders import database
from ...solution import Solution, best_first
from .asking import Database, Value
from .building import Progress, build
from .checking import verify
from .folder import Folder
from .results import check_stored, stored
from .subspaces import Moving, Placing, Subspace, every_subspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..._core import Endings, Move, Stop
    from ...model import Variant
    from ...position import Position

__all__ = [
    "Database",
    "Moving",
    "Placing",
    "Progress",
    "Subspace",
    "Value",
    "at_hand",
    "build",
    "check",
    "endings",
    "every_subspace",
    "opened",
    "solve",
    "stored",
    "stores",
    "verify",
]

LINE = 9
"""How many plies of best play `at_hand` shows."""

NEAR_THE_END = 13
"""Stones on the board from which a search may come to the smaller parts of a database."""


@cache
def opened(variant: Variant) -> Database:
    """The database in the user's data folder."""
    return Database.open(database(variant), variant)


def solve(
    position: Position, *, seconds: float | None = None, nodes: int | None = None, stop: Stop | None = None
) -> Solution:
    """What the database in the user's data folder, or a stored result, tells of a position.

    It answers at once, so limits are not needed.
    """
    del seconds, nodes, stop
    found = opened(position.variant).solve(position)
    if not found.known and (kept := stored(position.variant)):
        return kept.value(position) or found
    return found


def endings(position: Position) -> Endings | None:
    """The smaller parts of the database in the user's data folder, where a search from here could come to them."""
    found = opened(position.variant).stones(position)
    return _in_memory(position.variant) if found is not None and found <= NEAR_THE_END else None


@cache
def _in_memory(variant: Variant) -> Endings:
    return opened(variant).endings()


def at_hand(position: Position) -> tuple[tuple[Move, Solution], ...]:
    """What each move leads to, best first, if the database or a stored result tells that of all of them.

    The best has a line of a few plies, the others have none.
    """
    known = opened(position.variant)
    if values := known.values(position):
        found = [(move, _after(position, move, value)) for move, value in values]
        best, solution = found[0]
        line, _ = known.best_play(position.play(best), LINE)
        return (best, replace(solution, line=line)), *found[1:]
    kept = stored(position.variant)
    if kept is None:
        return ()
    told = [(move, value) for move in position.moves() if (value := kept.value(position.play(move)))]
    return best_first(told, position.turn) if len(told) == len(position.moves()) else ()


def _after(position: Position, move: Move, value: Value) -> Solution:
    over = value.plies == 1 and position.play(move).outcome() is not None
    return Solution(True, value.winner, 0 if over else None, (), 1, 0.0)


def stores(variant: Variant) -> bool:
    """Whether there are stored values for `check` to look at."""
    return stored(variant) is not None or bool(Folder(database(variant), variant).entries)


def check(variant: Variant, *, sample: int | None, progress: Callable[[str], None] | None = None) -> int:
    """Checks the stored results, and the database in the user's data folder; see `check_stored` and `verify`."""

    def tell(subspace: Subspace, done: int, of: int) -> None:
        if progress:
            progress(f"{subspace.name}, {done} of {of} parts checked")

    of_package = check_stored(variant, progress)
    return of_package + verify(database(variant), variant=variant, sample=sample, progress=tell)
