"""Checking a database: files against the manifest, values against the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...games import variant as find_variant
from ..blocks import DatabaseError
from .folder import Folder, summary
from .subspaces import Moving, every_subspace, limit_of, tables_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...model import Variant
    from .subspaces import Subspace


def verify(
    folder: str | Path,
    *,
    variant: Variant | None = None,
    sample: int | None = 100_000,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[Subspace, int, int], None] | None = None,
) -> int:
    """Checks every file against the manifest and its values against the rules: each must follow from its successors'.

    Looks at `sample` random positions of each subspace, None: at all. `progress` is told the subspace, how many are
    done and how many there are. Returns how many values it looked at; raises `DatabaseError` at the first fault.
    """
    variant = variant or find_variant("muehle")
    tables = tables_of(variant)
    place = Folder(Path(folder), variant)
    there = [subspace for subspace in every_subspace(variant, placing=True) if place.has(subspace)]
    looked_at = 0
    for done, subspace in enumerate(there):
        if progress:
            progress(subspace, done, len(there))
        file = place.open(subspace)
        entry = place.entries[subspace.name]
        if file.checksum() != entry.get("blocks"):
            raise DatabaseError(f"{file.path} is damaged: build it again.")
        values = file.read(threads)
        quiet = place.open(subspace.quiet(tables)).read(threads)
        taken = place.open(after).read(threads) if (after := subspace.taken(tables)) else bytearray()
        census = summary(subspace.census(tables, values), limit_of(variant))
        if any(entry.get(key) != count for key, count in census.items()):
            raise DatabaseError(f"{file.path} does not have the counts that its manifest has: build it again.")
        if isinstance(subspace, Moving):
            wrong = tables.first_wrong(*subspace, values, quiet, taken, sample or 0, seed)
        else:
            wrong = tables.first_wrong_placing(*subspace, values, quiet, taken, sample or 0, seed)
        if wrong >= 0:
            raise DatabaseError(f"{file.path} has a wrong value at {wrong}: build it again.")
        looked_at += sample or len(values)
    return looked_at
