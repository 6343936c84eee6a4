"""A conversation at a terminal, line by line: somebody types commands and answers, and everything is printed."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO

from . import messages, rulebook, terminal
from .errors import DreierleiError, IllegalMove

if TYPE_CHECKING:
    from .messages import Language, Message
    from .positions import Position

QUIT = "quit"


def read_command(text: str, names: Iterable[str], language: Language) -> str | None:
    """The command that a line begins with, by its name in that language or in English; None if it begins with none."""
    word = text.strip().lower().split(" ")[0]
    return next((name for name in names if word in (name, messages.say(language, f"command.{name}"))), None)


@dataclass(kw_only=True)
class Dialogue(ABC):
    """What every conversation has: a language, a way to print, a line to read, commands and their help."""

    language: Language
    colour: bool = False
    unicode: bool = True
    source: TextIO = field(default_factory=lambda: sys.stdin)
    target: TextIO = field(default_factory=lambda: sys.stdout)

    @property
    @abstractmethod
    def actions(self) -> Mapping[str, Callable[[], None]]:
        """What each command does. `QUIT` is always a command too."""

    @abstractmethod
    def answer(self, text: str) -> None:
        """Handles a line that is not a command."""

    def about(self, command: str) -> str:
        """The key of the sentence that explains a command."""
        return f"about.{command}"

    def say(self, key: str, **values: object) -> None:
        """Prints a message in the reader's language."""
        self.print(messages.say(self.language, key, **values))

    def print(self, text: str | Message, end: str = "\n") -> None:
        """Prints a text, or a message in the reader's language."""
        print(text if isinstance(text, str) else text.say(self.language), end=end, file=self.target, flush=True)

    def ask(self, prompt: str) -> bool:
        """Reads one line and carries it out; false if the user leaves."""
        print(prompt, end="", file=self.target, flush=True)
        line = self.source.readline()
        if not line:
            self.print("")
            return False
        command = read_command(line, (*self.actions, QUIT), self.language)
        if command == QUIT:
            return False
        try:
            if command is not None:
                self.actions[command]()
            elif line.strip():
                self.answer(line.strip())
        except IllegalMove as error:
            self.print(error.refusal)
        except DreierleiError as error:
            self.print(error.say(self.language))
        return True

    def draw_board(self, position: Position, targets: Iterable[str] = (), marks: Iterable[str] = ()) -> None:
        """Draws a board, with `targets` offered and `marks` highlighted."""
        drawing = terminal.draw(
            position,
            colour=self.colour,
            unicode=self.unicode,
            targets=targets,
            marks=tuple(marks),
            language=self.language,
        )
        self.print(drawing.rstrip())

    def help(self) -> None:
        """Explains the commands."""
        for name in (*self.actions, QUIT):
            command = messages.say(self.language, f"command.{name}")
            self.print(f"  {command:<10} {messages.say(self.language, self.about(name))}")

    def print_rules(self, game_id: str) -> None:
        """Prints the rules of a game."""
        self.print(rulebook.as_text(game_id, self.language, colour=self.colour, unicode=self.unicode))
