"""Raw search: the core's alpha-beta within limits. It knows the rules and an evaluation, and no stored values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from . import _core, display
from .errors import DreierleiError, expect
from .messages import Decimal, Message
from .model import Side

if TYPE_CHECKING:
    from ._core import Endings, HashTable, Move, Stop
    from .positions import Position

    _RawLine = tuple[tuple[Move, ...], int, bool, bool, int]
    _Raw = tuple[list[_RawLine], int, int, float, bool]

KnownMove = tuple["Move", int, int, tuple["Move", ...]]
"""A move with a known value, for the core: the number of the side that wins or -1, the plies and the line after it; -1
plies where they are not known."""

MEGABYTES = 64
"""The default size of the hash table."""

# Bounds of the core's numbers, which no search comes near.
_MOST_DEPTH = 2**31 - 1
MOST_NODES = 2**63 - 1

# The core's scale: a win in n plies is WIN - n, a win of unknown length at least _KNOWN, every estimate far below.
WIN = 32000
DECISIVE = 30000
"""Values beyond this are proved wins and losses of known length."""
_KNOWN = 25000


@dataclass(frozen=True, slots=True)
class Score:
    """What a line is worth to the player who begins it.

    A `result` is proved: it follows from the rules, not from estimates. Without one there is an `estimate` in
    hundredths, where a whole unit is about a stone or a strong threat.

    >>> print(Score("win", plies=7, exact=True), Score("draw", exact=True), Score(estimate=35))
    wins in 7 draw +0.35
    """

    result: Literal["win", "draw", "loss"] | None = None
    plies: int | None = None
    """Plies until the game is won or lost: exact if `exact`, otherwise an upper bound; None where not known."""
    estimate: int | None = None
    exact: bool = False
    """Whether both the result and, where there is a winner, the number of plies are proved."""
    hard_for: Side | None = None
    """The opponent, if a hasty one is likely to lose a draw; see `traps`."""

    @property
    def value(self) -> int:
        """A number for comparing: estimates as they are, wins above all of them (sooner is more), losses below."""
        if self.result in {"win", "loss"}:
            worth = _KNOWN if self.plies is None else WIN - self.plies
            return worth if self.result == "win" else -worth
        return self.estimate or 0

    @property
    def message(self) -> Message:
        """The score in words, short; `results.score` has the long form."""
        if self.hard_for is not None:
            return Message("result.draw-hard", name=self.hard_for)
        key = _core.score_message(self.result, self.plies, self.exact)
        if self.result is None:
            return Message(key, value=Decimal(_core.estimate_text(self.estimate or 0)))
        return Message(key) if self.result == "draw" or self.plies is None else Message(key, plies=self.plies)

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """A line of play: the moves of both players, the score for the one who begins, and how deep it was searched."""

    moves: tuple[Move, ...]
    score: Score
    depth: int

    @property
    def move(self) -> Move:
        """The first move."""
        return self.moves[0]

    def __str__(self) -> str:
        return f"{self.score}: {' '.join(map(str, self.moves))}"


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of a search, from the point of view of the player to move."""

    best: Move
    lines: tuple[AnalysisLine, ...]
    """The best lines with different first moves, best first."""
    depth: int
    """Plies that were searched in full, apart from pruned lines."""
    nodes: int
    seconds: float
    exact: bool
    """Whether the first line's score is the value of the position, proved."""

    @property
    def score(self) -> Score:
        """The score of the best line."""
        return self.lines[0].score

    def __str__(self) -> str:
        return f"{self.best} {self.score} (depth {self.depth}, {self.nodes} nodes)"

    def _repr_html_(self) -> str:
        return display.html(self)


def search(
    position: Position,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    threads: int = 1,
    candidates: Iterable[Move] = (),
    callback: Callable[[Analysis], object] | None = None,
    stop: Stop | None = None,
    table: HashTable | None = None,
    endings: Endings | None = None,
    known: Iterable[KnownMove] = (),
    without: Iterable[str] = (),
) -> Analysis:
    """Searches until the first limit is reached, or until the value is proved; without limits, for one second.

    `engine.analyse` describes the arguments that it shares. `table` is the hash table to use, by default a new one.
    `endings` are exact values that the search may probe. `known` are the moves to choose from, best first, where their
    values are known: then the search only finds the draw that is the hardest for the opponent. `without` leaves parts
    of the search out, for comparison: evaluation, quiescence or symmetry.

    Raises `DreierleiError` when the game is over or a limit makes no sense.
    """
    expect(position, _core.Position, "type.position")
    check_limits(seconds=seconds, lines=lines, threads=threads, depth=depth, nodes=nodes)
    if (end := position.outcome()) is not None:
        raise DreierleiError("search.over", result=end.result, reason=end.reason)
    legal, chosen = position.moves(), list(candidates)
    for move in chosen:
        if move not in legal:
            position.play(move)  # raises
    if seconds is None and depth is None and nodes is None and stop is None:
        seconds = 1.0
    raw = _core.analyse(
        position,
        table=table,
        seconds=seconds or 0.0,
        depth=min(depth or 0, _MOST_DEPTH),
        nodes=min(nodes or 0, MOST_NODES),
        lines=min(lines, len(legal)),
        threads=threads if position.variant.tables.rules is None else 1,  # Python runs one thread at a time
        candidates=chosen,
        megabytes=MEGABYTES,
        callback=None if callback is None else lambda raw: _report(callback, raw),
        stop=stop,
        without=list(without),
        endings=endings,
        known=list(known),
    )
    return _read(raw)


def near(position: Position, plies: int, nodes: int) -> dict[Move, int]:
    """What each legal move leads to within a few plies: n if it wins by force in n plies, -n if it loses, and 0 if
    neither is seen within that many plies and nodes.

    >>> from dreierlei import position
    >>> {str(move): end for move, end in near(position("tictactoe ww./bb./... w"), 2, 1000).items()}
    {'a1': -2, 'b1': -2, 'c1': -2, 'c2': 0, 'c3': 1}
    """
    return dict(zip(position.moves(), _core.near(position, plies, nodes), strict=True))


def check_limits(*, seconds: float | None = None, **numbers: int | None) -> None:
    """Raises `DreierleiError` unless the seconds are more than 0 and the other numbers at least 1; None is no limit."""
    if seconds is not None:
        expect(seconds, (int, float), "type.measure")
    if seconds is not None and not seconds > 0:
        raise DreierleiError("search.seconds", seconds=seconds)
    for name, number in numbers.items():
        if number is not None:
            expect(number, int, "type.number")
        if number is not None and number < 1:
            raise DreierleiError("search.limit", name=name, number=number)


def _report(callback: Callable[[Analysis], object], raw: _Raw) -> None:
    callback(_read(raw))


def _read(raw: _Raw) -> Analysis:
    lines, depth, nodes, seconds, exact = raw
    read = tuple(
        AnalysisLine(moves, Score(*_core.score(value, at_least, at_most)), deep)
        for moves, value, at_least, at_most, deep in lines
    )
    return Analysis(read[0].move, read, depth, nodes, seconds, exact)
