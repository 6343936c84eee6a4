"""How fast the core is on this machine, and the search's node signature."""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from .engine import analyse
from .position import Position, start

if TYPE_CHECKING:
    from collections.abc import Callable

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
    """Units of work per second, at best of several runs."""
    best = 0.0
    for _ in range(runs):
        begun = perf_counter()
        done = work()
        best = max(best, done / (perf_counter() - begun))
    return best


def perft_depth(here: Position, least: int = 2_000_000) -> int:
    """Deep enough to take a while, but no deeper than the game goes."""
    depth = 1
    while 0 < here.perft(depth) < least:
        depth += 1
    return depth if here.perft(depth) else depth - 1


def measure(game: str) -> Figures:
    """Measures a game's start."""
    here = start(game)
    depth = perft_depth(here)
    length = here.playouts(3000, 1).plies / 3000
    plies = rate(lambda: here.playouts(3000, 1).plies, 15)
    middle = positions(game)[-1]
    return Figures(
        leaves=rate(lambda: here.perft(depth), 3),
        games=plies / length,
        plies=plies,
        nodes=rate(lambda: analyse(middle, nodes=300_000).nodes, 3),
    )


def positions(game: str) -> list[Position]:
    """Positions of a game after so many moves by lot, the same in every run; some lines end before."""
    found = []
    for plies in PLIES:
        lot = random.Random(f"{game}/{plies}")
        here = start(game)
        for _ in range(plies):
            moves = here.moves()
            if not moves:
                break
            here = here.play(lot.choice(moves))
        if here.outcome() is None:
            found.append(here)
    return found


def signature(game: str, depth: int = DEPTH) -> int:
    """How many nodes the search needs for fixed positions of a game to a fixed depth.

    One thread, no clock: the number is the same on every run and every machine. It changes exactly when a change
    reaches the search, an evaluation, the order in which the rules list moves, or the game.
    """
    return sum(analyse(here, depth=depth).nodes for here in positions(game))
