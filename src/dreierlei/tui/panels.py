"""What stands beside the board: the players, the moves, the analysis; and below it the entry and the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from .. import messages
from ..model import SIDES
from ..record import move_number
from ..scene import scene
from ..terminal import STONES, stones_in_hand

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from ..messages import Language
    from ..position import Position
    from ..search import Analysis, Score
    from ..solvers import Solution
    from ..table import Table
    from .looks import Look


def shown_length(spoken: Language, table: Table) -> str:
    """How long the match is, and where it stands in it."""
    match = table.match
    key = "tui game of" if match.rule.scoring == "games" else "tui round to"
    return messages.say(spoken, key, number=match.round, length=match.length)


class Players(Static):
    """The game, the match, and both players with their stones in hand."""

    def show(self, table: Table, here: Position, look: Look, spoken: Language) -> None:
        """Shows them as they are at a position."""
        match, variant = table.match, here.variant
        lines = [f"[b]{escape(variant.game.names[spoken])}[/b]"]
        if variant.id != variant.game.id:
            lines.append(escape(variant.id.partition(":")[2]))
        if not all(table.human):
            lines.append(messages.say(spoken, "tui at level", level=table.level))
        if match.length > 1:
            lines += [shown_length(spoken, table), escape(table.score(spoken))]
        lines.append("")
        shown = scene(here, last_move=False, targets=(), marks=(), winning=False, language=spoken)
        for side in reversed(SIDES):
            player = match.white if side is SIDES[0] else match.black
            sign = STONES[look.unicode]["w" if side is SIDES[0] else "b"]
            now = not match.game_over and here is match.position and here.turn is side
            arrow = (("▸" if look.unicode else ">") if now else " ") + sign
            lines.append(f"{arrow} [b]{escape(match.players[player])}[/b] ({messages.say(spoken, str(side))})")
            if stones := stones_in_hand(shown, side, look.unicode):
                lines.append(f"   {stones}")
        self.update("\n".join(lines))


class Moves(VerticalScroll, can_focus=False):
    """The moves of the game. A click on one shows the position after it."""

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(id="move-list")

    def show(self, here: Position, ply: int) -> None:
        """Shows the moves; `ply` is the number of those that led to what the board shows."""
        start = here.origin
        lines: list[str] = []
        for number, move in enumerate(here.line, 1):
            text = f"{move.text:<9}"
            text = f"[reverse]{text}[/reverse]" if number == ply else text
            cell = f"[@click=screen.view({number})]{text}[/]"
            title = move_number(start, number - 1)
            if title.endswith("..") and lines:
                lines[-1] += f" {cell}"
            else:
                lines.append(f"{title.replace('...', '.'):>4} {'…' + ' ' * 9 if title.endswith('..') else ''}{cell}")
        self.query_one("#move-list", Static).update("\n".join(lines))
        row = max(0, ply - 1 + (start.turn is SIDES[1])) // 2
        self.scroll_to(y=max(0, row - self.size.height + 2) if row else 0, animate=False)


class Lines(Static):
    """The engine's lines as they come in, and the exact value where it is known."""

    def __init__(self, spoken: Language) -> None:
        super().__init__(id="analysis")
        self.spoken: Language = spoken
        self.found: Analysis | None = None
        self.solution: Solution | None = None

    def forget(self) -> None:
        """Begins with nothing."""
        self.found = self.solution = None
        self.update(messages.say(self.spoken, "tui analysing"))

    def show(self, found: Analysis | None = None, solution: Solution | None = None) -> None:
        """Shows what was found, and what was before."""
        self.found = found or self.found
        self.solution = solution or self.solution
        lines = []
        if self.solution is not None and self.solution.known:
            lines.append(f"[b]{escape(self.exact(self.solution))}[/b]")
        if self.found is not None:
            nodes = f"{self.found.nodes:,}".replace(",", " ")
            lines.append(messages.say(self.spoken, "tui depth", depth=self.found.depth, nodes=nodes))
            for line in self.found.lines:
                moves = " ".join(map(str, line.moves[:6]))
                lines.append(f"[b]{score(self.spoken, line.score)}[/b] {moves}")
        self.update("\n".join(lines))

    def exact(self, solution: Solution) -> str:
        """The exact value in words."""
        if solution.winner is None:
            return messages.say(self.spoken, "tui exact draw")
        name = messages.say(self.spoken, str(solution.winner))
        if solution.plies is None:
            return messages.say(self.spoken, "tui exact win", name=name)
        return messages.say(self.spoken, "tui exact win in", name=name, plies=solution.plies)


def score(spoken: Language, value: Score) -> str:
    """A score in words, or its estimate."""
    if value.result is None:
        return str(value)
    if value.result == "draw":
        return messages.say(spoken, "tui draw")
    if value.plies is None:
        return messages.say(spoken, f"tui {value.result}")
    return messages.say(spoken, f"tui {value.result} {'in' if value.exact else 'within'}", plies=value.plies)


class Keys(Static):
    """The keys, as many as fit, the important ones first. They can be clicked."""

    def __init__(self, spoken: Language, keys: tuple[tuple[str, str, str], ...]) -> None:
        super().__init__(id="keys")
        self.entries = [(key, action, messages.say(spoken, f"tui key {name}")) for key, action, name in keys]

    def on_resize(self, event: events.Resize) -> None:
        """Fills the line."""
        parts, left = [], event.size.width
        for key, action, text in self.entries:
            left -= len(f"{key} {text}") + 2
            if left < -1:
                break
            parts.append(f"[@click=screen.{action}][b]{key}[/b] {escape(text)}[/]")
        self.update(Content.from_markup("  ".join(parts)))
