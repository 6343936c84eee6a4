"""Looking ahead: analysing a position within a limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from . import _core
from ._core import Move, Stop
from .model import DreierleiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .position import Position

__all__ = ["Analysis", "AnalysisLine", "Engine", "Score", "Stop", "analyse"]

MEGABYTES = 64
"""The table of a search that is told nothing else."""

# The core's scale: a win in n plies is _WIN - n, and every estimate is far below _DECISIVE.
_WIN = 32000
_DECISIVE = 30000

_RawLine = tuple[tuple[Move, ...], int, bool, bool, int]
_Raw = tuple[list[_RawLine], int, int, float, bool]


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
    """Plies until the game is won or lost: exactly so many if `exact`, otherwise at most."""
    estimate: int | None = None
    exact: bool = False
    """Whether both the result and, where there is a winner, the number of plies are proved."""

    @property
    def value(self) -> int:
        """A number for comparing: estimates as they are, wins above all of them (sooner is more), losses below."""
        if self.result == "win":
            return _WIN - (self.plies or 0)
        if self.result == "loss":
            return (self.plies or 0) - _WIN
        return self.estimate or 0

    def __str__(self) -> str:
        if self.result is None:
            return f"{(self.estimate or 0) / 100:+.2f}"
        if self.result == "draw":
            return "draw"
        return f"{'wins' if self.result == 'win' else 'loses'} {'in' if self.exact else 'within'} {self.plies}"


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """One way to go on: the moves of both players, the score for the one who begins, and how deep it was searched."""

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
    """What a search found, seen by the player to move."""

    best: Move
    lines: tuple[AnalysisLine, ...]
    """The best lines with different first moves, best first."""
    depth: int
    """Plies that were searched in full, lines that were left early aside."""
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
        from .notebook import analysis_html

        return analysis_html(self)


class Engine:
    """Searches positions and remembers what it found, so that a later search of the same game begins with it.

    One search at a time; for several at once, make several engines.
    """

    def __init__(self, *, megabytes: int = MEGABYTES, threads: int = 1) -> None:
        _at_least(1, megabytes=megabytes, threads=threads)
        self.threads = threads
        self._table = _core.Table(megabytes)

    def clear(self) -> None:
        """Forgets everything."""
        self._table.clear()

    def analyse(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = 1,
        candidates: Iterable[Move] = (),
        callback: Callable[[Analysis], object] | None = None,
        stop: Stop | None = None,
    ) -> Analysis:
        """Like `dreierlei.analyse`, with this engine's threads and memory."""
        return _search(
            position,
            self._table,
            _Limits(seconds, depth, nodes),
            lines=lines,
            threads=self.threads,
            candidates=candidates,
            callback=callback,
            stop=stop,
        )


def analyse(
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
) -> Analysis:
    """Searches until the first of the limits, or until the answer is exact; without limits, for one second.

    `lines` asks for that many best moves with a line each; `candidates` restricts the moves to choose from. `callback`
    hears of every completed depth. `stop.set()`, called from another thread, ends the search at once with what it has.
    With one thread and limits of depth or nodes only, the answer is always the same.

    Raises `DreierleiError` when the game is over or a limit makes no sense.

    >>> from dreierlei import position
    >>> print(analyse(position("tictactoe ww./bb./... w"), depth=3))
    c3 wins in 1 (depth 1, 5 nodes)
    """
    return _search(
        position,
        None,
        _Limits(seconds, depth, nodes),
        lines=lines,
        threads=threads,
        candidates=candidates,
        callback=callback,
        stop=stop,
    )


@dataclass(frozen=True, slots=True)
class _Limits:
    seconds: float | None
    depth: int | None
    nodes: int | None


def _search(
    position: Position,
    table: _core.Table | None,
    limits: _Limits,
    *,
    lines: int,
    threads: int,
    candidates: Iterable[Move],
    callback: Callable[[Analysis], object] | None,
    stop: Stop | None,
) -> Analysis:
    _at_least(1, lines=lines, threads=threads, depth=limits.depth, nodes=limits.nodes)
    seconds = limits.seconds
    if seconds is not None and not seconds > 0:
        raise DreierleiError(f"seconds must be more than 0, not {seconds}.")
    if (end := position.outcome()) is not None:
        raise DreierleiError(f"The game is over ({end.result}, {end.reason}): there is nothing to analyse.")
    legal = position.moves()
    chosen = list(candidates)
    for move in chosen:
        if move not in legal:
            position.play(move)  # raises
    if limits == _Limits(None, None, None) and stop is None:
        seconds = 1.0

    def tell(found: _Raw) -> None:
        if callback is not None:
            callback(_read(found))

    raw = _core.analyse(
        position,
        table=table,
        seconds=seconds or 0.0,
        depth=limits.depth or 0,
        nodes=limits.nodes or 0,
        lines=min(lines, len(legal)),
        threads=threads,
        candidates=chosen,
        megabytes=MEGABYTES,
        callback=tell if callback is not None else None,
        stop=stop,
    )
    return _read(raw)


def _read(raw: _Raw) -> Analysis:
    lines, depth, nodes, seconds, exact = raw
    read = tuple(AnalysisLine(moves, _score(value, low, high), deep) for moves, value, low, high, deep in lines)
    return Analysis(read[0].move, read, depth, nodes, seconds, exact)


def _score(value: int, at_least: bool, at_most: bool) -> Score:
    """A value with the halves of it that are proved. A win needs no upper half and a loss no lower one, other than
    for the number of plies.
    """
    exact = at_least and at_most
    if value >= _DECISIVE:
        return Score("win", _WIN - value, exact=exact)
    if value <= -_DECISIVE:
        return Score("loss", _WIN + value, exact=exact)
    if value == 0 and exact:
        return Score("draw", exact=True)
    return Score(estimate=value)


def _at_least(least: int, **numbers: int | None) -> None:
    for name, number in numbers.items():
        if number is not None and number < least:
            raise DreierleiError(f"{name} must be {least} or more, not {number}.")
