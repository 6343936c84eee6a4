"""Tournaments and the calibration of levels."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from dreierlei.calibration import Curve, calibrate, store
from dreierlei.declarations import game
from dreierlei.levels import LEVELS
from dreierlei.profiles import DOUBLE, WIN, profiles
from dreierlei.tournaments import Pairing, tournament

if TYPE_CHECKING:
    from pathlib import Path


def test_a_tournament_counts_every_game_and_repeats_itself() -> None:
    with ThreadPoolExecutor(2) as executor:
        found = list(tournament("qango6", (1, 2, 3), games=6, executor=executor))
    assert [(pairing.higher, pairing.lower) for pairing in found] == [(2, 1), (3, 2)]
    assert all(pairing.wins + pairing.draws + pairing.losses == 6 for pairing in found)
    assert list(tournament("qango6", (1, 2, 3), games=6)) == found


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    (found,) = tournament("qango6", (1, 2), games=4, max_plies=3)
    assert (found.draws, found.unfinished) == (4, 4)
    assert "4 cut off" in str(found)


def test_scores() -> None:
    assert str(Pairing(2, 1, 3, 1, 0)) == "2 – 1: +3 =1 -0  87.5%"
    assert Pairing(2, 1, 65, 0, 35).elo == pytest.approx(107.5, abs=0.1)
    assert Pairing(2, 1, 0, 10, 0).elo == 0
    assert Pairing(2, 1, 0, 0, 10).elo == 0
    assert 500 < Pairing(2, 1, 100, 0, 0).elo < 1000


def spaced(sights: list[float], *rounds: list[float]) -> list[float]:
    curve = Curve(sights[0])
    for steps in rounds:
        curve.add(sights, steps)
    return curve.even(len(sights))[0]


def test_even_steps_stay_and_uneven_ones_are_evened() -> None:
    even = [0.0, 1.0, 2.0, 3.0]
    assert spaced(even, [100, 100, 100, 100]) == even
    closer = spaced(even, [200, 50, 50, 100])
    assert closer == sorted(closer)
    assert closer[1] == 0.5, "half of the step of 200 is the even step of 100"
    assert spaced(even, [100, 100, 100, 0])[-1] < 3


def test_levels_go_beyond_the_furthest_sight_only_so_far() -> None:
    assert spaced([0.0, 1.0, 2.0, 3.0], [100, 100, 100, 900])[-1] == 5.0
    assert spaced([0.0, 5.0, 10.0, 14.0], [100, 100, 100, 900])[-1] == 14.0


def test_all_rounds_count() -> None:
    once = spaced([0.0, 1.0, 2.0, 3.0], [150, 50, 100, 100])
    assert spaced([0.0, 1.0, 2.0, 3.0], [150, 50, 100, 100], [50, 150, 100, 100]) == [0.0, 1.0, 2.0, 3.0] != once


def test_a_step_downwards_is_taken_for_noise() -> None:
    found = spaced([0.0, 1.0, 2.0, 3.0], [100, 0, 100, 100])
    assert found == sorted(set(found))


def test_calibration_says_what_played_and_ends_with_what_should() -> None:
    rounds = list(calibrate("tictactoe", games=4, rounds=3, seed=1))
    numbers = game("tictactoe").levels
    assert [len(found.pairings) for found in rounds] == [len(numbers) - 1] * 3 + [0]
    assert rounds[0].sights == [LEVELS[number - 1].sight for number in numbers[:-1]]
    assert rounds[0].score is None
    assert all(found.sights == sorted(found.sights) for found in rounds)
    assert rounds[-1].score is not None
    assert 0.5 <= rounds[-1].score < 1
    assert list(calibrate("tictactoe", games=4, rounds=3, seed=1)) == rounds


def test_calibrations_are_stored_side_by_side(tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    store(file, "b", [1.0], "how", "1")
    store(file, "a", [2.0], "how", "1")
    store(file, "b", [3.0], "how", "2")
    assert json.loads(file.read_text("utf-8")) == {
        "a": {"sights": [2.0], "command": "how", "version": "1"},
        "b": {"sights": [3.0], "command": "how", "version": "2"},
    }


def test_a_profile_counts_what_every_level_sees() -> None:
    found = list(profiles("tictactoe", games=4, seconds=0.02))
    assert tuple(each.level for each in found) == game("tictactoe").levels
    assert found[0].scores[0] is None
    for each in found:
        assert all(seen <= chances for seen, chances in zip(each.seen, each.chances, strict=True))
        assert all(score is None or 0 <= score <= 1 for score in each.scores)
        assert each.seconds > 0
    assert found[-1].shares[WIN] == 1.0
    assert sum(each.chances[DOUBLE] for each in found)
    again = list(profiles("tictactoe", games=4, seconds=0.02))
    assert [each.seen for each in again[:-1]] == [each.seen for each in found[:-1]]
