"""Playing at a terminal line by line: for pipes, screen readers and people who like it plain."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO

from . import messages, rulebook, terminal
from .errors import DreierleiError

if TYPE_CHECKING:
    from ._core import Move
    from .messages import Language
    from .table import Table

COMMANDS = ("help", "moves", "hint", "undo", "resign", "draw", "show", "rules", "save", "quit")


def commands(spoken: Language) -> dict[str, str]:
    """What a player can type besides moves, by what it is called in his language, and in English."""
    said = {messages.say(spoken, f"command {name}"): name for name in COMMANDS}
    return {name: name for name in COMMANDS} | said


@dataclass
class Lines:
    """A table that is talked about line by line."""

    table: Table
    spoken: Language
    colour: bool = False
    unicode: bool = True
    source: TextIO = field(default_factory=lambda: sys.stdin)
    target: TextIO = field(default_factory=lambda: sys.stdout)

    def say(self, message: str, **values: object) -> None:
        """Show a message in the players' language."""
        self.show(messages.say(self.spoken, message, **values))

    def show(self, text: str) -> None:
        """Show a text."""
        print(text, file=self.target, flush=True)

    # --- the course of a match ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the match is over or somebody leaves. Every move is on disk before the next is asked for."""
        self.say("welcome", game=self.table.match.position.variant.game.names[self.spoken])
        self.draw()
        while True:
            match = self.table.match
            if match.game_over:
                self.announce()
                if match.over:
                    return
                self.table.next()
                match = self.table.match
                self.say("next", number=match.round, white=match.players[match.white])
                self.draw()
            elif self.table.thinking:
                self.played(self.table.choose())
            elif not self.ask():
                if self.table.kept:
                    self.say("left", file=self.table.file)
                return

    def ask(self) -> bool:
        """Take one line from the player to move; false when there is no more."""
        here = self.table.match.position
        if (prompt := here.prompt()) is not None:
            self.show(prompt.say(self.spoken))
        print(
            f"{self.table.name} ({messages.say(self.spoken, str(here.turn))})> ", end="", file=self.target, flush=True
        )
        line = self.source.readline()
        if not line:
            self.show("")
            return False
        text = line.strip()
        command = commands(self.spoken).get(text.lower().split(" ")[0])
        if command == "quit":
            return False
        try:
            if command is not None:
                getattr(self, f"do_{command}")()
            elif text:
                self.played(here.parse(text))
        except DreierleiError as error:
            self.show(str(error))
        return True

    def played(self, move: Move) -> None:
        """Play a move, and show it."""
        name = self.table.name
        self.table.play(move)
        self.say("played", name=name, move=move)
        self.draw()

    def draw(self) -> None:
        """Show the board."""
        here = self.table.match.position
        self.show(terminal.draw(here, colour=self.colour, unicode=self.unicode, language=self.spoken).rstrip())

    def announce(self) -> None:
        """Say how the game ended, and how the match stands."""
        self.show(self.table.result(self.spoken))
        if self.table.match.length > 1:
            self.show(self.table.score(self.spoken))

    # --- what a player can type besides moves ---------------------------------------------------------------------

    def do_help(self) -> None:
        """Explain the commands."""
        for name in COMMANDS:
            self.show(
                f"  {messages.say(self.spoken, f'command {name}'):<10} {messages.say(self.spoken, f'about {name}')}"
            )

    def do_moves(self) -> None:
        """List the legal moves."""
        self.show(" ".join(str(move) for move in self.table.match.position.moves()))

    def do_hint(self) -> None:
        """Show what may be pointed at first, on the board."""
        here = self.table.match.position
        drawing = terminal.draw(
            here, colour=self.colour, unicode=self.unicode, targets=here.choices(), language=self.spoken
        )
        self.show(drawing.rstrip())
        self.do_moves()

    def do_undo(self) -> None:
        """Take back to the last time that a person was to move."""
        if self.table.undo():
            self.draw()
        else:
            self.say("nothing to undo")

    def do_resign(self) -> None:
        """Resign the game; where the rules know it, give up the round."""
        self.table.resign()

    def do_draw(self) -> None:
        """Agree on a draw with the friend; the computer declines."""
        if not self.table.draw():
            self.say("no draw")

    def do_show(self) -> None:
        """Show the board again, with its line."""
        self.draw()
        self.show(str(self.table.match.position))

    def do_rules(self) -> None:
        """Show the rules."""
        game_id = self.table.match.position.variant.game.id
        self.show(rulebook.as_text(game_id, self.spoken, colour=self.colour, unicode=self.unicode))

    def do_save(self) -> None:
        """Say where the match is kept."""
        self.table.keep()
        self.say("saved", file=self.table.file)
