"""A screen with a board, for pointing, choosing and typing."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from textual.containers import ScrollableContainer
from textual.screen import Screen

from .board import Board

if TYPE_CHECKING:
    from textual import events
    from textual.binding import BindingType

    from .._core import Move
    from ..positions import Position
    from .app import Dreierlei
    from .pointer import Pointer


class PointingScreen(Screen[None]):
    """What the screens with a board have in common: a pointer for an unfinished move, and a line of typed text."""

    app: Dreierlei

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "go(-1, 0)"),
        ("right", "go(1, 0)"),
        ("up", "go(0, -1)"),
        ("down", "go(0, 1)"),
        ("tab", "step(1)"),
        ("shift+tab", "step(-1)"),
        ("enter", "enter"),
        ("escape", "back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.pointer: Pointer | None = None
        """The cursor and the chosen targets; None while no move can be made."""
        self.typed = ""
        self.marks: tuple[str, ...] = ()
        self.message = ""

    @property
    def listens(self) -> bool:
        """Whether the screen accepts typed text now."""
        return True

    @abstractmethod
    def show(self) -> None:
        """Shows the current state."""

    @abstractmethod
    def choose(self, move: Move) -> None:
        """Handles a complete move."""

    @abstractmethod
    def action_enter(self) -> None:
        """Handles the typed text, or the target under the cursor."""

    def notice(self, text: str) -> None:
        """Shows a sentence below the board, and also over it if it is too long for the line."""
        self.message = text
        if len(text) > self.size.width - 2:
            self.notify(text, timeout=8, markup=False)
        self.show()

    def draw(self, position: Position) -> None:
        """Draws a position on the board, and scrolls to the cursor."""
        board = self.query_one(Board)
        board.draw(position, self.pointer, self.marks, self.app.appearance)
        if (region := board.cursor_region()) is not None:
            middle = self.query_one("#middle", ScrollableContainer)
            middle.scroll_to_region(region.translate(board.virtual_region.offset), animate=False)

    def on_key(self, event: events.Key) -> None:
        """Handles typed characters."""
        if not self.listens:
            return
        if event.key == "backspace" and self.typed:
            self.typed = self.typed[:-1]
        elif event.key == "space" and not self.typed:
            self.action_enter()
        elif event.is_printable and event.character:
            self.typed += event.character
        else:
            return
        event.stop()
        self.show()

    def on_board_clicked(self, event: Board.Clicked) -> None:
        self.action_choose(event.target)

    def on_board_hovered(self, event: Board.Hovered) -> None:
        if self.pointer is not None and event.target != self.pointer.cursor:
            self.pointer.point(event.target)
            self.show()

    def action_choose(self, target: str) -> None:
        """Chooses a target; choosing it again takes it back, and one that cannot be chosen says why."""
        if self.pointer is None:
            return
        self.typed = ""
        if self.pointer.chosen and self.pointer.chosen[-1] == target and target not in self.pointer.choices:
            self.pointer.unselect()
        elif (refusal := self.pointer.why_not(target)) is not None:
            self.notice(refusal.say(self.app.language))
            return
        elif (move := self.pointer.select(target)) is not None:
            self.choose(move)
            return
        self.message = ""
        self.show()

    def action_go(self, dx: int, dy: int) -> None:
        if self.pointer is not None:
            self.pointer.go(dx, dy)
            self.show()

    def action_step(self, by: int) -> None:
        if self.pointer is not None:
            self.pointer.step(by)
            self.show()
