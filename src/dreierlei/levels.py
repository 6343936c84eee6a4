"""Opponents for everybody: ten levels that overlook less and less."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING

from .book import suggest
from .engine import Analysis, analyse
from .errors import DreierleiError
from .solution import Solution
from .solve import solver

if TYPE_CHECKING:
    from ._core import Move, Stop
    from .position import Position


@dataclass(frozen=True, slots=True)
class Level:
    """How a player of some strength thinks: all of it follows from one number, how many plies ahead he sees.

    Weak players do not only look less far: they overlook. Where exact values can be found quickly, what a move leads to
    is seen or not by lot, anew for each move and on every turn: surely if the end is much nearer than `sight`, hardly
    ever if it is much further. A win that is seen is taken, a loss that is seen is avoided, and among the rest
    judgement decides. Elsewhere each move is noticed or not by lot, and judgement decides among those.

    Judgement is a search of few positions. It prefers what looks better, the more clearly the lower the `temperature`.
    """

    number: int
    sight: float
    """In plies; infinite for a level that overlooks nothing."""
    seconds: float = 1.0
    """How long a level that overlooks nothing may think. The others count positions instead, and answer sooner."""
    book: bool = True
    """Whether such a level plays the opening from the package's book, where there is one."""

    @property
    def overlooks(self) -> bool:
        """Whether it is less than the program's full strength."""
        return math.isfinite(self.sight)

    def sees(self, plies: int) -> float:
        """The probability of seeing a result so many plies ahead."""
        return 1 / (1 + math.exp(min(700.0, (plies - self.sight) / _BLUR)))

    def share(self, moves: int) -> float:
        """The probability of noticing each of so many moves."""
        notices = min(0.99, 0.12 + 0.055 * max(0.0, self.sight))
        return float(notices ** max(1.0, math.log(moves, 6)))

    @property
    def nodes(self) -> int:
        """Positions that its judgement looks at."""
        return round(10 * math.pow(1.85, min(15.0, max(0.0, self.sight))))

    @property
    def temperature(self) -> float:
        """In hundredths of a unit, like estimates."""
        return max(2.0, 200 * 0.77 ** max(0.0, self.sight)) if self.overlooks else 3.0


_BLUR = 0.5
"""Plies around a player's sight within which it is uncertain what he sees."""

_SIGHTS = (0.0, 1.5, 2.5, 3.5, 4.5, 6.0, 7.5, 9.0, 11.0)
"""How far the levels below full strength see in a game that nobody has calibrated them for."""

LEVELS = (*(Level(number, sight) for number, sight in enumerate(_SIGHTS, 1)), Level(len(_SIGHTS) + 1, math.inf))
"""From a child's first opponent to full strength, for a game without calibration. `level` has them for each game."""

_OPENING = 8
"""Plies in which a strong level compares several moves, so that it does not play the same game twice."""

_LINES = 4
"""Moves among which a level chooses."""

_TRUTH = (20, 1000)
"""The fewest and the most positions that are looked at to find the exact value of one move, to see or to overlook."""


def level(game: str, number: int) -> Level:
    """A level as it was calibrated for a game. Raises `DreierleiError` if there is no such level."""
    if not 1 <= number <= len(LEVELS):
        raise DreierleiError(f"There is no level {number}: expected 1 to {len(LEVELS)}.")
    sights = _calibrated().get(game)
    return Level(number, sights[number - 1]) if sights and number < len(LEVELS) else LEVELS[number - 1]


@cache
def _calibrated() -> dict[str, list[float]]:
    import json
    from importlib import resources

    file = resources.files(__package__).joinpath("data", "levels.json")
    return {game: found["sights"] for game, found in json.loads(file.read_text("utf-8")).items()}


def choose(
    position: Position,
    player: int | Level = LEVELS[-1],
    seed: float | str | None = None,
    *,
    seconds: float | None = None,
    stop: Stop | None = None,
) -> Move:
    """A move for the player to move, as that level would find it.

    With the same seed the same move, except where a level thinks by the clock; without one, games differ. `seconds`
    limits the thinking further. Raises `DreierleiError` when the game is over or there is no such level.
    """
    player = player if isinstance(player, Level) else level(position.variant.game.id, player)
    if (end := position.outcome()) is not None:
        raise DreierleiError(f"The game is over ({end.result}, {end.reason}): there is no move to choose.")
    lot = random.Random(seed)
    moves = list(position.moves())
    lot.shuffle(moves)
    if len(moves) == 1:
        return moves[0]
    if player.overlooks:
        return _weak(position, moves, player, lot, seconds, stop)
    if player.book and (move := suggest(position, lot)):
        return move
    return _strong(position, moves, min(player.seconds, seconds or player.seconds), lot, stop)


