"""Security headers, and which sites may act for a player."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from .errors import RequestError, answer, refusal
from .wire.errors import Code

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.requests import HTTPConnection, Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .metrics import Metrics

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",  # the core in the page
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
    (b"cross-origin-embedder-policy", b"require-corp"),  # together with the opener policy: lets workers share memory
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
EMBEDDABLE = "/embed"
"""The pages that other sites may show in a frame: they are for viewing only."""
_FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
_EMBED_HEADERS = [
    (name, _FRAMED.encode() if name == b"content-security-policy" else value)
    for name, value in HEADERS
    if name != b"x-frame-options"
]
HSTS = b"strict-transport-security", b"max-age=31536000"
"""Only where the browser uses HTTPS."""
_SAFE = ("GET", "HEAD", "OPTIONS")


class Headers:
    """Adds the headers to every response, and refuses requests for other hosts or from pages of other sites."""

    def __init__(self, app: ASGIApp, metrics: Metrics, host_names: Collection[str] = ()) -> None:
        self.app, self.metrics, self.host_names = app, metrics, host_names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        known = not self.host_names or scope["path"].startswith("/health") or _host_name(scope) in self.host_names
        if scope["type"] == "websocket":
            if known:
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        framed = scope["path"] == EMBEDDABLE or scope["path"].startswith(f"{EMBEDDABLE}/")
        headers = [*(_EMBED_HEADERS if framed else HEADERS), *([HSTS] if scope["scheme"] == "https" else [])]
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                own = list(message.get("headers", ()))
                named = {name.lower() for name, _ in own}
                message["headers"] = [*own, *(header for header in headers if header[0] not in named)]
            await send(message)

        try:
            if not known:
                raise RequestError(Code.BAD_REQUEST, "server.host-name")
            if scope["method"] not in _SAFE and not same_site(scope):
                raise RequestError(Code.NOT_ALLOWED, "server.other-site")
            await self.app(scope, receive, sent)
        except Exception as error:
            if begun:
                raise
            await answer(refusal(error, self.metrics))(scope, receive, sent)


def same_site(scope: Scope) -> bool:
    """Whether a request comes from our own pages, or not from a page at all."""
    origin = dict(scope["headers"]).get(b"origin")
    scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
    return origin is None or origin.decode("latin-1").lower() == f"{scheme}://{_host(scope)}"


def _host(scope: Scope) -> str:
    host: bytes = dict(scope["headers"]).get(b"host", b"")
    return host.decode("latin-1").lower()


def _host_name(scope: Scope) -> str:
    """The host without its port."""
    return re.sub(r":\d*$", "", _host(scope))


def check_operator(request: Request, token: str | None) -> None:
    """Raises `RequestError` unless a request has the operator's token, or, if none is set, comes from this machine."""
    if token is None:
        allowed = request.client is not None and request.client.host in ("127.0.0.1", "::1")
    else:
        given = request.headers.get("authorization", "")
        allowed = secrets.compare_digest(given.encode(), f"Bearer {token}".encode())
    if not allowed:
        raise RequestError(Code.NOT_ALLOWED, "server.operator")


def secure(connection: HTTPConnection) -> bool:
    """Whether the browser uses HTTPS, either directly or through a proxy."""
    return connection.url.scheme in ("https", "wss")
