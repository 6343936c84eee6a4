"""What the parts of the search are worth: the whole engine plays against itself with one part left out.

Both sides search the same number of nodes for each move. Each opening, a few random moves, is played twice with sides
changed; openings whose result a search of that many nodes can prove are left out. A game that is not over after 200
plies counts as a draw. The score is the whole engine's, with its standard error; if it is more than two errors from
50 %, the part makes a difference.

    python bench/bench_evaluation.py [--without evaluation] [--nodes 2000] [--games 300] [GAME …]
"""

from __future__ import annotations

import argparse
import math
import random

import dreierlei
from dreierlei import Position
from dreierlei.search import search

PARTS = ("evaluation", "quiescence", "symmetry")
PLIES = (2, 3, 4, 5)
MOST = 200
TRIES = 20


def opening(game: str, lot: random.Random, nodes: int) -> Position:
    """A position after a few random moves, if possible one that is not decided at once."""
    position = dreierlei.start(game)
    for _ in range(TRIES):
        position = dreierlei.start(game)
        for _ in range(lot.choice(PLIES)):
            moves = position.moves()
            if not moves:
                break
            position = position.play(lot.choice(moves))
        if position.outcome() is None and not search(position, nodes=nodes).exact:
            break
    return position


def play(position: Position, whole: dreierlei.Side, nodes: int, without: str) -> float:
    """One game; the points of the whole engine."""
    for _ in range(MOST):
        if (end := position.outcome()) is not None:
            return 0.5 if end.winner is None else float(end.winner is whole)
        left_out = () if position.turn is whole else (without,)
        position = position.play(search(position, nodes=nodes, without=left_out).best)
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
            position = opening(game, lot, options.nodes)
            if position.outcome() is not None:
                continue
            points += [
                play(position, side, options.nodes, options.without) for side in (dreierlei.WHITE, dreierlei.BLACK)
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
