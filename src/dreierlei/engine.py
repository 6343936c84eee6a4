"""The engine: a search, together with the exact values that solvers know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from time import perf_counter

from . import _core
from ._core import Move, Stop
from .errors import expect
from .positions import Position
from .search import MEGABYTES, Analysis, AnalysisLine, Score, check_limits, search
from .solvers import solver


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
    """Analyses until the first of the limits, or until the value is proved; without limits, for one second.

    `lines` is the number of best moves to give, each with a line; `candidates` restricts the moves to choose from.
    `callback` receives the analysis after each completed depth. `stop.set()`, called from another thread, ends the
    search at once; the analysis is then what it has so far.

    Where the value of each move is known without a search, from a table or from the existing part of a database, the
    lines carry it; the search then only chooses among drawing moves. Elsewhere the search probes the smaller parts of a
    database. A limit of depth or nodes uses nothing but the search: with one thread and these limits only, the
    result is always the same, regardless of what is installed.

    Raises `DreierleiError` when the game is over or a limit makes no sense.

    >>> from dreierlei import position
    >>> print(analyse(position("tictactoe ww./bb./... w"), depth=3))
    c3 wins in 1 (depth 1, 5 nodes)
    """
    run = partial(search, position, seconds=seconds, depth=depth, nodes=nodes, threads=threads, stop=stop)
    return _analyse(position, run, depth is None and nodes is None, lines, list(candidates), callback)


class Engine:
    """Analyses positions and keeps its hash table, so that a later search of the same game starts with it.

    It runs one search at a time; for several at once, make several engines.
    """

    def __init__(self, *, megabytes: int = MEGABYTES, threads: int = 1) -> None:
        check_limits(megabytes=megabytes, threads=threads)
        self.threads = threads
        self._table = _core.HashTable(megabytes)

    def clear(self) -> None:
        """Empties the hash table."""
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
        """Like `dreierlei.analyse`, with this engine's threads and hash table."""
        run = partial(search, position, seconds=seconds, depth=depth, nodes=nodes, stop=stop)
        run = partial(run, threads=self.threads, table=self._table)
        return _analyse(position, run, depth is None and nodes is None, lines, list(candidates), callback)


def _analyse(
    position: Position,
    run: Callable[..., Analysis],
    by_time: bool,
    lines: int,
    candidates: list[Move],
    callback: Callable[[Analysis], object] | None,
) -> Analysis:
    """Combines exact values with `run`, a search of the position that lacks only the last three arguments."""
    begun = perf_counter()
    expect(position, Position, "type.position")
    if not by_time or position.outcome() is not None:
        return run(lines=lines, candidates=candidates, callback=callback)
    run = partial(run, endings=solver(position).endings(position))
    legal = lines > 0 and set(candidates) <= set(position.moves())
    known = _known_lines(position, candidates) if legal else ()
    if not known:
        return run(lines=lines, candidates=candidates, callback=callback)
    draws = [line.move for line in known if line.score.result == "draw"]
    if known[0].score.result != "draw" or len(draws) == 1:
        analysis = Analysis(known[0].move, known[:lines], 0, len(known), perf_counter() - begun, exact=True)
        if callback is not None:
            callback(analysis)
        return analysis

    def proved(analysis: Analysis) -> Analysis:
        drawn = tuple(replace(line, score=Score("draw", exact=True)) for line in analysis.lines)
        others = [line for line in known if line.move not in {line.move for line in drawn}]
        return replace(analysis, lines=(*drawn, *others)[:lines], exact=True)

    # Only a search can find the draw that is the hardest for the opponent.
    report = None if callback is None else (lambda analysis: callback(proved(analysis)))
    return proved(run(lines=min(lines, len(draws)), candidates=draws, callback=report))


def _known_lines(position: Position, candidates: list[Move]) -> tuple[AnalysisLine, ...]:
    """A line for each of the candidates, or of all moves, best first, if their values are known without a search."""
    lines = []
    for move, after in solver(position).probe_moves(position):
        if candidates and move not in candidates:
            continue
        plies = None if after.winner is None or after.plies is None else after.plies + 1
        score = Score(after.result(position.turn), plies, exact=after.winner is None or plies is not None)
        lines.append(AnalysisLine((move, *after.line), score, 0))
    return tuple(lines)
