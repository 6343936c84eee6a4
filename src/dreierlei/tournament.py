"""Measuring the levels: tournaments between neighbours, and the calibration that spaces them evenly."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from .levels import LEVELS, Level, choose, level
from .model import WHITE
from .position import start

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

_CHUNK = 5
"""Games that go to a process together: some take less time than telling it."""

MAX_PLIES = 300
"""After so many a game is cut off and counts as a draw."""


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

    @property
    def elo(self) -> float:
        """The difference in strength that such a score stands for; at least 0, and half a game short of infinite."""
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

    Games go to `executor`, if there is one, and pairings are yielded as they are complete. `seconds` shortens what the
    highest level thinks. A game that is not over after `max_plies` plies is cut off and counts as a draw.
    """
    players = [level(game, number) for number in sorted(set(levels))]
    yield from _ladder(game, players, games, executor, f"{seed}", seconds, max_plies, options or {})


def calibrate(
    game: str,
    games: int = 200,
    rounds: int = 4,
    *,
    executor: Executor | None = None,
    seed: int = 0,
    seconds: float | None = None,
    sights: Sequence[float] | None = None,
) -> Iterator[tuple[list[float], list[Pairing]]]:
    """Finds how far the levels should see in a game, so that the steps between them are even.

    In each round every level plays `games` games against the one below. The differences in strength make a curve of
    strength by sight, on which the levels are put again at even distances; the first level stays. Yields after each
    round the sights that played, and how. The last are those with which the smallest step was largest.
    """
    now = list(sights) if sights else [player.sight for player in LEVELS[:-1]]
    tried: list[tuple[list[float], list[Pairing]]] = []
    for turn in range(rounds):
        players = [Level(number, sight) for number, sight in enumerate((*now, math.inf), 1)]
        found = list(_ladder(game, players, games, executor, f"{seed}/{turn}", seconds, MAX_PLIES, {}))
        tried.append((now, found))
        yield tried[-1]
        now = _even(now, [pairing.elo for pairing in found])
    yield max(tried, key=lambda one: min(pairing.score for pairing in one[1]))


def store(file: Path, game: str, sights: list[float], command: str, version: str) -> None:
    """Puts a calibration into a file such as the package carries, beside those of other games."""
    import json

    known = json.loads(file.read_text("utf-8")) if file.exists() else {}
    known[game] = {"sights": sights, "command": command, "version": version}
    lines = [f" {json.dumps(name)}: {json.dumps(known[name])}" for name in sorted(known)]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def _even(sights: list[float], steps: list[float]) -> list[float]:
    """Sights at even distances on the curve that goes up by `steps`; the last step is that to full strength.

    Nobody is put beyond the sights that played: if the last step is the largest, the others share what is below it.
    """
    heights = [0.0]
    for step in steps[:-1]:
        heights.append(heights[-1] + max(step, 1.0))
    even = (heights[-1] + min(steps[-1], heights[-1] / (len(steps) - 1))) / len(steps)
    spaced = [sights[0]]
    for number in range(1, len(sights)):
        height = min(number * even, heights[-1])
        place = next(i for i in range(1, len(heights)) if heights[i] >= height)
        part = (height - heights[place - 1]) / (heights[place] - heights[place - 1])
        spaced.append(sights[place - 1] + part * (sights[place] - sights[place - 1]))
    # Halfway only: a curve of straight lines through noisy points overshoots.
    return [round((old + new) / 2, 2) for old, new in zip(sights, spaced, strict=True)]


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


def _ladder(
    game: str,
    players: Sequence[Level],
    games: int,
    executor: Executor | None,
    seed: str,
    seconds: float | None,
    max_plies: int,
    options: dict[str, object],
) -> Iterator[Pairing]:
    if seconds is not None:
        players = [replace(player, seconds=min(player.seconds, seconds)) for player in players]
    pairs = list(pairwise(players))
    tasks = [
        _Task(game, options, high, low, i % 2 == 0, f"{seed}/{high.number}/{low.number}/{i}", max_plies)
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
    here = start(task.game, **task.options)
    for ply in range(task.max_plies):
        if (end := here.outcome()) is not None:
            if end.winner is None:
                return 0, False
            return (1 if (end.winner is WHITE) == task.higher_is_white else -1), False
        player = task.higher if (here.turn is WHITE) == task.higher_is_white else task.lower
        here = here.play(choose(here, player, f"{task.seed}/{ply}"))
    return 0, True
