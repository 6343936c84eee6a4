"""Openings: what is known about each move of a position, and how strong play continues after the first moves.

Exact values come from the solvers, estimates from the package's book. Where the first moves of a game are not solved,
`data/self_play.json`, if present, has the results of games in which the engine played both sides, from every
position after one and two moves; `dreierlei data openings` makes it. Positions that are images of each other are one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from . import data
from .book import book_moves, canonical, read
from .declarations import games
from .declarations import variant as find_variant
from .engine import analyse
from .errors import expect
from .model import BLACK, WHITE, Side
from .positions import Position
from .solvers import Solution, solver
from .truth import without_search
from .version import VERSION
from .work import Journal

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from ._core import Move
    from .model import Variant

FILE = "self_play.json"
NODES = 50_000
"""The node limit of each move in self-play."""
FREE = 8
"""The plies in which the engine chooses among moves that seem about equally good, so that games differ."""
LINES, SLACK = 4, 10
"""How many such moves, and how much worse they may seem, in hundredths."""
LONGEST = 300
"""A game that is not over after this many plies counts as a draw."""
PART = 10
"""The games in one part of the work."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How some games ended."""

    white: int = 0
    draws: int = 0
    black: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.white + self.draws + self.black

    def score(self, side: Side) -> float:
        """The share of the points that a side scored, from 0 to 1; a draw is half a point."""
        won = self.white if side is WHITE else self.black
        return (won + self.draws / 2) / (self.games or 1)


NONE = Tally()


@dataclass(frozen=True, slots=True)
class Opening:
    """A move, and what is known about it."""

    move: Move
    value: Solution | None
    """The exact value of the position that it leads to, where that is known without a search."""
    book: int | None
    """Its value in the package's book, in hundredths for the player who makes it."""
    self_play: Tally
    """The results of the engine's self-play after it."""


def explore(position: Position) -> tuple[Opening, ...]:
    """What is known about each legal move, the best first; without a search."""
    expect(position, Position, "type.position")
    if position.outcome() is not None:
        return ()
    values, booked, played = without_search(position), book_moves(position) or {}, self_play(position.variant)
    openings = []
    for move in position.moves():
        tally = played.get(canonical(position.play(move)), NONE) if played else NONE
        openings.append(Opening(move, values.get(move.text), booked.get(move), tally))
    return tuple(sorted(openings, key=lambda opening: _rank(opening, position.turn), reverse=True))


def _rank(opening: Opening, turn: Side) -> tuple[float, ...]:
    worth = 0.0
    if opening.value is not None and opening.value.known and opening.value.winner is not None:
        near = 1000 - (opening.value.plies or 0)
        worth = near if opening.value.winner is turn else -near
    return worth, opening.book or 0, opening.self_play.score(turn) if opening.self_play.games else 0.5


@cache
def self_play(variant: Variant) -> dict[str, Tally]:
    """The results of self-play, by the canonical text of the position in which the games began."""
    rows = data.load(FILE).get(variant.id, {}) if data.file(FILE).is_file() else {}
    return {text: Tally(*tally) for text, tally in rows.items()}


def statistics(variant: Variant) -> tuple[tuple[tuple[Move, ...], Tally], ...]:
    """The openings of a variant with the results of self-play: lines of one move, then of two, the best first."""
    played = self_play(variant)
    rows = [(line, played[text]) for text, line in first_lines(variant).items() if text in played]

    def rank(row: tuple[tuple[Move, ...], Tally]) -> tuple[int, float]:
        line, tally = row
        return len(line), -tally.score(WHITE if len(line) == 1 else BLACK)

    return tuple(sorted(rows, key=rank))


def first_lines(variant: Variant) -> dict[str, tuple[Move, ...]]:
    """The positions after one and two moves, by their canonical text, with a line that leads there."""
    start = Position(variant)
    lines: dict[str, tuple[Move, ...]] = {}
    for first in start.moves():
        if lines.setdefault(canonical(after := start.play(first)), (first,)) == (first,):
            for reply in after.moves():
                lines.setdefault(canonical(after.play(reply)), (first, reply))
    return lines


def unsolved() -> list[Variant]:
    """The games whose first moves have no exact value."""
    variants = [find_variant(game.id) for game in games()]
    return [variant for variant in variants if not (solver(variant).complete or without_search(Position(variant)))]


# --- self-play --------------------------------------------------------------------------------------------------------


def write(folder: Path, executor: Executor, count: int, progress: Callable[[int, int], object] | None = None) -> Path:
    """Plays `count` games from each position after one and two moves, where the first moves are not solved."""
    path = folder / FILE
    journal = Journal(path.with_name(f"{FILE}.part"), f"self-play, {NODES} nodes")
    tasks: dict[str, tuple[object, ...]] = {}
    for variant in unsolved():
        for part in range(-(-count // PART)):
            size = min(PART, count - part * PART)
            tasks |= {f"{part} {variant.id} {text}": (variant.id, text, part, size) for text in first_lines(variant)}
    tables: dict[str, dict[str, list[int]]] = {}
    for done, (name, tally) in enumerate(journal.run(executor, results, tasks), 1):
        _, variant_id, text = name.split(" ", 2)
        totals = tables.setdefault(variant_id, {}).setdefault(text, [0, 0, 0])
        totals[:] = [a + b for a, b in zip(totals, tally, strict=True)]
        if progress:
            progress(done, len(tasks))
    about = {"command": f"dreierlei data openings --count {count}", "version": VERSION, "nodes": NODES}
    path.write_text(data.dump({**about, **tables}), "utf-8")
    journal.close()
    return path


def results(variant_id: str, text: str, seed: int, count: int) -> list[int]:
    """White's wins, the draws, and Black's wins in `count` games from a position."""
    rng = random.Random(f"{variant_id}/{text}/{seed}")
    begin = read(find_variant(variant_id), text)
    ended = Counter(_winner(begin, rng) for _ in range(count))
    return [ended[WHITE], ended[None], ended[BLACK]]


def _winner(position: Position, rng: random.Random) -> Side | None:
    while (end := position.outcome()) is None and len(position.line) < LONGEST:
        free = len(position.line) < FREE
        analysis = analyse(position, nodes=NODES, lines=min(LINES, len(position.moves())) if free else 1)
        best = analysis.lines[0].score.value
        good = [line.move for line in analysis.lines if line.score.value >= best - SLACK]
        position = position.play(rng.choice(good))
    return None if end is None else end.winner
