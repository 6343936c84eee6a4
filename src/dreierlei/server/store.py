"""Matches and their logs, stored in SQLite or PostgreSQL.

The log only grows, and (match, number) is its key: if two workers write an entry with the same number, one of them
fails. Nothing is acknowledged before it is on disk.
"""

from __future__ import annotations

import asyncio
import logging
import math
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa

from .database import entries, facts, matches, prepare, reason, revocations
from .errors import RequestError
from .state import Entry
from .wire.errors import Code
from .writer import UPDATE, Write, Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .founding import Founding
    from .metrics import Metrics
    from .writer import Summary, Tell

ROOM = 16 * 1024 * 1024
"""Bytes that must be free on the disk that holds an SQLite file."""
PROBE = 5.0
"""Seconds for which the result of a probe is valid, so that frequent requests do not keep the disk busy."""

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

_LATER = UPDATE.where(matches.c.number < sa.bindparam("number"))


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over: its `Founding` as JSON, and its log."""

    match: str
    founding: str
    changed: float
    log: list[Entry]


@dataclass
class Store:
    """A database. `open` brings its tables up to date; `close` waits until everything is written."""

    address: str
    metrics: Metrics
    _probed: float = -math.inf
    _refused: str | None = None

    def open(self) -> None:
        """Connects, and starts the writer; raises `DreierleiError` if there is no such database."""
        self.engine = prepare(self.address)
        self._readers = ThreadPoolExecutor(4, "reader")
        self.writer = Writer(self.engine, self.metrics)

    def close(self) -> None:
        """Writes what is waiting, and closes the database."""
        self.writer.close()
        self._readers.shutdown()
        self.engine.dispose()

    # --- writing --------------------------------------------------------------------------------------------------

    async def create(self, founding: Founding, summary: Summary) -> None:
        """Stores a new match."""
        done, tell = _promise()
        self.writer.put(Write(tell, None, (0, 0), None, (founding, summary)))
        await done

    def append(
        self,
        entry: Entry,
        summary: Summary | None,
        place: tuple[int, int],
        new: tuple[Founding, Summary] | None = None,
    ) -> asyncio.Future[bool]:
        """Adds an entry to a log, together with `new`, a match that follows; false if the number is already taken.

        `place` is the round that the entry leads to, and the ply within it. Without a summary, the stored one lags
        behind. The entry is written even if the client disconnects in the meantime.
        """
        done, tell = _promise()
        self.writer.put(Write(tell, entry, place, summary, new))
        return done

    def append_and_tell(self, entry: Entry, summary: Summary | None, place: tuple[int, int], tell: Tell) -> None:
        """Like `append`, for a caller that does not wait in a task."""
        self.writer.put(Write(tell, entry, place, summary, None))

    async def summarise(self, summaries: list[Summary]) -> None:
        """Stores summaries, given in the order of their ids, except where a later one is already stored."""
        if summaries:
            rows = [asdict(summary) | {"key": summary.id} for summary in summaries]
            await self.transact(lambda connection: connection.execute(_LATER, rows))

    async def revoke(self, player: str, at: float, forget: float) -> None:
        """Revokes a player's tokens from before `at`. Tokens from before `forget` have expired anyway."""

        def write(connection: sa.Connection) -> None:
            gone = sa.or_(revocations.c.player == player, revocations.c.at < forget)
            connection.execute(sa.delete(revocations).where(gone))
            connection.execute(sa.insert(revocations).values(player=player, at=at))

        await self.transact(write)

    async def transact(self, work: Callable[[sa.Connection], _T]) -> _T:
        """Runs `work` in a thread and in one transaction, and returns its result."""

        def run() -> _T:
            with self.engine.begin() as connection:
                return work(connection)

        return await self._run(run)

    def _twice(self, work: Callable[[], _T]) -> _T:
        """Runs `work` and returns its result; with PostgreSQL, tries again after a restart or a deadlock."""
        try:
            return work()
        except sa.exc.DBAPIError:
            if self.engine.dialect.name == "sqlite":
                raise  # SQLite has already waited for its lock
            return work()

    # --- reading --------------------------------------------------------------------------------------------------

    async def read(self, match: str) -> str | None:
        """The `Founding` of a match as JSON; None if there is no such match."""
        rows = await self._ask(sa.select(matches.c.founding).where(matches.c.id == match))
        return str(rows[0].founding) if rows else None

    async def log(self, match: str, after: int = 0) -> list[Entry]:
        """The entries of a match after the number `after`, in order."""
        columns = [entries.c[name] for name in Entry._fields]
        chosen = sa.select(*columns).where(entries.c.match == match, entries.c.number > after)
        return [Entry._make(row) for row in await self._ask(chosen.order_by(entries.c.number))]

    async def finished(self, after: tuple[float, str], most: int) -> list[Finished]:
        """Matches that are over, in the order of their last change and their id, beginning after `after`."""
        time, match = after
        later = sa.or_(matches.c.changed > time, sa.and_(matches.c.changed == time, matches.c.id > match))
        # We wrote the card ourselves, so its JSON always has this form.
        over = sa.and_(later, matches.c.card.like('%"over":true%'))
        columns = matches.c.id, matches.c.founding, matches.c.changed
        rows = await self._ask(sa.select(*columns).where(over).order_by(matches.c.changed, matches.c.id).limit(most))
        logs: dict[str, list[Entry]] = {row.id: [] for row in rows}
        parts = [entries.c[name] for name in Entry._fields]
        chosen = sa.select(*parts).where(entries.c.match.in_(logs)).order_by(entries.c.match, entries.c.number)
        for row in await self._ask(chosen) if logs else ():
            logs[row.match].append(Entry._make(row))
        return [Finished(row.id, row.founding, row.changed, logs[row.id]) for row in rows]

    async def cards(
        self, who: str | None, before: float | None = None, most: int = 100
    ) -> list[tuple[str, int, str, str | None, str | None]]:
        """The player's matches, or the public ones, latest first; only those last changed before `before`.

        For each: its id, the number to which its card belongs, the card, and the owners of the seats.
        """
        wanted = matches.c.public if who is None else sa.or_(matches.c.seat0 == who, matches.c.seat1 == who)
        columns = matches.c.id, matches.c.number, matches.c.card, matches.c.seat0, matches.c.seat1
        chosen = sa.select(*columns).where(wanted).order_by(matches.c.changed.desc()).limit(most)
        if before is not None:
            chosen = chosen.where(matches.c.changed < before)
        return [(row.id, row.number, row.card, row.seat0, row.seat1) for row in await self._ask(chosen)]

    async def lagging(self, seconds: float) -> list[str]:
        """The matches whose summaries lag behind their logs, among those within `seconds` of the latest summary."""
        last = sa.select(sa.func.max(entries.c.number)).where(entries.c.match == matches.c.id).scalar_subquery()
        since = sa.select(sa.func.max(matches.c.changed) - seconds).scalar_subquery()
        chosen = sa.select(matches.c.id).where(matches.c.changed >= since, matches.c.number < last)
        return [row.id for row in await self._ask(chosen)]

    async def revocations(self, after: float) -> dict[str, float]:
        """The players whose tokens were revoked since `after`, with the times."""
        chosen = sa.select(revocations.c.player, revocations.c.at).where(revocations.c.at >= after)
        return {row.player: row.at for row in await self._ask(chosen)}

    async def upgraded(self) -> float:
        """When the database was created, or upgraded to the version in which tokens have an age."""
        (row,) = await self._ask(sa.select(facts.c.value).where(facts.c.name == "upgraded"))
        return float(row.value)

    async def due(self, now: float, most: int) -> list[str]:
        """The matches in which somebody's time is up."""
        chosen = sa.select(matches.c.id).where(matches.c.deadline <= now).order_by(matches.c.deadline).limit(most)
        return [row.id for row in await self._ask(chosen)]

    async def thinking(self, before: float, most: int) -> list[str]:
        """The matches in which it has been the computer's turn since `before`."""
        chosen = sa.select(matches.c.id).where(matches.c.thinking, matches.c.changed <= before)
        return [row.id for row in await self._ask(chosen.order_by(matches.c.changed).limit(most))]

    async def tidy(self) -> None:
        """Copies SQLite's write-ahead log into the database, so that no commit has to."""
        if self.engine.dialect.name == "sqlite":
            await self._ask(sa.text("PRAGMA wal_checkpoint(PASSIVE)"))

    async def probe(self) -> None:
        """Raises `RequestError` unless the database can be written to. A result is valid for `PROBE` seconds."""
        if perf_counter() >= self._probed + PROBE:
            self._refused = await self._run(self._refusal)
            self._probed = perf_counter()
        if self._refused is not None:
            raise RequestError(Code.UNAVAILABLE, self._refused)

    def _refusal(self) -> str | None:
        """Why nothing can be written, as the key of a message. Tries it with a write that changes nothing."""
        lite = self.engine.dialect.name == "sqlite"
        file = self.engine.url.database
        if lite and file is not None and shutil.disk_usage(Path(file).parent).free < ROOM:
            return "server.disk-full"
        try:
            with self.engine.begin() as connection:
                connection.execute(sa.text("PRAGMA user_version=0" if lite else "SELECT txid_current()"))
        except sa.exc.DBAPIError as error:
            _log.warning("the database refuses to write: %s", reason(error))
            return "server.database-read-only"
        return None

    async def _ask(self, statement: sa.Select[Any] | sa.TextClause) -> Sequence[sa.Row[Any]]:
        def ask() -> Sequence[sa.Row[Any]]:
            with self.engine.connect() as connection:
                return connection.execute(statement).all()

        return await self._run(ask)

    async def _run(self, work: Callable[[], _T]) -> _T:
        """Runs `work` in a thread and returns its result; raises `RequestError` if the database does not answer."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._twice, work)
        except sa.exc.SQLAlchemyError as error:
            _log.warning("the database does not answer: %s", reason(error))
            raise RequestError(Code.UNAVAILABLE, "server.database-silent") from None


def _promise() -> tuple[asyncio.Future[bool], Tell]:
    """A future, and the function that settles it."""
    done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def tell(how: bool | RequestError) -> None:
        if done.done():
            return  # the client is gone
        if isinstance(how, RequestError):
            done.set_exception(how)
        else:
            done.set_result(how)

    return done, tell
