"""Searches with several threads in a page that is isolated from other sites, and with one where anything is missing."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import pytest

from dreierlei import messages
from tests.test_wasm_threads import GAMES

from .walks import wait_until_kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Route

    from .people import Person

    Meet = Callable[..., Person]

THREADS = 3
PROCESSORS = f"() => Object.defineProperty(navigator, 'hardwareConcurrency', {{ get: () => {THREADS} }})"
# Searches without a limit, one after the other, each ended as soon as so many threads work on it.
SEARCHES = """async ([id, times, wanted]) => {
  const { think } = await import(new URL("web/core/local.js", document.baseURI));
  const variant = await (await import(new URL("web/api.js", document.baseURI))).variant(id);
  for (let i = 0; i < times; ++i) {
    await new Promise((resolve, reject) => {
      const tell = (news, threads) => {
        if (threads !== wanted) return;
        close();
        resolve();
      };
      const close = think(variant, { moves: [] }, { seconds: 1e6, lines: 3 }, tell, reject);
    });
  }
  return crossOriginIsolated;
}"""
# What can be missing, as scripts that run before the page's own.
NO_MEMORY = """() => {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = function (limits) {
    if (limits.shared) throw new RangeError("no memory");
    return new Memory(limits);
  };
}"""
NO_HELPERS = """() => {
  window.Worker = class extends Worker {
    postMessage(data) {
      if (data.helper === undefined) super.postMessage(data);
      else setTimeout(() => this.dispatchEvent(new Event("error")), 100);
    }
  };
}"""


def with_processors(person: Person) -> Person:
    """As on a machine with so many processors."""
    person.context.add_init_script(f"({PROCESSORS})()")
    return person


def not_isolated(route: Route) -> None:
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "cross-origin-embedder-policy"}
    route.fulfill(response=answer, headers=headers)


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_on_a_board_has_threads(meet: Meet, game: str) -> None:
    person = with_processors(meet())
    page = person.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(PurePosixPath(request.url).name))
    person.open(f"/analysis?from={game}&engine=0")
    assert page.evaluate("() => crossOriginIsolated")
    assert not [name for name in asked if name.endswith("-threads.wasm")]
    page.get_by_label(messages.catalogue("en")["study.engine"]).check()
    page.wait_for_selector(f'.engine[data-threads="{THREADS}"] .lines li .move')
    assert len([name for name in asked if name.endswith("-threads.wasm")]) == 1
    person.check()


def test_one_search_after_the_other_has_threads(meet: Meet) -> None:
    """What ended searches used is free again."""
    person = with_processors(meet())
    person.open("/")
    assert person.page.evaluate(SEARCHES, [GAMES[0], 15, THREADS])
    person.check()


def test_full_strength_and_reviews_use_the_module_with_threads(meet: Meet) -> None:
    person = with_processors(meet())
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(PurePosixPath(request.url).name))
    person.open("/")
    choosing = """async (id) => {
      const { choose, review } = await import("/web/core/local.js");
      const variant = await (await import("/web/api.js")).variant(id);
      const { move } = await choose(variant, { moves: [] }, 10, 1, { seconds: 0.5 });
      const failed = await new Promise((end) => review(variant, { moves: [move] }, () => {}, end));
      return [move, failed];
    }"""
    move, failed = person.page.evaluate(choosing, GAMES[0])
    assert move
    assert not failed
    # One for both. Neither the module with tables nor any other is needed for thinking.
    assert [name for name in asked if name.endswith(("-threads.wasm", "-tables.wasm"))] == [f"{GAMES[0]}-threads.wasm"]
    person.check()


@pytest.mark.parametrize("missing", ["isolation", "module", "memory", "helpers"])
def test_a_search_has_one_thread_where_something_is_missing(meet: Meet, missing: str) -> None:
    person = with_processors(meet())
    page = person.page
    if missing == "isolation":
        page.route(f"{person.address}/", not_isolated)
    elif missing == "module":
        page.route("**/*-threads.wasm", lambda route: route.fulfill(body="nothing"))
    else:
        person.context.add_init_script(f"({NO_MEMORY if missing == 'memory' else NO_HELPERS})()")
    person.open("/")
    assert page.evaluate(SEARCHES, [GAMES[0], 2, 1]) == (missing != "isolation")
    person.check()


def test_the_engine_has_threads_without_a_network(meet: Meet) -> None:
    person = with_processors(meet(service_workers="allow"))
    person.open("/")
    wait_until_kept(person)
    person.context.set_offline(True)
    person.open("/")
    assert person.page.evaluate(SEARCHES, [GAMES[0], 1, THREADS])
    person.check()
