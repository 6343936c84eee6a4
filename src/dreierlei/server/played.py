"""The results of the games on this server after each opening position, counted in memory.

Finished matches are read in small batches, at most one batch per request, and new ones every ten minutes, so that the
database has little to do. Only positions and results are counted: no names, and no games in progress. Symmetric
positions count as one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from ..book import canonical
from ..errors import DreierleiError
from ..openings import NONE, Tally
from ..positions import Position
from . import state as states
from .founding import Founding

if TYPE_CHECKING:
    from ..record import Record
    from .store import Finished, Store

PLIES = 12
"""The plies of a game that count as its opening."""
RENEW = 600.0
"""Seconds between two queries for newly finished matches."""
BATCH = 100
"""The most matches that are read at once."""
MOST = 100_000
"""The most positions that are kept, and matches that are remembered as counted; after that, nothing is added."""


class Played:
    """The results of the games on this server, by position."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self._tallies: dict[str, Tally] = {}
        self._counted: set[str] = set()
        self._last = (0.0, "")
        self._next = 0.0

    def tally(self, position: Position) -> Tally:
        """How the games ended in which a position occurred."""
        return self._tallies.get(_key(position), NONE)

    async def refresh(self) -> None:
        """Counts some newly finished matches, if the last time is long enough ago."""
        if self._now() < self._next or len(self._counted) >= MOST:
            return
        self._next = self._now() + RENEW  # others need not wait
        finished = await self._store.finished(self._last, BATCH)
        new = [each for each in finished if each.match not in self._counted]
        if len(finished) == BATCH:
            self._next = 0.0  # there may be more
        if finished:
            self._last = finished[-1].changed, finished[-1].match
        await asyncio.to_thread(self._count, new)

    def _count(self, finished: Iterable[Finished]) -> None:
        for each in finished:
            self._counted.add(each.match)
            with suppress(DreierleiError):  # unreadable matches are reported elsewhere
                state = states.founded(Founding.model_validate_json(each.founding))
                for entry in each.log:
                    state = states.follow(state, entry)
                for game in state.match.games:
                    self._add(game)

    def _add(self, game: Record) -> None:
        result = {"1-0": Tally(white=1), "0-1": Tally(black=1), "1/2-1/2": Tally(draws=1)}.get(game.result)
        if result is None:
            return
        for position in game.positions()[1 : PLIES + 1]:
            key = _key(position)
            if key in self._tallies or len(self._tallies) < MOST:
                before = self._tallies.get(key, NONE)
                self._tallies[key] = Tally(
                    before.white + result.white, before.draws + result.draws, before.black + result.black
                )


def _key(position: Position) -> str:
    return f"{position.variant.id} {canonical(position)}"
