"""The screen on which a match is played."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Literal

from rich.markup import escape
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.widgets import Static

from ..dialogue import read_command
from ..engine import analyse
from ..errors import DreierleiError, IllegalMove
from ..levels import AGREED, DrawAnswer, choose_in_match, hint
from ..solvers import solve, solver
from .appearance import next_appearance
from .board import Board
from .dialogs import AskFile, Confirm
from .keys import BINDINGS
from .pages import HelpScreen, RulesScreen
from .panels import AnalysisPanel, Entry, KeyBar, Moves, Players
from .pointer import Pointer
from .pointing import PointingScreen
from .searches import Searches

if TYPE_CHECKING:
    from pathlib import Path

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from .._core import Move
    from ..positions import Position
    from ..session import Session

NARROW = 74
"""Columns below which only the board is shown."""
WIDE = 100
"""Columns from which the panels are wider."""
ANALYSIS_SECONDS = 60.0
"""How long a position is analysed; after that the machine rests."""
LINES = 3
COMMANDS = ("help", "moves", "hint", "undo", "resign", "draw", "swap", "show", "rules", "save", "quit")
"""The commands that can be typed besides moves."""


class PlayScreen(PointingScreen):
    """A session, its board, and everything that players can do with it."""

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.viewed: int | None = None
        """The ply whose position is shown; None is the current position of the game."""
        self.searches = Searches(self)
        self._since = 0.0
        """When the computer's search began."""

    def compose(self) -> ComposeResult:
        language = self.app.language
        with Horizontal(id="table"):
            with ScrollableContainer(id="middle", can_focus=False):
                yield Board(self.session.match.position, language, self.app.appearance, id="board")
            with Vertical(id="side"):
                yield Players(id="players")
                yield Moves(id="moves")
                yield AnalysisPanel(language)
        yield Entry(language)
        yield Static(id="message")
        yield KeyBar(language)

    def on_mount(self) -> None:
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

    def show(self) -> None:
        """Shows the current state."""
        if not self.is_mounted:
            return
        shown = self.shown
        self.draw(shown)
        self.query_one(Players).show(self.session, shown, self.app.appearance, self.app.language)
        self.query_one(Moves).show(self.session.match.position, len(shown.line))
        self._show_entry()
        self.query_one("#message", Static).update(f" {escape(self.message)}")

    def _show_entry(self) -> None:
        self.query_one(Entry).show(self.session, self.pointer, self.typed, self.viewed, int(monotonic() - self._since))

    def _tick(self) -> None:
        if self.searches.running("move"):
            self._show_entry()

    # --- the course of a match ------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Continues from the current state of the match: asks the person or the computer to move."""
        self.searches.cancel("move", "hint", "draw")
        self.viewed, self.typed, self.marks = None, "", ()
        session, spot = self.session, self.pointer.spot if self.pointer else None
        self.pointer = Pointer(session.match.position, spot) if self._person_to_move else None
        if session.computer_to_move:
            self._since = monotonic()
            match, level, seed = session.match, session.player_level, session.rng.random()
            self.searches.start(
                "move", lambda stop, _: choose_in_match(match, level, seed, stop=stop), self._computer_moves
            )
        self.show()
        self._analyse()

    @property
    def _person_to_move(self) -> bool:
        return self.session.match.turn is not None and not self.session.computer_to_move

    def play(self, move: Move) -> None:
        """Plays a move."""
        name = self.session.player
        self.session.play(move)
        self.message = self.app.say("played", name=name, move=move)
        self.advance()

    def _computer_moves(self, move: Move | Literal["swap"] | None) -> None:
        """Plays the computer's move; None gives up the round."""
        if move is None:
            self._try(self.session.resign, self.advance)
        elif move == "swap":
            self._try(self._swap)
        else:
            self._try(lambda: self.play(move))

    def replace_session(self, session: Session) -> None:
        """Continues with another session."""
        self.searches.cancel()
        self.session = session
        self.pointer, self.message = None, ""
        self.advance()

    def _begin_game(self) -> None:
        """Begins the next game, or another match."""
        (self.session.rematch if self.session.match.over else self.session.next)()
        match = self.session.match
        self.message = self.app.say("next", number=match.round, white=match.players[match.white])
        self.advance()

    def _analyse(self) -> None:
        panel, shown = self.query_one(AnalysisPanel), self.shown
        self.searches.cancel("analysis", "proof")
        if not panel.display:
            return
        panel.clear()
        if shown.outcome() is not None:
            panel.update(self.app.say("tui.over"))
            return
        self.searches.start(
            "analysis",
            lambda stop, report: analyse(shown, seconds=ANALYSIS_SECONDS, lines=LINES, callback=report, stop=stop),
            lambda analysis: panel.show(analysis=analysis),
        )
        if solver(shown).specialised:
            self.searches.start(
                "proof",
                lambda stop, _: solve(shown, seconds=ANALYSIS_SECONDS, stop=stop),
                lambda solution: panel.show(solution=solution),
            )

    # --- pointing and typing --------------------------------------------------------------------------------------

    def choose(self, move: Move) -> None:
        """Plays a move, or says why not."""
        self._try(lambda: self.play(move))

    def action_enter(self) -> None:
        """Plays the typed move, chooses the target under the cursor, or begins the next game."""
        if self.viewed is not None:
            self.action_live()
        elif self.typed:
            self._submit(self.typed)
        elif self.session.match.game_over:
            self._try(self._begin_game)
        elif self.pointer is not None and self.pointer.cursor is not None:
            self.action_choose(self.pointer.cursor)

    def _submit(self, text: str) -> None:
        self.typed = ""
        command = read_command(text, COMMANDS, self.app.language)
        if command in ("moves", "show"):
            self.notice(" ".join(map(str, self.shown.moves())))
        elif command is not None:
            self.call_later(self.run_action, f"screen.{command}")
        elif self.pointer is not None:
            self._try(lambda: self.play(self.session.match.position.parse(text)))

    def action_back(self) -> None:
        """Discards what was typed or chosen, makes the computer move now, or returns to the game."""
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
        self.action_view(len(self.shown.line) + by)

    def action_view(self, ply: int) -> None:
        """Shows the position after that many moves."""
        if ply >= len(self.session.match.position.line):
            self.action_live()
            return
        self.viewed, self.pointer, self.marks = max(0, ply), None, ()
        self.show()
        self._analyse()

    def action_live(self) -> None:
        """Returns to the current position. The computer's search goes on."""
        self.viewed = None
        if self._person_to_move:
            self.pointer = self.pointer or Pointer(self.session.match.position)
        self.show()
        self._analyse()

    # --- commands -------------------------------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Takes back moves until a person is to move, and ends the computer's search."""
        self._try(self._undo)

    def _undo(self) -> None:
        if self.session.undo():
            self.advance()
        else:
            self.notice(self.app.say("nothing-to-undo"))

    def action_hint(self) -> None:
        """Looks for a good move, marks it and puts the cursor there."""

        def show(move: Move) -> None:
            if self.pointer is not None:
                self.marks = tuple(text.lstrip("x") for text in move.targets)
                self.pointer.chosen = ()
                self.pointer.point(move.targets[0])
                self.message = self.app.say("tui.hint", move=move)
                self.show()

        if self.pointer is not None:
            self.message = self.app.say("tui.looking")
            position = self.session.match.position
            self.searches.start("hint", lambda stop, _: hint(position, stop), show)
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
        self.app.push_screen(RulesScreen(self.session.match.position.variant.game.id))

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen())

    def action_new(self) -> None:
        """Asks for another match, or another level for this one."""
        self.app.choose(self.session)

    def action_open(self) -> None:
        self.app.choose_saved()

    async def action_quit(self) -> None:
        await self.app.action_quit()

    def action_resign(self) -> None:
        """Asks whether to resign, and does so."""
        if self.pointer is not None:
            match = self.session.match
            key = "tui.give-up" if match.rule.give_up else "tui.resign"
            stones = sum(stone in "wb" for stone in match.position.stones)
            self._confirm(self.app.say(key, name=self.session.player, points=stones), self.session.resign)

    def action_swap(self) -> None:
        """Takes over the other side, where players have agreed on the swap rule."""
        if self.pointer is not None:
            self._try(self._swap)

    def _swap(self) -> None:
        name = self.session.player
        self.session.swap()
        self.message = self.app.say("swapped", name=name, side=self.session.match.position.turn.other)
        self.advance()

    def action_draw(self) -> None:
        """Offers a draw to the friend, or to the computer, which answers."""

        def answer(reply: DrawAnswer) -> None:
            if reply in AGREED:
                self._try(self.session.draw, self.advance)
            self.notice(self.app.say(f"draw.{reply}"))

        if self.pointer is None:
            return
        match = self.session.match
        if all(self.session.human):
            other = match.players[1 - (match.turn or 0)]
            self._confirm(self.app.say("tui.offer", name=self.session.player, other=other), self.session.draw)
        else:
            self.searches.start("draw", lambda stop, _: self.session.answer_draw(stop), answer)

    def _confirm(self, question: str, step: Callable[[], object]) -> None:
        def answer(sure: bool | None) -> None:
            if sure:
                self._try(step, self.advance)

        self.app.push_screen(Confirm(question), answer)

    def action_save(self) -> None:
        """Asks for a file and writes the records there."""

        def answer(path: Path | None) -> None:
            if path is not None:
                self._try(
                    lambda: self.session.export(path), lambda: self.notice(self.app.say("tui.exported", file=path))
                )

        variant = self.session.match.position.variant
        self.app.push_screen(AskFile(self.app.say("tui.export"), f"{variant.game.id}.txt"), answer)

    def _try(self, *steps: Callable[[], object]) -> None:
        """Runs the steps until one is refused, and shows why."""
        self.message = ""
        try:
            for step in steps:
                step()
        except IllegalMove as error:
            self.notice(error.refusal.say(self.app.language))
        except DreierleiError as error:
            self.notice(error.say(self.app.language))
