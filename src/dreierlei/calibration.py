"""Spacing the levels: how far each should see, so that all steps of the ladder are equal."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .declarations import game as find_game
from .errors import DreierleiError
from .files import read_text, writing
from .levels import LEVELS, Level
from .tournaments import ladder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from .tournaments import Pairing
    from .work import Journal

_REACH = 2.0
"""How many plies beyond the longest sight that has played a level may be placed."""

_FURTHEST = 14.0
"""A level that sees further thinks longer than people like to wait."""

_LEAST = 1.0
"""Elo per ply: further sight never counts as a loss of strength."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The result of the rounds so far."""

    sights: list[float]
    """How far the levels below full strength see, in plies."""
    pairings: list[Pairing]
    """How they played with these sights; empty where they have not played yet."""
    score: float | None = None
    """What each level should score against the one below, from the games of all rounds; None before the first."""


def calibrate(
    game: str,
    games: int = 200,
    rounds: int = 4,
    *,
    executor: Executor | None = None,
    seed: int = 0,
    seconds: float | None = None,
    sights: Sequence[float] | None = None,
    journal: Journal | None = None,
) -> Iterator[Calibration]:
    """Finds how far the levels should see in a game, so that the steps between them are even.

    In each round, every level plays `games` games against the one below. The differences in strength of all rounds make
    one curve of strength by sight, on which the levels are placed again at even distances; the first level stays.
    Yields the sights that played, and their results, after each round. The last sights are those of the final curve and
    have not played: `tournament` measures them. `journal` keeps finished games, so that an interrupted call can be
    continued. Raises `UnknownGame`.
    """
    numbers = find_game(game).levels
    current, score = list(sights) if sights else [LEVELS[number - 1].sight for number in numbers[:-1]], None
    curve = Curve(current[0])
    for index in range(rounds):
        players = [Level(number, sight) for number, sight in zip(numbers, (*current, math.inf), strict=True)]
        pairings = list(ladder(game, players, games, executor, f"{seed}/{index}", seconds, journal=journal))
        yield Calibration(current, pairings, score)
        curve.add(current, [pairing.elo for pairing in pairings])
        current, score = curve.even(len(current))
    yield Calibration(current, [], score)


@dataclass(slots=True)
class Curve:
    """Strength by sight, from differences in strength between two sights each."""

    first: float
    """Where it begins: the sight of the first level."""
    pieces: list[tuple[float, float, float]] = field(default_factory=list)
    """Two sights, and by how much the further one is stronger."""
    tops: list[tuple[float, float]] = field(default_factory=list)
    """A sight, and by how much full strength is stronger."""

    def add(self, sights: Sequence[float], steps: Sequence[float]) -> None:
        """One round: the steps between these sights, and the last one to full strength."""
        self.pieces += [(low, high, step) for (low, high), step in zip(pairwise(sights), steps[:-1], strict=True)]
        self.tops.append((sights[-1], steps[-1]))

    def even(self, count: int) -> tuple[list[float], float]:
        """`count` sights at even distances, and the score of each step, including the one to full strength.

        If full strength is too far away for even steps, the levels go as far as they can, and the last step is larger.
        """
        points = self._points()
        reached = points[-1][1]
        top = sum(_along(points, sight) + step for sight, step in self.tops) / len(self.tops)
        step = min(top / count, reached / (count - 1))
        heights = [(height, sight) for sight, height in points]
        spaced = [self.first, *(round(_along(heights, step * number), 2) for number in range(1, count))]
        return spaced, 1 / (1 + 10 ** (-step / 400))

    def _points(self) -> list[tuple[float, float]]:
        """Sights with their strength; between two of them it rises by the average slope of the pieces there."""
        knots = sorted({sight for piece in self.pieces for sight in piece[:2]})
        points = [(knots[0], 0.0)]
        for low, high in pairwise(knots):
            slopes = [step / (far - near) for near, far, step in self.pieces if near <= low and high <= far]
            points.append((high, points[-1][1] + (high - low) * max(_LEAST, sum(slopes) / len(slopes))))
        furthest, height = points[-1]
        if (beyond := min(furthest + _REACH, _FURTHEST)) > furthest:
            slope = height / (furthest - self.first)
            points.append((beyond, height + slope * (beyond - furthest)))
        return points


def _along(points: Sequence[tuple[float, float]], x: float) -> float:
    """The height at x of a rising line through points; beyond its end, that of the last point."""
    for (x0, y0), (x1, y1) in pairwise(points):
        if x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return points[-1][1]


def stored_in(file: Path) -> dict[str, Any]:
    """The calibrations in a file like levels.json, none if it is new; raises `DreierleiError` for any other file."""
    import json  # start-up time: most programs calibrate nothing

    try:
        stored = json.loads(read_text(file)) if file.exists() and file.stat().st_size else {}
    except ValueError:
        stored = None
    if not isinstance(stored, dict) or not all(
        isinstance(entry, dict) and "sights" in entry for entry in stored.values()
    ):
        raise DreierleiError("level.file", file=str(file))
    return stored


def store(file: Path, game: str, sights: list[float], command: str, version: str) -> None:
    """Adds a calibration to a file like the package's levels.json, beside those of other games.

    Raises `DreierleiError` if the file holds anything else, or cannot be written.
    """
    import json  # start-up time: most programs calibrate nothing

    stored = stored_in(file)
    stored[game] = {"sights": sights, "command": command, "version": version}
    lines = [f" {json.dumps(name)}: {json.dumps(stored[name])}" for name in sorted(stored)]
    with writing(file):
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
