"""Two workers on one database: what one accepts the other follows, and no number is given twice."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from dreierlei.server import bus
from dreierlei.server.database import entries
from tests.waiting import wait_until

from .people import House, good
from .test_live import match_in, sent
from .test_matches import pair

if TYPE_CHECKING:
    import sqlalchemy as sa

    from dreierlei.server.room import Room


def log(house: House, match: str) -> list[tuple[int, str, int, int]]:
    import sqlalchemy as sa

    columns = entries.c.number, entries.c.text, entries.c.round, entries.c.ply
    with engine(house).connect() as connection:
        rows = connection.execute(sa.select(*columns).where(entries.c.match == match).order_by(entries.c.number))
        return [(row.number, row.text, row.round, row.ply) for row in rows]


def engine(house: House) -> sa.Engine:
    return house.rooms.store.engine


@pytest.fixture
def shared(settings: Any) -> bool:
    """Whether workers meet in Redis; on SQLite without one there is one worker, and nobody to hear of the other."""
    return settings.redis is not None


def test_no_number_is_accepted_twice(house: House, other: House, shared: bool) -> None:
    ada = house.person()
    match = ada.begin("qango6", "here", length=1000)
    accepted: list[tuple[int, str]] = []

    def hammer(seed: int) -> None:
        lot = random.Random(seed)
        me = ada.at((house, other)[seed % 2])
        me.lot = lot
        for _ in range(12):
            seen = me.see(match)
            if seen["outcome"] is not None:
                me.post(f"/api/matches/{match['id']}/actions", {"action": "next", "number": seen["number"]})
                continue
            answer = me.move(seen)
            if answer.status_code == 200:
                accepted.append((seen["number"] + 1, answer.json()["line"]))
            else:
                assert answer.json()["error"]["code"] in ("conflict", "illegal_move"), answer.text

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(hammer, range(6)))
    numbers = [number for number, _ in accepted]
    assert len(numbers) == len(set(numbers))
    written = log(house, match["id"])
    assert [number for number, *_ in written] == list(range(1, len(written) + 1))
    if shared:
        assert ada.see(match)["number"] == len(written)
        assert ada.at(other).see(match)["line"] == ada.see(match)["line"]


def test_rows_know_round_and_ply(house: House) -> None:
    ada = house.person()
    match = ada.begin("tictactoe", "here", start="tictactoe .../.w./... b")
    good(ada.move(match, "a1"))
    good(ada.move(ada.see(match), "a2"))
    good(ada.act(match, "ask_takeback"))
    good(ada.move(ada.see(match), "c3"))
    assert log(house, match["id"]) == [(1, "a1", 1, 1), (2, "a2", 1, 2), (3, "1", 1, 1), (4, "c3", 1, 2)]


def test_a_second_worker_sees_what_the_first_accepted(house: House, other: House) -> None:
    ada, bo, match = pair(house, "tictactoe")
    there = bo.at(other)
    assert there.see(match)["number"] == 1
    after = good(ada.move(match, "b2"))
    answer = good(there.move(after, "a1"))
    assert answer["line"] == ["b2", "a1"]
    good(ada.move(answer, "a2"))


def test_live_connections_at_two_workers(house: House, other: House, shared: bool) -> None:
    ada, bo, match = pair(house, "tictactoe")
    there = bo.at(other)
    with ada.connect(match) as one, there.connect(match) as two:
        match_in(one, 1)
        match_in(two, 1)
        one.send_json(sent(type="move", move="b2", number=1))
        assert match_in(one, 2)["line"] == ["b2"]
        if not shared:
            return
        seen = match_in(two, 2)
        assert [seat["here"] for seat in seen["seats"]] == [True, True]
        two.send_json(sent(type="move", move="a1", number=2))
        assert match_in(one, 3)["line"] == ["b2", "a1"]
        two.send_json(sent(type="say", phrase="hello"))
        while (news := one.receive_json())["type"] != "said":
            pass
        assert news["by"] == 1


def test_the_computer_moves_once_whoever_asked(house: House, other: House, shared: bool) -> None:
    ada = house.person()
    match = ada.begin("tictactoe", {"kind": "computer", "level": 1})
    there = ada.at(other)
    there.see(match)
    good(there.move(match, "b2"))
    seen = there.wait(match, "mine")
    assert (seen["number"], len(seen["line"])) == (2, 2)
    if shared:
        assert ada.see(match)["line"] == seen["line"]


def test_what_was_begun_goes_on_at_a_new_worker(house: House, settings: Any) -> None:
    ada, bo, match = pair(house, "muehle")
    for _ in range(10):
        match = good((ada, bo)[match["turn"]].move(match))
    good(ada.act(match, "offer_draw"))
    before = ada.see(match)
    with House.open(settings, house.clock) as fresh:
        assert ada.at(fresh).see(match) == before


def test_a_match_is_news_only_for_workers_where_somebody_is_connected(
    house: House, other: House, shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shared:
        return
    published: list[bus.EntryWritten] = []
    send = house.services.bus.publish

    def publish(message: bus.BusMessage, workers: Any = None) -> None:
        if isinstance(message, bus.EntryWritten):
            published.append(message)
        send(message, workers)

    monkeypatch.setattr(house.services.bus, "publish", publish)
    ada, bo, match = pair(house, "muehle")
    match = good(ada.move(match))
    there = bo.at(other)
    there.see(match)
    here = in_memory(house, match)
    wait_until(lambda: here.presence.elsewhere)
    match = good(bo.move(match))
    assert not published
    assert there.see(match)["number"] == 3  # it reads the log when somebody asks
    with there.connect(match) as socket:
        match_in(socket, 3)
        wait_until(lambda: here.presence.following)
        good(ada.act(match, "resign"))
        assert [message.entry.number for message in published] == [4]
        assert match_in(socket, 4)["outcome"] is not None
    wait_until(lambda: not here.presence.following)


def test_what_was_written_before_a_worker_followed_reaches_it(
    house: House, other: House, shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shared:
        return
    ada, _, match = pair(house, "muehle")
    held: list[tuple[bus.BusMessage, Any]] = []
    send = other.services.bus.publish

    def hold(message: bus.BusMessage, workers: Any = None) -> None:
        if isinstance(message, bus.RoomOpened | bus.SeatsConnected):
            held.append((message, workers))  # so nobody knows yet that somebody is connected there
        else:
            send(message, workers)

    here = in_memory(house, match)
    ada.at(other).see(match)
    wait_until(lambda: here.presence.elsewhere and in_memory(other, match).presence.elsewhere)
    with monkeypatch.context() as patch:
        patch.setattr(other.services.bus, "publish", hold)
        with ada.at(other).connect(match) as socket:
            match_in(socket, 1)
            good(ada.move(match))
            there = in_memory(other, match)
            assert (here.state.number, there.state.number) == (2, 1)
            assert other.client.portal is not None
            for message, workers in held:
                other.client.portal.call(send, message, workers)
            assert match_in(socket, 2)["line"] == ada.see(match)["line"]


def in_memory(house: House, match: dict[str, Any]) -> Room:
    return house.rooms._rooms[match["id"]]
