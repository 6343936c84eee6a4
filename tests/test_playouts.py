"""Random games choose uniformly among the legal moves: their results against exact chances."""

from __future__ import annotations

import contextlib
import random

import pytest

import dreierlei

GAMES = 200_000


def chances(position: dreierlei.Position) -> tuple[float, float, float]:
    """The chance that White wins, the chance of a draw, and the expected number of plies."""
    end = position.outcome()
    if end is not None:
        return float(end.winner is dreierlei.WHITE), float(end.winner is None), 0.0
    moves = position.moves()
    white = draws = plies = 0.0
    for move in moves:
        more = chances(position.play(move))
        white += more[0] / len(moves)
        draws += more[1] / len(moves)
        plies += (more[2] + 1) / len(moves)
    return white, draws, plies


def near_the_end(game: str, plies: int, seed: int, **options: str) -> dreierlei.Position:
    """A position after `plies` random moves of a game that is not over then."""
    lot = random.Random(seed)
    while True:
        position = dreierlei.start(game, **options)
        for _ in range(plies):
            if not (moves := position.moves()):
                break
            position = position.play(lot.choice(moves))
        if position.moves():
            return position


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
    assert_exact(near_the_end(game, plies, seed), seed)


def assert_exact(position: dreierlei.Position, seed: int) -> None:
    white, draws, expected = chances(position)
    played = position.playouts(GAMES, seed)
    wins = played.wins if position.turn is dreierlei.WHITE else played.losses
    for chance, count in ((white, wins), (draws, played.draws)):
        deviation = max(0.0, chance * (1 - chance) / GAMES) ** 0.5
        assert abs(count / GAMES - chance) <= 5 * deviation + 1e-9
    # A game is at most 16 plies from its end here, so their mean deviates by at most 8 / √GAMES.
    assert abs(played.plies / GAMES - expected) <= 5 * 8 / GAMES**0.5


MANY = 50_000


def assert_same_games(position: dreierlei.Position, seed: int = 1, spread: float = 60.0) -> None:
    """The quick random games have the results of those by listing moves; `spread` bounds how lengths deviate."""
    quick, plain = position._playouts(MANY, seed), position._playouts(MANY, seed + 1, plain=True)
    assert sum(quick[:3]) == sum(plain[:3]) == MANY
    for a, b in zip(quick[:3], plain[:3], strict=True):
        assert abs(a - b) <= 5 * (a + b) ** 0.5 + 5, (str(position), quick, plain)
    assert abs(quick[3] - plain[3]) <= 5 * spread * (2 * MANY) ** 0.5, (str(position), quick, plain)


@pytest.mark.parametrize(
    ("game", "options", "plies"),
    [
        ("tictactoe", {}, 0),
        ("qango6", {"opening": "rand"}, 0),
        *(("muehle", {"quiet_plies": limit}, plies) for limit in ("20", "3") for plies in (0, 9, 17, 18, 25)),
        *(("muehle", {"quiet_plies": "20"}, plies) for plies in (40, 55)),
        *(("muehle", {"quiet_plies": limit}, 30) for limit in ("0", "70")),
        *(("tres", {}, plies) for plies in (0, 7, 20, 40)),
    ],
)
def test_quick_games_are_plain_games(game: str, options: dict[str, str], plies: int) -> None:
    assert_same_games(near_the_end(game, plies, 5, **options))


@pytest.mark.parametrize("limit", ["20", "0"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_was_before_counts_for_repetition(limit: str, seed: int) -> None:
    """Both players go to and fro until the next such move would be a draw by repetition."""
    position = near_the_end("muehle", 18, seed, quiet_plies=limit)
    for first, second in [(move, reply) for move in position.moves() for reply in position.play(move).moves()]:
        forth = [f"{a}-{b}" for a, b in (first.targets[:2], second.targets[:2])]
        back = [f"{b}-{a}" for a, b in (first.targets[:2], second.targets[:2])]
        there = position
        with contextlib.suppress(StopIteration):  # where a step closes a mill or is not there any more
            for text in (*forth, *back, *forth, back[0]):
                there = there.play(next(move for move in there.moves() if str(move) == text))
            break
    else:
        pytest.fail("choose another seed")
    position = there
    end = position.play(back[1]).outcome()
    assert end is not None
    assert end.winner is None
    assert_same_games(position)


@pytest.mark.parametrize("plies", [18, 25, 32, 45, 60])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_muehle_against_exact_chances(plies: int, seed: int) -> None:
    """With a limit of one quiet ply, the game goes on only as long as every move closes a mill: its tree is small."""
    stones = str(near_the_end("muehle", plies, seed)).split()[1]
    for turn in "wb":
        position = dreierlei.position(f"muehle:quiet_plies=1 {stones} {turn} 0 0 0")
        if position.moves() and position.perft(2) < 3_000:
            assert_exact(position, seed)


def test_the_same_seed_plays_the_same_games() -> None:
    position = dreierlei.start("qango6", opening="rand")
    assert position.playouts(1000, 1) == position.playouts(1000, 1) != position.playouts(1000, 2)
