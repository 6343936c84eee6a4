"""Compares the core in WebAssembly with the native one: perft, random games and search, for every game.

Run with `python bench/bench_wasm.py`. The native core and the one in Node answer the same question in turn, each with
one thread; each figure is the best of several runs by processor time, so that other load matters little. A run asks a
short question many times: otherwise it would mostly measure Node's compiler, which is still at work.
"""

from __future__ import annotations

import atexit
import json
import subprocess
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

import dreierlei
from dreierlei.levels import declared
from dreierlei.search import search
from dreierlei.solvers import solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from dreierlei.positions import Position

SCRIPT = Path(__file__).with_name("core.mjs")
RUNS = 15
LONG_ENOUGH = 0.04
"""Seconds that a run of the native core takes at least."""
LEAVES = 10_000_000
GAMES = 20_000
NODES = 300_000
DEEPEST = 9
PROVED = "qango6"


class Page:
    """The core in Node."""

    def __init__(self) -> None:
        self.node = subprocess.Popen(["node", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, position: Position, times: int, name: str, *values: Any) -> float:
        """Asks a question `times` times; returns the seconds of processor time per answer."""
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        question = {
            "variant": position.variant.id,
            "declaration": declared(position.variant),
            "moves": [move.text for move in position.line],
            "times": times,
            "name": name,
            "values": values,
        }
        self.node.stdin.write(json.dumps(question) + "\n")
        self.node.stdin.flush()
        return float(json.loads(self.node.stdout.readline())["seconds"]) / times


def timed(work: Callable[[], Any], times: int = 1) -> float:
    """Does the work `times` times; returns the seconds of processor time for each."""
    begun = process_time()
    for _ in range(times):
        work()
    return (process_time() - begun) / times


def compare(page: Page, start: Position, name: str, native: Callable[[], Any], *values: Any) -> tuple[float, float]:
    """The seconds of the native core and of the page's, for the same work."""
    best = [float("inf")] * 2
    times = 1
    while times * timed(native, times) < LONG_ENOUGH:
        times *= 2
    for _ in range(RUNS):
        best[0] = min(best[0], timed(native, times))
        best[1] = min(best[1], page.ask(start, times, name, *values))
    return best[0], best[1]


def rates(page: Page, start: Position) -> list[str]:
    """Millions of leaves, plies and nodes per second, each native and in WebAssembly, and their ratio."""
    depth = 1
    while start.perft(depth + 1) < LEAVES and depth < DEEPEST:
        depth += 1
    counts = start.perft(depth), start._playouts(GAMES, 1)[3], search(start, nodes=NODES).nodes
    times = (
        compare(page, start, "perft", lambda: start.perft(depth), depth),
        compare(page, start, "playouts", lambda: start._playouts(GAMES, 1), GAMES, 1),
        compare(page, start, "analyse", lambda: search(start, nodes=NODES), {"nodes": NODES}),
    )
    return [
        f"{count / native / 1e6:9.1f} {count / wasm / 1e6:9.1f} {native / wasm:5.0%}"
        for count, (native, wasm) in zip(counts, times, strict=True)
    ]


def main() -> None:
    """Prints a line for each game, and how long the proofs took."""
    page = Page()
    atexit.register(page.node.terminate)
    print(f"{'':12}{'perft':>26}{'random games':>26}{'search':>26}")
    print(f"{'millions/s':12}{'leaves':>26}{'plies':>26}{'nodes':>26}")
    for game in dreierlei.games():
        cells = rates(page, dreierlei.start(game.id))
        print(f"{game.id:12}" + "".join(f"{cell:>26}" for cell in cells), flush=True)
    start = dreierlei.start(PROVED)
    native = timed(lambda: list(solver(start).solve_moves(start)))
    wasm = page.ask(start, 1, "values")
    print(f"{PROVED}, all first stones with their shortest wins: {native:.1f} s, {wasm:.1f} s, {native / wasm:.0%}")


if __name__ == "__main__":
    main()
