"""Games that the last placement wins: complete tables of a round, and matches for points."""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter

from ... import _core
from ..._core import Move
from ...errors import DreierleiError
from ...model import BLACK, WHITE, Side, Variant
from ...positions import Position
from ...rules import rules_of
from ..base import NO_LIMITS, Limits, MatchValue, Solution, Solver, best_first


class RoundsSolver(Solver):
    """Solves with tables of all positions of a round, which take a moment to compute."""

    complete = True
    in_core = True

    def solve(self, position: Position, limits: Limits = NO_LIMITS) -> Solution:
        """The value of a position; no limit is needed."""
        del limits
        started = perf_counter()
        rounds = _rounds(self.variant)
        win = rounds.win(position)
        winner = position.turn if win > 0 else position.turn.other
        return Solution(True, winner, abs(win), rounds.line(position), len(rounds), perf_counter() - started)

    def probe_moves(self, position: Position) -> tuple[tuple[Move, Solution], ...]:
        """The value of each placement, best first."""
        return best_first(((move, self.solve(position.play(move))) for move in position.moves()), position.turn)

    def round_points(self, position: Position, *, give_up: bool = True) -> int:
        """The points that the player to move scores in this round less the opponent's, both playing for the difference.

        The player who places last scores 1 for every piece on the tableau. With `give_up` players may end the round on
        their turn instead, and the opponent scores the pieces on the tableau; this is not possible before the first
        placement.
        """
        return _rounds(self.variant).difference(position, give_up)

    def match_value(
        self, position: Position, score: tuple[int, int] = (0, 0), *, to: int | None = None, give_up: bool = True
    ) -> MatchValue:
        """The value of a match at a position of a round, at a score of White and Black in this round.

        The model: the players begin rounds alternately, and the one who begins is White; every round is played on the
        same tableau; the first to reach `to` points wins the match, and nothing else counts. There is no chance and no
        draw, so one of them can force a win. Raises `DreierleiError` for a score that the match cannot have.
        """
        match = self._match(to, give_up, score)
        white, black = score
        won, moves = match.placements(_rounds(self.variant), position, white, black)
        placed = sum(stone != "." for stone in position.stones)
        resigns = give_up and placed > 0 and match.paid(white, black, position.turn is WHITE, placed)
        return MatchValue(position.turn if won else position.turn.other, moves, resigns and position.outcome() is None)

    def match_table(self, *, to: int | None = None, give_up: bool = True) -> tuple[tuple[Side, ...], ...]:
        """Who wins a match when a round begins: `table[w][b]` at w points of White, who begins it, and b of Black.

        Raises `DreierleiError` for a length that a match cannot have.
        """
        match = self._match(to, give_up)
        points = range(self.variant.game.match.length if to is None else to)
        return tuple(tuple(WHITE if match.begins(own, their) else BLACK for their in points) for own in points)

    def _match(self, to: int | None, give_up: bool, score: tuple[int, int] = (0, 0)) -> _core.MatchSolver:
        goal = self.variant.game.match.length if to is None else to
        if not 1 <= goal <= 1000:
            raise DreierleiError("solver.match-length", goal=goal)
        if not all(0 <= points < goal for points in score):
            raise DreierleiError("solver.match-score", goal=goal, most=goal - 1, white=score[0], black=score[1])
        return _match(self.variant, goal, give_up)


@lru_cache(maxsize=8)
def _rounds(variant: Variant) -> _core.Rounds:
    return _core.Rounds(rules_of(variant))


@lru_cache(maxsize=32)
def _match(variant: Variant, goal: int, give_up: bool) -> _core.MatchSolver:
    return _core.MatchSolver(_rounds(variant), goal, give_up)
