"""Looking ahead: analysing a position within a limit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from . import _core, display
from ._core import Move, Stop
from .errors import DreierleiError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .position import Position

__all__ = ["Analysis", "AnalysisLine", "Engine", "Score", "Stop", "analyse"]

MEGABYTES = 64
"""The table of a search that is told nothing else."""

# The core's scale: a win in n plies is _WIN - n, one whose end is not in sight at least _KNOWN, and every estimate far
# below.
_WIN = 32000
_DECISIVE = 30000
_KNOWN = 25000

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
    """Plies until the game is won or lost: exactly so many if `exact`, otherwise at most; None where only the result is
    known."""
    estimate: int | None = None
    exact: bool = False
    """Whether both the result and, where there is a winner, the number of plies are proved."""

    @property
    def value(self) -> int:
        """A number for comparing: estimates as they are, wins above all of them (sooner is more), losses below."""
        if self.result in {"win", "loss"}:
            worth = _KNOWN if self.plies is None else _WIN - self.plies
            return worth if self.result == "win" else -worth
        return self.estimate or 0

    def __str__(self) -> str:
        if self.result is None:
            return f"{(self.estimate or 0) / 100:+.2f}"
        if self.result == "draw":
            return "draw"
        verb = "wins" if self.result == "win" else "loses"
        return verb if self.plies is None else f"{verb} {'in' if self.exact else 'within'} {self.plies}"


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
        return display.html(self)


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
        limits, chosen = _Limits(seconds, depth, nodes), list(candidates)
        question = _Question(limits, lines, chosen, self.threads, self._table, callback=callback, stop=stop)
        return _analyse(position, question)


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

    Where the value of each move is at hand, from a table or the part of a database that exists, the lines carry it; the
    search then only chooses among moves that draw. Elsewhere it asks the smaller parts of a database about positions
    that it meets. Limits of depth or nodes ask for a search and nothing else: with one thread and these limits only,
    the answer is always the same, whatever is installed.

    Raises `DreierleiError` when the game is over or a limit makes no sense.

    >>> from dreierlei import position
    >>> print(analyse(position("tictactoe ww./bb./... w"), depth=3))
    c3 wins in 1 (depth 1, 5 nodes)
    """
    limits = _Limits(seconds, depth, nodes)
    return _analyse(position, _Question(limits, lines, list(candidates), threads, callback=callback, stop=stop))


def search(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
    endings: _core.Endings | None = None,
    without: tuple[str, ...] = (),
) -> Analysis:
    """Like `analyse`, with nothing but the search.

    `endings` are what it may ask about positions that it meets. `without` leaves parts of it out, for comparison:
    evaluation, quiescence or symmetry.
    """
    question = _Question(_Limits(seconds, None, nodes), stop=stop, endings=endings, without=without)
    return _search(position, question)


@dataclass(frozen=True, slots=True)
class _Limits:
    seconds: float | None
    depth: int | None
    nodes: int | None


@dataclass(frozen=True, slots=True)
class _Question:
    limits: _Limits
    lines: int = 1
    candidates: list[Move] = field(default_factory=list)
    """The moves to choose from; all if there are none."""
    threads: int = 1
    table: _core.Table | None = None
    endings: _core.Endings | None = None
    without: tuple[str, ...] = ()
    callback: Callable[[Analysis], object] | None = None
    stop: Stop | None = None


def _analyse(position: Position, question: _Question) -> Analysis:
    from .solve import endings

    by_time = question.limits.depth is None and question.limits.nodes is None
    chosen, callback, begun = question.candidates, question.callback, perf_counter()
    if by_time and position.outcome() is None:
        question = replace(question, endings=endings(position))
    known: tuple[AnalysisLine, ...] = ()
    if by_time and question.lines > 0 and set(chosen) <= set(position.moves()):
        known = _known_lines(position, chosen)
    if not known:
        return _search(position, question)
    drawing = [line.move for line in known if line.score.result == "draw"]
    if known[0].score.result != "draw" or len(drawing) == 1:
        found = Analysis(known[0].move, known[: question.lines], 0, len(known), perf_counter() - begun, exact=True)
        if callback is not None:
            callback(found)
        return found

    def with_draws(found: Analysis) -> Analysis:
        drawn = tuple(replace(line, score=Score("draw", exact=True)) for line in found.lines)
        others = [line for line in known if line.move not in {line.move for line in drawn}]
        return replace(found, lines=(*drawn, *others)[: question.lines], exact=True)

    # Which draw is the hardest for the opponent, only a search can tell.
    tell = None if callback is None else (lambda found: callback(with_draws(found)))
    lines = min(question.lines, len(drawing))
    return with_draws(_search(position, replace(question, lines=lines, candidates=drawing, callback=tell)))


def _known_lines(position: Position, chosen: list[Move]) -> tuple[AnalysisLine, ...]:
    """A line for each of the moves, or all, if their values are at hand."""
    from .solve import at_hand

    lines = []
    for move, after in at_hand(position):
        if chosen and move not in chosen:
            continue
        result: Literal["win", "draw", "loss"] = (
            "draw" if after.winner is None else "win" if after.winner is position.turn else "loss"
        )
        plies = None if after.winner is None or after.plies is None else after.plies + 1
        score = Score(result, plies, exact=after.winner is None or plies is not None)
        lines.append(AnalysisLine((move, *after.line), score, 0))
    return tuple(lines)


def _search(position: Position, question: _Question) -> Analysis:
    limits, callback = question.limits, question.callback
    _at_least(1, lines=question.lines, threads=question.threads, depth=limits.depth, nodes=limits.nodes)
    seconds = limits.seconds
    if seconds is not None and not seconds > 0:
        raise DreierleiError(f"seconds must be more than 0, not {seconds}.")
    if (end := position.outcome()) is not None:
        raise DreierleiError(f"The game is over ({end.result}, {end.reason}): there is nothing to analyse.")
    legal = position.moves()
    for move in question.candidates:
        if move not in legal:
            position.play(move)  # raises
    if limits == _Limits(None, None, None) and question.stop is None:
        seconds = 1.0

    def tell(found: _Raw) -> None:
        if callback is not None:
            callback(_read(found))

    raw = _core.analyse(
        position,
        table=question.table,
        seconds=seconds or 0.0,
        depth=limits.depth or 0,
        nodes=limits.nodes or 0,
        lines=min(question.lines, len(legal)),
        threads=question.threads,
        candidates=question.candidates,
        megabytes=MEGABYTES,
        callback=tell if callback is not None else None,
        stop=question.stop,
        without=list(question.without),
        endings=question.endings,
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
    if abs(value) >= _KNOWN and (at_least if value > 0 else at_most):
        return Score("win" if value > 0 else "loss")
    if value == 0 and exact:
        return Score("draw", exact=True)
    return Score(estimate=value)


def _at_least(least: int, **numbers: int | None) -> None:
    for name, number in numbers.items():
        if number is not None and number < least:
            raise DreierleiError(f"{name} must be {least} or more, not {number}.")
