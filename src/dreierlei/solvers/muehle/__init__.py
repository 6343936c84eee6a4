"""Every position of Mühle, exactly: building, checking and asking a database.

The positions without stones in hand come first, each with the plies to the next stone taken; the Setzphase can be built
on top of them, with wins, draws and losses only. The values are those of the variant's rules, its limit of quiet plies
included. `cpp/search/retrograde.hpp` says what is stored and why one number suffices whatever the count of quiet plies
is; `cpp/families/muehle_index.hpp` says how positions are numbered.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...folders import database
from .asking import Database, Value
from .building import Progress, build
from .checking import verify
from .subspaces import Moving, Placing, Subspace, every_subspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...model import Variant
    from ...position import Position
    from ...solution import Solution, StopFlag

__all__ = [
    "Database",
    "Moving",
    "Placing",
    "Progress",
    "Subspace",
    "Value",
    "build",
    "check",
    "every_subspace",
    "opened",
    "solve",
    "verify",
]


@cache
def opened(variant: Variant) -> Database:
    """The database in the user's data folder."""
    return Database.open(database(variant), variant)


def solve(
    position: Position, *, seconds: float | None = None, nodes: int | None = None, stop: StopFlag | None = None
) -> Solution:
    """What the database in the user's data folder knows of a position. It answers at once, so limits are not needed."""
    del seconds, nodes, stop
    return opened(position.variant).solve(position)


def check(variant: Variant, *, sample: int | None, progress: Callable[[str], None] | None = None) -> int:
    """Checks the database in the user's data folder; see `verify`."""

    def tell(subspace: Subspace, done: int, of: int) -> None:
        if progress:
            progress(f"{subspace.name}, {done} of {of} parts checked")

    return verify(database(variant), variant=variant, sample=sample, progress=tell)
