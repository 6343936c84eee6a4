"""The results of the complete database, stored with the package: for machines without a database."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path

from ... import data
from ...errors import DreierleiError
from ...folders import database
from ...messages import Message
from ...model import Side, Variant
from ...positions import Position
from ...version import VERSION
from ..base import Progress, Solution
from .builder import solve_subspace
from .database import Database
from .storage import Storage, fingerprint, summary
from .subspaces import SMALL, Subspace, every_subspace, limit_of, tables_of

FILE = "muehle_values.json"
COUNTS = ("wins", "draws", "losses", "plies")


@dataclass(frozen=True)
class StoredValues:
    """The results of a complete database: the value of the start and of each first placement, and all counts."""

    evidence: Message
    """Their source, and the command that makes them again."""
    start: Side | None
    """Who wins with best play; None is a draw."""
    first: dict[str, Side | None]
    """The same after each first placement."""
    subspaces: dict[str, dict[str, int]]
    """Wins, draws and losses of the player to move over all placements of the stones, and the most plies to the next
    capture; the indices, and the bytes on disk."""

    def value(self, position: Position) -> Solution | None:
        """The value of the start, or of a position after one placement; None for others."""
        places = position.variant.layout.places
        stones = [place.name for place, stone in zip(places, position.stones, strict=True) if stone != "."]
        early = Position(position.variant) if not stones else Position(position.variant).play(stones[0])
        if len(stones) > 1 or str(early) != str(position):
            return None
        winner = self.first[stones[0]] if stones else self.start
        line = tuple(move for move in position.moves() if self.first.get(move.text) is winner)[:1] if not stones else ()
        return Solution(True, winner, None, line, 0, 0.0, self.evidence)


@cache
def stored_values(variant: Variant) -> StoredValues | None:
    """The stored results of a variant, or None if there are none for its rules."""
    stored = data.load(FILE)
    if stored["fingerprint"] != fingerprint(variant).hex():
        return None
    return StoredValues(
        Message("evidence.database", version=stored["version"], command=stored["command"]),
        _side(stored["start"]),
        {cell: _side(winner) for cell, winner in stored["first"].items()},
        {name: dict(zip((*COUNTS, "size", "bytes"), row, strict=True)) for name, row in stored["subspaces"].items()},
    )


def check_stored(variant: Variant, progress: Progress | None = None) -> int:
    """Checks the stored results as far as possible; returns how many counts and values were compared.

    The counts of each subspace must add up to the number of placements, and those of the smallest are computed again.
    Counts and values are compared with the database where it has them: without it they cannot be computed again.
    Raises `DreierleiError` at the first wrong one.
    """
    stored = stored_values(variant)
    if stored is None:
        return 0
    tables, places = tables_of(variant), variant.tables.numbers["places"]
    storage = Storage(database(variant), variant)
    small: dict[Subspace, bytearray] = {}
    for smallest in SMALL:
        small |= solve_subspace(variant, smallest, small.__getitem__, 1, lambda _part: True) or {}
    subspaces = every_subspace(variant, placing=True)
    if set(stored.subspaces) != {subspace.name for subspace in subspaces}:
        raise DreierleiError("stored.wrong-parts", file=FILE)
    for done, subspace in enumerate(subspaces):
        if progress and done % 50 == 0:
            progress(done, len(subspaces))
        row = stored.subspaces[subspace.name]
        own, their = subspace[-2:]
        right = sum(row[key] for key in COUNTS[:3]) == comb(places, own) * comb(places - own, their)
        right = right and row["size"] == subspace.size(tables)
        for counts in (
            summary(subspace.census(tables, small[subspace]), limit_of(variant)) if subspace in small else {},
            storage.entries.get(subspace.name, {}),
        ):
            right = right and all(counts.get(key, row[key]) == row[key] for key in COUNTS)
        if not right:
            raise DreierleiError("stored.wrong-counts", part=subspace.name, file=FILE)
    start, probed = Position(variant), Database(storage)
    for cell, winner in stored.first.items():
        value = probed.probe(start.play(cell))
        if value is not None and value.winner is not winner:
            raise DreierleiError("stored.wrong-value", move=cell, file=FILE)
    if not any(winner is stored.start for winner in stored.first.values()):
        raise DreierleiError("stored.wrong-start", file=FILE)
    return len(subspaces) + len(stored.first) + 1


def write_stored(variant: Variant, folder: Path, target: Path) -> None:
    """Writes the results of the complete database in `folder`; raises `DreierleiError` if a part is missing."""
    storage = Storage(folder, variant)
    subspaces = every_subspace(variant, placing=True)
    probed = Database(storage)
    start = Position(variant)
    values = {"": probed.probe(start), **{move.text: probed.probe(start.play(move)) for move in start.moves()}}
    if not all(storage.has(subspace) for subspace in subspaces) or None in values.values():
        raise DreierleiError("database.incomplete", path=str(folder))
    winners = {cell: str(value.winner) if value and value.winner else None for cell, value in values.items()}
    keys = (*COUNTS, "size", "bytes")
    content = {
        "variant": variant.id,
        "fingerprint": fingerprint(variant).hex(),
        "command": f"dreierlei solve {variant.id} --build; dreierlei data {variant.id}",
        "version": VERSION,
        "about": "the winner with best play from the start and after each first placement, null for a draw; for each "
        "subspace the wins, draws and losses of the player to move over all placements of the stones, the most plies "
        "to the next stone taken, the indices, and the bytes on disk. Subspaces are own-their stones without stones "
        "in hand, and ply-white-black in the Setzphase. The counts of the smallest can be computed again in a second; "
        "the values of the start and the first placements follow from all of them and need the whole database.",
        "start": winners.pop(""),
        "first": winners,
        "subspaces": {subspace.name: [storage.entries[subspace.name][key] for key in keys] for subspace in subspaces},
    }
    target.write_text(data.dump(content), "utf-8")


def _side(name: str | None) -> Side | None:
    return None if name is None else Side(name)
