"""What the routes work with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bus import Bus
    from .files import WebFiles
    from .jobs import Jobs
    from .limits import Rate
    from .metrics import Metrics
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
    rate: Rate

    async def end_revoked(self) -> None:
        """Ends the live connections of players whose tokens were revoked."""
        for player in await self.tokens.refresh(self.store):
            self.rooms.end_connections(player)
