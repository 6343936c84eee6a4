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
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Literal, get_args

from . import data
from ._core import LONGEST_PUZZLE
from .declarations import game as find_game
from .engine import analyse
from .errors import DreierleiError
from .positions import Position, position
from .solvers import solve, solver

if TYPE_CHECKING:
    from datetime import date

    from ._core import Move

FILE = "puzzles.txt"
GRADES = 5
"""A game's puzzles, from easy to hard, are cut into so many grades of equal size."""
LONGEST = LONGEST_PUZZLE
"""The most plies of a puzzle from somebody's own game."""
PROOF = 500_000
"""How many positions a proof may take while somebody waits."""

Kind = Literal["rush", "streak"]
"""`rush`: as many as possible in `RUSH_SECONDS`. `streak`: harder and harder ones until the first mistake."""
KINDS: tuple[Kind, ...] = get_args(Kind)
RUSH_SECONDS = 180
MISTAKES: dict[Kind, int] = {"rush": 3, "streak": 1}
"""The mistake that ends a series."""
SERIES = 60
"""The puzzles of a series, at most."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position whose player to move wins in `plies`, and by one move only."""

    difficulty: int
    """How many tries of the computer's levels miss the first move, per cent; each level has the same weight."""
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

    kind: Literal["over", "loses", "draws", "holds", "slower"]
    """The game is over; the opponent now wins, draws, or is at least not soon lost; or the move wins, but later."""
    moves: tuple[str, ...]
    """The opponent's reply, and how it goes on where the end is near; none if the game is over."""
    plies: int | None
    """Plies to the end with best play, from the reply on, where somebody wins."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt at a puzzle: the moves that were tried, judged."""

    state: Literal["open", "wrong", "solved"]
    """`open`: right so far, and the same player is to move again."""
    position: Position
    """After the last move that was right and its answer; after a wrong one, after that."""
    played: tuple[str, ...]
    """The moves that led there, answers included."""
    plies: int
    """Plies to the end with best play, where the attempt is not wrong."""
    refutation: Refutation | None = None
    """Why the last move is wrong, if it is."""


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All of them, easier ones of each game first."""
    return tuple(Puzzle.read(line) for line in data.text(FILE).splitlines() if line and not line.startswith("#"))


def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Those of a game, easier ones first; raises `UnknownGame`."""
    return _by_game().get(find_game(game).id, ())


def grade(given: Puzzle) -> int | None:
    """From 1, the easiest of its game, to `GRADES`; None for a puzzle that is not one of the package."""
    return _grades().get(given.id)


def puzzle_of(day: date) -> Puzzle | None:
    """The puzzle of a day: the games in turn, and of each game one after the other. None if there are no puzzles."""
    by_game = list(_by_game().values())
    if not by_game:
        return None
    turn, place = divmod(day.toordinal(), len(by_game))
    # Their ids have nothing to do with their difficulty.
    mixed = sorted(by_game[place], key=lambda each: each.id)
    return mixed[turn % len(mixed)]


def puzzle(wanted: str) -> Puzzle:
    """The puzzle of an id; raises `DreierleiError`."""
    if (found := _by_id().get(wanted)) is None:
        raise DreierleiError("puzzle.unknown", puzzle=wanted)
    return found


def series(game: str, seed: float | str | None = None) -> tuple[Puzzle, ...]:
    """Some puzzles of a game at random, easier ones first; the same ones for the same seed."""
    own = puzzles_of(game)
    chosen = random.Random(seed).sample(range(len(own)), min(SERIES, len(own)))
    return tuple(own[index] for index in sorted(chosen))


def own_puzzle(reached: Position) -> Puzzle:
    """A position of somebody's game as a puzzle, in which several moves may win.

    Raises `DreierleiError` unless it is soon proved that the player to move wins, and not too late.
    """
    if reached.outcome() is None:
        line = str(position(str(reached)))
        value = solve(position(line), nodes=PROOF)
        if value.winner is reached.turn and value.plies is not None and value.plies <= LONGEST:
            return Puzzle(0, value.plies, line)
    raise DreierleiError("puzzle.no-win")


@cache
def _by_game() -> dict[str, tuple[Puzzle, ...]]:
    return {game: tuple(own) for game, own in groupby(puzzles(), key=lambda each: each.game)}


@cache
def _by_id() -> dict[str, Puzzle]:
    return {each.id: each for each in puzzles()}


@cache
def _grades() -> dict[str, int]:
    return {each.id: 1 + number * GRADES // len(own) for own in _by_game().values() for number, each in enumerate(own)}


# --- judging ----------------------------------------------------------------------------------------------------------


def attempt(given: Puzzle, moves: Sequence[str]) -> Attempt:
    """Judges the moves that were tried, with the replies between them. Raises `MoveError` for an illegal one.

    The first move must be the one that wins; later ones may be any that still win within the plies that are left.
    """
    reached = position(given.line)
    left = given.plies
    played: list[str] = []
    for text in moves:
        move = reached.parse(text)
        reached = reached.play(move)
        played.append(move.text)
        left -= 1
        rest = _loses_in(reached, left)
        if rest is None:
            return Attempt("wrong", reached, tuple(played), left, refute(reached))
        left = rest
        if reached.outcome() is not None:
            return Attempt("solved", reached, tuple(played), 0)
        reply = _resistance(reached, left)
        reached = reached.play(reply)
        played.append(reply.text)
        left -= 1
    return Attempt("open", reached, tuple(played), left)


def refute(after: Position) -> Refutation:
    """The best reply to a wrong move, and what it leads to."""
    if after.outcome() is not None:
        return Refutation("over", (), None)
    value = solve(after, nodes=PROOF)
    reply = value.line[0] if value.line else analyse(after, nodes=PROOF).best
    if not value.known:
        return Refutation("holds", (reply.text,), None)
    if value.winner is after.turn:
        near = value.plies is not None and value.plies <= 3
        return Refutation("loses", tuple(move.text for move in value.line) if near else (reply.text,), value.plies)
    return Refutation("draws" if value.winner is None else "slower", (reply.text,), value.plies)


def solution(given: Puzzle, moves: Sequence[str] = ()) -> Move:
    """The winning move after those that have been tried and their replies, for a hint."""
    so_far = attempt(given, moves)
    if so_far.state != "open":
        raise DreierleiError("puzzle.over")
    if solver(so_far.position).complete:
        return solve(so_far.position).line[0]
    if not (wins := _wins(so_far.position, so_far.plies)):
        raise DreierleiError("puzzle.no-win")
    return next(iter(wins))


def _loses_in(reached: Position, most: int) -> int | None:
    """In how many plies the player to move loses, if it is proved that it is within `most`."""
    if (end := reached.outcome()) is not None:
        return 0 if end.winner is reached.turn.other else None
    if solver(reached).complete:
        solution = solve(reached, nodes=PROOF)
        lost = solution.winner is reached.turn.other and solution.plies is not None and solution.plies <= most
        return solution.plies if lost else None
    if most < 1:
        return None
    score = analyse(reached, depth=most, nodes=PROOF).score
    return score.plies if score.result == "loss" and score.plies is not None and score.plies <= most else None


def _resistance(reached: Position, left: int) -> Move:
    return solve(reached).line[0] if solver(reached).complete else analyse(reached, depth=left).best


def _wins(reached: Position, most: int) -> dict[Move, int]:
    """The moves that win within `most` plies, and in how many; the quickest first."""
    wins = {move: 1 + rest for move in reached.moves() if (rest := _loses_in(reached.play(move), most - 1)) is not None}
    return dict(sorted(wins.items(), key=lambda item: item[1]))
