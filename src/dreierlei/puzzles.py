"""Puzzles: positions in which exactly one move wins, proved.

They are in `data/puzzles.txt`, a line for each: the plies to the end with best play, and the position. The program
judges an attempt move by move and replies with the longest resistance.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from . import data
from .declarations import game as find_game
from .declarations import games
from .engine import analyse
from .errors import DreierleiError
from .levels import choose
from .positions import Position, position, start
from .solvers import solve, solver, values
from .version import VERSION
from .work import Journal

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from datetime import date
    from pathlib import Path

    from ._core import Move

FILE = "puzzles.txt"
FEWEST, MOST = 3, 9
"""The plies of a puzzle's solution: one ply is too easy, and more are too hard."""
MOST_SEARCHED = 5
"""The same where a search must prove them."""
SECONDS = 1.0
"""How long a value may take when puzzles are made; harder positions are skipped."""
COURSES = 12
"""The games to play for each puzzle, at most."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position whose player to move wins in `plies`, and by one move only."""

    plies: int
    line: str
    """The position, as `dreierlei.position` reads it."""

    @property
    def id(self) -> str:
        """A short text that depends on the position alone."""
        return hashlib.sha256(self.line.encode()).hexdigest()[:12]

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.line.split(" ")[0].split(":")[0]


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


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All of them, easier ones of each game first."""
    lines = (line.split(" ", 1) for line in data.text(FILE).splitlines() if line and not line.startswith("#"))
    return tuple(Puzzle(int(plies), rest) for plies, rest in lines)


def puzzle_of(day: date) -> Puzzle | None:
    """The puzzle of a day: the games in turn, and of each game one after the other. None if there are no puzzles."""
    by_game: dict[str, list[Puzzle]] = {}
    for each in puzzles():
        by_game.setdefault(each.game, []).append(each)
    if not by_game:
        return None
    turn, place = divmod(day.toordinal(), len(by_game))
    own = list(by_game.values())[place]
    return own[turn % len(own)]


def puzzle(wanted: str) -> Puzzle:
    """The puzzle of an id; raises `DreierleiError`."""
    for each in puzzles():
        if each.id == wanted:
            return each
    raise DreierleiError("puzzle.unknown", puzzle=wanted)


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
            return Attempt("wrong", reached, tuple(played), left)
        left = rest
        if reached.outcome() is not None:
            return Attempt("solved", reached, tuple(played), 0)
        reply = _resistance(reached, left)
        reached = reached.play(reply)
        played.append(reply.text)
        left -= 1
    return Attempt("open", reached, tuple(played), left)


def solution(given: Puzzle, moves: Sequence[str] = ()) -> Move:
    """The winning move after those that have been tried and their replies, for a hint."""
    so_far = attempt(given, moves)
    if so_far.state != "open":
        raise DreierleiError("puzzle.over")
    if solver(so_far.position).complete:
        return solve(so_far.position).line[0]
    return next(iter(_wins(so_far.position, so_far.plies)))


def _loses_in(reached: Position, most: int) -> int | None:
    """In how many plies the player to move loses, if it is proved that it is within `most`."""
    if (end := reached.outcome()) is not None:
        return 0 if end.winner is reached.turn.other else None
    if solver(reached).complete:
        solution = solve(reached)
        lost = solution.winner is reached.turn.other and solution.plies is not None and solution.plies <= most
        return solution.plies if lost else None
    if most < 1:
        return None
    score = analyse(reached, depth=most).score
    return score.plies if score.result == "loss" and score.plies is not None and score.plies <= most else None


def _resistance(reached: Position, left: int) -> Move:
    return solve(reached).line[0] if solver(reached).complete else analyse(reached, depth=left).best


def _wins(reached: Position, most: int) -> dict[Move, int]:
    """The moves that win within `most` plies, and in how many; the quickest first."""
    wins = {move: 1 + rest for move in reached.moves() if (rest := _loses_in(reached.play(move), most - 1)) is not None}
    return dict(sorted(wins.items(), key=lambda item: item[1]))


# --- making them ------------------------------------------------------------------------------------------------------


def write(
    folder: Path, executor: Executor, count: int = 16, progress: Callable[[int, int], object] | None = None
) -> Path:
    """Makes `count` puzzles of each game and writes their file; an interrupted call can be repeated."""
    path, part = folder / FILE, folder / f"{FILE}.part"
    lines = [
        "# Positions in which one move wins: plies to the end with best play, position.",
        f"# Made by `dreierlei data puzzles --count {count}`, version {VERSION}.",
    ]
    tasks = {game.id: (game.id, count) for game in games()}
    for done, (_, made) in enumerate(Journal(part, f"{count} puzzles").run(executor, _lines, tasks), 1):
        lines += made
        if progress:
            progress(done, len(tasks))
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    part.unlink()
    return path


def make(game: str, count: int, seed: int = 0) -> list[Puzzle]:
    """At most `count` puzzles of a game, from games between players of medium strength; easier ones first."""
    lot = random.Random(f"{game}/{seed}")
    by_plies: dict[int, list[Puzzle]] = {}
    for _ in range(COURSES * count):
        for reached in course(game, lot):
            new = _puzzle(reached)
            if new is not None and new not in by_plies.setdefault(new.plies, []):
                by_plies[new.plies].append(new)
                break
        if sum(map(len, by_plies.values())) >= 2 * count:
            break
    # As many of each length as there are, in turn.
    chosen = [each for row in zip_longest(*by_plies.values()) for each in row if each is not None][:count]
    return sorted(chosen, key=lambda each: (each.plies, each.line))


def _lines(game: str, count: int) -> list[str]:
    return [f"{each.plies} {each.line}" for each in make(game, count)]


def course(game: str, lot: random.Random) -> Iterator[Position]:
    """The positions of a game between two players of medium strength, each without the moves that led there."""
    boards = [option.name for option in find_game(game).options if "random" in option.drawn]
    reached = start(game, **{name: f"random:{lot.randrange(10**6)}" for name in boards})
    while reached.outcome() is None and len(reached.line) < 120:
        yield position(str(reached))
        move = lot.choice(reached.moves()) if lot.random() < 0.4 else choose(reached, 5, seed=lot.random())
        reached = reached.play(move)


def _puzzle(reached: Position) -> Puzzle | None:
    """The position as a puzzle, if exactly one of several moves wins, and not too soon.

    Where the solver is complete, no other move wins at all; elsewhere none is proved to, not even two plies later.
    """
    if len(reached.moves()) < 3:
        return None
    if not solver(reached).complete:
        score = analyse(reached, depth=MOST_SEARCHED).score
        if score.result != "win" or not score.exact or (score.plies or 0) < FEWEST:
            return None
        return Puzzle(score.plies or 0, str(reached)) if len(_wins(reached, MOST_SEARCHED + 2)) == 1 else None
    solution = solve(reached, seconds=SECONDS)
    if solution.winner is not reached.turn or solution.plies is None or not FEWEST <= solution.plies <= MOST:
        return None
    after = values(reached, seconds=SECONDS).values()
    unique = all(each.known for each in after) and sum(each.winner is reached.turn for each in after) == 1
    return Puzzle(solution.plies, str(reached)) if unique else None
