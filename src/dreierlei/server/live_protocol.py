"""The WebSocket protocol of live connections: uvicorn's, with less work per message and a limit on frames.

An ASGI app sends each text to each connection in a task, where it is encoded and framed again. `push` writes a text at
once, in a frame that is built only once for all connections.

Incoming data passes through a parser, a queue and a task before it reaches the app. Nearly always it is one short text
in a frame of its own, which goes straight to the function given to `hear`. Everything else takes the usual path, and so
does what that function declines.

For each message on the usual path, uvicorn stops reading until the app has taken it. Here that happens only if the app
is still busy with the previous message.

uvicorn pings every client every 20 seconds, so that connections which have died are noticed. Thousands of people who
came at the same time would all be pinged at the same time, and everybody's moves would wait. A client that has sent
something since the last check is alive; only silent ones are pinged.

The app counts messages, but it never sees pings or fragments, and thousands of them fit into one read. So frames are
counted before they are parsed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from .frames import Frames, frame, short_text
from .presence import DIRECT

if TYPE_CHECKING:
    from asyncio import BaseTransport
    from collections.abc import Callable

    from uvicorn._types import ASGIReceiveEvent
    from websockets.http11 import Request

    from .connections import Gate
    from .limits import Budget

FLOOD = 1008
"""The close code for a client that sends too much."""


class LiveProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol as a `Direct`, except where messages are compressed: their frames differ."""

    _gate: Gate
    _budget: Budget
    _app_waits = False
    _heard = True
    """Whether anything has arrived since the last check."""
    _take: Callable[[bytes], bool] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Gives the connection its budget of frames."""
        super().connection_made(transport)
        self._gate = self.app_state["connections"]
        self._budget, self._frames = self._gate.frames(), Frames()

    def handle_connect(self, event: Request) -> None:
        """Offers `Direct` to the app, which has not started yet."""
        super().handle_connect(event)
        if not self.close_sent and not self.config.ws_per_message_deflate:
            self.scope["extensions"][DIRECT] = self  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Lets go of the app, which refers to this connection: what is not a cycle is freed at once."""
        super().connection_lost(exc)
        self._take = None
        if self.handshake_initiated:
            self.scope["extensions"].pop(DIRECT, None)

    def data_received(self, data: bytes) -> None:
        """Hands a single short text straight to the app, and anything else to the parser, unless it is too much."""
        self._heard = True
        if self._take is not None and self._app_waits and self._frames.between and self.conn.state is State.OPEN:
            text = short_text(data)
            if text is not None and self._take(text):
                return
        if self.handshake_initiated and not self._budget.spend(self._frames.count(data), self.loop.time()):
            self._cut_off()
            return
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """Pings a client that has been silent since the last check, and otherwise only makes the next appointment."""
        if not self._heard:
            super().send_keepalive_ping()
        elif not self.close_sent and not self.transport.is_closing():
            self._heard = False
            self.schedule_ping()

    def hear(self, take: Callable[[bytes], bool]) -> None:
        """Hands short texts to `take` while the app is waiting for a message."""
        self._take = take

    def push(self, text: str) -> bool:
        """Sends a text now, unless the connection is closing or its client reads too slowly."""
        if self.conn.state is not State.OPEN or self.transport.is_closing() or not self.writable.is_set():
            return False
        self.transport.write(frame(text))
        return True

    async def receive(self) -> ASGIReceiveEvent:
        """The next message for the app."""
        self._app_waits = self.queue.empty()
        return await super().receive()

    def send_receive_event_to_app(self) -> None:
        """Queues a message, and stops reading unless the app is waiting for it."""
        if not self._app_waits:
            super().send_receive_event_to_app()
            return
        self._app_waits = False
        self.read_paused = True  # so that uvicorn does not pause reading
        super().send_receive_event_to_app()
        self.read_paused = False

    def _cut_off(self) -> None:
        if not self.transport.is_closing():
            self._gate.flooded("frames")
            self.conn.fail(FLOOD)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