# --- levels that overlook ---------------------------------------------------------------------------------------------


def _weak(
    position: Position, moves: list[Move], player: Level, lot: random.Random, seconds: float | None, stop: Stop | None
) -> Move:
    if getattr(solver(position), "COMPLETE", False):
        rest = _unclear(position, moves, player, lot)
        if len(rest) == 1:
            return rest[0]
        # Results are not for judgement to see: only how moves look.
        looks = analyse(position, depth=1, lines=len(rest), candidates=rest, stop=stop)
        return _draw({line.move: line.score.estimate or 0 for line in looks.lines}, player.temperature, lot)
    share = player.share(len(moves))
    noticed = [move for move in moves if lot.random() < share] or moves[:1]
    if len(noticed) == 1:
        return noticed[0]
    lines = min(_LINES, len(noticed))
    found = analyse(position, nodes=player.nodes, seconds=seconds, lines=lines, candidates=noticed, stop=stop)
    return _prefer(found, player.temperature, lot)


def _unclear(position: Position, moves: list[Move], player: Level, lot: random.Random) -> list[Move]:
    """The moves between which judgement decides, given what the player sees of their exact values: the quickest win or,
    if there is none, all that do not lose, or else the slowest loss."""
    wins: list[tuple[int, Move]] = []
    losses: list[tuple[int, Move]] = []
    rest: list[Move] = []
    nodes = max(_TRUTH[0], min(player.nodes, _TRUTH[1]))
    for move in moves:
        luck = lot.random()
        # Nothing ends in less than one ply: what is overlooked even then need not be found out.
        found = _truth(position.play(move), nodes=nodes) if luck < player.sees(1) else None
        if found is None or found.winner is None or found.plies is None or luck >= player.sees(found.plies + 1):
            rest.append(move)
        else:
            (wins if found.winner is position.turn else losses).append((found.plies, move))
    if wins:
        return [min(wins, key=lambda win: win[0])[1]]
    return rest or [max(losses, key=lambda loss: loss[0])[1]]


def _prefer(found: Analysis, temperature: float, lot: random.Random) -> Move:
    """One of the lines by lot, better ones more likely. A win that was seen is taken."""
    if found.score.result == "win":
        return found.best
    return _draw({line.move: line.score.value for line in found.lines}, temperature, lot)


def _draw(values: dict[Move, int], temperature: float, lot: random.Random) -> Move:
    best = max(values.values())
    return lot.choices(list(values), [math.exp((value - best) / temperature) for value in values.values()])[0]


# --- full strength ----------------------------------------------------------------------------------------------------


def _strong(position: Position, moves: list[Move], seconds: float, lot: random.Random, stop: Stop | None) -> Move:
    begun = perf_counter()
    if known := _perfect(position, moves, seconds / 2, lot, stop):
        return known
    found = analyse(
        position,
        seconds=max(0.01, seconds - (perf_counter() - begun)),
        lines=min(_LINES, len(moves)) if len(position.line) < _OPENING else 1,
        candidates=moves,
        stop=stop,
    )
    return _prefer(found, LEVELS[-1].temperature, lot)


def _perfect(
    position: Position, moves: list[Move], seconds: float, lot: random.Random, stop: Stop | None
) -> Move | None:
    """A move that keeps the position's exact value, if that is found in time; in the opening any of several by lot."""
    begun = perf_counter()
    found = _truth(position, seconds=seconds, stop=stop)
    if found is None or not found.line:
        return None
    keepers = [found.line[0]]
    if len(position.line) < _OPENING:
        for move in moves:
            if perf_counter() - begun > seconds:
                break
            after = _truth(position.play(move), seconds=seconds / 8, stop=stop)
            if after and after.winner is found.winner and (found.winner is None or _next(after.plies) == found.plies):
                keepers.append(move)
    return lot.choice(keepers)


def _truth(
    position: Position, *, seconds: float | None = None, nodes: int | None = None, stop: Stop | None = None
) -> Solution | None:
    """The exact value, where the rules have a way of solving and it answers within the limit."""
    if (end := position.outcome()) is not None:
        return Solution(known=True, winner=end.winner, plies=0, line=(), nodes=0, seconds=0.0)
    module = solver(position)
    if module is None:
        return None
    found: Solution = module.solve(position, seconds=seconds, nodes=nodes, stop=stop)
    return found if found.known else None


def _next(plies: int | None) -> int | None:
    return None if plies is None else plies + 1
