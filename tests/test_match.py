"""Matches: who begins, who scores, when it is over, and that a match written down is the same match."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dreierlei
from dreierlei import BLACK, WHITE
from dreierlei.match import Match, MatchError
from dreierlei.record import RecordError

from .test_record import assert_one_sentence, variants

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = [game.id for game in dreierlei.games()]
PLAYERS = ("Ada", "Bo")
WHITE_WINS = "a1 b1 a2 b2 a3".split()
BLACK_WINS = "a1 b1 a2 b2 c3 b3".split()
DRAWN = "b2 a1 c1 a3 a2 c2 b3 b1 c3".split()


def play(match: Match, moves: list[str]) -> Match:
    for move in moves:
        match = match.play(move)
    return match


def play_out(match: Match, lot: random.Random) -> Match:
    """The current game by lot to its end."""
    while not match.game_over:
        match = match.play(lot.choice(match.position.moves()))
    return match


def refused(error: pytest.ExceptionInfo[MatchError], *parts: str) -> None:
    assert_one_sentence(error.value)
    for part in parts:
        assert part in str(error.value)


# --- a match of games


def test_a_match_from_the_start() -> None:
    match = Match.start("tictactoe", PLAYERS)
    assert match.players == PLAYERS
    assert (match.length, match.round, match.games, match.score) == (3, 1, (), (0, 0))
    assert (match.white, match.black, match.turn) == (0, 1, 0)
    assert not match.over
    assert match.winner is None
    assert match.position == dreierlei.start("tictactoe")
    after = match.play("b2")
    assert after.turn == 1
    assert match.position == dreierlei.start("tictactoe")


def test_best_of_three() -> None:
    match = play(Match.start("tictactoe", PLAYERS), WHITE_WINS)
    assert match.game_over
    assert match.turn is None
    assert match.outcome == dreierlei.Outcome(WHITE, "line")
    assert match.score == (1, 0)
    assert not match.over
    match = match.next()
    assert (match.round, match.white, match.turn) == (2, 1, 1)
    assert match.outcome is None
    match = play(match, BLACK_WINS)
    assert match.score == (2, 0)
    assert match.over
    assert match.winner == 0
    assert [(game.result, game.reason, game.tags["Round"], game.tags["White"]) for game in match.games] == [
        ("1-0", "line", "1", "Ada"),
        ("0-1", "line", "2", "Bo"),
    ]
    assert [str(move) for move in match.games[0].line] == WHITE_WINS


def test_a_leader_who_can_still_be_caught_has_not_won() -> None:
    match = play(Match.start("tictactoe", PLAYERS), WHITE_WINS).next()
    match = play(match, DRAWN)
    assert match.score == (1.5, 0.5)
    assert not match.over
    match = match.next().resign(WHITE)
    assert match.white == 0
    assert match.score == (1.5, 1.5)
    assert match.over
    assert match.winner is None


def test_an_even_number_of_games_can_be_tied() -> None:
    match = Match.start("tictactoe", PLAYERS, length=2).resign().next().resign()
    assert (match.score, match.over, match.winner) == ((1, 1), True, None)


def test_resigning() -> None:
    match = Match.start("tictactoe", PLAYERS).play("b2")
    assert match.resign().outcome == dreierlei.Outcome(WHITE, "resignation")
    assert match.resign(WHITE).outcome == dreierlei.Outcome(BLACK, "resignation")
    assert match.draw().outcome == dreierlei.Outcome(None, "agreed draw")
    assert match.draw().score == (0.5, 0.5)


def test_the_loser_begins() -> None:
    match = Match.start("qango6", PLAYERS, length=9)
    assert match.resign(BLACK).next().white == 1
    assert match.resign(WHITE).next().white == 0
    assert match.draw().next().white == 1
    second = match.resign(BLACK).next()
    assert second.resign(BLACK).next().white == 0
    assert second.resign(WHITE).next().white == 1
    assert second.draw().next().white == 0


def test_players_take_turns_elsewhere() -> None:
    match = Match.start("die-drei", PLAYERS, length=9)
    for ending in (match.resign(BLACK), match.resign(WHITE), match.draw()):
        assert ending.next().white == 1


def test_options_hold_for_all_games() -> None:
    match = Match.start("qango6", PLAYERS, opening="rand").resign().next()
    assert match.position == dreierlei.start("qango6", opening="rand")


# --- a match of points


def test_rounds_for_points() -> None:
    match = Match.start("bedraengnis", PLAYERS)
    assert match.length == 15
    lot = random.Random(3)
    scores = [0, 0]
    for number in range(1, 20):
        match = play_out(match, lot)
        end = match.outcome
        assert end is not None
        assert end.points == len(match.position.line)
        scores[match.white if end.winner is WHITE else match.black] += end.points or 0
        assert match.score == tuple(scores)
        assert match.white == (number - 1) % 2
        if match.over:
            break
        assert max(scores) < 15
        match = match.next()
    assert max(scores) >= 15
    assert match.winner == scores.index(max(scores))


def test_giving_up_a_round() -> None:
    match = Match.start("bedraengnis", PLAYERS)
    match = match.play(match.position.moves()[0])
    match = match.play(match.position.moves()[0])
    given_up = match.give_up()
    assert given_up.outcome == dreierlei.Outcome(BLACK, "gave up", 2)
    assert given_up.score == (0, 2)
    assert given_up.next().white == 1
    assert match.resign() == match.resign(WHITE) == given_up
    with pytest.raises(MatchError) as caught:
        match.resign(BLACK)
    refused(caught, "Only the player to move can give up a round: expected White")


def test_an_agreed_draw_of_a_round_scores_nobody() -> None:
    match = Match.start("bedraengnis", PLAYERS)
    match = match.play(match.position.moves()[0]).draw()
    assert match.score == (0, 0)
    assert match.next().white == 1


def test_a_round_is_not_given_up_before_its_first_move() -> None:
    match = Match.start("bedraengnis", PLAYERS)
    for concede in (match.give_up, match.resign):
        with pytest.raises(MatchError) as caught:
            concede()
        refused(caught, "A round cannot be given up before its first move: expected a move")


# --- what cannot be done


def test_after_the_end_of_a_game() -> None:
    match = Match.start("tictactoe", PLAYERS).play("b2").resign()
    calls: list[Callable[[], Match]] = [lambda: match.play("a1"), match.resign, match.draw, match.give_up]
    for call in calls:
        with pytest.raises(MatchError) as caught:
            call()
        refused(caught, "Game 1 is over (1-0): expected the next one to begin")


def test_after_the_end_of_the_match() -> None:
    match = Match.start("tictactoe", PLAYERS, length=1).resign()
    calls: list[Callable[[], Match]] = [lambda: match.play("a1"), match.resign, match.draw, match.give_up, match.next]
    for call in calls:
        with pytest.raises(MatchError) as caught:
            call()
        refused(caught, "The match is over: Ada 0, Bo 1")


def test_other_refusals() -> None:
    match = Match.start("tictactoe", PLAYERS).play("b2")
    with pytest.raises(MatchError) as caught:
        match.next()
    refused(caught, "Game 1 is still being played: expected its end before the next one")
    with pytest.raises(MatchError) as caught:
        match.give_up()
    refused(caught, "In tictactoe there are no rounds to give up: expected a resignation")
    with pytest.raises(dreierlei.IllegalMove):
        match.play("b2")


@pytest.mark.parametrize("length", [0, -1, 10**9])
def test_lengths(length: int) -> None:
    with pytest.raises(MatchError) as caught:
        Match.start("tictactoe", PLAYERS, length=length)
    refused(caught, f"A match has 1 to 1000000 games, not {length}")


@pytest.mark.parametrize("players", [("Ada", "Ada"), ("Ada", " Ada "), ("", "Bo"), ("Ada",), ("A", "B", "C")])
def test_names(players: tuple[str, str]) -> None:
    with pytest.raises(MatchError) as caught:
        Match.start("tictactoe", players)
    refused(caught, "A match has two players with different names, not ")


# --- as text


def test_a_written_match() -> None:
    match = Match.start("tictactoe", PLAYERS).play("b2").resign().next().play("a1")
    assert str(match) == (
        '[Game "tictactoe"]\n[Round "1"]\n[White "Ada"]\n[Black "Bo"]\n[Match "best of 3"]\n[Result "1-0"]\n'
        '[Termination "resignation"]\n\n1. b2 1-0\n\n'
        '[Game "tictactoe"]\n[Round "2"]\n[White "Bo"]\n[Black "Ada"]\n[Match "best of 3"]\n[Result "*"]\n'
        '[Termination "unfinished"]\n\n1. a1 *\n'
    )
    assert Match.read(str(match)) == match
    assert '[Match "15 points"]' in str(Match.start("bedraengnis", PLAYERS))
    assert '[Match "1 point"]' in str(Match.start("bedraengnis", PLAYERS, length=1))


def test_matches_with_other_moves_differ() -> None:
    match = Match.start("tictactoe", PLAYERS)
    one, other = play(match, ["a1", "b2", "c3"]), play(match, ["c3", "b2", "a1"])
    assert one.position == other.position
    assert one != other
    assert len({one, other, play(match, ["a1", "b2", "c3"])}) == 2


def test_comments_and_other_tags_are_forgiven() -> None:
    match = Match.start("tictactoe", PLAYERS).play("b2")
    assert (
        Match.read(str(match).replace("1. b2", "{hm} 1. b2 $1 (1. a1)").replace("[Match", '[Site "x"]\n[Match'))
        == match
    )


def test_a_loss_on_time_is_read() -> None:
    match = Match.start("tictactoe", PLAYERS).play("b2").resign()
    read = Match.read(str(match).replace("resignation", "time"))
    assert read.score == (1, 0)
    assert read.games[0].reason == "time"


TWO = Match.start("tictactoe", PLAYERS).play("b2").resign().next().play("a1")


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        (str(TWO), "", ["There is no game in this text: expected the records of a match"]),
        ("best of 3", "15 points", ['The tag Match is "15 points": expected a text such as "best of 3"']),
        ('[Match "best of 3"]\n[Result "*"]', '[Result "*"]', ['Game 2: The tag Match is "": expected "best of 3"']),
        ("best of 3", "best of 0", ["A match has 1 to 1000000 games, not 0"]),
        ('[Round "2"]', '[Round "3"]', ['Game 2: The tag Round is "3": expected "2"']),
        (
            '[White "Bo"]\n[Black "Ada"]',
            '[White "Ada"]\n[Black "Bo"]',
            ['Game 2: The tag White is "Ada": expected "Bo"'],
        ),
        ('[Black "Ada"]', '[Black "Cy"]', ['Game 2: The tag Black is "Cy": expected "Ada"']),
        ('[Black "Bo"]', '[Black "Ada"]', ["A match has two players with different names, not Ada, Ada"]),
        ("best of 3", "best of 1", ["Game 2: The match is over: Ada 1, Bo 0"]),
        (
            '"1-0"]\n[Termination "resignation"]\n\n1. b2 1-0',
            '"*"]\n\n1. b2 *',
            ["Game 2: Game 1 is still being played"],
        ),
        ('[Round "1"]', '[Position "tictactoe .../.../..b w"]\n[Round "1"]', ["is not a valid position"]),
        (
            '[Game "tictactoe"]\n[Round "2"]',
            '[Game "muehle"]\n[Round "2"]',
            ['Game 2: The game begins at "muehle', 'expected "tictactoe .../.../... w"'],
        ),
        ("1. a1", "1. z1", ['Game 2, line 19, 1. z1: "z1" is not a move: expected a3']),
    ],
)
def test_texts_that_are_no_match(old: str, new: str, parts: list[str]) -> None:
    text = str(TWO).replace(old, new)
    assert text != str(TWO)
    with pytest.raises((MatchError, RecordError)) as caught:
        Match.read(text)
    assert_one_sentence(caught.value)
    for part in parts:
        assert part in str(caught.value)


@settings(max_examples=100, deadline=None)
@given(text=st.text(), at=st.integers(0, len(str(TWO))), cut=st.integers(0, 30))
def test_any_text_is_a_match_or_refused(text: str, at: int, cut: int) -> None:
    written = str(TWO)
    for candidate in (text, written[:at] + text + written[at + cut :]):
        try:
            match = Match.read(candidate)
        except dreierlei.DreierleiError:
            continue
        assert Match.read(str(match)) == match


# --- whatever happens


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), length=st.integers(1, 5))
def test_invariants(game: str, seed: int, length: int) -> None:
    lot = random.Random(seed)
    variant = lot.choice(variants(game))
    rule = variant.game.match
    most = length if rule.scoring == "games" else 6 * length
    match = Match.start(game, PLAYERS, most, swap_rule=lot.choice((0, 1, 3)), **variant.options)
    for _ in range(12):
        before = match
        for _ in range(lot.choice((3, 3, 200))):
            if match.may_swap and lot.random() < 0.5:
                match = match.swap()
                assert match.turn == before.white
            if not match.game_over:
                match = match.play(lot.choice(match.position.moves()))
        if lot.random() < 0.2:
            assert Match.read(str(match)) == match
        if not match.game_over:
            match = lot.choice((match.resign, match.draw))()
        end = match.outcome
        assert end is not None
        gained = tuple(now - then for now, then in zip(match.score, before.score, strict=True))
        if end.winner is None:
            assert gained == ((0.5, 0.5) if rule.scoring == "games" else (0, 0))
        else:
            winner = match.white if end.winner is WHITE else match.black
            assert gained[1 - winner] == 0
            assert gained[winner] == (1 if rule.scoring == "games" else end.points)
        assert len(match.games) == match.round == before.round
        assert match.games[-1].final == match.position
        assert {match.white, match.black} == {0, 1}
        if match.over:
            break
        assert match.winner is None
        ended, match = match, match.next()
        if rule.begins == "loser" and end.winner is not None:
            assert match.white == (ended.black if end.winner is WHITE else ended.white)
        else:
            assert match.white == before.black
    if rule.scoring == "games":
        assert match.over
        assert sum(match.score) == len(match.games) <= match.length
    if match.winner is not None:
        assert match.score[match.winner] > match.score[1 - match.winner]
    text = str(match)
    assert Match.read(text) == match
    assert hash(Match.read(text)) == hash(match)
    assert str(Match.read(text)) == text
    assert len(re.findall(r"^\[Match ", text, re.MULTILINE)) == match.round


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_back_undoes_the_last_thing_that_happened(game: str) -> None:
    match = Match.start(game, length=5)
    with pytest.raises(MatchError, match="nothing to take back"):
        match.back()
    once = match.play(match.position.moves()[0])
    assert once.back() == match
    assert once.draw().back() == once
    assert once.resign().back() == once
