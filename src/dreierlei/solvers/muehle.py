"""Every position of Mühle, exactly: building, checking and asking a database.

The positions without stones in hand come first, each with the plies to the next stone taken; the Setzphase can be built
on top of them, with wins, draws and losses only. The values are those of the variant's rules, its limit of quiet plies
included. `cpp/search/retrograde.hpp` says what is stored and why one number suffices whatever the count of quiet plies
is; `cpp/families/muehle_index.hpp` says how positions are numbered.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _core
from ..folders import database
from ..games import variant as find_variant
from ..solution import Solution
from .blocks import VERSION, BlockCache, BlockFile, DatabaseError, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .._core import Move, Stop
    from ..model import Side, Variant
    from ..position import Position

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
        """Where a move that takes nothing leads: what is solved together with this."""
        return Moving(self.their, self.own)

    def taken(self, _tables: _core.MuehleTables) -> Moving | None:
        """Where a capture leads; None if it ends the game."""
        return Moving(self.their - 1, self.own) if self.their > FEWEST else None

    def census(self, tables: _core.MuehleTables, values: bytearray) -> list[int]:
        """How many placements of the stones have each value."""
        return tables.census(self.own, self.their, values)


class Placing(NamedTuple):
    """All positions after so many placements, with so many stones on the board. White moves at an even ply."""

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
        """Where a move that takes nothing leads. After the last placement White is to move."""
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
"""These take less than a second and are made in memory when they are asked for and no file has them."""
MANIFEST = "manifest.json"
BYTES_PER_INDEX = 0.35
"""What to expect on disk, rather more than less."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth."""

    winner: Side | None
    """Who wins with best play; None is a draw."""
    plies: int | None
    """Plies until the game ends or a stone is taken, the winner hurrying, the loser delaying. Without a limit of quiet
    plies a capture by the loser counts as two. None for a draw, and while stones are in hand."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build has come."""

    subspace: Subspace
    """The one being solved; (own, their) together with (their, own)."""
    done: int
    """Indices solved so far, those of earlier builds included."""
    total: int
    seconds: float
    """Since this build began."""
    seconds_left: float | None
    """None until there is something to judge by."""

    def __str__(self) -> str:
        left = "" if self.seconds_left is None else f", about {self.seconds_left / 60:.0f} min left"
        return f"{self.subspace.name}: {self.done / self.total:.1%} of {self.total:,} positions{left}"


# --- subspaces --------------------------------------------------------------------------------------------------------


def every_subspace(variant: Variant, *, placing: bool = False) -> tuple[Subspace, ...]:
    """All subspaces without stones in hand, or all, each after those that it depends on."""
    most = variant.tables.numbers["stones"]
    pairs = [Moving(a, b) for a in range(FEWEST, most + 1) for b in range(FEWEST, a + 1)]
    pairs.sort(key=lambda pair: (sum(pair), pair.own))
    found: list[Subspace] = [each for pair in pairs for each in dict.fromkeys((pair, Moving(pair.their, pair.own)))]
    if placing:
        found += [each for ply in range(2 * most - 1, -1, -1) for each in _placing_subspaces(ply, most)]
    return tuple(found)


def _placing_subspaces(ply: int, most: int) -> list[Placing]:
    """Each placement takes at most one stone, and a player's first two take none. Who has lost too many has lost."""
    white, black = (ply + 1) // 2, ply // 2
    lost_white = range(min(most - FEWEST, max(0, black - 2)) + 1)
    lost_black = range(min(most - FEWEST, max(0, white - 2)) + 1)
    return [
        Placing(ply, white - lost, black - gone)
        for lost in lost_white
        for gone in lost_black
        if lost <= white and gone <= black
    ]


