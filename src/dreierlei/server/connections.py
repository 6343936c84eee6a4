"""Connections before a request is complete: how long it may take, and how large its head may be.

The parser has no limits of its own, and it takes quadratic time for one long header line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from .errors import RequestError, answer, error_view
from .limits import BODY
from .security import HEADERS
from .wire.errors import Code

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

HEAD = 32 * 1024
"""Bytes of the request line and the headers; also of trailers and chunk sizes beyond as many bytes as the body has."""
HEAD_SECONDS = 10.0
"""Seconds in which the head of a request must have arrived, or the first one of a connection."""
BODY_SECONDS = 30.0
"""Seconds that its body may take after that."""


class LimitedProtocol(HttpToolsProtocol):
    """Closes connections whose requests are too large or never finished."""

    _timer: TimerHandle | None = None
    _in_head = True
    _received = 0
    """Bytes of the current request."""
    _body = 0
    """Those of them that belong to its body."""
    _refused = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Expects the first request."""
        super().connection_made(transport)
        self._expect(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Expects nothing more."""
        self._expect(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Counts what arrives, and has it parsed."""
        if self._refused:
            return
        if self._timer is None:
            self._expect(HEAD_SECONDS)
        self._received += len(data)
        super().data_received(data)
        if self._received - self._body > HEAD + self._body or self._body > 2 * BODY:
            self._refuse_size()

    def on_message_begin(self) -> None:
        """Expects the head."""
        super().on_message_begin()
        if self._timer is None:
            self._expect(HEAD_SECONDS)

    def on_url(self, url: bytes) -> None:
        """Refuses an address that is too long."""
        super().on_url(url)
        self._check_head()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Refuses headers that are too long."""
        super().on_header(name, value)
        self._check_head()

    def on_headers_complete(self) -> None:
        """Expects the body."""
        super().on_headers_complete()
        self._expect(BODY_SECONDS)
        self._in_head = False

    def on_body(self, body: bytes) -> None:
        """Counts the body."""
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Expects nothing until the next request begins."""
        super().on_message_complete()
        self._expect(None)
        self._in_head, self._received, self._body = True, 0, 0

    def handle_websocket_upgrade(self) -> None:
        """Leaves the connection to another protocol."""
        self._expect(None)
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuses what is not HTTP."""
        self._refuse(400, RequestError(Code.BAD_REQUEST, "server.http"))

    def _expect(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        if self._received == 0:
            self.transport.close()  # nothing was asked
        else:
            self._refuse(408, RequestError(Code.BAD_REQUEST, "server.too-slow"))

    def _check_head(self) -> None:
        if self._in_head and len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > HEAD:
            self._refuse_size()
            raise ValueError  # ends the parser

    def _refuse_size(self) -> None:
        status, most = (431, HEAD) if self._in_head else (413, BODY)
        self._refuse(status, RequestError(Code.TOO_LARGE, "server.too-large", bytes=most))

    def _refuse(self, status: int, error: RequestError) -> None:
        """Says why, unless another answer is in the way, and closes the connection."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self._expect(None)
        if self._may_answer():
            response = answer(error_view(error), status, {"Connection": "close"})
            lines = [b"%s: %s\r\n" % header for header in (*response.raw_headers, *HEADERS)]
            self.transport.write(b"".join([STATUS_LINE[status], *lines, b"\r\n", response.body]))
        self.transport.close()

    def _may_answer(self) -> bool:
        """Whether this request has no answer yet and, while its head arrives, an earlier one has all of its answer."""
        if self._in_head:
            return self.cycle is None or self.cycle.response_complete
        return not self.cycle.response_started
