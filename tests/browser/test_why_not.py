"""A click on an impossible place says why, and loses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import dreierlei
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import WebSocketRoute

    from .people import Person

BURG = "qango6:opening=burg ....../....../....../....../....../...... w"
MILL = "muehle bbb/ww./.../....../.../.../b.. w 5 5 0"
SLIDING = "muehle ww./w../..w/w....b/.../.../bbb w 0 0 0"
PUSHING = "tres n/..../......../................ w"
BLOCKED = "bedraengnis ...w/.b../.b../w... w b3"
REACH = "die-drei ......../......../.....w../....b.../......../......../......../........ w e5"
FORBIDDEN = "die-drei ......../......../......../...w..../..w..b../.bb.w..b/..b..ww./.w...... b b1"

CLICKS = [
    (BURG, (), "c4", "c4 gehört zur Burg: Der erste weiße Stein muss außerhalb der Burg liegen."),
    (MILL, ("f6",), "d7", "Der Stein auf d7 ist durch seine Mühle geschützt, solange dein Gegner Steine außerhalb"),
    (MILL, ("f6",), "g1", "Auf g1 liegt kein Stein: Nimm für deine Mühle einen gegnerischen."),
    (MILL, (), "b6", "Du hast noch Steine in der Hand (5): Gezogen wird erst, wenn alle gesetzt sind."),
    (SLIDING, ("d7",), "f6", "f6 liegt nicht neben d7 auf einer Linie, und springen darf nur, wer drei Steine hat"),
    (SLIDING, (), "a7", "Der Stein auf a7 kann nicht ziehen: Kein Nachbarpunkt ist frei."),
    (PUSHING, (), "m3", "Steine kommen nur an den vier Ecken ins Spiel: Wähle eine davon."),
    (PUSHING, ("NE",), "m3", "Auf diesem Ring liegt kein Stein (mittlerer Ring): Er darf nicht gedreht werden."),
    (PUSHING, ("NE",), "c", "Die Mitte dreht sich nie: Drehe einen der drei Ringe."),
    (BLOCKED, (), "b1", "Die Figur auf b2 versperrt ihr den Weg von b3 aus."),
    (REACH, (), "c3", "wie ein Läufer, aber höchstens bis zum nächsten gelben Feld, d4."),
    (FORBIDDEN, (), "a1", "a1 ist verboten: Dein Gegner könnte danach keine Figur mehr setzen."),
]


def sit_down(person: Person, line: str) -> None:
    """Opens a match of two people on one screen that begins there."""
    variant = dreierlei.position(line).variant.id
    answer = person.context.request.post(
        f"{person.address}/api/matches", data={"variant": variant, "opponent": {"kind": "here"}, "start": line}
    )
    assert answer.ok, answer.text()
    person.open(f"/match/{answer.json()['id']}")
    assert person.wait_turn()


def click(person: Person, spot: str) -> None:
    box = person.page.locator(f'.spot[data-spot="{spot}"]').locator(".area, .way").first.bounding_box()
    assert box
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def hear(person: Person, sentence: str) -> None:
    """Waits until the status line shows a sentence and the live region says it."""
    for selector in (".status", "[aria-live]"):
        person.page.wait_for_function(
            "([selector, sentence]) => [...document.querySelectorAll(selector)]"
            ".some((element) => element.textContent.includes(sentence))",
            arg=[selector, sentence],
        )


def chosen(person: Person) -> list[str]:
    names = person.page.eval_on_selector_all(".spot.chosen", "(spots) => spots.map((spot) => spot.dataset.spot)")
    return [str(name) for name in names]


@pytest.mark.parametrize(
    ("line", "begun", "spot", "sentence"), CLICKS, ids=[f"{c[0].split()[0]}-{c[2]}" for c in CLICKS]
)
def test_a_click_on_an_impossible_place_says_why(
    meet: Callable[..., Person], line: str, begun: tuple[str, ...], spot: str, sentence: str
) -> None:
    person = meet(language="de")
    sit_down(person, line)
    for name in begun:
        click(person, name)
    click(person, spot)
    hear(person, sentence)
    assert person.page.locator(f'.spot.refused[data-spot="{spot}"]').count() == 1
    assert chosen(person) == list(begun), "the started move is still there"
    assert person.page.locator(".moves li").count() == 0
    assert person.page.locator(".alert:visible").count() == 0, "it is not an error"
    person.check()


def test_news_without_a_move_leaves_the_answer_on_the_board(meet: Callable[..., Person]) -> None:
    person = meet(language="de")
    routes: list[WebSocketRoute] = []
    held: list[str | bytes] = []

    def keep(news: str | bytes) -> None:
        held.append(news)

    def hold(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server().on_message(keep)

    person.page.route_web_socket("**/live*", hold)
    sit_down(person, BLOCKED)
    click(person, "b1")
    hear(person, "Die Figur auf b2 versperrt ihr den Weg von b3 aus.")
    wait_until(lambda: person.page.evaluate("() => true") and held, lambda: "the server sends no news")
    for news in held:
        routes[0].send(news)
    hear(person, "Die Figur auf b2 versperrt ihr den Weg von b3 aus.")
    assert person.page.locator('.spot.refused[data-spot="b1"]').count() == 1
    click(person, "b2")
    hear(person, "b2")
    assert person.page.locator(".spot.refused").count() == 1, "another answer replaces it"
    person.check()


def test_the_keyboard_hears_why_too(meet: Callable[..., Person]) -> None:
    person = meet(language="de")
    sit_down(person, MILL)
    click(person, "f6")
    person.page.locator('.spot[data-spot="d7"]').focus()
    person.page.keyboard.press("Enter")
    hear(person, "Der Stein auf d7 ist durch seine Mühle geschützt")
    assert chosen(person) == ["f6"]
    person.page.locator('.spot[data-spot="a1"]').focus()
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector(".moves li")
    person.check()


def test_a_stone_dropped_on_an_impossible_place_goes_back_and_says_why(meet: Callable[..., Person]) -> None:
    person = meet(language="de")
    sit_down(person, SLIDING)
    start, end = (person.page.locator(f'.spot[data-spot="{name}"]').bounding_box() for name in ("d7", "f6"))
    assert start
    assert end
    person.page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    person.page.mouse.down()
    person.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    person.page.mouse.up()
    hear(person, "f6 liegt nicht neben d7 auf einer Linie")
    assert chosen(person) == ["d7"]
    person.check()


def test_without_the_server_there_is_still_an_answer(meet: Callable[..., Person]) -> None:
    person = meet(language="de")
    sit_down(person, PUSHING)
    for asked in ("**/api/why-not**", "**/core/*.wasm"):
        person.page.route(asked, lambda route: route.abort())
    click(person, "m3")
    person.page.wait_for_function("() => document.querySelector('.status').textContent.includes('geht jetzt nicht')")


def test_a_push_is_shown_and_a_ring_shows_where_its_stones_would_go(meet: Callable[..., Person]) -> None:
    person = meet(language="de")
    sit_down(person, "tres n/..../..w...../....b........... w")
    position = dreierlei.position("tres n/..../..w...../....b........... w")
    before = person.page.locator(".stones .stone").count()
    click(person, "NE")
    assert person.page.locator(".stones .stone").count() == before + 1
    ring = person.page.locator('.spot[data-spot="m2"]').bounding_box()
    assert ring
    person.page.mouse.move(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    changed = [
        then for now, then in zip(position.preview("NE"), position.preview("NE", "m"), strict=True) if now != then
    ]
    person.page.wait_for_selector(".foreseen g")
    assert person.page.locator(".foreseen .stone").count() == sum(stone != "." for stone in changed)
    assert person.page.locator(".foreseen .leaves").count() == sum(stone == "." for stone in changed)
    person.page.mouse.move(5, 5)
    assert person.page.locator(".foreseen g").count() == 0
    person.page.keyboard.press("Tab")
    person.page.locator('.spot[data-spot="m"]').focus()
    person.page.wait_for_selector(".foreseen g")
    person.check()


def test_the_reach_of_the_last_piece_is_drawn_and_named(meet: Callable[..., Person]) -> None:
    person = meet(language="de")
    sit_down(person, REACH)
    reach = dreierlei.position(REACH).reach()
    assert reach is not None
    assert person.page.locator(".reach").count() == len(reach.places)
    person.page.wait_for_function(
        "() => document.querySelector('.status').textContent.includes('gelbes Feld, zieht wie ein Läufer')"
    )
    person.check()
