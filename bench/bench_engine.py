"""How fast the search is: nodes per second for each game, and how much sooner two threads reach a depth than one.

Nodes are counted per second of processor time, so that other work on the machine does not show. The gain of threads is
given twice: by the clock, which other work spoils, and by nodes per thread, which is what an idle machine would show if
threads did not slow each other down.

    python bench/bench_engine.py [--seconds 2] [--threads 2]
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import TYPE_CHECKING

import dreierlei
from dreierlei.bench import positions
from dreierlei.engine import Analysis, analyse

if TYPE_CHECKING:
    from dreierlei import Position

MEANINGFUL = 10_000
"""Searches that end sooner measure their beginning and end."""


def speed(game: str, seconds: float) -> float | None:
    """Nodes per second of processor time."""
    nodes, used = 0, 0.0
    for here in positions(game):
        begun = time.process_time()
        found = analyse(here, seconds=seconds)
        if found.nodes >= MEANINGFUL:
            nodes += found.nodes
            used += time.process_time() - begun
    return nodes / used if used else None


def gain(here: Position, seconds: float, threads: int) -> tuple[float, float] | None:
    """How much sooner several threads complete the deepest iteration that one completes in time: clock, nodes."""
    marks: list[Analysis] = []
    analyse(here, seconds=seconds, callback=marks.append)
    if marks[-1].exact or marks[-1].nodes < MEANINGFUL:
        return None
    alone = marks[-1]
    together = analyse(here, depth=alone.depth, threads=threads)
    return alone.seconds / together.seconds, alone.nodes * threads / together.nodes


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the search.")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    for game in dreierlei.games():
        rate = speed(game.id, options.seconds / 2)
        gains = [gain(here, options.seconds, options.threads) for here in positions(game.id)]
        known = [found for found in gains if found is not None]
        words = [f"{rate / 1e6:5.2f} M nodes/s" if rate else "solved at once"]
        if known:
            clock, nodes = (statistics.geometric_mean(side) for side in zip(*known, strict=True))
            words.append(f"{options.threads} threads: {clock:.2f}× by the clock, {nodes:.2f}× by nodes per thread")
        print(f"{game.id:12} {'   '.join(words)}", flush=True)


if __name__ == "__main__":
    main()
