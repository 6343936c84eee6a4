"""The screen with the lessons of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.markup import escape

from ..classroom import Progress, names_of
from ..courses import GIVE_UP, Attempt, lessons
from ..errors import DreierleiError
from .pointer import Pointer
from .tasks import TaskScreen

if TYPE_CHECKING:
    from textual.binding import BindingType

    from ..model import Game


class LearnScreen(TaskScreen):
    """A course: a board, the text of the lesson, and its response to the learner's move."""

    KEYS = "learn.keys"
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+g", "give_up")]

    def __init__(self, game: Game) -> None:
        self.course = lessons(game.id)
        self.progress = Progress.load()
        self.number = self.progress.next(game)
        self.attempt = Attempt.begin(self.course[self.number])
        super().__init__(game, self.attempt.position)
        self.marks = self.attempt.lesson.marks

    # --- what is shown ------------------------------------------------------------------------------------------------

    def paragraphs(self) -> list[str]:
        """The lesson, or its response to the last move; and the task."""
        lesson, language = self.attempt.lesson, self.app.language
        number = self.app.say("learn.number", number=self.number + 1, of=len(self.course))
        tick = " ✓" if lesson in self.progress.completed(self.game) else ""
        parts = [
            f"{escape(self.game.names[language])}\n{number}{tick if self.app.appearance.unicode else ''}",
            f"[b]{escape(lesson.title[language])}[/b]",
            escape(self.message or lesson.text[language]),
        ]
        if self.attempt.turn is not None:
            parts.append(f"[b]{escape(self.attempt.turn.task[language])}[/b]")
        return parts

    def onward(self) -> str:
        """After a lesson comes the next one; after the last, the games."""
        if self.attempt.turn is not None:
            return ""
        return "learn.enter-leave" if self.number == len(self.course) - 1 else "learn.enter"

    def offers(self) -> str:
        """Giving up, in a lesson about that."""
        offered = self.attempt.turn is not None and self.attempt.turn.offers_give_up
        return f"  [@click=screen.give_up]^G {self.app.say('web.give-up')}[/]" if offered else ""

    # --- the course ---------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Shows the lesson from its beginning."""
        self.attempt = Attempt.begin(self.course[self.number])
        self.message = ""
        self.ask()
        self.marks = self.attempt.lesson.marks
        self.show()

    def ask(self) -> None:
        """Lets the learner make a move from the current position of the lesson."""
        self.wrong, self.typed, self.marks = False, "", ()
        self.shown = self.attempt.position
        self.pointer = Pointer(self.shown) if self.attempt.turn is not None else None

    def answer(self, text: str) -> None:
        """Judges a move, and shows the result."""
        try:
            answer = self.attempt.answer(text)
            words = answer.words[self.app.language]
            legal = bool(answer.steps) or text == GIVE_UP
            self.attempt = answer.attempt
            if answer.right and answer.attempt.turn is None:
                self.progress.complete(self.game, answer.attempt.lesson)
        except DreierleiError as error:
            answer, words, legal = None, error.say(self.app.language), False
        right = answer is not None and answer.right
        self.message = f"{self.app.say('learn.right' if right else 'learn.wrong')} "
        self.message += "" if right and self.attempt.turn is not None else words
        self.ask()
        if answer is not None and not right and legal:
            self.wrong, self.pointer = True, None
            self.shown = answer.steps[-1] if answer.steps else self.shown
        if right and self.attempt.turn is None and self.number == len(self.course) - 1:
            self.message += " " + self.app.say("learn.finished")
        self.show()

    # --- commands -----------------------------------------------------------------------------------------------------

    def action_turn(self, by: int) -> None:
        """Goes to another lesson; after the last one, back to the games."""
        if self.number + by >= len(self.course):
            self.dismiss()
            return
        self.number = max(0, self.number + by)
        self.begin()

    def action_again(self) -> None:
        """Starts the lesson over."""
        self.begin()

    def action_hint(self) -> None:
        """Highlights a right move."""
        if self.wrong or self.attempt.turn is None:
            return
        text = self.attempt.hint
        self.marks = () if text == GIVE_UP else tuple(t.lstrip("x") for t in self.shown.parse(text).targets)
        self.message = self.app.say("learn.hint", targets=names_of(self.shown, text, self.app.language))
        self.show()

    def action_give_up(self) -> None:
        """Gives up the round, in a lesson about that."""
        if self.attempt.turn is not None and self.attempt.turn.offers_give_up and not self.wrong:
            self.answer(GIVE_UP)
