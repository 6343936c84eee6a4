"""Measuring the levels: tournaments between neighbours."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from .levels import LEVELS, Level, choose, level
from .model import WHITE
from .positions import start

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor

_CHUNK = 5
"""Games that go to a process together: some take less time than their transfer."""

MAX_PLIES = 300
"""A game is cut off after this many plies and counts as a draw."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The games of two levels against each other, from the point of view of the higher one."""

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

    @property
    def elo(self) -> float:
        """The difference in strength that this score implies; at least 0, and capped by half a game lost."""
        margin = 0.5 / (self.wins + self.draws + self.losses)
        score = min(self.score, 1 - margin)
        return max(0.0, 400 * math.log10(score / (1 - score))) if score > 0 else 0.0

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
    seconds: float | None = None,
    max_plies: int = MAX_PLIES,
    options: dict[str, object] | None = None,
) -> Iterator[Pairing]:
    """Each level plays `games` games against the next lower one of `levels`, in turn as White and as Black.

    Games go to `executor`, if there is one, and pairings are yielded as they are completed. `seconds` shortens the
    thinking time of the highest level. A game that is not over after `max_plies` plies is cut off and counts as a draw.
    """
    players = [level(game, number) for number in sorted(set(levels))]
    yield from ladder(game, players, games, executor, f"{seed}", seconds, max_plies, options)


# --- games ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Task:
    game: str
    options: dict[str, object]
    higher: Level
    lower: Level
    higher_is_white: bool
    seed: str
    max_plies: int


def ladder(
    game: str,
    players: Sequence[Level],
    games: int,
    executor: Executor | None,
    seed: str,
    seconds: float | None,
    max_plies: int = MAX_PLIES,
    options: dict[str, object] | None = None,
) -> Iterator[Pairing]:
    """Each player plays the one before; see `tournament`."""
    if seconds is not None:
        players = [replace(player, seconds=min(player.seconds, seconds)) for player in players]
    pairs = list(pairwise(players))
    tasks = [
        _Task(game, options or {}, high, low, i % 2 == 0, f"{seed}/{high.number}/{low.number}/{i}", max_plies)
        for low, high in pairs
        for i in range(games)
    ]
    results = iter(executor.map(_play, tasks, chunksize=_CHUNK) if executor else map(_play, tasks))
    for low, high in pairs:
        ended = [next(results) for _ in range(games)]
        won, drawn, lost = (sum(result == wanted for result, _ in ended) for wanted in (1, 0, -1))
        yield Pairing(high.number, low.number, won, drawn, lost, sum(cut for _, cut in ended))


def _play(task: _Task) -> tuple[int, bool]:
    """One game: 1, 0 or -1 for the higher level, and whether it was cut off."""
    position = start(task.game, **task.options)
    for ply in range(task.max_plies):
        if (end := position.outcome()) is not None:
            if end.winner is None:
                return 0, False
            return (1 if (end.winner is WHITE) == task.higher_is_white else -1), False
        player = task.higher if (position.turn is WHITE) == task.higher_is_white else task.lower
        position = position.play(choose(position, player, f"{task.seed}/{ply}"))
    return 0, True
