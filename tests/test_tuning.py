"""The tools that improve the engine: features, fitting weights to results, testing changes by games."""

from __future__ import annotations

import random
import shlex
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import dreierlei
from dreierlei import _core
from dreierlei.search import DECISIVE, WIN, search

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


@pytest.mark.parametrize("game", WEIGHTED)
def test_a_game_gives_cases_with_what_was_found_and_its_result(game: str, tmp_path: Path) -> None:
    cases = tune.play_one(game, random.Random(1), nodes=30)
    assert {case.result for case in cases} <= {0.0, 0.5, 1.0, None}
    assert not any(case.inside for case in cases)
    assert cases == tune.play_one(game, random.Random(1), nodes=30)
    cases += tune.play_one(game, random.Random(2), nodes=1000, inside=3)
    assert {case.inside for case in cases} <= {"", "=", "≥", "≤"}
    for case in cases:
        assert dreierlei.position(f"{game} {case.text}").outcome() is None
    (tmp_path / "cases").write_text(tune.written(cases), "utf-8")
    assert tune.read(tmp_path / "cases") == cases


@pytest.mark.parametrize("game", WEIGHTED)
def test_positions_inside_a_search_have_the_bounds_that_it_found(game: str) -> None:
    lot = random.Random(game)
    drawn = 0
    for plies in (3, 9, 15):
        root = some_position(game, plies, lot)
        if root.outcome() is not None or len(root.moves()) < 2:
            continue
        plain = search(root, nodes=4000)
        (lines, depth, nodes, _, exact), inside = _core.sample(root, nodes=4000, count=20, depth=1, seed=5)
        assert (lines[0][0][0], depth, nodes, exact) == (plain.best, plain.depth, plain.nodes, plain.exact)
        assert [str(each[0]) for each in inside] == [
            str(each[0]) for each in _core.sample(root, nodes=4000, count=20, depth=1, seed=5)[1]
        ]
        assert len(inside) <= 20
        for position, value, at_least, at_most in inside:
            assert dreierlei.position(str(position)) == position
            assert position.outcome() is None
            assert at_least or at_most
            # A win that a search counts on is one, at any depth.
            if abs(value) > DECISIVE and (at_least if value > 0 else at_most):
                proved = search(position, depth=WIN - abs(value), without=["pruning"]).score
                assert proved.result == ("win" if value > 0 else "loss")
        drawn += len(inside)
    assert drawn > 2


def test_every_position_inside_a_search_is_as_likely_to_be_drawn() -> None:
    root = dreierlei.start("tres").play("NWo")
    # An iteration completes again what the one before has completed.
    every = [str(each) for each, *_ in _core.sample(root, nodes=500, count=1000, depth=1, seed=0)[1]]
    assert 10 < len(every) < 500
    draws = Counter(
        str(each) for seed in range(400) for each, *_ in _core.sample(root, nodes=500, count=5, depth=1, seed=seed)[1]
    )
    first, last = np.array_split(list(Counter(every).items()), 2)
    for half in (first, last):
        drawn = sum(draws[text] for text, _ in half)
        assert drawn == pytest.approx(400 * 5 / len(every) * sum(int(times) for _, times in half), rel=0.2)


def test_a_proved_result_counts_more_than_that_of_the_game() -> None:
    assert tune.target(31_990, 0.0) == 1
    assert tune.target(-31_990, 1.0) == 0
    assert tune.target(1, 0.5) == pytest.approx(0.5, abs=0.01)
    assert tune.target(100, None) > tune.target(100, 0.0) > 0
    assert tune.target(100, 0.0, results=0.3) > tune.target(100, 0.0)


def test_a_bound_changes_only_estimates_beyond_it() -> None:
    def of(weight: float, bound: int) -> tuple[float, float]:
        cases = models.Cases.of([[(0, 1)]], [0.7], 1, [bound])
        model = models.Linear([round(weight * models.SCALE)])
        return models.loss(model, cases), float(model.slopes(cases)["weights"][0])

    for bound, within, beyond in ((1, 2.0, 0.0), (-1, 0.0, 2.0)):
        assert of(within, bound) == pytest.approx((0, 0), abs=1e-5)
        assert of(beyond, bound)[0] > 0.05
        assert of(beyond, bound)[1] * bound < 0
    assert of(2.0, 0)[1] > 0 > of(0.0, 0)[1]
    assert of(np.log(0.7 / 0.3), 0)[0] == pytest.approx(0, abs=1e-5)


def test_cases_that_say_nothing_are_left_out_and_roots_count_more() -> None:
    text = str(dreierlei.start("tres").play("NWo")).split(maxsplit=1)[1]
    variant = dreierlei.start("tres").variant
    told = [tune.Case(text, 20, 1.0), tune.Case(text, 20, None, "≥"), tune.Case(text, -31_990, None, "≤")]
    silent = [tune.Case(text, WIN - 1), tune.Case(text, 31_990, None, "≤"), tune.Case(text, -31_990, None, "≥")]
    cases = tune.prepared(variant, told + silent, tune.columns_of(variant))
    assert cases.bounds.tolist() == [0, 1, -1]
    assert cases.weights.tolist() == [tune.ROOT, 1, 1]
    assert [len(part) for part in tune.divided(cases, block=500)] == [1, 2]


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    lot = np.random.default_rng(1)
    true = np.array([0.8, -0.4, 0.1])
    counts = lot.integers(-3, 4, (4000, 3))
    won = lot.random(4000) < 1 / (1 + np.exp(-counts @ true))
    cases = models.Cases(
        counts.astype(np.int8), won.astype(np.float32), np.zeros(4000, np.int8), np.ones(4000, np.float32)
    )
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
    texts = [tune._text(some_position("tres", plies, lot)) for plies in range(2, 32, 2)]
    # An estimate that a step moves across a bound has no slope there.
    seen = [tune.Case(text, 30 * number - 200, None, ("", "≥", "≤")[number % 3]) for number, text in enumerate(texts)]
    cases = tune.prepared(variant, seen, tune.columns_of(variant))
    model = tune.fresh(variant, seed=1)
    wider = tune.fresh(variant, seed=1, units=shape.units + 8, refine=True)
    assert [part.shape[-1] for part in (model.parameters["out"], wider.parameters["out"])] == [
        shape.units,
        shape.units + 8,
    ]
    assert wider.sums(cases) == pytest.approx(tune.present(variant).sums(cases), abs=1)
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


def test_a_fair_opening_favours_nobody() -> None:
    lot = random.Random(11)
    for opening in (sprt.opening("tres", lot, fair=10) for _ in range(4)):
        assert abs(search(opening, nodes=sprt.FAIR_NODES).score.value) <= 10
    unfair = (sprt.opening("tres", lot) for _ in range(8))
    assert any(search(opening, nodes=sprt.FAIR_NODES).score.value > 10 for opening in unfair)


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
        print("info score 3 bestmove", answer, flush=True)
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
