"""What choosing among equal moves gains: full strength against the lower levels, from drawn positions.

Each game begins in a drawn position of a random game whose moves all have known values, and each side gets it once.
With best play all would be draws. A player who never gives away a draw chooses among drawing moves in three ways: at
random, by a search without exact values, and as full strength does. A score is its points per game, in per cent, with
the standard error; its losses are in brackets.

    python bench/bench_draws.py GAME [--levels 5 6 7 8] [--games 100] [--seconds 0.1] [--ways random search full]

With `--whole`, games begin at the start of the game instead. To use a database, set DREIERLEI_DATABASES to its folder.
"""

from __future__ import annotations

import argparse
import math
import random
from statistics import fmean, pstdev

import dreierlei
from dreierlei import Move, Position, Side
from dreierlei.levels import choose, level
from dreierlei.search import search
from dreierlei.solvers import Limits, Solution, solver

MOST = 200
"""A game that is not over after this many plies is a draw."""
WAYS = ("random", "search", "full")


def known_draws(position: Position) -> list[Move]:
    """The moves that keep a draw; none if the position is not drawn, or not known."""
    exact = solver(position)
    if exact.complete and not _is_draw(exact.solve(position, Limits(0.05))):
        return []
    values = list(exact.probe_moves(position))
    if not values and exact.complete:
        values = list(exact.solve_moves(position, Limits(1.0)))
    if not values or not all(after.known for _, after in values):
        return []
    if any(after.winner is position.turn for _, after in values):
        return []
    return [move for move, after in values if after.winner is None]


def _is_draw(value: Solution) -> bool:
    return value.known and value.winner is None


def drawn(game: str, lot: random.Random) -> Position:
    """The first position of a random game that is a known draw and in which not every move draws."""
    while True:
        position = dreierlei.start(game)
        while position.outcome() is None:
            if 0 < len(known_draws(position)) < len(position.moves()):
                return position
            position = position.play(lot.choice(position.moves()))


def move_of(position: Position, way: str, seed: str, seconds: float) -> Move:
    """The move of full strength."""
    full = level(position.variant.game.id, 10)
    draws = [] if way == "full" else known_draws(position)
    if not draws:
        return choose(position, full, seed, seconds=seconds)
    if way == "random":
        return random.Random(seed).choice(draws)
    return search(position, seconds=seconds, candidates=draws).best


def play(start: Position, side: Side, way: str, number: int, seed: str, seconds: float) -> float:
    """The points of full strength in a game as that side."""
    position = start
    for ply in range(MOST):
        if (end := position.outcome()) is not None:
            return 0.5 if end.winner is None else float(end.winner is side)
        text = f"{seed}/{ply}"
        full = position.turn is side
        position = position.play(move_of(position, way, text, seconds) if full else choose(position, number, text))
    return 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what choosing among equals brings.")
    parser.add_argument("game")
    parser.add_argument("--levels", type=int, nargs="*", default=[5, 6, 7, 8])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--ways", nargs="*", default=WAYS)
    parser.add_argument("--whole", action="store_true")
    options = parser.parse_args()
    lot = random.Random(0)
    pairs = -(-options.games // 2)
    starts = [dreierlei.start(options.game) if options.whole else drawn(options.game, lot) for _ in range(pairs)]
    print(
        f"| {options.game}, against level | {' | '.join(options.ways)} |\n|---|{'---|' * len(options.ways)}", flush=True
    )
    for number in options.levels:
        cells = []
        for way in options.ways:
            points = []
            for index in range(options.games):
                side = dreierlei.WHITE if index % 2 else dreierlei.BLACK
                points.append(play(starts[index // 2], side, way, number, f"{number}/{index}", options.seconds))
            error = pstdev(points) / math.sqrt(len(points))
            cells.append(f"{100 * fmean(points):.1f} ± {100 * error:.1f} ({points.count(0.0)})")
        print(f"| {number} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
