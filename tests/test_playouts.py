"""Random games choose uniformly among the legal moves: their results against exact chances."""

from __future__ import annotations

import random

import pytest

import dreierlei

GAMES = 200_000


def chances(here: dreierlei.Position) -> tuple[float, float, float]:
    """The chance that White wins, the chance of a draw, and the expected number of plies."""
    end = here.outcome()
    if end is not None:
        return float(end.winner is dreierlei.WHITE), float(end.winner is None), 0.0
    moves = here.moves()
    white = draws = plies = 0.0
    for move in moves:
        more = chances(here.play(move))
        white += more[0] / len(moves)
        draws += more[1] / len(moves)
        plies += (more[2] + 1) / len(moves)
    return white, draws, plies


def near_the_end(game: str, plies: int, seed: int, **options: str) -> dreierlei.Position:
    """A position after `plies` random moves of a game that is not over then."""
    lot = random.Random(seed)
    while True:
        here = dreierlei.start(game, **options)
        for _ in range(plies):
            if not (moves := here.moves()):
                break
            here = here.play(lot.choice(moves))
        if here.moves():
            return here


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        ("tictactoe", 2),
        ("qango6", 30),
        ("qango7", 35),
        ("die-drei", 11),
        ("die-drei", 9),
        ("bedraengnis", 1),
        ("bedraengnis", 4),
    ],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_playouts_are_uniform(game: str, plies: int, seed: int) -> None:
    here = near_the_end(game, plies, seed)
    white, draws, expected = chances(here)
    played = here.playouts(GAMES, seed)
    wins = played.wins if here.turn is dreierlei.WHITE else played.losses
    for chance, count in ((white, wins), (draws, played.draws)):
        deviation = (chance * (1 - chance) / GAMES) ** 0.5
        assert abs(count / GAMES - chance) <= 5 * deviation + 1e-9
    # A game is at most 16 plies from its end here, so their mean deviates by at most 8 / √GAMES.
    assert abs(played.plies / GAMES - expected) <= 5 * 8 / GAMES**0.5


def test_the_same_seed_plays_the_same_games() -> None:
    here = dreierlei.start("qango6", opening="rand")
    assert here.playouts(1000, 1) == here.playouts(1000, 1) != here.playouts(1000, 2)
