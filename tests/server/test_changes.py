"""The stream of changes: whoever follows it knows what the whole match would say, also after an interruption."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import TypeAdapter

from dreierlei.declarations import games
from dreierlei.errors import DreierleiError
from dreierlei.server import actions, state
from dreierlei.server.founding import Founding
from dreierlei.server.live import events
from dreierlei.server.presence import BACKLOG, Listener
from dreierlei.server.room import KEPT, Room
from dreierlei.server.views import position_view
from dreierlei.server.wire.live import News
from dreierlei.server.wire.matches import Action, FischerClock, Friend, Here, NewMatch, NoClock, PlayMove
from tests import coroutines

from .people import House, after_news, good
from .test_live import match_in
from .test_matches import pair

if TYPE_CHECKING:
    from collections.abc import Iterator

ADA, BO = "ada", "bo"
ACTS = "offer_draw accept_draw decline_draw ask_takeback accept_takeback decline_takeback resign give_up next".split()
BOTH = (True, True)

_news: TypeAdapter[News] = TypeAdapter(News)


def everybody() -> tuple[bool, bool]:
    return BOTH


def new_room(game: str, opponent: Friend | Here, clock: NoClock | FischerClock) -> Room:
    """A match in which a seat is free, or with two people on one screen."""
    settings = NewMatch(variant=game, opponent=opponent, colour="white", length=100, clock=clock)
    here = isinstance(opponent, Here)
    founding = Founding(
        id="a-match",
        at=0.0,
        settings=settings,
        owners=(ADA, ADA if here else None),
        names=("Ada", "" if here else None),
        invite=None if here else "invitation",
    )
    return Room(state.founded(founding), 0.0)


def happen(room: Room, lot: random.Random, now: float) -> None:
    """Something that may happen in the match: a move most of the time."""
    if room.state.waiting:
        room.follow([actions.entry(room.state, now, "join", 1, "Bo", BO)])
        return
    moves, number = room.state.match.position.moves(), room.state.number
    over = room.state.match.outcome is not None
    sent: PlayMove | Action
    if moves and not over and lot.random() < 0.9:
        sent = PlayMove(move=lot.choice(moves).text, number=number)
    else:
        sent = Action.model_validate({"action": lot.choice(ACTS), "number": number})
    for who in lot.sample((ADA, BO), 2):
        try:
            entry, _ = actions.decide(room.state, room.state.yours(who), sent, now)
            room.follow([entry])
        except DreierleiError:
            continue
        return


def received(listener: Listener) -> Iterator[dict[str, Any]]:
    """The news that wait for somebody; each is one of the closed types."""
    while listener._backlog:
        text, _ = listener._backlog.popleft()
        _news.validate_json(text)
        yield json.loads(text)


def whole(room: Room, who: str | None, now: float) -> dict[str, Any]:
    found: dict[str, Any] = room.view(who, BOTH, now).model_dump(mode="json")
    return found


@pytest.mark.parametrize("clock", [NoClock(), FischerClock(initial=300, increment=5)], ids=["no clock", "clock"])
@pytest.mark.parametrize("opponent", [Friend(), Here()], ids=["friend", "here"])
@pytest.mark.parametrize("game", [game.id for game in games()])
def test_the_changes_make_the_whole_match(game: str, opponent: Friend | Here, clock: NoClock | FischerClock) -> None:
    room, lot = new_room(game, opponent, clock), random.Random(game)
    listeners = {who: Listener(who, lambda: "") for who in (ADA, BO, "cyd", None)}
    known = {}
    room.presence.listeners.update(listeners.values())
    for who, listener in listeners.items():
        room.greet(listener, None, BOTH, 0.0)
        (first,) = received(listener)
        known[who] = after_news({}, first)
    kinds = set()
    for now in range(1, 120):
        number = room.state.number
        happen(room, lot, float(now))
        if room.state.number == number:
            continue
        room.send_change(everybody, float(now))
        kinds.add(room.state.match.outcome is not None)
        for who, listener in listeners.items():
            (news,) = received(listener)
            known[who] = after_news(known[who], news)
            assert known[who] == {**whole(room, who, float(now)), "clock": known[who]["clock"]}
        assert known[ADA]["clock"] == whole(room, ADA, float(now))["clock"]
    assert kinds == {True, False}


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_a_position_is_written_as_its_model_says(game: str) -> None:
    room, lot = new_room(game, Here(), NoClock()), random.Random(1)
    for now in range(80):
        position = room.state.match.position
        assert json.loads(position.view()) == position_view(position).model_dump(mode="json")
        happen(room, lot, float(now))


def test_what_is_the_same_for_all_is_written_once() -> None:
    room = new_room("muehle", Friend(), NoClock())
    happen(room, random.Random(1), 1.0)
    room.follow([actions.entry(room.state, 2.0, "move", 0, "a1")])
    texts = [room.changes[-1].text(who, everybody, 2.0) for who in (ADA, BO, None, "cyd")]
    assert all(text is texts[0] for text in texts)


def test_what_another_worker_has_written_is_not_written_again() -> None:
    here, there = new_room("tictactoe", Friend(), NoClock()), new_room("tictactoe", Friend(), NoClock())
    joined = actions.entry(here.state, 1.0, "join", 1, "Bo", BO)
    same = []
    for number, text in enumerate(("", "a1", "b1", "a2", "b2", "a3")):
        entry = actions.entry(here.state, 1.0, "move", None, text) if number else joined
        here.follow([entry])
        ours = here.changes[-1].text(ADA, everybody, 1.0)
        there.follow([entry], here.changes[-1].common)
        theirs = there.changes[-1].text(BO, everybody, 1.0)
        same.append(theirs is ours)
        assert theirs is ours or "yours" in theirs or "result" in theirs
    assert same == [False, True, True, True, True, False]  # seats and the result are each viewer's own


def test_somebody_who_comes_back_gets_what_they_missed(house: House) -> None:
    ada, bo, match = pair(house, "muehle")
    with ada.connect(match) as socket:
        seen = match_in(socket, 1)
    for _ in range(4):
        match = good((ada, bo)[match["turn"]].move(match))
    with ada.connect(match, after=1) as socket:
        for number in (2, 3, 4, 5):
            news = socket.receive_json()
            assert (news["type"], news["number"]) == ("change", number)
            seen = after_news(seen, news)
        seen = after_news(seen, socket.receive_json())
    assert seen == {**ada.see(match), "seats": seen["seats"]}
    assert [seat["here"] for seat in seen["seats"]] == [True, False]


def test_somebody_who_missed_nothing_hears_who_is_there(house: House) -> None:
    ada, _, match = pair(house, "tictactoe")
    with ada.connect(match, after=1) as socket:
        news = socket.receive_json()
    assert (news["type"], news["after"], news["number"]) == ("change", 1, 1)
    assert {"seats", "clock", "yours"} <= set(news["match"])
    assert "position" not in news["match"]


@pytest.mark.parametrize("after", [0, KEPT * 10])
def test_what_is_too_long_ago_or_never_was_gets_the_whole_match(house: House, after: int) -> None:
    ada = house.person()
    match = ada.begin("muehle", "here", length=1000)
    for _ in range(KEPT + 2):
        match = good(ada.move(match)) if match["outcome"] is None else good(ada.act(match, "next"))
    with ada.connect(match, after=after) as socket:
        news = socket.receive_json()
    assert (news["type"], news["match"]["number"]) == ("match", KEPT + 2)


def test_a_page_that_reads_too_slowly_gets_the_whole_match() -> None:
    listener = Listener("ada", lambda: "whole")
    for number in range(BACKLOG + 3):
        listener.put(f"change {number}", number)

    async def read() -> list[Any]:
        first = await listener.next()
        listener.put("after it", 99)
        return [first, await listener.next()]

    assert coroutines.run(read()) == [("whole", None), ("after it", 99)]


def test_what_is_sent_at_once_never_overtakes_what_waits() -> None:
    arrived: list[str] = []
    writable = True

    def push(text: str) -> bool:
        if writable:
            arrived.append(text)
        return writable

    async def read() -> None:
        nonlocal writable
        listener = Listener("ada", lambda: "whole", push)
        listener.put("before anybody reads", 1)
        waiting = asyncio.create_task(listener.next())
        listener.put("still before", 2)
        arrived.append(str((await waiting or ("",))[0]))
        listener.put("while it is sent", 3)
        arrived.append(str((await listener.next() or ("",))[0]))
        arrived.append(str((await listener.next() or ("",))[0]))
        waiting = asyncio.create_task(listener.next())
        await asyncio.sleep(0)
        listener.put("at once", 4)
        writable = False
        listener.put("to a slow reader", 5)
        writable = True
        listener.put("after it", 6)
        arrived.append(str((await waiting or ("",))[0]))
        arrived.append(str((await listener.next() or ("",))[0]))

    coroutines.run(read())
    assert arrived == [
        *("before anybody reads", "still before", "while it is sent"),
        *("at once", "to a slow reader", "after it"),
    ]


def test_events_go_on_where_their_last_id_was(house: House) -> None:
    ada, _, match = pair(house, "tictactoe")
    good(ada.move(match, "b2"))

    async def listen() -> str:
        room = await house.rooms.open(match["id"])
        stream = events(house.rooms, room, None, 1)
        first = await anext(stream)
        await stream.aclose()
        return first

    assert house.client.portal is not None
    number, text = house.client.portal.call(listen).split("\ndata: ")
    assert (number, json.loads(text)["match"]["line"]) == ("id: 2", {"kept": 0, "added": ["b2"]})
    assert house.client.get(f"/api/matches/{match['id']}/events", headers={"Last-Event-ID": "x"}).status_code == 400
