"""Draws that are hard for the opponent."""

from __future__ import annotations

import math

import pytest

import dreierlei
from dreierlei import WHITE, analyse, traps
from dreierlei.levels import Level, choose
from dreierlei.messages import LANGUAGES

from .waiting import PATIENCE

CORNERS = {"a1", "a3", "c1", "c3"}
FORK = "tictactoe w../.b./..w b"
"""Black must play an edge, and then White must not play just anything."""


def test_a_chance_of_error_is_a_probability_and_larger_where_fewer_moves_keep_the_draw() -> None:
    start = dreierlei.start("tictactoe")
    chances = {str(move): traps.error_chance(start.play(move)) for move in start.moves()}
    assert all(0 < chance < 1 for chance in chances.values())
    assert min(chances[corner] for corner in CORNERS) > max(chances[edge] for edge in chances.keys() - CORNERS)


@pytest.mark.parametrize(
    "line",
    [
        "tictactoe www/bb./... b",  # over
        "tictactoe ww./bb./... w",  # won
        "tres",  # unknown
    ],
)
def test_only_draws_can_be_lost(line: str) -> None:
    position = dreierlei.position(line) if " " in line else dreierlei.start(line)
    assert traps.error_chance(position) == 0


def test_analysis_says_for_whom_a_draw_is_hard() -> None:
    position = dreierlei.position(FORK)
    lines = analyse(position, lines=9, seconds=PATIENCE).lines
    draws = {str(line.move): line.score for line in lines if line.score.result == "draw"}
    assert draws.keys() == {"a2", "b1", "b3", "c2"}
    assert {score.hard_for for score in draws.values()} == {WHITE}
    assert str(lines[0].score) == "draw, hard for White"
    assert len({lines[0].score.message.say(language) for language in LANGUAGES}) == len(LANGUAGES)
    assert {line.score.hard_for for line in lines[4:]} == {None}
    assert {score.hard_for for score in (line.score for line in analyse(position, lines=9, depth=9).lines)} == {None}


def test_full_strength_plays_the_hardest_draw() -> None:
    full = Level(10, math.inf, seconds=PATIENCE)
    assert {str(choose(dreierlei.start("tictactoe"), full, seed)) for seed in range(8)} <= CORNERS
