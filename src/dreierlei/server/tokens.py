"""Signed tokens. A token names a player, and a seat of a match belongs to a player."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from itsdangerous import BadSignature, URLSafeSerializer

from .errors import RequestError
from .wire.errors import Code

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from .store import Store

COOKIE = "dreierlei"
DAY = 86_400
FRESH = 30 * DAY
"""The age in seconds at which a browser's token is replaced by a new one."""
OVERLAP = 60.0
"""Seconds by which the clocks of several workers may differ."""


@dataclass(frozen=True, slots=True)
class Person:
    """The holder of a token."""

    id: str
    name: str | None
    issued: float
    """When the token was issued, in seconds since 1970."""


class Tokens:
    """Issues and reads tokens. Each is valid for some days, unless its player revokes it."""

    def __init__(self, secrets: Sequence[str], days: float, now: Callable[[], float] = time.time) -> None:
        self._signer = URLSafeSerializer(list(reversed(secrets)), salt="player")  # the serializer signs with the last
        self.seconds, self.now = days * DAY, now
        self._revoked: dict[str, float] = {}
        self._upgraded = 0.0
        """The time at which tokens without a time of issue count as issued."""

    def new(self, name: str | None = None) -> tuple[Person, str]:
        """A new person, and their token."""
        return self.issue(secrets.token_urlsafe(12), name)

    def issue(self, player: str, name: str | None) -> tuple[Person, str]:
        """A person, and a token issued now."""
        person = Person(player, name, round(self.now(), 3))
        return person, self._signer.dumps([person.id, person.name, person.issued])

    def person(self, connection: HTTPConnection) -> Person | None:
        """Who is asking, by the Authorization header or the cookie.

        Raises `RequestError` if the header has a token that is forged or no longer valid.
        """
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme:
            if scheme.lower() != "bearer":
                raise RequestError(Code.NOT_ALLOWED, "server.authorization")
            person = self._read(token.strip())
            if person is None:
                raise RequestError(Code.NOT_ALLOWED, "server.token")
            if not self._valid(person):
                raise RequestError(Code.NOT_ALLOWED, "server.token-expired")
            return person
        person = self._read(connection.cookies.get(COOKIE, ""))
        return person if person is not None and self._valid(person) else None

    def renewed(self, connection: HTTPConnection, person: Person) -> str | None:
        """A new token for a browser whose own is no longer fresh."""
        if "authorization" in connection.headers or self.now() - person.issued < min(FRESH, self.seconds / 2):
            return None
        return self.issue(person.id, person.name)[1]

    def give(self, response: Response, token: str, secure: bool) -> None:
        """Sets a token as a cookie that scripts and other sites' forms cannot use."""
        response.set_cookie(
            COOKIE, token, max_age=int(self.seconds), httponly=True, samesite="lax", secure=secure, path="/"
        )

    async def revoke(self, player: str, store: Store) -> None:
        """Revokes all tokens of a player that were issued before now."""
        now = round(self.now(), 3)
        await store.revoke(player, now, now - self.seconds)

    async def open(self, store: Store) -> None:
        """Reads what is stored about tokens issued earlier."""
        self._upgraded = await store.upgraded()
        await self.refresh(store)

    async def refresh(self, store: Store) -> list[str]:
        """Reads which tokens were revoked, here or by other workers; returns the players concerned."""
        latest = max(self._revoked.values(), default=0.0)
        revoked = await store.revocations(max(latest - OVERLAP, self.now() - self.seconds))
        changed = [player for player, at in revoked.items() if self._revoked.get(player) != at]
        oldest = self.now() - self.seconds
        self._revoked = {player: at for player, at in (self._revoked | revoked).items() if at >= oldest}
        return changed

    def _valid(self, person: Person) -> bool:
        return person.issued > self.now() - self.seconds and person.issued >= self._revoked.get(person.id, 0.0)

    def _read(self, token: str) -> Person | None:
        try:
            identity, name, *issued = self._signer.loads(token)
            (at,) = issued or (self._upgraded,)  # version 0.1 did not write the time
        except (BadSignature, ValueError, TypeError):
            return None
        return Person(identity, name, at)