def _needed(variant: Variant, wanted: Iterable[tuple[int, ...]] | None, *, placing: bool) -> tuple[Subspace, ...]:
    """The wanted subspaces and all that they depend on, in the order of building."""
    if wanted is None:
        return every_subspace(variant, placing=placing)
    tables = _tables(variant)
    every = {tuple(each): each for each in every_subspace(variant, placing=True)}
    found: set[Subspace] = set()
    waiting = [tuple(each) for each in wanted]
    while waiting:
        wish = waiting.pop()
        if wish not in every:
            raise DatabaseError(f"There is no subspace {'-'.join(map(str, wish))}: expected for example 5-4 or 17-9-8.")
        subspace = every[wish]
        if subspace not in found:
            found.add(subspace)
            waiting += [tuple(each) for each in (subspace.quiet(tables), subspace.taken(tables)) if each]
    return tuple(subspace for subspace in every.values() if subspace in found)


@cache
def _tables(variant: Variant) -> _core.MuehleTables:
    return _core.MuehleTables(dict(variant.tables.numbers), dict(variant.tables.tables))


def fingerprint(variant: Variant) -> bytes:
    """Differs for rules that differ: a hash of the tables that the core plays by, and of the format of the values."""
    tables = variant.tables
    told = {"format": VERSION, "family": tables.family, "numbers": tables.numbers, "tables": tables.tables}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).digest()


# --- folders ----------------------------------------------------------------------------------------------------------


