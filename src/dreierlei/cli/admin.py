"""Commands for the operator of a server."""

from __future__ import annotations

import asyncio
import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from ..errors import DreierleiError
from ..extras import require
from .shared import Commands, Positive

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ..server.operations import Listed
    from ..server.settings import Settings
    from ..server.store import Store

KINDS = ("unplayed", "unfinished", "anonymous", "finished")
_T = TypeVar("_T")

_IDS = {"ignore_unknown_options": True}
"""For commands that take ids, which may begin with a dash or even `-h`: only `--help` asks for help there."""


@click.group(cls=Commands)
def admin() -> None:
    """Look after a server.

    The commands work on the database that DREIERLEI_DATABASE names, by default the file in your data folder, whether or
    not a server is running. A running server follows within a second.
    """
    require("serve", "fastapi", "uvicorn", "sqlalchemy", "alembic", "itsdangerous", "segno", "prometheus_client")


def _settings() -> Settings:
    from ..server.settings import Settings  # optional extra

    return Settings.read()


def _with_store(work: Callable[[Store], Awaitable[_T]]) -> _T:
    """Runs `work` on the configured database, which must be up to date, and returns its result."""
    from ..server.database import check_current  # optional extra
    from ..server.metrics import Metrics  # optional extra
    from ..server.store import Store  # optional extra

    address = _settings().database
    check_current(address)
    store = Store(address, Metrics())
    store.open()

    async def run() -> _T:
        return await work(store)

    try:
        return asyncio.run(run())
    finally:
        store.close()


# --- matches ----------------------------------------------------------------------------------------------------------


@admin.command()
def status() -> None:
    """Show how many matches there are, and how long they stay."""
    from ..server.operations import counts  # optional extra

    totals = _with_store(counts)
    for kind, days in _settings().keep.items():
        kept = f"kept for {days:g} days" if days else "kept for ever"
        click.echo(f"{totals.pop(kind, 0):>9} {kind:<10}  {kept} after the last change")
    click.echo(f"{totals['entries']:>9} entries in their logs")


@admin.command()
@click.option("--player", help="Only those of a player, by the id that this command shows.")
@click.option("--kind", type=click.Choice(KINDS), help="Only those of a class.")
@click.option("--count", default=50, show_default=True, type=click.IntRange(1, 100_000), help="Show at most this many.")
def matches(player: str | None, kind: str | None, count: int) -> None:
    """List matches, the latest first.

    Each line has the id, the time of the last change (UTC), the class, the number of entries, the game and the players
    with their ids.
    """
    from ..server.operations import list_matches  # optional extra

    for match in _with_store(lambda store: list_matches(store, player, kind, count)):
        click.echo(_line(match))


def _line(match: Listed) -> str:
    if match.card is None:
        return f"{match.id}  {_utc(match.changed)}  {match.keep:<10} {match.number:>6}  (cannot be read)"
    seats = [
        f"computer {seat.computer}" if seat.computer is not None else f"{seat.name or '?'} ({owner or 'free'})"
        for seat, owner in zip(match.card.seats, match.seats, strict=True)
    ]
    where = f"{match.id}  {_utc(match.changed)}  {match.keep:<10} {match.number:>6}"
    return f"{where}  {match.card.variant}  {' - '.join(seats)}{'  over' if match.card.over else ''}"


