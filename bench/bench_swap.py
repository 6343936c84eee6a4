"""What the swap rule does: the engine plays itself with it and without.

The player who begins makes the opening moves of the rule for both sides, choosing moves after which neither side looks
better; the other swaps if the beginner's side looks better. Without the rule both simply play. The first plies are
chosen at random among moves of about equal value, so that games differ. Prints the scores of White and of the player
who did not begin, with their standard errors.

    python bench/bench_swap.py [GAME] [--nodes 2000] [--games 200] [--moves 0 1 3 5 7]
"""

from __future__ import annotations

import argparse
import math
import random

from dreierlei import WHITE, Match
from dreierlei.search import search

PLAYERS = ("beginner", "other")
LOT = 8
"""The number of plies, from the start, that are chosen at random."""
ABOUT = 6
"""By how many hundredths of a unit moves may differ and still be about equal."""
MOST = 200


def turn(match: Match, nodes: int, lot: random.Random) -> Match:
    """The match after the turn of the player to move."""
    position = match.position
    if match.may_swap and search(position, nodes=nodes).score.value < 0:
        return match.swap()
    early = len(position.line) < LOT
    analysis = search(position, nodes=nodes, lines=len(position.moves()) if match.opening else 4 if early else 1)
    values = [(line.moves[0], line.score.value) for line in analysis.lines]
    if match.opening:
        values = [(move, -abs(value)) for move, value in values]
    best = max(value for _, value in values)
    return match.play(lot.choice([move for move, value in values if value >= best - (ABOUT if early else 0)]))


def play(game: str, moves: int, nodes: int, lot: random.Random) -> tuple[float, float, bool]:
    """One game: the points of White and of the player who did not begin, and whether that player swapped."""
    match = Match.start(game, PLAYERS, 1, swap_rule=moves)
    while not match.game_over and len(match.position.line) < MOST:
        match = turn(match, nodes, lot)
    end = match.outcome
    if end is None or end.winner is None:
        return 0.5, 0.5, match.swapped
    white = end.winner is WHITE
    return float(white), float((match.white if white else match.black) == 1), match.swapped


def share(points: list[float]) -> str:
    """The mean in per cent with its standard error."""
    mean = sum(points) / len(points)
    error = math.sqrt(sum((point - mean) ** 2 for point in points)) / len(points)
    return f"{mean:6.1%} ± {error:.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what the swap rule does.")
    parser.add_argument("game", nargs="?", default="tres")
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--moves", type=int, nargs="*", default=[0, 1, 3, 5, 7], help="of the opening; 0: no swap rule")
    options = parser.parse_args()
    for moves in options.moves:
        lot = random.Random(f"{options.game} {moves}")
        games = [play(options.game, moves, options.nodes, lot) for _ in range(options.games)]
        white, other, swaps = (list(column) for column in zip(*games, strict=True))
        print(
            f"{options.game}, {options.nodes} nodes, swap after {moves}: White {share(white)}, "
            f"the player who did not begin {share(other)}, swapped {sum(swaps) / len(swaps):.0%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
