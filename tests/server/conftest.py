"""Servers for the tests: on SQLite alone, and on a real PostgreSQL with a real Redis."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import pytest

from dreierlei.server.settings import Settings

from . import daemons
from .people import House

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BACKENDS = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with daemons.postgres() as address:
        yield address


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    with daemons.redis() as address:
        yield address


@pytest.fixture(scope="module", params=BACKENDS)
def settings(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Where a module's matches are kept: the same tests run with each."""
    if request.param == "sqlite":
        folder: Path = tmp_path_factory.mktemp("server")
        return Settings(database=f"sqlite:///{folder / 'test.db'}", secrets=("for tests",), rate=0)
    address = request.getfixturevalue("postgres").replace("postgresql", "postgresql+psycopg", 1)
    schema = f"t{secrets.token_hex(4)}"
    daemons.make_schema(address, schema)
    return Settings(
        database=f"{address}?options=-csearch_path%3D{schema}",
        secrets=("for tests",),
        redis=request.getfixturevalue("redis"),
        rate=0,
    )


@pytest.fixture(scope="module")
def house(settings: Settings) -> Iterator[House]:
    """A running server."""
    with House.open(settings) as open_house:
        yield open_house


@pytest.fixture(scope="module")
def other(settings: Settings, house: House) -> Iterator[House]:
    """A second worker on the same database, in another thread."""
    with House.open(settings, house.clock) as open_house:
        yield open_house
