"""A session: a match in progress at a terminal, who plays it, and the file in which it is saved.

Line by line or on the full screen, players play through a session.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from . import folders, messages, record, results, sgf
from ._core import Move, Stop
from .declarations import variant as find_variant
from .errors import DreierleiError
from .files import check_writable, read_text, writing
from .levels import AGREED, STYLES, DrawAnswer, Level, Style, answer_draw, choose_in_match, level
from .match import Match
from .messages import LANGUAGES, Language, Message
from .model import SIDES, Game, Variant
from .record import Record

DEFAULT_LEVEL = 3


def default_length(game: Game) -> int:
    """The length of a match if none is given: a single game, or the points that the game's match rule names."""
    return 1 if game.match.scoring == "games" else game.match.length


@dataclass
class Session:
    """A match in progress and its players. Every change of the match is saved, if there is a file."""

    match: Match
    human: tuple[bool, bool]
    """Whether each player is a person."""
    level: int = DEFAULT_LEVEL
    """How well the computer plays, from 1 to 10."""
    style: Style = "plain"
    """What it prefers among equal moves."""
    file: Path | None = None
    """Where the match is saved; without a file it is not."""
    rng: random.Random = field(default_factory=random.Random)
    saved: bool = False
    """Whether the file holds this match, so that it may be overwritten."""

    # --- opening a session ----------------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        variant: Variant,
        language: Language,
        *,
        against: str | None = None,
        side: str = "white",
        length: int | None = None,
        names: tuple[str, str] | None = None,
        level: int | None = None,
        style: Style | None = None,
        swap: int = 0,
        file: str | Path | None = None,
        seed: int | None = None,
        resume: bool = False,
    ) -> Session:
        """A new match, or the saved one; raises `DreierleiError`."""
        path = Path(file) if file else folders.saved_match(variant.game.id)
        if resume:
            session = cls.resume(path, names[1] if names else None)
            saved = session.match.position.variant
            if saved.game is not variant.game or saved != variant != find_variant(variant.game.id):
                raise DreierleiError("session.other-game", file=str(path), game=saved.id, expected=variant.id)
            session.rng = random.Random(seed)
            session.level = level or session.level
            session.style = style or session.style
            session.human = (True, True) if against == "friend" else session.human
            return session
        if file:
            check_writable(path)
        against = against or "computer"
        you, opponent = names or (messages.say(language, "you"), messages.say(language, against))
        players = (you, opponent) if side == "white" else (opponent, you)
        length = length or default_length(variant.game)
        match = Match.start(variant.game.id, players, length, swap_rule=swap, **variant.options)
        human = (True, True) if against == "friend" else (side == "white", side != "white")
        return cls(match, human, level or DEFAULT_LEVEL, style or "plain", path, random.Random(seed))

    @classmethod
    def resume(cls, path: Path, computer: str | None = None) -> Session:
        """The match that is saved in a file; raises `DreierleiError`.

        `computer` is the computer's name, for files that do not say which player it is.
        """
        if not path.exists():
            raise DreierleiError("session.no-match", file=str(path))
        text = read_text(path)
        match = Match.read(text)
        first = record.read(text)[0]
        default = {computer} if computer else {messages.say(language, "computer") for language in LANGUAGES}
        computers = {first.tags.get("Computer", "")} if first.tags.get("Computer", "") else default
        human = [name not in computers for name in match.players]
        tag = first.tags.get("Level", "")
        level = int(tag) if tag.isdecimal() and 1 <= int(tag) <= 10 else DEFAULT_LEVEL
        style = next((style for style in STYLES if style == first.tags.get("Style", "")), STYLES[0])
        return cls(match, (human[0], human[1]), level, style, path, saved=True)

    @classmethod
    def study(cls, game: Record) -> Session:
        """A session in which a recorded game can be viewed and played on. It is not saved."""
        variant = game.start.variant
        names = [game.tags.get(name, "") or name for name in ("White", "Black")]
        names = names if names[0] != names[1] else ["White", "Black"]
        length = default_length(variant.game)
        match = Match.start(variant.game.id, (names[0], names[1]), length, swap_rule=0, **variant.options)
        match = replace(match, position=game.start)
        for move in game.line:
            match = match.play(move)
        return cls(match if match.game_over else match.settled(game.result, game.reason), (True, True))

    # --- the players and the score --------------------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The name of the player to move."""
        return self.match.players[self.match.turn or 0]

    @property
    def computer_to_move(self) -> bool:
        """Whether it is the computer's turn."""
        return self.match.turn is not None and not self.human[self.match.turn]

    @property
    def result(self) -> Message:
        """How the current game, which is over, ended."""
        match = self.match
        assert match.outcome is not None
        sides = match.white, match.black
        names = match.players[sides[0]], match.players[sides[1]]
        people = [side for side, player in zip(SIDES, sides, strict=True) if self.human[player]]
        you = people[0] if len(people) == 1 else None
        return results.outcome(match.outcome, match.position.variant.game, names, you)

    # --- playing --------------------------------------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Plays a move; raises `MoveError` or `MatchError`."""
        self._change(self.match.play(move))

    def choose(self, stop: Stop | None = None) -> Move | Literal["swap"] | None:
        """The computer's move, "swap" if it swaps sides, or None if it gives up the round.

        It is not played, since the player may have taken back a move in the meantime.
        """
        return choose_in_match(self.match, self.player_level, self.rng.random(), stop=stop)

    @property
    def player_level(self) -> Level:
        """The computer's level, with its style."""
        return level(self.match.position.variant.game.id, self.level, self.style)

    def swap(self) -> None:
        """Takes over the other side for the player to move; raises `MatchError`."""
        self._change(self.match.swap())

    def undo(self) -> bool:
        """Takes back moves until a person is to move; false if there is nothing to take back."""
        match = self.match
        while match.position.previous is not None or match.game_over:
            match = match.back()
            if self.human[match.turn or 0]:
                self._change(match)
                return True
        return False

    def resign(self) -> None:
        """Resigns the game for the player to move, or gives up the round where the rules have rounds.

        Raises `MatchError`.
        """
        self._change(self.match.resign())

    def answer_draw(self, stop: Stop | None = None) -> DrawAnswer:
        """The computer's answer to a draw offer by the person to move."""
        position = self.match.position
        return answer_draw(position, position.turn.other, stop=stop)

    def draw(self, answer: DrawAnswer | None = None) -> None:
        """Ends the game in a draw, unless the computer's answer declines it; raises `MatchError`."""
        if answer is None or answer in AGREED:
            self._change(self.match.draw())

    def next(self) -> None:
        """Begins the next game of the match; raises `MatchError`."""
        self._change(self.match.next())

    def rematch(self) -> None:
        """Begins a new match of the same length, with the other player as White."""
        players = self.match.players[1], self.match.players[0]
        variant = self.match.position.variant
        length, swap_rule = self.match.length, self.match.swap_rule
        self.match = Match.start(variant.game.id, players, length, swap_rule=swap_rule, **variant.options)
        self.human = self.human[1], self.human[0]
        self.saved = False

    def _change(self, match: Match) -> None:
        self.match = match
        self.save()

    # --- files ----------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Writes the whole match, so that a crash leaves the previous state intact; raises `DreierleiError`.

        A match without a move is not saved. Another, unfinished match in the file is renamed.
        """
        if self.file is None or (not self.saved and not self.match.position.line and not self.match.games):
            return
        new = self.file.with_suffix(self.file.suffix + ".new")
        with writing(self.file):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            if not self.saved:
                _set_aside(self.file)
                self.saved = True
            new.write_text(self.text(), "utf-8")
            new.replace(self.file)

    def text(self) -> str:
        """The match as it is saved: its records, with tags that say who is the computer and at which level."""
        computers = [name for name, human in zip(self.match.players, self.human, strict=True) if not human]
        tags = {"Computer": computers[0], "Level": str(self.level)} if computers else {}
        if computers and self.style != "plain":
            tags["Style"] = self.style
        return record.write(replace(game, tags={**game.tags, **tags}) for game in self.match.records)

    def export(self, path: Path) -> None:
        """Writes the records of the match to a new file, as SGF if its name ends in .sgf; raises `DreierleiError`."""
        text = sgf.write(self.match.records) if path.suffix.lower() == ".sgf" else self.text()
        if path.exists():
            raise DreierleiError("file.exists", file=str(path))
        with writing(path), path.open("x", encoding="utf-8") as file:
            file.write(text)


@dataclass(frozen=True)
class SavedMatch:
    """A file with a saved match, or with the reason why it cannot be resumed."""

    file: Path
    session: Session | None
    error: DreierleiError | None = None


def saved_matches() -> list[SavedMatch]:
    """The matches in the user's data folder, the latest first."""
    matches = []
    for file in folders.saved_matches():
        try:
            matches.append(SavedMatch(file, Session.resume(file)))
        except DreierleiError as error:
            matches.append(SavedMatch(file, None, error))
    return matches


def load_records(path: Path) -> tuple[Record, ...]:
    """The games in a file, records or SGF; raises `DreierleiError`."""
    text = read_text(path)
    games = sgf.read(text) if text.lstrip().startswith("(") else record.read(text)
    if not games:
        raise DreierleiError("file.no-game", file=str(path))
    return games


def _set_aside(path: Path) -> None:
    """Renames a file that is in the way, unless it holds a match that is over."""
    if not path.exists():
        return
    try:
        if Match.read(read_text(path)).over:
            return
    except DreierleiError:
        pass  # not a match: set aside as well
    number = 2
    while (other := path.with_stem(f"{path.stem}-{number}")).exists():
        number += 1
    path.replace(other)
