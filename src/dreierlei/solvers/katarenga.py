"""Exact values of the games on Katarenga tableaus: of positions, of rounds for points, of whole matches."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING

from .. import _core
from ..errors import DreierleiError
from ..games import variant as find_variant
from ..games._katarenga import _fair_codes
from ..model import BLACK, SIDES, WHITE, Side, Variant
from ..position import Position, _rules
from ..solution import Solution, best_first

if TYPE_CHECKING:
    from collections.abc import Callable

    from .._core import Move, Stop

FAMILY = "katarenga"
COMPLETE = True
"""Whether a position that is not known within a limit is not worth another kind of search."""
HORIZON = 5
"""How many plies ahead a forced win is looked for where a game can go on for ever and no limit is given."""
FAR = 99
"""The same where a limit is given, which will be reached before."""


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
) -> Solution:
    """The value of a position, exactly, or `known=False` when `seconds` or `nodes` run out or `stop` is set.

    Where play goes on when all pieces stand, a value is known only if somebody can force a win: by the end of the
    placing, or within `HORIZON` plies, or within as many as the limit allows.
    """
    _expect(position)
    if (seconds is not None and not seconds >= 0) or (nodes is not None and nodes < 0):
        raise DreierleiError("The limits in seconds and nodes must be 0 or more.")
    if not position.variant.tables.tables["threes"]:
        return _solve_round(position)
    limited = seconds is not None or nodes is not None or stop is not None
    known, winner, plies, line, spent, elapsed = _core.threes_solve(
        position, seconds, nodes, stop, FAR if limited else HORIZON
    )
    return Solution(known, SIDES[winner] if winner >= 0 else None, plies if known else None, line, spent, elapsed)


def values(position: Position) -> dict[Move, Solution]:
    """The value after each legal placement, where a three wins: all of them exact, without lines.

    Where play goes on when all pieces stand, what the placing does not decide is not known.
    """
    _expect(position)
    tables = position.variant.tables
    if not tables.tables["threes"]:
        raise DreierleiError("Values of placements are for games that a three wins.")
    total = 2 * tables.numbers["pieces"]
    placed = sum(stone != "." for stone in position.stones) + 1
    found = {}
    for move, score in _core.threes_placements(position):
        winner = None if score == 0 else position.turn if score > 0 else position.turn.other
        plies = total + 1 - abs(score) - placed if score else total - placed
        known = score != 0 or not tables.numbers["weiter"]
        found[move] = Solution(known, winner, plies if known else None, (), 0, 0.0)
    return found


def at_hand(position: Position) -> tuple[tuple[Move, Solution], ...]:
    """The value of each placement, best first, where the last placement wins: there are tables of all positions."""
    _expect(position)
    if position.variant.tables.tables["threes"]:
        return ()
    return best_first(((move, _solve_round(position.play(move))) for move in position.moves()), position.turn)


# --- rounds and matches in which the last placement scores ------------------------------------------------------------


def round_points(position: Position, *, give_up: bool = True) -> int:
    """The points that the player to move scores in this round less the opponent's, both playing for the difference.

    Who places last scores 1 for every piece on the tableau. With `give_up` a player may end the round on his turn
    instead, and the opponent scores the pieces that stand there then; the first placement cannot be skipped that way.
    """
    return _rounds(_round_variant(position)).difference(position, give_up)


@dataclass(frozen=True, slots=True)
class MatchValue:
    """Who wins a match with best play, and how the player to move does it."""

    winner: Side
    """As the players are called in the present round."""
    moves: tuple[Move, ...]
    """The placements with which the player to move wins; none if he loses."""
    give_up: bool
    """Whether he wins by giving up the round."""


def match_value(
    position: Position, score: tuple[int, int] = (0, 0), *, to: int | None = None, give_up: bool = True
) -> MatchValue:
    """The value of a match at a position of a round, at a score of White and Black in this round.

    The model: the players take turns in beginning a round, and who begins is White in it; every round is played on the
    same tableau; who first has `to` points (by default the game's own number) wins the match, and nothing else counts.
    There is no chance and no draw, so one of them can force it.
    """
    variant = _round_variant(position)
    goal = variant.game.match.length if to is None else to
    _check_score(score, goal)
    match = _match(variant, goal, give_up)
    white, black = score
    won, moves = match.placements(_rounds(variant), position, white, black)
    placed = sum(stone != "." for stone in position.stones)
    resigns = give_up and placed > 0 and match.paid(white, black, position.turn is WHITE, placed)
    return MatchValue(position.turn if won else position.turn.other, moves, resigns and position.outcome() is None)


def match_table(variant: Variant, *, to: int | None = None, give_up: bool = True) -> tuple[tuple[Side, ...], ...]:
    """Who wins a match when a round begins: `table[w][b]` at w points of White, who begins it, and b of Black."""
    if variant.tables.family != FAMILY or variant.tables.tables["threes"]:
        raise DreierleiError(f"{variant.game.id} has no rounds that the last placement wins.")
    goal = variant.game.match.length if to is None else to
    _check_score((0, 0), goal)
    match = _match(variant, goal, give_up)
    return tuple(tuple(WHITE if match.begins(own, their) else BLACK for their in range(goal)) for own in range(goal))


def _solve_round(position: Position) -> Solution:
    begun = perf_counter()
    rounds = _rounds(position.variant)
    win = rounds.win(position)
    line = rounds.line(position)
    winner = position.turn if win > 0 else position.turn.other
    return Solution(True, winner, abs(win), line, len(rounds), perf_counter() - begun)


def _expect(position: Position) -> None:
    if position.variant.tables.family != FAMILY:
        raise DreierleiError(f"This solver is for games on Katarenga tableaus, not for {position.variant.game.id}.")


def _round_variant(position: Position) -> Variant:
    _expect(position)
    if position.variant.tables.tables["threes"]:
        raise DreierleiError(f"{position.variant.game.id} has no rounds that the last placement wins.")
    return position.variant


def _check_score(score: tuple[int, int], goal: int) -> None:
    if not 1 <= goal <= 1000:
        raise DreierleiError(f"A match goes to 1 to 1000 points, not to {goal}.")
    if not all(0 <= points < goal for points in score):
        raise DreierleiError(f"A score in a match to {goal} is from 0 to {goal - 1}, not {score[0]}:{score[1]}.")


@lru_cache(maxsize=8)
def _rounds(variant: Variant) -> _core.Rounds:
    return _core.Rounds(_rules(variant))


@lru_cache(maxsize=32)
def _match(variant: Variant, goal: int, give_up: bool) -> _core.MatchSolver:
    return _core.MatchSolver(_rounds(variant), goal, give_up)


def stores(variant: Variant) -> bool:
    """Whether there are stored values for `check` to look at: the census. Where there are tables, nothing is stored."""
    return bool(variant.tables.tables["threes"])


def check(variant: Variant, *, sample: int | None, progress: Callable[[str], None] | None = None) -> int:
    """Checks the census by solving boards again, so that about `sample` first placements are seen, None for all.

    The list of fair boards must be the one that follows from the census. Returns how many placements it looked at;
    raises `DreierleiError` at the first that is wrong.
    """
    from ..census import best_boards, census

    if not stores(variant):
        raise DreierleiError(f"{variant.game.id} has no stored values: its tables are made when they are needed.")
    fair = _fair_codes()
    if fair != tuple(board.code for board in best_boards(len(fair))):
        raise DreierleiError("The stored list of fair boards is not the one that follows from the census.")
    boards = list(census())
    chosen = boards if sample is None else random.sample(boards, min(len(boards), max(1, sample // 64)))
    looked_at = 0
    for done, board in enumerate(chosen):
        if progress:
            progress(f"{board.code}, {done} of {len(chosen)} boards checked")
        start = Position(find_variant(variant.game.id, {"board": board.code}))
        names = [place.name for place in start.variant.layout.places]
        for move, found in values(start).items():
            stored = board.first(names.index(move.text))
            looked_at += 1
            if stored is None or (stored.winner, stored.pieces - 1) != (found.winner, found.plies):
                raise DreierleiError(f"The stored value of {move} on {board.code} is wrong: {found.winner} wins.")
    return looked_at
