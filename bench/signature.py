"""The node signature of the search: how many nodes it needs for fixed positions of every game to a fixed depth.

One thread, no clock: the numbers are the same on every run and every machine. They change exactly when a change
reaches the search, an evaluation, the order in which rules generate moves, or a game; a commit that changes them
says so and why (docs/protocol.md).

    python bench/signature.py [--depth 6]
"""

from __future__ import annotations

import argparse
import random

import dreierlei
from dreierlei.engine import analyse

PLIES = (0, 3, 6, 9, 20)
DEPTH = 6


def positions(game: str) -> list[dreierlei.Position]:
    """Positions of a game after so many moves by lot, the same in every run; some lines end before."""
    found = []
    for plies in PLIES:
        lot = random.Random(f"{game}/{plies}")
        here = dreierlei.start(game)
        for _ in range(plies):
            moves = here.moves()
            if not moves:
                break
            here = here.play(lot.choice(moves))
        if here.outcome() is None:
            found.append(here)
    return found


def signature(depth: int = DEPTH) -> dict[str, int]:
    """The nodes for each game."""
    return {game.id: sum(analyse(here, depth=depth).nodes for here in positions(game.id)) for game in dreierlei.games()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the node signature of the search.")
    parser.add_argument("--depth", type=int, default=DEPTH)
    nodes = signature(parser.parse_args().depth)
    for game, count in nodes.items():
        print(f"{game:12} {count:12,}")
    print(f"{'signature':12} {sum(nodes.values()):12,}")


if __name__ == "__main__":
    main()
