"""Every position of Mühle, exactly: building, verifying and probing a database.

The positions without stones in hand come first, each with the plies to the next capture; the Setzphase can be built on
top of them, with wins, draws and losses only. The values are those of the variant's rules, its limit of quiet plies
included. `cpp/solvers/retrograde.hpp` says what is stored and why one number suffices for any count of quiet
plies; `cpp/solvers/muehle_index.hpp` says how positions are numbered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from ... import folders
from ..base import NO_LIMITS, Limits, Progress, Solution, Solver, best_first
from .builder import build
from .database import Database, Value
from .storage import Storage
from .stored_values import FILE, check_stored, stored_values, write_stored
from .subspaces import named
from .verifier import verify

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from ..._core import Endings, Move
    from ...model import Variant
    from ...positions import Position

LINE = 9
"""The plies of best play that `probe_moves` gives."""

NEAR_THE_END = 13
"""The most stones on the board from which a search may reach the smaller parts of a database."""


@cache
def opened(variant: Variant) -> Database:
    """The database in the user's data folder."""
    return Database.open(folders.database(variant), variant)


class MuehleSolver(Solver):
    """Answers from the database in the user's data folder, and from the stored results of a complete one."""

    tables_in_core = True

    def solve(self, position: Position, limits: Limits = NO_LIMITS) -> Solution:
        """The value that the database or a stored result has; no limit is needed."""
        del limits
        solution = opened(self.variant).solve(position)
        if not solution.known and (stored := stored_values(self.variant)):
            return stored.value(position) or solution
        return solution

    def probe_moves(self, position: Position) -> tuple[tuple[Move, Solution], ...]:
        """The value of each move, best first, if the database or a stored result has them all.

        The best has a line of a few plies, the others have none.
        """
        probed = opened(self.variant)
        if values := probed.values(position):
            (best, solution), *others = ((move, _after(position, move, value)) for move, value in values)
            line, _ = probed.best_play(position.play(best), LINE)
            return (best, replace(solution, line=line)), *others
        stored = stored_values(self.variant)
        if stored is None:
            return ()
        after = [(move, value) for move in position.moves() if (value := stored.value(position.play(move)))]
        return best_first(after, position.turn) if len(after) == len(position.moves()) else ()

    def endings(self, position: Position) -> Endings | None:
        """The smaller parts of the database, where a search from this position can reach them."""
        stones = sum(stone != "." for stone in position.stones)
        near = stones <= NEAR_THE_END and not any(position.hands or ())
        return opened(self.variant).in_memory if near else None

    @property
    def stores(self) -> bool:
        """Whether there are stored results for the variant, or a part of its database."""
        return stored_values(self.variant) is not None or bool(
            Storage(folders.database(self.variant), self.variant).entries
        )

    def balance(self) -> dict[tuple[int, int], tuple[int, int, int]]:
        """The counts of every subspace without stones in hand, where a complete database has been stored."""
        stored = stored_values(self.variant)
        counts = {}
        for name, row in stored.subspaces.items() if stored else ():
            own, their, *placing = map(int, name.split("-"))
            if not placing:
                counts[own, their] = row["wins"], row["draws"], row["losses"]
        return counts

    def check(self, *, sample: int | None = None, progress: Progress | None = None) -> int:
        """Checks the stored results, and the database; see `check_stored` and `verify`."""
        if not self.stores:
            return super().check()
        compared = check_stored(self.variant, progress)
        report = None if progress is None else (lambda _subspace, done, total: progress(done, total))
        return compared + verify(folders.database(self.variant), variant=self.variant, sample=sample, progress=report)

    def store(self, folder: Path, executor: Executor, progress: Progress | None = None) -> tuple[Path, ...]:
        """Writes the results of the complete database."""
        del executor, progress
        write_stored(self.variant, folders.database(self.variant), folder / FILE)
        return (folder / FILE,)

    def build(
        self,
        parts: Sequence[str] = (),
        *,
        threads: int = 0,
        progress: Callable[[object], None] | None = None,
        executor: Executor | None = None,
        at_once: int | None = None,
    ) -> bool:
        """Builds the database in the user's data folder; parts have names such as 5-4 or 17-9-8."""
        return build(
            folders.database(self.variant),
            variant=self.variant,
            subspaces=[named(self.variant, part) for part in parts] or None,
            placing=True,
            threads=threads,
            progress=progress,
            executor=executor,
            at_once=at_once,
        )


SOLVER = MuehleSolver


def _after(position: Position, move: Move, value: Value) -> Solution:
    over = value.plies == 1 and position.play(move).outcome() is not None
    return Solution(True, value.winner, 0 if over else None, (), 1, 0.0)
