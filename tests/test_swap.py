"""The swap rule, which is ours: who opens, who may swap, and what records and scores say of it."""

from __future__ import annotations

import pytest

from dreierlei import BLACK
from dreierlei.match import Match, MatchError

PLAYERS = ("Ada", "Bo")


def test_the_second_player_may_swap_sides() -> None:
    match = Match.start("tres", PLAYERS, 3, swap_rule=1)
    assert not match.may_swap  # before the first move
    with pytest.raises(MatchError, match="Sides can be swapped only"):
        match.swap()
    match = match.play(match.position.moves()[0])
    assert match.turn == 1
    assert match.may_swap
    swapped = match.swap()
    assert (swapped.white, swapped.turn, swapped.position) == (1, 0, match.position)
    assert not swapped.may_swap
    assert swapped.back() == match  # a takeback undoes it, and nothing else
    assert Match.read(str(swapped)) == swapped
    played = swapped.play(swapped.position.moves()[0])
    assert not played.may_swap
    assert played.back() == swapped
    won = played.resign(BLACK)
    assert won.score == (0, 1)  # the second player has White now
    assert [game.tags["Swap"] for game in won.games] == ["after move 1, taken"]
    assert won.games[0].tags["White"] == PLAYERS[1]
    following = won.next()
    assert following.white == 1  # whoever began the first game does not begin the second
    assert not following.swapped
    assert Match.read(str(following)) == following


def test_without_the_rule_nobody_swaps() -> None:
    match = Match.start("qango6", PLAYERS).play("a1")
    assert not match.may_swap
    with pytest.raises(MatchError, match="without the swap rule"):
        match.swap()
    assert "Swap" not in str(match)
    with pytest.raises(MatchError, match='such as "after move 1"'):
        Match.read(str(match).replace("[Result", '[Swap "perhaps"]\n[Result'))
    with pytest.raises(MatchError):  # a swap needs a first move
        Match.read(str(Match.start("qango6", PLAYERS, swap_rule=1)).replace("move 1", "move 1, taken"))
    with pytest.raises(MatchError, match="expected 0, 1, 3"):
        Match.start("qango6", swap_rule=2)


def test_one_player_may_open_for_both_sides() -> None:
    match = Match.start("bedraengnis", PLAYERS, swap_rule=3)
    for _ in range(3):
        assert match.opening
        assert match.turn == 0
        assert match.stake is None
        match = match.play(match.position.moves()[0])
    assert match.turn == 1
    assert match.may_swap
    assert Match.read(str(match)) == match
    assert match.swap().turn == 0
    assert match.back().turn == 0
    with pytest.raises(MatchError, match="opens it for both sides"):
        match.back().give_up()
    resigned = Match.start("tres", PLAYERS, swap_rule=3).play("NWo").resign()
    assert resigned.score == (0, 1)  # whoever is to move, not Black
