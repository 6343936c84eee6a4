"""Puzzles: positions in which exactly one move wins, proved.

They are kept in `data/puzzles.txt`, a line for each: the plies to the end with best play, and the position. The program
judges an attempt move by move and answers with the longest resistance.
"""

from __future__ import annotations

import hashlib
import random
import sys
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from . import __version__
from .engine import analyse
from .errors import DreierleiError
from .games import game as find_game
from .games import games
from .levels import choose
from .position import Position, position, start
from .solve import solve, solver, values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ._core import Move

FEWEST, MOST = 3, 9
"""The plies of a puzzle's solution: one is no puzzle, and who sees further needs none."""
MOST_SEARCHED = 5
"""The same where a search must prove them."""
SECONDS = 1.0
"""How long a value may take when puzzles are made; harder positions are passed over."""
COURSES = 12
"""Games that are looked at for each puzzle, at most."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position whose player to move wins in `plies`, and by one move only."""

    plies: int
    line: str
    """The position, as `dreierlei.position` reads it."""

    @property
    def id(self) -> str:
        """Short, and the same as long as the position is."""
        return hashlib.sha256(self.line.encode()).hexdigest()[:12]

    @property
    def game(self) -> str:
        """The id of its game."""
        return self.line.split(" ")[0].split(":")[0]


@dataclass(frozen=True, slots=True)
class Attempt:
    """How far somebody has come with a puzzle."""

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
    text = resources.files(__package__).joinpath("data", "puzzles.txt").read_text("utf-8")
    lines = (line.split(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return tuple(Puzzle(int(plies), rest) for plies, rest in lines)


def puzzle(wanted: str) -> Puzzle:
    """The puzzle of an id; raises `DreierleiError`."""
    for each in puzzles():
        if each.id == wanted:
            return each
    raise DreierleiError(f'There is no puzzle "{wanted}".')


def attempt(given: Puzzle, moves: Sequence[str]) -> Attempt:
    """Judges the solver's moves so far; the answers between them are added. Raises `MoveError` for an illegal one.

    The first move must be the one that wins; later ones may be any that still win within the plies that are left.
    """
    here = position(given.line)
    left = given.plies
    played: list[str] = []
    for text in moves:
        move = here.parse(text)
        here = here.play(move)
        played.append(move.text)
        left -= 1
        rest = _loses_in(here, left)
        if rest is None:
            return Attempt("wrong", here, tuple(played), left)
        left = rest
        if here.outcome() is not None:
            return Attempt("solved", here, tuple(played), 0)
        answer = _resistance(here, left)
        here = here.play(answer)
        played.append(answer.text)
        left -= 1
    return Attempt("open", here, tuple(played), left)


def solution(given: Puzzle, moves: Sequence[str] = ()) -> Move:
    """The move that wins after those of the solver and their answers, for a hint."""
    so_far = attempt(given, moves)
    if so_far.state != "open":
        raise DreierleiError("There is nothing to solve any more: expected a puzzle that is still open.")
    here = so_far.position
    return solve(here).line[0] if _complete(here) else next(iter(_wins(here, so_far.plies)))


def _complete(here: Position) -> bool:
    return getattr(solver(here), "COMPLETE", False)


def _loses_in(here: Position, most: int) -> int | None:
    """In how many plies the player to move loses, if it is proved that it is within `most`."""
    if (end := here.outcome()) is not None:
        return 0 if end.winner is here.turn.other else None
    if _complete(here):
        found = solve(here)
        lost = found.winner is here.turn.other and found.plies is not None and found.plies <= most
        return found.plies if lost else None
    if most < 1:
        return None
    score = analyse(here, depth=most).score
    return score.plies if score.result == "loss" and score.plies is not None and score.plies <= most else None


def _resistance(here: Position, left: int) -> Move:
    return solve(here).line[0] if _complete(here) else analyse(here, depth=left).best


def _wins(here: Position, most: int) -> dict[Move, int]:
    """The moves that win within so many plies, and in how many; the quickest first."""
    found = {move: 1 + rest for move in here.moves() if (rest := _loses_in(here.play(move), most - 1)) is not None}
    return dict(sorted(found.items(), key=lambda item: item[1]))


# --- making them ------------------------------------------------------------------------------------------------------


def make(game: str, count: int, seed: int = 0) -> list[Puzzle]:
    """At most so many puzzles of a game, found in games between players of middling strength; easier ones first."""
    lot = random.Random(f"{game}/{seed}")
    found: dict[int, list[Puzzle]] = {}
    for _ in range(COURSES * count):
        for here in _course(game, lot):
            new = _puzzle(here)
            if new is not None and new not in found.setdefault(new.plies, []):
                found[new.plies].append(new)
                break
        if sum(map(len, found.values())) >= 2 * count:
            break
    # As many of each length as there are, in turn.
    chosen = [each for row in zip_longest(*found.values()) for each in row if each is not None][:count]
    return sorted(chosen, key=lambda each: (each.plies, each.line))


def _course(game: str, lot: random.Random) -> Iterator[Position]:
    """The positions of a game between two such players, each without the moves that led there."""
    boards = [option.name for option in find_game(game).options if "random" in option.drawn]
    here = start(game, **{name: f"random:{lot.randrange(10**6)}" for name in boards})
    while here.outcome() is None and len(here.line) < 120:
        yield position(str(here))
        move = lot.choice(here.moves()) if lot.random() < 0.4 else choose(here, 5, seed=lot.random())
        here = here.play(move)


def _puzzle(here: Position) -> Puzzle | None:
    """The position as a puzzle, if exactly one of several moves wins, and not too soon.

    Where everything is known, no other move wins at all; elsewhere none is proved to, not even two plies later.
    """
    if len(here.moves()) < 3:
        return None
    if not _complete(here):
        score = analyse(here, depth=MOST_SEARCHED).score
        if score.result != "win" or not score.exact or (score.plies or 0) < FEWEST:
            return None
        return Puzzle(score.plies or 0, str(here)) if len(_wins(here, MOST_SEARCHED + 2)) == 1 else None
    found = solve(here, seconds=SECONDS)
    if found.winner is not here.turn or found.plies is None or not FEWEST <= found.plies <= MOST:
        return None
    after = values(here, seconds=SECONDS).values()
    unique = all(each.known for each in after) and sum(each.winner is here.turn for each in after) == 1
    return Puzzle(found.plies, str(here)) if unique else None


def main(arguments: Sequence[str]) -> None:
    """Writes `data/puzzles.txt` anew: so many puzzles of each game."""
    count = int(arguments[0]) if arguments else 12
    print("# Positions in which one move wins: plies to the end with best play, position.")
    print(f"# Made by `python -m dreierlei.puzzles {count}`, version {__version__}.")
    for game in games():
        print(f"{game.id}...", file=sys.stderr, flush=True)
        for each in make(game.id, count):
            print(each.plies, each.line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
