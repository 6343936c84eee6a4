"""The pages for those who study: rules, analysis, set-up, review, puzzles, what is known, boards to print."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

import dreierlei
from dreierlei import messages, truth
from dreierlei.messages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from .people import Person

    Meet = Callable[..., Person]

GAMES = [game.id for game in dreierlei.games()]
SMALL = "tictactoe"
SAID = messages.catalogue("en")
ENDING = "muehle ww./.../.../....../..b/w.b/..b w 0 0 0"
# White begins in the corner, Black's answer loses, and White's third stone makes two threats.
LOST = ("a1", "a2", "b2", "c3", "b1", "c1", "b3")

_PLAYED = """async ([variant, moves]) => {
  const ask = async (path, body) => (await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  })).json();
  let match = await ask("/api/matches", { variant, opponent: { kind: "here" }, colour: "white", length: 1 });
  for (const move of moves) match = await ask(`/api/matches/${match.id}/moves`, { move, number: match.number });
  return match;
}"""


# 2 when a move was made in a diagram, 1 when more of one is chosen than before.
_MADE_OR_CHOSEN = """([diagram, before]) =>
  /moves=./.test(diagram.querySelector(".actions a").getAttribute("href")) ? 2
    : Number(diagram.querySelectorAll(".spot.chosen").length > before)"""


def play(person: Person, variant: str, moves: tuple[str, ...]) -> str:
    """The id of a match that two at this browser have played."""
    person.open("/")
    match: dict[str, Any] = person.page.evaluate(_PLAYED, [variant, list(moves)])
    assert match["line"] == list(moves)
    return str(match["id"])


def see_values(page: Page) -> None:
    """Waits for the value of a draw, and asks the server where the page had too little time on a busy machine."""
    page.wait_for_selector(".board .mark.text.even, .verdict + .ask-server:visible")
    if not page.locator(".board .mark.text.even").count():
        page.click(".verdict + .ask-server")
        page.wait_for_selector(".board .mark.text.even")


def tap(page: Page, spot: str) -> None:
    page.locator(f'.board.live [data-spot="{spot}"]').first.click()


def test_the_server_is_asked_only_where_it_may_know_more_and_somebody_wants_it(meet: Meet) -> None:
    """A small ending is solved in the page. The start of the game is not: the server has its value, on request."""
    person = meet()
    page = person.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    def thinking() -> list[str]:
        return [url for url in asked if "/api/values" in url or "/api/analysis" in url]

    person.open(f"/analysis?from={quote(ENDING)}&values=1")
    page.wait_for_selector(f".verdict:has-text('{SAID['result.wins'].format(name=SAID['white'])}')")
    page.wait_for_selector(".board .mark.text.good")
    page.wait_for_selector(".engine .lines li .move")
    page.wait_for_selector(f".engine .note:text-is('{SAID['study.stored']}')")
    assert page.locator(".ask-server:visible").count() == 0
    person.open("/analysis?from=muehle&values=1&engine=0")
    page.wait_for_selector(f".verdict:text-is('{SAID['result.unknown']}')")
    assert thinking() == []
    page.click(".ask-server:visible")
    page.wait_for_selector(f".verdict:text-is('{SAID['result.drawn']}')")
    assert page.locator(".ask-server:visible").count() == 0
    assert len(thinking()) == 1
    person.check()


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_diagrams_to_try(meet: Meet, game: str) -> None:
    person = meet(language=LANGUAGES[GAMES.index(game) % 3])
    person.open(f"/rules/{game}")
    diagram = person.page.locator(".diagram").filter(has=person.page.locator(".actions button:visible")).first
    diagram.locator(".actions button:visible").click()
    made = False
    while not made:  # a move is one to three clicks
        chosen = diagram.locator(".spot.chosen").count()
        diagram.locator(".spot.offered").first.dispatch_event("click")
        made = person.page.wait_for_function(_MADE_OR_CHOSEN, arg=[diagram.element_handle(), chosen]).json_value() == 2
    person.check()


def test_analysis_streams_lines_and_moves_are_made(meet: Meet) -> None:
    person = meet()
    page = person.page
    person.open("/analysis?from=qango6:opening=burg")
    page.wait_for_selector(".lines li >> nth=2")
    page.wait_for_selector(".board .mark.hint")
    tap(page, "a6")
    page.wait_for_function("() => location.search.includes('moves=a6')")
    page.locator(".lines li >> nth=0").locator(".move >> nth=1").click()
    page.wait_for_function("() => document.querySelectorAll('.moves li').length === 3")
    page.keyboard.press("Home")
    page.wait_for_function("() => location.search.includes('ply=0')")
    page.check("text=Exact values")
    see_values(page)
    address = page.url
    page.reload()
    see_values(page)
    assert page.url == address
    assert page.locator(".moves li").count() == 3
    page.check("text=Openings")
    page.locator(".openings .move").first.focus()
    page.keyboard.press("Enter")  # plays the best move of the explorer
    page.wait_for_function("() => document.querySelectorAll('.moves li').length === 1")
    person.check()


def test_another_board_can_be_analysed_and_the_way_back_works(meet: Meet) -> None:
    person = meet()
    page = person.page
    person.open("/analysis?from=bedraengnis")
    page.click(f"summary >> text={SAID['study.variant']}")
    page.fill("#option-board", "b3")
    page.press("#option-board", "Enter")
    page.wait_for_function("() => location.search.includes('b3')")
    page.wait_for_selector("main:not([aria-busy]) .board")
    assert page.locator("#option-board").input_value() == "b3"
    page.go_back()
    page.wait_for_function("() => document.querySelector('#option-board')?.value === 'A0'")
    person.check()


def test_a_position_is_set_up_refused_with_every_reason_and_played(meet: Meet) -> None:
    person = meet()
    page = person.page
    person.open(f"/analysis?from={SMALL}")
    page.click(f"summary >> text={SAID['study.set-up']}")
    tap(page, "a1")
    page.wait_for_selector(".setup > .fault:not([hidden])")
    assert "it cannot be White's turn" in page.inner_text(".setup > .fault")
    analyse = page.locator(".setup .button").first
    assert analyse.is_disabled()
    page.locator(".setup label", has_text="Black").first.click()
    tap(page, "b2")
    page.wait_for_selector(".setup > .fault", state="hidden")
    analyse.click()
    page.wait_for_function("() => new URLSearchParams(location.search).get('from') === 'tictactoe .../.b./w.. w'")
    page.wait_for_selector(".lines li")
    page.click(f"button:visible >> text={SAID['study.play-here']}")
    page.wait_for_url("**/match/*")
    page.wait_for_selector(".board.live .spot.offered")
    # What the server refuses is on the console by the browser's own hand.
    assert [error for error in person.errors if "400" not in error and "422" not in error] == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_of_the_set_up_covers_anything_else(meet: Meet, phone: bool) -> None:
    person = meet(phone=phone)
    page = person.page
    person.open("/analysis?from=muehle")
    page.click(f"summary >> text={SAID['study.set-up']}")
    boxes = [box.bounding_box() for box in page.locator(".setup :is(button, label, input, select):visible").all()]
    labels = [box for box in boxes if box is not None and box["width"] > 2]
    assert len(labels) > 8
    for index, one in enumerate(labels):
        for other in labels[index + 1 :]:
            wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
            high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
            inside = wide >= min(one["width"], other["width"]) - 1 and high >= min(one["height"], other["height"]) - 1
            assert inside or wide <= 1 or high <= 1, (one, other)  # an input lies inside its label
    # A form of another page keeps its own spacing.
    person.open("/new/muehle")
    fields = page.locator(".new > :is(fieldset, .field, p):visible").all()
    tops = [box["y"] for box in (field.bounding_box() for field in fields) if box]
    assert tops == sorted(set(tops))
    person.check()


def test_a_wrong_text_or_address_is_explained(meet: Meet) -> None:
    person = meet()
    page = person.page
    person.open(f"/analysis?from={SMALL}")
    page.click(f"summary >> text={SAID['study.as-text']}")
    page.fill("#line", "tictactoe xyz")
    page.press("#line", "Enter")
    page.wait_for_selector(".fault:visible")
    assert page.get_attribute("#line", "aria-invalid") == "true"
    assert page.input_value("#line") == "tictactoe xyz"
    for address in (
        "/analysis?from=nothing",
        f"/analysis?from={SMALL}&moves=z9",
        "/rules/nothing",
        "/puzzles?id=nothing",
    ):
        person.open(address)
        assert "nothing" in page.inner_text("main [role=alert]") or "z9" in page.inner_text("main [role=alert]")


def test_a_review_shows_the_graph_the_verdicts_and_the_best_line(meet: Meet) -> None:
    person = meet()
    page = person.page
    match = play(person, SMALL, LOST)
    person.open(f"/match/{match}/review")
    page.wait_for_selector(".moves li:nth-child(2) .turned")
    page.wait_for_selector(".graph-turned")
    page.wait_for_function(
        "(text) => document.querySelector('.study-side').innerText.includes(text)", arg="changed the result: 1"
    )
    page.click(".moves li:nth-child(1) button")
    page.wait_for_function("() => location.search === '?ply=1'")
    assert page.inner_text(".verdict") == SAID["result.drawn"]
    page.wait_for_selector(".board .mark.hint")
    page.click(".best-line .move >> nth=1")
    page.wait_for_selector(".best-line .move[aria-current=true]")
    assert page.locator(".board .stones > *").count() == 3
    page.click(f".best-line >> text={SAID['study.back-to-game']}")
    page.locator(".graph").click(position={"x": 5, "y": 20})
    page.wait_for_function("() => location.search === '?ply=0'")
    page.wait_for_selector(f".teacher h2:text-is('{SAID['teacher.title']}')")
    page.click(".teacher li button >> nth=0")
    page.wait_for_selector(".best-line .move[aria-current=true] >> nth=0")
    page.wait_for_function("() => location.search === '?ply=1'")
    assert page.locator(".board .stones > *").count() == 2
    assert person.faults() == []
    person.check()


def test_a_review_says_the_same_when_it_is_opened_again(meet: Meet) -> None:
    person = meet()
    page = person.page
    match = play(person, SMALL, LOST)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/review" in request.url else None)
    seen = []
    for _ in range(2):
        person.open(f"/match/{match}/review?ply=1")
        page.wait_for_function(
            "(text) => document.querySelector('.study-side').innerText.includes(text)", arg="changed the result: 1"
        )
        page.wait_for_selector(".moves li:nth-child(2) .turned")
        seen.append(
            [page.inner_text(".verdict"), page.get_attribute(".graph-line", "d"), page.inner_text(".best-line")]
        )
    assert seen[0] == seen[1]
    assert asked == []  # the page thinks for itself
    person.check()


def test_a_game_can_be_taken_along(meet: Meet) -> None:
    person = meet()
    page = person.page
    match = play(person, "muehle", ("d6", "f4", "d2"))
    person.open(f"/match/{match}/review?ply=2")
    page.wait_for_selector(".graph-line[d^=M]")
    page.click(f".study-side button:text-is('{SAID['web.share']}')")
    page.wait_for_function("() => document.querySelector('dialog .film').naturalWidth > 0")
    assert person.faults() == []
    kept = {}
    for name in (SAID["web.record"], "SGF", "SVG", "PNG", SAID["web.share-film"]):
        with page.expect_download() as waiting:
            page.click(f"dialog .actions >> text={name}")
        kept[name] = waiting.value.path().read_bytes()
    assert b'[Game "muehle"]' in kept[SAID["web.record"]]
    assert b"GM[5]" in kept["SGF"]
    assert kept["SVG"].startswith(b"<svg")
    assert kept["PNG"].startswith(b"\x89PNG")
    assert b"@keyframes" in kept[SAID["web.share-film"]]
    assert page.input_value("#share-link") == page.url
    person.check()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_known_is_drawn(meet: Meet, game: str) -> None:
    person = meet(language=LANGUAGES[GAMES.index(game) % 3], dark=True)
    page = person.page
    person.open(f"/truth/{game}")
    page.wait_for_selector("main .reading p")
    assert page.locator(".map").count() == len(truth.maps(game))
    for number, shown in enumerate(truth.maps(game)):
        assert page.locator(f".map >> nth={number} >> .mark").count() == len(shown.values)
    assert page.locator(".chart").count() == len(truth.charts(game))
    person.check()


def test_what_to_print_is_chosen_and_is_a_pdf_or_an_archive_for_a_workshop(meet: Meet) -> None:
    person = meet()
    page = person.page
    person.open("/print/bedraengnis")
    page.fill("#option-board", "c1")
    page.press("#option-board", "Tab")
    page.wait_for_function("() => location.search.includes('c1')")
    page.uncheck("input[value=rules]")
    link = page.get_attribute(".print-form a.button", "href")
    assert link
    answer = page.request.get(person.address + link)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF")
    page.check("input[name=format][value=svg]", force=True)
    assert not page.is_visible("input[value=rules]")
    page.fill("input[name=thickness]", "5")
    page.press("input[name=thickness]", "Tab")
    link = page.get_attribute(".print-form a.button", "href")
    assert link
    answer = page.request.get(person.address + link)
    assert answer.headers["content-type"] == "application/zip"
    assert "bedraengnis-board.svg" in zipfile.ZipFile(io.BytesIO(answer.body())).namelist()
    page.fill("input[name=thickness]", "50")
    page.press("input[name=thickness]", "Tab")
    assert page.get_attribute(".print-form a.button", "href") is None
    page.check("input[name=format][value=pdf]", force=True)
    for box in page.locator("input[name=what]").all():
        box.uncheck()
    assert page.get_attribute(".print-form a.button", "href") is None
    person.check()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_pages_are_for_everybody(meet: Meet, dark: bool) -> None:
    person = meet(dark=dark, phone=dark, language="lb" if dark else "de")
    for path in (
        "/rules/muehle",
        "/puzzles/tres",
        "/analysis?from=muehle&moves=d6",
        "/truth/die-drei",
        "/print/die-drei",
    ):
        person.open(path)
        for fold in person.page.locator(".fold summary").all():
            fold.click()
        person.page.wait_for_timeout(100)
        assert person.faults() == [], path
        person.check()


def test_whoever_goes_on_stays_with_the_game(meet: Meet) -> None:
    person = meet()
    page = person.page
    person.open("/rules/tres")
    for way in ("puzzles", "truth", "print", "analysis"):
        page.click(f".ways a[href='/{way}']")
        page.wait_for_function(
            "(way) => location.pathname.startsWith(`/${way}`) && location.href.includes('tres')", arg=way
        )
        page.wait_for_selector(".tabs [aria-current] >> text=TRES")
    page.go_back()
    page.wait_for_url("**/print/tres")
    person.check()
