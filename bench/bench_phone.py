"""How long the strongest level takes to reply in a page on a slow phone, for every game.

Run with `python bench/bench_phone.py` on an otherwise idle machine. Chromium's own throttling slows a page, but not its
workers, which do the thinking here. So the page's process is repeatedly stopped and continued, and runs a quarter of
the time.
"""

from __future__ import annotations

import http.server
import os
import shutil
import signal
import threading
from contextlib import contextmanager
from functools import partial
from time import sleep
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

import dreierlei
from dreierlei.levels import LEVELS, declared
from dreierlei.server.files import WEB

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from dreierlei.positions import Position

SLOWER = 4
SLICE = 0.004
PLIES = 0, 6, 12
REPLY = """async ([variant, moves, level]) => {
  const begun = performance.now();
  const { choose } = await import("/core/local.js");
  await choose(variant, { moves }, level, 1);
  return (performance.now() - begun) / 1000;
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """The files of the page."""

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def throttled(browser: Browser) -> Iterator[None]:
    """Lets the pages run for one slice in `SLOWER`."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [process["id"] for process in processes if process["type"] == "renderer"]
    ended = threading.Event()

    def slow() -> None:
        while not ended.is_set():
            for number, slices in ((signal.SIGSTOP, SLOWER - 1), (signal.SIGCONT, 1)):
                for page in pages:
                    os.kill(page, number)
                sleep(slices * SLICE)

    thread = threading.Thread(target=slow)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def positions(start: Position) -> Iterator[Position]:
    """Positions of a game, after moves that do not end it."""
    position = start
    for ply in range(max(PLIES) + 1):
        if ply in PLIES:
            yield position
        going_on = [after for move in position.moves() if not (after := position.play(move)).outcome()]
        if not going_on:
            return
        position = going_on[len(going_on) // 2]


def main() -> None:
    """Prints a line for each game: the first reply, which includes loading the core, and the slowest of the others."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(WEB)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"{'seconds':12}{'first reply':>14}{'slowest of the others':>24}")
    with sync_playwright() as playwright:
        for game in dreierlei.games():
            # A new browser for each game, so that the core is not already compiled.
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/favicon.ico")
            with throttled(browser):
                times = [
                    page.evaluate(
                        REPLY, [_declared(position), [move.text for move in position.line], LEVELS[-1].number]
                    )
                    for position in positions(dreierlei.start(game.id))
                ]
            browser.close()
            print(f"{game.id:12}{times[0]:14.2f}{max(times[1:]):24.2f}", flush=True)
    server.shutdown()


def _declared(position: Position) -> dict[str, str | None]:
    return {"id": position.variant.id, "core": declared(position.variant)}


if __name__ == "__main__":
    main()
