"""Puzzles at a terminal, line by line: one after the other, in series, or from one's own games; and stored results."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import folders, results
from .dialogue import Dialogue
from .errors import DreierleiError
from .files import writing
from .messages import Message
from .positions import position
from .puzzles import MISTAKES, RUSH_SECONDS, Attempt, Kind, Puzzle, attempt, grade, own_puzzle, solution
from .review import missed_win, review

if TYPE_CHECKING:
    from pathlib import Path

    from .model import Game
    from .positions import Position


@dataclass
class Results:
    """A player's results: the puzzles that are solved, and the best score in each kind of series."""

    file: Path
    solved: list[str]
    best: dict[str, int]

    @classmethod
    def load(cls) -> Results:
        """The results in the user's data folder; empty if there are none, or none that can be read."""
        file = folders.puzzles()
        try:
            stored = json.loads(file.read_text("utf-8"))
            best = {str(name): int(number) for name, number in stored["best"].items()}
            return cls(file, [str(puzzle_id) for puzzle_id in stored["solved"]], best)
        except (OSError, ValueError, AttributeError, TypeError, KeyError):
            return cls(file, [], {})

    def solve(self, given: Puzzle) -> None:
        """Remembers a puzzle; raises `DreierleiError` if the file cannot be written."""
        if given.id not in self.solved:
            self.solved.append(given.id)
            self._save()

    def best_of(self, kind: Kind, game: Game) -> int:
        """The best result so far."""
        return self.best.get(f"{kind} {game.id}", 0)

    def note(self, kind: Kind, game: Game, solved: int) -> bool:
        """Remembers the result of a series if it is the best so far, and returns whether it is.

        Raises `DreierleiError` if the file cannot be written.
        """
        better = solved > self.best_of(kind, game)
        if better:
            self.best[f"{kind} {game.id}"] = solved
            self._save()
        return better

    def _save(self) -> None:
        with writing(self.file):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps({"solved": self.solved, "best": self.best}), "utf-8")


def missed_wins(end: Position, seconds: float = 0.3) -> Iterator[Puzzle]:
    """The wins that were missed in a game, as puzzles, from the last one to the first."""
    later = None
    for judgement in review(end, seconds=seconds):
        if later is not None and missed_win(judgement, later):
            with suppress(DreierleiError):  # a win, but a long one
                yield own_puzzle(judgement.position)
        later = judgement


@dataclass
class Trainer(Dialogue):
    """Puzzles, solved by typing moves and commands; everything is printed."""

    game: Game
    puzzles: Sequence[Puzzle]
    results: Results
    kind: Kind | None = None
    """None: take your time, try again, and ask for hints."""
    now: Callable[[], float] = field(default=time.monotonic)

    def __post_init__(self) -> None:
        """Begins with the first puzzle."""
        self.number = 0
        self.solved = 0
        self.mistakes = 0
        self.helped = False
        self.right: list[str] = []
        """The right moves in the current puzzle so far."""
        self.begun = self.now()

    @property
    def given(self) -> Puzzle:
        """The current puzzle."""
        return self.puzzles[self.number]

    @property
    def over(self) -> bool:
        """Whether there is nothing left to solve."""
        if self.number >= len(self.puzzles):
            return True
        late = self.kind == "rush" and self.now() - self.begun >= RUSH_SECONDS
        return late or (self.kind is not None and self.mistakes >= MISTAKES[self.kind])

    def run(self) -> None:
        """Asks until all are solved, the series ends, or the player leaves."""
        if not self.puzzles:
            self.say("study.no-puzzles")
            return
        self.say("puzzle.welcome")
        if self.kind is not None:
            self.say(f"study.{self.kind}-about", minutes=RUSH_SECONDS // 60, mistakes=MISTAKES[self.kind])
        self.begin()
        while not self.over and self.ask("> "):
            pass
        if self.kind is not None:
            better = self.results.note(self.kind, self.game, self.solved)
            best = self.results.best_of(self.kind, self.game)
            self.say("study.series-new-best" if better else "study.series-end", solved=self.solved, best=best)

    def begin(self) -> None:
        """Shows the puzzle from its beginning."""
        self.right, self.helped = [], False
        self.print("")
        self.say("study.puzzle", number=self.number + 1, of=len(self.puzzles))
        if (level := grade(self.given)) is not None:
            self.say("study.difficulty", grade=Message(f"study.grade-{level}"), percent=self.given.difficulty)
        self.show()

    def show(self) -> None:
        """Draws the board, and prints the task."""
        reached = attempt(self.given, self.right)
        self.draw_board(reached.position)
        self.say("study.puzzle-task", name=reached.position.turn, plies=reached.plies)
        if self.kind == "rush":
            self.say("puzzle.seconds", seconds=max(0, round(RUSH_SECONDS - (self.now() - self.begun))))

    def answer(self, text: str) -> None:
        """Judges a move, and shows the result."""
        if self.over:  # the time ran out while somebody was thinking
            return
        tried = attempt(self.given, [*self.right, text])
        if tried.state == "wrong":
            self._refute(tried)
        elif tried.state == "solved":
            self.draw_board(tried.position)
            self.say("study.solved-with-a-hint" if self.helped else "study.solved")
            self.solved += 1
            if not self.helped:
                self.results.solve(self.given)
            self.go(1)
        else:
            self.right.append(text)
            self.say("study.right", plies=tried.plies)
            self.say("played", name=tried.position.turn.other, move=tried.played[-1])
            self.show()

    def _refute(self, tried: Attempt) -> None:
        assert tried.refutation is not None
        reached = tried.position
        self.draw_board(reached)
        self.print(results.refutation(tried.refutation, reached.turn))
        for move in tried.refutation.moves:
            reached = reached.play(move)
        if tried.refutation.moves:
            self.draw_board(reached)
            self.print(" ".join(tried.refutation.moves))
        self.mistakes += 1
        if self.kind is None:
            self.say("learn.try-again")
        else:
            self.say("study.series-mistakes", count=self.mistakes, of=MISTAKES[self.kind])
            self.go(1)

    # --- commands -----------------------------------------------------------------------------------------------------

    @property
    def actions(self) -> Mapping[str, Callable[[], None]]:
        """What each command does. In a series there is no help with the solution."""
        shown = {"help": self.help, "show": self.show, "rules": self.show_rules}
        alone = {
            "hint": self.hint,
            "again": self.begin,
            "next": lambda: self.go(1),
            "back": lambda: self.go(-1),
        }
        return shown | (alone if self.kind is None else {})

    def about(self, command: str) -> str:
        """The key of the sentence that explains a command; some do something else here than in a match."""
        own = ("hint", "again", "next", "back", "quit")
        return f"puzzle.about-{command}" if command in own else super().about(command)

    def go(self, by: int) -> None:
        """Goes to another puzzle."""
        self.number = max(0, self.number + by)
        if not self.over:
            self.begin()

    def hint(self) -> None:
        """Shows the right move; the puzzle then does not count as solved."""
        self.helped = True
        move = solution(self.given, self.right)
        reached = attempt(self.given, self.right).position
        self.draw_board(reached, marks=[target.lstrip("x") for target in move.targets])
        self.say("study.hint-move", move=move)

    def show_rules(self) -> None:
        """Shows the rules."""
        self.print_rules(position(self.given.line).variant.game.id)
