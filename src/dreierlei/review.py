"""Reviewing a game: the value of each position, the moves that changed it, and the moments that decided the game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from ._core import Move, Stop
from .engine import Engine
from .model import WHITE, Side
from .positions import Position
from .solvers import Limits, solver

SECONDS = 0.3
"""How long each position is analysed, unless its value is known at once."""

_UNIT = 150.0
"""The estimate, in hundredths, at which a side is clearly ahead."""

_SLIP = 0.5
"""How much of a side's expectation a move must lose to be called a slip, where nothing is proved."""

Verdict = Literal["turned", "slip"]
"""`turned`: it is proved that the move changed who wins with best play. `slip`: the engine's estimate fell a lot."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The value of a position of a game."""

    position: Position
    ply: int
    """How many moves had been played."""
    known: bool
    """Whether the value is proved."""
    winner: Side | None
    """Who wins with best play, where it is known; None is a draw."""
    plies: int | None
    """Plies to the end of the game with best play, where they are known."""
    chance: float
    """From -1, Black wins, to 1, White wins: the proved value, or what an estimate suggests."""
    best: tuple[Move, ...]
    """The best line from here; empty when the game is over."""


def judge(
    position: Position,
    *,
    seconds: float | None = SECONDS,
    nodes: int | None = None,
    engine: Engine | None = None,
    stop: Stop | None = None,
) -> Judgement:
    """The value of a position, proved if that is possible within the limits."""
    ply = len(position.line)
    if (end := position.outcome()) is not None:
        return Judgement(position, ply, True, end.winner, 0, _sure(end.winner), ())
    solution = solver(position).solve(position, Limits(seconds, nodes, stop))
    if solution.known:
        return Judgement(position, ply, True, solution.winner, solution.plies, _sure(solution.winner), solution.line)
    analysis = (engine or Engine()).analyse(position, seconds=seconds, nodes=nodes, stop=stop)
    score, line = analysis.score, analysis.lines[0].moves
    if score.result is not None:
        winner = {"win": position.turn, "loss": position.turn.other, "draw": None}[score.result]
        return Judgement(position, ply, True, winner, score.plies if score.exact else None, _sure(winner), line)
    own = math.tanh((score.estimate or 0) / _UNIT)
    return Judgement(position, ply, False, None, None, own if position.turn is WHITE else -own, line)


def review(
    end: Position, *, seconds: float = SECONDS, engine: Engine | None = None, stop: Stop | None = None
) -> Iterator[Judgement]:
    """Judges every position of the line that led to `end`, from the last to the first: later values help earlier ones.

    Ends early when `stop` is set.
    """
    engine = engine or Engine()
    position: Position | None = end
    while position is not None and not (stop and stop.is_set()):
        yield judge(position, seconds=seconds, engine=engine, stop=stop)
        position = position.previous


def verdict(before: Judgement, after: Judgement) -> Verdict | None:
    """The verdict on the move between two positions; None if it was good enough."""
    sign = 1 if before.position.turn is WHITE else -1
    lost = sign * (before.chance - after.chance)
    if before.known and after.known:
        return "turned" if lost > 0 else None
    return "slip" if lost > _SLIP else None


def missed_win(before: Judgement, after: Judgement) -> bool:
    """Whether it is proved that the player of the move between two positions had a win, and gave it away."""
    return before.known and before.winner is before.position.turn and after.known and after.winner is not before.winner


# --- what to learn from a game ----------------------------------------------------------------------------------------

MOST_MOMENTS = 3
"""A person learns from the two or three moments that decided a game, not from a list of all errors."""

Reason = Literal[
    "missed-win", "allowed-win", "missed-force", "allowed-force", "takes-again", "takes", "won", "drawn", "slip"
]
"""Why a move was wrong, what is near and plain before what is far: the player could win at once; the opponent could;
a win could be forced, by the player or then by the opponent; it let the opponent take stones, or one; the game was won,
or drawn, before it; or it only seems to lose much."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that decided a game, or helped to, and what would have been better."""

    before: Judgement
    after: Judgement
    move: Move
    """What was played."""
    better: Move
    reason: Reason
    reply: Move | None
    """The opponent's best answer; None where the game was over."""

    @property
    def lost(self) -> float:
        """How much of the player's expectation the move lost, up to 2: from a certain win to a certain loss."""
        change = self.before.chance - self.after.chance
        return change if self.before.position.turn is WHITE else -change


def moments(course: Iterable[Judgement], most: int = MOST_MOMENTS) -> tuple[Moment, ...]:
    """The moves of a reviewed game that lost the most, at most so many, in the order of play."""
    found = []
    for before, after in pairwise(sorted(course, key=lambda each: each.ply)):
        move = after.position.last_move
        if move is None or not before.best or before.best[0] == move or verdict(before, after) is None:
            continue
        reply = after.best[0] if after.best else None
        found.append(Moment(before, after, move, before.best[0], _reason(before, after), reply))
    decisive = sorted(found, key=lambda moment: -moment.lost)[:most]
    return tuple(sorted(decisive, key=lambda moment: moment.after.ply))


def _reason(before: Judgement, after: Judgement) -> Reason:
    player = before.position.turn
    winning = before.known and before.winner is player
    losing = after.known and after.winner is player.other and bool(after.best)
    if winning and before.plies == 1:
        return "missed-win"
    if losing and after.plies == 1:
        return "allowed-win"
    if losing and after.plies is not None:
        return "allowed-force"
    if winning and before.plies is not None:
        return "missed-force"
    taken = _taken(after)
    if taken:
        return "takes-again" if taken > 1 else "takes"
    if winning:
        return "won"
    return "drawn" if before.known and after.known else "slip"


_AHEAD = 5
"""Plies of the best line in which stones that are taken count."""


def _taken(after: Judgement) -> int:
    """How often the player to move takes a stone within the next moves of the best line; 0 if not with the first."""
    position, count = after.position, 0
    for number, move in enumerate(after.best[:_AHEAD]):
        takes = any(step.kind == "take" for step in position.motion(move))
        if number == 0 and not takes:
            return 0
        count += takes and number % 2 == 0
        position = position.play(move)
    return count


def _sure(winner: Side | None) -> float:
    return 0.0 if winner is None else 1.0 if winner is WHITE else -1.0
