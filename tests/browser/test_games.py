"""Every game from the start page to its end, by clicks, against the computer, without a network since the first visit.

Sizes, languages and colours take turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import messages
from dreierlei.messages import LANGUAGES

from .conftest import DESKTOP, PHONE
from .people import Person
from .walks import change_language, wait_until_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    from .conftest import Server

GAMES = [game.id for game in dreierlei.games()]

# Remembers what was ever set in motion, however soon it has come to rest.
_WATCH_MOTION = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.moved.push(this); return animate.apply(this, how); };
"""


@pytest.fixture(scope="module")
def kept(chromium: Browser, server: Server) -> Iterator[Callable[[bool], Person]]:
    """Somebody at a phone or at a desk who has visited the server once, and has no network since."""
    people: dict[bool, Person] = {}

    def come(phone: bool) -> Person:
        if phone in people:
            return people[phone]
        context = chromium.new_context(
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            locale="en",
            reduced_motion="reduce",
        )
        person = Person(context, server.address)
        person.open("/")
        wait_until_kept(person)
        context.set_offline(True)
        people[phone] = person
        return person

    yield come
    for person in people.values():
        person.context.close()


@pytest.mark.parametrize("number", range(len(GAMES)), ids=GAMES)
def test_a_game_from_the_start_page_to_its_end(number: int, kept: Callable[[bool], Person]) -> None:
    language = LANGUAGES[number % 3]
    person = kept(number % 2 == 0)
    page = person.page
    page.emulate_media(color_scheme="dark" if number % 4 < 2 else "light")
    person.open("/")
    change_language(person, language)
    person.begin(GAMES[number])
    assert page.get_attribute("html", "lang") == language
    person.play_to_the_end()
    said = messages.catalogue(language)
    assert page.inner_text(".result h2") in (said["web.you-won"], said["web.you-lost"], said["result.drawn"])
    assert page.inner_text(".result > p").strip()
    assert page.locator(".moves li").count() > 2
    assert page.locator("#status").inner_text().strip()
    assert person.faults() == []

    page.click(f'.steps [aria-label="{said["web.move-first"]}"]')
    page.wait_for_function("() => !document.querySelector('.stones .stone.w')")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.stones .stone.w')")
    person.check()


def test_stones_slide_and_rings_turn(meet: Callable[..., Person]) -> None:
    """With motion: things move and come to rest, and a game can be played at that speed."""
    turning = next((game for game in dreierlei.games() if dreierlei.start(game.id).variant.layout.rings), None)
    assert turning is not None
    person = meet(motion="no-preference")
    person.page.add_init_script(_WATCH_MOTION)
    person.begin(turning.id, "here")
    for _ in range(6):
        person.wait_turn()
        person.click_some()
    person.page.wait_for_function("() => window.moved.some((thing) => thing.matches('.ground [data-ring]'))")
    person.page.wait_for_function("() => document.getAnimations().length === 0")
    person.check()


# Remembers what was stopped on its way.
_WATCH_CANCELS = """
window.cancelled = 0;
const cancel = Animation.prototype.cancel;
Animation.prototype.cancel = function () {
  if (this.playState === "running") window.cancelled++;
  return cancel.call(this);
};
"""


def test_the_answer_waits_until_the_move_has_been_seen(meet: Callable[..., Person]) -> None:
    turning = next(game for game in dreierlei.games() if dreierlei.start(game.id).variant.layout.rings)
    person = meet(motion="no-preference")
    person.page.add_init_script(_WATCH_MOTION + _WATCH_CANCELS)
    person.begin(turning.id)
    while person.page.locator(".moves li").count() < 8 and person.wait_turn():
        person.click_some()
    assert person.page.evaluate("() => window.moved.length") > 8
    assert person.page.evaluate("() => window.cancelled") == 0
    person.check()
