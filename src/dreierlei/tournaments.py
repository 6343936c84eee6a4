"""Measuring the levels: tournaments between neighbours."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from .errors import expect
from .levels import Level, choose, level
from .messages import Message
from .model import LEVELS, WHITE
from .positions import start
from .work import Journal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor

_CHUNK = 5
"""Games in one task for a process: some take less time than their transfer."""

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
        """The difference in strength that this score implies; at least 0, and capped as if half a game were lost."""
        margin = 0.5 / (self.wins + self.draws + self.losses)
        score = min(self.score, 1 - margin)
        return max(0.0, 400 * math.log10(score / (1 - score))) if score > 0 else 0.0

    @property
    def message(self) -> Message:
        """The result in words."""
        values = {"higher": self.higher, "lower": self.lower, "score": f"{self.score:.1%}"}
        values |= {"wins": self.wins, "draws": self.draws, "losses": self.losses}
        if self.unfinished:
            return Message("result.pairing-cut", **values, unfinished=self.unfinished)
        return Message("result.pairing", **values)

    def __str__(self) -> str:
        return str(self.message)


def tournament(
    game: str,
    levels: Sequence[int] = LEVELS,
    games: int = 20,
    *,
    executor: Executor | None = None,
    seed: int = 0,
    seconds: float | None = None,
    max_plies: int = MAX_PLIES,
    journal: Journal | None = None,
) -> Iterator[Pairing]:
    """Each level plays `games` games against the next lower one of `levels` that the game has, alternately as White
    and as Black.

    Games go to `executor`, if there is one, and pairings are yielded as they are completed. `seconds` shortens the
    thinking time of the highest level. A game that is not over after `max_plies` plies is cut off and counts as a draw.
    `journal` keeps finished games, so that an interrupted tournament can be continued.
    Raises `DreierleiError` for a game or a level that does not exist.
    """
    expect(games, int, "type.number")
    expect(levels, Iterable, "type.levels")
    for number in levels:
        expect(number, int, "type.number")
    players = list({player.number: player for player in (level(game, number) for number in sorted(levels))}.values())
    yield from ladder(game, players, games, executor, f"{seed}", seconds, max_plies, journal)


# --- games ------------------------------------------------------------------------------------------------------------


def ladder(
    game: str,
    players: Sequence[Level],
    games: int,
    executor: Executor | None,
    seed: str,
    seconds: float | None,
    max_plies: int = MAX_PLIES,
    journal: Journal | None = None,
) -> Iterator[Pairing]:
    """Each player plays the previous one; see `tournament`."""
    if seconds is not None:
        players = [replace(player, seconds=min(player.seconds, seconds)) for player in players]
    pairs = list(pairwise(players))
    tasks = {
        f"{seed}/{high.number}/{low.number}/{first}": (
            game, high, low, range(first, min(first + _CHUNK, games)), f"{seed}/{high.number}/{low.number}", max_plies
        )
        for low, high in pairs
        for first in range(0, games, _CHUNK)
    }  # fmt: skip
    parts = (journal or Journal(None, "")).run(executor, _play_some, tasks)
    for low, high in pairs:
        ended = [result for _ in range(0, games, _CHUNK) for result in next(parts)[1]]
        won, drawn, lost = (sum(result == wanted for result, _ in ended) for wanted in (1, 0, -1))
        yield Pairing(high.number, low.number, won, drawn, lost, sum(cut for _, cut in ended))


def _play_some(
    game: str, higher: Level, lower: Level, numbers: range, seed: str, max_plies: int
) -> list[tuple[int, bool]]:
    return [_play(game, higher, lower, number % 2 == 0, f"{seed}/{number}", max_plies) for number in numbers]


def _play(game: str, higher: Level, lower: Level, higher_is_white: bool, seed: str, max_plies: int) -> tuple[int, bool]:
    """One game: 1, 0 or -1 for the higher level, and whether it was cut off."""
    position = start(game)
    for ply in range(max_plies):
        if (end := position.outcome()) is not None:
            if end.winner is None:
                return 0, False
            return (1 if (end.winner is WHITE) == higher_is_white else -1), False
        player = higher if (position.turn is WHITE) == higher_is_white else lower
        position = position.play(choose(position, player, f"{seed}/{ply}"))
    return 0, True
