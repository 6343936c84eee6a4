"""How long matches are kept: nothing that is stored grows for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import sqlalchemy as sa

from .clocks import DAY
from .database import entries, matches, notices

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .state import State

Keep = Literal["unplayed", "unfinished", "anonymous", "finished"]
"""What a match is, as far as keeping it is concerned. `Settings.keep` has days for each."""

BATCH = 200
"""The most matches that are deleted together."""
ENTRIES = 20_000
"""The most entries of their logs, unless it is one match: moves wait for as long as it takes."""
NOTICED = 3600.0
"""Seconds for which a notice is kept; each worker looks for new ones every second."""


def keep(state: State) -> Keep:
    """The class of a match: unplayed until the first move, and unfinished as long as two people are at it.

    Others are anonymous unless a player has given a name. So is a match against the computer or on one screen that was
    left unfinished.
    """
    if not state.match.games and not state.ply:
        return "unplayed"
    if not state.over and not state.founding.alone:
        return "unfinished"
    if not any(name for seat, name in enumerate(state.names) if seat != state.founding.computer):
        return "anonymous"
    return "finished" if state.over else "unfinished"


def expired(
    connection: sa.Connection, days: Mapping[str, float], now: float, most: int | None = None
) -> list[tuple[str, int]]:
    """The matches that are kept no longer, with the length of their logs.

    Nothing has happened in them for the days of their class; 0 is for ever.
    """
    classes = [
        sa.and_(matches.c.keep == kind, matches.c.changed < now - kept * DAY) for kind, kept in days.items() if kept > 0
    ]
    chosen = sa.select(matches.c.id, matches.c.number).where(sa.or_(sa.false(), *classes))
    return [(row.id, row.number) for row in connection.execute(chosen.order_by(matches.c.changed).limit(most))]


def expire(connection: sa.Connection, days: Mapping[str, float], now: float) -> int:
    """Deletes some of the matches that are kept no longer; how many."""
    gone: list[str] = []
    total = 0
    for match, number in expired(connection, days, now, BATCH):
        total += number
        if gone and total > ENTRIES:
            break
        gone.append(match)
    delete(connection, gone, now)
    return len(gone)


def delete(connection: sa.Connection, gone: Sequence[str], now: float) -> None:
    """Deletes matches with their logs, and gives notice to all workers."""
    if not gone:
        return
    connection.execute(sa.delete(entries).where(entries.c.match.in_(gone)))
    connection.execute(sa.delete(matches).where(matches.c.id.in_(gone)))
    notify(connection, gone, now)


def notify(connection: sa.Connection, changed: Sequence[str], now: float) -> None:
    """Has all workers look at these matches anew."""
    connection.execute(sa.insert(notices), [{"match": match, "at": now} for match in changed])


class Notices:
    """Tells a worker which matches were ended or deleted by somebody else."""

    OVERLAP = 20
    """Numbers that are read again: in PostgreSQL a lower one may become visible after a higher one."""

    def __init__(self) -> None:
        self._last: int | None = None

    def read(self, connection: sa.Connection, now: float) -> list[str]:
        """The matches noticed since the last call, some of them twice. Forgets old notices."""
        since = self._last
        self._last = connection.execute(sa.select(sa.func.max(notices.c.id))).scalar() or 0
        if since is None or since == self._last:
            return []
        connection.execute(sa.delete(notices).where(notices.c.at < now - NOTICED))
        chosen = sa.select(notices.c.match).where(notices.c.id > since - self.OVERLAP)
        return list(connection.execute(chosen).scalars())
