"""The screen on which a match is played."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from rich.markup import escape
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.screen import Screen
from textual.widgets import Static

from .. import console
from ..errors import DreierleiError
from . import searches
from .appearance import next_appearance
from .board import Board
from .dialogs import AskFile, Confirm
from .keys import BINDINGS
from .pages import HelpScreen, RulesScreen
from .panels import AnalysisPanel, KeyBar, Moves, Players
from .pointer import Pointer
from .searches import Analysed, DrawAnswered, HintFound, MoveFound, Searches, Solved

if TYPE_CHECKING:
    from pathlib import Path

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from .._core import Move
    from ..positions import Position
    from ..session import Session
    from .app import Dreierlei

NARROW = 74
"""Columns below which only the board is shown."""
WIDE = 100
"""Columns from which on the panels have more room."""


class PlayScreen(Screen[None]):
    """A session, its board, and everything that players can do with it."""

    app: Dreierlei

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.viewed: int | None = None
        """The ply whose position is shown; None is the current position of the game."""
        self.typed = ""
        self.marks: tuple[str, ...] = ()
        self.message = ""
        self.pointer: Pointer | None = None
        self.searches = Searches(self)
        self._since = 0.0
        """When the computer's search began."""

    def compose(self) -> ComposeResult:
        """Board and panels, the entry, the message, the keys."""
        language = self.app.language
        with Horizontal(id="table"):
            with ScrollableContainer(id="middle", can_focus=False):
                yield Board(self.session.match.position, language, self.app.appearance, id="board")
            with Vertical(id="side"):
                yield Players(id="players")
                yield Moves(id="moves")
                yield AnalysisPanel(language)
        yield Static(id="entry")
        yield Static(id="message")
        yield KeyBar(language)

    def on_mount(self) -> None:
        """Begins, with the computer's move if it is its turn."""
        self.query_one(AnalysisPanel).display = False
        self.set_interval(1.0, self._tick)
        self.advance()

    def on_unmount(self) -> None:
        """Stops the search threads: their answers are no longer needed."""
        self.searches.cancel()

    def on_resize(self, event: events.Resize) -> None:
        """Shows only the board in a small terminal."""
        self.set_class(event.size.width < NARROW, "narrow")
        self.set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self.show)

    # --- what is shown --------------------------------------------------------------------------------------------

    @property
    def shown(self) -> Position:
        """The position that the board shows."""
        position = self.session.match.position
        if self.viewed is not None:
            for _ in range(len(position.line) - self.viewed):
                position = position.previous or position
        return position

    def notice(self, text: str) -> None:
        """Shows a sentence below the board, and also over it if it is too long for the line."""
        self.message = text
        if len(text) > self.size.width - 2:
            self.notify(text, timeout=8, markup=False)
        self.show()

    def show(self) -> None:
        """Shows everything as it is now."""
        if not self.is_mounted:
            return
        match, shown, board = self.session.match, self.shown, self.query_one(Board)
        board.draw(shown, self.pointer, self.marks, self.app.appearance)
        self.query_one(Players).show(self.session, shown, self.app.appearance, self.app.language)
        self.query_one(Moves).show(match.position, len(shown.line))
        self.query_one("#entry", Static).update(self._entry())
        self.query_one("#message", Static).update(f" {escape(self.message)}")
        region = board.cursor_region()
        if region is not None:
            middle = self.query_one("#middle", ScrollableContainer)
            middle.scroll_to_region(region.translate(board.virtual_region.offset), animate=False)

    def _entry(self) -> str:
        match = self.session.match
        if self.viewed is not None:
            total = len(match.position.line)
            return f" {self.app.say('tui viewing', number=self.viewed, total=total)}"
        if match.game_over:
            key = "tui rematch" if match.over else "tui next game"
            result = escape(self.session.result.say(self.app.language))
            return f" [@click=screen.enter]{result} [b]{self.app.say(key)}[/b][/]"
        if self.session.computer_to_move:
            seconds = int(monotonic() - self._since)
            waiting = self.app.say("tui interrupt", name=escape(self.session.player), seconds=seconds)
            return f" [@click=screen.back]{waiting}[/]"
        side = match.position.turn.say(self.app.language)
        text = self.typed or ("".join(self.pointer.chosen) if self.pointer else "")
        prompt = match.position.prompt(*self.pointer.chosen) if self.pointer else None
        asked = f" [dim]{prompt.say(self.app.language)}[/dim]" if prompt and not self.typed else ""
        parts = [f" {escape(self.session.player)} ({side})> {escape(text)}[blink]_[/blink]{asked}"]
        for button in self.pointer.buttons if self.pointer else ():
            word = match.position.variant.target_name(button, self.app.language)
            parts.append(f"[@click=screen.choose('{button}')][reverse] {word} [/reverse][/]")
        return "  ".join(parts)

    def _tick(self) -> None:
        if self.searches.running("move"):
            self.query_one("#entry", Static).update(self._entry())

    # --- the course of a match ------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Continues from the current state of the match: asks the person or the computer to move."""
        self.searches.cancel("move", "hint", "draw")
        self.viewed, self.typed, self.marks = None, "", ()
        spot = self.pointer.spot if self.pointer else None
        match = self.session.match
        asked = match.turn is not None and not self.session.computer_to_move
        self.pointer = Pointer(match.position, spot) if asked else None
        if self.session.computer_to_move:
            self._since = monotonic()
            seed = self.session.rng.random()
            self.searches.start("move", searches.move_search(match, self.session.level, seed))
        self.show()
        self._analyse()

    def play(self, move: Move) -> None:
        """Plays a move."""
        name = self.session.player
        self.session.play(move)
        self.message = self.app.say("played", name=name, move=move)
        self.advance()

    def replace_session(self, session: Session) -> None:
        """Continues with another session."""
        self.searches.cancel()
        self.session = session
        self.pointer, self.message = None, ""
        self.advance()

    def on_move_found(self, event: MoveFound) -> None:
        """Plays the computer's move, or gives up the round for it."""
        if self.searches.current("move", event):
            if (move := event.move) is None:
                self._try(self.session.resign, self.advance)
            else:
                self._try(lambda: self.play(move))

    def on_hint_found(self, event: HintFound) -> None:
        """Marks a good move, and puts the cursor there."""
        if self.searches.current("hint", event) and self.pointer is not None:
            self.searches.cancel("hint")
            self.marks = tuple(text.lstrip("x") for text in event.move.targets)
            self.pointer.chosen = ()
            self.pointer.point(event.move.targets[0])
            self.message = self.app.say("tui hint", move=event.move)
            self.show()

    def on_draw_answered(self, event: DrawAnswered) -> None:
        """Ends the game if the computer accepts the draw."""
        if self.searches.current("draw", event):
            self.searches.cancel("draw")
            if event.accepted:
                self._try(self.session.draw, self.advance)
            else:
                self.notice(self.app.say("no draw"))

    def _analyse(self) -> None:
        panel, shown = self.query_one(AnalysisPanel), self.shown
        self.searches.cancel("analysis")
        if not panel.display:
            return
        panel.clear()
        if shown.outcome() is None:
            self.searches.start("analysis", *searches.analysis_searches(shown))
        else:
            panel.update(self.app.say("tui over"))

    def on_analysed(self, event: Analysed) -> None:
        """Shows one more depth."""
        if self.searches.current("analysis", event):
            self.query_one(AnalysisPanel).show(analysis=event.analysis)

    def on_solved(self, event: Solved) -> None:
        """Shows the exact value."""
        if self.searches.current("analysis", event):
            self.query_one(AnalysisPanel).show(solution=event.solution)

    # --- pointing and typing --------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Takes what is typed as notation, or as one of the commands of `console`."""
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
        """Chooses what was clicked."""
        self.action_choose(event.target)

    def on_board_hovered(self, event: Board.Hovered) -> None:
        """The cursor follows the mouse."""
        if self.pointer is not None and event.target != self.pointer.cursor:
            self.pointer.point(event.target)
            self.show()

    def action_choose(self, target: str) -> None:
        """Chooses a target; choosing it again takes it back."""
        if self.pointer is None or self.viewed is not None:
            return
        self.typed = ""
        if self.pointer.chosen and self.pointer.chosen[-1] == target and target not in self.pointer.choices:
            self.pointer.unselect()
        elif (move := self.pointer.select(target)) is not None:
            self._try(lambda: self.play(move))
            return
        self.show()

    def action_go(self, dx: int, dy: int) -> None:
        """Moves the cursor."""
        if self.pointer is not None:
            self.pointer.go(dx, dy)
            self.show()

    def action_step(self, by: int) -> None:
        """Moves the cursor to the next target."""
        if self.pointer is not None:
            self.pointer.step(by)
            self.show()

    def action_enter(self) -> None:
        """Plays what is typed, chooses what the cursor is on, or begins the next game."""
        match = self.session.match
        if self.viewed is not None:
            self.action_live()
        elif self.typed:
            self._submit(self.typed)
        elif match.game_over:
            self._try(self._begin_game)
        elif self.pointer is not None and self.pointer.cursor is not None:
            self.action_choose(self.pointer.cursor)

    def _submit(self, text: str) -> None:
        self.typed = ""
        command = console.commands(self.app.language).get(text.strip().lower())
        if command in ("moves", "show"):
            self.notice(" ".join(map(str, self.shown.moves())))
        elif command is not None:
            self.call_later(self.run_action, f"screen.{command}")
        elif self.pointer is not None:
            self._try(lambda: self.play(self.session.match.position.parse(text)))

    def _begin_game(self) -> None:
        """Begins the next game, or another match."""
        (self.session.rematch if self.session.match.over else self.session.next)()
        match = self.session.match
        self.message = self.app.say("next", number=match.round, white=match.players[match.white])
        self.advance()

    def action_back(self) -> None:
        """Takes back what was typed or chosen, makes the computer move now, or returns to the game."""
        if self.typed:
            self.typed = ""
        elif self.viewed is not None:
            self.action_live()
            return
        elif self.pointer is not None and self.pointer.unselect():
            pass
        elif not self.searches.hurry("move"):
            self.marks, self.message = (), ""
        self.show()

    # --- earlier positions ----------------------------------------------------------------------------------------

    def action_turn(self, by: int) -> None:
        """Shows the position before or after the one that is shown."""
        total = len(self.session.match.position.line)
        self.action_view((total if self.viewed is None else self.viewed) + by)

    def action_view(self, ply: int) -> None:
        """Shows the position after that many moves."""
        total = len(self.session.match.position.line)
        if ply >= total:
            self.action_live()
            return
        self.viewed, self.pointer, self.marks = max(0, ply), None, ()
        self.show()
        self._analyse()

    def action_live(self) -> None:
        """Returns to the current position. The computer's search goes on."""
        self.viewed = None
        match = self.session.match
        if match.turn is not None and not self.session.computer_to_move:
            self.pointer = self.pointer or Pointer(match.position)
        self.show()
        self._analyse()

    # --- commands -------------------------------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Takes back to the last time that a person was to move, and ends the computer's search."""
        self._try(self._undo)

    def _undo(self) -> None:
        if self.session.undo():
            self.advance()
        else:
            self.notice(self.app.say("nothing to undo"))

    def action_hint(self) -> None:
        """Looks for a good move."""
        if self.pointer is not None:
            self.message = self.app.say("tui looking")
            self.searches.start("hint", searches.hint_search(self.session.match.position))
            self.show()

    def action_analysis(self) -> None:
        """Shows or hides the engine's lines."""
        panel = self.query_one(AnalysisPanel)
        panel.display = not panel.display
        self._analyse()

    def action_look(self) -> None:
        """Changes the appearance: dark, light, plain."""
        self.app.change_appearance(next_appearance(self.app.appearance.name))
        self.show()

    def action_rules(self) -> None:
        """Shows the rules of the game."""
        self.app.push_screen(RulesScreen(self.session.match.position.variant.game.id))

    def action_help(self) -> None:
        """Shows the help."""
        self.app.push_screen(HelpScreen())

    def action_new(self) -> None:
        """Asks for another match, or another level for this one."""
        self.app.choose(self.session)

    def action_open(self) -> None:
        """Shows saved matches, and records in files."""
        self.app.choose_saved()

    async def action_quit(self) -> None:
        """Leaves; the match is saved."""
        await self.app.action_quit()

    def action_resign(self) -> None:
        """Asks whether to resign, and does so."""
        if self.pointer is None:
            return
        match = self.session.match
        key = "tui give up" if match.rule.give_up else "tui resign"
        stones = sum(stone in "wb" for stone in match.position.stones)

        def answer(sure: bool | None) -> None:
            if sure:
                self._try(self.session.resign, self.advance)

        self.app.push_screen(Confirm(self.app.say(key, name=self.session.player, points=stones)), answer)

    def action_draw(self) -> None:
        """Offers a draw to the friend, or to the computer, who answers."""
        if self.pointer is None:
            return
        match = self.session.match
        if not all(self.session.human):
            self.searches.start("draw", searches.draw_search(match.position))
            return
        other = match.players[1 - (match.turn or 0)]

        def answer(sure: bool | None) -> None:
            if sure:
                self._try(self.session.draw, self.advance)

        self.app.push_screen(Confirm(self.app.say("tui offer", name=self.session.player, other=other)), answer)

    def action_save(self) -> None:
        """Asks for a file and writes the records there."""

        def answer(path: Path | None) -> None:
            if path is not None:
                self._try(
                    lambda: self.session.export(path), lambda: self.notice(self.app.say("tui exported", file=path))
                )

        variant = self.session.match.position.variant
        self.app.push_screen(AskFile(self.app.say("tui export"), f"{variant.game.id}.txt"), answer)

    def _try(self, *steps: Callable[[], object]) -> None:
        """Takes the steps until one is refused, and shows why."""
        self.message = ""
        try:
            for step in steps:
                step()
        except DreierleiError as error:
            self.notice(error.say(self.app.language))
