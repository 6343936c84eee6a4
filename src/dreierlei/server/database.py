"""The database: its tables, connections, and migrations."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from ..errors import DreierleiError

MIGRATIONS = Path(__file__).parent / "migrations"
LOCKED = 3.0
"""Seconds to wait for the lock of an SQLite file."""
APPLICATION = "dreierlei"
"""The application name of our connections in PostgreSQL."""
_LOCK = 83_330_001
"""The number of the advisory lock that a worker holds while it migrates the tables."""

tables = sa.MetaData()
matches = sa.Table(
    "matches",
    tables,
    *(sa.Column(name, sa.Text) for name in ("id", "founding", "card", "seat0", "seat1")),
    *(sa.Column(name, sa.Double) for name in ("changed", "deadline")),
    *(sa.Column(name, sa.Boolean) for name in ("public", "thinking")),
    sa.Column("number", sa.Integer),
    sa.Column("keep", sa.Text),
)
entries = sa.Table(
    "entries",
    tables,
    *(sa.Column(name, sa.Text) for name in ("match", "kind", "text", "who")),
    *(sa.Column(name, sa.Integer) for name in ("number", "player", "round", "ply")),
    sa.Column("at", sa.Double),
)
revocations = sa.Table("revocations", tables, sa.Column("player", sa.Text), sa.Column("at", sa.Double))
bans = sa.Table(
    "bans",
    tables,
    *(sa.Column(name, sa.Text) for name in ("subject", "reason")),
    *(sa.Column(name, sa.Double) for name in ("at", "until")),
)
notices = sa.Table(
    "notices", tables, sa.Column("id", sa.Integer), sa.Column("match", sa.Text), sa.Column("at", sa.Double)
)

facts = sa.Table("facts", tables, sa.Column("name", sa.Text), sa.Column("value", sa.Double))


def _connect(address: str) -> sa.Engine:
    if address.startswith("sqlite"):
        _make_private(sa.make_url(address).database)
        engine = sa.create_engine(address, connect_args={"check_same_thread": False, "timeout": LOCKED})
        sa.event.listen(engine, "connect", _set_up_sqlite)
        return engine
    arguments = {"connect_timeout": 5, "application_name": APPLICATION}
    return sa.create_engine(address, pool_pre_ping=True, pool_size=6, connect_args=arguments)


def _make_private(file: str | None) -> None:
    """Lets nobody else read a database file, nor the files that SQLite creates next to it with the same permissions."""
    if file is not None and os.name == "posix":
        with contextlib.suppress(OSError):  # connecting reports what is wrong
            path = Path(file)
            path.touch(0o600)
            path.chmod(0o600)


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    # FULL: in WAL mode anything less may lose the last commits when the power fails.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=20000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def prepare(address: str) -> sa.Engine:
    """An engine for a database, with its tables migrated; raises `DreierleiError` if there is no such database."""
    from alembic.util import CommandError  # start-up time: only when a server starts

    shown = sa.make_url(address).render_as_string(hide_password=True)
    engine = _connect(address)
    try:
        migrate(engine)
        return engine
    except sa.exc.DBAPIError as error:
        engine.dispose()
        raise DreierleiError("server.database", database=shown, reason=reason(error)) from None
    except CommandError:
        engine.dispose()
        raise DreierleiError("server.database-newer", database=shown) from None


def check_current(address: str) -> None:
    """Raises `DreierleiError` unless a database exists and its tables are up to date; changes nothing."""
    from alembic.runtime.migration import MigrationContext  # start-up time: only for the operator
    from alembic.script import ScriptDirectory  # start-up time

    url = sa.make_url(address)
    shown = url.render_as_string(hide_password=True)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        raise DreierleiError("server.no-database", database=shown)
    engine = _connect(address)
    try:
        with engine.connect() as connection:
            revision = MigrationContext.configure(connection).get_current_revision()
    except sa.exc.DBAPIError as error:
        raise DreierleiError("server.database", database=shown, reason=reason(error)) from None
    finally:
        engine.dispose()
    if revision != ScriptDirectory(str(MIGRATIONS)).get_current_head():
        raise DreierleiError("server.database-older", database=shown)


def reason(error: sa.exc.SQLAlchemyError) -> str:
    """The error message of a database, on one line."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    return " ".join(str(cause).split()).rstrip(".")


def migrate(engine: sa.Engine, revision: str = "head") -> None:
    """Migrates the tables to a revision, by default the newest. Several workers may try at once."""
    from alembic import command  # start-up time: only when a server starts
    from alembic.config import Config  # start-up time

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with engine.connect() as connection:
        postgres = engine.dialect.name == "postgresql"
        if postgres:
            connection.execute(sa.text(f"SELECT pg_advisory_lock({_LOCK})"))
            connection.commit()
        try:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
            connection.commit()
        finally:
            if postgres:
                connection.execute(sa.text(f"SELECT pg_advisory_unlock({_LOCK})"))
                connection.commit()
