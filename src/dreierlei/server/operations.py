"""The operator's actions on matches, whether or not a server is running."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from ..errors import DreierleiError
from . import actions, retention
from . import state as states
from .database import entries, matches
from .founding import Founding
from .match_views import summary
from .wire.matches import MatchCard

if TYPE_CHECKING:
    from .store import Store


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as the operator sees it."""

    id: str
    changed: float
    number: int
    """The entries of its log."""
    keep: str
    seats: tuple[str | None, str | None]
    """The players of the tokens at its seats."""
    card: MatchCard | None
    """None if it cannot be read."""


async def list_matches(
    store: Store, player: str | None = None, keep: str | None = None, most: int = 50
) -> list[Listed]:
    """Matches, the latest first: of a player, of a class, or all."""
    columns = [matches.c[name] for name in ("id", "changed", "number", "keep", "seat0", "seat1", "card")]
    chosen = sa.select(*columns).order_by(matches.c.changed.desc()).limit(most)
    if player is not None:
        chosen = chosen.where(sa.or_(matches.c.seat0 == player, matches.c.seat1 == player))
    if keep is not None:
        chosen = chosen.where(matches.c.keep == keep)
    rows = await store.transact(lambda connection: connection.execute(chosen).all())
    return [Listed(row.id, row.changed, row.number, row.keep, (row.seat0, row.seat1), _card(row.card)) for row in rows]


async def end_match(store: Store, match: str, now: float) -> None:
    """Ends a match for its players; raises `DreierleiError` if there is none, or if it is over."""
    founding = await store.read(match)
    if founding is None:
        raise DreierleiError("server.no-match", match=match)
    state = states.founded(Founding.model_validate_json(founding))
    for entry in await store.log(match):
        state = states.follow(state, entry)
    if state.over:
        raise DreierleiError("server.already-over", match=match)
    entry = actions.entry(state, now, "end", None)
    after = states.follow(state, entry)
    if not await store.append(entry, summary(after, entry.at), (after.match.round, after.ply)):
        raise DreierleiError("server.overtaken")
    await store.transact(lambda connection: retention.notify(connection, [match], now))


async def delete_match(store: Store, match: str, now: float) -> None:
    """Deletes a match with its log, even one that cannot be read; raises `DreierleiError` if there is none."""
    if await store.read(match) is None:
        raise DreierleiError("server.no-match", match=match)
    await store.transact(lambda connection: retention.delete(connection, [match], now))


async def counts(store: Store) -> dict[str, int]:
    """How many matches there are of each class, and how many entries all of them have."""

    def count(connection: sa.Connection) -> dict[str, int]:
        chosen = sa.select(matches.c.keep, sa.func.count()).group_by(matches.c.keep).order_by(matches.c.keep)
        classes = {row[0]: int(row[1]) for row in connection.execute(chosen)}
        return classes | {"entries": connection.execute(sa.select(sa.func.count()).select_from(entries)).scalar_one()}

    return await store.transact(count)


def _card(text: Any) -> MatchCard | None:
    try:
        return MatchCard.model_validate_json(text)
    except ValueError:
        return None
