"""Lessons: short courses that teach a game on its own board, one idea at a time.

A game's lessons are TOML files beside its declaration; `docs/lessons.md` describes them. A lesson begins with a
position and has one or more turns. In each turn the learner has a task, and some of the legal moves are right.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from .declarations import game as find_game
from .declarations import variant as find_variant
from .errors import DreierleiError, IllegalMove
from .messages import LANGUAGES, Words
from .positions import Position, position

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from ._core import Move

GIVE_UP = "resign"
"""The answer of a learner who gives up the round instead of moving."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Answers that are expected and wrong, legal or not, and what the learner is told."""

    moves: tuple[str, ...]
    """Moves or patterns of them, such as `NE*`."""
    says: Words
    reply: str | None = None
    """The opponent's move that shows why."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One move of the learner: a task, the right answers, and the feedback on others."""

    task: Words
    goal: str
    """What makes an answer right, such as `win` or `take`. The tests check that `right` has exactly those moves."""
    right: tuple[str, ...]
    """Moves or patterns of them, or `GIVE_UP`."""
    mistakes: tuple[Mistake, ...] = ()
    otherwise: Words | None = None
    """The feedback on a legal move that is neither right nor an expected mistake; None if the lesson has none."""
    replies: tuple[str, ...] = ()
    """The opponent's answer, if the lesson goes on: the first of these that is legal."""

    @property
    def offers_give_up(self) -> bool:
        """Whether giving up the round is one of the answers."""
        return any(GIVE_UP in moves for moves in (self.right, *(mistake.moves for mistake in self.mistakes)))

    def solutions(self, reached: Position) -> tuple[Move, ...]:
        """The legal moves that are right."""
        return tuple(move for move in reached.moves() if _fits(move.text, self.right))

    def reply(self, after: Position) -> str:
        """The opponent's answer after a right move; raises `DreierleiError` if none of them is legal."""
        legal = {move.text for move in after.moves()}
        for text in self.replies:
            if text in legal:
                return text
        raise DreierleiError("lesson.no-reply", line=str(after), replies=self.replies)

    def mistake(self, text: str) -> Mistake | None:
        """The expected mistake that matches an answer, if any."""
        return next((mistake for mistake in self.mistakes if _fits(text, mistake.moves)), None)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One idea: where it begins, what it says, what the learner does."""

    name: str
    title: Words
    text: Words
    done: Words
    """What is said when it is completed."""
    origin: str
    """A position's line, or a variant's id for its start."""
    moves: tuple[str, ...]
    """The moves played from there."""
    turns: tuple[Turn, ...]
    marks: tuple[str, ...] = ()
    """Targets to point out at the beginning."""

    @property
    def start(self) -> Position:
        """The position in which it begins."""
        reached = position(self.origin) if " " in self.origin else Position(find_variant(self.origin))
        for move in self.moves:
            reached = reached.play(move)
        return reached


@dataclass(frozen=True, slots=True)
class Answer:
    """A lesson's response to a move."""

    right: bool
    words: Words
    steps: tuple[Position, ...]
    """The positions after the move and after the opponent's reply; none if the move is not legal or is giving up."""
    attempt: Attempt
    """The lesson after the move: one turn further if the move was right, otherwise unchanged."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A lesson in progress."""

    lesson: Lesson
    position: Position
    number: int = 0
    """How many turns are completed."""

    @classmethod
    def begin(cls, lesson: Lesson) -> Attempt:
        """The beginning of a lesson."""
        return cls(lesson, lesson.start)

    @property
    def turn(self) -> Turn | None:
        """The current turn; None if the lesson is completed."""
        return self.lesson.turns[self.number] if self.number < len(self.lesson.turns) else None

    @property
    def hint(self) -> str:
        """The text of a right answer; empty if the lesson is completed."""
        if self.turn is None:
            return ""
        solutions = self.turn.solutions(self.position)
        return solutions[0].text if solutions else GIVE_UP

    def answer(self, text: str) -> Answer:
        """Judges a move or `GIVE_UP`; raises `MoveError` for a text that is not a move, or begins several.

        An illegal move counts as wrong, for the lesson's own reason or that of the rules. Raises `DreierleiError` if
        the lesson is completed, or has no feedback on the move.
        """
        turn = self.turn
        if turn is None:
            raise DreierleiError("lesson.over")
        if text == GIVE_UP and turn.offers_give_up:
            return self._judge(turn, text, self.position, ())
        try:
            move = self.position.parse(text)
        except IllegalMove as error:
            mistake = turn.mistake(text.strip())
            reason = mistake.says if mistake else {language: error.refusal.say(language) for language in LANGUAGES}
            return Answer(False, reason, (), self)
        after = self.position.play(move)
        return self._judge(turn, move.text, after, (after,))

    def _judge(self, turn: Turn, text: str, after: Position, steps: tuple[Position, ...]) -> Answer:
        if _fits(text, turn.right):
            if turn.replies:
                after = after.play(turn.reply(after))
                steps = (*steps, after)
            advanced = Attempt(self.lesson, after, self.number + 1)
            return Answer(True, self.lesson.done if advanced.turn is None else advanced.turn.task, steps, advanced)
        mistake = turn.mistake(text)
        if mistake is not None and mistake.reply is not None:
            steps = (*steps, after.play(mistake.reply))
        words = mistake.says if mistake else turn.otherwise
        if words is None:
            raise DreierleiError("lesson.no-reason", lesson=self.lesson.name, move=text)
        return Answer(False, words, steps, self)


