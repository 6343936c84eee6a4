"""The screen on which a match is played."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from rich.markup import escape
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.screen import Screen
from textual.widgets import Static

from .. import lines, messages
from ..errors import DreierleiError
from . import thinking
from .board import Board
from .dialogs import Ask, Confirm
from .looks import after
from .pages import HelpScreen, RulesScreen
from .panels import Keys, Lines, Moves, Players
from .pointing import Pointer
from .thinking import Analysed, Hinted, Moved, Solved, Thoughts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual import events
    from textual.app import ComposeResult

    from .._core import Move
    from ..position import Position
    from ..table import Table
    from .app import Dreierlei

NARROW = 74
"""Columns below which only the board is shown."""
WIDE = 100
"""Columns from which on the panels have more room."""

KEYS = (
    ("F1", "help", "help"),
    ("^Z", "undo", "undo"),
    ("^T", "hint", "hint"),
    ("^E", "analysis", "analysis"),
    ("^R", "rules", "rules"),
    ("^N", "new", "new"),
    ("^O", "open", "open"),
    ("^Q", "quit", "quit"),
    ("^L", "look", "look"),
    ("^G", "resign", "resign"),
    ("^D", "draw", "draw"),
    ("^S", "save", "save"),
)


class PlayScreen(Screen[None]):
    """A table, its board, and everything that players can do there."""

    app: Dreierlei

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"go({dx}, {dy})", show=False) for key, dx, dy in
          (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))),
        Binding("tab", "step(1)", show=False),
        Binding("shift+tab", "step(-1)", show=False),
        Binding("enter", "enter", show=False),
        Binding("escape", "back", show=False),
        Binding("pageup,ctrl+left", "turn(-1)", show=False),
        Binding("pagedown,ctrl+right", "turn(1)", show=False),
        Binding("home", "view(0)", show=False),
        Binding("end", "live", show=False),
        Binding("f1,question_mark", "help", show=False),
        Binding("ctrl+z,f7", "undo", show=False),
        Binding("ctrl+t,f5", "hint", show=False),
        Binding("ctrl+e,f6", "analysis", show=False),
        Binding("ctrl+r,f4", "rules", show=False),
        Binding("ctrl+n,f2", "new", show=False),
        Binding("ctrl+o,f3", "open", show=False),
        Binding("ctrl+l,f8", "look", show=False),
        Binding("ctrl+g", "resign", show=False),
        Binding("ctrl+d", "draw", show=False),
        Binding("ctrl+s", "save", show=False),
        Binding("ctrl+c", "app.quit", show=False),
    ]  # fmt: skip

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.viewed: int | None = None
        """The number of moves before the position that is looked at; None is the game as it stands."""
        self.typed = ""
        self.marks: tuple[str, ...] = ()
        self.message = ""
        self.pointer: Pointer | None = None
        self.thoughts = Thoughts(self)
        self._since = 0.0
        """When the computer began to think."""

    def compose(self) -> ComposeResult:
        """Board and panels, the entry, the message, the keys."""
        spoken = self.app.spoken
        with Horizontal(id="table"):
            with ScrollableContainer(id="middle", can_focus=False):
                yield Board(self.table.match.position, spoken, self.app.look, id="board")
            with Vertical(id="side"):
                yield Players(id="players")
                yield Moves(id="moves")
                yield Lines(spoken)
        yield Static(id="entry")
        yield Static(id="message")
        yield Keys(spoken, KEYS)

    def on_mount(self) -> None:
        """Begins, with the computer's move if it is its turn."""
        self.query_one(Lines).display = False
        self.set_interval(1.0, self._tick)
        self.advance()

    def on_unmount(self) -> None:
        """Nobody waits for the threads any more."""
        self.thoughts.drop()

    def on_resize(self, event: events.Resize) -> None:
        """A small terminal is for the board alone."""
        self.set_class(event.size.width < NARROW, "narrow")
        self.set_class(event.size.width >= WIDE, "wide")
        self.call_after_refresh(self.show)

    # --- what is shown --------------------------------------------------------------------------------------------

    @property
    def here(self) -> Position:
        """The position that the board shows."""
        here = self.table.match.position
        if self.viewed is not None:
            for _ in range(len(here.line) - self.viewed):
                here = here.previous or here
        return here

    def say(self, message: str, **values: object) -> str:
        """A message in the players' language."""
        return messages.say(self.app.spoken, message, **values)

    def tell(self, text: str) -> None:
        """Shows a sentence below the board, or over it if it is too long for the line."""
        self.message = text
        if len(text) > self.size.width - 2:
            self.notify(text, timeout=8, markup=False)

    def show(self) -> None:
        """Shows everything as it is now."""
        if not self.is_mounted:
            return
        match, here, board = self.table.match, self.here, self.query_one(Board)
        board.draw(here, self.pointer, self.marks, self.app.look)
        self.query_one(Players).show(self.table, here, self.app.look, self.app.spoken)
        self.query_one(Moves).show(match.position, len(here.line))
        self.query_one("#entry", Static).update(self._entry())
        self.query_one("#message", Static).update(f" {escape(self.message)}")
        region = board.cursor_region()
        if region is not None:
            middle = self.query_one("#middle", ScrollableContainer)
            middle.scroll_to_region(region.translate(board.virtual_region.offset), animate=False)

    def _entry(self) -> str:
        match = self.table.match
        if self.viewed is not None:
            total = len(match.position.line)
            return f" {self.say('tui viewing', number=self.viewed, total=total)}"
        if match.game_over:
            key = "tui rematch" if match.over else "tui next game"
            return f" [@click=screen.enter]{escape(self.table.result(self.app.spoken))} [b]{self.say(key)}[/b][/]"
        if self.table.thinking:
            seconds = int(monotonic() - self._since)
            return f" [@click=screen.back]{self.say('tui interrupt', name=escape(self.table.name), seconds=seconds)}[/]"
        side = self.say(str(match.position.turn))
        text = self.typed or ("".join(self.pointer.chosen) if self.pointer else "")
        prompt = match.position.prompt(*self.pointer.chosen) if self.pointer else None
        asked = f" [dim]{prompt.say(self.app.spoken)}[/dim]" if prompt and not self.typed else ""
        parts = [f" {escape(self.table.name)} ({side})> {escape(text)}[blink]_[/blink]{asked}"]
        for button in self.pointer.buttons if self.pointer else ():
            word = match.position.variant.target_name(button, self.app.spoken)
            parts.append(f"[@click=screen.choose('{button}')][reverse] {word} [/reverse][/]")
        return "  ".join(parts)

    def _tick(self) -> None:
        if self.thoughts.busy("move"):
            self.query_one("#entry", Static).update(self._entry())

    # --- the course of a match ------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Goes on from what the table has now: asks the person or the computer to move."""
        self.thoughts.drop("move", "hint")
        self.viewed, self.typed, self.marks = None, "", ()
        spot = self.pointer.spot if self.pointer else None
        match = self.table.match
        asked = match.turn is not None and not self.table.thinking
        self.pointer = Pointer(match.position, spot) if asked else None
        if self.table.thinking:
            self._since = monotonic()
            seed = self.table.lot.random()
            self.thoughts.begin("move", thinking.move(match.position, self.table.level, seed))
        self.show()
        self._analyse()

    def play(self, move: Move) -> None:
        """Plays a move at the table."""
        name = self.table.name
        self.table.play(move)
        self.message = self.say("played", name=name, move=move)
        self.advance()

    def replace_table(self, table: Table) -> None:
        """Goes on at another table."""
        self.thoughts.drop()
        self.table = table
        self.pointer, self.message = None, ""
        self.advance()

    def on_moved(self, told: Moved) -> None:
        """The computer has decided."""
        if self.thoughts.wanted("move", told):
            self.play(told.found)

    def on_hinted(self, told: Hinted) -> None:
        """A good move was found: it is marked, and the cursor goes there."""
        if self.thoughts.wanted("hint", told) and self.pointer is not None:
            self.thoughts.drop("hint")
            self.marks = tuple(text.lstrip("x") for text in told.found.targets)
            self.pointer.chosen = ()
            self.pointer.point(told.found.targets[0])
            self.message = self.say("tui hint", move=told.found)
            self.show()

    def _analyse(self) -> None:
        panel = self.query_one(Lines)
        here = self.here
        self.thoughts.drop("analysis")
        if not panel.display:
            return
        panel.forget()
        if here.outcome() is None:
            self.thoughts.begin("analysis", *thinking.analysis(here))
        else:
            panel.update(self.say("tui over"))

    def on_analysed(self, told: Analysed) -> None:
        """One more depth."""
        if self.thoughts.wanted("analysis", told):
            self.query_one(Lines).show(found=told.found)

    def on_solved(self, told: Solved) -> None:
        """The exact value."""
        if self.thoughts.wanted("analysis", told):
            self.query_one(Lines).show(solution=told.found)

    # --- pointing and typing --------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Takes what is typed as notation, or as a word that lines understand too."""
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
        """Chooses a target; one that was chosen already is given back."""
        if self.pointer is None or self.viewed is not None:
            return
        self.typed = ""
        if self.pointer.chosen and self.pointer.chosen[-1] == target and target not in self.pointer.choices:
            self.pointer.unselect()
        elif (move := self.pointer.select(target)) is not None:
            self.play(move)
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
        """Does the obvious: plays what is typed, chooses what the cursor is on, begins the next game."""
        match = self.table.match
        if self.viewed is not None:
            self.action_live()
        elif self.typed:
            self._submit(self.typed)
        elif match.game_over:
            (self.table.rematch if match.over else self.table.next)()
            white = self.table.match.players[self.table.match.white]
            self.message = self.say("next", number=self.table.match.round, white=white)
            self.advance()
        elif self.pointer is not None and self.pointer.cursor is not None:
            self.action_choose(self.pointer.cursor)

    def _submit(self, text: str) -> None:
        self.typed = ""
        command = lines.commands(self.app.spoken).get(text.strip().lower())
        try:
            if command in ("moves", "show"):
                self.tell(" ".join(map(str, self.here.moves())))
            elif command is not None:
                self.call_later(getattr(self, f"action_{command}"))
            elif self.pointer is not None:
                self.play(self.table.match.position.parse(text))
        except DreierleiError as error:
            self.tell(str(error))
        self.show()

    def action_back(self) -> None:
        """Gives back what was typed or chosen; hurries the computer; returns to the game."""
        if self.typed:
            self.typed = ""
        elif self.viewed is not None:
            self.action_live()
            return
        elif self.pointer is not None and self.pointer.unselect():
            pass
        elif not self.thoughts.hurry("move"):
            self.marks, self.message = (), ""
        self.show()

    # --- looking back ---------------------------------------------------------------------------------------------

    def action_turn(self, by: int) -> None:
        """Looks at the position before or after the one that is shown."""
        total = len(self.table.match.position.line)
        self.action_view((total if self.viewed is None else self.viewed) + by)

    def action_view(self, ply: int) -> None:
        """Looks at the position after so many moves."""
        total = len(self.table.match.position.line)
        if ply >= total:
            self.action_live()
            return
        self.viewed, self.pointer, self.marks = max(0, ply), None, ()
        self.show()
        self._analyse()

    def action_live(self) -> None:
        """Returns to the game as it stands. A computer that thinks goes on thinking."""
        self.viewed = None
        match = self.table.match
        if match.turn is not None and not self.table.thinking:
            self.pointer = self.pointer or Pointer(match.position)
        self.show()
        self._analyse()

    # --- what the keys do -----------------------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Takes back to the last time that a person was to move, the computer's thoughts too."""
        if self.table.undo():
            self.message = ""
            self.advance()
        else:
            self.tell(self.say("nothing to undo"))
            self.show()

    def action_hint(self) -> None:
        """Looks for a good move."""
        if self.pointer is not None:
            self.message = self.say("tui looking")
            self.thoughts.begin("hint", thinking.hint(self.table.match.position))
            self.show()

    def action_analysis(self) -> None:
        """Shows or hides the engine's lines."""
        panel = self.query_one(Lines)
        panel.display = not panel.display
        self._analyse()

    def action_look(self) -> None:
        """Dark, light, plain."""
        self.app.change_look(after(self.app.look.name))
        self.show()

    def action_rules(self) -> None:
        """The rules of the game."""
        self.app.push_screen(RulesScreen(self.table.match.position.variant.game.id))

    def action_help(self) -> None:
        """What there is."""
        self.app.push_screen(HelpScreen())

    def action_new(self) -> None:
        """Another match, or another level for this one."""
        self.app.choose(self.table)

    def action_open(self) -> None:
        """Matches that were kept, and records."""
        self.app.open_kept()

    async def action_quit(self) -> None:
        """Leaves; the match is kept."""
        await self.app.action_quit()

    def action_resign(self) -> None:
        """Asks whether to resign, and does."""
        if self.pointer is None:
            return
        match = self.table.match
        key = "tui give up" if match.rule.give_up else "tui resign"
        stones = sum(stone in "wb" for stone in match.position.stones)

        def answer(sure: bool | None) -> None:
            if sure:
                self._try(self.table.resign)

        self.app.push_screen(Confirm(self.say(key, name=self.table.name, points=stones)), answer)

    def action_draw(self) -> None:
        """Offers a draw to the friend, who answers; the computer declines."""
        if self.pointer is None:
            return
        if not all(self.table.human):
            self.tell(self.say("no draw"))
            self.show()
            return
        match = self.table.match
        other = match.players[1 - (match.turn or 0)]

        def answer(sure: bool | None) -> None:
            if sure:
                self._try(self.table.draw)

        self.app.push_screen(Confirm(self.say("tui offer", name=self.table.name, other=other)), answer)

    def action_save(self) -> None:
        """Asks for a file and writes the records there."""

        def answer(path: Path | None) -> None:
            if path is not None:
                self._try(lambda: self.table.export(path))
                if path.exists() and not self.message:
                    self.tell(self.say("tui exported", file=path))
                    self.show()

        variant = self.table.match.position.variant
        self.app.push_screen(Ask(self.say("tui export"), f"{variant.game.id}.txt"), answer)

    def _try(self, do: Callable[[], object]) -> None:
        self.message = ""
        try:
            do()
        except DreierleiError as error:
            self.tell(str(error))
            self.show()
            return
        self.advance()
