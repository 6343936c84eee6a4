"""Matches in the page: against the computer and two at one screen, without a network, kept and resumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreierlei import messages
from dreierlei.match import Match

from .test_core import KEPT

if TYPE_CHECKING:
    from collections.abc import Callable

    from .people import Person

    Meet = Callable[..., Person]

WORDS = messages.catalogue("en")


def press(person: Person, key: str) -> None:
    person.page.get_by_role("button", name=WORDS[key], exact=True).first.click()


def test_a_match_against_the_computer_without_a_network(meet: Meet) -> None:
    """From the start page to the end of a game, a reload in between; takeback, hint, draw, rematch, history, review."""
    person = meet(service_workers="allow")
    page = person.page
    person.open("/new/tictactoe")
    page.evaluate(KEPT)
    person.open("/")
    person.context.set_offline(True)
    page.click('[data-game="tictactoe"] .button:not(.quiet)')
    page.fill("#level", "0")
    page.click(".start")
    page.wait_for_url("**/match/local-*")
    assert person.wait_turn()
    person.click_some()
    page.wait_for_function("() => document.querySelectorAll('.moves li button').length >= 2")
    assert person.wait_turn()
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('.moves li button').length >= 2")
    press(person, "web.takeback")
    page.wait_for_function("() => document.querySelectorAll('.moves li button').length < 2")
    assert person.wait_turn()
    press(person, "web.hint")
    page.wait_for_selector(".toast")
    person.play_to_the_end(40)
    press(person, "web.share")
    with page.expect_download() as saved:
        page.click(f"dialog button:text-is('{WORDS['web.record']}')")
    assert Match.read(saved.value.path().read_text("utf-8")).over
    page.keyboard.press("Escape")
    page.click(".result .button:has-text('" + WORDS["web.rematch"] + "')")
    page.wait_for_selector(".result", state="hidden")
    page.wait_for_selector(".board.live .spot.offered")
    page.click("header a[href='/']")
    page.wait_for_selector(".matches a[href^='/match/local-']")
    assert page.locator(".matches a[href^='/match/local-']").count() == 2
    page.goto(person.address + "/history")
    page.wait_for_selector(".history-item a[href^='/match/local-']")
    person.context.set_offline(False)
    page.click(".history-item a[href$='/review']")
    page.wait_for_selector(".study-board .board")
    person.open("/")
    page.click(".match-card")
    page.wait_for_selector(".board.live")
    press(person, "web.share")
    page.click(f"dialog button:text-is('{WORDS['web.send']}')")
    page.wait_for_url(lambda address: "/match/" in address and "local-" not in address)
    page.wait_for_selector(".board.live .spot.offered")
    assert [error for error in person.errors if "ERR_INTERNET_DISCONNECTED" not in error] == []
