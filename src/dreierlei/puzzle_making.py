"""Making puzzles: positions from games between medium players, proved, and graded by which levels find the solution.

`dreierlei data puzzles` writes `data/puzzles.txt`. The work is split into parts, each of some puzzles of one game, so
that an interrupted call can be repeated. Nothing depends on the clock: the same command makes the same file.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from .book import canonical
from .declarations import game as find_game
from .declarations import games
from .engine import analyse
from .errors import DreierleiError
from .levels import LEVELS, choose
from .positions import Position, position, start
from .puzzles import FILE, Puzzle, attempt, solution
from .solvers import solve, solver
from .version import VERSION
from .work import write_lines

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from ._core import Move

FEWEST, MOST = 3, 9
"""The plies of a puzzle's solution: one ply is too easy, and more are too hard."""
DEPTH, NODES = 7, 30_000
"""The search that looks for a win. Where no solver is complete, it is also the proof."""
PROOF = 10_000
"""How many positions the proof of one move's value may take; harder positions are skipped."""
TRIES = 4
"""The attempts of each level at a puzzle."""
PART = 25
"""The puzzles in one part of the work."""
COURSES = 60
"""The maximum number of games to play for each puzzle."""


def write(folder: Path, executor: Executor, count: int, progress: Callable[[int, int], object] | None = None) -> Path:
    """Makes `count` puzzles of each game, or as many as there are, and writes their file."""
    parts = range(-(-count // PART))
    # The first parts of all games come first.
    tasks = {f"{game.id} {part}": (game.id, part, min(PART, count)) for part in parts for game in games()}
    head = [
        "# Positions in which one move wins: tries that miss it (per cent), plies to the end with best play, position.",
        f"# Made by `dreierlei data puzzles --count {count}`, version {VERSION}.",
    ]

    def choose_lines(by_part: dict[str, list[str]]) -> Iterator[str]:
        for game in games():
            own = (Puzzle.read(line) for part in parts for line in by_part[f"{game.id} {part}"])
            yield from (puzzle.written for puzzle in select(own, count))

    return write_lines(folder / FILE, head, "puzzles", executor, lines, tasks, choose_lines, progress)


def make(game: str, count: int, seed: int = 0) -> list[Puzzle]:
    """At most `count` puzzles of a game; easier ones first."""
    return select(find(game, count, seed), count)


def lines(game: str, part: int, count: int) -> list[str]:
    """The lines of one part of the work."""
    return [puzzle.written for puzzle in find(game, count, part)]


def select(found: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """At most `count` of these puzzles, evenly from all lengths where possible; easier ones first, no image of another.

    Unsound ones are left out.
    """
    by_plies: dict[int, list[Puzzle]] = {}
    seen: set[str] = set()
    for puzzle in found:
        name = f"{puzzle.line.split(' ')[0]} {canonical(position(puzzle.line))}"
        if name not in seen and is_sound(puzzle):
            seen.add(name)
            by_plies.setdefault(puzzle.plies, []).append(puzzle)
    rows = zip_longest(*(by_plies[plies] for plies in sorted(by_plies)))
    chosen = [puzzle for row in rows for puzzle in row if puzzle is not None][:count]
    return sorted(chosen, key=lambda puzzle: (puzzle.difficulty, puzzle.plies, puzzle.line))


def is_sound(given: Puzzle) -> bool:
    """Whether `attempt` judges the solution of a puzzle as it was proved."""
    moves: list[str] = []
    try:
        while (tried := attempt(given, moves)).state == "open":
            moves.append(solution(given, moves).text)
    except DreierleiError:
        return False
    return tried.state == "solved" and len(tried.played) == given.plies


def find(game: str, count: int, seed: int = 0) -> Iterator[Puzzle]:
    """Plays until `count` puzzles are found, or the maximum number of games is reached."""
    rng = random.Random(f"{game}/{seed}")
    seen: set[str] = set()
    for _ in range(COURSES * count):
        skip = 0
        for reached in course(game, rng):
            skip -= 1
            if skip >= 0 or (proof := prove(reached)) is None:
                continue
            plies, right = proof
            skip = plies  # The next positions may belong to the solution.
            if (name := canonical(reached)) not in seen:
                seen.add(name)
                yield Puzzle(difficulty(reached, right), plies, str(reached))
                if len(seen) == count:
                    return


def course(game: str, lot: random.Random) -> Iterator[Position]:
    """The positions of a game between two players of medium strength, each without the moves that led there."""
    boards = [option.name for option in find_game(game).options if "random" in option.drawn]
    reached = start(game, **{name: f"random:{lot.randrange(10**6)}" for name in boards})
    while reached.outcome() is None and len(reached.line) < 120:
        yield position(str(reached))
        move = lot.choice(reached.moves()) if lot.random() < 0.4 else choose(reached, 5, seed=lot.random())
        reached = reached.play(move)


def prove(reached: Position) -> tuple[int, Move] | None:
    """The plies and the first move of the solution, if exactly one of several moves wins, and not too soon.

    Where the solver is complete, no other move wins at all; elsewhere none is proved to, not even two plies later.
    """
    if len(reached.moves()) < 3:
        return None
    analysis = analyse(reached, depth=DEPTH, nodes=NODES)
    plies = analysis.score.plies
    if analysis.score.result != "win" or not analysis.score.exact or plies is None or not FEWEST <= plies <= MOST:
        return None
    others = [move for move in reached.moves() if move != analysis.best]
    if analyse(reached, depth=plies + 2, candidates=others).score.result == "win":
        return None
    if solver(reached).complete:
        own = solve(reached, nodes=PROOF)
        if own.winner is not reached.turn or own.plies != plies:
            return None
        after = (solve(reached.play(move), nodes=PROOF) for move in others)
        if not all(value.known and value.winner is not reached.turn for value in after):
            return None
    return plies, analysis.best


def difficulty(reached: Position, right: Move) -> int:
    """How often the levels below full strength, which are about evenly spaced, miss a move, in per cent."""
    players = [level.number for level in LEVELS if level.overlooks]
    missed = sum(choose(reached, number, seed=f"{number}/{n}") != right for number in players for n in range(TRIES))
    return round(100 * missed / (len(players) * TRIES))
