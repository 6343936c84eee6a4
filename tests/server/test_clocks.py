"""Clocks, with a time that only the tests move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dreierlei.server import clocks
from dreierlei.server.wire.matches import DaysClock, FischerClock, NoClock

from .people import House, bad, good
from .test_matches import pair

if TYPE_CHECKING:
    from dreierlei.server.settings import Settings

FISCHER = {"kind": "fischer", "initial": 60, "increment": 5}
DAYS = {"kind": "days", "days": 2}
DAY = clocks.DAY


def left(match: dict[str, Any]) -> list[float]:
    return [round(seconds, 3) for seconds in match["clock"]["left"]]


def test_no_clock_never_runs() -> None:
    times = clocks.started(clocks.wound(NoClock()), 0, 10, 100.0)
    assert times.deadline is None
    assert times.now(1e9) is None
    assert clocks.pressed(times, 0, 200.0).left is None


@pytest.mark.parametrize("late", [0.0, 7.5, 59.0])
def test_seconds_are_counted_and_a_move_earns_some(late: float) -> None:
    times = clocks.started(clocks.wound(FischerClock(initial=60, increment=5)), 1, 2, 100.0)
    assert times.deadline == 160.0
    assert times.now(100.0 + late) == (60.0, 60.0 - late)
    assert clocks.pressed(times, 1, 100.0 + late).left == (60.0, 65.0 - late)


def test_a_clock_that_goes_backwards_gives_nothing() -> None:
    times = clocks.started(clocks.wound(FischerClock(initial=60)), 0, 2, 100.0)
    assert times.now(50.0) == (60.0, 60.0)


def test_days_are_for_each_move() -> None:
    times = clocks.started(clocks.wound(DaysClock(days=1)), 0, 0, 0.0)
    assert times.deadline == DAY
    assert clocks.pressed(times, 0, DAY / 2).left == (DAY, DAY)


def test_the_first_move_of_each_player_is_free_and_then_time_runs(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe", clock=FISCHER)
    house.clock.now += 1000
    match = good(ada.move(match, "b2"))
    house.clock.now += 1000
    match = good(bo.move(match, "a1"))
    assert left(match) == [60, 60]
    assert match["clock"]["running"] == 0
    house.clock.now += 10
    assert left(ada.see(match)) == [50, 60]
    match = good(ada.move(match, "a2"))
    assert left(match) == [55, 60]
    house.clock.now += 20
    asked = good(ada.act(match, "ask_takeback"))
    back = good(bo.act(asked, "accept_takeback"))
    assert left(back) == [60, 60]  # as it was before the move
    assert back["clock"]["running"] == 0


def test_who_is_out_of_time_has_lost_even_before_the_sweep(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe", clock=FISCHER)
    match = good(bo.move(good(ada.move(match, "b2")), "a1"))
    house.clock.now += 60.5
    assert "time is up" in bad(ada.move(match, "a2"), "conflict")
    lost = ada.see(match)
    assert lost["outcome"] == {"winner": "black", "reason": "time", "points": None}
    assert left(lost) == [0, 60]
    assert lost["clock"]["running"] is None
    bad(ada.act(lost, "ask_takeback"), "conflict")


def test_a_flag_falls_after_a_restart_too(settings: Settings) -> None:
    with House.open(settings) as house:
        ada, _, match = pair(house, "tictactoe", clock=DAYS)
        assert left(match) == [2 * DAY, 2 * DAY]
        match = good(ada.move(match, "b2"))
        clock = house.clock
    clock.now += 2 * DAY - 1
    with House.open(settings, clock) as house:
        house.sweep()
        assert ada.at(house).see(match)["outcome"] is None
        clock.now += 1
        house.sweep()
        house.sweep()
        lost = ada.at(house).see(match)
    assert lost["outcome"]["reason"] == "time"
    assert lost["winner"] == 0
    assert lost["number"] == match["number"] + 1


def test_the_next_game_has_a_fresh_clock(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe", clock=FISCHER, length=3)
    match = good(bo.move(good(ada.move(match, "b2")), "a1"))
    house.clock.now += 30
    good(ada.act(match, "resign"))
    after = good(bo.act(match, "next"))
    assert left(after) == [60, 60]


def test_the_computer_plays_by_the_clock(house: House) -> None:
    ada = house.person()
    match = ada.begin("tictactoe", {"kind": "computer", "level": 10}, colour="black", clock=FISCHER)
    assert len(ada.wait(match, "mine")["line"]) == 1


def test_lists_say_that_a_game_was_lost_on_time(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe", clock=FISCHER, length=3)
    match = good(ada.move(match, "b2"))
    match = good(bo.move(match, "a1"))
    house.clock.now += 61
    house.sweep()
    (card,) = (card for card in bo.get("/api/matches?list=mine").json() if card["id"] == match["id"])
    assert not card["over"]
    assert card["turn"] is None
    assert card["result"]["values"]["reason"]["key"] == "reason.time"
    assert card["winner"] == 1


def test_without_a_clock_a_game_is_claimed_from_somebody_who_stays_away(house: House, settings: Settings) -> None:
    ada, bo, match = pair(house, "tictactoe", claim_days=2)
    house.clock.now += 10 * DAY
    match = good(ada.move(match, "b2"))
    assert match["claim_from"] == house.clock.now + 2 * DAY
    house.clock.now += 2 * DAY - 1
    assert "2 days" in bad(ada.act(match, "claim"), "conflict")
    house.clock.now += 2
    bad(bo.act(match, "claim"), "conflict")  # it is their own turn
    won = good(ada.act(match, "claim"))
    assert (won["outcome"]["winner"], won["outcome"]["reason"], won["claim_from"]) == ("white", "time", None)
    with House.open(settings, house.clock) as again:
        assert ada.at(again).see(match)["outcome"] == won["outcome"]


def test_with_a_clock_or_alone_nothing_is_claimed(house: House) -> None:
    ada, _, match = pair(house, "tictactoe", clock=DAYS)
    assert match["claim_from"] is None
    bad(ada.act(match, "claim"), "conflict")
    assert ada.begin("tictactoe", "here")["claim_from"] is None
