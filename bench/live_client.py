"""A cheap WebSocket client for the benchmarks, so that they measure the server and not the client."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NO_MASK = bytes(4)
"""A mask that changes nothing."""


class LiveClient(asyncio.Protocol):
    """One connection. `hear` gets every text message; whatever it raises ends the connection."""

    def __init__(self, head: bytes) -> None:
        self._head, self._buffer, self._up = head, b"", False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.hear: Callable[[bytes], None] = lambda _: None

    @classmethod
    async def connect(cls, address: str, **headers: str) -> LiveClient:
        """A connection to a WebSocket at this address."""
        parts = urlsplit(address)
        path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        key = base64.b64encode(os.urandom(16)).decode()
        wanted = {
            "Host": parts.netloc,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": key,
            **headers,
        }
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in wanted.items()), "", ""]
        loop = asyncio.get_running_loop()
        _, client = await loop.create_connection(
            lambda: cls("\r\n".join(lines).encode()), parts.hostname or "", parts.port or 80
        )
        await client.opened
        return client

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        transport.write(self._head)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data
        if not self._up:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head[:100].decode()))
                return
            self._up = True
            self.opened.set_result(None)
        while (frame := _frame(data)) is not None:
            kind, payload, data = frame
            if kind == TEXT:
                self.hear(payload)
            elif kind == PING:
                self._send(PONG, payload)
        self._buffer = data

    def send(self, text: bytes) -> None:
        """Sends a text of less than 126 bytes."""
        self._send(TEXT, text)

    def abort(self) -> None:
        """Ends the connection at once."""
        self._transport.abort()

    def _send(self, kind: int, payload: bytes) -> None:
        assert len(payload) < 126
        self._transport.write(bytes((0x80 | kind, 0x80 | len(payload))) + NO_MASK + payload)


def _frame(data: bytes) -> tuple[int, bytes, bytes] | None:
    """The kind and the payload of the first frame, and what follows it; None if it is not complete."""
    if len(data) < 2:
        return None
    size, begin = data[1], 2
    if size >= 126:
        begin = 4 if size == 126 else 10
        if len(data) < begin:
            return None
        (size,) = struct.unpack_from("!H" if begin == 4 else "!Q", data, 2)
    end = begin + size
    return None if len(data) < end else (data[0] & 15, data[begin:end], data[end:])
