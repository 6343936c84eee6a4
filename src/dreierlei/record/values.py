"""What a record is, and what may be claimed of a game's end."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from .. import display
from ..errors import DreierleiError
from ..model import BLACK, WHITE, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .._core import Move
    from ..model import Variant
    from ..position import Position

MOST_NESTED = 64
"""How deep variations may lie within each other; people need three or four."""

KNOWN_TAGS = ("Event", "Round", "Date", "White", "Black")
"""The free tags that come first, in this order."""

WINNERS = {"1-0": WHITE, "0-1": BLACK, "1/2-1/2": None}
RESULTS = (*WINNERS, "*")

_KNOWN = {name.lower(): name for name in KNOWN_TAGS}
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class RecordError(DreierleiError):
    """A record that cannot be read or does not hold. `game` is its number in the text, `line` where it went wrong."""

    def __init__(self, message: str, *, game: int | None = None, line: int | None = None, move: str = "") -> None:
        at = [f"game {game}" if game else "", f"line {line}" if line else "", move]
        # What is quoted may have line breaks, a sentence has none.
        text = plain(": ".join(filter(None, (", ".join(filter(None, at)), message))))
        super().__init__(text[0].upper() + text[1:])
        self.game = game
        self.line = line


@dataclass(frozen=True)
class Node:
    """A move of a record, what was said about it, and the lines that were considered in its place.

    Blanks and line breaks within a comment count as one blank each, because lines are wrapped in writing.
    """

    move: Move
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    nags: tuple[int, ...] = ()
    """Annotations by their numbers in PGN: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`."""
    variations: tuple[tuple[Node, ...], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "before", _comments(self.before))
        object.__setattr__(self, "after", _comments(self.after))


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
    """Said about the game as a whole."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", _checked_tags(self.tags, _derived_tags(self.start.variant)))
        object.__setattr__(self, "comments", _comments(self.comments))

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
        found = [self.start]
        for move in self.line:
            found.append(found[-1].play(move))
        return tuple(found)

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
        from .writing import write

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


def settle(
    final: Position, result: str | None, reason: str | None = None, points: int | None = None
) -> tuple[str, str, int | None]:
    """Result, reason and points of a game that ends here, from what is claimed (None: nothing) and what is so.

    Raises `RecordError` when the two contradict each other.
    """
    if result not in (None, *RESULTS):
        raise RecordError(f'the result cannot be "{result}": expected 1-0, 0-1, 1/2-1/2 or *.')
    reason = reason.lower() if reason else ""
    if (end := final.outcome()) is not None:
        how = f"the game ended {end.result} ({end.reason})"
        if result not in (None, end.result):
            raise RecordError(f"the result is {result}, but {how}.")
        if reason not in ("", end.reason):
            raise RecordError(f'the termination is "{reason}", but {how}.')
        if points not in (None, end.points):
            raise RecordError(f"the points are {points}, but {how} with {end.points or 'no'} points.")
        return end.result, end.reason, end.points
    result = result or "*"
    rule = final.variant.game.match
    decided = result in ("1-0", "0-1")
    claims = {"*": ("unfinished", "cut off"), "1/2-1/2": ("agreed draw", "time", "cut off")}.get(
        result, ("gave up" if rule.give_up else "resignation", "time")
    )
    if reason not in ("", *claims):
        raise RecordError(
            f'the termination is "{reason}", but with {result} in a game that is not over on the board '
            f"expected {' or '.join(claims)}."
        )
    # Who gives up a round leaves the other what stands on the board; so does who loses it in any other way.
    worth = sum(stone in "wb" for stone in final.stones) if decided and rule.give_up else None
    if reason == "gave up" and WINNERS[result] is final.turn:
        raise RecordError(f"{final.turn} is to move and cannot win by giving up: expected the other result.")
    if reason == "gave up" and not worth:
        raise RecordError("a round cannot be given up before its first move: expected a move.")
    if points not in (None, worth):
        raise RecordError(f"the points are {points}: expected {'none' if worth is None else worth}.")
    return result, reason or ("unfinished" if result == "*" else ""), worth


def move_number(start: Position, ply: int) -> str:
    """How the ply's move is numbered: `12.` for White, `12...` for Black. Numbers begin at 1, wherever a game does."""
    halves = ply + (start.turn is BLACK)
    return f"{halves // 2 + 1}." + (".." if halves % 2 else "")


def plain(text: str) -> str:
    """A text on one line with single blanks, as tags and comments hold it."""
    return " ".join(text.replace("\ufeff", "").split())


def continued(error: DreierleiError) -> str:
    """An error's sentence as it goes on after a colon."""
    message = str(error)
    return message[:1].lower() + message[1:]


def _comments(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(filter(None, map(plain, texts)))


def _derived_tags(variant: Variant) -> set[str]:
    """The tags, in lower case, that a record writes by itself."""
    return {"game", "position", "result", "termination", "points", *(o.tag.lower() for o in variant.game.options)}


def _checked_tags(tags: Iterable[tuple[str, str]], derived: set[str]) -> tuple[tuple[str, str], ...]:
    """The tags in canonical order: the known ones, then all others as they came."""
    found: dict[str, tuple[str, str]] = {}
    for name, value in tags:
        key = name.lower()
        if not _TAG_NAME.fullmatch(name):
            raise RecordError(f'"{name}" is no name for a tag: expected letters, digits and _.')
        if key in derived:
            raise RecordError(f"the tag {name} follows from the game itself: expected other tags only.")
        if key in found:
            raise RecordError(f"the tag {name} stands twice: expected one.")
        found[key] = _KNOWN.get(key, name), plain(value)
    known = [found.pop(key) for key in _KNOWN if key in found]
    return (*known, *found.values())
