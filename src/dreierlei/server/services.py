"""The services that the routes use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .bans import listed
from .retention import expire

if TYPE_CHECKING:
    from .addresses import Origins
    from .bans import Bans
    from .bus import Bus
    from .files import WebFiles
    from .jobs import Jobs
    from .limits import Limits
    from .metrics import Metrics
    from .played import Played
    from .retention import Notices
    from .rooms import Rooms
    from .settings import Settings
    from .store import Store
    from .tokens import Tokens


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of a running server."""

    settings: Settings
    metrics: Metrics
    store: Store
    bus: Bus
    jobs: Jobs
    rooms: Rooms
    tokens: Tokens
    files: WebFiles
    origins: Origins
    limits: Limits
    bans: Bans
    notices: Notices
    played: Played

    async def end_revoked(self) -> None:
        """Ends the live connections of players whose tokens were revoked."""
        for player in await self.tokens.refresh(self.store):
            self.rooms.end_connections(player)

    async def follow_operator(self) -> None:
        """Applies what the operator has done: bans, and matches ended or deleted."""
        now = self.rooms.now()
        bans, changed = await self.store.transact(lambda db: (listed(db, now), self.notices.read(db, now)))
        if self.bans.update(bans):
            for client, address in self.origins.all():
                if self.bans.bars(client, address):
                    self.rooms.end_connections(client)
        for match in changed:
            await self.rooms.reopen(match)

    async def expire(self) -> int:
        """Deletes some of the expired matches; returns how many."""
        now, keep = self.rooms.now(), self.settings.keep
        gone = await self.store.transact(lambda connection: expire(connection, keep, now))
        self.metrics.expired.inc(gone)
        return gone