def _utc(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


@admin.command(context_settings=_IDS, add_help_option=False)
@click.help_option("--help")
@click.argument("match", metavar="MATCH...", nargs=-1, required=True)
@click.option("--delete", is_flag=True, help="Delete it with its log instead, even if it cannot be read.")
def end(match: tuple[str, ...], delete: bool) -> None:
    """End matches for their players.

    The players see that the operator has ended the match. Its record stays.
    """
    from ..server.operations import delete_match, end_match  # optional extra

    act = delete_match if delete else end_match

    async def end_all(store: Store) -> None:
        for match_id in match:
            await act(store, match_id, time.time())
            click.echo(f"{'deleted' if delete else 'ended'} {match_id}")

    _with_store(end_all)


@admin.command()
@click.option("--dry-run", is_flag=True, help="Only count them.")
def expire(dry_run: bool) -> None:
    """Delete the matches that are kept no longer.

    A running server does this by itself, little by little. The DREIERLEI_KEEP_... settings say for how many days a
    match of each class is kept.
    """
    from ..server import retention  # optional extra

    keep, now = _settings().keep, time.time()

    async def work(store: Store) -> int:
        if dry_run:
            return await store.transact(lambda connection: len(retention.expired(connection, keep, now)))
        total = 0
        while gone := await store.transact(lambda connection: retention.expire(connection, keep, now)):
            total += gone
        return total

    click.echo(f"{_with_store(work)} matches {'would be ' if dry_run else ''}deleted")


# --- people -----------------------------------------------------------------------------------------------------------


@admin.command(context_settings=_IDS, add_help_option=False)
@click.help_option("--help")
@click.argument("subject", metavar="PLAYER|ADDRESS|NETWORK")
@click.option("--days", type=Positive(), help="For how long; by default for ever.")
@click.option("--reason", default="", help="A note for yourself.")
def ban(subject: str, days: float | None, reason: str) -> None:
    """Shut somebody out.

    PLAYER is an id that `dreierlei admin matches` shows. An IPv6 address stands for its network of 64 bits. Whoever is
    shut out can neither play nor watch nor analyse, and live connections end.
    """
    from ..server import bans  # optional extra

    now = time.time()
    new = bans.Ban(bans.read_subject(subject), now, None if days is None else now + days * 86_400, reason)
    _with_store(lambda store: store.transact(lambda connection: bans.ban(connection, new)))
    click.echo(f"banned {new.subject}")


@admin.command(context_settings=_IDS, add_help_option=False)
@click.help_option("--help")
@click.argument("subject", metavar="PLAYER|ADDRESS|NETWORK")
def unban(subject: str) -> None:
    """Let somebody in again."""
    from ..server import bans  # optional extra

    given = bans.read_subject(subject)
    if not _with_store(lambda store: store.transact(lambda connection: bans.lift(connection, given))):
        raise DreierleiError("server.not-banned", subject=given)
    click.echo(f"no longer banned: {given}")


@admin.command("bans")
def list_bans() -> None:
    """List who is shut out, since when, until when, and why."""
    from ..server import bans  # optional extra

    now = time.time()
    for entry in _with_store(lambda store: store.transact(lambda connection: bans.listed(connection, now))):
        until = "for ever" if entry.until is None else f"until {_utc(entry.until)}"
        click.echo(f"{entry.subject}  {_utc(entry.at)}  {until}  {entry.reason}".rstrip())


# --- the database and the secret --------------------------------------------------------------------------------------


@admin.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to a file, while the server runs.

    The copy of an SQLite database is an SQLite file. That of a PostgreSQL database is made by pg_dump in its custom
    format. Back up the secret as well: without it, players lose their seats.
    """
    from ..server.backup import back_up  # optional extra

    back_up(_settings().database, file)
    click.echo(f"wrote {file}")


@admin.command()
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@click.option("--replace", is_flag=True, help="Even if the database contains matches.")
def restore(file: Path, replace: bool) -> None:
    """Bring back a copy of the database.

    The server must not be running. An SQLite file that was there before is kept under another name. A copy from an
    older version is brought up to date.
    """
    from ..server.backup import restore as bring_back  # optional extra

    kept = bring_back(_settings().database, file, replace)
    click.echo(f"restored {file}" + (f"; the database before is {kept}" if kept else ""))


@admin.command()
def upgrade() -> None:
    """Bring the database up to date.

    A server does this by itself when it starts. Make a backup first.
    """
    from ..server.database import prepare  # optional extra

    prepare(_settings().database).dispose()
    click.echo("the database is up to date")


@admin.command()
@click.option("--forget", is_flag=True, help="Do not keep the old ones: all players lose their seats.")
def secret(forget: bool) -> None:
    """Put a new secret into the file in the data folder.

    New tokens are signed with the new secret; those signed with an old one remain valid. Restart the server afterwards.
    """
    from ..server.secret import rotate  # optional extra
    from ..server.settings import secret_file  # optional extra

    if os.environ.get("DREIERLEI_SECRET") is not None:
        raise DreierleiError("server.secret-environment")
    file = secret_file()
    old = rotate(file, forget)
    click.echo(f"wrote a new secret to {file}; old ones still valid: {old}. Restart the server.")
