"""A person at a browser."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests import node
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Page

# Remembers when a board is pushed about by something that loads late.
_WATCH_SHIFTS = """
window.boardShifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    for (const source of entry.sources) {
      if (source.node?.closest?.(".board, .board-box")) window.boardShifts.push(entry.value);
    }
  }
}).observe({ type: "layout-shift", buffered: true });
"""
# Where to click for each spot that is offered now. A ring has its own place on top, which stands for it.
_OFFERED = """() => [...document.querySelectorAll(".board.live .spot.offered")].map((spot) => {
  const box = (spot.querySelector(".area, .body") ?? spot).getBoundingClientRect();
  const matrix = spot.ownerSVGElement.getScreenCTM();
  const up = spot.classList.contains("ring") ? box.height / 2 - 52 * matrix.d : 0;
  return [spot.dataset.spot, box.x + box.width / 2, box.y + box.height / 2 - up];
})"""
READY = """() => document.querySelector(".result:not([hidden])")
  || document.querySelector(".board.live .spot.offered")"""


class Person:
    """Somebody with a browser of their own; errors on the console are kept."""

    def __init__(self, context: BrowserContext, address: str, seed: int = 1) -> None:
        self.context = context
        self.address = address
        self.lot = random.Random(seed)
        self.errors: list[str] = []
        context.add_init_script(_WATCH_SHIFTS)
        context.set_default_timeout(1000 * PATIENCE)
        self.page: Page = context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def open(self, path: str) -> None:
        """Goes to a page and waits until it is there."""
        self.page.goto(self.address + path)
        self.page.wait_for_selector("main:not([aria-busy]) > *")

    def begin(self, game: str, opponent: str = "computer") -> None:
        """From the start page to a new match; the computer plays at its lowest level."""
        self.open("/")
        self.page.click(f'[data-game="{game}"] .button:not(.quiet)')
        self.page.click(f'.new label:has(input[value="{opponent}"])')
        if opponent == "computer":
            self.page.fill("#level", "0")
        self.page.click(".start")
        self.page.wait_for_selector(".board.live")

    def offered(self) -> list[tuple[str, float, float]]:
        """The spots that the board offers, and where they are on the screen."""
        return [(name, x, y) for name, x, y in self.page.evaluate(_OFFERED)]

    def wait_turn(self) -> bool:
        """Waits until something can be clicked; whether the game is still on."""
        self.page.wait_for_function(READY)
        return not self.page.is_visible(".result")

    def click_some(self) -> str:
        """Clicks something that is offered, if anything still is."""
        offered = self.offered()
        if not offered:
            return ""
        name, x, y = self.lot.choice(offered)
        self.page.mouse.click(x, y)
        return name

    def play_to_the_end(self, most: int = 400) -> None:
        """Clicks until the game is over."""
        for _ in range(most):
            if not self.wait_turn():
                return
            self.click_some()
        raise AssertionError("the game does not end")

    def faults(self) -> list[str]:
        """What axe finds on the page that is serious. The drawings' own colours are measured elsewhere."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate((node.modules() / "axe-core" / "axe.min.js").read_text("utf-8"))
        context = {"exclude": [[".ground"], [".stones"]]}
        found = self.page.evaluate("(context) => axe.run(context, { resultTypes: ['violations'] })", context)
        return [
            f"{fault['id']}: {fault['help']} {[node['target'] for node in fault['nodes'][:3]]}"
            for fault in found["violations"]
            if fault["impact"] in ("serious", "critical")
        ]

    def check(self) -> None:
        """Nothing was wrong on the way: no error, no board that jumps, nothing to scroll sideways.

        That the server cannot be reached without a network is no error.
        """
        assert [error for error in self.errors if "net::ERR_INTERNET_DISCONNECTED" not in error] == []
        assert self.page.evaluate("() => window.boardShifts.filter((value) => value > 0.01)") == []
        assert self.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
