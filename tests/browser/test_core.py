"""The core in the page answers as the native one does."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import dreierlei
from dreierlei.rules import declaration
from tests.contract.variants import VARIANTS
from tests.parity import compare, questions_about

if TYPE_CHECKING:
    from collections.abc import Callable

    from .people import Person

    Meet = Callable[..., Person]

_ANSWERS = """async ([declarations, questions]) => {
  const { createCore } = await import("/web/core/core.js");
  const core = await createCore(await WebAssembly.compile(await (await fetch("/web/core/core.wasm")).arrayBuffer()));
  const variants = declarations.map((text) => core.declare(text));
  return questions.map(([variant, name, ...values]) => core[name](variants[variant], ...values));
}"""


def test_chromium_answers_as_the_native_core(meet: Meet) -> None:
    lot = random.Random(5)
    games = [game.id for game in dreierlei.games()]
    lasts = [[number for number, each in enumerate(VARIANTS) if each.game.id == game][-1] for game in games]
    asked = [pair for number in lasts for pair in questions_about(number, lot)]
    person = meet()
    person.open("/rules")
    declarations = [declaration(variant) for variant in VARIANTS]
    compare(asked, person.page.evaluate(_ANSWERS, [declarations, [question for question, _ in asked]]))
    person.check()
