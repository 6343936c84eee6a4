"""Signed tokens. A token names a player, and a seat of a match belongs to a player."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from itsdangerous import BadSignature, URLSafeSerializer

from .errors import RequestError
from .wire.errors import Code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import HTTPConnection
    from starlette.responses import Response

COOKIE = "dreierlei"
YEAR = 365 * 86_400


@dataclass(frozen=True, slots=True)
class Person:
    """Whoever holds a token."""

    id: str
    name: str | None = None


class Tokens:
    """Makes and reads tokens."""

    def __init__(self, secrets: Sequence[str]) -> None:
        self._signer = URLSafeSerializer(list(reversed(secrets)), salt="player")  # it signs with the last

    def new(self, name: str | None = None) -> tuple[Person, str]:
        """A new person, and the token."""
        person = Person(secrets.token_urlsafe(12), name)
        return person, self._signer.dumps([person.id, person.name])

    def person(self, connection: HTTPConnection) -> Person | None:
        """Who is asking, by the Authorization header or the cookie; raises `RequestError` for a forged token."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme:
            if scheme.lower() != "bearer":
                raise RequestError(Code.NOT_ALLOWED, "server.authorization")
            person = self._read(token.strip())
            if person is None:
                raise RequestError(Code.NOT_ALLOWED, "server.token")
            return person
        return self._read(connection.cookies.get(COOKIE, ""))

    def _read(self, token: str) -> Person | None:
        try:
            identity, name = self._signer.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return Person(identity, name)


def give(response: Response, token: str, secure: bool) -> None:
    """Hands a token to a browser, which keeps it from scripts and from other sites' forms."""
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
