"""Summaries of matches, for lists and the sweeper: they may lag behind moves, and nobody who looks sees that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from dreierlei.server.database import matches
from dreierlei.server.room import LAG

from .people import House, good
from .test_matches import pair

if TYPE_CHECKING:
    import pytest

    from dreierlei.server.settings import Settings

    from .people import Somebody


def stored(house: House, match: dict[str, Any]) -> int:
    """To which number of a match its stored summary belongs."""
    with house.rooms.store.engine.connect() as connection:
        chosen = sa.select(matches.c.number).where(matches.c.id == match["id"])
        return int(connection.execute(chosen).scalar_one())


def listed(person: Somebody, match: dict[str, Any]) -> dict[str, Any]:
    cards: list[dict[str, Any]] = person.get("/api/matches").json()
    return next(card for card in cards if card["id"] == match["id"])


def test_moves_go_ahead_of_the_summary_and_lists_show_them(house: House) -> None:
    ada, bo, match = pair(house, "muehle")
    match = good(ada.move(match, "a1"))
    assert stored(house, match) == 2  # with its first move, a match is kept for longer
    house.clock.now += 1
    match = good(bo.move(match, "a4"))
    match = good(ada.move(match, "a7"))
    assert stored(house, match) == 2
    card = listed(ada, match)
    assert (card["stones"], card["turn"], card["changed"]) == (match["position"]["stones"], 1, house.clock.now)
    house.sweep()
    assert stored(house, match) == 2
    house.clock.now += LAG
    house.sweep()
    assert stored(house, match) == match["number"] == 4
    assert listed(ada, match) == card
    match = good(bo.move(match, "d7"))
    good(ada.act(match, "resign"))
    assert stored(house, match) == 6


def test_after_a_while_without_moves_a_move_is_summarised_at_once(house: House) -> None:
    ada, bo, match = pair(house, "muehle")
    match = good(ada.move(match, "a1"))
    house.clock.now += LAG
    match = good(bo.move(match, "a4"))
    assert stored(house, match) == 3


def test_what_the_sweeper_must_know_is_stored_at_once(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe", clock={"kind": "fischer", "initial": 60})
    for player, move in ((ada, "b2"), (bo, "a1"), (ada, "a2")):
        match = good(player.move(match, move))
        assert stored(house, match) == match["number"]
    eve = house.person()
    match = eve.begin("tictactoe", {"kind": "computer", "level": 1})
    good(eve.move(match, "b2"))
    match = eve.wait(match, "mine")
    assert stored(house, match) == match["number"] == 2


def test_summaries_are_stored_when_a_worker_ends(house: House, settings: Settings) -> None:
    with House.open(settings, house.clock) as brief:
        ada, bo, match = pair(brief, "muehle")
        match = good(ada.move(match, "a1"))
        match = good(bo.move(match, "a4"))
        assert stored(brief, match) == 2
    assert stored(house, match) == 3


def test_summaries_catch_up_after_a_crash(house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def crash(_: object) -> None:
        pass

    with House.open(settings, house.clock) as brief:
        monkeypatch.setattr(brief.rooms, "_summarise", crash)
        ada, bo, match = pair(brief, "muehle")
        match = good(ada.move(match, "a1"))
        match = good(bo.move(match, "a4"))
    assert stored(house, match) == 2
    with House.open(settings, house.clock) as fresh:
        fresh.sweep()
        assert stored(house, match) == 3
        assert listed(bo.at(fresh), match)["stones"] == match["position"]["stones"]
