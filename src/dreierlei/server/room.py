"""A live match in memory: the fold over its log, a lock for changes, and the connections to it."""

from __future__ import annotations

import asyncio
import math
from binascii import crc32
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import state as states
from .changes import Change, presence, standing
from .match_views import match_view
from .presence import Presence
from .wire.live import MatchNews, PhraseNews

if TYPE_CHECKING:
    from collections.abc import Callable

    from .._core import Stop
    from .presence import Listener, Seats
    from .state import Entry, State
    from .wire.base import Player
    from .wire.matches import MatchView, Phrase

KEPT = 64
"""The number of recent changes that are kept for clients that reconnect."""
LAG = 30.0
"""Seconds for which the summary of a match may lag behind its moves."""


class Lock:
    """Like asyncio's lock, but can also be taken without a task if it is free."""

    __slots__ = ("_held", "_waiting")

    def __init__(self) -> None:
        self._held = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        """Whether the lock is held."""
        return self._held

    def take(self) -> bool:
        """Takes the lock if it is free, and returns whether it was."""
        if self._held:
            return False
        self._held = True
        return True

    def release(self) -> None:
        """Passes the lock to the next task that waits, or frees it."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._held = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.release()  # it had just been passed to us
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()


@dataclass(eq=False)
class Room:
    """A match in memory. Its state contains only entries that are on disk."""

    state: State
    used: float
    """When the match was last asked for."""
    lock: Lock = field(default_factory=Lock)
    presence: Presence = field(default_factory=Presence)
    changes: deque[Change] = field(default_factory=lambda: deque(maxlen=KEPT))
    """The latest changes; each begins where the previous one ends."""
    search: Stop | None = None
    """Stops the computer's search, while there is one."""
    summarised: float = -math.inf
    """When this worker last wrote a summary."""
    lagging: bool = False
    """Whether the stored summary is older than the state."""
    renewal: float = field(init=False)
    """Seconds after a summary until a move brings the next one, so that the sweeper need not write it.

    Every match has its own, between a third and two thirds of `LAG`: thousands that begin together would otherwise all
    be written together, again and again.
    """

    def __post_init__(self) -> None:
        self.renewal = LAG * (1 + crc32(self.id.encode()) / 2**32) / 3

    @property
    def id(self) -> str:
        """The match's id."""
        return self.state.founding.id

    def follow(self, entries: list[Entry], text: str | None = None) -> bool:
        """Follows the next entries of the log, skipping any other; returns whether there were any.

        `text` is the resulting change, if another worker has written it.
        """
        after = self.state
        for entry in entries:
            if entry.number == after.number + 1:
                after = states.follow(after, entry)
        return self.advance(after, text)

    def advance(self, after: State, text: str | None = None) -> bool:
        """Moves on to a later state; false if it is not later."""
        if after.number <= self.state.number:
            return False
        if self.changes:
            self.changes[-1].forget()  # it has been sent on all connections
        self.changes.append(Change(self.state, after, text))
        self.state = after
        return True

    def may_lag(self, entry: Entry, after: State) -> bool:
        """Whether the summary need not be written together with an entry.

        True for a move or a new game soon after the last summary. False where the sweeper has to know at once: with
        clocks, against the computer, at the end of a match, and at its first move, after which it is kept for longer.
        """
        return (
            entry.kind in ("move", "next")
            and entry.at - self.summarised < self.renewal
            and after.times.left is None
            and after.founding.computer is None
            and bool(self.state.past or self.state.match.games)
            and (after.match.games is self.state.match.games or not after.over)  # most moves end no game
        )

    def view(self, who: str | None, connected: Seats, now: float) -> MatchView:
        """The match as one viewer may see it."""
        return match_view(self.state, who, connected, now)

    def greet(self, listener: Listener, after: int | None, connected: Seats, now: float) -> None:
        """Sends what came after the number `after`; the whole match if that is unknown or too long ago."""
        missed = [change for change in self.changes if after is not None and change.before.number >= after]
        if after != (missed[0].before.number if missed else self.state.number):
            listener.put(self.whole(listener.who, connected, now), self.state.number)
            return
        for change in missed:
            listener.put(change.text(listener.who, lambda: connected, now), change.after.number)
        listener.put(standing(self.state, listener.who, connected, now), self.state.number)

    def whole(self, who: str | None, connected: Seats, now: float) -> str:
        """The match as a message to a page."""
        return MatchNews(match=self.view(who, connected, now)).model_dump_json()

    def send_change(self, connected: Callable[[], Seats], now: float) -> int:
        """Sends the last change to everybody connected; returns how many. `connected` is called only if needed."""
        change = self.changes[-1]
        for listener in self.presence.listeners:
            listener.put(change.text(listener.who, connected, now), change.after.number)
        return len(self.presence.listeners)

    def send_presence(self, connected: Seats, newcomer: Listener | None = None) -> int:
        """Tells everybody connected, except a newcomer, which seats are; returns how many were told."""
        text = presence(self.state, connected)
        others = self.presence.listeners - {newcomer}
        for listener in others:
            listener.put(text, self.state.number)
        return len(others)

    def say(self, by: Player, phrase: Phrase) -> None:
        """Sends a friendly phrase to everybody connected."""
        text = PhraseNews(by=by, phrase=phrase).model_dump_json()
        for listener in self.presence.listeners:
            listener.put(text)

    def stop_search(self) -> None:
        """Makes the computer play the best move that it has found so far."""
        if self.search is not None:
            self.search.set()
