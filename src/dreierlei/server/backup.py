"""Backups of the database, made while the server is running, and restored while it is not."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from ..errors import DreierleiError
from .database import APPLICATION, matches, prepare, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAVING = 3.0
"""Seconds within which PostgreSQL ends the sessions of a server that has just stopped."""


def back_up(address: str, target: Path) -> None:
    """Writes a copy of a database to a file that only its owner can read; raises `DreierleiError`.

    The copy is written completely or not at all, and contains everything acknowledged before.
    """
    url = sa.make_url(address)
    if target.exists():
        raise DreierleiError("server.backup-exists", file=str(target))
    draft = target.with_name(f"{target.name}.part")
    draft.unlink(missing_ok=True)
    try:
        draft.touch(0o600)
        if url.get_backend_name() == "sqlite":
            _copy(Path(str(url.database)), draft)
        else:
            _postgres("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", f"--file={draft}")
        _synchronise(draft)
        draft.rename(target)
    finally:
        draft.unlink(missing_ok=True)


def restore(address: str, source: Path, replace: bool = False) -> Path | None:
    """Replaces a database by a backup, and migrates it to the current schema; raises `DreierleiError`.

    A database that contains matches is refused unless `replace`, and so is one that a server has open. An existing
    SQLite file is kept under another name, which is returned.
    """
    url = sa.make_url(address)
    lite = url.get_backend_name() == "sqlite"
    with source.open("rb") as opened:
        header = opened.read(16)
    if not header.startswith(b"SQLite format 3" if lite else b"PGDMP"):
        raise DreierleiError("server.backup-kind", file=str(source))
    if not replace and _has_matches(url):
        raise DreierleiError("server.restore-occupied", database=url.render_as_string(hide_password=True))
    kept = None
    if lite:
        kept = _restore_sqlite(Path(str(url.database)), source)
    else:
        _restore_postgres(url, source)
    prepare(address).dispose()
    return kept


# --- SQLite -----------------------------------------------------------------------------------------------------------


def _copy(source: Path, target: Path) -> None:
    """SQLite's own copy of a database that may be in use."""
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as origin,
            contextlib.closing(sqlite3.connect(target)) as copy,
        ):
            origin.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # a single file, without a WAL next to it
            (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise DreierleiError("server.database", database=str(source), reason=str(error).rstrip(".")) from None
    if verdict != "ok":
        raise DreierleiError("server.database", database=str(source), reason=str(verdict))


def _restore_sqlite(file: Path, source: Path) -> Path | None:
    draft = file.with_name(f"{file.name}.part")
    draft.unlink(missing_ok=True)
    try:
        draft.touch(0o600)
        _copy(source, draft)
        _synchronise(draft)
        kept = None
        if file.exists():
            _check_closed(file)
            kept = file.with_name(f"{file.name}.{time.strftime('%Y%m%d-%H%M%S')}")
            file.rename(kept)
        draft.rename(file)
        return kept
    finally:
        draft.unlink(missing_ok=True)


def _check_closed(file: Path) -> None:
    """Raises `DreierleiError` if another process has a file open; otherwise its WAL is merged into it."""
    with contextlib.closing(sqlite3.connect(file, timeout=0.5)) as connection:
        try:
            # Only the last connection may leave WAL mode.
            (mode,) = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError:
            mode = "wal"
        except sqlite3.DatabaseError:
            return  # damaged, so it can be moved aside
    if mode == "wal":
        raise DreierleiError("server.restore-running", database=str(file))


def _synchronise(file: Path) -> None:
    with file.open("rb") as written:
        os.fsync(written.fileno())


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _restore_postgres(url: sa.URL, source: Path) -> None:
    others = sa.text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = :name AND pid <> pg_backend_pid()"
    )
    end = time.monotonic() + LEAVING
    with _connected(url) as connection:
        while connection.execute(others, {"name": APPLICATION}).scalar_one():
            if time.monotonic() > end:
                raise DreierleiError("server.restore-running", database=url.render_as_string(hide_password=True))
            connection.rollback()  # a transaction sees the same sessions again and again
            time.sleep(0.1)
    with tempfile.TemporaryDirectory() as name:
        clear, fill = Path(name) / "clear.sql", Path(name) / "fill.sql"
        ours = ", ".join(f'"{table}"' for table in ("alembic_version", *tables.tables))
        clear.write_text(f"DROP TABLE IF EXISTS {ours};\n")
        _program(url, "pg_restore", "--no-owner", "--no-privileges", f"--file={fill}", str(source))
        # Tables that the backup does not have must be dropped as well, all in one transaction.
        options = "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"
        _postgres("psql", url, *options, f"--file={clear}", f"--file={fill}")


def _postgres(program: str, url: sa.URL, *arguments: str) -> None:
    """Runs one of PostgreSQL's programs on a database."""
    where = url.set(drivername="postgresql", password=None).render_as_string()
    _program(url, program, f"--dbname={where}", *arguments)


def _program(url: sa.URL, program: str, *arguments: str) -> None:
    """Runs a program. The password is passed in the environment, where other users cannot see it."""
    if shutil.which(program) is None:
        raise DreierleiError("server.no-program", program=program)
    environment = os.environ | ({"PGPASSWORD": str(url.password)} if url.password is not None else {})
    done = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        shown = url.render_as_string(hide_password=True)
        raise DreierleiError("server.database", database=shown, reason=" ".join(done.stderr.split()).rstrip("."))


# --- both -------------------------------------------------------------------------------------------------------------


def _has_matches(url: sa.URL) -> bool:
    """Whether a database contains any matches; one that cannot be read counts as empty."""
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        return False
    with contextlib.suppress(sa.exc.DatabaseError), _connected(url) as connection:
        return connection.execute(sa.select(matches.c.id).limit(1)).first() is not None
    return False


@contextlib.contextmanager
def _connected(url: sa.URL) -> Iterator[sa.Connection]:
    engine = sa.create_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()
