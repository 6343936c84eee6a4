"""The thread that writes. It commits whatever has arrived in the meantime together, in as few statements as possible.

Most writes are moves: an entry, and now and then the summary of its match. A batch of these is a single statement,
however many there are, and goes directly to the database driver, because SQLAlchemy would take as long as everything
else together. All other batches take the general path.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from operator import attrgetter
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from pydantic_core import to_json
from sqlalchemy.dialects import postgresql, sqlite

from .database import entries, matches
from .errors import RequestError
from .state import Entry
from .wire.errors import Code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .founding import Founding
    from .metrics import Metrics
    from .retention import Keep

BATCH = 500
"""The most writes that are committed together."""
GATHER = 0.02
"""Seconds to wait for more if the last batch had several writes: a commit costs as much as dozens of entries in it."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists and the sweeper need to know about a match without reading its log."""

    id: str
    number: int
    changed: float
    public: bool
    thinking: bool
    deadline: float | None
    seat0: str | None
    seat1: str | None
    card: str
    """A `MatchCard` as JSON."""
    keep: Keep


@dataclass(slots=True, eq=False)
class Write:
    """What is written together: an entry, with or without the summary after it, a new match, or both."""

    tell: Tell
    """Called in the event loop with the result; false if another worker has written an entry with that number."""
    entry: Entry | None
    place: tuple[int, int]
    """The round that the entry leads to, and the ply within it."""
    summary: Summary | None
    new: tuple[Founding, Summary] | None

    @property
    def match(self) -> str | None:
        """The match to whose log the entry belongs."""
        return None if self.entry is None else self.entry.match

    @property
    def usual(self) -> bool:
        """Whether it adds an entry to a match and changes nobody's seat."""
        return self.new is None and self.entry is not None and self.entry.kind != "join"


