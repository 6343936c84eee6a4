"""Opponents for everybody: ten levels that overlook less and less."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from . import data
from .book import suggest
from .declarations import game as find_game
from .engine import analyse
from .errors import DreierleiError, expect
from .positions import Position
from .search import near
from .solvers import Limits, MatchValue, Solution, solver

if TYPE_CHECKING:
    from ._core import Move, Stop
    from .match import Match
    from .model import Side
    from .search import Analysis


@dataclass(frozen=True, slots=True)
class Level:
    """How a player of some strength thinks: what the player sees at once, and how far ahead the rest is seen.

    People see what is near and forcing before what is far and quiet. On every turn chance decides how attentive the
    player is, which is the same for all moves: whether wins in one are seen, moves that allow one, double threats (wins
    in three plies), and moves that allow those. The chances depend on the level alone and are the same in every game.

    What is further away is overlooked by chance. Where exact values can be found quickly, chance decides for each move
    whether its value is seen: almost certainly if the end is much nearer than `sight`, hardly ever if it is much
    further away. A win that is seen is taken, a loss that is seen is avoided, and judgement decides among the rest.
    Elsewhere chance decides whether each move is noticed, those that look good at first glance more likely than
    others, and judgement decides among those.

    Judgement is a search of few positions. It prefers what looks better, the more clearly the lower the `temperature`.
    """

    number: int
    """From 1 to 10."""
    sight: float
    """In plies; infinite for a level that overlooks nothing."""
    seconds: float = 1.0
    """How long a level that overlooks nothing may think. The others count positions instead, and move sooner."""
    book: bool = True
    """Whether such a level plays the opening from the package's book, where there is one."""

    @property
    def overlooks(self) -> bool:
        """Whether it is less than the program's full strength."""
        return math.isfinite(self.sight)

    @property
    def near(self) -> tuple[float, ...]:
        """The probabilities of seeing wins in one ply, losses in two, wins in three and losses in four."""
        return _NEAR[min(max(self.number, 1), len(_NEAR)) - 1] if self.overlooks else (1.0,) * len(_NEAR[0])

    def sees(self, plies: int) -> float:
        """The probability of seeing a result that is `plies` plies ahead, beyond what is near."""
        return 1 / (1 + math.exp(min(700.0, (plies - self.sight) / _BLUR)))

    def share(self, moves: int) -> float:
        """The probability of noticing a middling one of `moves` moves."""
        notices = min(0.99, 0.12 + 0.055 * max(0.0, self.sight))
        return float(notices ** max(1.0, math.log(moves, 6)))

    def notices(self, place: int, moves: int) -> float:
        """The probability of noticing a move, by its place among `moves` moves at first glance, from 0."""
        return float(self.share(moves) ** (2 * place / (moves - 1)))

    @property
    def nodes(self) -> int:
        """The number of positions that its judgement searches."""
        return round(10 * math.pow(1.85, min(15.0, max(0.0, self.sight))))

    @property
    def temperature(self) -> float:
        """In hundredths of a unit, like estimates."""
        return max(2.0, 200 * 0.77 ** max(0.0, self.sight)) if self.overlooks else 3.0


_NEAR = (
    (0.50, 0.25, 0.05, 0.00),
    (0.80, 0.60, 0.15, 0.05),
    (0.94, 0.85, 0.35, 0.15),
    (0.985, 0.96, 0.60, 0.35),
    (0.995, 0.985, 0.80, 0.60),
    (0.998, 0.995, 0.92, 0.80),
    (1.0, 0.998, 0.97, 0.90),
    (1.0, 1.0, 0.99, 0.96),
    (1.0, 1.0, 1.0, 0.99),
)
"""What the levels below full strength see near at hand; see `Level.near`."""

_NEAR_NODES = 4000
"""The most positions in which near wins and losses are looked for."""

_BLUR = 0.5
"""The width of the range around a player's sight in which chance decides, in plies."""

_SIGHTS = (0.0, 1.5, 2.5, 3.5, 4.5, 6.0, 7.5, 9.0, 11.0)
"""How far the levels below full strength see in a game for which they have not been calibrated."""

LEVELS = (*(Level(number, sight) for number, sight in enumerate(_SIGHTS, 1)), Level(len(_SIGHTS) + 1, math.inf))
"""From a child's first opponent to full strength, for a game without calibration. `level` has them for each game."""

_OPENING = 8
"""The plies in which a strong level compares several moves, so that it does not play the same game twice."""

HINT_SECONDS = 1.0

_LINES = 4
"""Moves among which a level chooses."""

_TRUTH = (20, 1000)
"""The fewest and the most positions to search for the exact value of one move, which may then be overlooked."""


