"""Bans of players, by their tokens, and of addresses."""

from __future__ import annotations

import re
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa

from ..errors import DreierleiError
from .addresses import network
from .database import bans
from .errors import RequestError
from .wire.errors import Code

if TYPE_CHECKING:
    from .tokens import Person

PLAYER = re.compile(r"[\w-]{16}")
"""The format of the id of a token's player."""


class Ban(NamedTuple):
    """A player or a network that is banned."""

    subject: str
    at: float
    until: float | None
    """None: forever."""
    reason: str


def read_subject(text: str) -> str:
    """A player's id, an address or a network in the form that bans use; raises `DreierleiError`.

    An IPv6 address stands for its /64 network.
    """
    if PLAYER.fullmatch(text):
        return text
    try:
        return str(ip_network(text if "/" in text else network(text), strict=False))
    except ValueError:
        raise DreierleiError("server.subject", subject=text) from None


def ban(connection: sa.Connection, new: Ban) -> None:
    """Bans somebody; replaces an existing ban."""
    lift(connection, new.subject)
    connection.execute(sa.insert(bans).values(new._asdict()))


def lift(connection: sa.Connection, subject: str) -> bool:
    """Lifts a ban; returns whether there was one."""
    return connection.execute(sa.delete(bans).where(bans.c.subject == subject)).rowcount > 0


def listed(connection: sa.Connection, now: float) -> list[Ban]:
    """All bans in force, the latest first. Expired bans are deleted."""
    if connection.execute(sa.select(bans.c.subject).where(bans.c.until < now).limit(1)).first() is not None:
        connection.execute(sa.delete(bans).where(bans.c.until < now))
    columns = [bans.c[name] for name in Ban._fields]
    return [Ban(*row) for row in connection.execute(sa.select(*columns).order_by(bans.c.at.desc()))]


class Bans:
    """The bans that a worker knows of; it reads them every second."""

    def __init__(self) -> None:
        self._players: frozenset[str] = frozenset()
        self._networks: tuple[IPv4Network | IPv6Network, ...] = ()

    def update(self, current: list[Ban]) -> bool:
        """Replaces the list; returns whether it has changed."""
        players = frozenset(each.subject for each in current if PLAYER.fullmatch(each.subject))
        networks = tuple(ip_network(each.subject) for each in current if each.subject not in players)
        changed = (players, networks) != (self._players, self._networks)
        self._players, self._networks = players, networks
        return changed

    def bars(self, client: str, address: str) -> bool:
        """Whether a client at an address is banned."""
        if client in self._players:
            return True
        if not self._networks:
            return False
        try:
            source = ip_network(network(address))
        except ValueError:
            return False
        return any(source.version == each.version and source.overlaps(each) for each in self._networks)

    def check(self, person: Person | None, address: str) -> None:
        """Raises `RequestError` for somebody who is banned."""
        if self.bars(person.id if person else "", address):
            raise RequestError(Code.NOT_ALLOWED, "server.banned")
