"""The start page as a newcomer and a regular see it, and the history of finished games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import dreierlei
from dreierlei import messages
from dreierlei.puzzles import puzzles_of
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from .people import Person

SAID = messages.catalogue("en")
GAMES = [game.id for game in dreierlei.games()]


def _finish(person: Person, game: str, *, drawn: bool) -> str:
    """A finished match, drawn on one screen or lost against the computer."""
    request = person.context.request
    opponent = {"kind": "here"} if drawn else {"kind": "computer", "level": 1}
    wanted = {"variant": game, "opponent": opponent, "colour": "white", "name": "Ada"}
    match = request.post(f"{person.address}/api/matches", data=wanted).json()
    actions = f"{person.address}/api/matches/{match['id']}/actions"
    action = "offer_draw" if drawn else "resign"
    done = request.post(actions, data={"action": action, "number": match["number"]})
    assert done.ok, done.text()
    return str(match["id"])


def test_a_newcomer_sees_the_games_in_order_and_in_play(meet: Callable[..., Person]) -> None:
    person = meet()
    page = person.page
    person.open("/")
    shown = page.locator(".gallery .tile").evaluate_all("tiles => tiles.map((tile) => tile.dataset.game)")
    assert shown == GAMES
    page.wait_for_function("(n) => document.querySelectorAll('.gallery .thumb .stones').length === n", arg=len(GAMES))
    stones = page.locator(".gallery .thumb .stones").evaluate_all(
        "boards => boards.map((board) => board.querySelectorAll('.stone').length)"
    )
    assert min(stones) >= 4
    assert page.locator(f"h2:visible:text-is('{SAID['web.resume']}')").count() == 0
    assert page.locator(f"h2:visible:text-is('{SAID['web.finished']}')").count() == 0
    person.check()


def test_todays_puzzle_is_one_click_away(meet: Callable[..., Person]) -> None:
    person = meet(phone=True)
    page = person.page
    person.open("/")
    page.wait_for_selector(".today .thumb svg")
    page.click(".today")
    page.wait_for_url(re.compile(r"/puzzles/[\w-]+\?id=\w+"))
    game, wanted = re.search(r"/puzzles/([\w-]+)\?id=(\w+)", page.url).groups()  # type: ignore[union-attr]
    assert wanted in {puzzle.id for puzzle in puzzles_of(game)}
    page.wait_for_selector(".board.live")
    person.check()


def test_the_history_has_what_is_over_and_filters_it(meet: Callable[..., Person]) -> None:
    person = meet()
    page = person.page
    one, two = GAMES[0], GAMES[1]
    lost, drawn = _finish(person, one, drawn=False), _finish(person, two, drawn=True)
    person.context.request.post(
        f"{person.address}/api/matches", data={"variant": one, "opponent": {"kind": "computer", "level": 1}}
    )
    person.open("/")
    page.click(f"a:text-is('{SAID['web.finished-all']}')")
    page.wait_for_selector(".history-item")

    def shown(count: int) -> list[str]:
        page.wait_for_function("(n) => document.querySelectorAll('.history-item').length === n", arg=count)
        links = page.locator(".history-item .match-card")
        return [link.rsplit("/", 1)[-1] for link in links.evaluate_all("all => all.map((one) => one.href)")]

    assert shown(2) == [drawn, lost]
    assert person.faults() == []
    page.select_option("#history-game", one)
    assert shown(1) == [lost]
    assert SAID["reason.resignation"] in page.inner_text(".history-item")
    page.click(".history-filter label:has(input[value='won'])")
    assert shown(0) == []
    assert page.inner_text("p[role=status]") == SAID["web.no-history"]
    page.click(".history-filter label:has(input[value='lost'])")
    assert shown(1) == [lost]
    page.reload()
    assert shown(1) == [lost]
    page.click(".history-item .button")
    page.wait_for_url(f"**/match/{lost}/review*", timeout=1000 * PATIENCE)
    page.wait_for_selector(".study .board")
    person.check()
