"""The speed of the core on this machine, and the node signature of the search."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from .engine import analyse
from .positions import Position, start

PLIES = (0, 3, 6, 9, 20)
DEPTH = 6


@dataclass(frozen=True, slots=True)
class Figures:
    """Rates per second, on one core."""

    leaves: float
    """Leaves of perft."""
    games: float
    """Random games, and their plies."""
    plies: float
    nodes: float
    """Positions of a search."""


def rate(work: Callable[[], int], runs: int) -> float:
    """Units of work per second, the best of several runs."""
    best = 0.0
    for _ in range(runs):
        started = perf_counter()
        done = work()
        best = max(best, done / (perf_counter() - started))
    return best


def perft_depth(position: Position, least: int = 2_000_000) -> int:
    """A depth at which perft takes a while, but no deeper than the longest game."""
    depth = 1
    while 0 < position.perft(depth) < least:
        depth += 1
    return depth if position.perft(depth) else depth - 1


def measure(game: str) -> Figures:
    """The rates of a game."""
    beginning = start(game)
    depth = perft_depth(beginning)
    length = beginning.playouts(3000, 1).plies / 3000
    plies = rate(lambda: beginning.playouts(3000, 1).plies, 15)
    middle = positions(game)[-1]
    return Figures(
        leaves=rate(lambda: beginning.perft(depth), 3),
        games=plies / length,
        plies=plies,
        nodes=rate(lambda: analyse(middle, nodes=300_000).nodes, 3),
    )


def positions(game: str) -> list[Position]:
    """Positions of a game after some random moves, the same in every run; lines that end too soon are left out."""
    reached = []
    for plies in PLIES:
        rng = random.Random(f"{game}/{plies}")
        position = start(game)
        for _ in range(plies):
            moves = position.moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
        if position.outcome() is None:
            reached.append(position)
    return reached


def signature(game: str, depth: int = DEPTH) -> int:
    """The number of nodes that the search visits from fixed positions of a game to a fixed depth.

    With one thread and no clock the number is the same on every run and every machine. It changes exactly when the
    search changes, or an evaluation, the order in which the rules list moves, or the game.
    """
    return sum(analyse(position, depth=depth).nodes for position in positions(game))
