"""Who somebody is: a token that the server signed. It names a player, and a seat of a match belongs to a player."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from itsdangerous import BadSignature, URLSafeSerializer

from .failures import Refusal

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

COOKIE = "dreierlei"
YEAR = 365 * 86_400


@dataclass(frozen=True, slots=True)
class Person:
    """Whoever holds a token."""

    id: str
    name: str | None = None


class Seats:
    """Makes and reads tokens."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeSerializer(secret, salt="player")

    def new(self, name: str | None = None) -> tuple[Person, str]:
        """Somebody nobody has seen before, and the token."""
        person = Person(secrets.token_urlsafe(12), name)
        return person, self._signer.dumps([person.id, person.name])

    def person(self, connection: HTTPConnection) -> Person | None:
        """Who is asking: by the header Authorization, or else by the cookie. Raises `Refusal` for a forged token."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme:
            if scheme.lower() != "bearer":
                raise Refusal("not_allowed", "The header Authorization is not understood: expected Bearer TOKEN.")
            found = self._read(token.strip())
            if found is None:
                raise Refusal("not_allowed", "The token is not one of this server: expected one from POST /api/tokens.")
            return found
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
