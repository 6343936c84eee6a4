"""Redis may go away: moves are accepted all the same, and everybody sees them when it is back."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from typing import TYPE_CHECKING

import pytest
from redis import Redis as Client

from dreierlei.errors import DreierleiError
from dreierlei.server import bus
from dreierlei.server.bus import check_redis
from dreierlei.version import VERSION
from tests.waiting import wait_until

from .daemons import free_port, redis
from .people import House, good
from .test_live import match_in
from .test_matches import pair

if TYPE_CHECKING:
    from dreierlei.server.settings import Settings


def test_a_redis_that_goes_away_loses_nothing(settings: Settings) -> None:
    port = free_port()
    with contextlib.ExitStack() as stack:
        with redis(port) as address:
            meeting = dataclasses.replace(settings, redis=address)
            house, other = (stack.enter_context(House.open(meeting)) for _ in range(2))
            ada, bo, match = pair(house, "tictactoe")
            there = stack.enter_context(bo.at(other).connect(match))
            match_in(there, 1)
        match = good(ada.move(match, "b2"))
        with redis(port):
            assert match_in(there, 2)["line"] == ["b2"]  # once the other worker listens again
            good(bo.at(other).move(match, "a1"))
            assert ada.see(match)["line"] == ["b2", "a1"]


def test_a_worker_of_another_version_is_not_misread(settings: Settings, redis: str) -> None:
    """What it says is not read, but the logs of its matches are, and it is told of every entry there."""
    meeting = dataclasses.replace(settings, redis=redis)
    with House.open(meeting) as house, House.open(meeting) as other, Client.from_url(redis) as client:
        ada, bo, match = pair(house, "tictactoe")
        with bo.at(other).connect(match) as there:
            match_in(there, 1)
            room = other.rooms.in_memory(match["id"])
            assert room is not None
            here = house.rooms.in_memory(match["id"])
            assert here is not None
            wait_until(lambda: here.presence.following)
            here.presence.following.clear()  # so nothing comes but what we send
            match = good(ada.move(match, "b2"))
            news = {"version": "99", "worker": "later", "matches": [match["id"], "another"], "messages": [{"new": 1}]}
            client.publish(bus.CHANNEL, json.dumps({**news, "more": [None]}))
            assert match_in(there, 2)["line"] == ["b2"]
            wait_until(lambda: "later" in room.presence.following)
            client.publish(bus.CHANNEL, json.dumps({"version": "0", "messages": []}))
            client.publish(bus.CHANNEL, b"\xff{")
            good(bo.at(other).move(match, "a1"))
            assert match_in(there, 3)["line"] == ["b2", "a1"]


def test_envelopes_say_what_every_version_can_read() -> None:
    """An older worker knows by these which logs it has to read: they never change."""
    said = bus.Envelope.around("me", [bus.RoomOpened(match="one"), bus.Alive(), bus.RoomClosed(match="two")])
    written = json.loads(said.model_dump_json())
    assert (written["worker"], written["matches"], written["version"]) == ("me", ["one", "two"], VERSION)
    assert bus.opened(json.dumps(written).encode()) == ("me", said.messages)
    later = json.dumps({**written, "version": "99"}).encode()
    assert bus.opened(later) == ("me", [bus.Unread(matches=("one", "two"))])


def test_no_redis_at_all_is_a_sentence() -> None:
    with pytest.raises(DreierleiError, match="There is no Redis"):
        check_redis(f"redis://127.0.0.1:{free_port()}")
