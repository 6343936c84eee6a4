"""A game as it was played, and a referee's verdict on one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from .. import display
from ..model import Outcome
from .errors import RecordError
from .nodes import Node, plain, plain_comments
from .result import WINNERS, settle
from .writing import write

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .._core import Move
    from ..model import Variant
    from ..position import Position

FREE_TAGS = ("Event", "Round", "Date", "White", "Black")
"""The free tags that come first, in this order."""

_FREE = {name.lower(): name for name in FREE_TAGS}
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Record:
    """A game as it was played. `read` and `from_position` check it; the constructor trusts its caller.

    `tags` has only what does not follow from the rest; game, options, position and result have fields.
    """

    start: Position
    moves: tuple[Node, ...] = ()
    result: str = "*"
    reason: str = "unfinished"
    """The tag Termination: the reason of the outcome, or what ended a game before its end."""
    points: int | None = None
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    """Comments on the game as a whole."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", _checked_tags(self.tags, derived_tags(self.start.variant)))
        object.__setattr__(self, "comments", plain_comments(self.comments))

    @classmethod
    def from_position(
        cls,
        position: Position,
        tags: Mapping[str, str] | None = None,
        *,
        result: str | None = None,
        reason: str | None = None,
        points: int | None = None,
    ) -> Record:
        """The game that led to a position, with what was agreed if it is not over; raises `RecordError`."""
        result, reason, points = settle(position, result, reason, points)
        moves = tuple(Node(move) for move in position.line)
        return cls(position.origin, moves, result, reason, points, tuple((tags or {}).items()))

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves of the main line."""
        return tuple(node.move for node in self.moves)

    def positions(self) -> tuple[Position, ...]:
        """Every position of the main line, from the start to the final one."""
        positions = [self.start]
        for move in self.line:
            positions.append(positions[-1].play(move))
        return tuple(positions)

    @cached_property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions()[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or by agreement; None if it did not."""
        return None if self.result == "*" else Outcome(WINNERS[self.result], self.reason, self.points)

    def tag(self, name: str, default: str = "") -> str:
        """The value of a free tag, whatever its case."""
        return next((value for key, value in self.tags if key.lower() == name.lower()), default)

    def __str__(self) -> str:
        return write([self])

    def _repr_html_(self) -> str:
        return display.html(self)


@dataclass(frozen=True)
class Verdict:
    """What a referee says about one game of a text."""

    number: int
    line: int
    """Where the game begins."""
    record: Record | None
    plies: int
    """The plies of the main line, up to the error if there is one."""
    error: RecordError | None = None

    @property
    def result(self) -> str | None:
        """The result, or None where there is an error."""
        return self.record.result if self.record else None

    @property
    def reason(self) -> str | None:
        """Why the game ended, or None where there is an error."""
        return self.record.reason if self.record else None

    @property
    def points(self) -> int | None:
        """The winner's points, where the game has them."""
        return self.record.points if self.record else None


def derived_tags(variant: Variant) -> set[str]:
    """The tags, in lower case, that follow from the fields of a record."""
    return {"game", "position", "result", "termination", "points", *(o.tag.lower() for o in variant.game.options)}


def _checked_tags(tags: Iterable[tuple[str, str]], derived: set[str]) -> tuple[tuple[str, str], ...]:
    """The tags in canonical order: the usual ones, then all others as they came."""
    checked: dict[str, tuple[str, str]] = {}
    for name, value in tags:
        key = name.lower()
        if not _TAG_NAME.fullmatch(name):
            raise RecordError("record.tag-name", tag=name)
        if key in derived:
            raise RecordError("record.tag-derived", tag=name)
        if key in checked:
            raise RecordError("record.tag-twice", tag=name)
        checked[key] = _FREE.get(key, name), plain(value)
    first = [checked.pop(key) for key in _FREE if key in checked]
    return (*first, *checked.values())
