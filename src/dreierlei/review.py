"""Reviewing a game: the value of each position, the moves that changed it, and the moments that decided the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from . import _core
from ._core import MOST_MOMENTS, Move, Stop
from .engine import Engine
from .errors import expect
from .model import BLACK, WHITE, Side
from .positions import Position
from .solvers import Limits, solver

SECONDS = 0.3
"""How long each position is analysed, unless its value is known at once."""

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

    @property
    def _core(self) -> tuple[Position, int, bool, int, int, float, Sequence[Move]]:
        winner = -1 if self.winner is None else int(self.winner is BLACK)
        plies = -1 if self.plies is None else self.plies
        return self.position, self.ply, self.known, winner, plies, self.chance, self.best


def judge(
    position: Position,
    *,
    seconds: float | None = SECONDS,
    nodes: int | None = None,
    engine: Engine | None = None,
    stop: Stop | None = None,
) -> Judgement:
    """The value of a position, proved if that is possible within the limits.

    A limit of nodes uses neither a database nor stored values: the result is always the same.
    """
    ply = len(position.line)
    if (end := position.outcome()) is not None:
        return Judgement(position, ply, True, end.winner, 0, _sure(end.winner), ())
    exact = solver(position)
    solution = exact.solve(position, Limits(seconds, nodes, stop)) if nodes is None or exact.in_core else None
    if solution and solution.known:
        return Judgement(position, ply, True, solution.winner, solution.plies, _sure(solution.winner), solution.line)
    analysis = (engine or Engine()).analyse(position, seconds=seconds, nodes=nodes, stop=stop)
    score, line = analysis.score, analysis.lines[0].moves
    if score.result is not None:
        winner = {"win": position.turn, "loss": position.turn.other, "draw": None}[score.result]
        return Judgement(position, ply, True, winner, score.plies if score.exact else None, _sure(winner), line)
    chance = _core.estimated_chance(score.estimate or 0)
    return Judgement(position, ply, False, None, None, chance if position.turn is WHITE else -chance, line)


def review(
    end: Position,
    *,
    seconds: float | None = SECONDS,
    nodes: int | None = None,
    engine: Engine | None = None,
    stop: Stop | None = None,
) -> Iterator[Judgement]:
    """Judges every position of the line that led to `end`, from the last to the first: later values help earlier ones.

    Ends early when `stop` is set.
    """
    expect(end, Position, "type.position")
    engine = engine or Engine()
    position: Position | None = end
    while position is not None and not (stop and stop.is_set()):
        yield judge(position, seconds=seconds, nodes=nodes, engine=engine, stop=stop)
        position = position.previous


def verdict(before: Judgement, after: Judgement) -> Verdict | None:
    """The verdict on the move between two positions; None if it was good enough."""
    return cast("Verdict | None", _core.verdict(before._core, after._core) or None)


def missed_win(before: Judgement, after: Judgement, *, puzzle: bool = False) -> bool:
    """Whether it is proved that the player of the move between two positions had a win, and gave it away.

    With `puzzle`, only a win that is near enough for a puzzle counts.
    """
    return _core.missed_win(before._core, after._core, puzzle)


# --- what to learn from a game ----------------------------------------------------------------------------------------

Reason = Literal[
    "missed-win",
    "allowed-win",
    "takes-every-turn",
    "takes-to-and-fro",
    "allowed-force",
    "missed-force",
    "takes-again",
    "takes",
    "won",
    "drawn",
    "slip",
]
"""Why a move was wrong, the near and obvious first: the player could win at once; the opponent could; it
let one of the opponent's stones take others while it moves to and fro, on every turn or every second; a win could be
forced, by the opponent then or by the player; it let the opponent take stones, or one; the game was won, or drawn,
before it; or it lost much by estimate only."""


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
    """The moves of a reviewed game that lost the most, no more than `most`, in the order of play."""
    line = sorted(course, key=lambda judgement: judgement.ply)
    decisive = []
    for index, reason in _core.moments([judgement._core for judgement in line], most):
        before, after = line[index : index + 2]
        move = after.position.last_move
        assert move is not None  # it led from one to the other
        reply = after.best[0] if after.best else None
        decisive.append(Moment(before, after, move, before.best[0], cast("Reason", reason), reply))
    return tuple(decisive)


def _sure(winner: Side | None) -> float:
    return 0.0 if winner is None else 1.0 if winner is WHITE else -1.0
