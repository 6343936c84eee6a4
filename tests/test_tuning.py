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

import models
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
    variant = dreierlei.start(game).variant
    model = tune.present(variant)
    for plies in range(1, 40, 3):
        before = some_position(game, plies, lot)
        if before.outcome() is not None:
            break
        move = before.moves()[0]
        score = search(before, depth=1, candidates=[move], without=["quiescence"]).score
        if score.estimate is None:
            continue
        cases = models.Cases.of([_core.terms(before.play(move))], [0.5], tune.columns_of(variant))
        total = float(model.sums(cases)[0]) * models.SCALE
        assert -score.estimate == pytest.approx(total / 10, abs=1.01)  # whole hundredths, and 0 is for draws
        compared += 1
    assert compared > 1


@pytest.mark.parametrize("game", [game for game in WEIGHTED if _core.network(dreierlei.start(game))])
def test_a_network_sees_no_difference_between_the_images_of_a_position(game: str) -> None:
    lot = random.Random(game)
    variant = dreierlei.start(game).variant
    model = tune.present(variant)
    for plies in range(4, 30, 5):
        images = list(some_position(game, plies, lot).images())
        cases = models.Cases.of([_core.terms(one) for one in images], [0.5] * len(images), tune.columns_of(variant))
        assert model.sums(cases) == pytest.approx(model.sums(cases)[0], abs=1e-4)


def test_a_game_gives_cases_with_what_was_found_and_its_result(tmp_path: Path) -> None:
    cases = tune.play_one("tres", random.Random(1), nodes=30)
    assert {result for _, _, result in cases} <= {0.0, 0.5, 1.0, None}
    assert cases == tune.play_one("tres", random.Random(1), nodes=30)
    for text, _, _ in cases:
        assert dreierlei.position(f"tres {text}").outcome() is None
    (tmp_path / "cases").write_text(tune.written(cases), "utf-8")
    assert tune.read(tmp_path / "cases") == cases


def test_a_proved_result_counts_more_than_that_of_the_game() -> None:
    assert tune.target(31_990, 0.0) == 1
    assert tune.target(-31_990, 1.0) == 0
    assert tune.target(1, 0.5) == pytest.approx(0.5, abs=0.01)
    assert tune.target(100, None) > tune.target(100, 0.0) > 0


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    lot = np.random.default_rng(1)
    true = np.array([0.8, -0.4, 0.1])
    counts = lot.integers(-3, 4, (4000, 3))
    won = lot.random(4000) < 1 / (1 + np.exp(-counts @ true))
    cases = models.Cases(counts.astype(np.int8), won.astype(np.float32))
    model = models.Linear([0, 0, 0])
    before = models.loss(model, cases)
    models.fit(model, cases, rounds=50, together=200)
    assert model.numbers() == pytest.approx(true * models.SCALE, abs=0.1 * models.SCALE)
    assert models.loss(model, cases) < before


def test_the_slopes_of_a_network_are_those_of_its_loss() -> None:
    shape = _core.network(dreierlei.start("tres"))
    assert shape is not None
    lot = random.Random(3)
    variant = dreierlei.start("tres").variant
    texts = [" ".join(str(some_position("tres", plies, lot)).split()[1:3]) for plies in range(2, 32, 2)]
    cases = tune.prepared(variant, [(text, 30 * number - 200, None) for number, text in enumerate(texts)],
                          tune.columns_of(variant))  # fmt: skip
    model = models.Network(shape, (), np.random.default_rng(1))
    for name, slope in model.slopes(cases).items():
        where = np.unravel_index(np.argmax(np.abs(slope)), slope.shape)
        step = np.float32(1e-2)
        model.parameters[name][where] += step
        above = models.loss(model, cases)
        model.parameters[name][where] -= 2 * step
        below = models.loss(model, cases)
        model.parameters[name][where] += step
        assert (above - below) / (2 * step) == pytest.approx(slope[where], rel=0.1), name


def test_weights_are_written_as_the_core_reads_them() -> None:
    text = tune.header("katarenga", range(-100, 100), "how")
    assert "// how\n" in text
    assert "katarenga_weights[] = {-100, -99," in text
    assert max(map(len, text.splitlines())) <= 120
    begin = dreierlei.start("tres")
    shape = _core.network(begin)
    assert shape is not None
    assert models.Network(shape, _core.weights(begin)).numbers() == _core.weights(begin)
    assert f"tres_units = {shape.units}, tres_phases = {shape.phases};" in tune.header("tres", [1], "how", shape)


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