class Writer:
    """Writes until it is closed."""

    def __init__(self, engine: sa.Engine, metrics: Metrics) -> None:
        self.engine, self.metrics = engine, metrics
        self._loop: asyncio.AbstractEventLoop | None = None
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._connection: Any = None
        self._driver: Any = engine.dialect.dbapi
        self._postgres = engine.dialect.name == "postgresql"
        insert = postgresql.insert if self._postgres else sqlite.insert
        self._insert = insert(entries).on_conflict_do_nothing().returning(entries.c.match)
        self._thread = threading.Thread(target=self._run, name="writer")
        self._thread.start()

    def put(self, write: Write) -> None:
        """Queues a write, whose `tell` is called once it is on disk or has failed; called in the event loop."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        self._queue.put(write)

    def write(self, batch: list[Write]) -> None:
        """Writes a batch, and reports all results to the event loop in one call."""
        settled = self._write(batch)
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(_settle, settled)
        except RuntimeError:  # the loop is closed; what was written stays written
            _log.warning("nobody waits for an entry that was written")

    def close(self) -> None:
        """Writes what is waiting, and ends the thread."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going, wait = True, 0.0
        while going:
            batch = [self._queue.get()]
            if wait:
                sleep(wait)
            while len(batch) < BATCH and batch[-1] is not None and not self._queue.empty():
                batch.append(self._queue.get())
            going = batch[-1] is not None
            wait = GATHER if len(batch) > 1 else 0.0
            writes = [write for write in batch if write is not None]
            if writes:
                self.write(writes)
        self._disconnect()

    def _write(self, batch: list[Write]) -> list[Settled]:
        begun = perf_counter()
        gone: list[Settled] = []
        try:
            try:
                accepted = self._twice(batch)
            except sa.exc.IntegrityError:
                gone, batch = self._without_deleted(batch)
                accepted = self._commit(batch)
        except Exception as error:
            _log.error("writing failed", exc_info=error)
            self._disconnect()
            unavailable = RequestError(Code.UNAVAILABLE, "server.database-read-only")
            return [(write.tell, unavailable) for write in batch] + gone
        self.metrics.commit_seconds.observe(perf_counter() - begun)
        self.metrics.entries.inc(len(batch))
        return [(write.tell, write.entry is None or write.match in accepted) for write in batch] + gone

    def _twice(self, batch: list[Write]) -> set[str]:
        """Commits a batch; with PostgreSQL, tries again after a restart or a deadlock."""
        try:
            return self._commit(batch)
        except (sa.exc.DBAPIError, self._driver.Error):
            self._disconnect()
            if not self._postgres:
                raise  # SQLite has already waited for its lock
            return self._commit(batch)

    def _without_deleted(self, batch: list[Write]) -> tuple[list[Settled], list[Write]]:
        """The refusals of writes to matches that have been deleted, and the other writes."""
        wanted = {write.match for write in batch}
        with self.engine.connect() as connection:
            there = set(connection.execute(sa.select(matches.c.id).where(matches.c.id.in_(wanted))).scalars())
        gone: list[Settled] = []
        for write in batch:
            if write.match is not None and write.match not in there:
                gone.append((write.tell, RequestError(Code.NOT_FOUND, "server.no-match", match=write.match)))
        return gone, [write for write in batch if write.match is None or write.match in there]

    # --- statements -----------------------------------------------------------------------------------------------

    def _commit(self, batch: list[Write]) -> set[str]:
        """Writes a batch, with at most one entry per match, and returns the matches whose entries were accepted."""
        # In the same order everywhere, so that two workers never deadlock.
        batch = sorted(batch, key=lambda write: write.match or "")
        if all(write.usual for write in batch):
            try:
                return self._commit_postgresql(batch) if self._postgres else self._commit_sqlite(batch)
            except self._driver.IntegrityError:
                pass  # one of the entries was rejected, and nothing was written
        return self._commit_any(batch)

    def _commit_postgresql(self, batch: list[Write]) -> set[str]:
        text = to_json([_usual_fields(write) for write in batch]).decode()
        return {match for (match,) in self._kept().execute(_POSTGRESQL, (text,)).fetchall()}

    def _commit_sqlite(self, batch: list[Write]) -> set[str]:
        connection = self._kept(_SQLITE)
        plain = [write for write in batch if write.summary is None]
        summarised = [write for write in batch if write.summary is not None]
        with connection:  # ends the transaction
            if plain and summarised:
                connection.execute("BEGIN")
            for table, columns, row, writes in (
                ("entries", _ENTRY, _entry_row, plain),
                ("usual", _COLUMNS, _usual_row, summarised),
            ):
                if writes:
                    statement = _sqlite_insert(table, columns, len(writes))
                    connection.execute(statement, tuple(value for write in writes for value in row(write)))
        return {write.match for write in batch if write.match}

    def _kept(self, preparation: Sequence[str] = ()) -> Any:
        """The driver's connection for usual batches. Each statement on it is a transaction of its own."""
        if self._connection is None:
            pooled = self.engine.raw_connection()
            connection: Any = pooled.driver_connection
            pooled.detach()  # it never returns to the pool
            if self._postgres:
                connection.autocommit = True
            else:
                connection.isolation_level = None
            for statement in preparation:
                connection.execute(statement)
            self._connection = connection
        return self._connection

    def _commit_any(self, batch: list[Write]) -> set[str]:
        """Writes any batch, through SQLAlchemy."""
        rows = [dict(zip(_ENTRY, _entry_row(write), strict=True)) for write in batch if write.entry]
        with self.engine.begin() as connection:
            accepted = set(connection.execute(self._insert, rows).scalars()) if rows else set()
            written = [write for write in batch if write.entry is None or write.match in accepted]
            new = [
                asdict(write.new[1]) | {"founding": write.new[0].model_dump_json()} for write in written if write.new
            ]
            if new:
                connection.execute(sa.insert(matches), new)
            changed = [asdict(write.summary) | {"key": write.match} for write in written if write.summary]
            if changed:
                connection.execute(UPDATE, changed)
        return accepted

    def _disconnect(self) -> None:
        """Closes the connection for usual batches; the next batch opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(self._driver.Error):
                connection.close()


_ENTRY = (*Entry._fields, "round", "ply")
_SUMMARY = ("id", "number", "changed", "thinking", "deadline", "card", "keep")
"""The key of a match's row, and the columns that a usual entry changes."""
_summary_values = attrgetter(*_SUMMARY)
_SUMMARISED = tuple(name for name in _SUMMARY if name != "number")
"""Those that the entry does not contain; its number is the same."""

