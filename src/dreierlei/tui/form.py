"""Rows of a form: a choice among a few values, one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.markup import escape
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

if TYPE_CHECKING:
    from textual import events

LABEL = 14
"""Columns of the names of rows."""


class Choice(Static, can_focus=True):
    """One of several values, changed with the arrow keys or by clicking."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right,space", "turn(1)", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("enter", "screen.start", show=False),
    ]

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, row: Choice) -> None:
            super().__init__()
            self.row = row

    def __init__(self, label: str, values: list[tuple[str, str]], value: str, *, name: str) -> None:
        """`values` are pairs: what is chosen, and what it is called."""
        super().__init__(name=name, classes="row")
        self.label = label
        self.values = values
        self.index = next((i for i, (known, _) in enumerate(values) if known == value), 0)

    @property
    def value(self) -> str:
        """What is chosen."""
        return self.values[self.index][0]

    def on_mount(self) -> None:
        """Shows the value."""
        self._show()

    def _show(self) -> None:
        self.update(f"{escape(self.label):<{LABEL}} < [b]{escape(self.values[self.index][1])}[/b] >")

    def action_turn(self, by: int) -> None:
        """Selects the next or previous value, in a cycle."""
        self.index = (self.index + by) % len(self.values)
        self._show()
        self.post_message(self.Changed(self))

    def on_click(self, event: events.Click) -> None:
        """A click on the sign before the value selects the previous one, elsewhere the next."""
        self.action_turn(-1 if LABEL < event.x <= LABEL + 2 else 1)
