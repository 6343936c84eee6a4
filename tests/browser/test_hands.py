"""Other ways to play than by clicks: keyboard alone, dragging, touch with a second look."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import dreierlei

if TYPE_CHECKING:
    from collections.abc import Callable

    from .people import Person

SMALL = min(dreierlei.games(), key=lambda game: len(dreierlei.start(game.id).variant.layout.places)).id
TURNING = next(game.id for game in dreierlei.games() if dreierlei.start(game.id).variant.layout.rings)
HELD = next(game.id for game in dreierlei.games() if dreierlei.start(game.id).variant.layout.hands)
# What has been played, and what is chosen of the next move.
CHOICES = """() => [document.querySelectorAll(".moves li").length,
  ...[...document.querySelectorAll(".spot.chosen")].map((spot) => spot.dataset.spot)].join()"""


def _tab_to(person: Person, selector: str, most: int = 80) -> None:
    for _ in range(most):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


def test_keyboard_alone(meet: Callable[..., Person]) -> None:
    person = meet(language="lb")
    keys = person.page.keyboard
    person.open("/")
    _tab_to(person, f'[data-game="{SMALL}"] .button')
    keys.press("Enter")
    person.page.wait_for_selector(".start")
    _tab_to(person, ".start")
    keys.press("Enter")
    person.page.wait_for_selector(".board.live")
    _tab_to(person, ".spot")
    assert person.page.evaluate("() => document.activeElement.getAttribute('aria-label')").count(":") == 1
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    assert person.page.evaluate("() => document.activeElement.matches('.spot:focus-visible')")
    while person.wait_turn():
        _enter(person)
    person.check()


def test_the_keyboard_reaches_what_is_no_place(meet: Callable[..., Person]) -> None:
    person = meet()
    person.begin(TURNING, "here")
    assert person.wait_turn()
    _tab_to(person, ".spot")
    moves, chosen = person.page.locator(".moves li"), person.page.locator(".spot.chosen")
    while moves.count() < 4 or chosen.count() == 0:
        _enter(person)
    assert chosen.count() == 1
    person.page.keyboard.press("Escape")
    person.page.wait_for_function("() => document.querySelectorAll('.spot.chosen').length === 0")
    person.check()


def _enter(person: Person) -> None:
    """Chooses something that is offered by the keyboard, and waits for what comes of it."""
    assert person.wait_turn()
    before = person.page.evaluate(CHOICES)
    if not person.page.evaluate("() => document.activeElement.matches('.spot.offered')"):
        person.page.keyboard.press("PageDown")
    person.page.keyboard.press("Enter")
    person.page.wait_for_function(f"(before) => ({CHOICES})() !== before", arg=before)


def test_each_step_is_told_in_words(meet: Callable[..., Person]) -> None:
    person = meet()
    person.begin(TURNING, "here")
    assert person.wait_turn()
    start = dreierlei.start(TURNING)
    assert str(start.prompt()) in person.page.inner_text(".status")
    corner = person.click_some()
    assert str(start.prompt(corner)) in person.page.inner_text(".status")
    person.check()


def test_a_stone_is_dragged_from_the_hand(meet: Callable[..., Person]) -> None:
    person = meet()
    person.begin(HELD, "here")
    person.wait_turn()
    hand = person.page.locator(".hand.carried .stone").first.bounding_box()
    name, x, y = person.offered()[0]
    assert hand
    mouse = person.page.mouse
    mouse.move(hand["x"] + 5, hand["y"] + 5)
    mouse.down()
    mouse.move(x - 20, y - 20, steps=3)
    assert person.page.locator(".dragged").count() == 1
    mouse.move(x, y, steps=2)
    mouse.up()
    person.page.wait_for_selector(".moves li")
    assert person.page.inner_text(".moves li").strip() == name
    person.check()


def test_a_stone_is_dragged_to_its_target(meet: Callable[..., Person]) -> None:
    here, move = _from_place_to_place()
    person = meet()
    answer = person.context.request.post(
        f"{person.address}/api/matches",
        data={"variant": here.variant.id, "opponent": {"kind": "here"}, "start": str(here)},
    )
    assert answer.ok, answer.text()
    person.open(f"/match/{answer.json()['id']}")
    person.wait_turn()
    start, end = (person.page.locator(f'.spot[data-spot="{name}"]').bounding_box() for name in move.targets)
    assert start
    assert end
    mouse = person.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + 3, end["y"] + 3, steps=4)
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    mouse.up()
    person.page.wait_for_selector(".moves li")
    assert person.page.inner_text(".moves li").strip() == move.text
    person.check()


def _from_place_to_place() -> tuple[dreierlei.Position, dreierlei.Move]:
    """A position of any game with a move that carries a stone and does nothing else."""
    lot = random.Random(5)
    for game in dreierlei.games():
        here = dreierlei.start(game.id)
        places = {place.name for place in here.variant.layout.places}
        while here.outcome() is None and len(here.line) < 60:
            for move in here.moves():
                if len(move.targets) == 2 and set(move.targets) <= places:
                    return dreierlei.position(str(here)), move
            here = here.play(lot.choice(here.moves()))
    raise AssertionError("no game moves stones")


def test_a_misclick_does_not_lose_a_move_begun(meet: Callable[..., Person]) -> None:
    position, move = _takes_after_placing()
    places = [place.name for place in position.variant.layout.places]
    empty = [name for name, stone in zip(places, position.stones, strict=True) if stone == "."]
    misclick = next(name for name in empty if name not in move.targets)
    person = meet()
    page = person.page
    answer = person.context.request.post(
        f"{person.address}/api/matches",
        data={"variant": position.variant.id, "opponent": {"kind": "here"}, "start": str(position)},
    )
    assert answer.ok, answer.text()
    person.open(f"/match/{answer.json()['id']}")
    person.wait_turn()
    page.click(f'.spot[data-spot="{move.targets[0]}"]')
    page.click(f'.spot[data-spot="{misclick}"]')
    assert page.locator(".moves li").count() == 0
    assert page.locator(".spot.chosen").get_attribute("data-spot") == move.targets[0]
    assert page.locator(".spot.refused").get_attribute("data-spot") == misclick
    reason = str(position.why_not((move.targets[0], misclick)))
    page.wait_for_function("(said) => document.querySelector('.status').textContent === said", arg=reason)
    # Back on purpose, and then anything is possible again.
    page.keyboard.press("Escape")
    assert page.locator(".spot.chosen, .spot.refused").count() == 0
    for target in map(position.variant.targets.__getitem__, move.targets):
        assert target.place is not None
        page.click(f'.spot[data-spot="{places[target.place]}"]')
    page.wait_for_selector(".moves li")
    assert page.inner_text(".moves li").strip() == move.text
    person.check()


def _takes_after_placing() -> tuple[dreierlei.Position, dreierlei.Move]:
    """A position of any game with a move that places a stone and then takes one."""
    lot = random.Random(5)
    for game in dreierlei.games():
        for _ in range(20):
            position = dreierlei.start(game.id)
            kinds = {text: target.kind for text, target in position.variant.targets.items()}
            while position.outcome() is None and len(position.line) < 40:
                for move in position.moves():
                    if [kinds[target] for target in move.targets] == ["place", "take"]:
                        return dreierlei.position(str(position)), move
                position = position.play(lot.choice(position.moves()))
    raise AssertionError("no game takes stones")


def test_a_move_by_touch_can_wait_for_a_second_look(meet: Callable[..., Person]) -> None:
    person = meet(phone=True)
    page = person.page
    page.add_init_script("localStorage.setItem('dreierlei', JSON.stringify({ confirm: true }))")
    person.begin(SMALL, "here")
    person.wait_turn()
    name, x, y = person.offered()[0]
    page.touchscreen.tap(x, y)
    page.wait_for_selector(".confirm:not([hidden])")
    assert page.locator(".moves li").count() == 0
    page.tap(".confirm .button.quiet")
    page.tap(f'.spot[data-spot="{name}"]')
    page.tap(".confirm .button:not(.quiet)")
    page.wait_for_selector(".moves li")
    person.check()
