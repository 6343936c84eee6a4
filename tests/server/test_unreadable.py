"""What one match that cannot be read may harm: nothing but itself."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa

from dreierlei.server.database import entries, matches
from dreierlei.server.rooms import Rooms
from tests.waiting import PATIENCE

from .daemons import SECRET, free_port
from .people import House, bad, good
from .test_matches import pair

if TYPE_CHECKING:
    from pathlib import Path

    from dreierlei.server.settings import Settings

DAYS = {"kind": "days", "days": 1}
SERVE = """
from dreierlei.server.rooms import Rooms
async def fail(self): raise RuntimeError("no luck today")
Rooms.resume = fail
from dreierlei.cli import main
main(["serve", "--no-open", "--port", "{port}"])
"""


def damage(house: House, match: str, **columns: object) -> None:
    """Overwrites parts of a stored match, and has the server forget what it knows of it."""
    with house.rooms.store.engine.begin() as connection:
        connection.execute(sa.update(matches).where(matches.c.id == match).values(**columns))
    house.rooms._rooms.clear()


def unreadable(house: House, part: str) -> float:
    text = house.client.get("/metrics").text
    values = re.findall(rf'dreierlei_unreadable{{part="{part}".*}} (\S+)', text)
    return float(values[0])


@pytest.mark.parametrize("damaged", ["founding", "entry"])
def test_flags_fall_in_all_other_matches(house: House, damaged: str, caplog: pytest.LogCaptureFixture) -> None:
    before = unreadable(house, "log")
    begun = []
    for _ in range(4):
        ada, _, match = pair(house, "tictactoe", clock=DAYS)
        begun.append((ada, good(ada.move(match, "b2"))))
        house.clock.now += 1
    victim, broken = begun.pop(0)
    if damaged == "founding":
        damage(house, broken["id"], founding="{}")
    else:
        damage(house, broken["id"], card="{}")
        with house.rooms.store.engine.begin() as connection:
            connection.execute(sa.update(entries).where(entries.c.match == broken["id"]).values(kind="nonsense"))
    house.clock.now += 2 * 86_400
    with caplog.at_level(logging.ERROR):
        house.sweep()
        house.sweep()
        assert broken["id"] in bad(victim.get(f"/api/matches/{broken['id']}"), "internal")
    for ada, match in begun:
        assert ada.see(match)["outcome"]["reason"] == "time"
    assert sum(broken["id"] in record.getMessage() for record in caplog.records) == 1
    assert unreadable(house, "log") == before + 1


def test_a_card_that_cannot_be_read_is_left_out(house: House) -> None:
    ada = house.person()
    one, two = ada.begin("tictactoe", "here"), ada.begin("tictactoe", "here")
    damage(house, one["id"], card="{")
    assert [card["id"] for card in ada.get("/api/matches").json()] == [two["id"]]
    good(ada.move(one, "b2"))
    assert {card["id"] for card in ada.get("/api/matches").json()} == {one["id"], two["id"]}


def test_the_server_starts_although_the_computer_cannot_go_on(settings: Settings) -> None:
    with House.open(settings) as house:
        ada = house.person()
        match = ada.begin("tictactoe", "here")
        damage(house, match["id"], founding="[]", thinking=True)
    with House.open(settings) as house:
        assert house.client.get("/health").status_code == 200
        bad(ada.at(house).get(f"/api/matches/{match['id']}"), "internal")


def test_a_start_that_fails_leaves_no_thread(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: Rooms) -> None:
        raise RuntimeError("no luck today")

    monkeypatch.setattr(Rooms, "resume", fail)
    before = {thread.ident for thread in threading.enumerate()}
    with pytest.raises(RuntimeError, match="no luck"), House.open(settings):
        pass
    assert not [thread for thread in threading.enumerate() if thread.ident not in before and thread.name == "writer"]


def test_a_start_that_fails_ends_with_a_sentence_and_a_code(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVE.format(port=free_port())],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={
            "DREIERLEI_DATABASE": str(tmp_path / "x.db"),
            "DREIERLEI_SECRET": SECRET,
            "PYTHONPATH": ":".join(sys.path),
        },
        check=False,
    )
    assert done.returncode == 3
    assert "the server cannot start: no luck today" in done.stderr
