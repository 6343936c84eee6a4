"""The secret that signs the tokens, and how long a token is worth something."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from dreierlei.errors import DreierleiError
from dreierlei.server import secret
from dreierlei.server.settings import Settings

from .daemons import SECRET
from .people import House, bad, good
from .test_live import match_in

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def settings(settings: Settings) -> Settings:
    """Keeps every match: the clock is put forward by years here, and the server expires matches in the background."""
    return replace(settings, keep={})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "dreierlei").mkdir()
    return tmp_path / "dreierlei"


@pytest.mark.parametrize("text", ["", "\n", "short", f"{SECRET.replace(' ', '-')}\nshort"])
def test_a_short_secret_in_the_file_is_refused(folder: Path, text: str) -> None:
    file = folder / "server.secret"
    file.touch(0o600)
    file.write_text(text)
    with pytest.raises(DreierleiError, match="at least 32") as refused:
        Settings.read({})
    assert refused.value.key == "server.secret-short"


@pytest.mark.parametrize("text", ["", "short"])
def test_a_short_secret_in_the_environment_is_refused(text: str) -> None:
    with pytest.raises(DreierleiError, match="DREIERLEI_SECRET is too short"):
        Settings.read({"DREIERLEI_SECRET": text})
    with pytest.raises(DreierleiError, match="DREIERLEI_OLD_SECRETS is too short"):
        Settings.read({"DREIERLEI_SECRET": SECRET, "DREIERLEI_OLD_SECRETS": text or "x"})


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_secret_that_others_can_read_is_refused(folder: Path, mode: int) -> None:
    Settings.read({})
    (folder / "server.secret").chmod(mode)
    with pytest.raises(DreierleiError, match="mode 600"):
        Settings.read({})


def test_a_full_disk_leaves_no_empty_secret(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(DreierleiError, match="No space left"):
            Settings.read({})
    assert list(folder.iterdir()) == []
    assert len(Settings.read({}).secrets[0]) >= secret.LENGTH


def test_a_new_secret_may_keep_the_old_one(tmp_path: Path) -> None:
    new = SECRET.replace("secret", "newer secret")
    database = f"sqlite:///{tmp_path / 'x.db'}"
    with House.open(Settings(database=database, secrets=(SECRET,), rate=0)) as house:
        ada = house.person("Ada")
        match = ada.begin("tictactoe", "here")
    with House.open(Settings(database=database, secrets=(new, SECRET), rate=0)) as house:
        good(ada.at(house).move(match, "b2"))
        bo = house.person("Bo")
    with House.open(Settings(database=database, secrets=(new,), rate=0)) as house:
        assert bo.at(house).get("/api/matches").status_code == 200
        assert ada.at(house).get("/api/matches").status_code == 403


def test_a_token_expires(house: House) -> None:
    ada = house.person("Ada")
    match = ada.begin("tictactoe", "here")
    house.clock.now += 364 * 86_400
    assert ada.see(match)["yours"] == [0, 1]
    house.clock.now += 2 * 86_400
    assert "no longer valid" in bad(ada.get(f"/api/matches/{match['id']}"), "not_allowed")


def test_the_token_of_a_browser_in_use_is_renewed(house: House) -> None:
    client = house.client
    client.cookies.clear()
    client.post("/api/matches", json={"variant": "tictactoe", "opponent": {"kind": "here"}})
    for _ in range(3):
        assert "set-cookie" not in client.get("/api/matches").headers
        house.clock.now += 300 * 86_400
        assert "set-cookie" in client.get("/api/matches").headers
    assert len(client.get("/api/matches").json()) == 1
    house.clock.now += 366 * 86_400
    assert client.get("/api/matches").json() == []
    client.cookies.clear()


def test_a_token_can_be_revoked_and_the_seats_remain(house: House, other: House) -> None:
    ada = house.person("Ada")
    match = ada.begin("tictactoe", "here")
    house.clock.now += 1
    with ada.connect(match) as live:
        match_in(live, 0)
        replaced = good(ada.post("/api/tokens/replace", {}))
        assert live.receive()["type"] == "websocket.close"
    assert "no longer valid" in bad(ada.get("/api/matches"), "not_allowed")
    assert other.client.portal is not None
    other.client.portal.call(other.services.end_revoked)
    bad(ada.at(other).get("/api/matches"), "not_allowed")
    ada.token = replaced["token"]
    good(ada.move(match, "b2"))
    bad(house.stranger().post("/api/tokens/replace", {}), "not_allowed")
