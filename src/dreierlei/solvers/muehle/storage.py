"""The files of a database in their folder, and the manifest that lists them."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...files import lock
from ...model import Variant
from .blocks import VERSION, BlockFile, DatabaseError, write
from .subspaces import Subspace, every_subspace, limit_of, plies_of, tables_of

MANIFEST = "manifest.json"

Entry = dict[str, Any]
"""What the manifest records about a file: its size, its digests, and its wins, draws, losses and most plies."""


def fingerprint(variant: Variant) -> bytes:
    """Differs for rules that differ: a hash of the tables that the core plays by, and of the format of the values."""
    tables = variant.tables
    rules = {"format": VERSION, "family": tables.family, "numbers": tables.numbers, "tables": tables.tables}
    return hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).digest()


class Storage:
    """The files of a database. A folder without a manifest is empty. Raises `DatabaseError` for anything wrong."""

    def __init__(self, path: Path, variant: Variant) -> None:
        self.path = path
        self.variant = variant
        self.rules = fingerprint(variant)
        self.entries: dict[str, Entry] = {}
        try:
            text = (path / MANIFEST).read_text("utf-8")
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError) as error:
            raise DatabaseError("database.unreadable", path=str(path / MANIFEST), error=str(error)) from None
        try:
            manifest = json.loads(text)
            version, rules, entries = manifest["version"], manifest["fingerprint"], manifest["subspaces"]
            self.entries = {str(name): dict(entry) for name, entry in entries.items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            raise DatabaseError("database.damaged-manifest", path=str(path / MANIFEST)) from None
        if version != VERSION:
            raise DatabaseError("database.format", path=str(path), format=version, expected=VERSION)
        if rules != self.rules.hex():
            built = str(manifest.get("variant"))
            raise DatabaseError("database.other-variant", path=str(path), built=built, variant=variant.id)

    def has(self, subspace: Subspace) -> bool:
        """Whether the manifest lists its file."""
        return subspace.name in self.entries

    def open(self, subspace: Subspace) -> BlockFile:
        """Its file, which must be the one that the manifest describes."""
        name = subspace.name
        size = subspace.size(tables_of(self.variant))
        if name not in self.entries:
            raise DatabaseError("database.missing-part", path=str(self.path), part=name)
        return BlockFile(self._file(name), fingerprint=self.rules, name=name, size=size, expected=self.entries[name])

    def write(self, subspace: Subspace, codes: bytearray, threads: int) -> Entry:
        """Writes a file, complete or not at all. It becomes valid when `add` has put its entry into the manifest."""
        name = subspace.name
        with _writing(self.path):
            entry = write(self._file(name), codes, fingerprint=self.rules, name=name, threads=threads)
        return {**entry, **summary(subspace.census(tables_of(self.variant), codes), limit_of(self.variant))}

    def add(self, entries: Mapping[str, Entry]) -> None:
        """Adds files to the manifest. An interruption before this loses only these."""
        self.entries.update(entries)
        order = {subspace.name: place for place, subspace in enumerate(every_subspace(self.variant, placing=True))}
        manifest = {
            "version": VERSION,
            "variant": self.variant.id,
            "fingerprint": self.rules.hex(),
            # In a fixed order, whatever was finished first: the same values make the same file.
            "subspaces": {
                name: self.entries[name] for name in sorted(self.entries, key=lambda name: order.get(name, len(order)))
            },
        }
        part = self.path / (MANIFEST + ".part")
        with _writing(self.path):
            with open(part, "w", encoding="utf-8") as file:
                json.dump(manifest, file, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, self.path / MANIFEST)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keeps other builds out of the folder, and removes what an interrupted one has left."""
        with _writing(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            guard = open(self.path / ".lock", "w")  # noqa: SIM115
        with guard:
            try:
                lock(guard)
            except OSError:
                raise DatabaseError("database.locked", path=str(self.path)) from None
            for part in self.path.glob("*.part"):
                part.unlink(missing_ok=True)
            yield

    def _file(self, name: str) -> Path:
        return self.path / f"{name}.values"


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DatabaseError("database.unwritable", path=str(path), error=error.strerror or str(error)) from None


def summary(census: list[int], limit: int) -> dict[str, int]:
    """Wins, draws and losses of the player to move over all placements, and the most plies."""
    return {
        "wins": sum(census[1::2]),
        "draws": census[0],
        "losses": sum(census[2::2]),
        "plies": max((plies_of(code, limit) for code, count in enumerate(census) if code and count), default=0),
    }
