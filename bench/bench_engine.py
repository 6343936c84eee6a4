"""How fast the search is: nodes per second for each game, and how much sooner several threads reach a depth than one.

Nodes are counted per second of processor time, so that other load on the machine does not show. The speed-up is the
time of one thread divided by that of several, summed over the positions, each the best of some alternating runs. It is
given in three ways: by the clock, which other load distorts (the load is printed); by processor time per thread, which
equals the clock of an idle machine as long as memory keeps up; and by nodes per thread.

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
"""Nodes: shorter searches would only measure how they start and stop."""


def speed(game: str, seconds: float) -> float | None:
    """Nodes per second of processor time."""
    nodes, used = 0, 0.0
    for position in positions(game):
        begun = time.process_time()
        analysis = analyse(position, seconds=seconds)
        if analysis.nodes >= MEANINGFUL:
            nodes += analysis.nodes
            used += time.process_time() - begun
    return nodes / used if used else None


@dataclass(slots=True)
class Cost:
    """What it takes to reach a depth; processor time and nodes are per thread."""

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
    analysis = analyse(position, depth=depth, threads=threads)
    return Cost(analysis.seconds, (time.process_time() - begun) / threads, analysis.nodes / threads)


def gain(game: str, seconds: float, threads: int, runs: int) -> Cost | None:
    """The speed-up of several threads over one, to the depth that one thread completes in time."""
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
