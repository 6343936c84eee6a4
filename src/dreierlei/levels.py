"""Opponents for everybody: ten levels that overlook less and less."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Literal, cast, get_args

from . import _core, data
from .book import carried
from .declarations import game as find_game
from .engine import analyse, known_moves
from .errors import DreierleiError, expect
from .positions import Position
from .rules import declaration
from .solvers import Limits, Solution, solver

if TYPE_CHECKING:
    from ._core import Move, Stop
    from .match import Match
    from .model import Side, Variant
    from .search import KnownMove


Style = Literal["plain", "solid", "daring", "tricky"]
STYLES: tuple[Style, ...] = get_args(Style)
"""A solid player likes positions in which its own next move can spoil little, a daring one those in which the next
moves of both can spoil much, a tricky one those in which only the opponent's can."""


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
    style: Style = "plain"
    """What it prefers among moves that it might choose and that are equally good, so that its strength is the same."""

    @property
    def overlooks(self) -> bool:
        """Whether it plays below the program's full strength."""
        return math.isfinite(self.sight)

    @property
    def near(self) -> tuple[float, ...]:
        """The probabilities of seeing wins in one ply, losses in two, wins in three and losses in four."""
        return self._thinker.near

    def sees(self, plies: int) -> float:
        """The probability of seeing a result that is `plies` plies ahead, beyond what is near."""
        return self._thinker.sees(plies)

    def share(self, moves: int) -> float:
        """The probability of noticing a middling one of `moves` moves."""
        return self._thinker.share(moves)

    def notices(self, place: int, moves: int) -> float:
        """The probability of noticing a move, by its place among `moves` moves at first glance, from 0."""
        return self._thinker.notices(place, moves)

    @property
    def nodes(self) -> int:
        """The number of positions that its judgement searches."""
        return self._thinker.nodes

    @property
    def temperature(self) -> float:
        """In hundredths of a unit, like estimates."""
        return self._thinker.temperature

    @property
    def _thinker(self) -> _core.Level:
        """The player who moves: `cpp/levels.hpp`."""
        return _core.Level(self.number, self.sight, STYLES.index(self.style))


_SIGHTS = (0.0, 1.5, 2.5, 3.5, 4.5, 6.0, 7.5, 9.0, 11.0)
"""How far the levels below full strength see in a game for which they have not been calibrated."""

LEVELS = (*(Level(number, sight) for number, sight in enumerate(_SIGHTS, 1)), Level(len(_SIGHTS) + 1, math.inf))
"""From a child's first opponent to full strength, for a game without calibration. `level` has them for each game."""

HINT_SECONDS = 1.0


def level(game: str, number: int, style: Style = "plain") -> Level:
    """A level as it was calibrated for a game; where the game has fewer levels, the highest that is not above `number`.

    Raises `DreierleiError` if there is no such level or style.
    """
    expect(number, int, "type.number")
    if style not in STYLES:
        raise DreierleiError("level.style", style=style, expected=STYLES)
    if not 1 <= number <= len(LEVELS):
        raise DreierleiError("level.unknown", level=number, most=len(LEVELS))
    declared = find_game(game)
    number = max(lower for lower in declared.levels if lower <= max(number, declared.levels[0]))
    sights = dict(zip(declared.levels[:-1], _calibrated().get(declared.id, ()), strict=False))
    selected = Level(number, sights[number]) if number in sights else LEVELS[number - 1]
    return replace(selected, style=style)


@cache
def _calibrated() -> dict[str, list[float]]:
    return {game: calibration["sights"] for game, calibration in data.load("levels.json").items()}


def declared(variant: Variant) -> str | None:
    """The declaration of a variant for a core without Python, with the game's levels: a line with the number and sight
    of each. A line `tables` says that there is a module with tables; a line `threads` that there is a module for
    searches in several threads, as only a search can decide what no solver of the core does. None where the rules are
    in Python.
    """
    rules = declaration(variant)
    if rules is None:
        return None
    players = (level(variant.game.id, number) for number in variant.game.levels)
    tables = f"tables\t{variant.tables.family}\n" if solver(variant).tables_in_core else ""
    threads = "" if solver(variant).in_core else f"threads\t{variant.tables.family}\n"
    return rules + tables + threads + "".join(f"level\t{player.number}\t{player.sight}\n" for player in players)


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
    move = _choose(position, player, seed, seconds, stop, None, 0)
    assert move is not None  # there is nothing to give up
    assert move != "swap"
    return move


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
) -> Move | Literal["swap"] | None:
    """Like `choose`, for the player to move in a match; None if the player gives up the round, "swap" to swap sides.

    Where rounds can be given up, a player does so if that wins the match and no move does, and a level that overlooks
    things also has to see that the round is lost. Full strength plays moves that win the match.

    Where players may swap sides, the player who opens the game chooses moves after which neither side looks better, and
    the other swaps if the opponent's side looks better.
    """
    rounds = match.rule.give_up and not match.game_over
    score = (int(match.score[match.white]), int(match.score[match.black]), match.length) if rounds else None
    return _choose(match.position, player, seed, seconds, stop, score, 0 if match.swapped else match.swap_rule)


def _choose(
    position: Position,
    player: int | Level,
    seed: float | str | None,
    seconds: float | None,
    stop: Stop | None,
    match: tuple[int, int, int] | None,
    swap: int,
) -> Move | Literal["swap"] | None:
    expect(position, Position, "type.position")
    player = player if isinstance(player, Level) else level(position.variant.game.id, player)
    if (end := position.outcome()) is not None:
        raise DreierleiError("level.over", result=end.result, reason=end.reason)
    text = str(random.getrandbits(64) if seed is None else seed)
    exact = solver(position)
    known: list[KnownMove] = []
    endings = book = None
    if not player.overlooks:
        opening = carried(position.variant) if player.book else None
        book = opening.core if opening else None
        seconds = min(player.seconds, seconds or player.seconds)
        if not exact.in_core:
            known, endings = known_moves(position), exact.endings(position)
    move, _ = _core.choose(
        position, player._thinker, text, known, seconds, stop, exact.graph, endings, match, book, swap
    )
    return move


DrawAnswer = Literal["drawn", "worse", "even", "better", "early"]
"""The computer's answer to a draw offer: neither side wins with best play; it is worse off; a long game in which
neither side is ahead; it is better off; or it is too early."""

AGREED: frozenset[DrawAnswer] = frozenset({"drawn", "worse", "even"})
"""The answers that accept."""


def answer_draw(position: Position, side: Side, *, seconds: float = 1.0, stop: Stop | None = None) -> DrawAnswer:
    """The answer of the computer, playing `side`, to a draw offer; the same at every level."""
    if (solution := _known(position, Limits(seconds / 2, stop=stop))) is not None:
        proved, value = True, 0 if solution.winner is None else 1 if solution.winner is side else -1
    else:
        score = analyse(position, seconds=seconds / 2, stop=stop).score
        proved, value = score.result == "draw", score.value if position.turn is side else -score.value
    return cast("DrawAnswer", _core.draw_answer(proved, value, len(position.line)))


def _known(position: Position, limits: Limits) -> Solution | None:
    """The exact value, where the game's solver finds it within the limits."""
    solution = solver(position).solve(position, limits)
    return solution if solution.known else None
