"""Every game from the start page to its end, by clicks, against the computer; sizes, languages and colours in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import messages
from dreierlei.messages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from .people import Person

GAMES = [game.id for game in dreierlei.games()]

# Remembers what was ever set in motion, however soon it has come to rest.
_WATCH_MOTION = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.moved.push(this); return animate.apply(this, how); };
"""


@pytest.mark.parametrize("number", range(len(GAMES)), ids=GAMES)
def test_a_game_from_the_start_page_to_its_end(number: int, meet: Callable[..., Person]) -> None:
    language = LANGUAGES[number % 3]
    worker = "block" if number else "allow"
    person = meet(phone=number % 2 == 0, language=language, dark=number % 4 < 2, seed=number, service_workers=worker)
    page = person.page
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
