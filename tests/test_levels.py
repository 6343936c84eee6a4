"""The levels: what they overlook, what they never do, and that they differ from game to game."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import Position, _core, levels, solve
from dreierlei.levels import LEVELS, Level, _calibrated, choose, choose_in_match, level
from dreierlei.match import Match
from dreierlei.search import near
from dreierlei.solvers import solver, values

from .waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = [game.id for game in dreierlei.games()]
SOLVED = [game for game in GAMES if solver(dreierlei.start(game)).complete]
HIGHEST = len(LEVELS)
FULL = Level(HIGHEST, math.inf, seconds=PATIENCE)
"""Full strength that always finds the exact value where there is a complete solver, however busy the machine is."""


def late(game: str, lot: random.Random) -> Position:
    """A position of a random game that is not over, a few plies before the end."""
    line = [dreierlei.start(game)]
    while line[-1].outcome() is None:
        line.append(line[-1].play(lot.choice(line[-1].moves())))
    return line[-min(len(line), lot.randint(2, 6))]


def play(game: str, white: Level, black: Level, seed: str, plies: int = 120, seconds: float | None = None) -> Position:
    position = dreierlei.start(game)
    while position.outcome() is None and len(position.line) < plies:
        player = white if position.turn is dreierlei.WHITE else black
        position = position.play(choose(position, player, f"{seed}/{len(position.line)}", seconds=seconds))
    return position


def winning_at_once(game: str, lot: random.Random) -> Position:
    """A position where some moves win at once and others do not."""
    while True:
        position = late(game, lot)
        ends = [position.play(move).outcome() for move in position.moves()]
        if 0 < sum(end is not None and end.winner is position.turn for end in ends) < len(ends):
            return position


@pytest.mark.parametrize("game", GAMES)
def test_every_level_plays_legal_moves(game: str) -> None:
    for number in range(1, HIGHEST + 1):
        position = dreierlei.start(game)
        for ply in range(6):
            if position.outcome() is not None:
                break
            move = choose(position, number, seed=ply, seconds=0.01)
            assert move in position.moves()
            position = position.play(move)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_move(game: str) -> None:
    position = dreierlei.start(game)
    position = position.play(position.moves()[0])
    for number in (1, 4, 8):
        assert choose(position, number, seed=3) == choose(position, number, seed=3)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_games_are_alike(game: str) -> None:
    for number in (1, 6, HIGHEST):
        player = level(game, number)
        seconds = None if player.overlooks else 0.02
        lines = {play(game, player, player, f"{seed}", 8, seconds).line for seed in range(4)}
        assert len(lines) > 1


@pytest.mark.parametrize("game", SOLVED)
def test_full_strength_keeps_every_value(game: str) -> None:
    lot = random.Random(game)
    for _ in range(12):
        position = late(game, lot)
        before = solve(position)
        after = solve(position.play(choose(position, FULL, lot.random())))
        assert before.known
        assert after.winner is before.winner, str(position)


@pytest.mark.parametrize("game", GAMES)
def test_the_lowest_level_wins_by_intent_but_misses_much(game: str) -> None:
    """It takes a win in one more often than a random move would, and overlooks it often too."""
    lot = random.Random(game)
    taken = by_chance = 0.0
    tries = 150
    for _ in range(tries):
        position = winning_at_once(game, lot)
        wins = [
            end is not None and end.winner is position.turn
            for end in (position.play(m).outcome() for m in position.moves())
        ]
        by_chance += sum(wins) / len(wins)
        end = position.play(choose(position, 1, lot.random())).outcome()
        taken += end is not None and end.winner is position.turn
    assert by_chance < taken < 0.9 * tries


@pytest.mark.parametrize("game", GAMES)
def test_wins_in_one_are_taken_and_threats_are_parried_as_the_level_says(game: str) -> None:
    """Whatever is overlooked further away."""
    lot = random.Random(game)
    chances = [winning_at_once(game, lot) for _ in range(40)]
    positions = {each: near(each, 2, 4000) for each in (late(game, lot) for _ in range(200))}
    threats = {each: ends for each, ends in positions.items() if {-2} < set(ends.values()) and max(ends.values()) == 0}
    for number, wins, parries in ((2, 0.6, 0.0), (4, 0.9, 0.85), (9, 1.0, 1.0)):
        blind = Level(number, 0.0)
        taken = sum(near(each, 1, 4000)[choose(each, blind, lot.random())] == 1 for each in chances)
        assert taken >= wins * len(chances)
        parried = sum(ends[choose(each, blind, lot.random())] != -2 for each, ends in threats.items())
        assert parried >= math.floor(parries * len(threats))
    assert threats


def test_near_things_are_seen_before_far_ones_and_by_higher_levels_more_often() -> None:
    for lower, higher in pairwise(LEVELS):
        assert all(low <= high for low, high in zip(lower.near, higher.near, strict=True))
        assert list(lower.near) == sorted(lower.near, reverse=True)
    assert LEVELS[-1].near == (1.0,) * 4
    assert min(LEVELS[-2].near) > 0.9


def test_of_two_wins_the_quicker_one_is_taken() -> None:
    """A double threat is played at once, but not where a win in one is on the board."""
    sharp = Level(HIGHEST - 1, 0.0)
    fork = dreierlei.position("tictactoe w../.b./..w b")
    assert near(fork, 4, 4000)[fork.parse("a1")] == -4
    won = dreierlei.position("tictactoe ww./b.b/w.. b")
    assert str(choose(won, sharp, seed=1)) == "b2"


@pytest.mark.parametrize("game", GAMES)
def test_the_lowest_level_loses_to_who_sees_what_is_near(game: str) -> None:
    one_ply = Level(HIGHEST - 1, 0.0)
    score = 0.0
    for number in range(20):
        first = number % 2 == 0
        players = (one_ply, level(game, 1)) if first else (level(game, 1), one_ply)
        end = play(game, *players, f"{game}/{number}").outcome()
        if end is not None and end.winner is not None:
            score += 1 if (end.winner is dreierlei.WHITE) == first else -1
    assert score > 0


def test_near_results_are_seen_and_far_ones_overlooked() -> None:
    for sight in (0.0, 3.0, 8.5):
        player = Level(5, sight)
        chances = [player.sees(plies) for plies in range(1, 30)]
        assert chances == sorted(chances, reverse=True)
        assert player.sees(30) < 0.01
        assert Level(6, sight + 1).sees(7) > player.sees(7)
        assert Level(6, sight + 1).share(20) > player.share(20)
        assert player.notices(0, 20) == 1 > player.notices(5, 20) > player.notices(19, 20)
        assert Level(6, sight + 1).nodes > player.nodes
        assert Level(6, sight + 1).temperature < player.temperature
    assert Level(5, 6.0).sees(1) > 0.99
    assert LEVELS[-1].sees(1000) == 1


@pytest.mark.parametrize("game", SOLVED)
def test_a_win_within_sight_is_taken(game: str) -> None:
    lot = random.Random(game)
    for _ in range(10):
        position = winning_at_once(game, lot)
        end = position.play(choose(position, Level(9, 9.0), lot.random())).outcome()
        assert end is not None
        assert end.winner is position.turn


@pytest.mark.parametrize("game", SOLVED)
def test_a_loss_within_sight_is_avoided(game: str) -> None:
    lot = random.Random(game)
    checked = 0
    for _ in range(100):
        position = late(game, lot)
        soon = {
            move for move, after in values(position).items() if after.winner is position.turn.other and after.plies == 1
        }
        if not soon or len(soon) == len(position.moves()):
            continue
        assert choose(position, Level(9, 9.0), lot.random()) not in soon
        checked += 1
    assert checked


@pytest.mark.parametrize("game", GAMES)
def test_weak_levels_look_at_few_positions(game: str) -> None:
    """Below full strength nothing depends on the clock: judgement is a glance at every move and a search of so many
    positions."""
    start, player = dreierlei.start(game), level(game, HIGHEST - 1)
    _, nodes = _core.choose(start, _core.Level(player.number, player.sight), "0", [], None, None)
    assert nodes <= max(player.nodes, 1000) + len(start.moves()) ** 2
    assert nodes or game in SOLVED


def test_calibrated_levels_are_in_order() -> None:
    assert set(_calibrated()) <= set(GAMES)
    uncalibrated = [each.sight for each in LEVELS]
    calibrated = ([level(game.id, number).sight for number in game.levels] for game in dreierlei.games())
    for sights in (uncalibrated, *calibrated):
        assert sights == sorted(set(sights))
        assert math.isinf(sights[-1])
        assert all(math.isfinite(sight) for sight in sights[:-1])


def test_a_game_without_that_level_has_the_next_lower_one() -> None:
    few = next(game for game in dreierlei.games() if len(game.levels) < HIGHEST)
    missing = next(number for number in range(1, HIGHEST) if number not in few.levels)
    assert level(few.id, missing).number == max(number for number in few.levels if number < missing)
    assert level(few.id, HIGHEST) == LEVELS[-1]


def test_full_strength_never_loses_a_drawn_game() -> None:
    won = 0
    for number in range(12):
        side = dreierlei.WHITE if number % 2 else dreierlei.BLACK
        strong, weak = FULL, LEVELS[0]
        end = play("tictactoe", *((strong, weak) if number % 2 else (weak, strong)), f"{number}").outcome()
        assert end is not None
        assert end.winner in (side, None)
        won += end.winner is side
    assert won


# --- matches ----------------------------------------------------------------------------------------------------------


def turns_of_matches() -> Iterator[Match]:
    """Random matches in which rounds can be given up, before each move."""
    lot = random.Random(1)
    for _ in range(5):
        match = Match.start("bedraengnis")
        while not match.over:
            yield match
            match = match.play(lot.choice(match.position.moves()))
            if match.game_over and not match.over:
                match = match.next()


def test_full_strength_gives_up_a_round_exactly_where_that_alone_wins_the_match() -> None:
    """Where a move wins the match, it plays one that does."""
    given_up = moved = 0
    for match in turns_of_matches():
        score = int(match.score[match.white]), int(match.score[match.black])
        value = solver(match.position).match_value(match.position, score)
        chosen = choose_in_match(match, FULL, seed=0)
        assert (chosen is None) == (value.give_up and not value.moves)
        assert not value.moves or chosen in value.moves
        given_up += chosen is None
        moved += bool(value.moves)
    assert given_up
    assert moved


def test_a_level_gives_up_a_round_only_if_it_sees_that_it_is_lost() -> None:
    matches = list(turns_of_matches())
    given_up = [match for match in matches if choose_in_match(match, Level(9, 1000.0), seed=0) is None]
    assert given_up
    assert all(solve(match.position).winner is match.position.turn.other for match in given_up)
    assert not any(choose_in_match(match, Level(1, -1000.0), seed=0) is None for match in given_up)


@pytest.mark.parametrize("game", GAMES)
def test_elsewhere_a_match_changes_nothing(game: str) -> None:
    match = Match.start(game)
    if not match.rule.give_up:
        assert choose_in_match(match, 5, seed=3) == choose(match.position, 5, seed=3)


@pytest.mark.parametrize(
    ("text", "side", "answer"),
    [
        ("tictactoe wbw/bbw/.w. b", dreierlei.WHITE, "drawn"),
        ("tictactoe ww./bb./... w", dreierlei.BLACK, "worse"),
        ("tictactoe ww./bb./... w", dreierlei.WHITE, "better"),
    ],
)
def test_the_computer_agrees_to_a_draw_unless_it_is_better_off(
    text: str, side: dreierlei.Side, answer: levels.DrawAnswer
) -> None:
    assert levels.answer_draw(dreierlei.position(text), side, seconds=2 * PATIENCE) == answer
    assert (answer in levels.AGREED) == (answer != "better")


@pytest.mark.parametrize(
    ("proved", "value", "plies", "answer"),
    [
        (True, 0, 1, "drawn"),
        (True, 1, 60, "better"),
        (True, -1, 1, "worse"),
        (False, 80, 60, "better"),
        (False, -80, 1, "worse"),
        (False, 30, 10, "early"),
        (False, -30, 60, "even"),
    ],
)
def test_an_even_game_is_drawn_only_when_it_has_been_long(proved: bool, value: int, plies: int, answer: str) -> None:
    assert _core.draw_answer(proved, value, plies) == answer


def test_what_cannot_be_played_is_refused() -> None:
    for number in (0, HIGHEST + 1):
        with pytest.raises(dreierlei.DreierleiError, match="no level"):
            choose(dreierlei.start("tictactoe"), number)
    with pytest.raises(dreierlei.DreierleiError, match="over"):
        choose(dreierlei.position("tictactoe www/bb./... b"), 5)


def test_the_computer_takes_the_better_side() -> None:
    for seed in range(6):
        match = Match.start("bedraengnis", length=1, swap_rule=1)
        match = match.play(random.Random(seed).choice(match.position.moves()))
        first_wins = solve(match.position).winner is dreierlei.WHITE
        assert (choose_in_match(match, FULL, seed) == "swap") == first_wins
        swapped = choose_in_match(match.swap(), FULL, seed)
        assert swapped is None or swapped in match.position.moves()


def test_the_computer_opens_fairly() -> None:
    """Only a first stone in the centre or next to it wins: with the swap rule full strength begins elsewhere."""
    match = Match.start("qango6", swap_rule=1)
    move = choose_in_match(match, FULL, seed=1)
    assert isinstance(move, _core.Move)
    drawn = [each for each, solution in values(match.position).items() if solution.winner is None]
    assert not drawn or move in drawn


def test_a_style_prefers_among_equally_good_moves() -> None:
    lot, differ = random.Random(5), 0
    for number in range(40):
        position = dreierlei.start("tres")
        for _ in range(6 + number % 4):
            position = position.play(lot.choice(position.moves()))
        moves = {style: choose(position, level("tres", 6, style), seed=number) for style in levels.STYLES}
        assert moves["plain"] == choose(position, 6, seed=number)
        differ += len(set(moves.values())) > 1
    assert differ > 10
    with pytest.raises(dreierlei.DreierleiError, match='no style "wild"'):
        level("tres", 6, "wild")  # type: ignore[arg-type]
