"""Limits: how often a client may ask, and how large a message may be."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from .errors import RequestError, answer, refusal
from .wire.errors import Code

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .metrics import Metrics

BODY = 128 * 1024
"""Bytes of a request's body."""
FRAME = 4096
"""Bytes of a message on a live connection."""
BURST = 10.0
"""Seconds' worth of requests that may come at once."""
KNOWN = 10_000
"""Clients whose recent requests are remembered."""


class Rate:
    """Counts what clients do: each may do `rate` things a second, and some more at once after a while of quiet."""

    def __init__(self, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.most, self.now = rate, rate * BURST, now
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, client: str, cost: float = 1.0) -> None:
        """Counts something; raises `RequestError` when it is too much."""
        if self.rate <= 0:
            return
        now = self.now()
        left, then = self._left.pop(client, (self.most, now))
        left = min(self.most, left + (now - then) * self.rate)
        if len(self._left) >= KNOWN:
            self._left.pop(next(iter(self._left)))  # the client that has been quiet for the longest time
        self._left[client] = (left - cost if left >= cost else left), now
        if left < cost:
            raise RequestError(Code.TOO_MANY, "server.too-many", rate=f"{self.rate:g}")


class BodyLimit:
    """Refuses bodies that are too large, whether or not they say so beforehand."""

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
            # Nothing more is read then, and whatever the app makes of what it got is not sent.
            return {"type": "http.disconnect"} if read > self.most else message

        async def sent(message: Message) -> None:
            if read <= self.most:
                await send(message)

        try:
            await self.app(scope, counted, sent)
        finally:
            if read > self.most:
                await answer(refusal(too_large, self.metrics))(scope, receive, send)
