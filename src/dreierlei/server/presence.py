"""Who is connected to a match, and what is sent to them."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

BACKLOG = 64
"""Messages that may wait for a slow page; beyond that it gets the whole match instead."""
DIRECT = "dreierlei.direct"
"""An extension of the ASGI scope: the connection as a `Direct`."""
ALIVE = 30.0
"""Seconds of silence after which a worker counts as dead."""

Seats = tuple[bool, bool]
"""For each seat, whether somebody is connected."""
News = tuple[str, int | None]
"""A message, and the number of the match to which it leads, if it is about the match."""


class Direct(Protocol):
    """A live connection without the tasks and queues of ASGI."""

    def push(self, text: str) -> bool:
        """Sends a text now; false if that is not possible, and it has to be sent as usual."""

    def hear(self, take: Callable[[bytes], bool]) -> None:
        """Hands messages to `take` while the app awaits one; if it returns false, the app gets the message."""


class Listener:
    """A connection to a match, with the messages that wait to be sent on it.

    `whole` writes the whole match, for a page that reads too slowly. `push` may send a message at once, and returns
    whether it did.
    """

    def __init__(self, who: str | None, whole: Callable[[], str], push: Callable[[str], bool] | None = None) -> None:
        self.who = who
        self._whole, self._push = whole, push
        self._backlog: deque[News] = deque()
        self._behind = self._ended = False
        self._waiter: asyncio.Future[None] | None = None

    def put(self, text: str, number: int | None = None) -> None:
        """Sends or queues a message, with the number of the match to which it leads."""
        waiter = self._waiter
        # While somebody waits in `next`, the backlog is empty, so this message overtakes none.
        if self._push is not None and waiter is not None and not waiter.done() and self._push(text):
            return
        if len(self._backlog) >= BACKLOG:
            self._behind = True
            self._backlog.clear()
        self._backlog.append((text, number))
        self._wake()

    def end(self) -> None:
        """Ends the connection once everything is sent."""
        self._ended = True
        self._wake()

    async def next(self) -> News | None:
        """The next message; waits for one. None at the end."""
        while not self._backlog:
            if self._ended:
                return None
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        if self._behind:
            self._behind = False
            self._backlog.clear()
            return self._whole(), None
        return self._backlog.popleft()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class Workers:
    """When each of the other workers was last heard from."""

    def __init__(self) -> None:
        self._heard: dict[str, float] = {}

    def heard(self, worker: str, now: float) -> None:
        """Notes that a worker has sent something."""
        self._heard[worker] = now

    def alive(self, worker: str, now: float) -> bool:
        """Whether a worker was heard from recently."""
        return now - self._heard.get(worker, 0.0) < ALIVE


@dataclass(eq=False)
class Presence:
    """The connections to one match: those to this worker, and the seats that other workers report."""

    listeners: set[Listener] = field(default_factory=set)
    elsewhere: dict[str, Seats] = field(default_factory=dict)
    """The other workers that have the match in memory, with the seats connected to them."""
    following: set[str] = field(default_factory=set)
    """Those of them with connections to the match, which follow every entry."""

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
