"""Limits on connections until a request is complete: how long it may take, and how large its head may be.

The parser has no limits of its own, and takes quadratic time for one long header line.
"""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from .addresses import network
from .errors import RequestError, answer, refusal
from .limits import BODY, Budget
from .security import HEADERS
from .wire.errors import Code

if TYPE_CHECKING:
    from asyncio import Protocol, TimerHandle, Transport
    from collections.abc import Iterable

    from .handover import Handover
    from .limits import Limits
    from .metrics import Metrics

HEAD = 32 * 1024
"""The most bytes in the request line and headers; with chunk sizes and trailers, this plus the size of the body."""
HEAD_SECONDS = 10.0
"""Seconds within which the head of a request must arrive; for the first request, counted from the connection."""
BODY_SECONDS = 30.0
"""Seconds that the body may take after that."""
AHEAD = 20
"""Pipelined requests that may wait for their answers. Whatever arrives in one read is parsed at once."""


class Gate:
    """Counts the connections from each address, except from proxies, which serve many clients."""

    def __init__(self, limits: Limits, proxies: Iterable[str], metrics: Metrics) -> None:
        self._limits, self.metrics = limits, metrics
        self._proxies = tuple(ip_network(each) for each in proxies)

    def enter(self, client: tuple[str, int] | None) -> str | None:
        """Counts a connection and returns its address; None if it is not counted. Raises `RequestError` if too many."""
        if client is None or self._is_proxy(client[0]):
            return None
        address = network(client[0])
        if self._limits.sockets.full(address):
            raise self._limits.refused("sockets", "address", 1.0, "server.too-many-address")
        self._limits.sockets.enter(address)
        return address

    def frames(self) -> Budget:
        """The budget of frames for a new live connection."""
        return Budget(*self._limits.frames)

    def flooded(self, limit: str) -> RequestError:
        """Counts a connection that sent too much at once, and returns the error for it."""
        return self._limits.refused(limit, "client", 1.0, "server.too-many-address")

    def leave(self, address: str) -> None:
        """Counts one connection less."""
        self._limits.sockets.leave(address)

    def _is_proxy(self, host: str) -> bool:
        try:
            here = ip_address(host)
        except ValueError:
            return True  # a local socket
        return any(here in each for each in self._proxies)


class LimitedProtocol(HttpToolsProtocol):
    """Closes connections if an address has too many, or if their requests are too large or never completed."""

    _gate: Gate
    _counted: str | None = None

    _timer: TimerHandle | None = None
    _in_head = True
    _received = 0
    """Bytes of the current request."""
    _head = 0
    """Those of them that belong to its URL and its headers, as far as they are complete."""
    _body = 0
    """Those of them that belong to its body."""
    _refused = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Counts the connection, and starts the timer for the first request."""
        super().connection_made(transport)
        self._gate = self.app_state["connections"]
        try:
            self._counted = self._gate.enter(self.client)
        except RequestError as error:
            self._refuse(429, error)
            return
        self._expect(HEAD_SECONDS)
        if (handover := self.app_state["handover"]) is not None:
            handover.join(self._live)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the timer, and no longer counts the connection."""
        self._expect(None)
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Counts and parses what arrives."""
        if self._refused:
            return
        if self._timer is None:
            self._expect(HEAD_SECONDS)
        self._received += len(data)
        super().data_received(data)
        if self._received - self._body > HEAD + self._body or self._body > 2 * BODY:
            self._refuse_size()

    def on_message_begin(self) -> None:
        """Starts the timer for the head, unless it is running."""
        super().on_message_begin()
        if self._timer is None:
            self._expect(HEAD_SECONDS)

    def on_url(self, url: bytes) -> None:
        """Refuses a URL that is too long."""
        super().on_url(url)
        self._count_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Refuses headers that are too long."""
        super().on_header(name, value)
        self._count_head(len(name) + len(value) + len(": \r\n"))

    def on_headers_complete(self) -> None:
        """Starts the timer for the body, unless too many requests are waiting for an answer."""
        super().on_headers_complete()
        if len(self.pipeline) > AHEAD:
            self._refuse(429, self._gate.flooded("ahead"))
            raise ValueError  # ends the parser
        self._expect(BODY_SECONDS)
        self._in_head = False

    def on_body(self, body: bytes) -> None:
        """Counts the body."""
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Stops the timer until the next request begins."""
        super().on_message_complete()
        self._expect(None)
        self._in_head, self._received, self._head, self._body = True, 0, 0, 0

    def handle_websocket_upgrade(self) -> None:
        """Passes the connection to another protocol or worker. Live connections are counted elsewhere."""
        self._expect(None)
        self._leave()
        handover = self.app_state["handover"]
        if handover is not None and self._hand_over(handover):
            self.transport.abort()  # only here; the other worker keeps it open
        else:
            super().handle_websocket_upgrade()
            self.parser = None  # type: ignore[assignment]  # it refers to this object, which nobody needs any more

    def _hand_over(self, handover: Handover) -> bool:
        lines = [b"%s: %s\r\n" % header for header in self.scope["headers"]]
        head = b"".join([b"GET ", self.url, b" HTTP/1.1\r\n", *lines, b"\r\n"])
        self.transport.pause_reading()
        if handover.give(self.url, head, self.transport.get_extra_info("socket")):
            return True
        self.transport.resume_reading()
        return False

    def _live(self) -> Protocol:
        """The protocol for a live connection that another worker hands over."""
        return self.ws_protocol_class(  # type: ignore[call-arg, misc]
            config=self.config, server_state=self.server_state, app_state=self.app_state
        )

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuses data that is not HTTP."""
        self._refuse(400, RequestError(Code.BAD_REQUEST, "server.http"))

    def _leave(self) -> None:
        if self._counted is not None:
            self._gate.leave(self._counted)
            self._counted = None

    def _expect(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        if self._received == 0:
            self.transport.close()  # no request has begun
        else:
            self._refuse(408, RequestError(Code.BAD_REQUEST, "server.too-slow"))

    def _count_head(self, size: int) -> None:
        self._head += size
        if self._in_head and self._head > HEAD:
            self._refuse_size()
            raise ValueError  # ends the parser

    def _refuse_size(self) -> None:
        status, most = (431, HEAD) if self._in_head else (413, BODY)
        self._refuse(status, RequestError(Code.TOO_LARGE, "server.too-large", bytes=most))

    def _refuse(self, status: int, error: RequestError) -> None:
        """Sends the reason, unless another answer is in the way, and closes the connection."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self._expect(None)
        view = refusal(error, self._gate.metrics)
        if self._may_answer():
            response = answer(view, status, {"Connection": "close"})
            lines = [b"%s: %s\r\n" % header for header in (*response.raw_headers, *HEADERS)]
            self.transport.write(b"".join([STATUS_LINE[status], *lines, b"\r\n", response.body]))
        self.transport.close()

    def _may_answer(self) -> bool:
        """Whether a refusal can be sent: this request has no answer yet, and no earlier answer is unfinished."""
        if self._in_head:
            return self.cycle is None or self.cycle.response_complete
        return not self.cycle.response_started
