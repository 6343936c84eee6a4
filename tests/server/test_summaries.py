"""Summaries of matches, for lists and the sweeper: they may lag behind moves, and nobody who looks sees that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from dreierlei.server import actions
from dreierlei.server import state as states
from dreierlei.server.database import entries, matches
from dreierlei.server.match_views import summary
from dreierlei.server.room import LAG
from dreierlei.server.writer import Write

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


def test_matches_that_begin_together_are_not_summarised_together(house: House) -> None:
    renewals = set()
    for _ in range(8):
        room = house.rooms.in_memory(pair(house, "muehle")[2]["id"])
        assert room is not None
        renewals.add(room.renewal)
        assert LAG / 3 <= room.renewal <= LAG * 2 / 3
    assert len(renewals) == 8


def test_a_batch_with_and_without_summaries(house: House) -> None:
    """An entry whose number is taken is rejected, and the others are written."""
    writes: dict[str, Write] = {}
    for kind in ("plain", "summarised", "late"):
        ada, _, match = pair(house, "muehle")
        good(ada.move(match, "a1"))
        room = house.rooms.in_memory(match["id"])
        assert room is not None
        entry = actions.entry(room.state, house.clock.now, "move", 1, "a4")
        after = states.follow(room.state, entry)
        entry = entry._replace(number=entry.number - (kind == "late"))
        writes[kind] = Write(
            lambda _: None, entry, (1, 2), summary(after, entry.at) if kind == "summarised" else None, None
        )
    writer = house.rooms.store.writer
    assert [how for _, how in writer._write([writes["plain"], writes["late"]])] == [True, False]
    assert [how for _, how in writer._write([writes["plain"], writes["summarised"]])] == [False, True]
    plain, summarised = (writes[kind].entry for kind in ("plain", "summarised"))
    assert plain is not None
    assert summarised is not None
    assert stored(house, {"id": plain.match}) == 2
    assert stored(house, {"id": summarised.match}) == 3
    more = [plain._replace(number=4, text="a7"), summarised._replace(number=4, text="a7")]
    both = [
        Write(lambda _: None, entry, (1, 3), replace(writes["summarised"].summary, number=4) if n else None, None)  # type: ignore[type-var]
        for n, entry in enumerate(more)
    ]
    assert [how for _, how in writer._write(both)] == [True, True]
    assert stored(house, {"id": summarised.match}) == 4
    with house.rooms.store.engine.connect() as connection:
        for entry in more:
            chosen = sa.select(sa.func.max(entries.c.number)).where(entries.c.match == entry.match)
            assert connection.execute(chosen).scalar_one() == 4


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
