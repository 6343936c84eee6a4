"""Nothing grows for ever: matches expire, and the log of one match has an end. On both databases."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa

from dreierlei.server import app, retention, rooms, state
from dreierlei.server.clocks import DAY
from dreierlei.server.database import entries, matches, notices
from dreierlei.server.settings import KEEP, Settings
from dreierlei.server.wire.matches import PlayMove

from .daemons import SECRET
from .people import House, Somebody, View, bad, good
from .test_matches import pair

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreierlei.server.writer import Write


@pytest.fixture(scope="module", autouse=True)
def _no_sweeper() -> Iterator[None]:
    """Nothing happens by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "SWEEP", 3600.0)
        yield


@pytest.fixture
def fresh(house: House) -> House:
    """A server without matches."""
    with house.rooms.store.engine.begin() as connection:
        connection.execute(sa.delete(entries))
        connection.execute(sa.delete(matches))
    house.rooms._rooms.clear()
    return house


def call(house: House, work: Any) -> Any:
    assert house.client.portal is not None
    return house.client.portal.call(work)


def stored(house: House) -> dict[str, str]:
    with house.rooms.store.engine.connect() as connection:
        return {row.id: row.keep for row in connection.execute(sa.select(matches.c.id, matches.c.keep))}


def expire(house: House) -> None:
    while call(house, house.services.expire):
        pass
    call(house, house.services.follow_operator)


def finished(house: House, name: str | None) -> View:
    ada = house.person()
    match = ada.begin("tictactoe", "here", **({"name": name} if name else {}))
    for move in ("a1", "b1", "a2", "b2", "a3"):
        match = good(ada.move(match, move))
    return match


def one_of_each(house: House) -> dict[str, str]:
    """A match of each class, and what it is."""
    ada = house.person()
    unplayed = ada.begin("tictactoe", "friend")
    first, _, unfinished = pair(house, "tictactoe")
    good(first.move(unfinished, "b2"))
    left = ada.begin("tictactoe", "here")
    good(ada.move(left, "b2"))
    return {
        unplayed["id"]: "unplayed",
        unfinished["id"]: "unfinished",
        left["id"]: "anonymous",
        finished(house, None)["id"]: "anonymous",
        finished(house, "Ada")["id"]: "finished",
    }


def test_matches_expire_by_their_class(fresh: House) -> None:
    expected = one_of_each(fresh)
    assert stored(fresh) == expected
    begun = fresh.clock.now
    for kind, days in sorted(KEEP.items(), key=lambda item: item[1]):
        fresh.clock.now = begun + days * DAY - 10
        expire(fresh)
        assert stored(fresh) == expected, kind
        fresh.clock.now = begun + days * DAY + 10
        expire(fresh)
        expected = {match: other for match, other in expected.items() if other != kind}
        assert stored(fresh) == expected, kind
    with fresh.rooms.store.engine.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(entries)).scalar_one() == 0


def test_rules_can_be_set(fresh: House) -> None:
    given = {f"DREIERLEI_KEEP_{kind.upper()}": "0" for kind in KEEP} | {"DREIERLEI_KEEP_ANONYMOUS": "1"}
    keep = Settings.read({"DREIERLEI_SECRET": SECRET, **given}).keep
    expected = one_of_each(fresh)
    fresh.clock.now += 10_000 * DAY

    def expired(connection: sa.Connection) -> set[str]:
        return {match for match, _ in retention.expired(connection, keep, fresh.clock.now)}

    with fresh.rooms.store.engine.connect() as connection:
        assert expired(connection) == {match for match, kind in expected.items() if kind == "anonymous"}


def test_nothing_expires_before_a_clock_or_a_claim_can_end_it() -> None:
    assert KEEP["unplayed"] > 30
    assert KEEP["unfinished"] > 365


def test_expiry_is_done_in_small_steps(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "ENTRIES", 5)
    for _ in range(3):
        finished(fresh, None)
    fresh.clock.now += 1000 * DAY
    assert [call(fresh, fresh.services.expire) for _ in range(4)] == [1, 1, 1, 0]
    assert "dreierlei_expired_total" in fresh.client.get("/metrics").text


def test_a_match_that_expires_ends_its_connections(fresh: House, other: House) -> None:
    """Those at another worker, too, which hears of it from the database."""
    ada = fresh.person()
    match = ada.begin("tictactoe", "here")
    there = ada.at(other)
    call(other, other.services.follow_operator)
    with there.connect(match) as live:
        live.receive_json()
        fresh.clock.now += 46 * DAY
        expire(fresh)
        call(other, other.services.follow_operator)
        assert live.receive()["type"] == "websocket.close"
    bad(ada.get(f"/api/matches/{match['id']}"), "not_found")
    bad(there.get(f"/api/matches/{match['id']}"), "not_found")


