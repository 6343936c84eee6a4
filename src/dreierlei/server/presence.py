"""Who is connected to a match, and what is sent to them."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

BACKLOG = 64
"""Messages that may wait for a slow page; then the oldest go, for the next one is complete in itself."""
ALIVE = 30.0
"""Seconds after which a worker that sent nothing is taken for dead."""

Seats = tuple[bool, bool]
"""For each seat, whether somebody is connected."""


@dataclass(eq=False)
class Listener:
    """Somebody who is connected to a match, with the messages that wait to be sent there."""

    who: str | None
    _backlog: deque[bytes] = field(default_factory=lambda: deque(maxlen=BACKLOG))
    _ready: asyncio.Event = field(default_factory=asyncio.Event)
    _ended: bool = False

    def put(self, message: bytes) -> None:
        """Queues a message."""
        self._backlog.append(message)
        self._ready.set()

    def end(self) -> None:
        """Lets the connection end once everything is sent."""
        self._ended = True
        self._ready.set()

    async def next(self) -> bytes | None:
        """The next message; waits for one. None at the end."""
        while not self._backlog:
            if self._ended:
                return None
            self._ready.clear()
            await self._ready.wait()
        return self._backlog.popleft()


class Workers:
    """When each of the other workers was last heard of."""

    def __init__(self) -> None:
        self._heard: dict[str, float] = {}

    def heard(self, worker: str, now: float) -> None:
        """Notes that a worker has sent something."""
        self._heard[worker] = now

    def alive(self, worker: str, now: float) -> bool:
        """Whether a worker was heard of recently."""
        return now - self._heard.get(worker, 0.0) < ALIVE


@dataclass(eq=False)
class Presence:
    """The connections to one match: those to this worker, and at which seats others have some."""

    listeners: set[Listener] = field(default_factory=set)
    elsewhere: dict[str, Seats] = field(default_factory=dict)

    def local(self, owners: tuple[str | None, str | None]) -> Seats:
        """The seats whose owners are connected to this worker."""
        connected = {listener.who for listener in self.listeners if listener.who is not None}
        return owners[0] in connected, owners[1] in connected

    def everywhere(self, owners: tuple[str | None, str | None], workers: Workers, now: float) -> Seats:
        """The seats whose owners are connected to any worker that is alive."""
        first, second = self.local(owners)
        for worker, (one, two) in self.elsewhere.items():
            if workers.alive(worker, now):
                first, second = first or one, second or two
        return first, second
