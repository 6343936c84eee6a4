"""The screen on which a match is chosen: game, options, opponent, level, colour, length."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.markup import escape
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from ..declarations import games, variant
from ..errors import DreierleiError
from ..levels import STYLES, level
from ..match import SWAP_RULES
from ..puzzles import puzzles_of
from ..session import DEFAULT_LEVEL, Session, default_length
from .learn import LearnScreen
from .saved_matches import SavedMatchesScreen
from .training import TrainingScreen

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widget import Widget

    from ..levels import Style
    from ..messages import Language
    from ..model import Game
    from ..options import Option as GameOption
    from .app import Dreierlei

WHO = ("computer", "friend")
LENGTHS = (1, 3, 5, 7, 9, 15)
LABEL = 14
"""The width of the row labels, in columns."""


class Choice(Static, can_focus=True):
    """One of several values, changed with the arrow keys or by clicking."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "turn(-1)"),
        ("right,space", "turn(1)"),
        ("up", "app.focus_previous"),
        ("down", "app.focus_next"),
        ("enter", "screen.start"),
    ]

    def __init__(self, label: str, values: list[tuple[str, str]], value: str, *, name: str) -> None:
        """`values` are pairs: the value, and what it is called."""
        super().__init__(name=name, classes="row")
        self.label = label
        self.values = values
        self.index = next((i for i, (choice, _) in enumerate(values) if choice == value), 0)

    @property
    def value(self) -> str:
        return self.values[self.index][0]

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        self.update(f"{escape(self.label):<{LABEL}} < [b]{escape(self.values[self.index][1])}[/b] >")

    def action_turn(self, by: int) -> None:
        """Selects the next or previous value, in a cycle."""
        self.index = (self.index + by) % len(self.values)
        self._show()

    def on_click(self, event: events.Click) -> None:
        """A click on the sign before the value selects the previous one, elsewhere the next."""
        self.action_turn(-1 if LABEL < event.x <= LABEL + 2 else 1)


