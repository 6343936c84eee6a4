"""How fast the search is: nodes per second for each game, and how much sooner several threads reach a depth than one.

Nodes are counted per second of processor time, so that other work on the machine does not show. The gain of threads is
the time of one thread over that of several, summed over the positions, each the best of some runs in turn. It is given
three times: by the clock, which other work spoils (the load is printed); by processor time per thread, which is the
clock of an idle machine as long as memory keeps up; and by nodes per thread.

    python bench/bench_engine.py [--seconds 2] [--threads 2] [--runs 3] [GAME …]
"""

from __future__ import annotations

import argparse
import functools
import os
import time
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

import dreierlei
from dreierlei.bench import positions
from dreierlei.engine import analyse

if TYPE_CHECKING:
    from dreierlei import Position

MEANINGFUL = 10_000
"""Searches that end sooner measure their beginning and end."""


def speed(game: str, seconds: float) -> float | None:
    """Nodes per second of processor time."""
    nodes, used = 0, 0.0
    for position in positions(game):
        begun = time.process_time()
        found = analyse(position, seconds=seconds)
        if found.nodes >= MEANINGFUL:
            nodes += found.nodes
            used += time.process_time() - begun
    return nodes / used if used else None


@dataclass(slots=True)
class Cost:
    """What it takes to reach a depth; processor time and nodes are those of one thread."""

    clock: float = 0.0
    processor: float = 0.0
    nodes: float = 0.0

    def __add__(self, more: Cost) -> Cost:
        return Cost(self.clock + more.clock, self.processor + more.processor, self.nodes + more.nodes)

    def least(self, more: Cost) -> Cost:
        return Cost(*map(min, zip(astuple(self), astuple(more), strict=True)))


def cost(position: Position, depth: int, threads: int) -> Cost:
    """One search to a depth."""
    begun = time.process_time()
    found = analyse(position, depth=depth, threads=threads)
    return Cost(found.seconds, (time.process_time() - begun) / threads, found.nodes / threads)


def gain(game: str, seconds: float, threads: int, runs: int) -> Cost | None:
    """How many times less several threads need than one, for what one completes in time."""
    alone, together = Cost(), Cost()
    for position in positions(game):
        reached = analyse(position, seconds=seconds)
        if reached.exact or reached.nodes < MEANINGFUL:
            continue
        pairs = [(cost(position, reached.depth, 1), cost(position, reached.depth, threads)) for _ in range(runs)]
        alone += functools.reduce(Cost.least, (one for one, _ in pairs))
        together += functools.reduce(Cost.least, (several for _, several in pairs))
    if not alone.nodes:
        return None
    return Cost(*(one / several for one, several in zip(astuple(alone), astuple(together), strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the search.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them unless given")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    for game in options.games or [game.id for game in dreierlei.games()]:
        rate = speed(game, options.seconds / 2)
        words = [f"{rate / 1e6:5.2f} M nodes/s" if rate else "solved at once"]
        if gained := gain(game, options.seconds, options.threads, options.runs):
            words.append(
                f"{options.threads} threads: {gained.clock:.2f}× by the clock, "
                f"{gained.processor:.2f}× by processor time, {gained.nodes:.2f}× by nodes, "
                f"load {os.getloadavg()[0]:.1f}"
            )
        print(f"{game:12} {'   '.join(words)}", flush=True)


if __name__ == "__main__":
    main()
