"""What time does to a match: the server's clock is ours, so that days pass in a moment."""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING

import pytest
import uvicorn

import dreierlei
from dreierlei import messages
from dreierlei.server.app import create_app
from dreierlei.server.settings import Settings
from tests.waiting import PATIENCE, wait_until

from .people import Person

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

SAID = messages.catalogue("en")
SMALL = min(dreierlei.games(), key=lambda game: len(dreierlei.start(game.id).variant.layout.places)).id
DAY = 86_400.0


class Days:
    """A server that lives in the past until `now` is called; browsers always live in the present."""

    def __init__(self, folder: Path, days: float) -> None:
        self.behind = days * DAY
        settings = Settings(database=f"sqlite:///{folder / 'days.db'}", secrets=("for the tests of days",), rate=0)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"http://127.0.0.1:{free.getsockname()[1]}"
            port = free.getsockname()[1]
        app = create_app(settings, now=lambda: time.time() - self.behind)
        self.server = uvicorn.Server(uvicorn.Config(app, port=port, log_config=None))
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()
        wait_until(lambda: self.server.started)

    def now(self) -> None:
        self.behind = 0.0

    def end(self) -> None:
        self.server.should_exit = self.server.force_exit = True
        self.thread.join(PATIENCE)


@pytest.fixture
def days(tmp_path: Path) -> Iterator[Days]:
    server = Days(tmp_path, 10)
    yield server
    server.end()


@pytest.fixture
def pair(chromium: Browser, days: Days) -> Iterator[tuple[Person, Person]]:
    people = [Person(chromium.new_context(reduced_motion="reduce", locale="en"), days.address, seed) for seed in (1, 2)]
    yield people[0], people[1]
    for person in people:
        person.context.close()


def _begin(host: Person, guest: Person, **settings: object) -> None:
    """Both players sit at a match, and White has to move; the host is White."""
    wanted = {"variant": SMALL, "opponent": {"kind": "friend"}, "colour": "white", "name": "Ada", **settings}
    match = host.context.request.post(f"{host.address}/api/matches", data=wanted).json()
    guest.open(f"/join/{match['id']}?invite={match['invite']}")
    guest.page.fill("#field-name", "Bo")
    guest.page.click(".start")
    guest.page.wait_for_selector(".board.live")
    host.open(f"/match/{match['id']}")


def test_a_game_without_a_clock_is_claimed_from_somebody_who_left(pair: tuple[Person, Person], days: Days) -> None:
    host, guest = pair
    _begin(host, guest, claim_days=3)
    host.wait_turn()
    host.click_some()
    guest.wait_turn()
    guest.page.goto("about:blank")
    assert host.page.locator(f"button:visible:text-is('{SAID['web.claim']}')").count() == 1  # it was days ago
    host.page.click(f"button:text-is('{SAID['web.claim']}')")
    host.page.click(f"dialog button:text-is('{SAID['web.claim']}')")
    host.page.wait_for_selector(".toast")  # the server does not think so yet
    assert not host.page.is_visible(".result")
    days.now()
    host.page.click(f"button:text-is('{SAID['web.claim']}')")
    assert "Bo" in host.page.inner_text("dialog p >> nth=0")
    host.page.click(f"dialog button:text-is('{SAID['web.keep-playing']}')")
    assert not host.page.is_visible(".result")
    host.page.click(f"button:text-is('{SAID['web.claim']}')")
    host.page.click(f"dialog button:text-is('{SAID['web.claim']}')")
    host.page.wait_for_selector(".result:not([hidden])")
    assert host.page.inner_text(".result h2") == SAID["web.you-won"]
    assert SAID["reason.time"] in host.page.inner_text(".result")
    host.check()


def test_the_card_of_a_game_lost_on_time_says_so(pair: tuple[Person, Person], days: Days) -> None:
    host, guest = pair
    _begin(host, guest, clock={"kind": "days", "days": 1}, length=3)
    for person in (host, guest):
        person.wait_turn()
        person.click_some()
    host.wait_turn()
    host.open("/")
    host.page.wait_for_selector(f".match-card .now:has-text('{SAID['web.your-turn']}')")
    days.now()
    wait_until(lambda: _outcome(host) is not None)
    for person, text in ((host, f"Bo wins: {SAID['reason.time']}"), (guest, SAID["web.you-won"])):
        person.open("/")
        card = person.page.inner_text(".match-card")
        assert text in card
        assert "to move" not in card
        assert SAID["web.your-turn"] not in card
        person.check()


def _outcome(person: Person) -> object:
    card = person.context.request.get(f"{person.address}/api/matches?list=mine").json()[0]
    return card["result"]
