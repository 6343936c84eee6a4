"""The live connection and the stream of events."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pytest
from starlette.websockets import WebSocketDisconnect

from dreierlei.server.live import EXCESS, events
from dreierlei.server.settings import Settings
from dreierlei.server.wire.matches import PlayMove

from .daemons import SECRET
from .people import House, View, after_news, good
from .test_matches import pair

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.testclient import WebSocketTestSession


_seen: WeakKeyDictionary[WebSocketTestSession, View] = WeakKeyDictionary()
"""The match as each connection knows it."""


def match_in(socket: WebSocketTestSession, number: int | None = None) -> View:
    """The match after the next news of it, or with that number, after whatever else comes before it."""
    while True:
        news = socket.receive_json()
        if news["type"] in ("match", "change"):
            seen = _seen[socket] = after_news(_seen.get(socket, {}), news)
            if number is None or seen["number"] >= number:
                assert number in (None, seen["number"])
                return seen


def sent(**message: Any) -> dict[str, Any]:
    return {"v": 1, **message}


def test_everybody_sees_a_move_as_they_may(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe")
    cyd = house.stranger()
    with ada.connect(match) as one, bo.connect(match) as two, cyd.connect(match) as three:
        for socket, yours in ((one, [0]), (two, [1]), (three, [])):
            assert match_in(socket, 1)["yours"] == yours
        one.send_json(sent(type="move", move="b2", number=1))
        for socket, yours in ((one, [0]), (two, [1]), (three, [])):
            seen = match_in(socket, 2)
            assert (seen["line"], seen["yours"], seen["invite"]) == (["b2"], yours, None)


def test_the_page_hears_whether_the_opponent_is_there(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe")

    def here(socket: WebSocketTestSession) -> list[bool]:
        return [seat["here"] for seat in match_in(socket)["seats"]]

    with ada.connect(match) as one:
        assert here(one) == [True, False]
        with bo.connect(match) as two:
            assert here(two) == [True, True]
            assert here(one) == [True, True]
        assert here(one) == [True, False]


def test_something_friendly(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe")
    with bo.connect(match) as two:
        two.receive_json()
        assert ada.post(f"/api/matches/{match['id']}/say", {"phrase": "hello"}).status_code == 204
        assert two.receive_json() == {"v": 1, "type": "said", "by": 0, "phrase": "hello"}
        two.send_json(sent(type="say", phrase="thanks"))
        assert two.receive_json() == {"v": 1, "type": "said", "by": 1, "phrase": "thanks"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "bad_request"),
        ("[]", "bad_request"),
        ("null", "bad_request"),
        ("[" * 2000, "bad_request"),
        ('{"v": 1, "type": "dance"}', "bad_request"),
        ('{"v": 2, "type": "ping"}', "bad_request"),
        ('{"v": 1, "type": "ping", "more": 1}', "bad_request"),
        ('{"v": 1, "type": "move", "move": "b2"}', "bad_request"),
        ('{"v": 1, "type": "move", "move": "b2", "number": -1}', "bad_request"),
        ('{"v": 1, "type": "move", "move": "b2", "number": 77}', "conflict"),
        ('{"v": 1, "type": "move", "move": "b9", "number": 1}', "illegal_move"),
        ('{"v": 1, "type": "action", "action": "accept_draw", "number": 1}', "conflict"),
        ('{"v": 1, "type": "action", "action": "win", "number": 1}', "bad_request"),
        ('{"v": 1, "type": "say", "phrase": "you lose"}', "bad_request"),
        ('{"v": 1, "type": "say", "phrase": "' + "x" * 5000 + '"}', "too_large"),
    ],
)
def test_what_is_wrong_is_refused_and_the_connection_goes_on(house: House, text: str, code: str) -> None:
    ada, _, match = pair(house, "tictactoe")
    with ada.connect(match) as socket:
        socket.receive_json()
        socket.send_text(text)
        news = socket.receive_json()
        assert (news["type"], news["error"]["code"]) == ("error", code), news
        socket.send_json(sent(type="ping"))
        assert socket.receive_json() == {"v": 1, "type": "pong"}
    assert ada.see(match)["number"] == 1


def test_bytes_end_the_connection(house: House) -> None:
    ada, _, match = pair(house, "tictactoe")
    with ada.connect(match) as socket:
        socket.receive_json()
        socket.send_bytes(b"\x00\xff")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_a_match_that_does_not_exist(house: House) -> None:
    with house.person().connect({"id": "nothing-here"}) as socket:
        assert socket.receive_json()["error"]["code"] == "not_found"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4404


def test_another_sites_page_is_not_let_in(house: House) -> None:
    ada, _, match = pair(house, "tictactoe")
    with (
        pytest.raises(WebSocketDisconnect),
        house.client.websocket_connect(
            f"/api/matches/{match['id']}/live", headers={**ada.head, "Origin": "https://elsewhere.example"}
        ),
    ):
        pass


def test_a_forged_token_is_not_let_in(house: House) -> None:
    _, _, match = pair(house, "tictactoe")
    with (
        pytest.raises(WebSocketDisconnect),
        house.client.websocket_connect(f"/api/matches/{match['id']}/live", headers={"Authorization": "Bearer x.y"}),
    ):
        pass


def test_the_computers_answer_comes_by_itself(house: House) -> None:
    ada = house.person()
    match = ada.begin("tictactoe", {"kind": "computer", "level": 1})
    with ada.connect(match) as socket:
        match_in(socket)
        socket.send_json(sent(type="move", move="b2", number=0))
        assert match_in(socket, 1)["thinking"]
        assert len(match_in(socket, 2)["line"]) == 2


def test_a_slow_page_misses_steps_but_not_the_end(house: House) -> None:
    ada = house.person()
    match = ada.begin("muehle", "here", length=1000)
    with ada.connect(match) as socket:
        for _ in range(100):
            match = good(ada.move(match)) if match["outcome"] is None else good(ada.act(match, "next"))
        while (seen := match_in(socket))["number"] < match["number"]:
            pass
        assert seen == {**ada.see(match), "seats": seen["seats"]}


def test_events_are_a_stream_of_the_same_news(house: House) -> None:
    _, bo, match = pair(house, "tictactoe")
    rooms = house.rooms

    async def listen() -> list[str]:
        room = await rooms.open(match["id"])
        stream = events(rooms, room, None)
        first = await anext(stream)
        await rooms.submit(room, room.state.owners[0], PlayMove(move="b2", number=1))
        second = await anext(stream)
        await stream.aclose()
        return [first, second]

    assert house.client.portal is not None
    first, second = (event.split("\ndata: ") for event in house.client.portal.call(listen))
    assert (first[0], second[0]) == ("id: 1", "id: 2")
    assert json.loads(first[1])["match"]["line"] == []
    assert json.loads(second[1])["match"]["line"] == {"kept": 0, "added": ["b2"]}
    assert bo.see(match)["line"] == ["b2"]


def test_who_keeps_on_talking_over_the_limit_is_cut_off(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'x.db'}", secrets=(SECRET,), rate=1)
    with House.open(settings) as house:
        ada = house.person()
        match = ada.begin("tictactoe", "here")
        with ada.connect(match) as live:
            for _ in range(50 * EXCESS):
                live.send_json(sent(type="ping"))
            with pytest.raises(WebSocketDisconnect) as closed:
                receive_all(live)
        assert closed.value.code == 1008
        good(house.client.get("/health"))


def receive_all(socket: WebSocketTestSession) -> None:
    while True:
        socket.receive_json()
