"""Tournaments and the calibration of levels."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from dreierlei.tournament import Pairing, _even, calibrate, store, tournament

if TYPE_CHECKING:
    from pathlib import Path


def test_a_tournament_counts_every_game_and_repeats_itself() -> None:
    with ThreadPoolExecutor(2) as executor:
        found = list(tournament("tictactoe", (1, 5, 8), games=6, executor=executor))
    assert [(pairing.higher, pairing.lower) for pairing in found] == [(5, 1), (8, 5)]
    assert all(pairing.wins + pairing.draws + pairing.losses == 6 for pairing in found)
    assert list(tournament("tictactoe", (1, 5, 8), games=6)) == found


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    (found,) = tournament("tictactoe", (1, 2), games=4, max_plies=3)
    assert (found.draws, found.unfinished) == (4, 4)
    assert "4 cut off" in str(found)


def test_scores() -> None:
    assert str(Pairing(2, 1, 3, 1, 0)) == "2 – 1: +3 =1 -0  87.5%"
    assert Pairing(2, 1, 65, 0, 35).elo == pytest.approx(107.5, abs=0.1)
    assert Pairing(2, 1, 0, 10, 0).elo == 0
    assert Pairing(2, 1, 0, 0, 10).elo == 0
    assert 500 < Pairing(2, 1, 100, 0, 0).elo < 1000


def test_even_steps_stay_and_uneven_ones_are_evened() -> None:
    assert _even([0, 1, 2, 3], [100, 100, 100, 100]) == [0, 1, 2, 3]
    closer = _even([0, 1, 2, 3], [200, 50, 50, 100])
    assert closer == sorted(closer)
    assert closer[1] < 1
    assert _even([0, 1, 2, 3], [100, 100, 100, 500]) == [0, 1, 2, 3]
    assert _even([0, 1, 2, 3], [100, 100, 100, 0])[-1] < 3


def test_calibration_ends_with_the_best_of_its_rounds() -> None:
    rounds = list(calibrate("tictactoe", games=4, rounds=3, seed=1))
    assert len(rounds) == 4
    assert rounds[-1] in rounds[:-1]
    assert min(p.score for p in rounds[-1][1]) == max(min(p.score for p in found) for _, found in rounds)
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
