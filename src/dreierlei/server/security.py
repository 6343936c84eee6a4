"""Security headers, and which sites may act for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from .errors import RequestError, answer, refusal
from .wire.errors import Code

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .metrics import Metrics

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
_SAFE = ("GET", "HEAD", "OPTIONS")


class Headers:
    """Adds the headers to every answer, and refuses requests that another site's page makes in somebody's name."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        if scope["method"] not in _SAFE and not same_site(dict(scope["headers"])):
            other = RequestError(Code.NOT_ALLOWED, "server.other-site")
            await answer(refusal(other, self.metrics))(scope, receive, sent)
            return
        await self.app(scope, receive, sent)


def same_site(headers: dict[bytes, bytes]) -> bool:
    """Whether a request comes from our own pages, or from no page at all."""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    return urlsplit(origin.decode("latin-1")).netloc == headers.get(b"host", b"").decode("latin-1")


def secure(connection: HTTPConnection) -> bool:
    """Whether the browser uses HTTPS, with us or with the proxy before us."""
    return connection.url.scheme in ("https", "wss")
