"""A table: a match in progress, the people and the computer at it, and the file that keeps it.

Whoever shows a match to players, line by line or on a full screen, does it by way of a table.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from . import messages, record, sgf
from .errors import DreierleiError
from .folders import saved_match, saved_matches
from .levels import choose
from .match import Match
from .messages import LANGUAGES

if TYPE_CHECKING:
    from ._core import Move, Stop
    from .messages import Language
    from .model import Game, Variant
    from .record import Record

USUAL_LEVEL = 3


def usual_length(game: Game) -> int:
    """The length of a match that nobody asked for: a single game, or the points that the game's rule names."""
    return 1 if game.match.scoring == "games" else game.match.length


@dataclass
class Table:
    """A match in progress and the people at it. Whatever changes the match writes it down, if it has a file."""

    match: Match
    human: tuple[bool, bool]
    """Whether each player is a person."""
    level: int = USUAL_LEVEL
    """How well the computer plays, from 1 to 10."""
    file: Path | None = None
    """Where the match is kept; without one it is only looked at."""
    lot: random.Random = field(default_factory=random.Random)
    kept: bool = False
    """Whether the file holds this match, so that it may be written again."""

    # --- how to come to one ---------------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        chosen: Variant,
        spoken: Language,
        *,
        against: str | None = None,
        side: str = "white",
        length: int | None = None,
        names: tuple[str, str] | None = None,
        level: int | None = None,
        file: str | Path | None = None,
        seed: int | None = None,
        resume: bool = False,
    ) -> Table:
        """A new match, or the one that was kept; raises `DreierleiError`."""
        path = Path(file) if file else saved_match(chosen.game.id)
        if resume:
            table = cls.resume(path, names[1] if names else None)
            table.lot = random.Random(seed)
            table.level = level or table.level
            table.human = (True, True) if against == "friend" else table.human
            return table
        against = against or "computer"
        you, rival = names or (messages.say(spoken, "you"), messages.say(spoken, against))
        players = (you, rival) if side == "white" else (rival, you)
        match = Match.start(chosen.game.id, players, length or usual_length(chosen.game), **chosen.options)
        human = (True, True) if against == "friend" else (side == "white", side != "white")
        return cls(match, human, level or USUAL_LEVEL, path, random.Random(seed))

    @classmethod
    def resume(cls, path: Path, computer: str | None = None) -> Table:
        """The match that a file keeps; raises `DreierleiError`. `computer` names the computer if the file does not."""
        text = _read(path)
        match = Match.read(text)
        first = record.read(text)[0]
        # Files that do not say who is the computer have it by its name.
        usual = {computer} if computer else {messages.say(language, "computer") for language in LANGUAGES}
        computers = {first.tag("Computer")} if first.tag("Computer") else usual
        human = [name not in computers for name in match.players]
        level = first.tag("Level")
        known = int(level) if level.isdecimal() and 1 <= int(level) <= 10 else USUAL_LEVEL
        return cls(match, (human[0], human[1]), known, path, kept=True)

    @classmethod
    def study(cls, game: Record) -> Table:
        """A table at which a recorded game is looked at and can be played on. It is not kept."""
        variant = game.start.variant
        names = [game.tag(name) or name for name in ("White", "Black")]
        names = names if names[0] != names[1] else ["White", "Black"]
        match = Match.start(variant.game.id, (names[0], names[1]), usual_length(variant.game), **variant.options)
        match = replace(match, position=game.start)
        for move in game.line:
            match = match.play(move)
        return cls(match if match.game_over else match.settled(game.result, game.reason), (True, True))

    # --- who is at it ---------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The player to move."""
        return self.match.players[self.match.turn or 0]

    @property
    def thinking(self) -> bool:
        """Whether it is the computer's turn."""
        return self.match.turn is not None and not self.human[self.match.turn]

    def result(self, spoken: Language) -> str:
        """How the game ended, in a sentence."""
        end = self.match.outcome
        assert end is not None
        reason = self.match.position.variant.game.reason(end.reason)
        if end.winner is None:
            return messages.say(spoken, "drawn", reason=reason)
        winner = self.match.white if end.winner.value == "white" else self.match.black
        return messages.say(spoken, "won", name=self.match.players[winner], reason=reason)

    def score(self, spoken: Language) -> str:
        """How the match stands."""
        first, second = self.match.players
        a, b = self.match.score
        return messages.say(spoken, "score", first=first, second=second, a=f"{a:g}", b=f"{b:g}")

    # --- what happens at it ---------------------------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Play a move; raises `MoveError` or `MatchError`."""
        self._now(self.match.play(move))

    def choose(self, stop: Stop | None = None) -> Move:
        """The computer's move. It is not played: who waited for it may have changed his mind."""
        return choose(self.match.position, self.level, self.lot.random(), stop=stop)

    def undo(self) -> bool:
        """Take back to the last time that a person was to move; false if there is none."""
        match = self.match
        while match.position.previous is not None or match.game_over:
            match = match.back()
            if self.human[match.turn or 0]:
                self._now(match)
                return True
        return False

    def resign(self) -> None:
        """Resign the game for the player to move; where the rules know it, give up the round."""
        self._now(self.match.resign())

    def draw(self) -> bool:
        """Agree on a draw with a friend. The computer declines: false."""
        if not all(self.human):
            return False
        self._now(self.match.draw())
        return True

    def next(self) -> None:
        """Begin the next game of the match."""
        self._now(self.match.next())

    def rematch(self) -> None:
        """Begin a new match of the same length, with the other player as White."""
        players = self.match.players[1], self.match.players[0]
        variant = self.match.position.variant
        self.match = Match.start(variant.game.id, players, self.match.length, **variant.options)
        self.human = self.human[1], self.human[0]
        self.kept = False

    def _now(self, match: Match) -> None:
        self.match = match
        self.keep()

    # --- where it is kept -----------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Write the match down, whole, so that a crash in between leaves the former state.

        A match without a move is not worth a file. Another one that is in the file and not over is moved aside.
        """
        if self.file is None or (not self.kept and not self.match.position.line and not self.match.games):
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        if not self.kept:
            _aside(self.file)
            self.kept = True
        fresh = self.file.with_suffix(self.file.suffix + ".new")
        fresh.write_text(self.text(), "utf-8")
        fresh.replace(self.file)

    def text(self) -> str:
        """The match as it is kept: its records, with who is the computer."""
        computers = [name for name, human in zip(self.match.players, self.human, strict=True) if not human]
        tags = tuple(("Computer", name) for name in computers[:1])
        tags += (("Level", str(self.level)),) if computers else ()
        return record.write(replace(game, tags=(*game.tags, *tags)) for game in self.match.records)

    def export(self, path: Path) -> None:
        """Write the records of the match to a new file, as SGF if it is called so; raises `DreierleiError`."""
        text = sgf.write(self.match.records) if path.suffix.lower() == ".sgf" else self.text()
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            raise DreierleiError(f"There is a file {path} already: expected a new name.") from None
        except OSError as error:
            raise DreierleiError(f"{path} cannot be written: {error.strerror}.") from None


@dataclass(frozen=True)
class Kept:
    """A file with a match in it, or with something that is none."""

    file: Path
    table: Table | None
    error: str = ""


def kept_matches() -> list[Kept]:
    """The matches in the user's data folder, the latest first."""
    found = []
    for file in saved_matches():
        try:
            found.append(Kept(file, Table.resume(file)))
        except DreierleiError as error:
            found.append(Kept(file, None, str(error)))
    return found


def load(path: Path) -> tuple[Record, ...]:
    """The games in a file, records or SGF; raises `DreierleiError`."""
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise DreierleiError(f"There is no file {path}: expected one with records or SGF.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DreierleiError(f"{path} cannot be read: {error}.") from None
    games = sgf.read(text) if text.lstrip().startswith("(") else record.read(text)
    if not games:
        raise DreierleiError(f'{path} has no game in it: expected a record that begins with [Game "…"], or SGF.')
    return tuple(games)


def _aside(path: Path) -> None:
    """Makes room for a match, without losing one that is not over or anything that is none."""
    if not path.exists():
        return
    try:
        if Match.read(_read(path)).over:
            return
    except DreierleiError:
        pass
    number = 2
    while (other := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    path.replace(other)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise DreierleiError(f"There is no match to resume: expected one in {path}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DreierleiError(f"The match in {path} cannot be read: {error}.") from None