def test_a_move_in_a_deleted_match_harms_no_other(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are in one commit, and the database refuses the one."""
    ada = fresh.person()
    gone, stays = ada.begin("tictactoe", "here"), ada.begin("tictactoe", "here")
    store = fresh.rooms.store
    with store.engine.begin() as connection:
        retention.delete(connection, [gone["id"]], fresh.clock.now)

    async def both() -> list[Any]:
        opened = [await fresh.rooms.open(match["id"]) for match in (gone, stays)]
        player = opened[0].state.owners[0]
        held: list[Write] = []
        with monkeypatch.context() as patch:
            patch.setattr(store.writer, "put", held.append)
            moves = [fresh.rooms.submit(room, player, PlayMove(move="b2", number=0)) for room in opened]
            tasks = [asyncio.ensure_future(move) for move in moves]
            while len(held) < 2:
                await asyncio.sleep(0)
        await asyncio.to_thread(store.writer.write, held)
        return await asyncio.gather(*tasks, return_exceptions=True)

    refused, accepted = call(fresh, both)
    assert refused.key == "server.no-match"
    assert accepted is None
    assert ada.see(stays)["line"] == ["b2"]


def test_old_notices_are_forgotten(fresh: House) -> None:
    for _ in range(3):
        finished(fresh, None)
        fresh.clock.now += 1000 * DAY
        expire(fresh)
    with fresh.rooms.store.engine.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(notices)).scalar_one() == 1


# --- the log of one match ---------------------------------------------------------------------------------------------


def lengthen(ada: Somebody, match: View, number: int) -> View:
    """Moves, and takes the move back, until the log has some length."""
    while match["number"] < number:
        match = good(ada.move(match, "b2"))
        match = good(ada.act(match, "ask_takeback"))
    return match


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Logs that are soon long."""
    monkeypatch.setattr(state, "LONG", 20)
    monkeypatch.setattr("dreierlei.server.actions.LONGEST", 24)


@pytest.mark.usefixtures("short")
def test_a_long_match_ends_with_its_game(fresh: House) -> None:
    ada = fresh.person()
    match = lengthen(ada, ada.begin("tictactoe", "here", length=100), 20)
    match = good(ada.move(match, "b2"))
    for act in ("ask_takeback", "offer_draw"):
        assert "too long" in bad(ada.act(match, act), "conflict")
    good(ada.act(match, "resign"))
    match = ada.see(match)
    assert match["over"]
    bad(ada.act(match, "next"), "conflict")
    assert good(ada.act(match, "rematch"))["rematch"] is not None


@pytest.mark.usefixtures("short")
def test_a_log_has_an_end(fresh: House) -> None:
    ada = fresh.person()
    match = lengthen(ada, ada.begin("qango6", "here", length=100), 20)
    for move in ("a1", "f6", "a2", "f5"):
        match = good(ada.move(match, move))
    assert "resign" in bad(ada.move(match, "c3"), "conflict")
    assert good(ada.act(match, "resign"))["over"]


def test_a_long_log_is_loaded_in_parts(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others have their turn in between."""
    monkeypatch.setattr(rooms, "FOLLOWED", 4)
    ada = fresh.person()
    match = lengthen(ada, ada.begin("tictactoe", "here"), 40)
    fresh.rooms._rooms.clear()

    turn = 0
    followed: list[int] = []
    follow = state.follow

    def noted(before: Any, entry: Any) -> Any:
        followed.append(turn)
        return follow(before, entry)

    async def load() -> int:
        nonlocal turn
        loading = asyncio.ensure_future(fresh.rooms.open(match["id"]))
        while not loading.done():
            turn += 1
            await asyncio.sleep(0)
        return len(set(followed))

    monkeypatch.setattr(state, "follow", noted)
    assert call(fresh, load) == 10
    assert ada.see(match)["number"] == 40


def test_the_computer_may_finish_a_long_match(fresh: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = fresh.person()
    match = ada.begin("tictactoe", {"kind": "computer", "level": 1})
    monkeypatch.setattr(state, "LONG", 1)
    good(ada.move(match, "b2"))
    assert len(ada.wait(match, "mine")["line"]) == 2