def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game in their order, none if it has none.

    Raises `UnknownGame`, and `DreierleiError` for a lesson with missing or unknown fields.

    >>> lessons("tictactoe")[0].title["en"]
    'Your first stone'
    """
    return _lessons(find_game(game).lessons)


@cache
def _lessons(files: tuple[Traversable, ...]) -> tuple[Lesson, ...]:
    import tomllib  # start-up time: most programs need no lessons

    content: dict[str, Any] = {}
    for file in files:
        _merge(content, tomllib.loads(file.read_text("utf-8")))
    names: Sequence[str] = content.get("lessons", ())
    return tuple(_lesson(name, content.get(name, {})) for name in names)


def _merge(content: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Merges a file into those before it; its own entries take precedence."""
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(content.get(key), dict):
            _merge(content[key], value)
        else:
            content[key] = value


def _lesson(name: str, given: dict[str, Any]) -> Lesson:
    _check(name, given, {"title", "text", "done", "position", "moves", "marks", "turns"}, {"moves", "marks"})
    return Lesson(
        name=name,
        title=_words(name, given["title"]),
        text=_words(name, given["text"]),
        done=_words(name, given["done"]),
        origin=given["position"],
        moves=tuple(given.get("moves", "").split()),
        turns=tuple(_turn(name, given["turns"][number]) for number in sorted(given["turns"], key=int)),
        marks=tuple(given.get("marks", ())),
    )


def _turn(name: str, given: dict[str, Any]) -> Turn:
    optional = {"mistakes", "otherwise", "reply"}
    _check(name, given, {"task", "goal", "right"} | optional, optional)
    return Turn(
        task=_words(name, given["task"]),
        goal=given["goal"],
        right=tuple(given["right"]),
        mistakes=tuple(_mistake(name, mistake) for mistake in given.get("mistakes", {}).values()),
        otherwise=_words(name, given["otherwise"]) if "otherwise" in given else None,
        replies=tuple(given.get("reply", ())),
    )


def _mistake(name: str, given: dict[str, Any]) -> Mistake:
    _check(name, given, {"moves", "says", "reply"}, {"reply"})
    return Mistake(tuple(given["moves"]), _words(name, given["says"]), given.get("reply"))


def _words(name: str, given: dict[str, str]) -> Words:
    _check(name, given, set(LANGUAGES), set())
    return {language: given[language] for language in LANGUAGES}


def _check(name: str, given: Mapping[str, object], known: set[str], optional: set[str]) -> None:
    unknown, missing = set(given) - known, known - optional - set(given)
    if unknown or missing:
        raise DreierleiError(
            "lesson.fields", lesson=name, unknown=tuple(sorted(unknown)), missing=tuple(sorted(missing))
        )


def _fits(text: str, patterns: Sequence[str]) -> bool:
    return any(fnmatch.fnmatchcase(text, pattern) for pattern in patterns)
