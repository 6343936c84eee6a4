"""Pages to read: the rules with their diagrams, and the help."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Markdown, Static

from .. import rulebook
from .board import Board
from .keys import HELP

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from .app import Dreierlei


class Page(Screen[None]):
    """Something to read; Escape leads back."""

    app: Dreierlei

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,f1,enter", "dismiss"),
        ("ctrl+c", "app.quit"),
    ]

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


class RulesScreen(Page):
    """The rules of a game."""

    def __init__(self, game_id: str) -> None:
        super().__init__()
        self.game_id = game_id

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page"):
            for block in rulebook.page(self.game_id, self.app.language):
                if isinstance(block, rulebook.Diagram):
                    board = Board(block.position, self.app.language, self.app.appearance)
                    board.draw(block.position, marks=block.marks)
                    yield board
                    yield Static(block.caption, classes="caption", markup=False)
                else:
                    yield Markdown(block, open_links=False)
        yield Static(self.app.say("tui.page-keys"), classes="bar", markup=False)


class HelpScreen(Page):
    """The keys, and what the signs on the board mean."""

    def compose(self) -> ComposeResult:
        lines = [f"[b]{self.app.say('tui.help.title')}[/b]", ""]
        for key, about in HELP:
            shown = self.app.say(key) if key.startswith("tui") else key
            lines.append(f"  [b]{shown:<11}[/b] {self.app.say(about)}")
        lines += ["", f"[b]{self.app.say('tui.signs-title')}[/b]", ""]
        cursor = "▸ ◂" if self.app.appearance.unicode else "> <"
        for sign, name in ((cursor, "cursor"), ("* { }", "target"), ("< >", "mark"), ("( )", "last"), ("[ ]", "win")):
            escaped = sign.replace("[", "\\[")
            lines.append(f"  [b]{escaped}[/b]{' ' * (11 - len(sign))} {self.app.say(f'tui.sign.{name}')}")
        lines += ["", self.app.say("tui.help.words")]
        with VerticalScroll(classes="page"):
            yield Static("\n".join(lines))
        yield Static(self.app.say("tui.page-keys"), classes="bar", markup=False)
