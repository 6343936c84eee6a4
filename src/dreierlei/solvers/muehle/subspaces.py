"""Subspaces: all positions with the same numbers of stones, solved and stored together."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ... import _core
from ...model import Variant
from .blocks import DatabaseError

FEWEST = 3


class Moving(NamedTuple):
    """All positions without stones in hand where the player to move has `own` stones and the other `their`."""

    own: int
    their: int

    @property
    def name(self) -> str:
        """As files and messages name it."""
        return f"{self.own}-{self.their}"

    def size(self, tables: _core.MuehleTables) -> int:
        """The number of its indices."""
        return tables.size(self.own, self.their)

    def quiet(self, _tables: _core.MuehleTables) -> Moving:
        """Where a move without a capture leads: the subspace that is solved together with this one."""
        return Moving(self.their, self.own)

    def taken(self, _tables: _core.MuehleTables) -> Moving | None:
        """Where a capture leads; None if it ends the game."""
        return Moving(self.their - 1, self.own) if self.their > FEWEST else None

    def census(self, tables: _core.MuehleTables, values: bytearray) -> list[int]:
        """How many placements of the stones have each value."""
        return tables.census(self.own, self.their, values)


class Placing(NamedTuple):
    """All positions after `ply` placements, with these numbers of stones on the board. White moves at an even ply."""

    ply: int
    white: int
    black: int

    @property
    def name(self) -> str:
        """As files and messages name it."""
        return f"{self.ply}-{self.white}-{self.black}"

    def size(self, tables: _core.MuehleTables) -> int:
        """The number of its indices."""
        return tables.placing_size(self.ply, self.white, self.black)

    def quiet(self, tables: _core.MuehleTables) -> Subspace:
        """Where a move without a capture leads. After the last placement White is to move."""
        white, black = (self.white, self.black + 1) if self.ply % 2 else (self.white + 1, self.black)
        ahead = self.ply + 1
        return Placing(ahead, white, black) if ahead < 2 * tables.stones else Moving(white, black)

    def taken(self, tables: _core.MuehleTables) -> Subspace | None:
        """Where a capture leads; None if there can be none, or if it ends the game."""
        mover, other = (self.black, self.white) if self.ply % 2 else (self.white, self.black)
        if mover < 2 or other < 1 or tables.taking_wins(self.ply, self.white, self.black):
            return None
        fewer = self._replace(white=self.white - 1) if self.ply % 2 else self._replace(black=self.black - 1)
        return fewer.quiet(tables)

    def census(self, tables: _core.MuehleTables, values: bytearray) -> list[int]:
        """How many placements of the stones have each value."""
        return tables.census(self.white, self.black, values)


Subspace = Moving | Placing

SMALL = (Moving(3, 3), Moving(4, 3), Moving(3, 4))
"""These take less than a second, and are solved in memory when they are probed without a file."""


@cache
def tables_of(variant: Variant) -> _core.MuehleTables:
    """The numbering of a variant's positions."""
    return _core.MuehleTables(dict(variant.tables.numbers), dict(variant.tables.tables))


def limit_of(variant: Variant) -> int:
    """The variant's limit of quiet plies; 0 is none."""
    return variant.tables.numbers["quiet_plies"]


def plies_of(code: int, limit: int) -> int:
    """The plies of a stored win (odd) or loss (even), as `Coding` in `cpp/solvers/retrograde.hpp` has them."""
    if limit:
        return (code + 1) // 2 if code & 1 else code // 2 - 1
    return code if code & 1 else code - 2


def every_subspace(variant: Variant, *, placing: bool = False) -> tuple[Subspace, ...]:
    """All subspaces without stones in hand, or all, each after those that it depends on."""
    most = variant.tables.numbers["stones"]
    pairs = [Moving(a, b) for a in range(FEWEST, most + 1) for b in range(FEWEST, a + 1)]
    pairs.sort(key=lambda pair: (sum(pair), pair.own))
    subspaces: list[Subspace] = [subspace for pair in pairs for subspace in solved_together(pair)]
    if placing:
        subspaces += [part for ply in range(2 * most - 1, -1, -1) for part in _placing_subspaces(ply, most)]
    return tuple(subspaces)


def named(variant: Variant, name: str) -> Subspace:
    """The subspace with a name; raises `DatabaseError` if there is none."""
    for subspace in every_subspace(variant, placing=True):
        if subspace.name == name:
            return subspace
    raise DatabaseError("database.no-part", part=name)


def solved_together(subspace: Subspace) -> tuple[Subspace, ...]:
    """Without stones in hand, moves lead back and forth between (own, their) and (their, own)."""
    if isinstance(subspace, Moving) and subspace.own != subspace.their:
        return subspace, Moving(subspace.their, subspace.own)
    return (subspace,)


def needs(subspace: Subspace, variant: Variant) -> tuple[Subspace, ...]:
    """The subspaces whose values must be known before this one, and what is solved with it, can be solved."""
    tables = tables_of(variant)
    together = solved_together(subspace)
    after = [part.taken(tables) for part in together]
    if isinstance(subspace, Placing):
        after.append(subspace.quiet(tables))
    return tuple(dict.fromkeys(part for part in after if part is not None))


def with_needs(variant: Variant, wanted: Iterable[tuple[int, ...]]) -> tuple[Subspace, ...]:
    """The wanted subspaces, those solved with them and all that they depend on, in the order of building.

    Raises `DatabaseError` for a subspace that does not exist.
    """
    every = {tuple(part): part for part in every_subspace(variant, placing=True)}
    needed: set[Subspace] = set()
    waiting = [tuple(part) for part in wanted]
    while waiting:
        numbers = waiting.pop()
        if numbers not in every:
            raise DatabaseError("database.no-part", part="-".join(map(str, numbers)))
        subspace = every[numbers]
        if subspace not in needed:
            needed.update(solved_together(subspace))
            waiting += [tuple(part) for part in needs(subspace, variant)]
    return tuple(subspace for subspace in every.values() if subspace in needed)


def _placing_subspaces(ply: int, most: int) -> list[Placing]:
    """Each placement takes at most one stone, a player's first two take none, and the game ends below `FEWEST`."""
    white, black = (ply + 1) // 2, ply // 2
    lost_white = range(min(most - FEWEST, max(0, black - 2)) + 1)
    lost_black = range(min(most - FEWEST, max(0, white - 2)) + 1)
    return [
        Placing(ply, white - lost, black - gone)
        for lost in lost_white
        for gone in lost_black
        if lost <= white and gone <= black
    ]
