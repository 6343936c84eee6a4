"""Matches in the page: against the computer and two on one screen, without a network, kept and resumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dreierlei
from dreierlei import messages
from dreierlei.match import Match

from .test_core import KEPT

if TYPE_CHECKING:
    from collections.abc import Callable

    from .people import Person

    Meet = Callable[..., Person]

WORDS = messages.catalogue("en")
DRAWN = dreierlei.game("bedraengnis").options[0].drawn["random"]["en"]


def press(person: Person, key: str) -> None:
    person.page.get_by_role("button", name=WORDS[key], exact=True).first.click()


def visit(meet: Meet, game: str) -> Person:
    """Somebody whose browser has kept the whole app, and what a game needs."""
    person = meet(service_workers="allow")
    person.open(f"/new/{game}")
    person.page.evaluate(KEPT, game)
    return person


def test_a_match_against_the_computer_without_a_network(meet: Meet) -> None:
    """From the start page to the end of a game, a reload in between; takeback, hint, draw, rematch, history, review."""
    person = visit(meet, "tictactoe")
    page = person.page
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
    page.click(".history-item a[href$='/review']")
    page.wait_for_selector(".teacher:not([hidden])")
    person.context.set_offline(False)
    person.open("/")
    page.click(".match-card")
    page.wait_for_selector(".board.live")
    press(person, "web.share")
    page.click(f"dialog button:text-is('{WORDS['web.send']}')")
    page.wait_for_url(lambda address: "/match/" in address and "local-" not in address)
    page.wait_for_selector(".board.live .spot.offered")
    person.check()


def test_a_drawn_board_is_played_reviewed_and_taken_along_without_a_network(meet: Meet) -> None:
    """Two on one screen: a board drawn by lot, a short game to its end, its moments, and its files."""
    person = visit(meet, "bedraengnis")
    page = person.page
    person.open("/new/bedraengnis")
    asked: list[str] = []
    person.context.set_offline(True)
    page.on("request", lambda request: asked.append(request.url))
    usual = page.input_value("#option-board")
    page.evaluate("() => { Math.random = () => 0.5; }")  # a lot that does not draw the usual board
    page.click(f"button:text-is('{DRAWN}')")
    page.wait_for_function("(before) => document.querySelector('#option-board').value !== before", arg=usual)
    page.click(f"label:has-text('{WORDS['web.opponent-here']}')")
    page.click(".start")
    page.wait_for_url("**/match/local-*")
    person.play_to_the_end(40)
    page.click(".result a[href*='/review']")
    page.wait_for_selector(".teacher:not([hidden])")
    page.click(f".study-side button:text-is('{WORDS['web.share']}')")
    page.wait_for_function("() => document.querySelector('dialog .film').naturalWidth > 0")
    kept = {}
    for name in (WORDS["web.record"], "SVG", "PNG", WORDS["web.share-film"]):
        with page.expect_download() as waiting:
            page.click(f"dialog .actions button:text-is('{name}')")
        kept[name] = waiting.value.path().read_bytes()
    assert b"[Board " in kept[WORDS["web.record"]]
    assert kept["SVG"].startswith(b"<svg")
    assert b"light-dark" not in kept["SVG"]
    assert b"var(" not in kept["SVG"]
    assert kept["PNG"].startswith(b"\x89PNG")
    assert b"@keyframes" in kept[WORDS["web.share-film"]]
    assert not [url for url in asked if "/api/" in url and "/api/games" not in url and "/api/variant" not in url]
