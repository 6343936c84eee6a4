"""Reviewing a game: the value of each position, and the moves that changed it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
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


def _sure(winner: Side | None) -> float:
    return 0.0 if winner is None else 1.0 if winner is WHITE else -1.0
