"""What the operator can do: with matches, with people, with the database and the secret."""

from __future__ import annotations

import secrets
import sqlite3
import stat
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa

from dreierlei.cli import main
from dreierlei.server import backup
from dreierlei.server.clocks import DAY
from dreierlei.server.database import APPLICATION, matches, prepare
from dreierlei.server.settings import Settings
from tests.coroutines import aside
from tests.waiting import PATIENCE, wait_until

from .daemons import SECRET
from .people import House, Somebody, bad, good
from .test_live import match_in
from .test_matches import pair

if TYPE_CHECKING:
    from collections.abc import Callable

    Admin = Callable[..., str]


@pytest.fixture
def admin(settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Admin:
    """Runs a command of the operator on the database of the tests; returns what it prints."""
    prepare(settings.database).dispose()
    return operator(settings.database, monkeypatch, capsys)


def operator(database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Admin:
    monkeypatch.setenv("DREIERLEI_DATABASE", database)
    monkeypatch.setenv("DREIERLEI_SECRET", SECRET)

    def run(*arguments: str, code: int = 0) -> str:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            aside(main, ["admin", *arguments])
        said = capsys.readouterr()
        assert ended.value.code == code, said.err
        assert said.err.count("\n") == (1 if code else 0), said.err
        return said.err if code else said.out

    return run


def follow(house: House) -> None:
    """What a server does every second."""
    assert house.client.portal is not None
    house.client.portal.call(house.services.follow_operator)


# --- matches ----------------------------------------------------------------------------------------------------------


def test_matches_are_listed(house: House, admin: Admin) -> None:
    ada = house.person("Ada")
    match = ada.begin("tictactoe", {"kind": "computer", "level": 2})
    player = house.rooms._rooms[match["id"]].state.owners[0]
    assert player is not None
    (line,) = admin("matches", "--player", player).splitlines()
    for part in (match["id"], "tictactoe", f"Ada ({player})", "computer 2", "unplayed"):
        assert part in line
    assert match["id"] in admin("matches", "--kind", "unplayed")
    assert match["id"] not in admin("matches", "--kind", "finished")
    assert "unplayed" in admin("status")


def test_a_match_that_cannot_be_read_is_listed_and_can_be_deleted(house: House, admin: Admin) -> None:
    match = house.person().begin("tictactoe", "here")
    with house.rooms.store.engine.begin() as connection:
        connection.execute(sa.update(matches).where(matches.c.id == match["id"]).values(card="{", founding="["))
    assert f"{match['id']}" in admin("matches")
    admin("end", "--delete", match["id"])
    assert match["id"] not in admin("matches")


def test_a_match_is_ended_for_both_players(house: House, other: House, admin: Admin) -> None:
    ada, bo, match = pair(house, "tictactoe")
    good(ada.move(match, "b2"))
    follow(house)
    follow(other)
    with ada.connect(match) as here, bo.at(other).connect(match) as there:
        match_in(here, 2)
        match_in(there, 2)
        assert admin("end", match["id"]) == f"ended {match['id']}\n"
        follow(house)
        follow(other)
        for live in (here, there):
            seen = match_in(live, 3)
            assert (seen["over"], seen["turn"], seen["outcome"]) == (True, None, None)
    assert "ended this match" in bad(bo.move(match, "a1", 3), "conflict")
    for act in ("resign", "offer_draw", "next", "rematch"):
        bad(ada.act(match, act), "conflict")
    assert "is over" in admin("end", match["id"], code=2)
    assert "no match" in admin("end", "nothing-here", code=2)


def test_a_clock_stops_when_a_match_is_ended(house: House, admin: Admin) -> None:
    ada, _, match = pair(house, "tictactoe", clock={"kind": "days", "days": 1})
    good(ada.move(match, "b2"))
    admin("end", match["id"])
    house.clock.now += 3 * DAY
    house.sweep()
    assert ada.see(match)["outcome"] is None


def test_a_deleted_match_is_gone(house: House, admin: Admin) -> None:
    ada, _, match = pair(house, "tictactoe")
    follow(house)
    with ada.connect(match) as live:
        match_in(live, 1)
        assert admin("end", "--delete", match["id"]) == f"deleted {match['id']}\n"
        follow(house)
        assert live.receive()["type"] == "websocket.close"
    bad(ada.get(f"/api/matches/{match['id']}"), "not_found")


def test_what_is_kept_no_longer_is_deleted_now(house: House, admin: Admin, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = house.person("Ada")
    old, new = ada.begin("tictactoe", "here"), ada.begin("tictactoe", "here")
    with house.rooms.store.engine.begin() as connection:
        connection.execute(sa.delete(matches).where(matches.c.id.not_in([old["id"], new["id"]]), matches.c.number == 0))
        connection.execute(sa.update(matches).values(changed=4e9))
        connection.execute(sa.update(matches).where(matches.c.id == old["id"]).values(changed=1.0))
    assert admin("expire", "--dry-run") == "1 matches would be deleted\n"
    monkeypatch.setenv("DREIERLEI_KEEP_UNPLAYED", "0")
    assert admin("expire") == "0 matches deleted\n"
    monkeypatch.delenv("DREIERLEI_KEEP_UNPLAYED")
    assert admin("expire") == "1 matches deleted\n"
    assert old["id"] not in admin("matches", "--count", "1000")
    assert new["id"] in admin("matches", "--count", "1000")


# --- people -----------------------------------------------------------------------------------------------------------


def test_a_banned_player_is_shut_out_until_the_ban_is_lifted(house: House, admin: Admin) -> None:
    ada, bo, match = pair(house, "tictactoe")
    player = house.rooms._rooms[match["id"]].state.owners[0]
    with ada.connect(match) as live:
        match_in(live, 1)
        admin("ban", str(player), "--reason", "shouting")
        assert "shouting" in admin("bans")
        follow(house)
        assert live.receive()["type"] == "websocket.close"
    assert "excluded" in bad(ada.move(match, "b2"), "not_allowed")
    bad(ada.get("/api/games"), "not_allowed")
    good(bo.get(f"/api/matches/{match['id']}"))
    admin("unban", str(player))
    follow(house)
    good(ada.move(match, "b2"))
    assert "not banned" in admin("unban", str(player), code=2)


@pytest.mark.parametrize("subject", ["127.0.0.1", "127.0.0.0/8"])
def test_a_banned_address_is_shut_out_with_all_its_tokens(house: House, admin: Admin, subject: str) -> None:
    house.clock.now = time.time()
    ada = house.person()
    match = ada.begin("tictactoe", "here")
    admin("ban", subject, "--days", "1")
    follow(house)
    for answer in (
        ada.move(match, "b2"),
        house.client.post("/api/tokens", json={}),
        house.stranger().post("/api/matches", {"variant": "tictactoe", "opponent": {"kind": "here"}}),
    ):
        bad(answer, "not_allowed")
    assert house.client.get("/health").status_code == 200
    house.clock.now += 2 * DAY
    follow(house)
    good(ada.move(match, "b2"))
    house.clock.now = 1_000_000.0


def test_an_id_may_look_like_an_option(admin: Admin) -> None:
    """Ids are random: some begin with a dash, even with that of an option for help."""
    for id_ in ("-hBcdefghijklmno", "--help-ghijklmno"):
        assert admin("ban", id_) == f"banned {id_}\n"
        admin("unban", id_)
        assert f'"{id_}"' in admin("end", id_, code=2)


def test_an_ipv6_address_is_banned_with_its_network(admin: Admin) -> None:
    assert admin("ban", "2001:db8:1:2:3:4:5:6") == "banned 2001:db8:1:2::/64\n"
    admin("unban", "2001:db8:1:2::")
    assert "expected" in admin("ban", "everybody", code=2)


# --- the database -----------------------------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgres"])
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """A database that nobody else uses."""
    if request.param == "sqlite":
        return Settings(database=f"sqlite:///{tmp_path / 'own.db'}", secrets=(SECRET,), rate=0)
    address = request.getfixturevalue("postgres").replace("postgresql", "postgresql+psycopg", 1)
    name = f"d{secrets.token_hex(4)}"
    engine = sa.create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return Settings(database=address.rpartition("/")[0] + f"/{name}", secrets=(SECRET,), rate=0)


def play(house: House, ada: Somebody, moves: int) -> list[Any]:
    """Matches with some moves in each."""
    begun = [ada.begin("muehle", "here") for _ in range(5)]
    for _ in range(moves):
        begun = [good(ada.move(match)) for match in begun]
    assert house.services is not None
    return begun


def test_a_backup_of_a_running_server_is_restored(
    own: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    admin = operator(own.database, monkeypatch, capsys)
    copy = tmp_path / "copy"
    with House.open(own) as house:
        ada = house.person()
        begun = play(house, ada, 6)
        admin("backup", str(copy))
        assert "already exists" in admin("backup", str(copy), code=2)
        later = good(ada.move(begun[0]))
        assert "stop it first" in admin("restore", str(copy), "--replace", code=2)
        assert ada.see(later)["number"] == 7
    wait_until(lambda: not sessions(own))
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert "--replace" in admin("restore", str(copy), code=2)
    said = admin("restore", str(copy), "--replace")
    with House.open(own) as house:
        for match in begun:
            assert ada.at(house).see(match)["line"] == match["line"]
        good(ada.at(house).move(begun[0]))
    if own.database.startswith("sqlite"):
        kept = Path(said.rpartition(" ")[2].strip())
        with House.open(replace(own, database=f"sqlite:///{kept}")) as house:
            assert ada.at(house).see(begun[0])["number"] == 7  # what was there before is not lost


def sessions(own: Settings) -> int:
    """How many connections to a PostgreSQL database there are. PostgreSQL ends them a moment after their server."""
    if own.database.startswith("sqlite"):
        return 0
    engine = sa.create_engine(own.database)
    counted = sa.text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    with engine.connect() as connection:
        count: int = connection.execute(counted).scalar_one()
    engine.dispose()
    return count


@pytest.mark.parametrize("own", ["postgres"], indirect=True)
def test_a_restore_waits_for_the_sessions_of_a_server_that_has_just_stopped(
    own: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(backup, "LEAVING", PATIENCE)
    admin = operator(own.database, monkeypatch, capsys)
    with House.open(own) as house:
        ada = house.person()
        begun = play(house, ada, 2)
        admin("backup", str(tmp_path / "copy"))
    wait_until(lambda: not sessions(own))
    engine = sa.create_engine(own.database, connect_args={"application_name": APPLICATION}, poolclass=sa.NullPool)
    session = engine.connect()
    leaving = threading.Timer(0.5, session.close)
    leaving.start()
    admin("restore", str(tmp_path / "copy"), "--replace")
    leaving.join()
    with House.open(own) as house:
        assert ada.at(house).see(begun[0])["line"] == begun[0]["line"]


def test_a_backup_is_restored_into_an_empty_place(
    own: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    admin = operator(own.database, monkeypatch, capsys)
    with House.open(own) as house:
        begun = play(house, house.person(), 2)
    admin("backup", str(tmp_path / "copy"))
    if own.database.startswith("sqlite"):
        Path(own.database.removeprefix("sqlite:///")).unlink()
    else:
        engine = sa.create_engine(own.database)
        with engine.begin() as connection:
            connection.execute(sa.text("DROP SCHEMA public CASCADE"))
            connection.execute(sa.text("CREATE SCHEMA public"))
        engine.dispose()
    admin("restore", str(tmp_path / "copy"))
    assert begun[0]["id"] in admin("matches")


def test_what_is_not_a_backup_is_not_restored(
    own: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    admin = operator(own.database, monkeypatch, capsys)
    prepare(own.database).dispose()
    wrong = tmp_path / "wrong"
    wrong.write_bytes(b"hello")
    assert "not a backup" in admin("restore", str(wrong), code=2)
    wrong.write_bytes((b"SQLite format 3\0" if own.database.startswith("sqlite") else b"PGDMP") + b"x" * 5000)
    admin("restore", str(wrong), code=2)
    assert "0 entries" in admin("status")


def test_a_backup_that_fails_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    admin = operator(f"sqlite:///{tmp_path / 'none.db'}", monkeypatch, capsys)
    admin("backup", str(tmp_path / "copy"), code=2)
    assert list(tmp_path.iterdir()) == []
    assert "no database" in admin("status", code=2)


def test_the_password_of_a_database_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    admin = operator("postgresql://somebody:hunter2@127.0.0.1:1/none", monkeypatch, capsys)
    for command in (("backup", str(tmp_path / "copy")), ("status",), ("upgrade",)):
        assert "hunter2" not in admin(*command, code=2)


# --- the secret -------------------------------------------------------------------------------------------------------


def test_a_secret_is_replaced_and_the_old_one_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    admin = operator(str(tmp_path / "x.db"), monkeypatch, capsys)
    assert "DREIERLEI_SECRET" in admin("secret", code=2)
    monkeypatch.delenv("DREIERLEI_SECRET")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (first,) = Settings.read().secrets
    admin("secret")
    second, *rest = Settings.read().secrets
    assert (rest, second != first) == ([first], True)
    file = tmp_path / "dreierlei" / "server.secret"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    admin("secret", "--forget")
    (third,) = Settings.read().secrets
    assert third not in (first, second)
    assert [each.name for each in file.parent.iterdir()] == ["server.secret"]


def test_a_copy_of_sqlite_is_one_whole_file(tmp_path: Path) -> None:
    from dreierlei.server.backup import back_up

    settings = Settings(database=f"sqlite:///{tmp_path / 'x.db'}", secrets=(SECRET,), rate=0)
    with House.open(settings) as house:
        play(house, house.person(), 1)
        back_up(settings.database, tmp_path / "copy")
    connection = sqlite3.connect(tmp_path / "copy")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert connection.execute("SELECT count(*) FROM entries").fetchone() == (5,)
    connection.close()
