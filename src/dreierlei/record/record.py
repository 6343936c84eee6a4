"""A game as it was played, and a referee's verdict on one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from .. import _core, display
from ..errors import expect
from ..model import BLACK, WHITE, Outcome
from ..positions import Position
from .errors import RecordError
from .nodes import Node, plain_comments
from .tags import Tags
from .writing import text_of

if TYPE_CHECKING:
    from .._core import Move
    from ..model import Variant

WINNERS = {"1-0": WHITE, "0-1": BLACK, "1/2-1/2": None}
RESULTS = (*WINNERS, "*")


@dataclass(frozen=True)
class Record:
    """A game as it was played. `read` and `from_position` check it; the constructor trusts its caller.

    `tags` has only what does not follow from the rest; game, options, position and result have fields.
    """

    start: Position
    moves: tuple[Node, ...] = ()
    result: str = "*"
    reason: str = "unfinished"
    """The tag Termination: the reason of the outcome, or what ended the game early."""
    points: int | None = None
    tags: Mapping[str, str] = Tags()
    """Further information: Event, Round, Date, White, Black and others; the case of their names does not matter."""
    comments: tuple[str, ...] = ()
    """Comments on the game as a whole."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", Tags(self.tags, derived_tags(self.start.variant)))
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
        """The game that led to a position, with the agreed result if it is not over; raises `RecordError`."""
        expect(position, Position, "type.position")
        expect(tags, (Mapping, type(None)), "type.tags")
        result, reason, points = settle(position, result, reason, points)
        moves = tuple(Node(move) for move in position.line)
        return cls(position.origin, moves, result, reason, points, tags or {})

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

    def __str__(self) -> str:
        return text_of(self)

    def _repr_html_(self) -> str:
        return display.html(self)


@dataclass(frozen=True)
class Verdict:
    """A referee's verdict on one game of a text."""

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


def write(records: Iterable[Record]) -> str:
    """The records as text, which `read` reads back as equal values."""
    expect(records, Iterable, "type.records")
    records = tuple(records)
    for record in records:
        expect(record, Record, "type.record")
    return "\n".join(map(text_of, records))


def derived_tags(variant: Variant) -> set[str]:
    """The tags, in lower case, that follow from the fields of a record."""
    return {"game", "position", "result", "termination", "points", *(o.tag.lower() for o in variant.game.options)}


def settle(
    final: Position, result: str | None, reason: str | None = None, points: int | None = None
) -> tuple[str, str, int | None]:
    """Result, reason and points of a game that ends here, from what is claimed (None: nothing) and from the board.

    Raises `RecordError` when the two contradict each other.
    """
    if result not in (None, *RESULTS):
        raise RecordError("record.result", result=result, expected=RESULTS)
    reason = reason.lower() if reason else ""
    if (end := final.outcome()) is not None:
        return _decided(end, result, reason, points)
    result = result or "*"
    rule = final.variant.game.match
    claims = {"*": ("unfinished", "cut off"), "1/2-1/2": ("agreed draw", "time", "cut off")}.get(
        result, ("gave up" if rule.give_up else "resignation", "time")
    )
    if reason not in ("", *claims):
        raise RecordError("record.reason", reason=reason, result=result, expected=claims)
    # A player who gives up a round, or loses it on time, leaves the opponent the stones on the board.
    decided = result in ("1-0", "0-1")
    worth = _core.worth(final) if decided and rule.give_up else None
    if reason == "gave up" and WINNERS[result] is final.turn:
        raise RecordError("record.gave-up-winner", side=final.turn)
    if reason == "gave up" and not worth:
        raise RecordError("match.give-up-early")
    if points not in (None, worth):
        if worth is None:
            raise RecordError("record.no-points", points=points)
        raise RecordError("record.points", points=points, expected=worth)
    return result, reason or ("unfinished" if result == "*" else ""), worth


def _decided(end: Outcome, result: str | None, reason: str, points: int | None) -> tuple[str, str, int | None]:
    """The outcome on the board; raises `RecordError` if the claims contradict it."""
    ended = {"ended": end.result, "how": end.reason}
    if result not in (None, end.result):
        raise RecordError("record.result-contradicts", result=result, **ended)
    if reason not in ("", end.reason):
        raise RecordError("record.reason-contradicts", reason=reason, **ended)
    if points not in (None, end.points):
        if end.points is None:
            raise RecordError("record.no-points-contradicts", points=points, **ended)
        raise RecordError("record.points-contradict", points=points, expected=end.points, **ended)
    return end.result, end.reason, end.points
