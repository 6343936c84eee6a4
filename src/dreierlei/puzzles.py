"""Puzzles: positions in which exactly one move wins, proved.

They are in `data/puzzles.txt`, a line for each: its measured difficulty, the plies to the end with best play, and the
position. The program judges an attempt move by move and replies with the longest resistance; to a wrong move it shows
the reply that refutes it. `puzzle_making` finds them and measures their difficulty.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import groupby
from typing import TYPE_CHECKING, Literal, cast, get_args

from . import _core, data
from .declarations import game as find_game
from .errors import DreierleiError
from .positions import Position, position

if TYPE_CHECKING:
    from ._core import Move

FILE = "puzzles.txt"
GRADES = 5
"""A game's puzzles, from easy to hard, are divided into this many grades of equal size."""

Kind = Literal["rush", "streak"]
"""`rush`: as many as possible in `RUSH_SECONDS`. `streak`: harder and harder ones until the first mistake."""
KINDS: tuple[Kind, ...] = get_args(Kind)
State = Literal["open", "wrong", "solved"]
Wrong = Literal["over", "loses", "draws", "holds", "slower"]
RUSH_SECONDS = 180
MISTAKES: dict[Kind, int] = {"rush": 3, "streak": 1}
"""The number of mistakes that ends a series."""
SERIES = 60
"""The maximum number of puzzles in a series."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position whose player to move wins in `plies`, and by one move only."""

    difficulty: int
    """How often the computer's levels miss the first move, in per cent; each level has the same weight."""
    plies: int
    line: str
    """The position, as `dreierlei.position` reads it."""

    @classmethod
    def read(cls, written: str) -> Puzzle:
        """A puzzle from its line in the file."""
        difficulty, plies, line = written.split(" ", 2)
        return cls(int(difficulty), int(plies), line)

    @property
    def written(self) -> str:
        """The inverse of `read`."""
        return f"{self.difficulty} {self.plies} {self.line}"

    @property
    def id(self) -> str:
        """A short text that depends on the position alone."""
        return hashlib.sha256(self.line.encode()).hexdigest()[:12]

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.line.split(" ")[0].split(":")[0]


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why a move is wrong."""

    kind: Wrong
    """The game is over; the opponent now wins, draws, or at least does not lose soon; or the move wins, but later."""
    moves: tuple[str, ...]
    """The opponent's reply, and how it goes on where the end is near; none if the game is over."""
    plies: int | None
    """Plies to the end with best play, from the reply on, where somebody wins."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt at a puzzle: the moves that were tried, judged."""

    state: State
    """`open`: right so far, and the same player is to move again."""
    position: Position
    """After the last right move and its answer, or after the wrong move."""
    played: tuple[str, ...]
    """The moves that led there, answers included."""
    plies: int
    """Plies to the end with best play, where the attempt is not wrong."""
    refutation: Refutation | None = None
    """Why the last move is wrong, if it is."""


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles of the package, the easier ones of each game first."""
    return tuple(Puzzle.read(line) for line in data.text(FILE).splitlines() if line and not line.startswith("#"))


def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, easier ones first; raises `UnknownGame`."""
    return _by_game().get(find_game(game).id, ())


def grade(given: Puzzle) -> int | None:
    """From 1, the easiest of its game, to `GRADES`; None for a puzzle that is not in the package."""
    return _grades().get(given.id)


def puzzle(wanted: str) -> Puzzle:
    """The puzzle with an id; raises `DreierleiError` if there is none."""
    if (known := _by_id().get(wanted)) is None:
        raise DreierleiError("puzzle.unknown", puzzle=wanted)
    return known


def series(game: str, seed: float | str | None = None) -> tuple[Puzzle, ...]:
    """Some puzzles of a game at random, easier ones first; the same ones for the same seed; raises `UnknownGame`."""
    own = puzzles_of(game)
    chosen = random.Random(seed).sample(range(len(own)), min(SERIES, len(own)))
    return tuple(own[index] for index in sorted(chosen))


def own_puzzle(reached: Position) -> Puzzle:
    """A position of somebody's game as a puzzle, in which several moves may win.

    Raises `DreierleiError` unless it is quickly proved that the player to move wins soon enough.
    """
    alone = position(str(reached))  # without the moves that led there
    if (plies := _core.Puzzle.won_in(alone)) is None:
        raise DreierleiError("puzzle.no-win")
    return Puzzle(0, plies, str(alone))


@cache
def _by_game() -> dict[str, tuple[Puzzle, ...]]:
    return {game: tuple(own) for game, own in groupby(puzzles(), key=lambda puzzle: puzzle.game)}


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles()}


@cache
def _grades() -> dict[str, int]:
    return {
        puzzle.id: 1 + number * GRADES // len(own) for own in _by_game().values() for number, puzzle in enumerate(own)
    }


# --- judging ----------------------------------------------------------------------------------------------------------


def attempt(given: Puzzle, moves: Sequence[str]) -> Attempt:
    """Judges the moves that were tried, with the replies between them. Raises `MoveError` for an illegal one.

    The first move must be the one that wins; later ones may be any that still win within the plies that are left.
    """
    return _tried(given, moves)[1]


def solution(given: Puzzle, moves: Sequence[str] = ()) -> Move:
    """The winning move after those that have been tried and their replies, for a hint.

    Raises `MoveError` for an illegal move, and `DreierleiError` if the attempt is over or no win is found.
    """
    judge, tried = _tried(given, moves)
    if tried.state != "open":
        raise DreierleiError("puzzle.over")
    if (move := judge.solution()) is None:
        raise DreierleiError("puzzle.no-win")
    return move


def _tried(given: Puzzle, moves: Sequence[str]) -> tuple[_core.Puzzle, Attempt]:
    start = reached = position(given.line)
    judge = _core.Puzzle(start, given.plies)
    for text in moves:
        judge.attempt(reached.parse(text))
        reached = reduce(Position.play, judge.played, start)
        if judge.state != "open":
            break
    played = tuple(move.text for move in judge.played)
    refutation = None
    if judge.refutation is not None:
        kind, line, plies = judge.refutation
        refutation = Refutation(cast("Wrong", kind), tuple(move.text for move in line), None if plies < 0 else plies)
    return judge, Attempt(cast("State", judge.state), reached, played, judge.plies, refutation)
