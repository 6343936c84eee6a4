"""What strangers, full disks and absent databases can do to a server."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import httpx2
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from dreierlei.errors import DreierleiError
from dreierlei.match import Match
from dreierlei.server import database, store
from dreierlei.server.app import create_app
from dreierlei.server.bus import check_redis
from dreierlei.server.settings import Settings
from tests.waiting import PATIENCE, wait_until

from . import daemons
from .people import House, bad, good

if TYPE_CHECKING:
    from collections.abc import Iterator

NEW = {"variant": "tictactoe", "opponent": {"kind": "here"}}


class Usage(NamedTuple):
    """Like that of `shutil`."""

    total: int
    used: int
    free: int


@pytest.fixture
def lite(tmp_path: Path) -> Settings:
    """A server of its own on SQLite."""
    return Settings(database=f"sqlite:///{tmp_path / 'x.db'}", secrets=(daemons.SECRET,), rate=0)


@pytest.mark.parametrize(
    "path",
    [
        "/web/%00",
        f"/web/{'x' * 300}",
        f"/web/{'x/' * 3000}",
        "/web/a%00b.js",
        "/api/matches/%00",
        "/api/matches/a%00b/record",
    ],
)
def test_no_address_is_an_internal_error(house: House, path: str) -> None:
    answer = house.client.get(path)
    assert answer.status_code == 404
    bad(answer, "not_found")


def test_internal_errors_carry_the_security_headers(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(house.rooms, "view", broken)
    answer = house.person().post("/api/matches", NEW)
    assert answer.status_code == 500
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in answer.headers["content-security-policy"]


# --- databases --------------------------------------------------------------------------------------------------------


def test_nobody_waits_for_a_long_record(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of a thousand games takes as long as hundreds of moves, so the event loop does not write it."""
    ada = house.person()
    match, write = ada.begin("muehle", {"kind": "here"}), Match.__str__
    in_loop: list[bool] = []

    def watched(self: Match) -> str:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            in_loop.append(False)
        else:
            in_loop.append(True)
        return write(self)

    monkeypatch.setattr(Match, "__str__", watched)
    assert ada.get(f"/api/matches/{match['id']}/record").text.startswith("[Game")
    assert in_loop == [False]


def test_a_locked_file_is_unavailable_after_seconds(lite: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert database.LOCKED <= 5
    monkeypatch.setattr(database, "LOCKED", 0.05)
    monkeypatch.setattr(store, "PROBE", 0.0)
    with House.open(lite) as house:
        ada = house.person()
        match = ada.begin("tictactoe", "here")
        file = lite.database.removeprefix("sqlite:///")
        locker = sqlite3.connect(file, isolation_level=None)
        locker.execute("BEGIN IMMEDIATE")
        answer = ada.move(match, "b2")
        assert answer.status_code == 503
        bad(answer, "unavailable")
        bad(house.client.get("/health"), "unavailable")
        assert house.client.head("/health").status_code == 503
        assert house.client.head("/health/live").status_code == 200
        locker.execute("ROLLBACK")
        locker.close()
        good(ada.move(match, "b2"))
        assert house.client.head("/health").status_code == 200
        assert house.client.head("/health").content == b""


def test_health_tells_a_full_disk(lite: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PROBE", 0.0)
    with House.open(lite) as house:
        good(house.client.get("/health"))
        monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9, 0))
        assert "full" in bad(house.client.get("/health"), "unavailable")
        good(house.client.get("/health/live"))


