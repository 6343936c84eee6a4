"""The screen with the puzzles of a game, one after the other or in series."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.markup import escape

from .. import results
from ..classroom import names_of
from ..errors import DreierleiError
from ..messages import Message
from ..positions import position
from ..puzzles import MISTAKES, RUSH_SECONDS, Attempt, Kind, attempt, grade, puzzles_of, series, solution
from ..trainer import Results
from .pointer import Pointer
from .searches import Searches
from .tasks import TaskScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.binding import BindingType

    from .._core import Move
    from ..model import Game
    from ..puzzles import Puzzle

_T = TypeVar("_T")


class TrainingScreen(TaskScreen):
    """Puzzles: a board, who wins in how many moves, and the result of the last one. The game must have some."""

    KEYS = "puzzle.keys"
    BINDINGS: ClassVar[list[BindingType]] = [("f6", "series('rush')"), ("f8", "series('streak')")]

    def __init__(self, game: Game, now: Callable[[], float] = time.monotonic) -> None:
        self.results = Results.load()
        self.kind: Kind | None = None
        """None: take your time, try again, and ask for hints."""
        self.puzzles: tuple[Puzzle, ...] = puzzles_of(game.id)
        self.number = self._first_unsolved()
        super().__init__(game, position(self.given.line))
        self.now = now
        self.searches = Searches(self)
        self.begun = now()
        self.solved = self.mistakes = 0
        """In the current series."""
        self.over = False
        """Whether the series has ended."""
        self.done = False
        """Whether there is nothing left to do in this puzzle."""
        self.helped = False
        self.so_far = Attempt("open", self.shown, (), self.given.plies)
        self.right: list[str] = []
        """The right moves in the current puzzle so far."""

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(1, self.tick)

    def on_unmount(self) -> None:
        self.searches.cancel()

    @property
    def given(self) -> Puzzle:
        """The current puzzle."""
        return self.puzzles[self.number]

    def _first_unsolved(self) -> int:
        return next((i for i, puzzle in enumerate(self.puzzles) if puzzle.id not in self.results.solved), 0)

    @property
    def seconds(self) -> int:
        """The seconds left in a rush."""
        return max(0, round(RUSH_SECONDS - (self.now() - self.begun)))

    # --- what is shown ------------------------------------------------------------------------------------------------

    def paragraphs(self) -> list[str]:
        """The puzzle's number and difficulty, the result of the last move, and the task."""
        say = self.app.say
        number = say("study.puzzle", number=self.number + 1, of=len(self.puzzles))
        tick = " ✓" if self.given.id in self.results.solved and self.app.appearance.unicode else ""
        parts = [f"{escape(self.game.names[self.app.language])}\n{number}{tick}"]
        if (level := grade(self.given)) is not None:
            hard = Message(f"study.grade-{level}")
            parts.append(f"[dim]{escape(say('study.difficulty', grade=hard, percent=self.given.difficulty))}[/dim]")
        if self.kind is not None:
            count = say("study.series-mistakes", count=self.mistakes, of=MISTAKES[self.kind])
            score = [say("study.series-score", solved=self.solved), count]
            score += [say("puzzle.seconds", seconds=self.seconds)] if self.kind == "rush" and not self.over else []
            parts.append("\n".join(map(escape, [say(f"study.series-{self.kind}"), *score])))
        if self.message:
            parts.append(escape(self.message))
        if self.pointer is not None:
            task = say("study.puzzle-task", name=self.so_far.position.turn, plies=self.so_far.plies)
            parts.append(f"[b]{escape(task)}[/b]")
        return parts

    def onward(self) -> str:
        """After a puzzle comes the next one; after a series, puzzles without one; after the last, the games."""
        if self.over:
            return "puzzle.enter-more"
        if not self.done:
            return ""
        return "learn.enter-leave" if self.number == len(self.puzzles) - 1 else "puzzle.enter"

    # --- solving ------------------------------------------------------------------------------------------------------

    def begin(self, message: str = "") -> None:
        """Shows the puzzle from its beginning."""
        self.searches.cancel()
        self.right, self.done, self.helped, self.message = [], False, False, message
        self.so_far = Attempt("open", position(self.given.line), (), self.given.plies)
        self.ask()
        self.show()

    def ask(self) -> None:
        """Lets the player make a move from the current position of the puzzle."""
        self.wrong, self.typed, self.marks = False, "", ()
        self.shown = self.so_far.position
        self.pointer = None if self.done or self.over else Pointer(self.shown)

    def answer(self, text: str) -> None:
        """Judges a move in the background, and shows the result."""
        self._think(lambda: attempt(self.given, [*self.right, text]), lambda tried: self._take(text, tried))

    def _think(self, search: Callable[[], _T], show: Callable[[_T], object]) -> None:
        """Runs a search that may take a moment; no move can be made meanwhile."""

        def receive(answer: _T | DreierleiError) -> None:
            self.message = ""
            self.ask()
            if isinstance(answer, DreierleiError):
                self.message = answer.say(self.app.language)
            else:
                show(answer)
            self.show()

        def run() -> _T | DreierleiError:
            try:
                return search()
            except DreierleiError as error:
                return error

        self.pointer, self.typed, self.message = None, "", self.app.say("study.computing")
        self.searches.start("judge", lambda *_: run(), receive)
        self.show()

    def _take(self, text: str, tried: Attempt) -> None:
        if tried.state == "wrong":
            self._refute(tried)
        elif tried.state == "solved":
            self._solve(tried)
        else:
            self.right.append(text)
            self.so_far = tried
            replied = self.app.say("played", name=tried.position.turn.other, move=tried.played[-1])
            self.message = f"{self.app.say('study.right', plies=tried.plies)} {replied}"
            self.ask()

    def _solve(self, tried: Attempt) -> None:
        self.solved += 1
        self.done, self.so_far = True, tried
        self.message = self.app.say("study.solved-with-a-hint" if self.helped else "study.solved")
        if not self.helped:
            self._keep(lambda: self.results.solve(self.given))
        self.ask()
        if self.kind is not None:
            self._next(self.message)

    def _refute(self, tried: Attempt) -> None:
        assert tried.refutation is not None
        reached = tried.position
        self.message = results.refutation(tried.refutation, reached.turn).say(self.app.language)
        for move in tried.refutation.moves:
            reached = reached.play(move)
        self.shown, self.pointer = reached, None
        self.mistakes += 1
        self.wrong, self.done = self.kind is None, self.kind is not None
        if self.kind is not None and self.mistakes >= MISTAKES[self.kind]:
            self._finish()

    def _keep(self, save: Callable[[], object]) -> None:
        """Saves, and shows an error if that fails."""
        try:
            save()
        except DreierleiError as error:
            self.message += " " + error.say(self.app.language)

    # --- series -------------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Shows the clock of a rush, and ends it in time."""
        if self.kind != "rush" or self.over:
            return
        if self.seconds == 0:
            self.searches.cancel()
            self.message = ""
            self._finish()
        self.show()

    def _next(self, message: str = "") -> None:
        if self.number + 1 < len(self.puzzles):
            self.number += 1
            self.begin(message)
        elif self.kind is not None:
            self._finish()
        else:
            self.dismiss()

    def _finish(self) -> None:
        """Ends the series; the board stays as it is."""
        assert self.kind is not None
        kind, better = self.kind, self.solved > self.results.best_of(self.kind, self.game)
        best = max(self.solved, self.results.best_of(kind, self.game))
        words = self.app.say("study.series-new-best" if better else "study.series-end", solved=self.solved, best=best)
        self.over, self.wrong, self.pointer = True, False, None
        self.message = f"{self.message} {words}".strip()
        self._keep(lambda: self.results.note(kind, self.game, self.solved))

    # --- commands -----------------------------------------------------------------------------------------------------

    def action_series(self, kind: Kind) -> None:
        """Begins a series."""
        self.kind, self.puzzles, self.number = kind, series(self.game.id), 0
        self.solved, self.mistakes, self.over, self.begun = 0, 0, False, self.now()
        self.begin(self.app.say(f"study.{kind}-about", minutes=RUSH_SECONDS // 60, mistakes=MISTAKES[kind]))

    def action_turn(self, by: int) -> None:
        """Goes to another puzzle; in a series only forward, and only when the current one is done."""
        if self.over:
            self.kind, self.puzzles, self.over = None, puzzles_of(self.game.id), False
            self.number = self._first_unsolved()
            self.begin()
        elif by > 0 and (self.kind is None or self.done):
            self._next()
        elif self.kind is None:
            self.number = max(0, self.number - 1)
            self.begin()

    def action_again(self) -> None:
        """Starts the puzzle over; in a series there is no second try."""
        if self.kind is None:
            self.begin()

    def action_hint(self) -> None:
        """Shows the move; the puzzle then does not count as solved. There are no hints in a series."""
        if self.kind is None and self.pointer is not None:
            self.helped = True
            self._think(lambda: solution(self.given, self.right), self._point_out)

    def _point_out(self, move: Move) -> None:
        self.marks = tuple(target.lstrip("x") for target in move.targets)
        self.message = self.app.say("study.hint-move", move=names_of(self.shown, move.text, self.app.language))
