"""What each level sees, and how it scores: the evidence that levels err like people."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import thread_time
from typing import TYPE_CHECKING

from .agents import Greedy, Random
from .declarations import game as find_game
from .levels import Level, choose, level
from .model import WHITE
from .positions import Position, start
from .search import near
from .tournaments import MAX_PLIES
from .work import Journal

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ._core import Move

WIN, THREAT, DOUBLE = range(3)
"""What there is to see: a win in one; moves that let the opponent win in one; a win in three plies, such as a double
threat, where there is none in one."""

_NODES = 20_000
"""The node limit of the search for a chance."""

_CHUNK = 4
"""Games in one task for a process."""

_KINDS = ("below", "greedy", "random")


@dataclass(frozen=True, slots=True)
class Profile:
    """One level in one game. Shares are None where there was no chance or no opponent."""

    level: int
    chances: tuple[int, int, int]
    """How often there was a win in one, a threat of the opponent, a win in three."""
    seen: tuple[int, int, int]
    """How often the level took it."""
    seconds: float
    """Processor time for a move."""
    scores: tuple[float | None, float, float]
    """Against the level below, against a greedy player, and against random moves."""

    @property
    def shares(self) -> tuple[float | None, ...]:
        """The share of the chances that it saw, of each kind."""
        return tuple(seen / chances if chances else None for seen, chances in zip(self.seen, self.chances, strict=True))


def profiles(
    game: str,
    games: int = 40,
    *,
    executor: Executor | None = None,
    seed: int = 0,
    seconds: float | None = None,
    journal: Journal | None = None,
) -> Iterator[Profile]:
    """Every level of a game plays `games` games against the level below and against two simple agents.

    `seconds` shortens the thinking time of the highest level. `journal` keeps finished games. Raises `UnknownGame`.
    """
    players = [level(game, number) for number in find_game(game).levels]
    if seconds is not None:
        players = [replace(player, seconds=min(player.seconds, seconds)) for player in players]
    pairs = [
        (player, kind, players[number - 1] if kind == "below" and number else None)
        for number, player in enumerate(players)
        for kind in (_KINDS if number else _KINDS[1:])
    ]
    tasks = {
        f"{player.number}/{kind}/{first}": (game, player, kind, other, range(first, min(first + _CHUNK, games)), seed)
        for player, kind, other in pairs
        for first in range(0, games, _CHUNK)
    }
    parts = (journal or Journal(None, "")).run(executor, _play_some, tasks)
    by_player: dict[int, list[tuple[str, list[float]]]] = {}
    for name, tallies in parts:
        number, kind, first = name.split("/")
        by_player.setdefault(int(number), []).extend((kind, tally) for tally in tallies)
        if kind == _KINDS[-1] and int(first) + _CHUNK >= games:
            yield _profile(int(number), by_player[int(number)])


def _profile(number: int, tallies: list[tuple[str, list[float]]]) -> Profile:
    sums = [sum(column) for column in zip(*(tally[1:] for _, tally in tallies), strict=True)]
    points = {kind: [tally[0] for other, tally in tallies if other == kind] for kind in _KINDS}
    below, greedy, chance = (sum(points[kind]) / max(1, len(points[kind])) for kind in _KINDS)
    chances, seen = tuple(map(int, sums[:3])), tuple(map(int, sums[3:6]))
    seconds, moves = sums[6], sums[7]
    return Profile(
        number,
        (chances[0], chances[1], chances[2]),
        (seen[0], seen[1], seen[2]),
        seconds / max(1, moves),
        (below if points["below"] else None, greedy, chance),
    )


def _play_some(
    game: str, player: Level, kind: str, below: Level | None, numbers: range, seed: int
) -> list[list[float]]:
    return [_play(game, player, kind, below, number, f"{seed}/{kind}/{number}") for number in numbers]


def _play(game: str, player: Level, kind: str, below: Level | None, number: int, seed: str) -> list[float]:
    """One game: the level's points, chances of each kind, those seen, processor time and number of its own moves."""
    rng = random.Random(seed)
    simple = (Greedy if kind == "greedy" else Random)(rng.getrandbits(32))
    position, white = start(game), number % 2 == 0
    chances, seen = [0.0] * 3, [0.0] * 3
    spent, moves = 0.0, 0
    for ply in range(MAX_PLIES):
        if (end := position.outcome()) is not None:
            points = 0.5 if end.winner is None else float((end.winner is WHITE) == white)
            return [points, *chances, *seen, spent, moves]
        if (position.turn is WHITE) == white:
            started = thread_time()
            move = choose(position, player, f"{seed}/{ply}")
            spent += thread_time() - started
            moves += 1
            _note(position, move, chances, seen)
        else:
            move = choose(position, below, f"{seed}/{ply}") if below else simple(position)
        position = position.play(move)
    return [0.5, *chances, *seen, spent, moves]


def _note(position: Position, move: Move, chances: list[float], seen: list[float]) -> None:
    """Counts the chance that a position offers, if any, and whether the move takes it."""
    ends = near(position, 3, _NODES)
    best, worst = max(ends.values()), min(ends.values())
    wins = [plies for plies in ends.values() if plies > 0]
    if wins and min(wins) == 1:
        kind, good = WIN, ends[move] == 1
    elif worst == -2 and any(plies != -2 for plies in ends.values()):
        kind, good = THREAT, ends[move] != -2
    elif best == 3:
        kind, good = DOUBLE, ends[move] == 3
    else:
        return
    if kind == WIN and all(plies == 1 for plies in ends.values()):
        return
    chances[kind] += 1
    seen[kind] += good
