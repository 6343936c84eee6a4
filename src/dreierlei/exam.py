"""An exact benchmark for learners: how often an agent keeps the value of a position.

`data/exam.txt` has positions of every game whose moves are all solved and do not all lead to the same result. An agent
keeps the value if the result that its move leads to is the best that any move can reach.

>>> from dreierlei.agents import Greedy
>>> report = examine(Greedy(seed=1), ["tictactoe"])
>>> 0.5 < report.share() < 1
True
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Literal, get_args

from . import _core, data
from .declarations import game as find_game
from .declarations import games
from .errors import expect
from .positions import Position, position
from .puzzle_making import course
from .solvers import solve
from .version import VERSION
from .work import write_lines

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from ._core import Move

FILE = "exam.txt"
Phase = Literal["opening", "middle", "ending"]
PHASES: tuple[Phase, ...] = get_args(Phase)
NODES = 100_000
"""How many positions the proof of a value may take; harder positions are skipped."""
COURSES = 40
"""The maximum number of games to play for each position of a phase."""

Agent = Callable[[Position], "Move | str"]
"""Chooses a move for the player to move."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position and the moves that keep its value."""

    phase: Phase
    position: Position
    keeping: frozenset[str]


@dataclass(frozen=True, slots=True)
class Row:
    """The result for a phase of a game."""

    game: str
    phase: Phase
    positions: int
    kept: int
    chance: float
    """How many values random moves would keep, on average."""


@dataclass(frozen=True)
class Report:
    """The results of an agent."""

    rows: tuple[Row, ...]

    def share(self, game: str | None = None, phase: Phase | None = None) -> float:
        """The share of values that the agent kept, in all games and phases or in one of them."""
        rows = [row for row in self.rows if game in (None, row.game) and phase in (None, row.phase)]
        return sum(row.kept for row in rows) / (sum(row.positions for row in rows) or 1)

    def __str__(self) -> str:
        lines = [f"{'game':<14} {'phase':<8} {'positions':>9} {'kept':>7} {'by chance':>9}"]
        for row in self.rows:
            kept, chance = row.kept / row.positions, row.chance / row.positions
            lines.append(f"{row.game:<14} {row.phase:<8} {row.positions:>9} {kept:>7.1%} {chance:>9.1%}")
        return "\n".join([*lines, f"{'all':<23} {sum(row.positions for row in self.rows):>9} {self.share():>7.1%}"])


def examine(agent: Agent, chosen: Iterable[str] | None = None) -> Report:
    """Asks an agent for a move in every position of these games, by default all.

    Raises `MoveError` for a move that is not legal, and `UnknownGame`.
    """
    expect(agent, Callable, "type.agent")  # type: ignore[arg-type]
    wanted = [game.id for game in games()] if chosen is None else [find_game(name).id for name in chosen]
    counts: Counter[tuple[str, Phase]] = Counter()
    kept: Counter[tuple[str, Phase]] = Counter()
    chance: Counter[tuple[str, Phase]] = Counter()
    for name in wanted:
        for question in questions(name):
            row = (name, question.phase)
            move = agent(question.position)
            expect(move, (str, _core.Move), "type.move")
            text = question.position.parse(move).text if isinstance(move, str) else move.text
            counts[row] += 1
            kept[row] += text in question.keeping
            chance[row] += len(question.keeping) / len(question.position.moves())  # type: ignore[assignment]
    return Report(tuple(Row(*row, counts[row], kept[row], chance[row]) for row in counts))


@cache
def questions(game: str) -> tuple[Question, ...]:
    """The positions of a game, phase by phase; none if the game has none."""
    return tuple(
        Question(phase, position(line), frozenset(keeping.split(",")))  # type: ignore[arg-type]
        for phase, keeping, line in _lines()
        if re.match(rf"{re.escape(game)}[: ]", line)
    )


@cache
def _lines() -> list[list[str]]:
    return [line.split(" ", 2) for line in data.text(FILE).splitlines() if not line.startswith("#")]


# --- making them ------------------------------------------------------------------------------------------------------


def write(folder: Path, executor: Executor, count: int, progress: Callable[[int, int], object] | None = None) -> Path:
    """Finds `count` positions for each phase of each game and writes them; an interrupted call can be repeated."""
    head = [
        "# Positions with exact values: phase, the moves that keep the value, position.",
        f"# Made by `dreierlei data exam --count {count}`, version {VERSION}.",
    ]
    tasks = {game.id: (game.id, count) for game in games()}
    work = f"{count} exam positions"
    return write_lines(folder / FILE, head, work, executor, make, tasks, lambda lines: chain(*lines.values()), progress)


def make(game: str, count: int) -> list[str]:
    """At most `count` lines for each phase of a game, from games between players of medium strength.

    Where the solver proves too few positions of a phase, others make up for them, whatever their phase: a game has
    three times `count` positions if that many are found.
    """
    rng = random.Random(f"exam/{game}")
    lines: dict[Phase, dict[str, str]] = {phase: {} for phase in PHASES}

    def add(phase: Phase, candidate: Position) -> bool:
        fresh = not any(str(candidate) in known for known in lines.values())
        keeping = _keeping(candidate) if fresh else []
        if keeping:
            lines[phase][str(candidate)] = f"{phase} {','.join(sorted(keeping))} {candidate}"
        return bool(keeping)

    for _ in range(COURSES * count):
        reached = list(course(game, rng))
        for third, phase in enumerate(PHASES):
            part = reached[len(reached) * third // 3 : len(reached) * (third + 1) // 3]
            if part and len(lines[phase]) < count:
                add(phase, rng.choice(part))
        if min(map(len, lines.values())) == count:
            break
    for _ in range(COURSES * count):
        if sum(map(len, lines.values())) >= len(PHASES) * count:
            break
        reached = list(course(game, rng))
        # One position from each game, so that they differ.
        order = rng.sample(range(len(reached)), len(reached))
        any(add(PHASES[len(PHASES) * ply // len(reached)], reached[ply]) for ply in order)
    return [line for phase in PHASES for line in sorted(lines[phase].values())]


def _keeping(candidate: Position) -> list[str]:
    """The moves that keep the value, or nothing if all do or a value is not known."""
    results = {}
    for move in candidate.moves():
        solution = solve(candidate.play(move), nodes=NODES)
        if not solution.known:
            return []
        results[move.text] = 0 if solution.winner is None else 1 if solution.winner is candidate.turn else -1
    best = max(results.values())
    keeping = [move for move, result in results.items() if result == best]
    return keeping if len(keeping) < len(results) else []
