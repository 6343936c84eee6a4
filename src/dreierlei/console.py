"""Playing at a terminal line by line: for pipes, for screen readers, and for anybody who prefers plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from . import results, terminal
from ._core import Move
from .dialogue import Dialogue
from .levels import hint
from .messages import Message
from .session import Session


@dataclass
class Console(Dialogue):
    """A session in which moves and commands are typed and everything is printed."""

    session: Session

    # --- the course of a match ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the match is over or a player leaves. Every move is saved before the next is asked for."""
        self.say("welcome", game=self.session.match.position.variant.game.names[self.language])
        self.draw()
        while True:
            match = self.session.match
            if match.game_over:
                self.announce()
                if match.over:
                    if self.session.saved:
                        self.say("teacher.how", file=self.session.file)
                    return
                self.session.next()
                match = self.session.match
                self.say("next", number=match.round, white=match.players[match.white])
                self.draw()
            elif self.session.computer_to_move:
                if (move := self.session.choose()) is None:
                    self.session.resign()
                elif move == "swap":
                    self.swap()
                else:
                    self.play(move)
            elif not self.ask_player():
                self.session.save()
                if self.session.saved:
                    self.say("left", file=self.session.file)
                return

    def ask_player(self) -> bool:
        """Takes one line from the player to move; false if the player leaves."""
        position = self.session.match.position
        if (prompt := position.prompt()) is not None:
            self.print(prompt)
        match = self.session.match
        if match.opening and match.swap_rule > 1:
            self.say("swap-opening", number=match.swap_rule)
        if match.may_swap:
            self.say("may-swap", side=position.turn.other, command=Message("command.swap"))
        return self.ask(f"{self.session.player} ({position.turn.say(self.language)})> ")

    def answer(self, text: str) -> None:
        """Plays the move that is typed."""
        self.play(self.session.match.position.parse(text))

    def play(self, move: Move) -> None:
        """Plays a move, and shows it."""
        player = self.session.player
        self.session.play(move)
        self.say("played", name=player, move=move)
        self.draw()

    def swap(self) -> None:
        """Takes over the other side, and says so."""
        player = self.session.player
        self.session.swap()
        self.say("swapped", name=player, side=self.session.match.position.turn.other)

    def draw(self, targets: Iterable[str] = ()) -> None:
        """Draws the board, with targets marked."""
        self.draw_board(self.session.match.position, targets)

    def announce(self) -> None:
        """Says how the game ended, and the score of the match."""
        self.print(self.session.result)
        if self.session.match.length > 1:
            self.print(results.match_score(self.session.match))

    # --- commands -------------------------------------------------------------------------------------------------

    @property
    def actions(self) -> Mapping[str, Callable[[], None]]:
        """What each command does."""
        return {
            "help": self.help,
            "moves": self.list_moves,
            "hint": self.hint,
            "undo": self.undo,
            "resign": self.session.resign,
            "draw": self.offer_draw,
            "swap": self.swap,
            "show": self.show,
            "rules": self.show_rules,
            "save": self.save,
        }

    def help(self) -> None:
        """Explains the commands, and the letters on the board."""
        super().help()
        if legend := terminal.legend(self.session.match.position.variant, self.language):
            self.print(legend)

    def list_moves(self) -> None:
        """Lists the legal moves, and marks their first targets on the board."""
        position = self.session.match.position
        self.draw(position.choices())
        self.print(" ".join(str(move) for move in position.moves()))

    def hint(self) -> None:
        """Suggests a good move."""
        self.say("hint", move=hint(self.session.match.position))

    def undo(self) -> None:
        """Takes back moves until a person is to move."""
        if self.session.undo():
            self.draw()
        else:
            self.say("nothing-to-undo")

    def offer_draw(self) -> None:
        """Agrees on a draw: at once with a friend, with the computer if it accepts."""
        answer = None if all(self.session.human) else self.session.answer_draw()
        if answer is not None:
            self.say(f"draw.{answer}")
        self.session.draw(answer)

    def show(self) -> None:
        """Draws the board again, with the position line."""
        self.draw()
        self.print(str(self.session.match.position))

    def show_rules(self) -> None:
        """Shows the rules."""
        self.print_rules(self.session.match.position.variant.game.id)

    def save(self) -> None:
        """Saves the match, and says where."""
        self.session.save()
        self.say("saved", file=self.session.file)
