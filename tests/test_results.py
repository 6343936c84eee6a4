"""Scores, solutions, outcomes and match scores in words."""

from __future__ import annotations

from itertools import product

import pytest

import dreierlei
from dreierlei import BLACK, WHITE, Outcome, Score, Solution, results
from dreierlei.match import Match
from dreierlei.messages import LANGUAGES
from dreierlei.record import Record
from dreierlei.review import Judgement


def solution(winner: dreierlei.Side | None, plies: int | None, *, known: bool = True) -> Solution:
    return Solution(known, winner, plies, (), 0, 0.0)


@pytest.mark.parametrize(
    ("score", "short", "long"),
    [
        (Score("win", 7, exact=True), "wins in 7", "wins in 7 moves"),
        (Score("win", 1, exact=True), "wins in 1", "wins in 1 move"),
        (Score("loss", 4), "loses within 4", "loses within 4 moves"),
        (Score("win"), "wins", "wins"),
        (Score("loss"), "loses", "loses"),
        (Score("draw", exact=True), "draw", "draw"),
        (Score(estimate=-35), "-0.35", "-0.35"),
    ],
)
def test_scores(score: Score, short: str, long: str) -> None:
    assert str(score) == str(results.score(score)) == short
    assert str(results.score(score, long=True)) == long


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (solution(WHITE, 7), "White wins in 7 moves", "Weiß gewinnt in 7 Zügen"),
        (solution(BLACK, 1), "Black wins in 1 move", "Schwarz gewinnt in 1 Zug"),
        (solution(BLACK, 0), "Black has won", "Schwarz hat gewonnen"),
        (solution(WHITE, None), "White wins", "Weiß gewinnt"),
        (solution(None, 9), "Draw", "Unentschieden"),
        (solution(None, None, known=False), "Not known", "Nicht bekannt"),
    ],
)
def test_solutions(value: Solution, english: str, german: str) -> None:
    message = results.solution(value)
    assert (message.say("en"), message.say("de")) == (english, german)


def test_judgements_are_exact_or_estimates() -> None:
    position = dreierlei.start("tictactoe")
    assert str(results.judgement(Judgement(position, 0, True, None, 9, 0.0, ()))) == "Draw"
    assert str(results.judgement(Judgement(position, 0, False, None, None, -0.25, ()))) == "Estimate -0.25"


def test_outcomes_name_players_sides_or_you() -> None:
    game = dreierlei.game("bedraengnis")
    won, scored = Outcome(BLACK, "time"), Outcome(WHITE, "time", 1)
    assert str(results.outcome(won, game)) == "Black wins: out of time."
    assert str(results.outcome(won, game, ("Ada", "Bo"))) == "Bo wins: out of time."
    assert str(results.outcome(won, game, ("Ada", "Bo"), you=BLACK)) == "You win: out of time."
    assert str(results.outcome(scored, game, ("Ada", "Bo"))) == "Ada wins 1 point: out of time."
    assert str(results.outcome(scored, game, you=WHITE)) == "You win 1 point: out of time."
    assert str(results.outcome(Outcome(None, "repetition"), game)).startswith("A draw: ")


def test_matches_and_records() -> None:
    match = Match.start("tictactoe", ("Ada", "Bo")).draw()
    assert str(results.match_score(match)) == "Ada 0.5 – 0.5 Bo"
    position = dreierlei.start("tictactoe").play("b2")
    record = Record.from_position(position, result="1-0", reason="resignation")
    assert str(results.record(record)) == "1-0 (the opponent resigned) after 1 move"


def test_no_language_says_none() -> None:
    scores = [Score(*parts) for parts in product(("win", "loss", "draw"), (None, 0, 1, 2))]  # type: ignore[arg-type]
    values = [solution(winner, plies) for winner, plies in product((WHITE, BLACK, None), (None, 0, 1, 2))]
    messages = [results.score(score, long=long) for score in scores for long in (False, True)]
    messages += [results.solution(value) for value in values]
    assert not [said for message in messages for language in LANGUAGES if "None" in (said := message.say(language))]
