"""How much sooner a search in WebAssembly reaches a depth with several threads than with one, in Node.

    python bench/bench_threads.py [--seconds 2] [--threads 2] [--runs 3] [GAME …]

Measures as `bench_engine.py` does for the native core: the time of one thread divided by that of several, summed over
positions, each the best of some alternating runs; by the clock, by processor time per thread and by nodes per thread.
Each search has its own workers and memory, as in a page.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dreierlei
from dreierlei.bench import positions
from dreierlei.levels import declared

if TYPE_CHECKING:
    from dreierlei import Position

SCRIPT = Path(__file__).parents[1] / "tests" / "web" / "threads.mjs"
MEASURES = ("seconds", "processor", "nodes")
LONG = 600.0
"""A time limit in seconds within which every search reaches its depth."""


class Page:
    """Cores in Node."""

    def __init__(self) -> None:
        self.node = subprocess.Popen(["node", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def search(
        self, position: Position, threads: int, seconds: float, until: int | None = None
    ) -> list[dict[str, Any]]:
        """What a search reports, iteration by iteration."""
        assert self.node.stdin is not None
        assert self.node.stdout is not None
        reached = {"moves": [move.text for move in position.line]}
        question = {
            "declaration": declared(position.variant),
            "threads": threads,
            "name": "analyse",
            "values": [reached, {"seconds": seconds}],
            **({} if until is None else {"until": until}),
        }
        self.node.stdin.write(json.dumps(question) + "\n")
        self.node.stdin.flush()
        news: list[dict[str, Any]] = json.loads(self.node.stdout.readline())["news"]
        return news


def costs(page: Page, position: Position, depth: int, threads: int) -> list[float]:
    """What it takes to reach a depth; processor time and nodes are per thread."""
    last = next(news for news in page.search(position, threads, LONG, depth) if news["depth"] >= depth)
    return [last[measure] / (1 if measure == "seconds" else threads) for measure in MEASURES]


def gain(page: Page, game: str, seconds: float, threads: int, runs: int) -> list[float]:
    """The speed-up of several threads over one, to the depth that one thread completes in time."""
    alone, together = ([0.0] * len(MEASURES) for _ in range(2))
    for position in positions(game):
        depth = page.search(position, 1, seconds)[-1]["depth"]
        pairs = [(costs(page, position, depth, 1), costs(page, position, depth, threads)) for _ in range(runs)]
        for i in range(len(MEASURES)):
            alone[i] += min(one[i] for one, _ in pairs)
            together[i] += min(several[i] for _, several in pairs)
    return [one / several for one, several in zip(alone, together, strict=True)]


def main() -> None:
    """Prints a line for each game whose searches have threads."""
    parser = argparse.ArgumentParser(description="Measure the threads of searches in WebAssembly.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all that have threads unless given")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    page = Page()
    having = [game.id for game in dreierlei.games() if "\nthreads\t" in (declared(dreierlei.variant(game.id)) or "")]
    for game in options.games or having:
        clock, processor, nodes = gain(page, game, options.seconds, options.threads, options.runs)
        print(
            f"{game:12} {options.threads} threads: {clock:.2f}× by the clock, {processor:.2f}× by processor time, "
            f"{nodes:.2f}× by nodes, load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
    page.node.terminate()


if __name__ == "__main__":
    main()
