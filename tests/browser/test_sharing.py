"""Passing a game on: the dialog, an animated picture, a board in another site's page, and the engine for watchers."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import messages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .people import Person

SAID = messages.catalogue("en")
SMALL = dreierlei.games()[0].id
MOVES = [dreierlei.start(SMALL).moves()[index].text for index in (0, 4, 2)]


def _begin(person: Person, *, public: bool) -> str:
    """A match on one screen with a few moves."""
    request = person.context.request
    wanted = {"variant": SMALL, "opponent": {"kind": "here"}, "name": "Ada", "public": public}
    match = request.post(f"{person.address}/api/matches", data=wanted).json()
    for move in MOVES:
        path = f"{person.address}/api/matches/{match['id']}/moves"
        match = request.post(path, data={"move": move, "number": match["number"]}).json()
    return str(match["id"])


def _share(person: Person) -> str:
    """Opens the dialog; the page to embed."""
    person.page.click(f".tools button:text-is('{SAID['web.share']}')")
    person.page.wait_for_selector("dialog[open]")
    snippet = person.page.input_value("#share-embed")
    return snippet.split('src="')[1].split('"')[0].replace("&amp;", "&")


class Site(ThreadingHTTPServer):
    """Another site, whose page has a frame. Browsers refuse frames of this machine to sites elsewhere."""

    source = ""

    def show(self, person: Person, source: str) -> None:
        self.source = source.replace("&", "&amp;")
        person.page.goto(f"http://localhost:{self.server_port}/")


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Site)
        frame = f'<iframe id="board" width="420" height="520" src="{self.server.source}"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<!doctype html><link rel=icon href='data:,'>{frame}".encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[Site]:
    with Site(("127.0.0.1", 0), Page) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield site
        site.shutdown()


def test_a_match_is_shared_from_its_page(meet: Callable[..., Person]) -> None:
    person = meet(phone=True)
    match = _begin(person, public=False)
    person.open(f"/match/{match}")
    source = _share(person)
    page = person.page
    assert page.input_value("#share-link") == f"{person.address}/match/{match}"
    page.wait_for_function("() => document.querySelector('dialog .film').naturalWidth > 0")
    assert match not in source  # a match that is not public is shown by its moves, without names
    assert person.faults() == []
    person.check()


def test_an_animated_picture_moves_by_itself(meet: Callable[..., Person]) -> None:
    for motion in ("no-preference", "reduce"):
        person = meet(motion=motion)
        person.page.goto(f"{person.address}/api/animation.svg?from={SMALL}&moves={','.join(MOVES)}")
        running = person.page.evaluate("() => document.getAnimations().length")
        assert (running > len(MOVES)) is (motion == "no-preference")
        assert person.page.locator(".stones use").count() == len(MOVES)
        assert person.errors == []


def test_another_site_shows_a_board_that_follows_the_match(meet: Callable[..., Person], site: Site) -> None:
    player, reader = meet(), meet()
    match = _begin(player, public=True)
    player.open(f"/match/{match}")
    site.show(reader, _share(player))
    player.page.keyboard.press("Escape")
    frame = reader.page.frame_locator("#board")
    frame.locator(".board .stone").nth(len(MOVES) - 1).wait_for()
    assert "Ada" in frame.locator(".embed-caption").inner_text()
    assert frame.locator(".header").is_hidden()
    assert frame.locator(".spot.offered, .play-actions, .board.live").count() == 0
    player.wait_turn()
    player.click_some()
    frame.locator(".board .stone").nth(len(MOVES)).wait_for()
    frame.locator(".steps button").first.click()
    frame.locator(".board .stone").first.wait_for(state="detached")
    assert reader.errors == []


def test_the_moves_of_a_private_game_can_be_embedded_without_its_names(meet: Callable[..., Person], site: Site) -> None:
    player, reader = meet(), meet(language="de", dark=True)
    player.open(f"/match/{_begin(player, public=False)}")
    site.show(reader, _share(player))
    frame = reader.page.frame_locator("#board")
    frame.locator(".board .stone").nth(len(MOVES) - 1).wait_for()
    assert "Ada" not in frame.locator("body").inner_text()
    assert reader.errors == []


def test_no_other_page_shows_itself_in_a_frame(meet: Callable[..., Person], site: Site) -> None:
    person = meet()
    site.show(person, f"{person.address}/")
    person.page.wait_for_function("() => document.readyState === 'complete'")
    assert person.page.frame_locator("#board").locator(".gallery").count() == 0
    assert any("frame" in error.lower() for error in person.errors)


def test_only_those_who_watch_see_the_engine(meet: Callable[..., Person]) -> None:
    player, watcher = meet(), meet()
    match = _begin(player, public=True)
    engine = f".tools button:visible:text-is('{SAID['study.engine']}')"
    player.open(f"/match/{match}")
    watcher.open(f"/match/{match}")
    assert player.page.locator(engine).count() == 0
    watcher.page.click(engine)
    watcher.page.wait_for_selector(".watching .lines li")
    player.wait_turn()
    player.click_some()
    watcher.page.wait_for_function("(n) => document.querySelectorAll('.moves li').length > n", arg=len(MOVES))
    watcher.page.wait_for_selector(".watching .lines li")
    assert watcher.faults() == []
    watcher.check()
    player.check()
