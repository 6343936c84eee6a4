"""Opponents for everybody: ten levels that overlook less and less, and tournaments that measure them."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING

from .engine import Analysis, analyse
from .model import WHITE, DreierleiError
from .position import start
from .solve import solve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor

    from ._core import Move, Stop
    from .position import Position


@dataclass(frozen=True, slots=True)
class Level:
    """How a player of some strength thinks.

    Weak players do not only look less far: they overlook. Each move is noticed or not by lot, anew on every turn, so a
    level may miss the one move that wins or saves, and does so less often the higher it is. Among the moves that it
    noticed it looks ahead within its limits, and then prefers better ones, the more clearly the lower its
    `temperature` (in hundredths of a unit, like estimates).
    """

    number: int
    notices: float
    """The probability of noticing a move when there are six; with more, a smaller share of them is noticed."""
    temperature: float
    nodes: int | None = None
    seconds: float | None = None

    def share(self, moves: int) -> float:
        """The probability of noticing each of so many moves."""
        return float(self.notices ** max(1.0, math.log(moves, 6)))


LEVELS = (
    Level(1, 0.14, 200, nodes=10),
    Level(2, 0.25, 120, nodes=15),
    Level(3, 0.33, 80, nodes=30),
    Level(4, 0.40, 50, nodes=80),
    Level(5, 0.48, 30, nodes=200),
    Level(6, 0.56, 20, nodes=600),
    Level(7, 0.65, 12, nodes=1_500),
    Level(8, 0.80, 8, nodes=8_000),
    Level(9, 0.95, 5, nodes=60_000),
    Level(10, 1.0, 3, seconds=1.0),
)
"""From a child's first opponent to full strength."""

_OPENING = 8
"""Plies in which a strong level compares several moves, so that it does not play the same game twice."""

_LINES = 4
"""Moves among which a level chooses."""


def choose(
    position: Position,
    level: int | Level = LEVELS[-1],
    seed: float | str | None = None,
    *,
    seconds: float | None = None,
    stop: Stop | None = None,
) -> Move:
    """A move for the player to move, as that level would find it.

    With the same seed the same move, except where a level thinks by the clock; without one, games differ. `seconds`
    limits the thinking further. Raises `DreierleiError` when the game is over or there is no such level.
    """
    level = level if isinstance(level, Level) else _level(level)
    if (end := position.outcome()) is not None:
        raise DreierleiError(f"The game is over ({end.result}, {end.reason}): there is no move to choose.")
    lot = random.Random(seed)
    moves = list(position.moves())
    lot.shuffle(moves)
    share = level.share(len(moves))
    noticed = [move for move in moves if lot.random() < share] or moves[:1]
    if len(noticed) == 1:
        return noticed[0]
    limit = min((s for s in (seconds, level.seconds) if s is not None), default=None)
    if level.notices == 1 and limit and (known := _perfect(position, moves, limit / 2, lot, stop)):
        return known
    sure = level.notices == 1 and len(position.line) >= _OPENING
    found = analyse(
        position,
        seconds=limit,
        nodes=level.nodes,
        lines=1 if sure else min(_LINES, len(noticed)),
        candidates=noticed,
        stop=stop,
    )
    return _draw(found, level.temperature, lot)


def _perfect(
    position: Position, moves: list[Move], seconds: float, lot: random.Random, stop: Stop | None
) -> Move | None:
    """A move that keeps the position's exact value, if that is found in time; in the opening any of several by lot."""
    begun = perf_counter()
    found = solve(position, seconds=seconds, stop=stop)
    if not found.known or not found.line:
        return None
    keepers = [found.line[0]]
    if len(position.line) < _OPENING:
        for move in moves:
            if perf_counter() - begun > seconds:
                break
            after = solve(position.play(move), seconds=seconds / 8, stop=stop)
            plies = None if after.plies is None else after.plies + 1
            if after.known and (after.winner, plies) == (found.winner, found.plies):
                keepers.append(move)
    return lot.choice(keepers)


def _draw(found: Analysis, temperature: float, lot: random.Random) -> Move:
    """One of the lines by lot, better ones more likely. A win that was seen is taken."""
    best = found.lines[0].score
    if best.result == "win":
        return found.best
    weights = [math.exp((line.score.value - best.value) / temperature) for line in found.lines]
    return lot.choices([line.move for line in found.lines], weights)[0]


def _level(number: int) -> Level:
    if not 1 <= number <= len(LEVELS):
        raise DreierleiError(f"There is no level {number}: expected 1 to {len(LEVELS)}.")
    return LEVELS[number - 1]


# --- tournaments ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pairing:
    """The games of two levels against each other, seen by the higher one."""

    higher: int
    lower: int
    wins: int
    draws: int
    losses: int
    unfinished: int = 0
    """Games among the draws that were cut off."""

    @property
    def score(self) -> float:
        """Points per game: a win is 1, a draw ½."""
        return (self.wins + self.draws / 2) / (self.wins + self.draws + self.losses)

    def __str__(self) -> str:
        cut = f" ({self.unfinished} cut off)" if self.unfinished else ""
        return f"{self.higher} – {self.lower}: +{self.wins} ={self.draws} -{self.losses}{cut}  {self.score:.1%}"


def tournament(
    game: str,
    levels: Sequence[int] = range(1, len(LEVELS) + 1),
    games: int = 20,
    *,
    executor: Executor | None = None,
    seed: int = 0,
    max_plies: int = 300,
    options: dict[str, object] | None = None,
) -> Iterator[Pairing]:
    """Each level plays `games` games against the next lower one of `levels`, in turn as White and as Black.

    Games go to `executor`, if there is one, and pairings are yielded as they are complete. A game that is not over
    after `max_plies` plies is cut off and counts as a draw.
    """
    for lower, higher in pairwise(sorted({_level(number).number for number in levels})):
        tasks = [
            _Task(game, options or {}, higher, lower, number % 2 == 0, f"{seed}/{higher}/{lower}/{number}", max_plies)
            for number in range(games)
        ]
        results = list(executor.map(_play, tasks) if executor else map(_play, tasks))
        won, drawn, lost = (sum(result == wanted for result, _ in results) for wanted in (1, 0, -1))
        yield Pairing(higher, lower, won, drawn, lost, sum(cut for _, cut in results))


@dataclass(frozen=True, slots=True)
class _Task:
    game: str
    options: dict[str, object]
    higher: int
    lower: int
    higher_is_white: bool
    seed: str
    max_plies: int


def _play(task: _Task) -> tuple[int, bool]:
    """One game: 1, 0 or -1 for the higher level, and whether it was cut off."""
    here = start(task.game, **task.options)
    for ply in range(task.max_plies):
        if (end := here.outcome()) is not None:
            if end.winner is None:
                return 0, False
            return (1 if (end.winner is WHITE) == task.higher_is_white else -1), False
        level = task.higher if (here.turn is WHITE) == task.higher_is_white else task.lower
        here = here.play(choose(here, level, f"{task.seed}/{ply}"))
    return 0, True
