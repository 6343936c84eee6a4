"""Matches that a page has stored and sends to the server, to be shared or continued elsewhere."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, cast

from fastapi import APIRouter, Request

from . import actions
from . import state as states
from .dependencies import Parts, Someone, admit
from .errors import RequestError
from .founding import new_founding
from .match_views import summary
from .wire.errors import Code
from .wire.matches import KeptMatch, MatchView

if TYPE_CHECKING:
    from .founding import Founding
    from .state import Entry, Kind, State
    from .store import Store
    from .wire.base import Player

router = APIRouter()

_ENTRY = re.compile(
    r"""(?P<at>[0-9]{1,15})[ ](?:
    (?P<move>move)[ ][01][ ]\S{1,32}
    | takeback[ ][01][ ][0-9]{1,4}
    | offer[ ][01][ ]draw
    | decline[ ][01][ ]draw(?:[ ](?:drawn|worse|even|better|early))?
    | draw[ ][01](?:[ ](?:drawn|worse|even))?
    | (?:swap|resign|give_up|flag|next)[ ][01])""",
    re.VERBOSE,
)
"""A log entry as pages write it: the time in milliseconds, the kind, the player, and a text."""


@router.post("/api/kept-matches", tags=["matches"])
async def take_over(sent: KeptMatch, person: Someone, parts: Parts, request: Request) -> MatchView:
    """Takes over a match against the computer or on one screen from a page, with its whole log."""
    await parts.limits.match(admit(request, parts, person))
    now = parts.rooms.now()
    founding = new_founding(sent.settings, person, min(sent.at, now))
    if not founding.alone:
        raise RequestError(Code.BAD_REQUEST, "server.kept-friend")
    await _store(parts.store, founding, *replay(founding, sent.log, now))
    room = await parts.rooms.open(founding.id)
    return parts.rooms.view(room, person.id)


def replay(founding: Founding, log: tuple[str, ...], now: float) -> tuple[list[State], list[Entry]]:
    """The states of a match between its entries; checks every move and raises `DreierleiError` at the first error."""
    played: list[State] = [states.founded(founding)]
    entries: list[Entry] = []
    for written in log:
        if _ENTRY.fullmatch(written) is None:
            raise RequestError(Code.BAD_REQUEST, "server.kept-entry", number=len(played), entry=written)
        at, kind, player, *text = written.split(" ", 3)
        time = min(int(at) / 1000, now)
        entries.append(actions.entry(played[-1], time, cast("Kind", kind), cast("Player", int(player)), "".join(text)))
        played.append(states.follow(played[-1], entries[-1]))
    return played, entries


async def _store(store: Store, founding: Founding, played: list[State], entries: list[Entry]) -> None:
    """Stores a match. The entries are committed together, not one by one; only the last state needs a summary."""
    await store.create(founding, summary(played[0], founding.at))
    last = summary(played[-1], entries[-1].at if entries else founding.at)
    await asyncio.gather(
        *(
            store.append(entry, last if state is played[-1] else None, (state.match.round, state.ply))
            for state, entry in zip(played[1:], entries, strict=True)
        )
    )
