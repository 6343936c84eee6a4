"""Two people by link, somebody who watches, and a connection that breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

import dreierlei
from tests.waiting import PATIENCE, wait_until

from .conftest import Server
from .people import Person

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser

# The quickest to play: the fewest places.
SMALL = min(dreierlei.games(), key=lambda game: len(dreierlei.start(game.id).variant.layout.places)).id


def _on_turn(*people: Person) -> Person:
    """Whoever may move; waits until somebody may."""

    def mover() -> Person | None:
        for person in people:
            person.page.wait_for_timeout(1)  # lets the browser's messages in
            if person.page.is_visible(".result") or person.offered():
                return person
        return None

    return wait_until(mover, lambda: "nobody may move")


def test_two_browsers_by_link_and_one_that_watches(meet: Callable[..., Person]) -> None:
    host, guest, watcher = meet(seed=1), meet(phone=True, language="de", seed=2), meet(dark=True)
    host.begin(SMALL, "friend")
    link = host.page.input_value("#invite-link")
    host.page.wait_for_function("() => document.querySelector('.qr').naturalWidth > 0")
    assert host.faults() == []

    guest.page.goto(link)
    guest.page.fill("#field-name", "Ada")
    assert guest.faults() == []
    guest.page.click(".start")
    guest.page.wait_for_selector(".board.live")
    host.page.wait_for_selector(".invite", state="hidden")
    watcher.open(host.page.url.removeprefix(host.address))

    # The one who watches sees everything and can do nothing.
    assert watcher.offered() == []
    assert not watcher.page.is_visible(".play-actions")
    box = watcher.page.locator(".board.live .spot").first.bounding_box()
    assert box
    watcher.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    match = host.page.url.rsplit("/", 1)[-1]
    tried = watcher.page.request.post(
        f"{watcher.address}/api/matches/{match}/moves",
        data={"move": _on_turn(host, guest).offered()[0][0], "number": 99},
    )
    assert tried.status == 403
    assert "error" in tried.json()

    # A friendly word, an offer that is declined.
    guest.page.click(".phrases summary")
    guest.page.click(".phrases .panel button >> nth=0")
    host.page.wait_for_selector(".bubble:not([hidden])")
    host.page.click(".play-actions button:has-text('draw')")
    guest.page.click(".offer button.quiet")
    host.page.wait_for_selector(".offer", state="hidden")
    host.page.wait_for_selector(".toast >> text=Ada declined the draw.")

    while not (mover := _on_turn(host, guest)).page.is_visible(".result"):
        mover.click_some()
    for person in (host, guest, watcher):
        person.page.wait_for_selector(".result:not([hidden])")
        person.check()
    assert host.page.locator(".moves li").count() == watcher.page.locator(".moves li").count()

    # Another match with the same people.
    old = host.page.url
    host.page.click(".result .button >> nth=1")
    guest.page.click(".offer button:not(.quiet)")
    for person in (host, guest):
        person.page.wait_for_function("(old) => location.href !== old", arg=old)
        person.page.wait_for_selector(".result", state="hidden")
    assert host.page.url == guest.page.url


def test_whoever_is_invited_sees_what_to(meet: Callable[..., Person]) -> None:
    host, guest = meet(), meet(phone=True)
    game = next(game for game in dreierlei.games() if any(option.kind == "choice" for option in game.options))
    option = next(option for option in game.options if option.kind == "choice")
    value = next(value for value in option.choices if value != option.default)
    answer = host.context.request.post(
        f"{host.address}/api/matches",
        data={
            "variant": f"{game.id}:{option.name}={value}",
            "opponent": {"kind": "friend"},
            "colour": "white",
            "length": 3,
            "clock": {"kind": "days", "days": 2},
        },
    )
    assert answer.ok, answer.text()
    match = answer.json()
    guest.open(f"/join/{match['id']}?invite={match['invite']}")
    terms = guest.page.inner_text(".terms")
    label = guest.page.request.get(f"{guest.address}/api/variant", params={"id": match["variant"]}).json()["labels"]
    for text in ("2 days per move", "Black", option.title["en"], label[option.name]["en"]):
        assert text in terms
    assert ("3 games" if game.match.scoring == "games" else "up to 3 points") in terms
    assert guest.faults() == []
    guest.check()
    guest.page.click(".start")
    guest.page.wait_for_selector(".board.live")
    guest.page.click(".match details.more summary")
    assert label[option.name]["en"] in guest.page.inner_text(".match .terms")
    guest.check()


def test_the_result_stays_until_each_player_goes_on(meet: Callable[..., Person]) -> None:
    host, guest = meet(), meet()
    answer = host.context.request.post(
        f"{host.address}/api/matches", data={"variant": SMALL, "opponent": {"kind": "friend"}, "length": 3}
    )
    match = answer.json()
    host.open(f"/match/{match['id']}")
    guest.open(f"/join/{match['id']}?invite={match['invite']}")
    guest.page.click(".start")
    guest.page.wait_for_selector(".board.live")
    host.page.wait_for_selector(".invite", state="hidden")
    guest.page.click(".play-actions button:has-text('Resign')")
    guest.page.click("dialog button:text-is('Resign')")
    for person in (host, guest):
        person.page.wait_for_selector(".result:not([hidden])")
    host.page.click(".result .button >> nth=0")
    host.page.wait_for_selector(".result", state="hidden")
    guest.page.wait_for_selector(".notice >> text=has begun the next game")
    assert guest.page.is_visible(".result")
    guest.page.click(".result .button >> nth=0")
    guest.page.wait_for_selector(".result", state="hidden")
    assert "Game 2 of 3" in guest.page.inner_text(".round")
    for person in (host, guest):
        person.check()


def test_an_invitation_is_withdrawn(meet: Callable[..., Person]) -> None:
    host, guest = meet(), meet(phone=True)
    host.begin(SMALL, "friend")
    link = host.page.input_value("#invite-link")
    host.page.click(".invite button:has-text('Cancel')")
    host.page.wait_for_selector(".invite", state="hidden")
    assert host.page.inner_text(".status") == "This invitation was cancelled."
    guest.page.goto(link)
    guest.page.wait_for_selector(".notice >> text=This invitation was cancelled.")
    assert guest.page.locator(".start").count() == 0
    own = host.page.url.rpartition("/")[2]
    host.open("/")
    expect(host.page.locator(f".match-card[href$='/{own}']")).to_have_count(0, timeout=1000 * PATIENCE)
    for person in (host, guest):
        person.check()


def test_without_the_server_the_app_still_says_what_is_wrong(chromium: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        person = Person(chromium.new_context(reduced_motion="reduce", locale="en"), server.address)
        person.open("/")
        person.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        server.kill()
        person.open("/match/elsewhere")
        assert person.page.inner_text(".failure h1") == "The server cannot be reached at the moment."
        assert person.page.is_visible(".header a")
        server.start()
        person.page.click(".failure button:has-text('Try again')")
        person.page.wait_for_selector(".failure h1:text-is('That did not work')")
        person.context.close()
    finally:
        server.kill()


def test_a_broken_connection_comes_back(chromium: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        person = Person(chromium.new_context(reduced_motion="reduce"), server.address)
        wanted = {"variant": SMALL, "opponent": {"kind": "computer", "level": 1}}
        match = person.context.request.post(f"{person.address}/api/matches", data=wanted).json()
        person.open(f"/match/{match['id']}")
        assert person.wait_turn()
        person.click_some()
        person.wait_turn()
        before = person.page.locator(".moves li").all_inner_texts()
        server.kill()
        person.page.wait_for_selector(".banner:not([hidden])")
        server.start()
        person.page.evaluate("() => dispatchEvent(new Event('online'))")
        person.page.wait_for_selector(".banner", state="hidden")
        assert person.page.locator(".moves li").all_inner_texts()[: len(before)] == before
        person.play_to_the_end()
        person.context.close()
    finally:
        server.kill()
