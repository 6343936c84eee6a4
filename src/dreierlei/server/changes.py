"""What changed in a match, as the text that everybody connected gets.

A change is written once, and only if somebody is listening. What differs between viewers (their seats, the invitation,
the result in words for them) comes last, so that they share the rest.
"""

from __future__ import annotations

from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from .match_views import game_fields, game_summaries, move_fields, personal_fields, seat_views, swap_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from .._core import Move
    from ..record import Record
    from .presence import Seats
    from .state import State


class Change:
    """What changed from one state of a match to a later one."""

    __slots__ = ("_same_for_all", "_shared", "_texts", "after", "before")

    def __init__(self, before: State, after: State, text: str | None = None) -> None:
        """A change; `text` is its `common` text if another worker has written it already."""
        self.before, self.after = before, after
        self._shared: str | None = None
        self._texts: dict[str | None, str] = {}
        same = before.owners is after.owners and before.match.games is after.match.games
        self._same_for_all = same and before.match.round == after.match.round and before.cancelled == after.cancelled
        if text is not None and self._same_for_all:
            self._texts[None] = text

    @property
    def common(self) -> str | None:
        """Its text, if it is the same for everybody and has been written."""
        return self._texts.get(None) if self._same_for_all else None

    def forget(self) -> None:
        """Drops its texts, which are far larger than the rest; they are written again on demand."""
        self._shared = None
        self._texts.clear()

    def text(self, who: str | None, connected: Callable[[], Seats], now: float) -> str:
        """The change as a `ChangeNews` for one viewer."""
        before, after = self.before, self.after
        who = None if self._same_for_all or who not in (*before.owners, *after.owners) else who
        text = self._texts.get(who)
        if text is None:
            if self._shared is None:
                self._shared = _shared(before, after, connected, now)
            parts = [self._shared]
            if not self._same_for_all:
                parts.append(_fields(personal_fields(after, who)))
            text = self._texts[who] = _news(before.number, after.number, *parts)
        return text


def standing(state: State, who: str | None, connected: Seats, now: float) -> str:
    """What a viewer who has seen all changes still has to learn: who is connected, the clock, what they may do."""
    fields = {"seats": seat_views(state, connected), "clock": state.times.view(now), **personal_fields(state, who)}
    return _news(state.number, state.number, _fields(fields))


def presence(state: State, connected: Seats) -> str:
    """Who is connected now."""
    return _news(state.number, state.number, _fields({"seats": seat_views(state, connected)}))


def _news(after: int, number: int, *parts: str) -> str:
    """A `ChangeNews` with these fields."""
    return f'{{"v":1,"type":"change","after":{after},"number":{number},"match":{{{",".join(filter(None, parts))}}}}}'


def _fields(fields: dict[str, Any]) -> str:
    """The fields of a JSON object, without its braces."""
    return to_json(fields).decode()[1:-1] if fields else ""


def _shared(before: State, after: State, connected: Callable[[], Seats], now: float) -> str:
    """What may have changed for everybody."""
    ended = before.match.games is not after.match.games
    moved = after.past is not None and after.past.match is before.match
    went_on = moved and not ended and before.match.swapped == after.match.swapped
    fields = _after_move(before, after) if went_on else move_fields(after) | game_fields(after)
    if before.owners is not after.owners or before.names is not after.names:
        fields["seats"] = seat_views(after, connected())
    if after.times.left is not None:
        fields["clock"] = after.times.view(now)
    if ended:
        kept = _same_games(before.match.games, after.match.games)
        fields["games"] = {"kept": kept, "added": game_summaries(after.match, kept)}
    if before.match.position is after.match.position:
        return _fields(fields)
    if went_on:
        return _news_of_move(after, _fields(fields))
    fields["line"] = _line(before, after)
    return f'{_fields(fields)},"position":{after.match.position.view()}'


def _news_of_move(after: State, more: str) -> str:
    """The fields that every move changes, and more. Written without a serialiser, because this is the hot path."""
    position = after.match.position
    assert position.last_move is not None
    move = encode_basestring(position.last_move.text)
    return (
        f'"turn":{_number(after.turn)},"claim_from":{_number(after.claim_from)},'
        f'"line":{{"kept":{after.moves - 1},"added":[{move}]}},"position":{position.view()}{"," if more else ""}{more}'
    )


def _number(number: float | None) -> str:
    return "null" if number is None else repr(number)


def _after_move(before: State, after: State) -> dict[str, Any]:
    """The other small fields after a move that did not end a game; each changes only in some matches."""
    match = after.match
    fields: dict[str, Any] = {}
    if before.offers:
        fields["offers"] = after.offers
    if before.answer:
        fields["answer"] = None
    if match.rule.give_up:
        fields["stake"] = after.stake
    if match.swap_rule:
        fields["swap"] = swap_view(after)
    if after.founding.computer is not None:
        fields["thinking"] = after.thinking
    return fields


def _line(before: State, after: State) -> dict[str, Any]:
    last = after.match.position.last_move
    if last is not None and after.past is not None and after.past.match is before.match:
        return {"kept": after.moves - 1, "added": (last.text,)}
    new = after.match.position.line
    kept = _same_moves(before.match.position.line, new) if before.match.round == after.match.round else 0
    return {"kept": kept, "added": tuple(move.text for move in new[kept:])}


def _same_moves(old: tuple[Move, ...], new: tuple[Move, ...]) -> int:
    """The number of moves at the beginning that two lines have in common."""
    return next(
        (n for n, (one, two) in enumerate(zip(old, new, strict=False)) if one is not two), min(len(old), len(new))
    )


def _same_games(old: tuple[Record, ...], new: tuple[Record, ...]) -> int:
    """The number of games at the beginning that two lists share. If one game is the same, so are all before it."""
    same = min(len(old), len(new))
    while same and old[same - 1] is not new[same - 1]:
        same -= 1
    return same