def level(game: str, number: int) -> Level:
    """A level as it was calibrated for a game; where the game has fewer levels, the highest that is not above `number`.

    Raises `DreierleiError` if there is no such level.
    """
    expect(number, int, "type.number")
    if not 1 <= number <= len(LEVELS):
        raise DreierleiError("level.unknown", level=number, most=len(LEVELS))
    declared = find_game(game)
    number = max(each for each in declared.levels if each <= max(number, declared.levels[0]))
    sights = dict(zip(declared.levels[:-1], _calibrated().get(declared.id, ()), strict=False))
    return Level(number, sights[number]) if number in sights else LEVELS[number - 1]


@cache
def _calibrated() -> dict[str, list[float]]:
    return {game: calibration["sights"] for game, calibration in data.load("levels.json").items()}


def choose(
    position: Position,
    player: int | Level = LEVELS[-1],
    seed: float | str | None = None,
    *,
    seconds: float | None = None,
    stop: Stop | None = None,
) -> Move:
    """A move for the player to move, as that level would find it.

    The same seed gives the same move, except where a level thinks by the clock; without one, games differ. `seconds`
    limits the thinking further. Raises `DreierleiError` when the game is over or there is no such level.
    """
    expect(position, Position, "type.position")
    player = player if isinstance(player, Level) else level(position.variant.game.id, player)
    if (end := position.outcome()) is not None:
        raise DreierleiError("level.over", result=end.result, reason=end.reason)
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


def hint(position: Position, stop: Stop | None = None) -> Move:
    """A good move for a person who asks for one; raises `DreierleiError` when the game is over."""
    return choose(position, seed=0, seconds=HINT_SECONDS, stop=stop)


def choose_in_match(
    match: Match,
    player: int | Level = LEVELS[-1],
    seed: float | str | None = None,
    *,
    seconds: float | None = None,
    stop: Stop | None = None,
) -> Move | None:
    """Like `choose`, for the player to move in a match; None if the player gives up the round.

    Where rounds can be given up, a player does so if that wins the match and no move does, and a level that overlooks
    things also has to see that the round is lost. Full strength plays moves that win the match.
    """
    position = match.position
    player = player if isinstance(player, Level) else level(position.variant.game.id, player)
    lot = random.Random(None if seed is None else f"{seed}/match")
    value = _match_value(match, player, lot) if match.rule.give_up and not match.game_over else None
    if value and value.give_up and not value.moves and position.last_move is not None:
        return None
    move = choose(position, player, seed, seconds=seconds, stop=stop)
    if value and value.moves and move not in value.moves and not player.overlooks:
        return lot.choice(value.moves)
    return move


def _match_value(match: Match, player: Level, lot: random.Random) -> MatchValue | None:
    """The value of the match, if the player thinks of it: one that overlooks things must see that the round is lost."""
    position = match.position
    if player.overlooks:
        solution = _known(position, Limits())
        if solution is None or solution.winner is position.turn or lot.random() >= player.sees(solution.plies or 0):
            return None
    score = int(match.score[match.white]), int(match.score[match.black])
    return solver(position).match_value(position, score, to=match.length)


DrawAnswer = Literal["drawn", "worse", "even", "better", "early"]
"""What the computer says to an offer of a draw: neither side wins with best play; it is worse off; a long game in which
neither side is ahead; it is better off; or it is too early."""

AGREED: frozenset[DrawAnswer] = frozenset({"drawn", "worse", "even"})
"""The answers that accept."""


def answer_draw(position: Position, side: Side, *, seconds: float = 1.0, stop: Stop | None = None) -> DrawAnswer:
    """What the computer, playing `side`, answers to an offer of a draw; the same at every level."""
    if (solution := _known(position, Limits(seconds / 2, stop=stop))) is not None:
        return "drawn" if solution.winner is None else "better" if solution.winner is side else "worse"
    score = analyse(position, seconds=seconds / 2, stop=stop).score
    value = score.value if position.turn is side else -score.value
    if score.result == "draw":
        return "drawn"
    if abs(value) > _AHEAD:
        return "better" if value > 0 else "worse"
    return "even" if len(position.line) >= _LONG else "early"


_AHEAD = 30
"""The estimate, in hundredths, from which a side is ahead."""

_LONG = 40
"""The plies after which an even game is long enough for a draw."""


# --- levels that overlook ---------------------------------------------------------------------------------------------


