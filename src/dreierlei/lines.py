"""Playing at a terminal line by line: for pipes, screen readers and people who like it plain."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TextIO

from . import rules, terminal, words
from .folders import saved_match
from .levels import choose
from .match import Match
from .model import LANGUAGES, DreierleiError, Language, Variant

if TYPE_CHECKING:
    from ._core import Move
    from .position import Position


@dataclass
class Table:
    """A match in progress and the people at it."""

    match: Match
    file: Path
    spoken: Language
    human: tuple[bool, bool]
    """Whether each player is a person."""
    level: int = 3
    """How well the computer plays, from 1 to 10."""
    colour: bool = False
    unicode: bool = True
    lot: random.Random = field(default_factory=random.Random)
    source: TextIO = field(default_factory=lambda: sys.stdin)
    target: TextIO = field(default_factory=lambda: sys.stdout)
    before: list[Match] = field(default_factory=list)
    """Where `undo` leads: the match before each move of this game."""

    @classmethod
    def open(
        cls,
        chosen: Variant,
        *,
        against: str,
        side: str,
        length: int | None,
        names: tuple[str, str] | None,
        seed: int | None,
        level: int,
        file: str | None,
        resume: bool,
        spoken: Language,
        colour: bool,
        unicode: bool,
    ) -> Table:
        """A new match as the command line asks for it, or the one that was kept."""
        path = Path(file) if file else saved_match(chosen.game.id)
        if resume:
            match = Match.read(_read(path))
        else:
            you, rival = names or (words.say(spoken, "you"), words.say(spoken, against))
            players = (you, rival) if side == "white" else (rival, you)
            one_game = 1 if chosen.game.match.scoring == "games" else None
            match = Match.start(chosen.game.id, players, length or one_game, **chosen.options)
        # The computer is known by its name, so that a match that goes on later has the same people.
        computers = {names[1]} if names else {words.say(language, "computer") for language in LANGUAGES}
        human = [against == "friend" or name not in computers for name in match.players]
        return cls(match, path, spoken, (human[0], human[1]), level, colour, unicode, random.Random(seed))

    def say(self, message: str, **values: object) -> None:
        """Show a message in the players' language."""
        self.show(words.say(self.spoken, message, **values))

    def show(self, text: str) -> None:
        """Show a text."""
        print(text, file=self.target, flush=True)

    # --- the course of a match ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the match is over or somebody leaves. Every move is on disk before the next is asked for."""
        self.say("welcome", game=self.match.position.variant.game.names[self.spoken])
        self.draw()
        while True:
            self.keep()
            if self.match.game_over:
                self.announce()
                if self.match.over:
                    return
                self.match = self.match.next()
                self.before.clear()
                self.say("next", number=self.match.round, white=self.match.players[self.match.white])
                self.draw()
            elif not self.human[self.match.turn or 0]:
                self.played(self.computer(self.match.position))
            elif not self.ask():
                self.say("left", file=self.file)
                return

    def ask(self) -> bool:
        """Take one line from the player to move; false when there is no more."""
        here = self.match.position
        name = self.match.players[self.match.turn or 0]
        print(f"{name} ({words.say(self.spoken, str(here.turn))})> ", end="", file=self.target, flush=True)
        line = self.source.readline()
        if not line:
            self.show("")
            return False
        text = line.strip()
        command = self.commands().get(text.lower().split(" ")[0])
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
        name = self.match.players[self.match.turn or 0]
        self.before.append(self.match)
        self.match = self.match.play(move)
        self.say("played", name=name, move=move)
        self.draw()

    def computer(self, here: Position) -> Move:
        """The computer's move."""
        return choose(here, self.level, self.lot.random())

    def draw(self) -> None:
        """Show the board."""
        self.show(
            terminal.draw(self.match.position, colour=self.colour, unicode=self.unicode, language=self.spoken).rstrip()
        )

    def announce(self) -> None:
        """Say how the game ended, and how the match stands."""
        end = self.match.outcome
        assert end is not None
        reason = words.messages(self.spoken).get(f"reason {end.reason}", end.reason)
        if end.winner is None:
            self.say("drawn", reason=reason)
        else:
            winner = self.match.white if end.winner.value == "white" else self.match.black
            self.say("won", name=self.match.players[winner], reason=reason)
        if self.match.length > 1:
            first, second = self.match.players
            score = self.match.score
            self.say("score", first=first, second=second, a=f"{score[0]:g}", b=f"{score[1]:g}")

    def keep(self) -> None:
        """Write the match down, whole, so that a crash in between leaves the former state."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.file.with_suffix(self.file.suffix + ".new")
        fresh.write_text(str(self.match), "utf-8")
        fresh.replace(self.file)

    # --- what a player can type besides moves ---------------------------------------------------------------------

    _COMMANDS: ClassVar = ("help", "moves", "hint", "undo", "resign", "draw", "show", "rules", "save", "quit")

    def commands(self) -> dict[str, str]:
        """The commands by what they are called in the player's language, and in English."""
        said = {words.say(self.spoken, f"command {name}"): name for name in self._COMMANDS}
        return {name: name for name in self._COMMANDS} | said

    def do_help(self) -> None:
        """Explain the commands."""
        for name in self._COMMANDS:
            self.show(f"  {words.say(self.spoken, f'command {name}'):<10} {words.say(self.spoken, f'about {name}')}")

    def do_moves(self) -> None:
        """List the legal moves."""
        self.show(" ".join(str(move) for move in self.match.position.moves()))

    def do_hint(self) -> None:
        """Show what may be pointed at first, on the board."""
        here = self.match.position
        drawing = terminal.draw(
            here, colour=self.colour, unicode=self.unicode, targets=here.choices(), language=self.spoken
        )
        self.show(drawing.rstrip())
        self.do_moves()

    def do_undo(self) -> None:
        """Take back to the last time that a person was to move."""
        while self.before:
            self.match = self.before.pop()
            if self.human[self.match.turn or 0]:
                self.draw()
                return
        self.say("nothing to undo")

    def do_resign(self) -> None:
        """Resign the game; where the rules know it, give up the round."""
        self.match = self.match.resign()

    def do_draw(self) -> None:
        """Agree on a draw with the friend; the computer declines."""
        if all(self.human):
            self.match = self.match.draw()
        else:
            self.say("no draw")

    def do_show(self) -> None:
        """Show the board again, with its line."""
        self.draw()
        self.show(str(self.match.position))

    def do_rules(self) -> None:
        """Show the rules."""
        game_id = self.match.position.variant.game.id
        self.show(rules.as_text(game_id, self.spoken, colour=self.colour, unicode=self.unicode))

    def do_save(self) -> None:
        """Say where the match is kept."""
        self.keep()
        self.say("saved", file=self.file)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise DreierleiError(f"There is no match to resume: expected one in {path}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DreierleiError(f"The match in {path} cannot be read: {error}.") from None
