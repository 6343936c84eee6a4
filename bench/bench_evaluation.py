"""What the parts of the search are worth: the whole engine plays against itself with one part left out.

Both sides search the same number of nodes for each move. Each opening, some moves by lot, is played twice with sides
changed; an opening after which a search of that many nodes knows the result is left out. A game that is not over after
the most plies counts as a draw. The score is the whole engine's, with its standard error; beyond two errors from 50 %
the part makes a difference.

    python bench/bench_evaluation.py [--without evaluation] [--nodes 2000] [--games 300] [GAME …]
"""

from __future__ import annotations

import argparse
import math
import random

import dreierlei
from dreierlei import Move, Position, _core

PARTS = ("evaluation", "quiescence", "symmetry")
PLIES = (2, 3, 4, 5)
MOST = 200
TRIES = 20


def search(here: Position, nodes: int, without: list[str]) -> tuple[Move, bool]:
    """The move to play, and whether the search is exact."""
    lines, _, _, _, exact = _core.analyse(
        here,
        table=None,
        seconds=0.0,
        depth=0,
        nodes=nodes,
        lines=1,
        threads=1,
        candidates=[],
        megabytes=16,
        callback=None,
        stop=None,
        without=without,
    )
    return lines[0][0][0], exact


def opening(game: str, lot: random.Random, nodes: int) -> Position:
    """A position after a few moves by lot, if possible one that is not decided at once."""
    here = dreierlei.start(game)
    for _ in range(TRIES):
        here = dreierlei.start(game)
        for _ in range(lot.choice(PLIES)):
            moves = here.moves()
            if not moves:
                break
            here = here.play(lot.choice(moves))
        if here.outcome() is None and not search(here, nodes, [])[1]:
            break
    return here


def play(here: Position, whole: dreierlei.Side, nodes: int, without: list[str]) -> float:
    """One game; the points of the whole engine."""
    for _ in range(MOST):
        if (end := here.outcome()) is not None:
            return 0.5 if end.winner is None else float(end.winner is whole)
        here = here.play(search(here, nodes, [] if here.turn is whole else without)[0])
    return 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what a part of the search is worth.")
    parser.add_argument("games_to_play", nargs="*", metavar="GAME", help="all of them unless given")
    parser.add_argument("--without", choices=PARTS, default="evaluation")
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--games", type=int, default=300)
    options = parser.parse_args()
    for game in options.games_to_play or [game.id for game in dreierlei.games()]:
        lot = random.Random(game)
        points: list[float] = []
        while len(points) < options.games:
            here = opening(game, lot, options.nodes)
            if here.outcome() is not None:
                continue
            points += [
                play(here, side, options.nodes, [options.without]) for side in (dreierlei.WHITE, dreierlei.BLACK)
            ]
        mean = sum(points) / len(points)
        error = math.sqrt(sum((p - mean) ** 2 for p in points) / len(points) / len(points))
        print(
            f"{game:12} with against without {options.without}, {options.nodes} nodes a move: {mean:6.1%} ± {error:.1%}"
            f"  (+{points.count(1.0)} ={points.count(0.5)} -{points.count(0.0)})",
            flush=True,
        )


if __name__ == "__main__":
    main()
