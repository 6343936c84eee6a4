"""The static edition in a sub-path of a plain file server, and what a browser keeps of the app."""

from __future__ import annotations

import http.server
import json
import os
import threading
from functools import partial
from time import time
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import messages
from dreierlei.server import site
from tests.contract.variants import DEEP
from tests.test_wasm_threads import GAMES as THREADED_GAMES
from tests.waiting import wait_until

from .conftest import DESKTOP
from .people import Person
from .test_threads import SEARCHES, THREADS, with_processors
from .walks import GAME, change_language, play, wait_until_kept, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    Meet = Callable[..., Person]

GAMES = [game.id for game in dreierlei.games() if game.id != GAME]
THREADED = THREADED_GAMES[0]
WHERE = "some/where"
MARKED = "/* the next version */"
NEWEST = "() => caches.match('versions').then((kept) => kept.json()).then(({ newest }) => newest)"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """As `python -m http.server` does it, without its log."""

    def log_message(self, *_arguments: object) -> None: ...


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("host") / WHERE
    site.write(folder, ())
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    host = folder.parents[1]
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(host))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/{WHERE}"
        server.shutdown()
        thread.join()


@pytest.fixture
def visitor(chromium: Browser, address: str) -> Iterator[Person]:
    context = chromium.new_context(viewport=DESKTOP, locale="en", reduced_motion="reduce")
    yield Person(context, address)
    context.close()


def test_every_game_and_everything_else_in_the_static_edition_without_a_network(visitor: Person, address: str) -> None:
    page = visitor.page
    asked: list[str] = []
    failed: list[str] = []
    visitor.context.on("request", lambda request: asked.append(request.url))
    visitor.context.on("response", lambda answer: failed.extend([answer.url] if answer.status >= 400 else []))

    def go(path: str) -> None:
        page.evaluate("(path) => { location.hash = path; }", path)

    visitor.open("/")
    wait_until_kept(visitor)
    go(f"/new/{GAME}")
    page.click('.new label:has(input[value="friend"])')
    page.wait_for_selector(f".notice:has-text('{messages.catalogue('en')['web.friend-no-server'][:40]}')")
    assert page.is_disabled(".start")
    visitor.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".start")
    change_language(visitor, "de")
    walk(visitor, go, "de")
    for game in GAMES:
        play(visitor, go, game)
    visitor.open(f"/#/rules/{GAME}")
    page.wait_for_selector("main .board")
    visitor.context.set_offline(False)
    go("/match/of-a-server")
    page.wait_for_selector(f"h1:has-text('{messages.catalogue('de')['web.no-server']}')")
    visitor.check()
    assert asked
    assert [url for url in asked if not url.startswith(f"{address}/")] == []
    assert failed == []


def test_searches_have_threads_from_the_second_visit_on(visitor: Person) -> None:
    """A plain file server sends no headers; the service worker adds them."""
    with_processors(visitor)
    visitor.open("/")
    assert not visitor.page.evaluate(SEARCHES, [THREADED, 1, 1])
    wait_until_kept(visitor)
    visitor.page.reload()
    visitor.page.wait_for_selector("main:not([aria-busy]) > *")
    assert visitor.page.evaluate(SEARCHES, [THREADED, 1, THREADS])
    visitor.check()


def test_an_open_game_keeps_its_version(visitor: Person, folder: Path) -> None:
    """The next page that is opened has the next version, whole; the one that is open goes on with its own."""
    page = visitor.page
    page_of = "(name) => fetch(new URL(name, document.baseURI)).then((answer) => answer.text())"
    visitor.open(f"/#/new/{GAME}")
    wait_until_kept(visitor)
    page.reload()
    page.click(".start")
    page.wait_for_selector(".board.live")
    script = folder / "web" / "pages" / "rules.js"
    plan = json.loads((folder / "offline.json").read_bytes())
    script.write_text(script.read_text("utf-8") + MARKED, "utf-8")
    os.utime(script, (time() + 10,) * 2)  # a plain file server tells versions apart by whole seconds
    (folder / "offline.json").write_text(json.dumps({**plan, "version": "next"}), "utf-8")
    other = visitor.context.new_page()
    other.goto(visitor.address + "/")
    # `wait_for_function` would take the promise itself for an answer, and not wait for what it brings.
    wait_until(lambda: other.evaluate(NEWEST) == "next")
    assert MARKED not in page.evaluate(page_of, "web/pages/rules.js")
    visitor.play_to_the_end(40)
    other.reload()
    other.wait_for_selector("main:not([aria-busy]) > *")
    assert MARKED in other.evaluate(page_of, "web/pages/rules.js")
    assert MARKED not in page.evaluate(page_of, "web/pages/rules.js")
    page.reload()
    page.wait_for_selector(".board")
    assert MARKED in page.evaluate(page_of, "web/pages/rules.js")
    visitor.check()


def test_everything_works_offline_after_one_visit_of_a_server(meet: Meet) -> None:
    person = meet(service_workers="allow")
    person.open("/")
    wait_until_kept(person)
    person.context.set_offline(True)
    walk(person, person.open, "en")
    for game in GAMES if DEEP else ():  # the test above plays them with the same modules
        play(person, person.open, game)
    change_language(person, "lb")
    person.open(f"/rules/{GAME}")
    person.page.wait_for_selector(f'h1:has-text("{dreierlei.start(GAME).variant.game.names["lb"]}")')
    person.check()
