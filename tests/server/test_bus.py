"""Redis may go away: moves are accepted all the same, and everybody sees them when it is back."""

from __future__ import annotations

import contextlib
import dataclasses
from typing import TYPE_CHECKING

import pytest

from dreierlei.errors import DreierleiError
from dreierlei.server.bus import check_redis

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


def test_no_redis_at_all_is_a_sentence() -> None:
    with pytest.raises(DreierleiError, match="There is no Redis"):
        check_redis(f"redis://127.0.0.1:{free_port()}")
