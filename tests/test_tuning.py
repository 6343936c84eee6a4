"""The tools that improve the engine: features, fitting weights to results, testing changes by games."""

from __future__ import annotations

import random
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

import dreierlei
from dreierlei import _core
from dreierlei.search import search

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))

import programs
import sprt
import tune

WEIGHTED = [game.id for game in dreierlei.games() if _core.weights(dreierlei.start(game.id))]


def some_position(game: str, plies: int, lot: random.Random) -> dreierlei.Position:
    position = dreierlei.start(game)
    while position.outcome() is None and len(position.line) < plies:
        position = position.play(lot.choice(position.moves()))
    return position


@pytest.mark.parametrize("game", WEIGHTED)
def test_the_terms_of_a_position_make_its_estimate(game: str) -> None:
    lot = random.Random(game)
    compared = 0
    for plies in range(1, 40, 3):
        before = some_position(game, plies, lot)
        if before.outcome() is not None:
            break
        move = before.moves()[0]
        score = search(before, depth=1, candidates=[move], without=["quiescence"]).score
        if score.estimate is None:
            continue
        weights = _core.weights(before)
        total = sum(weights[number] * count for number, count in _core.terms(before.play(move)))
        assert -score.estimate == pytest.approx(total / 10, abs=1)  # whole hundredths, and 0 is for draws
        compared += 1
    assert compared > 1


def test_a_game_gives_cases_with_its_result() -> None:
    cases = tune.play_one("tres", random.Random(1), nodes=30)
    assert cases
    assert {result for _, result in cases} <= {0.0, 0.5, 1.0}
    assert cases == tune.play_one("tres", random.Random(1), nodes=30)


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    lot = np.random.default_rng(1)
    true = np.array([0.8, -0.4, 0.1])
    counts = lot.integers(-3, 4, (4000, 3))
    won = lot.random(4000) < 1 / (1 + np.exp(-counts @ true))
    cases = tune.Cases.of(
        [([(i, int(n)) for i, n in enumerate(row) if n], float(r)) for row, r in zip(counts, won, strict=True)]
    )
    fitted = tune.fit(cases, np.zeros(3), steps=400)
    assert fitted == pytest.approx(true, abs=0.1)
    assert cases.loss(fitted) < cases.loss(np.zeros(3))
    assert tune.scaled(cases, true / 5) == pytest.approx(true, rel=0.2)


def test_weights_are_written_as_the_core_reads_them() -> None:
    text = tune.header("tres", np.arange(-100.0, 100.0), "how")
    assert "// how\n" in text
    assert "tres_weights[] = {-100, -99," in text
    assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize(
    ("pairs", "verdict"),
    [([2.0, 1.5, 2.0, 1.0] * 40, "accepted"), ([1.0, 0.5, 1.0, 1.5] * 400, "refused"), ([1.0, 2.0] * 6, "")],
)
def test_only_games_accept_a_change(pairs: list[float], verdict: str) -> None:
    test = sprt.Test(0.0, 10.0)
    for pair in pairs:
        test.add([pair / 2, pair / 2])
        if test.verdict:
            break
    assert test.verdict == verdict
    assert sprt.expected(sprt.elo(0.7)) == pytest.approx(0.7)


OTHER = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] in ("uci", "isready"):
        print({"uci": "uciok", "isready": "readyok"}[words[0]], flush=True)
    elif words[0] == "position":
        played = " ".join(words[2:])
    elif words[0] == "go":
        closed = "moves a7 b2 d7 f2 g7"
        answer = {"moves a7 b2 d7 f2": "g7", closed: "xb2", closed + " xb2 d1": "d6"}[played]
        print("bestmove", answer, flush=True)
    elif words[0] == "quit":
        break
"""


def test_another_program_plays_even_one_that_takes_stones_in_moves_of_their_own() -> None:
    limit = programs.Limit(nodes=50)
    position = dreierlei.start("muehle")
    for text in ("a7", "b2", "d7", "f2"):
        position = position.play(text)
    with programs.Program(shlex.join([sys.executable, "-c", OTHER]), one_game=True) as other:
        other.forget()
        move = other.choose(position, limit)
        assert str(move) == "g7xb2"
        assert str(other.choose(position.play(move).play("d1"), programs.Limit(seconds=0.001))) == "d6"
    with programs.Program(f"{sys.executable} -m dreierlei engine") as ours:
        ours.forget()
        assert ours.choose(position, limit) in position.moves()
        assert ours.choose(position, programs.Limit(seconds=0.01)) in position.moves()
