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
"""Days for which matches are kept. Longer than any clock or claim: 30 days for a move, 365 until a claim."""
HANDOVER = "DREIERLEI_HANDOVER"
"""The variable in which the parent of several workers passes them their common folder."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server. `Settings.read` takes them from the environment."""

    database: str
    """A URL for SQLAlchemy: SQLite or PostgreSQL."""
    secrets: tuple[str, ...]
    """The first signs the tokens, all are accepted. Anybody who knows one can act as any player."""
    token_days: float = 365.0
    """Days for which a token is valid."""
    redis: str | None = None
    """The URL of a Redis server, which several workers need."""
    rate: float = 20.0
    """Sustained requests a second of one client; 0 lifts this limit and all others that depend on the client."""
    per_address: float = 10.0
    """How many times one client's limit all clients at one address have together; 0 for no limit."""
    matches: float = 100.0
    """New matches an hour that one client may start; 0 for no limit."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """The addresses and networks of proxies that are trusted to name the address of a client."""
    keep: Mapping[str, float] = field(default_factory=lambda: KEEP)
    """Days for which a match is kept after its last entry, by its class; 0 for forever."""
    host_names: tuple[str, ...] = ()
    """The accepted host names; empty for any."""
    metrics_token: str | None = None
    """Clients that send this token may read the metrics; without one, only this machine may."""
    threads: int = 0
    """Searches that run at once; 0 for one per processor."""
    handover: str | None = None
    """The folder through which the workers of one address connect; `dreierlei serve` creates it."""

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """The settings from the environment; raises `DreierleiError`.

        If no secret is given, one is generated and kept in the data folder, readable only by its owner.
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
    """The URL that SQLAlchemy expects, with our driver; a plain path becomes the URL of an SQLite file."""
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
    """The file of the secret if the environment has none; raises `DreierleiError` if its folder cannot be created."""
    return _folder() / "server.secret"


def _secrets(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The secrets from the environment, or else from the file in the data folder; the first signs."""
    given = environment.get("DREIERLEI_SECRET")
    if given is None:
        return secret.kept(secret_file())
    old = environment.get("DREIERLEI_OLD_SECRETS", "").split()
    return *secret.check("DREIERLEI_SECRET", [given]), *(old and secret.check("DREIERLEI_OLD_SECRETS", old))


def _networks(texts: list[str]) -> tuple[str, ...]:
    """Addresses and networks; raises `DreierleiError` for any other text."""
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
