"""Pages to read: the rules with their diagrams, and the help."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Markdown, Static

from .. import messages, rulebook
from .board import Board

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from .app import Dreierlei

HELP = (
    ("tui keys move", "tui help move"),
    ("Enter", "tui help enter"),
    ("a1 …", "tui help type"),
    ("Esc", "tui help escape"),
    ("^Z F7", "tui help undo"),
    ("^T F5", "tui help hint"),
    ("^E F6", "tui help analysis"),
    ("PgUp PgDn", "tui help turn"),
    ("^R F4", "tui help rules"),
    ("^N F2", "tui help new"),
    ("^O F3", "tui help open"),
    ("^S", "tui help save"),
    ("^G", "tui help resign"),
    ("^D", "tui help draw"),
    ("^L F8", "tui help look"),
    ("^Q", "tui help quit"),
)


class Page(Screen[None]):
    """Something to read; Escape leads back."""

    app: Dreierlei

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1,enter", "dismiss", show=False),
        Binding("ctrl+c", "app.quit", show=False),
    ]

    def say(self, message: str, **values: object) -> str:
        """A message in the players' language."""
        return messages.say(self.app.spoken, message, **values)


class RulesScreen(Page):
    """The rules of a game."""

    def __init__(self, game_id: str) -> None:
        super().__init__()
        self.game_id = game_id

    def compose(self) -> ComposeResult:
        """The blocks of the page, diagrams drawn."""
        with VerticalScroll(classes="page"):
            for block in rulebook.page(self.game_id, self.app.spoken):
                if isinstance(block, rulebook.Diagram):
                    board = Board(block.position, self.app.spoken, self.app.look)
                    board.draw(block.position, marks=block.marks)
                    yield board
                    yield Static(block.caption, classes="caption", markup=False)
                else:
                    yield Markdown(block, open_links=False)
        yield Static(self.say("tui page keys"), classes="bar", markup=False)

    def on_mount(self) -> None:
        """The arrow keys scroll."""
        self.query_one(VerticalScroll).focus()


class HelpScreen(Page):
    """The keys, and what the signs on the board mean."""

    def compose(self) -> ComposeResult:
        """One line for each."""
        lines = [f"[b]{self.say('tui help title')}[/b]", ""]
        for key, about in HELP:
            shown = self.say(key) if key.startswith("tui") else key
            lines.append(f"  [b]{shown:<11}[/b] {self.say(about)}")
        lines += ["", f"[b]{self.say('tui signs title')}[/b]", ""]
        cursor = "▸ ◂" if self.app.look.unicode else "> <"
        for sign, name in ((cursor, "cursor"), ("* { }", "target"), ("< >", "mark"), ("( )", "last"), ("[ ]", "win")):
            escaped = sign.replace("[", "\\[")
            lines.append(f"  [b]{escaped}[/b]{' ' * (11 - len(sign))} {self.say(f'tui sign {name}')}")
        lines += ["", self.say("tui help words")]
        with VerticalScroll(classes="page"):
            yield Static("\n".join(lines))
        yield Static(self.say("tui page keys"), classes="bar", markup=False)

    def on_mount(self) -> None:
        """The arrow keys scroll."""
        self.query_one(VerticalScroll).focus()
