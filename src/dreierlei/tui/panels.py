"""The panels beside the board: players, moves, analysis; and the bar of keys below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from .. import messages, results
from ..model import SIDES
from ..record import move_number
from ..scene import scene
from ..terminal import STONES, stones_in_hand
from .keys import COMMANDS

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from ..match import Match
    from ..messages import Language
    from ..positions import Position
    from ..search import Analysis
    from ..session import Session
    from ..solvers import Solution
    from .appearance import Appearance
    from .pointer import Pointer


def match_progress(match: Match, language: Language) -> str:
    """Which game of the match is played, and how long the match is."""
    key = "tui.game-of" if match.rule.scoring == "games" else "tui.round-to"
    return messages.say(language, key, number=match.round, length=match.length)


class Players(Static):
    """The game, the match, and both players with their stones in hand."""

    def show(self, session: Session, position: Position, appearance: Appearance, language: Language) -> None:
        """Shows their state in a position."""
        match, variant = session.match, position.variant
        lines = [f"[b]{escape(variant.game.names[language])}[/b]"]
        if variant.id != variant.game.id:
            lines.append(escape(variant.id.partition(":")[2]))
        if not all(session.human):
            lines.append(messages.say(language, "tui.at-level", level=session.level))
            if session.style != "plain":
                lines[-1] += f", {messages.say(language, f'style.{session.style}')}"
        if match.swap_rule:
            lines.append(messages.say(language, "swap-rule-after", number=match.swap_rule))
        if match.length > 1:
            lines += [match_progress(match, language), escape(results.match_score(match).say(language))]
        lines.append("")
        shown = scene(position, language=language)
        for side in reversed(SIDES):
            player = match.white if side is SIDES[0] else match.black
            stone = STONES[appearance.unicode]["w" if side is SIDES[0] else "b"]
            to_move = not match.game_over and position is match.position and position.turn is side
            arrow = ("▸" if appearance.unicode else ">") if to_move else " "
            lines.append(f"{arrow}{stone} [b]{escape(match.players[player])}[/b] ({side.say(language)})")
            if stones := stones_in_hand(shown, side, appearance.unicode):
                lines.append(f"   {stones}")
        self.update("\n".join(lines))


class Moves(VerticalScroll, can_focus=False):
    """The moves of the game. A click on one shows the position after it."""

    def compose(self) -> ComposeResult:
        yield Static(id="move-list")

    def show(self, position: Position, ply: int) -> None:
        """Shows the moves that led to a position, and marks the one that led to the board shown."""
        start = position.origin
        lines: list[str] = []
        for number, move in enumerate(position.line, 1):
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


class AnalysisPanel(Static):
    """The engine's lines as they come in, and the exact value where it is known."""

    def __init__(self, language: Language) -> None:
        super().__init__(id="analysis")
        self.language: Language = language
        self.analysis: Analysis | None = None
        self.solution: Solution | None = None

    def clear(self) -> None:
        """Clears the panel."""
        self.analysis = self.solution = None
        self.update(messages.say(self.language, "tui.analysing"))

    def show(self, analysis: Analysis | None = None, solution: Solution | None = None) -> None:
        """Shows what is new together with what was shown before."""
        self.analysis = analysis or self.analysis
        self.solution = solution or self.solution
        lines = []
        if self.solution is not None and self.solution.known:
            value = messages.say(self.language, "tui.exact", value=results.solution(self.solution))
            lines.append(f"[b]{escape(value)}[/b]")
        if self.analysis is not None:
            nodes = f"{self.analysis.nodes:,}".replace(",", " ")
            lines.append(messages.say(self.language, "tui.depth", depth=self.analysis.depth, nodes=nodes))
            for line in self.analysis.lines:
                score = results.score(line.score).say(self.language)
                lines.append(f"[b]{score}[/b] {' '.join(map(str, line.moves[:6]))}")
        self.update("\n".join(lines))


class Entry(Static):
    """The line below the board: typed text, a prompt, or what else can be done now."""

    def __init__(self, language: Language) -> None:
        super().__init__(id="entry")
        self.language: Language = language

    def show(self, session: Session, pointer: Pointer | None, typed: str, viewed: int | None, seconds: int) -> None:
        """Shows the state of a session. `seconds` is how long the computer has been thinking."""
        self.update(f" {self._text(session, pointer, typed, viewed, seconds)}")

    def _text(self, session: Session, pointer: Pointer | None, typed: str, viewed: int | None, seconds: int) -> str:
        match, position = session.match, session.match.position
        if viewed is not None:
            return self._say("tui.viewing", number=viewed, total=len(position.line))
        if match.game_over:
            result = escape(session.result.say(self.language))
            return (
                f"[@click=screen.enter]{result} [b]{self._say('tui.rematch' if match.over else 'tui.next-game')}[/b][/]"
            )
        if session.computer_to_move:
            waiting = self._say("tui.interrupt", name=escape(session.player), seconds=seconds)
            return f"[@click=screen.back]{waiting}[/]"
        text = typed or ("".join(pointer.chosen) if pointer else "")
        prompt = position.prompt(*pointer.chosen) if pointer else None
        hint = f" [dim]{prompt.say(self.language)}[/dim]" if prompt and not typed else ""
        side = position.turn.say(self.language)
        parts = [f"{escape(session.player)} ({side})> {escape(text)}[blink]_[/blink]{hint}"]
        for button in pointer.buttons if pointer else ():
            word = position.variant.target_name(button, self.language)
            parts.append(f"[@click=screen.choose('{button}')][reverse] {word} [/reverse][/]")
        if match.may_swap:
            parts.append(f"[@click=screen.swap][reverse] ^X {self._say('swap')} [/reverse][/]")
        return "  ".join(parts)

    def _say(self, key: str, **values: object) -> str:
        return messages.say(self.language, key, **values)


class KeyBar(Static):
    """The keys, as many as fit. They can be clicked."""

    def __init__(self, language: Language) -> None:
        super().__init__(id="keys")
        self.language: Language = language

    def on_resize(self, event: events.Resize) -> None:
        parts, left = [], event.size.width
        for command in COMMANDS:
            key, text = command.shown.split()[0], messages.say(self.language, f"tui.key.{command.name}")
            left -= len(f"{key} {text}") + 2
            if left < -1:
                break
            parts.append(f"[@click=screen.{command.name}][b]{key}[/b] {escape(text)}[/]")
        self.update(Content.from_markup("  ".join(parts)))
