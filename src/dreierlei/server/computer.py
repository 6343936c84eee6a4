"""The computer as a player: it moves on its turn, and answers draw offers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal, Protocol

from .._core import Stop
from ..levels import AGREED, DrawAnswer, answer_draw, choose, choose_in_match, level
from ..model import SIDES
from .errors import RequestError
from .wire.matches import Computer

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from .._core import Move
    from .bus import Bus
    from .jobs import Jobs
    from .room import Room
    from .state import Kind, State
    from .wire.base import Player

CLAIM = 30.0
"""Seconds that a worker has for a search that it has claimed; after that, another may take over."""


class Record(Protocol):
    """Writes what the computer does into the log, unless the board has changed since `state`."""

    async def __call__(self, room: Room, state: State, kind: Kind, player: Player, text: str = "") -> None:
        """Writes an entry."""


class ComputerPlayer:
    """Plays in all matches of this worker. If there are several workers, one of them claims each search on the bus."""

    def __init__(self, jobs: Jobs, bus: Bus, record: Record, now: Callable[[], float]) -> None:
        self._jobs, self._bus, self._record, self._now = jobs, bus, record, now
        self._tasks: set[asyncio.Task[None]] = set()

    def consider(self, room: Room) -> None:
        """Starts what the computer has to do in a room now, if anything. Any earlier search is stopped."""
        state, computer = room.state, room.state.founding.computer
        if computer is None:
            return
        room.stop_search()
        room.search = None
        draw = state.offer("draw")
        if state.thinking:
            room.search = Stop()
            self._start(self._move(room, state, room.search))
        elif draw is not None and draw.by != computer:
            self._start(self._answer_draw(room, state))

    async def close(self) -> None:
        """Ends all searches."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move(self, room: Room, state: State, stop: Stop) -> None:
        opponent, player = state.founding.settings.opponent, state.founding.computer
        if player is None or not isinstance(opponent, Computer) or not await self._claim(state, "move"):
            _rest(room, stop)
            return
        match = state.match
        player_level = level(match.position.variant.game.id, opponent.level, opponent.style)
        single = state.founding.settings.start is not None  # a single game from a position, without further rounds
        left = state.times.now(self._now())
        seconds = None if left is None else max(0.02, left[player] / 30)
        client = state.owners[1 - player] or ""

        def think(stop: Stop) -> Move | Literal["swap"] | None:
            if single and not match.swap_rule:
                return choose(match.position, player_level, seconds=seconds, stop=stop)
            return choose_in_match(match, player_level, seconds=seconds, stop=stop)

        try:
            move = await self._jobs.run(client, think, stop)
        except RequestError:
            _rest(room, stop)  # too busy; the sweeper retries it
            return
        if move is None:
            await self._record(room, state, "give_up", player)
        elif move == "swap":
            await self._record(room, state, "swap", player)
        else:
            await self._record(room, state, "move", player, move.text)

    async def _answer_draw(self, room: Room, state: State) -> None:
        """Accepts or declines a draw offer, and says why; see `answer_draw`."""
        player = state.founding.computer
        if player is None or not await self._claim(state, "draw"):
            return
        position, client = state.match.position, state.owners[1 - player] or ""
        side = SIDES[state.match.white != player]
        try:
            answer: DrawAnswer = await self._jobs.run(client, lambda stop: answer_draw(position, side, stop=stop))
        except RequestError:
            answer = "early"  # too busy to think about it
        if answer in AGREED:
            await self._record(room, state, "draw", player, answer)
        else:
            await self._record(room, state, "decline", player, f"draw {answer}")

    async def _claim(self, state: State, what: str) -> bool:
        return await self._bus.claim(f"{what}:{state.founding.id}:{state.number}", CLAIM)


def _rest(room: Room, stop: Stop) -> None:
    if room.search is stop:
        room.search = None