class _Folder:
    """The files of a database and the manifest that vouches for them. A folder without a manifest is empty."""

    def __init__(self, path: Path, variant: Variant) -> None:
        self.path = path
        self.variant = variant
        self.rules = fingerprint(variant)
        self.entries: dict[str, dict[str, Any]] = {}
        try:
            text = (path / MANIFEST).read_text("utf-8")
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError) as error:
            raise DatabaseError(f"{path / MANIFEST} cannot be read: {error}.") from None
        try:
            manifest = json.loads(text)
            version, rules, entries = manifest["version"], manifest["fingerprint"], manifest["subspaces"]
            self.entries = {str(name): dict(entry) for name, entry in entries.items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            raise DatabaseError(f"{path / MANIFEST} is damaged: remove it and build the database again.") from None
        if version != VERSION:
            raise DatabaseError(f"{path} has format {version}, this program reads {VERSION}: build it again.")
        if rules != self.rules.hex():
            raise DatabaseError(
                f"{path} was built for {manifest.get('variant')}, whose rules are not those of {variant.id}: "
                "build another folder for these."
            )

    def has(self, subspace: Subspace) -> bool:
        return subspace.name in self.entries

    def open(self, subspace: Subspace) -> BlockFile:
        name = subspace.name
        size = subspace.size(_tables(self.variant))
        if name not in self.entries:
            raise DatabaseError(f"{self.path} lacks the subspace {name}: build it again.")
        return BlockFile(self._file(name), fingerprint=self.rules, name=name, size=size, expected=self.entries[name])

    def add(self, values: dict[Subspace, bytearray], threads: int) -> None:
        """Writes the files first and the manifest last: whoever is interrupted in between has lost only this."""
        tables = _tables(self.variant)
        for subspace, codes in values.items():
            name = subspace.name
            told = write(self._file(name), codes, fingerprint=self.rules, name=name, threads=threads)
            self.entries[name] = {**told, **_summary(subspace.census(tables, codes), _limit(self.variant))}
        manifest = {
            "version": VERSION,
            "variant": self.variant.id,
            "fingerprint": self.rules.hex(),
            "subspaces": self.entries,
        }
        part = self.path / (MANIFEST + ".part")
        with open(part, "w", encoding="utf-8") as file:
            json.dump(manifest, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self.path / MANIFEST)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keeps a second build out of the folder."""
        with open(self.path / ".lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise DatabaseError(f"Another build is at work in {self.path}.") from None
            yield

    def _file(self, name: str) -> Path:
        return self.path / f"{name}.values"


def _summary(census: list[int], limit: int) -> dict[str, int]:
    """Wins, draws and losses of the player to move over all placements, and the most plies."""
    return {
        "wins": sum(census[1::2]),
        "draws": census[0],
        "losses": sum(census[2::2]),
        "plies": max((_plies(code, limit) for code, count in enumerate(census) if code and count), default=0),
    }


def _plies(code: int, limit: int) -> int:
    """The plies of a stored win (odd) or loss (even), as `Coding` in `cpp/search/retrograde.hpp` has them."""
    if limit:
        return (code + 1) // 2 if code & 1 else code // 2 - 1
    return code if code & 1 else code - 2


def _limit(variant: Variant) -> int:
    return variant.tables.numbers["quiet_plies"]


# --- building ---------------------------------------------------------------------------------------------------------


def build(
    folder: str | Path,
    *,
    variant: Variant | None = None,
    threads: int = 0,
    subspaces: Iterable[tuple[int, ...]] | None = None,
    placing: bool = False,
    progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> bool:
    """Solves what the folder lacks of the given subspaces and of those that they depend on.

    The default is all without stones in hand, and with `placing` the Setzphase, too. Takes about 3.5 GB of memory for
    the largest of them, and about a third of a byte of disk for each index at most.

    `threads` 0 is one for each processor. `progress` is called some ten times a second. When `stop` returns True or an
    exception comes, the pair of subspaces at work is lost; what was finished stays, and the next build goes on from
    there. Returns whether all is done. Raises `DatabaseError` if the folder has another variant's values, if another
    build is at work there or if the disk is too full.
    """
    variant = variant or find_variant("muehle")
    threads = threads or os.cpu_count() or 1
    tables = _tables(variant)
    path = Path(folder)
    wanted = _needed(variant, subspaces, placing=placing)
    path.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    with _Folder(path, variant).locked():
        place = _Folder(path, variant)  # read again: the build before may have ended just now
        missing = [subspace for subspace in wanted if not place.has(subspace)]
        total = sum(subspace.size(tables) for subspace in wanted)
        to_do = sum(subspace.size(tables) for subspace in missing)
        _check_disk(path, to_do)
        done = 0
        for subspace in missing:
            if place.has(subspace):  # came with its mirror image
                continue
            size = sum(each.size(tables) for each in _solved_together(subspace))

            def tick(part: float, subspace: Subspace = subspace, size: int = size, done: int = done) -> bool:
                seconds = time.monotonic() - begun
                now = done + part * size
                left = seconds * (to_do - now) / now if now and seconds > 1 else None
                if progress:
                    progress(Progress(subspace, total - to_do + int(now), total, seconds, left))
                return not (stop and stop())

            values = _solve(variant, subspace, lambda each: place.open(each).read(threads), threads, tick)
            if values is None:
                return False
            place.add(values, threads)
            done += size
            if not tick(0.0, subspace, 0, done):
                return done == to_do
    return True


def _check_disk(path: Path, indices: int) -> None:
    needed = int(indices * BYTES_PER_INDEX)
    free = shutil.disk_usage(path).free
    if needed > free:
        raise DatabaseError(
            f"The database needs about {needed / 1e9:.1f} GB in {path}, and only {free / 1e9:.1f} GB are free there."
        )


def _solve(
    variant: Variant,
    subspace: Subspace,
    load: Callable[[Subspace], bytes | bytearray],
    threads: int,
    tick: Callable[[float], bool],
) -> dict[Subspace, bytearray] | None:
    """The values of a subspace and of what is solved with it, or None if it was stopped."""
    tables = _tables(variant)
    together = _solved_together(subspace)
    values = {each: bytearray(each.size(tables)) for each in together}
    taken = [load(after) if (after := each.taken(tables)) else bytearray() for each in together]
    try:
        if isinstance(subspace, Moving):
            codes = values[subspace], values[together[-1]]
            finished = tables.solve(*subspace, *codes, taken[0], taken[-1], threads, tick)
        else:
            quiet = load(subspace.quiet(tables))
            finished = tables.solve_placing(*subspace, values[subspace], quiet, taken[0], threads, tick)
    except OverflowError as error:
        raise DatabaseError(f"{variant.id} cannot be stored, in {subspace.name} {error}.") from None
    return values if finished else None


def _solved_together(subspace: Subspace) -> tuple[Subspace, ...]:
    """Without stones in hand, moves lead to and fro between (own, their) and (their, own)."""
    if isinstance(subspace, Moving) and subspace.own != subspace.their:
        return subspace, Moving(subspace.their, subspace.own)
    return (subspace,)


def verify(
    folder: str | Path,
    *,
    variant: Variant | None = None,
    sample: int | None = 100_000,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[Subspace], None] | None = None,
) -> int:
    """Checks every file against the manifest and its values against the rules: each must follow from its successors'.

    Looks at `sample` random positions of each subspace, None: at all. Returns how many it looked at; raises
    `DatabaseError` at the first fault.
    """
    variant = variant or find_variant("muehle")
    tables = _tables(variant)
    place = _Folder(Path(folder), variant)
    looked_at = 0
    for subspace in every_subspace(variant, placing=True):
        if not place.has(subspace):
            continue
        if progress:
            progress(subspace)
        file = place.open(subspace)
        entry = place.entries[subspace.name]
        if file.checksum() != entry.get("blocks"):
            raise DatabaseError(f"{file.path} is damaged: build it again.")
        values = file.read(threads)
        quiet = place.open(subspace.quiet(tables)).read(threads)
        taken = place.open(after).read(threads) if (after := subspace.taken(tables)) else bytearray()
        census = _summary(subspace.census(tables, values), _limit(variant))
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


# --- asking -----------------------------------------------------------------------------------------------------------


class Database:
    """The values of one variant, for any number of threads. `Database.open` makes one."""

    def __init__(self, folder: _Folder) -> None:
        self.variant = folder.variant
        self._tables = _tables(folder.variant)
        self._limit = _limit(folder.variant)
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
        return cls(_Folder(Path(folder), variant or find_variant("muehle")))

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
        plies = _plies(code, self._limit)
        if not code or (self._limit and quiet + plies > self._limit):
            return Value(None, None)
        # The way to the next capture passes only through positions that are won for the same player in fewer plies.
        for first, second, at, same in twice:
            past = self._code(Moving(first, second), at)
            if past is None or (past and (past + code) % 2 == (0 if same else 1) and _plies(past, self._limit) < plies):
                return None
        return Value(position.turn if code & 1 else position.turn.other, plies)

    def _probe_placing(self, position: Position) -> Value | None:
        found = self._tables.locate_placing(position)
        code = self._code(Placing(*found[:3]), found[3]) if found else None
        if code is None:
            return None
        return Value(None if not code else position.turn if code & 1 else position.turn.other, None)

    def best_moves(self, position: Position) -> tuple[Move, ...]:
        """The moves that keep the position's value, of these the fastest to win, the slowest to lose.

        Empty where the value is not known, or the game is over.
        """
        value = self.probe(position)
        if value is None:
            return ()
        return tuple(move for move in position.moves() if self._after(position, move) == value)

    def solve(self, position: Position) -> Solution:
        """The position's value, with best play to the end of the game; for a draw with just one best move.

        The plies to the end are not known, only those to the next stone taken: `probe` tells them.
        """
        begun = time.perf_counter()
        value = self.probe(position)
        nodes = 1
        line: list[Move] = []
        here = position
        while value and here.outcome() is None and (value.winner or not line):
            best = self.best_moves(here)
            if not best:
                break
            nodes += len(here.moves())
            line.append(best[0])
            here = here.play(best[0])
        return Solution(
            known=value is not None,
            winner=value.winner if value else None,
            plies=0 if position.outcome() is not None else None,
            line=tuple(line),
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

    def _make_small(self, subspace: Subspace) -> bytearray:
        for each in SMALL:
            if each not in self._small:
                values = _solve(self.variant, each, self._small.__getitem__, 1, lambda _part: True)
                self._small.update(values or {})
        return self._small[subspace]


# --- the usual place --------------------------------------------------------------------------------------------------


@cache
def opened(variant: Variant) -> Database:
    """The database in the user's data folder."""
    return Database.open(database(variant), variant)


def solve(
    position: Position, *, seconds: float | None = None, nodes: int | None = None, stop: Stop | None = None
) -> Solution:
    """What the database in the user's data folder knows of a position. It answers at once, so limits are not needed."""
    del seconds, nodes, stop
    return opened(position.variant).solve(position)


def check(variant: Variant, *, sample: int | None) -> int:
    """Checks the database in the user's data folder; see `verify`."""
    return verify(database(variant), variant=variant, sample=sample)
