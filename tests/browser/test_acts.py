"""What players do besides moving: hints, takebacks, giving up, the next game, clocks."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import messages
from dreierlei.match import Match
from dreierlei.puzzles import puzzles

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreierlei import Position
    from dreierlei.model import Field

    from .people import Person

SAID = messages.catalogue("en")
SMALL = min(dreierlei.games(), key=lambda game: len(dreierlei.start(game.id).variant.layout.places)).id
POINTS = next(game.id for game in dreierlei.games() if game.match.give_up)


def _press(person: Person, name: str) -> None:
    person.page.click(f".side button:visible:text-is('{SAID[name]}')")


def test_hint_takeback_and_resignation(meet: Callable[..., Person]) -> None:
    person = meet()
    page = person.page
    person.begin(SMALL)
    assert person.wait_turn()
    before = page.locator(".moves li").count()
    _press(person, "web.hint")
    page.wait_for_selector(".signs .mark.hint")
    person.click_some()
    page.wait_for_function("(n) => document.querySelectorAll('.moves li').length > n", arg=before + 1)
    assert person.wait_turn()
    _press(person, "web.takeback")
    page.wait_for_function("(n) => document.querySelectorAll('.moves li').length === n", arg=before)
    _press(person, "web.resign")
    page.click(f"dialog button:text-is('{SAID['web.keep-playing']}')")
    assert not page.is_visible(".result")
    _press(person, "web.resign")
    page.click(f"dialog button:text-is('{SAID['web.resign']}')")
    page.wait_for_selector(".result:not([hidden])")
    assert page.inner_text(".result h2") == SAID["web.you-lost"]
    _press(person, "web.rematch")
    page.wait_for_selector(".result", state="hidden")
    person.check()


def test_giving_up_a_round_says_what_it_costs(meet: Callable[..., Person]) -> None:
    person = meet()
    page = person.page
    person.begin(POINTS, "here")
    person.wait_turn()
    person.click_some()
    page.wait_for_selector(".moves li")
    person.wait_turn()
    stake = Match.start(POINTS).play(dreierlei.start(POINTS).moves()[0]).stake
    _press(person, "web.give-up")
    assert {str(stake), "one"} & set(page.inner_text("dialog p >> nth=0").replace(".", "").split())
    page.click(f"dialog button:text-is('{SAID['web.give-up']}')")
    page.wait_for_selector(".result:not([hidden])")
    _press(person, "web.next-game")
    page.wait_for_selector(".result", state="hidden")
    assert page.locator(".moves li").count() == 0
    assert sorted(page.locator(".player .points").all_inner_texts()) == ["0", str(stake)]
    person.check()


def test_two_at_one_screen_keep_their_names(meet: Callable[..., Person]) -> None:
    person = meet()
    page = person.page
    for first, second in (("Ada", "Bo"), ("", "")):
        person.open(f"/new/{POINTS}")
        page.click('.new label:has(input[value="here"])')
        page.fill("#field-name", first)
        page.fill("#field-other", second)
        page.click(".start")
        person.wait_turn()
        names = sorted(page.locator(".player .name").all_inner_texts())
        assert names == [first or "Player 1", second or "Player 2"]
        person.click_some()
        page.wait_for_selector(".moves li")
        _press(person, "web.give-up")
        page.click(f"dialog button:text-is('{SAID['web.give-up']}')")
        _press(person, "web.next-game")
        page.wait_for_selector(".result", state="hidden")
        assert sorted(page.locator(".player .name").all_inner_texts()) == names
        person.open(f"/new/{POINTS}")
        page.click('.new label:has(input[value="here"])')
        assert [page.input_value("#field-name"), page.input_value("#field-other")] == [first, second]
    person.check()


def test_the_start_page_says_how_a_game_ended(meet: Callable[..., Person]) -> None:
    person = meet()
    page = person.page
    person.open(f"/new/{SMALL}")
    page.click('label:has(input[name="length"][value="3"])')
    page.click(".start")
    assert person.wait_turn()
    _press(person, "web.resign")
    page.click(f"dialog button:text-is('{SAID['web.resign']}')")
    page.wait_for_selector(".result:not([hidden])")
    person.open("/")
    assert f"wins: {SAID['reason.resignation']}" in page.inner_text(".match-card")
    person.check()


def test_a_clock_is_shown_and_runs(meet: Callable[..., Person]) -> None:
    person = meet()
    page = person.page
    person.open(f"/new/{SMALL}")
    page.click('.new label:has(input[value="here"])')
    page.click(".more summary")
    page.click('label:has(input[value="fischer"])')
    page.fill("#field-minutes", "0")
    page.click(".start")
    page.wait_for_selector(".more .fault:not([hidden])")
    assert [
        error for error in person.errors if "status of 4" not in error
    ] == []  # the browser notes the refusal itself
    person.errors.clear()
    page.fill("#field-minutes", "3")
    page.click(".start")
    page.wait_for_selector(".board.live")
    assert page.locator(".time").all_inner_texts() == ["3:00", "3:00"]
    for _ in range(2):
        person.wait_turn()
        count = page.locator(".moves li").count()
        person.click_some()
        page.wait_for_function("(n) => document.querySelectorAll('.moves li').length > n", arg=count)
    page.wait_for_selector(".time.running:not(:text('3:0'))")
    person.check()


def test_a_hint_says_first_where_to_look(meet: Callable[..., Person]) -> None:
    person = meet()
    page = person.page
    person.begin(SMALL)
    assert person.wait_turn()
    free = len(person.offered())
    _press(person, "web.hint")
    page.wait_for_selector(".signs .mark.hint")
    assert 1 < page.locator(".signs .mark.hint").count() < free
    before = page.locator(".toast").count()
    _press(person, "web.hint-move")
    page.wait_for_function("(n) => document.querySelectorAll('.toast').length > n", arg=before)
    assert page.locator(".signs .mark.hint").count() == 1
    person.click_some()
    page.wait_for_selector(f".play-actions button:text-is('{SAID['web.hint']}')")
    person.check()


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_rules_and_counters_are_at_hand(game: str, meet: Callable[..., Person]) -> None:
    languages = itertools.cycle(messages.LANGUAGES)
    language = dict(zip([game.id for game in dreierlei.games()], languages, strict=False))[game]
    person = meet(phone=len(game) % 2 == 0, language=language)
    page, said = person.page, messages.catalogue(language)
    answer = person.context.request.post(
        f"{person.address}/api/matches", data={"variant": game, "opponent": {"kind": "here"}, "length": 3}
    )
    person.open(f"/match/{answer.json()['id']}")
    page.click(f".tools button:text-is('{said['web.rules']}')")
    page.wait_for_selector("dialog[open]")
    assert page.locator("dialog .reading li").count() >= 3
    assert page.locator("dialog .terms").is_visible()
    assert person.faults() == []
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    for number in (1, 2, 3):
        person.wait_turn()
        while page.locator(".moves li").count() < number:
            person.click_some()
            page.wait_for_timeout(1)
    view = page.request.get(f"{person.address}/api/matches/{answer.json()['id']}").json()
    stones = view["position"]["stones"]
    said_stones = said["web.count-stones"].format(white=stones.count("w"), black=stones.count("b"))
    page.wait_for_selector(f".counters li:text-is('{said_stones}')")
    fields = zip(dreierlei.start(game).variant.tables.fields, view["position"]["fields"], strict=True)
    running = [field for field, value in fields if field.limit and value > 0]
    assert page.locator(".counters li").count() == 2 + len(running)  # the score is the other one
    # White left, Black right, each pair in a row.
    boxes = [page.locator(".moves li").nth(index).bounding_box() for index in range(3)]
    first, second, third = (box for box in boxes if box)
    assert first["y"] == second["y"] < third["y"]
    assert first["x"] == third["x"] < second["x"]
    person.check()


def test_a_phone_on_its_side_has_a_large_board(meet: Callable[..., Person]) -> None:
    person = meet(phone=True)
    person.page.set_viewport_size({"width": 844, "height": 390})
    person.begin(SMALL)
    person.wait_turn()
    box = person.page.locator(".board-box").bounding_box()
    assert box
    assert box["height"] > 0.9 * 390
    assert box["y"] + box["height"] <= 390
    assert not person.page.is_visible(".keys")
    assert person.page.locator(".status").is_visible()
    person.page.keyboard.press("Tab")
    assert person.page.is_visible(".keys")
    person.check()


def test_the_count_of_quiet_moves_and_repetitions_is_shown(meet: Callable[..., Person]) -> None:
    game = next(game for game in dreierlei.games() if any(field.limit for field in _fields(game.id)))
    line = next(puzzle.line for puzzle in puzzles() if puzzle.game == game.id and dreierlei.position(puzzle.line).hands)
    position = dreierlei.position(line)
    lot = random.Random(1)
    while position.occurrences < 2 or not any(_counts(position)):
        moves = position.moves()
        if not moves or len(position.line) > 200:
            position = dreierlei.position(line)
        else:
            position = position.play(lot.choice(moves))
    person = meet(language="de")
    wanted = {"variant": game.id, "opponent": {"kind": "here"}, "start": line}
    match = person.context.request.post(f"{person.address}/api/matches", data=wanted).json()
    for move in position.line:
        path = f"{person.address}/api/matches/{match['id']}/moves"
        match = person.context.request.post(path, data={"move": move.text, "number": match["number"]}).json()
    person.open(f"/match/{match['id']}")
    counters = person.page.inner_text(".counters")
    said = messages.catalogue("de")
    assert said["web.count-repeated"] in counters
    for field, value in zip(_fields(game.id), position.fields, strict=True):
        if field.limit:
            assert said["web.count-limit"].format(title=field.title["de"], n=value, limit=field.limit) in counters
    person.check()


def _fields(game: str) -> tuple[Field, ...]:
    return dreierlei.start(game).variant.tables.fields


def _counts(position: Position) -> list[int]:
    return [
        value for field, value in zip(_fields(position.variant.game.id), position.fields, strict=True) if field.limit
    ]
