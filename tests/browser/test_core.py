"""The core in the page: it answers as the native one does, and a board goes on when the server is gone."""

from __future__ import annotations

import random
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import messages
from dreierlei.levels import choose, declared
from tests.contract.variants import VARIANTS
from tests.parity import compare, questions_about
from tests.test_wasm import MODULES

if TYPE_CHECKING:
    from collections.abc import Callable

    from .people import Person

    Meet = Callable[..., Person]

_ANSWERS = """async ([declarations, questions]) => {
  const { createCore, moduleOf } = await import("/web/core/core.js");
  let news = [];
  const cores = new Map();
  for (const file of new Set(declarations.map(moduleOf))) {
    const bytes = await (await fetch(`/web/core/${file}`)).arrayBuffer();
    cores.set(file, await createCore(await WebAssembly.compile(bytes), { tell: (one) => news.push(one) }));
  }
  const known = declarations.map((text) => cores.get(moduleOf(text)));
  const variants = declarations.map((text, number) => known[number].declare(text));
  return questions.map(([variant, name, ...values]) => {
    news = [];
    const answer = known[variant][name](variants[variant], ...values);
    return name === "review" ? news : answer;
  });
}"""
_IN_WORKERS = """async ([from, moves, seed]) => {
  const { choose, values } = await import("/web/core/local.js");
  const variant = await (await import("/web/api.js")).variant(from);
  const { move } = await choose(variant, { moves }, 6, seed);
  const { value } = await values(variant, { moves });
  const endless = new AbortController();
  const stopped = choose(variant, { moves: [] }, 10, seed, { seconds: 1e6, signal: endless.signal });
  endless.abort(new Error("enough"));
  return [move, value.winner, await stopped.catch((error) => error.message)];
}"""
# As in a browser that has no vectors: it can neither approve nor compile the modules of these sizes.
_NO_VECTORS = """(sizes) => {
  const { validate, compile } = WebAssembly;
  const unknown = (bytes) => sizes.includes(bytes.byteLength);
  WebAssembly.validate = (bytes) => !unknown(bytes) && validate(bytes);
  WebAssembly.compile = async (bytes) => {
    if (unknown(bytes)) throw new WebAssembly.CompileError("no vectors");
    return compile(bytes);
  };
}"""
KEPT = """async (id) => {
  const { serviceWorker } = navigator;
  if (!serviceWorker.controller) await new Promise((done) => serviceWorker.addEventListener("controllerchange", done));
  const variant = await (await import("/web/api.js")).variant(id);
  return (await (await import("/web/core/local.js")).load(variant)) !== null;
}"""


def test_chromium_answers_as_the_native_core(meet: Meet) -> None:
    lot = random.Random(5)
    games = [game.id for game in dreierlei.games()]
    lasts = [[number for number, each in enumerate(VARIANTS) if each.game.id == game][-1] for game in games]
    asked = [pair for number in lasts for pair in questions_about(number, lot)]
    person = meet()
    person.open("/rules")
    declarations = [declared(variant) for variant in VARIANTS]
    compare(asked, person.page.evaluate(_ANSWERS, [declarations, [question for question, _ in asked]]))
    person.check()


def test_a_worker_chooses_and_values_moves_and_can_be_stopped(meet: Meet) -> None:
    person = meet()
    person.open("/rules")
    position = dreierlei.start("qango6")
    for move in ("a1", "d4", "f6", "c3"):
        position = position.play(move)
    solution = dreierlei.solve(position)
    found = person.page.evaluate(_IN_WORKERS, ["qango6", [move.text for move in position.line], 9])
    assert found == [choose(position, 6, 9).text, solution.winner and solution.winner.value, "enough"]
    person.check()


@pytest.mark.parametrize("vectors", [True, False], ids=["vectors", "plain"])
def test_a_browser_without_vectors_plays_with_the_plain_module(meet: Meet, vectors: bool) -> None:
    plain = {f"{file.stem}.wasm" for file in MODULES.glob("*-plain.wasm")}
    with_vectors = {name.replace("-plain", "") for name in plain}
    person = meet()
    page = person.page
    if not vectors:
        sizes = [(MODULES / name).stat().st_size for name in sorted(with_vectors)]
        person.context.add_init_script(f"({_NO_VECTORS})({sizes})")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(PurePosixPath(request.url).name))
    person.begin("tres")
    assert person.wait_turn()
    while page.locator(".moves li button").count() < 3:  # the computer has answered
        person.click_some()
        person.wait_turn()
    assert "/match/local-" in page.url
    assert "tres.wasm" in with_vectors
    expected = ["tres.wasm"] if vectors else ["tres.wasm", "tres-plain.wasm"]
    assert [name for name in asked if name.endswith(".wasm")] == expected
    person.check()


def test_a_game_needs_two_workers(meet: Meet) -> None:
    """One answers what the board asks, and one finds all of the computer's moves."""
    person = meet()
    started: list[str] = []
    person.page.on("worker", lambda worker: started.append(worker.url))
    person.begin("tictactoe")
    for _ in range(2):
        assert person.wait_turn()
        person.click_some()
    person.wait_turn()
    assert len(started) == 2, started
    person.check()


def test_a_board_goes_on_without_a_network(meet: Meet) -> None:
    """Moves, reasons against them and the engine's lines come from the page once everything is kept there."""
    person = meet(service_workers="allow")
    page = person.page
    person.open("/analysis?from=muehle&engine=0")
    assert page.evaluate(KEPT, "muehle")
    person.context.set_offline(True)
    for spot in ("d6", "f4", "d7"):
        page.locator(f'.board.live [data-spot="{spot}"]').first.click()
        page.wait_for_selector(f'.moves button:has-text("{spot}")')
    page.get_by_label(messages.catalogue("en")["study.engine"]).check()
    page.wait_for_selector(".engine .lines li .move")
    assert not page.locator(".ask-server:visible").count()
    page.locator('.board.live [data-spot="d6"]').first.click()
    page.wait_for_selector(".toast")
    assert page.url.endswith("moves=d6%2Cf4%2Cd7")
    person.check()
