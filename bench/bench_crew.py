"""What helpers are worth to a search in the page: how much sooner several cores together reach a depth than one.

    python bench/bench_crew.py [--positions 8] [--nodes 1000000] [GAME …]

Cores are in workers of Node, as in a page (`web/core/local.js`). So that other work on the machine does not disturb,
they go at the same pace: none is more than 1024 nodes ahead of another. A figure is how many times fewer nodes the
first core needs with helpers than alone, to the depth that it reaches alone with so many nodes; the mean over some
positions. `rate` is what sharing costs: nodes in a second of processor time with common memory and no helper, as a
share of those without. The gain in time on idle processors is about the product of both.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from pathlib import Path

import dreierlei
from dreierlei.levels import choose, declared

SCRIPT = Path(__file__).with_name("crew.mjs")
LEVEL, PLIES = 6, 8


def some_positions(game: str, count: int) -> list[list[str]]:
    """Positions of games between players of a level, after two random moves."""
    lot = random.Random(9)
    found: list[list[str]] = []
    while len(found) < count:
        position = dreierlei.start(game)
        for ply in range(PLIES + lot.randrange(3)):
            if position.outcome():
                break
            position = position.play(lot.choice(position.moves()) if ply < 2 else choose(position, LEVEL, lot.random()))
        if not position.outcome():
            found.append([move.text for move in position.line])
    return found


def main() -> None:
    """Prints a line for each game."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("games", nargs="*", default=["muehle", "tres"])
    reader.add_argument("--positions", type=int, default=8)
    reader.add_argument("--nodes", type=int, default=1_000_000)
    chosen = reader.parse_args()
    for game in chosen.games:
        variant = dreierlei.variant(game)
        task = {
            "game": game,
            "declaration": declared(variant),
            "positions": some_positions(game, chosen.positions),
            "nodes": chosen.nodes,
        }
        subprocess.run(["node", SCRIPT], input=json.dumps(task), text=True, check=True)


if __name__ == "__main__":
    main()