class Typed(Vertical):
    """A value of an option to be typed, with what people call it and what else can be typed."""

    def __init__(self, option: GameOption, value: str, language: Language) -> None:
        super().__init__()
        self.option = option
        self.value = value
        self.language = language

    def compose(self) -> ComposeResult:
        yield Input(self.value, name=f"option {self.option.name}", compact=True, classes="row")
        yield Static(self._label(self.value), markup=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        self.query_one(Static).update(self._label(event.value.strip()))

    def _label(self, value: str) -> str:
        drawn = [f"{text}: {words[self.language]}" for text, words in self.option.drawn.items()]
        readable = self.option.read(value) is not None
        return "   ".join([self.option.label(value)[self.language] if readable else "", *drawn])


class StartScreen(Screen[Session]):
    """Asks for a match. Its result is a session (a new one, or the given one, perhaps with another level) or None."""

    app: Dreierlei

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave"),
        ("ctrl+o,f3", "open"),
        ("f8", "puzzles"),
        ("f9", "learn"),
        ("ctrl+s", "start"),
        ("ctrl+c", "app.quit"),
    ]

    def __init__(self, session: Session | None) -> None:
        super().__init__()
        self.session = session
        self.games = games()
        current = session.match.position.variant.game if session else self.games[0]
        self.game: Game = current

    def compose(self) -> ComposeResult:
        yield Static(f"[b]dreierlei[/b]  {self.app.say('tui.start-title')}", classes="bar")
        with Horizontal(id="start"):
            yield OptionList(*(Option(game.names[self.app.language], game.id) for game in self.games), id="games")
            with Vertical():
                yield Static(id="about", markup=False)
                yield VerticalScroll(id="rows", can_focus=False)
                with Horizontal(classes="buttons"):
                    yield Button(self.app.say("tui.start"), id="begin", compact=True)
                    if self.session is not None:
                        yield Button(self.app.say("tui.go-on"), id="leave", compact=True)
                    yield Button(self.app.say("tui.kept"), id="open", compact=True)
                with Horizontal(classes="buttons"):
                    yield Button(self.app.say("learn.this"), id="learn", compact=True)
                    yield Button(self.app.say("web.way-puzzles"), id="puzzles", compact=True)
                yield Static(id="wrong", markup=False)
        yield Static(self.app.say("tui.start-keys"), classes="bar", markup=False)

    def on_mount(self) -> None:
        options = self.query_one("#games", OptionList)
        options.highlighted = self.games.index(self.game)
        options.focus()

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self.game = self.games[event.option_index]
        self.query_one("#about", Static).update(self.game.about[self.app.language])
        rows = self.query_one("#rows", VerticalScroll)
        await rows.remove_children()
        await rows.mount(*self._rows())

    def on_option_list_option_selected(self) -> None:
        self.query(".row").first().focus()

    def _rows(self) -> list[Widget]:
        session = self.session
        same = session is not None and session.match.position.variant.game is self.game
        against = "friend" if session and all(session.human) else "computer"
        side = "black" if session and session.human == (False, True) else "white"
        length = session.match.length if session and same else default_length(self.game)
        swap = session.match.swap_rule if session else 0
        lengths = sorted({*LENGTHS, length, self.game.match.length})
        unit = "tui.games" if self.game.match.scoring == "games" else "tui.points"
        near = level(self.game.id, session.level if session else DEFAULT_LEVEL).number
        choices: dict[str, tuple[list[tuple[str, str]], str]] = {
            "against": ([(who, self.app.say(who)) for who in WHO], against),
            "level": ([(str(number), str(number)) for number in self.game.levels], str(near)),
            "style": (
                [(style, self.app.say(f"style.{style}")) for style in STYLES],
                session.style if session else "plain",
            ),
            "side": ([(colour, self.app.say(colour)) for colour in ("white", "black")], side),
            "length": (
                [
                    (str(number), self.app.say(unit if number > 1 else f"{unit}-one", number=number))
                    for number in lengths
                ],
                str(length),
            ),
            "swap": ([(str(plies), self.app.say(f"swap-after-{plies}")) for plies in SWAP_RULES], str(swap)),
        }
        rows: list[Widget] = [
            Choice(self.app.say(f"tui.{name}"), values, value, name=name) for name, (values, value) in choices.items()
        ]
        for option in self.game.options:
            value = session.match.position.variant.options[option.name] if session and same else option.default
            title, about = option.title[self.app.language], option.about[self.app.language]
            rows.append(Static(f"{title}: {about}", classes="quiet", markup=False))
            if option.choices:
                values = [(choice, option.label(choice)[self.app.language]) for choice in option.choices]
                rows.append(Choice("", values, value, name=f"option {option.name}"))
            else:
                rows.append(Typed(option, value, self.app.language))
        return rows

    def _chosen(self) -> dict[str, str]:
        choices = {row.name or "": row.value for row in self.query(Choice)}
        return choices | {row.name or "": row.value for row in self.query(Input)}

    # --- the answers ----------------------------------------------------------------------------------------------

    def on_button_pressed(self, event: Button.Pressed) -> None:
        actions = {
            "begin": self.action_start,
            "leave": self.action_leave,
            "learn": self.action_learn,
            "puzzles": self.action_puzzles,
            "open": self.action_open,
        }
        actions[event.button.id or ""]()

    def on_input_submitted(self) -> None:
        self.action_start()

    def action_start(self) -> None:
        """Begins a match with the chosen settings, or says what is wrong with them."""
        chosen = self._chosen()
        options = {name.removeprefix("option "): value for name, value in chosen.items() if name.startswith("option ")}
        try:
            session = Session.open(
                variant(self.game.id, options),
                self.app.language,
                against=chosen["against"],
                side=chosen["side"],
                length=int(chosen["length"]),
                level=int(chosen["level"]),
                style=cast("Style", chosen["style"]),
                swap=int(chosen["swap"]),
            )
        except DreierleiError as error:
            self.query_one("#wrong", Static).update(error.say(self.app.language))
            return
        self.dismiss(session)

    def action_leave(self) -> None:
        """Returns to the match, with the chosen level; without a match the program ends."""
        if self.session is not None:
            chosen = self._chosen()
            self.session.level = int(chosen.get("level", self.session.level))
            self.session.style = cast("Style", chosen.get("style", self.session.style))
        self.dismiss(self.session)

    def action_open(self) -> None:
        """Shows the saved matches."""

        def answer(session: Session | None) -> None:
            if session is not None:
                self.dismiss(session)

        self.app.push_screen(SavedMatchesScreen(), answer)

    def action_learn(self) -> None:
        """Shows the lessons of the game, if it has some."""
        if self.game.lessons:
            self.app.push_screen(LearnScreen(self.game))
        else:
            none = self.app.say("learn.none", game=self.game.names[self.app.language])
            self.query_one("#wrong", Static).update(none)

    def action_puzzles(self) -> None:
        """Shows the puzzles of the game, if it has some."""
        if puzzles_of(self.game.id):
            self.app.push_screen(TrainingScreen(self.game))
        else:
            self.query_one("#wrong", Static).update(self.app.say("study.no-puzzles"))
