"""The server's settings. Each has a default that works and can be set in the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import DreierleiError
from ..folders import data_folder
from . import secret

if TYPE_CHECKING:
    from collections.abc import Mapping

KEEP = {"unplayed": 45.0, "unfinished": 400.0, "anonymous": 90.0, "finished": 1825.0}
"""Days. Longer than any clock or claim can last: 30 days for a move, 365 until a game can be claimed."""
HANDOVER = "DREIERLEI_HANDOVER"
"""How the parent of several workers tells them the folder in which they meet."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server needs to know. `Settings.read` takes it from the environment."""

    database: str
    """An address that SQLAlchemy reads: SQLite or PostgreSQL."""
    secrets: tuple[str, ...]
    """The first signs the tokens, all are accepted. Anybody who knows one can act as any player."""
    token_days: float = 365.0
    """Days for which a token is valid."""
    redis: str | None = None
    """The address of a Redis, which several workers need."""
    rate: float = 20.0
    """Requests a second that one client may go on making; 0 for no limit, nor any other that depends on the client."""
    per_address: float = 10.0
    """How many times as much as one client all clients at one address may do together; 0 for no limit."""
    matches: float = 100.0
    """New matches an hour that one client may begin; 0 for no limit."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """The addresses and networks of proxies, which are believed when they name the address of a client."""
    keep: Mapping[str, float] = field(default_factory=lambda: KEEP)
    """Days for which a match is kept after the last thing that happened in it, by its class; 0 for ever."""
    host_names: tuple[str, ...] = ()
    """The names under which the server may be addressed; none for any."""
    metrics_token: str | None = None
    """Clients that send it may read the metrics; without one, only this machine may."""
    threads: int = 0
    """Searches that run at once; 0 for one on each processor."""
    handover: str | None = None
    """The folder in which workers of one address meet; `dreierlei serve` makes it."""

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings that the environment asks for; raises `DreierleiError`.

        Without a secret, one is made and kept in the data folder, readable by its owner alone.
        """
        database = environment.get("DREIERLEI_DATABASE") or f"sqlite:///{_folder() / 'server.db'}"
        return cls(
            database=_address(database),
            secrets=_secrets(environment),
            token_days=_number(environment, "DREIERLEI_TOKEN_DAYS", 365.0),
            redis=environment.get("DREIERLEI_REDIS") or None,
            host_names=tuple(environment.get("DREIERLEI_HOST_NAMES", "").lower().split()),
            metrics_token=environment.get("DREIERLEI_METRICS_TOKEN") or None,
            rate=_number(environment, "DREIERLEI_RATE", 20.0),
            per_address=_number(environment, "DREIERLEI_PER_ADDRESS", 10.0),
            matches=_number(environment, "DREIERLEI_MATCHES", 100.0),
            proxies=_networks(environment.get("DREIERLEI_PROXIES", "127.0.0.1 ::1").split()),
            keep={kind: _number(environment, f"DREIERLEI_KEEP_{kind.upper()}", days) for kind, days in KEEP.items()},
            threads=int(_number(environment, "DREIERLEI_THREADS", 0)),
            handover=environment.get(HANDOVER),
        )


def _folder() -> Path:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DreierleiError("server.data-folder", folder=str(folder), reason=str(error.strerror)) from None
    return folder


def _address(text: str) -> str:
    """The address as SQLAlchemy wants it: with our driver, and a plain path for a file of SQLite."""
    scheme, separator, rest = text.partition("://")
    if text in ("sqlite://", "sqlite:///:memory:", ":memory:"):
        raise DreierleiError("server.database-memory")
    if not separator:
        return f"sqlite:///{Path(text).expanduser().absolute()}"
    if scheme in ("postgres", "postgresql"):
        return f"postgresql+psycopg://{rest}"
    if scheme in ("sqlite", "postgresql+psycopg"):
        return text
    raise DreierleiError("server.database-scheme", scheme=scheme)


def secret_file() -> Path:
    """Where the secret is kept if the environment has none; raises `DreierleiError` if there is no such folder."""
    return _folder() / "server.secret"


def _secrets(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Those of the environment, else those of the file in the data folder; the first signs."""
    given = environment.get("DREIERLEI_SECRET")
    if given is None:
        return secret.kept(secret_file())
    old = environment.get("DREIERLEI_OLD_SECRETS", "").split()
    return *secret.check("DREIERLEI_SECRET", [given]), *(old and secret.check("DREIERLEI_OLD_SECRETS", old))


def _networks(texts: list[str]) -> tuple[str, ...]:
    """Addresses and networks; raises `DreierleiError` unless they are."""
    for text in texts:
        try:
            ip_network(text)
        except ValueError:
            raise DreierleiError("server.proxies", value=text) from None
    return tuple(texts)


def _number(environment: Mapping[str, str], name: str, default: float) -> float:
    text = environment.get(name) or str(default)
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number < 1e6:
        raise DreierleiError("server.number", name=name, value=text)
    return number
