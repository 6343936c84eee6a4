"""Verifying a database: files against the manifest, values against the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...declarations import variant as find_variant
from ...model import Variant
from .blocks import DatabaseError
from .storage import Storage, summary
from .subspaces import Moving, Subspace, every_subspace, limit_of, tables_of


def verify(
    folder: str | Path,
    *,
    variant: Variant | None = None,
    sample: int | None = 100_000,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[Subspace, int, int], object] | None = None,
) -> int:
    """Checks every file against the manifest and its values against the rules: each must follow from its successors'.

    Compares `sample` random positions of each subspace, or all if it is None. `progress` is called with the subspace,
    how many are done and how many there are. Returns the number of values that were compared; raises `DatabaseError` at
    the first fault.
    """
    variant = variant or find_variant("muehle")
    tables = tables_of(variant)
    storage = Storage(Path(folder), variant)
    built = [subspace for subspace in every_subspace(variant, placing=True) if storage.has(subspace)]
    compared = 0
    for done, subspace in enumerate(built):
        if progress:
            progress(subspace, done, len(built))
        file = storage.open(subspace)
        entry = storage.entries[subspace.name]
        if file.checksum() != entry.get("blocks"):
            raise DatabaseError("database.damaged", path=str(file.path))
        values = file.read(threads)
        quiet = storage.open(subspace.quiet(tables)).read(threads)
        taken = storage.open(after).read(threads) if (after := subspace.taken(tables)) else bytearray()
        census = summary(subspace.census(tables, values), limit_of(variant))
        if any(entry.get(key) != count for key, count in census.items()):
            raise DatabaseError("database.wrong-counts", path=str(file.path))
        if isinstance(subspace, Moving):
            wrong = tables.first_wrong(*subspace, values, quiet, taken, sample or 0, seed)
        else:
            wrong = tables.first_wrong_placing(*subspace, values, quiet, taken, sample or 0, seed)
        if wrong >= 0:
            raise DatabaseError("database.wrong-value", path=str(file.path), index=wrong)
        compared += sample or len(values)
    return compared