def _weak(
    position: Position, moves: list[Move], player: Level, lot: random.Random, seconds: float | None, stop: Stop | None
) -> Move:
    moves = _near(position, moves, player, lot)
    if len(moves) == 1:
        return moves[0]
    if solver(position).complete:
        rest = _unclear(position, moves, player, lot)
        if len(rest) == 1:
            return rest[0]
        return _draw(_looks(position, rest, stop), player.temperature, lot)
    looks = _looks(position, moves, stop)
    # The order of a glance is blurred like judgement: the first of these is chosen as `_draw` would choose it.
    ranked = sorted(moves, key=lambda move: player.temperature * math.log(lot.expovariate(1)) - looks[move])
    noticed = [move for place, move in enumerate(ranked) if lot.random() < player.notices(place, len(moves))]
    if len(noticed) == 1:
        return noticed[0]
    lines = min(_LINES, len(noticed))
    analysis = analyse(position, nodes=player.nodes, seconds=seconds, lines=lines, candidates=noticed, stop=stop)
    return _prefer(analysis, player.temperature, lot)


def _looks(position: Position, moves: list[Move], stop: Stop | None) -> dict[Move, int]:
    """How moves look at first glance, which sees no results."""
    analysis = analyse(position, depth=1, lines=len(moves), candidates=moves, stop=stop)
    return {line.move: line.score.estimate or 0 for line in analysis.lines}


def _near(position: Position, moves: list[Move], player: Level, lot: random.Random) -> list[Move]:
    """The moves that remain after a look at what is near; only one where the player sees a win."""
    attention = lot.random()
    seen = [plies for plies, chance in enumerate(player.near, 1) if attention < chance]
    if not seen:
        return moves
    ends = near(position, max(seen), _NEAR_NODES)
    return _choice({move: ends[move] if abs(ends[move]) in seen else 0 for move in moves})


def _choice(ends: dict[Move, int]) -> list[Move]:
    """The moves between which judgement decides, given the ends that a player sees: the quickest win or, if there is
    none, all that do not lose, or else the slowest loss."""
    if wins := [move for move, plies in ends.items() if plies > 0]:
        return [min(wins, key=lambda move: ends[move])]
    return [move for move, plies in ends.items() if plies == 0] or [min(ends, key=lambda move: ends[move])]


def _unclear(position: Position, moves: list[Move], player: Level, lot: random.Random) -> list[Move]:
    """The same for what is further away, by exact values."""
    ends: dict[Move, int] = {}
    limits = Limits(nodes=max(_TRUTH[0], min(player.nodes, _TRUTH[1])))
    for move in moves:
        luck = lot.random()
        # What ends sooner was seen at once or not: a value that would be overlooked even so near is not needed.
        after = _known(position.play(move), limits) if luck < player.sees(len(player.near) + 1) else None
        plies = 0 if after is None or after.winner is None or after.plies is None else after.plies + 1
        if after is None or plies <= len(player.near) or luck >= player.sees(plies):
            plies = 0
        ends[move] = plies if after is not None and after.winner is position.turn else -plies
    return _choice(ends)


def _prefer(analysis: Analysis, temperature: float, lot: random.Random) -> Move:
    """One of the lines at random, better ones more likely. A win that was seen is taken."""
    if analysis.score.result == "win":
        return analysis.best
    return _draw({line.move: line.score.value for line in analysis.lines}, temperature, lot)


def _draw(values: dict[Move, int], temperature: float, lot: random.Random) -> Move:
    best = max(values.values())
    return lot.choices(list(values), [math.exp((value - best) / temperature) for value in values.values()])[0]


# --- full strength ----------------------------------------------------------------------------------------------------


def _strong(position: Position, moves: list[Move], seconds: float, lot: random.Random, stop: Stop | None) -> Move:
    begun = perf_counter()
    if perfect := _perfect(position, moves, seconds / 2, lot, stop):
        return perfect
    analysis = analyse(
        position,
        seconds=max(0.01, seconds - (perf_counter() - begun)),
        lines=min(_LINES, len(moves)) if len(position.line) < _OPENING else 1,
        candidates=moves,
        stop=stop,
    )
    return _prefer(analysis, LEVELS[-1].temperature, lot)


def _perfect(
    position: Position, moves: list[Move], seconds: float, lot: random.Random, stop: Stop | None
) -> Move | None:
    """A move that keeps the position's exact value, if it is found in time; in the opening one of several at random."""
    begun = perf_counter()
    solution = _known(position, Limits(seconds, stop=stop))
    if solution is None or not solution.line:
        return None
    keepers = [solution.line[0]]
    if len(position.line) < _OPENING:
        for move in moves:
            if perf_counter() - begun > seconds:
                break
            after = _known(position.play(move), Limits(seconds / 8, stop=stop))
            plies = None if after is None or after.plies is None else after.plies + 1
            if after and after.winner is solution.winner and (solution.winner is None or plies == solution.plies):
                keepers.append(move)
    return lot.choice(keepers)


def _known(position: Position, limits: Limits) -> Solution | None:
    """The exact value, where the game's solver finds it within the limits."""
    solution = solver(position).solve(position, limits)
    return solution if solution.known else None
