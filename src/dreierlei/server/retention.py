"""How long matches are kept, so that no stored data grows forever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import sqlalchemy as sa

from .clocks import DAY
from .database import entries, matches, notices

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .state import State

Keep = Literal["unplayed", "unfinished", "anonymous", "finished"]
"""The classes of matches for retention. `Settings.keep` has the days for each."""

BATCH = 200
"""The most matches that are deleted together."""
ENTRIES = 20_000
"""The most entries that are deleted together, unless they are of one match: moves have to wait meanwhile."""
NOTICED = 3600.0
"""Seconds for which a notice is kept; each worker looks for new ones every second."""


def keep(state: State) -> Keep:
    """The class of a match: unplayed until the first move, and unfinished while two people on two devices are playing.

    Other matches, including unfinished ones against the computer or on one screen, are anonymous unless a player has
    given a name.
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
    """The matches that have expired, with the lengths of their logs.

    Nothing has happened in them for the days of their class; 0 means forever.
    """
    classes = [
        sa.and_(matches.c.keep == kind, matches.c.changed < now - kept * DAY) for kind, kept in days.items() if kept > 0
    ]
    chosen = sa.select(matches.c.id, matches.c.number).where(sa.or_(sa.false(), *classes))
    return [(row.id, row.number) for row in connection.execute(chosen.order_by(matches.c.changed).limit(most))]


def expire(connection: sa.Connection, days: Mapping[str, float], now: float) -> int:
    """Deletes some of the expired matches; returns how many."""
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
    """Deletes matches with their logs, and notifies all workers."""
    if not gone:
        return
    connection.execute(sa.delete(entries).where(entries.c.match.in_(gone)))
    connection.execute(sa.delete(matches).where(matches.c.id.in_(gone)))
    notify(connection, gone, now)


def notify(connection: sa.Connection, changed: Sequence[str], now: float) -> None:
    """Makes all workers reload these matches."""
    connection.execute(sa.insert(notices), [{"match": match, "at": now} for match in changed])


class Notices:
    """Tells a worker which matches were ended or deleted by another process."""

    OVERLAP = 20
    """Ids that are read again: in PostgreSQL, a lower id may become visible after a higher one."""

    def __init__(self) -> None:
        self._last: int | None = None

    def read(self, connection: sa.Connection, now: float) -> list[str]:
        """The matches with notices since the last call, possibly repeated. Deletes old notices."""
        since = self._last
        self._last = connection.execute(sa.select(sa.func.max(notices.c.id))).scalar() or 0
        if since is None or since == self._last:
            return []
        connection.execute(sa.delete(notices).where(notices.c.at < now - NOTICED))
        chosen = sa.select(notices.c.match).where(notices.c.id > since - self.OVERLAP)
        return list(connection.execute(chosen).scalars())
