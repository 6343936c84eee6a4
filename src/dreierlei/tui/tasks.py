"""A screen with a task: a board, the question beside it, and a line of typed text."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from rich.markup import escape
from textual.containers import Horizontal, ScrollableContainer, VerticalScroll
from textual.widgets import Static

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


class TaskScreen(PointingScreen):
    """What lessons and puzzles have in common: the player answers with a move, sees the result, and goes on."""

    KEYS: ClassVar[str]
    """The message that names the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("pagedown", "turn(1)"),
        ("pageup", "turn(-1)"),
        ("f5,ctrl+t", "hint"),
        ("f7,ctrl+z", "again"),
        ("f4,ctrl+r", "rules"),
        ("ctrl+c", "app.quit"),
    ]

    def __init__(self, game: Game, shown: Position) -> None:
        super().__init__()
        self.game = game
        self.shown = shown
        self.pointer = Pointer(shown)
        self.wrong = False
        """Whether the board shows a mistake, until the player has seen it."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="table"):
            with ScrollableContainer(id="middle", can_focus=False):
                yield Board(self.shown, self.app.language, self.app.appearance, id="board")
            with VerticalScroll(id="task", can_focus=False):
                yield Static(id="task-text")
        yield Static(id="task-entry")
        yield Static(self.app.say(self.KEYS), classes="bar", markup=False)

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    # --- what is shown ------------------------------------------------------------------------------------------------

    @abstractmethod
    def paragraphs(self) -> list[str]:
        """The text beside the board, with markup."""

    @abstractmethod
    def onward(self) -> str:
        """The message that says what Enter does when there is nothing to answer; empty while there is."""

    def offers(self) -> str:
        """What else can be clicked while an answer is wanted, with markup."""
        return ""

    def show(self) -> None:
        """Shows the current state."""
        if self.is_mounted:
            self.draw(self.shown)
            self.query_one("#task-text", Static).update("\n\n".join(self.paragraphs()))
            self.query_one("#task-entry", Static).update(self._entry())

    def _entry(self) -> str:
        if onward := "learn.enter-again" if self.wrong else self.onward():
            return f" [@click=screen.enter]{self.app.say(onward)}[/]"
        text = self.typed or ("".join(self.pointer.chosen) if self.pointer else "")
        prompt = self.shown.prompt(*self.pointer.chosen) if self.pointer else None
        hint = f" [dim]{escape(prompt.say(self.app.language))}[/dim]" if prompt and not self.typed else ""
        return f" > {escape(text)}[blink]_[/blink]{hint}{self.offers()}"

    # --- pointing and typing ------------------------------------------------------------------------------------------

    @abstractmethod
    def ask(self) -> None:
        """Lets the player answer from the current position of the task."""

    @abstractmethod
    def answer(self, text: str) -> None:
        """Judges a move, and shows the result."""

    @abstractmethod
    def action_turn(self, by: int) -> None:
        """Goes to another task."""

    @property
    def listens(self) -> bool:
        """Whether an answer can be typed now."""
        return self.pointer is not None

    def choose(self, move: Move) -> None:
        """Answers with a move."""
        self.answer(move.text)

    def action_enter(self) -> None:
        """Answers, tries again, or goes on."""
        if self.wrong:
            self.ask()
            self.show()
        elif self.onward():
            self.action_turn(1)
        elif self.typed:
            self.answer(self.typed)
        elif self.pointer is not None and self.pointer.cursor is not None:
            self.action_choose(self.pointer.cursor)

    def action_back(self) -> None:
        """Discards what was typed or chosen, or leaves."""
        if self.typed:
            self.typed = ""
        elif self.pointer is None or not self.pointer.unselect():
            self.dismiss()
            return
        self.show()

    def action_rules(self) -> None:
        """Shows the rules."""
        self.app.push_screen(RulesScreen(self.game.id))
