"""The screen with the lessons of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.markup import escape
from textual.containers import Horizontal, ScrollableContainer, VerticalScroll
from textual.widgets import Static

from ..classroom import Progress, names_of
from ..courses import GIVE_UP, Attempt, lessons
from ..errors import DreierleiError
from .board import Board
from .pages import RulesScreen
from .pointer import Pointer
from .pointing import PointingScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from .._core import Move
    from ..model import Game
    from ..positions import Position


class LearnScreen(PointingScreen):
    """A course: a board, what the lesson says, and what it says to the learner's move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("pagedown", "turn(1)"),
        ("pageup", "turn(-1)"),
        ("f5,ctrl+t", "hint"),
        ("f7,ctrl+z", "again"),
        ("f4,ctrl+r", "rules"),
        ("ctrl+g", "give_up"),
        ("ctrl+c", "app.quit"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.course = lessons(game.id)
        self.progress = Progress.load()
        self.number = self.progress.next(game)
        self.attempt = Attempt.begin(self.course[self.number])
        self.shown: Position = self.attempt.position
        self.marks = self.attempt.lesson.marks
        self.pointer = Pointer(self.shown)
        self.wrong = False
        """Whether the board shows a mistake, until the learner has seen it."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="table"):
            with ScrollableContainer(id="middle", can_focus=False):
                yield Board(self.shown, self.app.language, self.app.appearance, id="board")
            with VerticalScroll(id="lesson", can_focus=False):
                yield Static(id="lesson-text")
        yield Static(id="lesson-entry")
        yield Static(self.app.say("learn.keys"), classes="bar", markup=False)

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Shows everything as it is now."""
        if not self.is_mounted:
            return
        lesson, language = self.attempt.lesson, self.app.language
        self.draw(self.shown)
        number = self.app.say("learn.number", number=self.number + 1, of=len(self.course))
        tick = " ✓" if lesson in self.progress.completed(self.game) else ""
        parts = [
            f"{escape(self.game.names[language])}\n{number}{tick if self.app.appearance.unicode else ''}",
            f"[b]{escape(lesson.title[language])}[/b]",
            escape(self.message or lesson.text[language]),
        ]
        if self.attempt.turn is not None:
            parts.append(f"[b]{escape(self.attempt.turn.task[language])}[/b]")
        self.query_one("#lesson-text", Static).update("\n\n".join(parts))
        self.query_one("#lesson-entry", Static).update(self._entry())

    def _entry(self) -> str:
        if self.wrong:
            return f" [@click=screen.enter]{self.app.say('learn.enter-again')}[/]"
        if self.attempt.turn is None:
            last = self.number == len(self.course) - 1
            return f" [@click=screen.enter]{self.app.say('learn.enter-leave' if last else 'learn.enter')}[/]"
        text = self.typed or ("".join(self.pointer.chosen) if self.pointer else "")
        prompt = self.shown.prompt(*self.pointer.chosen) if self.pointer else None
        asked = f" [dim]{escape(prompt.say(self.app.language))}[/dim]" if prompt and not self.typed else ""
        offers = self.attempt.turn.offers_give_up
        give_up = f"  [@click=screen.give_up]^G {self.app.say('web.give-up')}[/]" if offers else ""
        return f" > {escape(text)}[blink]_[/blink]{asked}{give_up}"

    # --- the course ---------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Shows the lesson from its beginning."""
        self.attempt = Attempt.begin(self.course[self.number])
        self.message = ""
        self._ask()
        self.marks = self.attempt.lesson.marks
        self.show()

    def _ask(self) -> None:
        """Lets the learner make a move from where the lesson stands."""
        self.wrong, self.typed, self.marks = False, "", ()
        self.shown = self.attempt.position
        self.pointer = Pointer(self.shown) if self.attempt.turn is not None else None

    def answer(self, text: str) -> None:
        """Judges a move, and shows what came of it."""
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
        self._ask()
        if answer is not None and not right and legal:
            self.wrong, self.pointer = True, None
            self.shown = answer.steps[-1] if answer.steps else self.shown
        if right and self.attempt.turn is None and self.number == len(self.course) - 1:
            self.message += " " + self.app.say("learn.finished")
        self.show()

    # --- pointing and typing --------------------------------------------------------------------------------------

    @property
    def listens(self) -> bool:
        """Only an answer can be typed."""
        return self.pointer is not None

    def choose(self, move: Move) -> None:
        """Answers with a move."""
        self.answer(move.text)

    def action_enter(self) -> None:
        """Answers, tries again, or goes on."""
        if self.wrong:
            self._ask()
            self.show()
        elif self.attempt.turn is None:
            self.action_turn(1)
        elif self.typed:
            self.answer(self.typed)
        elif self.pointer is not None and self.pointer.cursor is not None:
            self.action_choose(self.pointer.cursor)

    def action_back(self) -> None:
        """Takes back what was typed or chosen, or leaves the course."""
        if self.typed:
            self.typed = ""
        elif self.pointer is None or not self.pointer.unselect():
            self.dismiss()
            return
        self.show()

    # --- commands -------------------------------------------------------------------------------------------------

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
        """Points out a right move."""
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

    def action_rules(self) -> None:
        """Shows the rules."""
        self.app.push_screen(RulesScreen(self.game.id))
