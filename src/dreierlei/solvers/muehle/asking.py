"""Asking a database what positions are worth."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ... import _core
from ...games import variant as find_variant
from ...solution import Solution, best_first
from ..blocks import BlockCache, BlockFile, DatabaseError
from .building import solve_subspace
from .folder import Folder
from .subspaces import SMALL, Moving, Placing, every_subspace, limit_of, plies_of, tables_of

if TYPE_CHECKING:
    from ..._core import Move
    from ...model import Side, Variant
    from ...position import Position
    from .subspaces import Subspace

IN_MEMORY = 64 << 20
"""Bytes of values that a search may have in memory, as much as its table."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth."""

    winner: Side | None
    """Who wins with best play; None is a draw."""
    plies: int | None
    """Plies until the game ends or a stone is taken, the winner hurrying, the loser delaying. Without a limit of quiet
    plies a capture by the loser counts as two. None for a draw, and while stones are in hand."""


class Database:
    """The values of one variant, for any number of threads. `Database.open` makes one."""

    def __init__(self, folder: Folder) -> None:
        self.variant = folder.variant
        self._tables = tables_of(folder.variant)
        self._limit = limit_of(folder.variant)
        self._folder = folder
        self._files: dict[Subspace, BlockFile] = {}
        self._small: dict[Subspace, bytearray] = {}
        self._cache = BlockCache()
        self._lock = threading.Lock()

    @classmethod
    def open(cls, folder: str | Path, variant: Variant | None = None) -> Database:
        """The database in a folder. What is not there is not known, except for the smallest subspaces.

        Raises `DatabaseError` if the folder is damaged or has another variant's values.
        """
        return cls(Folder(Path(folder), variant or find_variant("muehle")))

    @property
    def subspaces(self) -> tuple[Subspace, ...]:
        """What it knows."""
        every = every_subspace(self.variant, placing=True)
        return tuple(each for each in every if each in SMALL or self._folder.has(each))

    def probe(self, position: Position) -> Value | None:
        """What a position is worth, or None if that is not known.

        That is so where a subspace has not been built, and where a win may be spoilt because a position has occurred
        twice that might come a third time. Raises `DatabaseError` if a file is damaged or if the position is of
        another variant.
        """
        if position.variant != self.variant:
            raise DatabaseError(f"This database is for {self.variant.id}, the position is of {position.variant.id}.")
        if (end := position.outcome()) is not None:
            return Value(end.winner, None if end.winner is None else 0)
        found = self._tables.locate(position)
        if found is None:
            return self._probe_placing(position)
        own, their, index, quiet, twice = found
        code = self._code(Moving(own, their), index)
        if code is None:
            return None
        plies = plies_of(code, self._limit)
        if not code or (self._limit and quiet + plies > self._limit):
            return Value(None, None)
        # The way to the next capture passes only through positions that are won for the same player in fewer plies.
        for first, second, at, same in twice:
            past = self._code(Moving(first, second), at)
            if past is None or (
                past and (past + code) % 2 == (0 if same else 1) and plies_of(past, self._limit) < plies
            ):
                return None
        return Value(position.turn if code & 1 else position.turn.other, plies)

    def stones(self, position: Position) -> int | None:
        """How many stones are on the board, once none is in hand."""
        found = self._tables.locate(position)
        return found and found[0] + found[1]

    def _probe_placing(self, position: Position) -> Value | None:
        found = self._tables.locate_placing(position)
        code = self._code(Placing(*found[:3]), found[3]) if found else None
        if code is None:
            return None
        return Value(None if not code else position.turn if code & 1 else position.turn.other, None)

    def endings(self, most: int = IN_MEMORY) -> _core.MuehleEndings:
        """The smallest subspaces without stones in hand, together at most so many bytes, for a search to ask."""
        found = _core.MuehleEndings(self._tables)
        parts = [each for each in self.subspaces if isinstance(each, Moving)]
        for each in sorted(parts, key=lambda part: part.size(self._tables)):
            most -= each.size(self._tables)
            if most < 0:
                break
            found.add(*each, self._values(each))
        return found

    def best_moves(self, position: Position) -> tuple[Move, ...]:
        """The moves that keep the position's value, of these the fastest to win, the slowest to lose.

        Empty where the value is not known, or the game is over.
        """
        value = self.probe(position)
        if value is None:
            return ()
        return tuple(move for move in position.moves() if self._after(position, move) == value)

    def values(self, position: Position) -> tuple[tuple[Move, Value], ...]:
        """What each legal move is worth, its ply counted, best first; nothing where one of them is not known."""
        if self.probe(position) is None:
            return ()
        found: list[tuple[Move, Value]] = []
        for move in position.moves():
            if (value := self._after(position, move)) is None:
                return ()
            found.append((move, value))
        return best_first(found, position.turn)

    def best_play(self, position: Position, most: int | None = None) -> tuple[tuple[Move, ...], int]:
        """Best moves of both to the end of the game, or `most` of them, and the positions looked at for that.

        For a draw just one; none where the value is not known.
        """
        value = self.probe(position)
        nodes = 1
        line: list[Move] = []
        here = position
        while value and here.outcome() is None and (value.winner or not line) and len(line) != most:
            best = self.best_moves(here)
            if not best:
                break
            nodes += len(here.moves())
            line.append(best[0])
            here = here.play(best[0])
        return tuple(line), nodes

    def solve(self, position: Position) -> Solution:
        """The position's value, with best play to the end of the game; for a draw with just one best move.

        The plies to the end are not known, only those to the next stone taken: `probe` tells them.
        """
        begun = time.perf_counter()
        value = self.probe(position)
        line, nodes = self.best_play(position)
        return Solution(
            known=value is not None,
            winner=value.winner if value else None,
            plies=0 if position.outcome() is not None else None,
            line=line,
            nodes=nodes,
            seconds=time.perf_counter() - begun,
        )

    def _after(self, position: Position, move: Move) -> Value | None:
        """What playing a move is worth, its ply counted."""
        value = self.probe(position.play(move))
        if value is None or value.plies is None or self._tables.locate(position) is None:
            return value and Value(value.winner, None)
        if not move.targets[-1].startswith("x"):
            return Value(value.winner, value.plies + 1)
        return Value(value.winner, 1 if value.winner is position.turn or self._limit else 2)

    def _code(self, subspace: Subspace, index: int) -> int | None:
        small = self._small.get(subspace)
        if small is not None:
            return small[index]
        file = self._files.get(subspace)
        if file is None:
            with self._lock:
                if not self._folder.has(subspace):
                    return self._make_small(subspace)[index] if subspace in SMALL else None
                file = self._files.setdefault(subspace, self._folder.open(subspace))
        return self._cache.value(file, index)

    def _values(self, subspace: Subspace) -> bytes | bytearray:
        """All values of a subspace that there is."""
        with self._lock:
            if self._folder.has(subspace):
                return self._folder.open(subspace).read(1)
            return self._make_small(subspace)

    def _make_small(self, subspace: Subspace) -> bytearray:
        for each in SMALL:
            if each not in self._small:
                values = solve_subspace(self.variant, each, self._small.__getitem__, 1, lambda _part: True)
                self._small.update(values or {})
        return self._small[subspace]
