"""Limits: how much one client may do, and all clients at one address together, and how large a message may be.

A client is the player of a token, or an address without one. Tokens are free, so evading a limit for clients costs
nothing; evading the limit for addresses costs another address.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING

from .errors import RequestError, answer, refusal
from .wire.errors import Code

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .addresses import Origins
    from .bus import Bus
    from .metrics import Metrics
    from .settings import Settings

BODY = 128 * 1024
"""The most bytes of a request's body."""
FRAME = 4096
"""The most bytes of a message on a live connection."""
BURST = 10.0
"""Seconds' worth of requests that may arrive at once."""
FRAMES, SPARE = 2.0, 50.0
"""Frames of any kind on a live connection for each allowed message, and additional ones in a burst."""
SEARCHES = 0.2
"""Analyses and hints allowed for each request."""
LIVE = 20
"""The most simultaneous live connections of one client."""
SOCKETS = 40
"""The most simultaneous connections of any kind, for each client that an address may have."""
MINUTE, HOUR = 60.0, 3600.0
KNOWN = 10_000
"""Clients whose recent requests are remembered."""


class Bucket:
    """A token bucket for each key: `rate` actions a second, and up to `most` at once after a quiet period."""

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most = rate, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, now: float) -> bool:
        """Counts one action; false if it exceeds the limit."""
        left, then = self._left.pop(key, (self.most, now))
        left = min(self.most, left + (now - then) * self.rate)
        if len(self._left) >= KNOWN:
            self._left.popitem(last=False)  # the key that has been quiet the longest
        enough = left >= 1
        self._left[key] = (left - 1 if enough else left), now
        return enough

    def wait(self, key: str) -> float:
        """Seconds until a key that was just refused may act again."""
        return max(0.0, 1 - self._left[key][0]) / self.rate


class Budget:
    """A token bucket for one connection: `rate` actions a second, and up to `most` at once; a rate of 0 is no limit."""

    __slots__ = ("_left", "_most", "_rate", "_then")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._then = most, 0.0

    def spend(self, count: int, now: float) -> bool:
        """Counts some actions; false if they are too many."""
        self._left = min(self._most, self._left + (now - self._then) * self._rate) - count
        self._then = now
        return self._left >= 0 or self._rate <= 0


class Rate:
    """How often each client may do something, and all clients at one address together. A rate of 0 is no limit."""

    def __init__(
        self, limits: Limits, name: str, rate: float, most: float, key: str = "server.too-many", shown: str = ""
    ) -> None:
        self._limits, self._name, self._key, self._shown = limits, name, key, shown
        factor = limits.per_address
        self._clients = Bucket(rate, most)
        self._addresses = Bucket(rate * factor, most * factor)

    def take(self, client: str) -> None:
        """Counts one action; raises `RequestError` if it exceeds the limit."""
        if self._clients.rate <= 0:
            return
        now = self._limits.now()
        if not self._clients.take(client, now):
            wait = self._clients.wait(client)
            raise self._limits.refused(self._name, "client", wait, self._key, limit=self._shown)
        address = self._limits.origins.of(client)
        if self._addresses.rate > 0 and not self._addresses.take(address, now):
            raise self._limits.refused(self._name, "address", self._addresses.wait(address), "server.too-many-address")


class Occupancy:
    """How many of something each client may have at once, and all clients at one address. 0 is no limit."""

    def __init__(self, limits: Limits, name: str, most: float) -> None:
        self._limits, self._name = limits, name
        self._most, self._most_here = most, most * limits.per_address
        self._clients: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    @contextlib.contextmanager
    def one(self, client: str) -> Iterator[None]:
        """Counts one more for the duration of the block; raises `RequestError` if it exceeds the limit."""
        self.check(client)
        address = self._limits.origins.of(client)
        self.enter(address)
        self._clients[client] += 1
        try:
            yield
        finally:
            _release(self._clients, client)
            self.leave(address)

    def check(self, client: str) -> None:
        """Raises `RequestError` if a client may not have one more."""
        if 0 < self._most <= self._clients[client]:
            raise self._limits.refused(
                self._name, "client", 1.0, "server.too-many-connections", limit=f"{self._most:g}"
            )
        if self.full(self._limits.origins.of(client)):
            raise self._limits.refused(self._name, "address", 1.0, "server.too-many-address")

    def full(self, address: str) -> bool:
        """Whether an address may not have one more."""
        return 0 < self._most_here <= self._addresses[address]

    def enter(self, address: str) -> None:
        """Counts one more at an address."""
        self._addresses[address] += 1

    def leave(self, address: str) -> None:
        """Counts one less at an address."""
        _release(self._addresses, address)


def _release(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if not counts[key]:
        del counts[key]


class Limits:
    """All limits of a worker. Those for matches hold for all workers together, as long as the bus connects them."""

    def __init__(
        self,
        settings: Settings,
        origins: Origins,
        bus: Bus,
        metrics: Metrics,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.origins, self.metrics, self.now = origins, metrics, now
        self.per_address = settings.per_address
        self._bus, self._matches_per_hour = bus, settings.matches if settings.rate > 0 else 0.0
        rate, matches = settings.rate, self._matches_per_hour
        self.requests = Rate(self, "requests", rate, rate * BURST, shown=f"{rate:g}")
        searches = rate * SEARCHES
        self.searches = Rate(self, "searches", searches, searches * BURST, "server.too-many-searches", f"{searches:g}")
        self._matches = Rate(self, "matches", matches / HOUR, matches, "server.too-many-matches", f"{matches:g}")
        self.frames = rate * FRAMES, rate * FRAMES * BURST + SPARE
        self.live = Occupancy(self, "live", LIVE if rate > 0 else 0)
        self.sockets = Occupancy(self, "sockets", SOCKETS if rate > 0 else 0)

    async def match(self, client: str) -> None:
        """Counts a new match; raises `RequestError` if it exceeds the limit."""
        self._matches.take(client)
        if not self._bus.shared or self._matches_per_hour <= 0:
            return
        most = self._matches_per_hour
        if await self._bus.count(f"matches:{client}", HOUR) > most:
            raise self.refused("matches", "client", MINUTE, "server.too-many-matches", limit=f"{most:g}")
        at_address = await self._bus.count(f"matches@{self.origins.of(client)}", HOUR)
        if 0 < most * self.per_address < at_address:
            raise self.refused("matches", "address", MINUTE, "server.too-many-address")

    def refused(self, limit: str, by: str, wait: float, key: str, /, **values: object) -> RequestError:
        """The error for an action over a limit, counted in the metrics. A retry may succeed after `wait` seconds."""
        self.metrics.limited.labels(limit=limit, by=by).inc()
        error = RequestError(Code.TOO_MANY, key, **values)
        error.retry = max(1.0, wait)
        return error


class BodyLimit:
    """Refuses bodies that are too large, whether or not they declare their length."""

    def __init__(self, app: ASGIApp, metrics: Metrics, most: int = BODY) -> None:
        self.app, self.metrics, self.most = app, metrics, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        too_large = RequestError(Code.TOO_LARGE, "server.too-large", bytes=self.most)
        if not length.isdigit() or int(length) > self.most:
            await answer(refusal(too_large, self.metrics))(scope, receive, send)
            return
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            # Nothing more is read, and whatever the app answers to the truncated body is not sent.
            return {"type": "http.disconnect"} if read > self.most else message

        async def sent(message: Message) -> None:
            if read <= self.most:
                await send(message)

        try:
            await self.app(scope, counted, sent)
        finally:
            if read > self.most:
                await answer(refusal(too_large, self.metrics))(scope, receive, send)
