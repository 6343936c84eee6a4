"""Small questions: yes or no, and the name of a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import Key

    from .app import Dreierlei


class Confirm(ModalScreen[bool]):
    """Asks a question to be answered with yes or no. No is the safe answer, and comes first."""

    app: Dreierlei

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss(False)"),
        ("left,right,up,down", "app.focus_next"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self.question, markup=False)
            with Horizontal(classes="buttons"):
                yield Button(self.app.say("tui.no"), id="no", compact=True)
                yield Button(self.app.say("tui.yes"), id="yes", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def on_key(self, event: Key) -> None:
        """The first letters of the answers, in the language of the game."""
        letters = {self.app.say("tui.yes")[0].lower(): True, self.app.say("tui.no")[0].lower(): False}
        if event.character is not None and event.character.lower() in letters:
            event.stop()
            self.dismiss(letters[event.character.lower()])


class AskFile(ModalScreen[Path]):
    """Asks for the name of a file."""

    app: Dreierlei

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)")]

    def __init__(self, question: str, proposed: str = "") -> None:
        super().__init__()
        self.question = question
        self.proposed = proposed

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self.question, markup=False)
            yield Input(self.proposed, compact=True)
            yield Static(self.app.say("tui.ask-keys"), classes="quiet", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        name = event.value.strip()
        self.dismiss(Path(name).expanduser() if name else None)
