"""The WebSocket protocol of live connections: uvicorn's, with less to do for each message.

An ASGI app hands each text to each connection in a task, where it is encoded and framed again. Frames from a server are
not masked, so the same bytes do for all. `PUSH` in the scope's extensions writes them at once, without a task.

For each message that arrives, uvicorn stops reading until the app has taken it. Here that happens only if the app is
still busy with the one before.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from .presence import PUSH

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent
    from websockets.http11 import Request


class LiveProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which offers `PUSH`, unless messages are compressed: frames differ then."""

    _app_waits = False

    def handle_connect(self, event: Request) -> None:
        """Offers `PUSH` to the app, which has not started yet."""
        super().handle_connect(event)
        if not self.close_sent and not self.config.ws_per_message_deflate:
            self.scope["extensions"][PUSH] = self.push  # type: ignore[assignment]

    async def receive(self) -> ASGIReceiveEvent:
        """The next message for the app."""
        self._app_waits = self.queue.empty()
        return await super().receive()

    def send_receive_event_to_app(self) -> None:
        """Queues a message, and stops reading unless the app waits for it."""
        if not self._app_waits:
            super().send_receive_event_to_app()
            return
        self._app_waits = False
        self.read_paused = True  # so uvicorn does not do it
        super().send_receive_event_to_app()
        self.read_paused = False

    def push(self, text: str) -> bool:
        """Sends a text now, unless the connection is closing, or its client reads too slowly."""
        if self.conn.state is not State.OPEN or self.transport.is_closing() or not self.writable.is_set():
            return False
        self.transport.write(_frame(text))
        return True


@lru_cache(maxsize=64)
def _frame(text: str) -> bytes:
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
