"""The engine: a search, together with the exact values that solvers know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from . import _core
from ._core import Move, Stop
from .errors import expect
from .model import SIDES
from .positions import Position
from .search import MEGABYTES, Analysis, KnownMove, check_limits, search
from .solvers import solver
from .traps import HARD, error_chance


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
    search at once; the analysis is then the result so far.

    Where the value of each move is known without a search, from a table or from the existing part of a database, the
    lines carry it; the search then only chooses among drawing moves. Elsewhere the search probes the smaller parts of a
    database. With a limit of depth or nodes, only the search is used: with one thread and these limits alone, the
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

    Raises `DreierleiError` for numbers below 1.
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
    """Calls `run`, a search of the position, with the exact values that are available."""
    expect(position, Position, "type.position")
    if not by_time or position.outcome() is not None:
        return run(lines=lines, candidates=candidates, callback=callback)
    known = [entry for entry in known_moves(position) if not candidates or entry[0] in candidates]
    run = partial(run, endings=solver(position).endings(position), known=known)
    report = None if callback is None else (lambda analysis: callback(_labelled(position, analysis)))
    return _labelled(position, run(lines=lines, candidates=candidates, callback=report))


def _labelled(position: Position, analysis: Analysis) -> Analysis:
    """The analysis, with the draws that are hard for the opponent labelled."""
    lines = []
    for line in analysis.lines:
        drawn = line.score.result == "draw" and line.score.exact
        hard = drawn and error_chance(position.play(line.move)) >= HARD
        lines.append(replace(line, score=replace(line.score, hard_for=position.turn.other)) if hard else line)
    return replace(analysis, lines=tuple(lines))


def known_moves(position: Position) -> list[KnownMove]:
    """The value of each move, best first, where they are known without a search."""
    return [
        (
            move,
            -1 if after.winner is None else SIDES.index(after.winner),
            -1 if after.plies is None else after.plies,
            after.line,
        )
        for move, after in solver(position).probe_moves(position)
    ]
