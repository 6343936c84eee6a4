"""The saved matches, and records in files."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from .. import results
from ..errors import DreierleiError
from ..session import SavedMatch, Session, load_records, saved_matches
from .dialogs import AskFile
from .panels import match_progress

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from ..record import Record
    from .app import Dreierlei


class SavedMatchesScreen(Screen[Session]):
    """Asks for a saved match, or for a game in a file. Its result is a session or None."""

    app: Dreierlei

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss(None)"),
        ("ctrl+f,f", "load"),
        ("ctrl+c", "app.quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.matches: list[SavedMatch] = []
        self.records: tuple[Record, ...] = ()

    def compose(self) -> ComposeResult:
        yield Static(f"[b]{self.app.say('tui.kept')}[/b]", classes="bar", id="title")
        yield OptionList(id="list", markup=False)
        yield Static(id="wrong", markup=False)
        yield Static(self.app.say("tui.kept-keys"), classes="bar", markup=False)

    def on_mount(self) -> None:
        self.matches = saved_matches()
        self._list([Option(self._match_title(saved), disabled=saved.session is None) for saved in self.matches])
        if not self.matches:
            self.query_one("#wrong", Static).update(self.app.say("tui.nothing-kept"))

    def _list(self, options: list[Option]) -> None:
        shown = self.query_one("#list", OptionList)
        shown.clear_options()
        shown.add_options(options)
        shown.action_first()
        shown.focus()

    def _match_title(self, saved: SavedMatch) -> str:
        language = self.app.language
        if saved.session is None:
            return f"{saved.file.name}: {saved.error.say(language) if saved.error else ''}"
        match = saved.session.match
        title = match.position.variant.game.names[language]
        state = saved.session.result.say(language) if match.over else self._moves(len(match.position.line))
        if match.length == 1:
            return " · ".join([title, " – ".join(match.players), state])
        return " · ".join([title, results.match_score(match).say(language), match_progress(match, language), state])

    def _moves(self, count: int) -> str:
        return self.app.say("tui.one-move") if count == 1 else self.app.say("tui.moves", number=count)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if self.records:
            self.dismiss(Session.study(self.records[event.option_index]))
        else:
            self.dismiss(self.matches[event.option_index].session)

    def action_load(self) -> None:
        self.app.push_screen(AskFile(self.app.say("tui.load")), self._load)

    def _load(self, path: Path | None) -> None:
        if path is None:
            return
        wrong = self.query_one("#wrong", Static)
        try:
            games = load_records(path)
        except DreierleiError as error:
            wrong.update(error.say(self.app.language))
            return
        if len(games) == 1:
            self.dismiss(Session.study(games[0]))
            return
        self.records = games
        wrong.update("")
        self.query_one("#title", Static).update(str(path))
        self._list([Option(self._record_title(number, game)) for number, game in enumerate(games, 1)])

    def _record_title(self, number: int, game: Record) -> str:
        name = game.start.variant.game.names[self.app.language]
        players = f"{game.tags.get('White', '?')} – {game.tags.get('Black', '?')}"
        return f"{number}. {name} · {players} · {game.result} · {self._moves(len(game.line))}"
