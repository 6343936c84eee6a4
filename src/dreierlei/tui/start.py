"""The screen on which a match is chosen: game, options, opponent, level, colour, length."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from .. import messages
from ..errors import DreierleiError
from ..games import games, variant
from ..levels import LEVELS
from ..table import USUAL_LEVEL, Table, usual_length
from .rows import Choice
from .saved import SavedScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.widget import Widget

    from ..messages import Language
    from ..model import Game
    from ..options import Option as GameOption
    from .app import Dreierlei

WHO = ("computer", "friend")
LENGTHS = (1, 3, 5, 7, 9, 15)


class Typed(Vertical):
    """A value of an option to be typed, with what people call it and what else can be typed."""

    def __init__(self, option: GameOption, value: str, spoken: Language) -> None:
        super().__init__()
        self.option = option
        self.value = value
        self.spoken = spoken

    def compose(self) -> ComposeResult:
        """The value above its words."""
        yield Input(self.value, name=f"option {self.option.name}", compact=True, classes="row")
        yield Static(self._label(self.value), markup=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Says what is typed."""
        self.query_one(Static).update(self._label(event.value.strip()))

    def _label(self, value: str) -> str:
        drawn = [f"{text}: {words[self.spoken]}" for text, words in self.option.drawn.items()]
        readable = self.option.read(value) is not None
        return "   ".join([self.option.label(value)[self.spoken] if readable else "", *drawn])


class StartScreen(Screen[Table]):
    """Asks for a match. Its answer is a table; the one it was given if that only has another level; or none."""

    app: Dreierlei

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("ctrl+o,f3", "open", show=False),
        Binding("ctrl+s", "start", show=False),
        Binding("ctrl+c", "app.quit", show=False),
    ]

    def __init__(self, table: Table | None) -> None:
        super().__init__()
        self.table = table
        self.games = games()
        current = table.match.position.variant.game if table else self.games[0]
        self.game: Game = current

    def say(self, message: str, **values: object) -> str:
        """A message in the players' language."""
        return messages.say(self.app.spoken, message, **values)

    def compose(self) -> ComposeResult:
        """Games on the left, everything else on the right."""
        yield Static(f"[b]dreierlei[/b]  {self.say('tui start title')}", classes="bar")
        with Horizontal(id="start"):
            yield OptionList(*(Option(game.names[self.app.spoken], game.id) for game in self.games), id="games")
            with Vertical():
                yield Static(id="about", markup=False)
                yield VerticalScroll(id="rows", can_focus=False)
                with Horizontal(classes="buttons"):
                    yield Button(self.say("tui start"), id="begin", compact=True)
                    if self.table is not None:
                        yield Button(self.say("tui go on"), id="leave", compact=True)
                    yield Button(self.say("tui kept"), id="open", compact=True)
                yield Static(id="wrong", markup=False)
        yield Static(self.say("tui start keys"), classes="bar", markup=False)

    def on_mount(self) -> None:
        """The game that is being played, or the first one."""
        options = self.query_one("#games", OptionList)
        options.highlighted = self.games.index(self.game)
        options.focus()

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Shows what can be chosen for a game."""
        self.game = self.games[event.option_index]
        self.query_one("#about", Static).update(self.game.about[self.app.spoken])
        rows = self.query_one("#rows", VerticalScroll)
        await rows.remove_children()
        await rows.mount(*self._rows())

    def on_option_list_option_selected(self) -> None:
        """From the games to the rows."""
        self.query(".row").first().focus()

    def _rows(self) -> list[Widget]:
        table = self.table
        same = table is not None and table.match.position.variant.game is self.game
        against = "friend" if table and all(table.human) else "computer"
        side = "black" if table and table.human == (False, True) else "white"
        length = table.match.length if table and same else usual_length(self.game)
        lengths = sorted({*LENGTHS, length, self.game.match.length})
        unit = "tui games" if self.game.match.scoring == "games" else "tui points"
        rows: list[Widget] = [
            Choice(self.say("tui against"), [(who, self.say(who)) for who in WHO], against, name="against"),
            Choice(
                self.say("tui level"),
                [(str(level.number), str(level.number)) for level in LEVELS],
                str(table.level if table else USUAL_LEVEL),
                name="level",
            ),
            Choice(self.say("tui side"), [(w, self.say(w)) for w in ("white", "black")], side, name="side"),
            Choice(
                self.say("tui length"),
                [(str(number), self.say(unit if number > 1 else f"{unit} one", number=number)) for number in lengths],
                str(length),
                name="length",
            ),
        ]
        for option in self.game.options:
            value = table.match.position.variant.options[option.name] if table and same else option.default
            title, about = option.title[self.app.spoken], option.about[self.app.spoken]
            rows.append(Static(f"{title}: {about}", classes="quiet", markup=False))
            if option.choices:
                values = [(choice, option.label(choice)[self.app.spoken]) for choice in option.choices]
                rows.append(Choice("", values, value, name=f"option {option.name}"))
            else:
                rows.append(Typed(option, value, self.app.spoken))
        return rows

    def _chosen(self) -> dict[str, str]:
        choices = {row.name or "": row.value for row in self.query(Choice)}
        return choices | {row.name or "": row.value for row in self.query(Input)}

    # --- the answers ----------------------------------------------------------------------------------------------

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """What was pressed."""
        {"begin": self.action_start, "leave": self.action_leave, "open": self.action_open}[event.button.id or ""]()

    def on_input_submitted(self) -> None:
        """Enter begins."""
        self.action_start()

    def action_start(self) -> None:
        """Begins a match with what is chosen, or says what is wrong with it."""
        chosen = self._chosen()
        options = {name.removeprefix("option "): value for name, value in chosen.items() if name.startswith("option ")}
        try:
            table = Table.open(
                variant(self.game.id, options),
                self.app.spoken,
                against=chosen["against"],
                side=chosen["side"],
                length=int(chosen["length"]),
                level=int(chosen["level"]),
            )
        except DreierleiError as error:
            self.query_one("#wrong", Static).update(str(error))
            return
        self.dismiss(table)

    def action_leave(self) -> None:
        """Back to the match, with the level that is chosen here; without a match the program ends."""
        if self.table is not None:
            self.table.level = int(self._chosen().get("level", self.table.level))
        self.dismiss(self.table)

    def action_open(self) -> None:
        """The matches that are kept."""

        def answer(table: Table | None) -> None:
            if table is not None:
                self.dismiss(table)

        self.app.push_screen(SavedScreen(), answer)
