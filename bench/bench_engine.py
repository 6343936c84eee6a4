"""How fast the search is: nodes per second for each game, and how much sooner two threads reach a depth than one.

python bench/bench_engine.py [--seconds 2] [--threads 2]
"""

from __future__ import annotations

import argparse
import statistics

import dreierlei
from dreierlei.engine import Analysis, analyse
from signature import positions


def speed(game: str, seconds: float) -> tuple[int, float]:
    """The nodes and the seconds of searches from the game's positions, and none that was over at once."""
    found = [analyse(here, seconds=seconds) for here in positions(game)]
    counted = [analysis for analysis in found if analysis.nodes >= 10_000] or found
    return sum(analysis.nodes for analysis in counted), sum(analysis.seconds for analysis in counted)


def speed_up(here: dreierlei.Position, seconds: float, threads: int) -> float | None:
    """How much sooner several threads complete the deepest iteration that one thread completes in time."""
    marks: list[Analysis] = []
    analyse(here, seconds=seconds, callback=marks.append)
    if not marks or marks[-1].exact or marks[-1].seconds < seconds / 20:
        return None
    alone = marks[-1]
    together = analyse(here, depth=alone.depth, threads=threads)
    return alone.seconds / together.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the search.")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    for game in dreierlei.games():
        nodes, seconds = speed(game.id, options.seconds / 4)
        ratios = [speed_up(here, options.seconds, options.threads) for here in positions(game.id)]
        known = [ratio for ratio in ratios if ratio is not None]
        gain = f"{statistics.geometric_mean(known):.2f}× with {options.threads} threads" if known else "solved too soon"
        print(f"{game.id:12} {nodes / seconds / 1e6:6.2f} M nodes/s   {gain}", flush=True)


if __name__ == "__main__":
    main()