UPDATE = (
    sa.update(matches)
    .where(matches.c.id == sa.bindparam("key"))
    .values({name: sa.bindparam(name) for name in (*_SUMMARY[1:], "seat0", "seat1")})
)
_INSERT_ENTRIES = f"INSERT INTO entries ({', '.join(_ENTRY)})"

_KINDS: dict[type[Any], str] = {sa.Text: "text", sa.Integer: "integer", sa.Double: "float8", sa.Boolean: "boolean"}


def _declared(table: sa.Table, columns: Sequence[str]) -> str:
    return ", ".join(f"{name} {_KINDS[type(table.c[name].type)]}" for name in columns)


# The batch is one parameter, a JSON array of objects. Without a summary, `id` is null.
_POSTGRESQL = f"""
WITH new AS (
    SELECT * FROM json_to_recordset(%s) AS each ({_declared(entries, _ENTRY)}, {_declared(matches, _SUMMARISED)})
), written AS (
    {_INSERT_ENTRIES} SELECT {", ".join(_ENTRY)} FROM new ON CONFLICT DO NOTHING RETURNING match
), summarised AS (
    UPDATE matches SET number = new.number, {", ".join(f"{name} = new.{name}" for name in _SUMMARISED[1:])}
    FROM written, new WHERE new.id = written.match AND matches.id = new.id
)
SELECT match FROM written
"""


# No SQLite statement changes two tables, but a trigger can. So the thread waits for the interpreter's lock once for all
# entries with a summary, and not once for each statement. The others are inserted without the trigger, which is slower.
_COLUMNS = tuple(f"c{n}" for n in range(len(_ENTRY) + len(_SUMMARY)))
_NEW = [f"NEW.{column}" for column in _COLUMNS]
_SET = ", ".join(f"{name} = {value}" for name, value in zip(_SUMMARY[1:], _NEW[len(_ENTRY) + 1 :], strict=True))
_SQLITE = (
    f"CREATE TEMP VIEW IF NOT EXISTS usual AS SELECT {', '.join(f'0 AS {column}' for column in _COLUMNS)}",
    f"""
    CREATE TEMP TRIGGER IF NOT EXISTS usual_written INSTEAD OF INSERT ON usual BEGIN
        {_INSERT_ENTRIES} VALUES ({", ".join(_NEW[: len(_ENTRY)])});
        UPDATE matches SET {_SET} WHERE id = {_NEW[len(_ENTRY)]};
    END
    """,
)


@lru_cache(2 * BATCH)
def _sqlite_insert(table: str, columns: tuple[str, ...], count: int) -> str:
    row = f"({', '.join('?' * len(columns))})"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * count)}"


def _entry_row(write: Write) -> tuple[Any, ...]:
    assert write.entry is not None
    return *write.entry, *write.place


def _usual_fields(write: Write) -> dict[str, Any]:
    fields = dict(zip(_ENTRY, _entry_row(write), strict=True))
    if write.summary is not None:
        fields.update(zip(_SUMMARY, _summary_values(write.summary), strict=True))
    return fields


def _usual_row(write: Write) -> tuple[Any, ...]:
    return *_entry_row(write), *_summary_values(write.summary)


# --- telling ----------------------------------------------------------------------------------------------------------

Tell = Callable[["bool | RequestError"], None]
"""Called with the result of a write."""
Settled = tuple[Tell, "bool | RequestError"]


def _settle(settled: list[Settled]) -> None:
    for tell, how in settled:
        try:
            tell(how)
        except Exception as error:
            _log.error("what was written could not be told", exc_info=error)
