"""The other pages: for everybody, in every language, small."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import messages
from dreierlei.messages import LANGUAGES
from dreierlei.palette import BOARDS, STONES
from dreierlei.server.files import WEB
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route

    from .people import Person

GAME = dreierlei.games()[-1].id
BOARD = next(game.id for game in dreierlei.games() if any(option.name == "board" for option in game.options))
PAGES = [
    "/",
    f"/new/{GAME}",
    f"/rules/{GAME}",
    f"/puzzles/{GAME}",
    f"/analysis?from={GAME}",
    f"/truth/{GAME}",
    f"/print/{GAME}",
]
FIRST_LOAD, FIRST_GAME = 150_000, 250_000


@pytest.mark.parametrize("number", range(len(PAGES)), ids=PAGES)
def test_a_page_is_for_everybody(number: int, meet: Callable[..., Person]) -> None:
    for phone in (False, True):
        person = meet(phone=phone, language=LANGUAGES[number % 3], dark=(number % 2 == 0) == phone)
        person.open(PAGES[number])
        assert person.page.locator("h1, h2").count() > 0
        if phone == (number % 2 == 0):
            assert person.faults() == []
        person.check()


def test_a_page_that_does_not_exist_says_so(meet: Callable[..., Person]) -> None:
    person = meet()
    person.open("/nowhere")
    assert messages.catalogue("en")["web.no-page"] in person.page.inner_text("main")
    person.open("/match/no-such-match")
    assert person.page.locator("main [role=alert]").inner_text().strip()
    assert person.faults() == []


def test_language_and_colours_are_remembered(meet: Callable[..., Person]) -> None:
    person = meet()
    page = person.page
    person.open("/")
    page.click(".settings summary")
    page.check('[data-setting="language lb"]', force=True)
    page.wait_for_function("() => document.documentElement.lang === 'lb'")
    page.check('[data-setting="theme dark"]', force=True)
    person.open("/")
    assert page.get_attribute("html", "lang") == "lb"
    assert page.inner_text("h1") == messages.catalogue("lb")["web.home-title"]
    assert page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor") == "rgb(30, 27, 25)"
    person.check()


def test_bad_input_is_explained_and_kept(meet: Callable[..., Person]) -> None:
    person = meet()
    page = person.page
    person.open(f"/new/{BOARD}")
    page.fill("#option-board", "Z9")
    page.press("#option-board", "Tab")
    page.wait_for_selector(".fault:not([hidden])")
    assert "expected" in page.inner_text(".fault:not([hidden])")
    assert page.input_value("#option-board") == "Z9"
    page.click(".options .beside button >> nth=0")
    page.wait_for_selector(".options .fault", state="hidden")
    code = page.input_value("#option-board")
    assert code not in ("Z9", "random")
    page.click(".start")
    page.wait_for_selector(".board.live")
    kept = page.evaluate("async () => (await import('/web/local/store.js')).all()")
    assert [match["variant"] for match in kept] == [dreierlei.variant(BOARD, {"board": code}).id]


def test_an_unfinished_match_is_on_the_start_page(meet: Callable[..., Person]) -> None:
    person = meet()
    person.begin(GAME, "here")
    address = person.page.url
    person.open("/")
    person.page.click(".match-card")
    person.page.wait_for_selector(".board.live")
    assert person.page.url == address
    person.check()


def test_a_public_match_can_be_found_and_watched(meet: Callable[..., Person]) -> None:
    player, visitor = meet(), meet(phone=True, dark=True)
    new = {"variant": GAME, "opponent": {"kind": "here"}, "public": True}
    answer = player.context.request.post(f"{player.address}/api/matches", data=new)
    visitor.open("/")
    visitor.page.click(f'.match-card[href="/match/{answer.json()["id"]}"]')
    visitor.page.wait_for_selector(".board.live")
    assert messages.catalogue("en")["web.watching"] in visitor.page.inner_text(".status")
    assert visitor.offered() == []
    visitor.check()


def loaded(person: Person) -> dict[str, int]:
    """The bytes of each file and answer that came to the page, after compression."""
    person.page.wait_for_load_state("networkidle")
    sizes: list[tuple[str, int]] = person.page.evaluate(
        "() => performance.getEntries().filter((e) => 'encodedBodySize' in e).map((e) => [e.name, e.encodedBodySize])"
    )
    assert all(name.startswith(person.address) for name, _ in sizes)
    return dict(sizes)


def test_the_first_load_is_small(meet: Callable[..., Person]) -> None:
    person = meet()
    person.open("/")
    sizes = loaded(person)
    assert sum(sizes.values()) < FIRST_LOAD, sorted(sizes.items(), key=lambda pair: -pair[1])[:10]


def test_a_game_against_the_computer_is_a_small_first_load(meet: Callable[..., Person]) -> None:
    """With the core, which comes when the first board is drawn; with the largest of its modules, whatever the game."""
    person = meet(language="de")
    core: list[Route] = []
    person.page.route("**/core/*.wasm", lambda route: core.append(route))  # noqa: PLW0108 – it marks its handlers
    person.open(f"/new/{GAME}")
    person.page.wait_for_selector(".preview svg")
    wait_until(lambda: person.page.evaluate("() => 0") or core, lambda: "the page does not ask for the core")
    core[0].continue_()
    person.page.click(".button.start")
    person.page.wait_for_selector(".board.live")
    sizes = loaded(person)
    module = next(name for name in sizes if name.endswith(".wasm"))
    playing = [file for file in (WEB / "core").glob("*.wasm") if not file.stem.endswith(("-tables", "-threads"))]
    modules = [len(gzip.compress(file.read_bytes())) for file in playing]
    whole = sum(sizes.values()) - sizes[module] + max(modules)
    assert whole < FIRST_GAME, sorted(sizes.items(), key=lambda pair: -pair[1])[:10]


def test_the_colours_of_boards_and_stones_can_be_chosen(meet: Callable[..., Person]) -> None:
    person = meet()
    page = person.page
    person.open(f"/analysis?from={GAME}&moves={dreierlei.start(GAME).moves()[0].text}")
    page.wait_for_selector(".board .stone")
    page.click(".settings summary")
    colours = """() => [
      getComputedStyle(document.querySelector('.ground g.board > rect')).fill,
      getComputedStyle(document.querySelector('[id$=stone-b] circle:nth-of-type(2)')).fill,
    ]"""
    seen = set()
    for kind, names in (("board", list(BOARDS)), ("stones", list(STONES))):
        for name in (*reversed(names), names[-1]):  # the classic one is there from the beginning
            page.click(f'.settings label:has(input[name="setting-{kind}"][value="{name}"])')
            page.wait_for_function(f"(name) => document.documentElement.dataset.{kind} === name", arg=name)
            seen.add(tuple(page.evaluate(colours)))
    assert len(seen) == len(BOARDS) + len(STONES) - 1  # the last board with the first stones counts twice
    before = page.evaluate(colours)
    page.reload()
    page.wait_for_selector(".board .stone")
    assert page.evaluate(colours) == before
    assert person.faults() == []
    person.check()
