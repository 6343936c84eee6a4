"""Moves that are chosen while the opponent thinks, in games with a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import messages

if TYPE_CHECKING:
    from collections.abc import Callable

    from .people import Person

SAID = messages.catalogue("en")
FISCHER = {"kind": "fischer", "initial": 600, "increment": 0}
ONE = dreierlei.games()[0].id
"""A move is one place."""
TWO = next(
    game.id for game in dreierlei.games() if {len(move.targets) for move in dreierlei.start(game.id).moves()} == {2}
)
"""A move has two parts."""


def _begin(white: Person, black: Person, game: str, clock: dict[str, object]) -> str:
    wanted = {"variant": game, "opponent": {"kind": "friend"}, "colour": "white", "name": "Ada", "clock": clock}
    match = white.context.request.post(f"{white.address}/api/matches", data=wanted).json()
    black.open(f"/join/{match['id']}?invite={match['invite']}")
    black.page.click(".start")
    black.page.wait_for_selector(".board.live")
    white.open(f"/match/{match['id']}")
    white.wait_turn()
    return str(match["id"])


def _click(person: Person, spot: str) -> None:
    person.page.locator(f'[data-spot="{spot}"]').dispatch_event("click")


def _line(person: Person) -> list[str]:
    """The moves of the match that a person looks at."""
    match = person.page.url.rsplit("/", 1)[-1]
    line: list[str] = person.context.request.get(f"{person.address}/api/matches/{match}").json()["line"]
    return line


def _wait_line(person: Person, length: int) -> None:
    person.page.wait_for_function("(n) => document.querySelectorAll('.moves li').length === n", arg=length)


@pytest.mark.parametrize("game", [ONE, TWO])
def test_a_move_chosen_in_advance_is_played_at_once(game: str, meet: Callable[..., Person]) -> None:
    white, black = meet(), meet()
    _begin(white, black, game, FISCHER)
    first = dreierlei.start(game).moves()[0]
    answer = dreierlei.start(game).play(first).moves()[-1]
    black.page.wait_for_selector(f".premove >> text={SAID['web.premove-about']}")
    for spot in answer.targets:
        _click(black, spot)
    black.page.wait_for_selector(".premove button:visible")
    assert black.page.locator(".signs .mark.text").count() == len(answer.targets)
    assert black.faults() == []
    for spot in first.targets:
        _click(white, spot)
    for person in (white, black):
        _wait_line(person, 2)
        assert _line(person) == [first.text, answer.text]
        person.check()


def test_it_can_be_changed_and_cancelled(meet: Callable[..., Person]) -> None:
    white, black = meet(), meet(language="en", phone=True)
    _begin(white, black, ONE, FISCHER)
    first, one, two, *_ = (move.text for move in dreierlei.start(ONE).moves())
    cancel = black.page.locator(".premove button:visible")
    ways: list[Callable[[], object]] = [
        lambda: _click(black, two),
        lambda: black.page.keyboard.press("Escape"),
        cancel.click,
    ]
    for end in ways:
        _click(black, one)
        _click(black, two)  # a move is one place: this one takes its place
        black.page.wait_for_selector(f".premove >> text={SAID['web.premove'].format(spots=two)}")
        end()
        black.page.wait_for_selector(f".premove >> text={SAID['web.premove-about']}")
    _click(white, first)
    black.wait_turn()
    assert _line(black) == [first]
    assert not black.page.is_visible(".premove")
    for person in (white, black):
        person.check()


def test_one_that_is_not_possible_any_more_is_dropped_with_a_word(meet: Callable[..., Person]) -> None:
    white, black = meet(), meet()
    _begin(white, black, ONE, FISCHER)
    first = dreierlei.start(ONE).moves()[0].text
    _click(black, first)
    black.page.wait_for_selector(".premove button:visible")
    _click(white, first)
    black.page.wait_for_selector(f".toast >> text={SAID['web.premove-dropped']}")
    assert black.wait_turn()
    assert _line(black) == [first]
    for person in (white, black):
        person.check()


def test_without_a_clock_nothing_is_chosen_in_advance(meet: Callable[..., Person]) -> None:
    white, black = meet(), meet()
    _begin(white, black, ONE, {"kind": "none"})
    first, second, *_ = (move.text for move in dreierlei.start(ONE).moves())
    _click(black, second)
    assert not black.page.is_visible(".premove")
    _click(white, first)
    black.wait_turn()
    assert _line(black) == [first]
