"""The matches that are kept, and records in files."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from .. import messages
from ..errors import DreierleiError
from ..table import Kept, Table, kept_matches, load
from .dialogs import Ask
from .panels import shown_length

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import ComposeResult

    from ..record import Record
    from .app import Dreierlei


class SavedScreen(Screen[Table]):
    """Asks for a kept match, or for a game in a file. Its answer is a table, or none."""

    app: Dreierlei

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", show=False),
        Binding("ctrl+f,f", "load", show=False),
        Binding("ctrl+c", "app.quit", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Kept] = []
        self.records: tuple[Record, ...] = ()

    def compose(self) -> ComposeResult:
        """A list, and what can be done."""
        yield Static(f"[b]{messages.say(self.app.spoken, 'tui kept')}[/b]", classes="bar", id="title")
        yield OptionList(id="list", markup=False)
        yield Static(id="wrong", markup=False)
        yield Static(messages.say(self.app.spoken, "tui kept keys"), classes="bar", markup=False)

    def on_mount(self) -> None:
        """Lists the matches that are kept."""
        self.kept = kept_matches()
        shown = self.query_one("#list", OptionList)
        shown.add_options([Option(self._described(kept), disabled=kept.table is None) for kept in self.kept])
        if not self.kept:
            self.query_one("#wrong", Static).update(messages.say(self.app.spoken, "tui nothing kept"))
        shown.action_first()
        shown.focus()

    def _described(self, kept: Kept) -> str:
        if kept.table is None:
            return f"{kept.file.name}: {kept.error}"
        table, spoken = kept.table, self.app.spoken
        here = table.match.position
        state = table.result(spoken) if table.match.over else messages.say(spoken, "tui moves", number=len(here.line))
        parts = [here.variant.game.names[spoken], table.score(spoken), shown_length(spoken, table), state]
        return " · ".join(parts if table.match.length > 1 else [parts[0], " – ".join(table.match.players), state])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """The match, or the game of a file."""
        if self.records:
            self.dismiss(Table.study(self.records[event.option_index]))
        else:
            self.dismiss(self.kept[event.option_index].table)

    def action_load(self) -> None:
        """Asks for a file with records."""
        self.app.push_screen(Ask(messages.say(self.app.spoken, "tui load")), self._load)

    def _load(self, path: Path | None) -> None:
        if path is None:
            return
        wrong = self.query_one("#wrong", Static)
        try:
            games = load(path)
        except DreierleiError as error:
            wrong.update(str(error))
            return
        if len(games) == 1:
            self.dismiss(Table.study(games[0]))
            return
        self.records = games
        wrong.update("")
        self.query_one("#title", Static).update(str(path))
        shown = self.query_one("#list", OptionList)
        shown.clear_options()
        shown.add_options([self._titled(number, game) for number, game in enumerate(games, 1)])
        shown.action_first()
        shown.focus()

    def _titled(self, number: int, game: Record) -> str:
        name = game.start.variant.game.names[self.app.spoken]
        players = f"{game.tag('White', '?')} – {game.tag('Black', '?')}"
        return f"{number}. {name} · {players} · {game.result} · " + messages.say(
            self.app.spoken, "tui moves", number=len(game.line)
        )
