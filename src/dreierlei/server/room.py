"""A live match in memory: the fold over its log, one lock for changes, and the connections to it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import state as states
from .match_views import match_view, personal
from .presence import Presence
from .wire.matches import MatchNews, PhraseNews

if TYPE_CHECKING:
    from .._core import Stop
    from .presence import Seats
    from .state import Entry, State
    from .wire.base import Player
    from .wire.matches import MatchView, Phrase


@dataclass(eq=False)
class Room:
    """A match in memory. Its state follows entries that are on disk already."""

    state: State
    used: float
    """When somebody last wanted the match."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    presence: Presence = field(default_factory=Presence)
    search: Stop | None = None
    """Ends the computer's search, while there is one."""

    @property
    def id(self) -> str:
        """The match's id."""
        return self.state.founding.id

    def follow(self, entries: list[Entry]) -> bool:
        """Follows the entries that come next in the log, and skips those already seen; whether there were any."""
        before = self.state.number
        for entry in entries:
            if entry.number == self.state.number + 1:
                self.state = states.follow(self.state, entry)
        return self.state.number != before

    def view(self, who: str | None, connected: Seats, now: float) -> MatchView:
        """The match as one viewer may see it."""
        return personal(match_view(self.state, connected, now), self.state, who)

    def broadcast(self, connected: Seats, now: float) -> int:
        """Sends the match to everybody connected, encoded once for all who may see the same; returns how many."""
        listeners = self.presence.listeners
        if not listeners:
            return 0
        public = match_view(self.state, connected, now)
        encoded: dict[str | None, bytes] = {}
        for listener in listeners:
            who = listener.who if listener.who in self.state.owners else None
            if who not in encoded:
                encoded[who] = encode(personal(public, self.state, who))
            listener.put(encoded[who])
        return len(listeners)

    def say(self, by: Player, phrase: Phrase) -> None:
        """Sends a friendly phrase to everybody connected."""
        news = PhraseNews(by=by, phrase=phrase).model_dump_json().encode()
        for listener in self.presence.listeners:
            listener.put(news)

    def stop_search(self) -> None:
        """Has the computer play the best move that it has found so far."""
        if self.search is not None:
            self.search.set()


def encode(view: MatchView) -> bytes:
    """A match as a message to a page."""
    return MatchNews(match=view).model_dump_json().encode()