def test_health_tells_a_file_that_refuses_writes(lite: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PROBE", 0.0)
    with House.open(lite) as house:
        engine = house.rooms.store.engine
        engine.dispose()
        sa.event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA query_only=ON"))
        assert "written" in bad(house.client.get("/health"), "unavailable")


def test_health_does_not_write_at_every_question(lite: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PROBE", PATIENCE)
    with House.open(lite) as house:
        writes: list[str] = []
        sa.event.listen(
            house.rooms.store.engine, "before_cursor_execute", lambda *given: writes.append(given[2]), named=False
        )
        for _ in range(20):
            good(house.client.get("/health"))
        assert sum("user_version" in statement for statement in writes) == 1


def test_a_database_that_has_gone_is_unavailable() -> None:
    with daemons.postgres() as address:
        schema = address.replace("postgresql", "postgresql+psycopg", 1)
        with House.open(Settings(database=schema, secrets=(daemons.SECRET,), rate=0)) as house:
            ada = house.person()
            match = ada.begin("tictactoe", "here")
            house.rooms._rooms.clear()
            data = Path(_postgres_data(schema))
            subprocess.run(["kill", "-INT", (data / "postmaster.pid").read_text().split()[0]], check=True)
            wait_until(lambda: not (data / "postmaster.pid").exists())
            for path in (f"/api/matches/{match['id']}", "/api/matches", "/health"):
                answer = ada.get(path)
                assert answer.status_code == 503
                bad(answer, "unavailable")
            assert ada.post("/api/matches", NEW).status_code == 503
            good(house.client.get("/health/live"))


def _postgres_data(address: str) -> str:
    engine = sa.create_engine(address)
    with engine.connect() as connection:
        folder = str(connection.execute(sa.text("SHOW data_directory")).scalar_one())
    engine.dispose()
    return folder


def test_a_database_of_a_newer_version_is_a_sentence(settings: Settings) -> None:
    engine = database.prepare(settings.database)
    with engine.begin() as connection:
        before = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one()
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    try:
        with pytest.raises(DreierleiError, match="newer version") as refused:
            database.prepare(settings.database)
        assert refused.value.key == "server.database-newer"
    finally:
        with engine.begin() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = :v"), {"v": before})
        engine.dispose()


def test_nobody_else_can_read_the_database(lite: Settings) -> None:
    file = Path(lite.database.removeprefix("sqlite:///"))
    file.touch(0o644)
    with House.open(lite) as house:
        house.person().begin("tictactoe", "here")
        for part in file.parent.glob("x.db*"):
            assert stat.S_IMODE(part.stat().st_mode) == 0o600, part


@pytest.mark.parametrize(
    "address", ["redis://:hunter2@127.0.0.1:1/0", "redis://me:hunter2/more@127.0.0.1:1", "http://:hunter2@127.0.0.1:1"]
)
def test_a_password_is_never_printed(address: str) -> None:
    with pytest.raises(DreierleiError) as refused:
        check_redis(address)
    assert "hunter2" not in str(refused.value)
    assert "hunter2" not in str(refused.value.values)


# --- who may ask ------------------------------------------------------------------------------------------------------


def test_only_known_names_are_answered(lite: Settings) -> None:
    named = Settings(database=lite.database, secrets=lite.secrets, rate=0, host_names=("games.example.org",))
    with House.open(named) as house:
        client = house.client
        good_host = {"Host": "games.example.org:8333"}
        good(client.post("/api/matches", json=NEW, headers=good_host))
        refused = client.get("/api/games", headers={"Host": "evil.example"})
        assert refused.status_code == 400
        bad(refused, "bad_request")
        assert client.get("/health").status_code == 200
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/matches/x/live"):
            pass


@pytest.fixture
def https(lite: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(lite), base_url="https://testserver") as client:
        yield client


def test_an_origin_has_a_scheme(https: TestClient, house: House) -> None:
    insecure, secure = {"Origin": "http://testserver"}, {"Origin": "https://testserver"}
    good(https.post("/api/tokens", json={}, headers=secure))
    bad(https.post("/api/tokens", json={}, headers=insecure), "not_allowed")
    good(house.client.post("/api/tokens", json={}, headers=insecure))
    bad(house.client.post("/api/tokens", json={}, headers=secure), "not_allowed")


def test_https_is_to_stay(https: TestClient, house: House) -> None:
    assert "max-age" in https.get("/api/games").headers["strict-transport-security"]
    assert "strict-transport-security" not in house.client.get("/api/games").headers


def test_metrics_are_for_the_operator(lite: Settings) -> None:
    with TestClient(create_app(lite), client=("203.0.113.9", 1)) as client:
        bad(client.get("/metrics"), "not_allowed")
    guarded = Settings(database=lite.database, secrets=lite.secrets, metrics_token="let me see")
    with House.open(guarded) as house:
        bad(house.client.get("/metrics"), "not_allowed")
        bad(house.client.get("/metrics", headers={"Authorization": "Bearer guess"}), "not_allowed")
        seen = house.client.get("/metrics", headers={"Authorization": "Bearer let me see"})
        assert "dreierlei_requests_total" in seen.text


def test_the_log_has_no_addresses(tmp_path: Path) -> None:
    import websockets.sync.client

    with daemons.server(DREIERLEI_DATABASE=str(tmp_path / "x.db")) as (address, process):
        match = httpx2.post(f"{address}/api/matches", json=NEW, timeout=PATIENCE).json()
        live = f"{address.replace('http', 'ws', 1)}/api/matches/{match['id']}/live"
        with websockets.sync.client.connect(live) as socket:
            socket.recv()
        log = Path(f"/proc/{process.pid}/fd/2").resolve()
        text = wait_until(lambda: t if "/api/matches" in (t := log.read_text()) else None)
    assert "127.0.0.1" not in text.partition("\n")[2]
