"""Probing a database."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ... import _core
from ..._core import Move
from ...declarations import variant as find_variant
from ...model import SIDES, Side, Variant
from ...positions import Position
from ..base import Solution
from .blocks import BlockCache, BlockFile, DatabaseError
from .builder import solve_subspace
from .storage import Storage
from .subspaces import SMALL, Moving, Placing, Subspace, every_subspace, tables_of

IN_MEMORY = 64 << 20
"""Bytes of values that a search may hold in memory, as many as in its hash table."""


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a position."""

    winner: Side | None
    """Who wins with best play; None is a draw."""
    plies: int | None
    """Plies until the game ends or a stone is taken, the winner hurrying, the loser delaying. Without a limit of quiet
    plies a capture by the loser counts as two. None for a draw, and while stones are in hand."""


class Database:
    """The values of one variant, for any number of threads. `Database.open` opens one."""

    def __init__(self, storage: Storage) -> None:
        self.variant = storage.variant
        self._tables = tables_of(storage.variant)
        self._storage = storage
        self._files: dict[tuple[int, ...], BlockFile] = {}
        self._small: dict[tuple[int, ...], bytearray] = {}
        self._cache = BlockCache()
        self._lock = threading.Lock()

    @classmethod
    def open(cls, folder: str | Path, variant: Variant | None = None) -> Database:
        """The database in a folder. Values of missing subspaces are not known, except for the smallest.

        Raises `DatabaseError` if the folder is damaged or has another variant's values.
        """
        return cls(Storage(Path(folder), variant or find_variant("muehle")))

    @property
    def subspaces(self) -> tuple[Subspace, ...]:
        """The subspaces whose values are known."""
        every = every_subspace(self.variant, placing=True)
        return tuple(subspace for subspace in every if subspace in SMALL or self._storage.has(subspace))

    def probe(self, position: Position) -> Value | None:
        """The value of a position, or None if it is not known.

        It is not known where a subspace has not been built, and where a position that has occurred twice might occur a
        third time and spoil the win. Raises `DatabaseError` if a file is damaged or if the position is of
        another variant.
        """
        probed = self._tables.probe(self._checked(position), self._code)
        return probed and _value(*probed)

    def endings(self, most: int = IN_MEMORY) -> _core.MuehleEndings:
        """The smallest subspaces without stones in hand, at most `most` bytes together, for a search to probe."""
        endings = _core.MuehleEndings(self._tables)
        parts = [subspace for subspace in self.subspaces if isinstance(subspace, Moving)]
        for subspace in sorted(parts, key=lambda part: part.size(self._tables)):
            most -= subspace.size(self._tables)
            if most < 0:
                break
            endings.add(*subspace, self._values(subspace))
        return endings

    @cached_property
    def in_memory(self) -> _core.MuehleEndings:
        """The endings that searches share."""
        return self.endings()

    def best_moves(self, position: Position) -> tuple[Move, ...]:
        """The moves that keep the position's value: among these, the fastest wins or the slowest losses.

        Empty where the value is not known, or the game is over.
        """
        return self._tables.best_moves(self._checked(position), self._code)

    def values(self, position: Position) -> tuple[tuple[Move, Value], ...]:
        """The value of each legal move, counting its own ply, best first; nothing where one of them is not known."""
        probed = self._tables.move_values(self._checked(position), self._code)
        return tuple((move, _value(winner, plies)) for move, winner, plies in probed)

    def best_play(self, position: Position, most: int | None = None) -> tuple[tuple[Move, ...], int]:
        """Best moves of both to the end of the game, or `most` of them, and the number of positions probed.

        Just one move for a draw; none where the value is not known.
        """
        return self._tables.best_play(self._checked(position), self._code, most)

    def solve(self, position: Position) -> Solution:
        """The position's value, with best play to the end of the game; for a draw with just one best move.

        The plies to the end are not known, only those to the next capture: `probe` gives them.
        """
        started = time.perf_counter()
        value = self.probe(position)
        line, nodes = self.best_play(position)
        plies = 0 if position.outcome() is not None else None
        winner = value.winner if value else None
        return Solution(value is not None, winner, plies, line, nodes, time.perf_counter() - started)

    def _checked(self, position: Position) -> Position:
        if position.variant != self.variant:
            raise DatabaseError("database.other-position", variant=self.variant.id, given=position.variant.id)
        return position

    def _code(self, numbers: tuple[int, ...], index: int) -> int | None:
        """A value of the subspace that has these numbers, for the core."""
        small = self._small.get(numbers)
        if small is not None:
            return small[index]
        file = self._files.get(numbers)
        if file is None:
            subspace = Moving(*numbers) if len(numbers) == 2 else Placing(*numbers)
            with self._lock:
                if not self._storage.has(subspace):
                    return self._make_small(subspace)[index] if subspace in SMALL else None
                file = self._files.setdefault(numbers, self._storage.open(subspace))
        return self._cache.value(file, index)

    def _values(self, subspace: Subspace) -> bytes | bytearray:
        """All values of a subspace whose values are known."""
        with self._lock:
            if self._storage.has(subspace):
                return self._storage.open(subspace).read(1)
            return self._make_small(subspace)

    def _make_small(self, subspace: Subspace) -> bytearray:
        for smaller in SMALL:
            if smaller not in self._small:
                values = solve_subspace(self.variant, smaller, self._small.__getitem__, 1, lambda _part: True)
                self._small |= {tuple(part): codes for part, codes in (values or {}).items()}
        return self._small[subspace]


def _value(winner: int, plies: int) -> Value:
    return Value(None if winner < 0 else SIDES[winner], None if plies < 0 else plies)
