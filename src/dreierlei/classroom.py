"""Lessons at a terminal: line by line for pipes and screen readers, and a learner's progress."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

from . import folders, messages
from .courses import GIVE_UP, Attempt, lessons
from .dialogue import Dialogue
from .files import writing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .courses import Answer, Lesson
    from .messages import Language, Message
    from .model import Game
    from .positions import Position

WIDTH = 80


@dataclass
class Progress:
    """The lessons that a learner has completed, by game."""

    done: dict[str, list[str]]

    @classmethod
    def load(cls) -> Progress:
        """The progress in the user's data folder; empty if there is none, or none that can be read."""
        try:
            stored = json.loads(folders.lessons().read_text("utf-8"))
            return cls({str(game): [str(name) for name in names] for game, names in stored.items()})
        except (OSError, ValueError, AttributeError, TypeError):
            return cls({})

    def completed(self, game: Game) -> list[Lesson]:
        """The lessons of a game that are completed."""
        return [lesson for lesson in lessons(game.id) if lesson.name in self.done.get(game.id, ())]

    def next(self, game: Game) -> int:
        """The number of the first lesson that is not completed, counted from 0; the first if all are."""
        done = self.completed(game)
        return next((number for number, lesson in enumerate(lessons(game.id)) if lesson not in done), 0)

    def complete(self, game: Game, lesson: Lesson) -> None:
        """Remembers a lesson; raises `DreierleiError` if the file cannot be written."""
        names = self.done.setdefault(game.id, [])
        if lesson.name not in names:
            names.append(lesson.name)
        file = folders.lessons()
        with writing(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(self.done), "utf-8")

    def forget(self, game: Game) -> None:
        """Starts a game's course over. The file changes when the next lesson is completed."""
        self.done.pop(game.id, None)


def names_of(position: Position, text: str, language: Language) -> str:
    """What people call the parts of a legal move, and how it is typed if that differs; or the command for giving up."""
    if text == GIVE_UP:
        return messages.say(language, "command.resign")
    move = position.parse(text)
    names = ", ".join(position.variant.target_name(target, language) for target in move.targets)
    return names if names == move.text else f"{names} ({move})"


@dataclass
class Classroom(Dialogue):
    """A course in which moves and commands are typed and everything is printed."""

    game: Game
    progress: Progress

    def __post_init__(self) -> None:
        """Begins with the first lesson that is not completed."""
        self.course: Sequence[Lesson] = lessons(self.game.id)
        self.number = self.progress.next(self.game)
        self.attempt: Attempt | None = None

    def print(self, text: str | Message, end: str = "\n") -> None:
        """Prints a text, wrapped unless it is a drawing."""
        words = text if isinstance(text, str) else text.say(self.language)
        super().print(words if "\n" in words else fill(words, WIDTH, break_on_hyphens=False), end)

    # --- the course ---------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Teaches until the last lesson is completed or the learner leaves."""
        name = self.game.names[self.language]
        if not self.course:
            self.say("learn.none", game=name)
            return
        self.say("learn.welcome", game=name)
        while self.number < len(self.course):
            if self.attempt is None:
                self.begin()
            if not self.ask("> "):
                self.say("learn.left", game=self.game.id)
                return
        self.say("learn.finished")
        self.print(f"dreierlei play {self.game.id} --level 1")

    def begin(self) -> None:
        """Shows the lesson from its beginning."""
        lesson = self.course[self.number]
        self.attempt = Attempt.begin(lesson)
        number = messages.say(self.language, "learn.number", number=self.number + 1, of=len(self.course))
        self.print("")
        self.print(f"{number}: {lesson.title[self.language]}")
        self.print(lesson.text[self.language])
        self.draw(self.attempt.position, lesson.marks)
        self.task()

    def task(self) -> None:
        """Prints the current task."""
        if self.attempt is not None and self.attempt.turn is not None:
            self.print(self.attempt.turn.task[self.language])

    def answer(self, text: str) -> None:
        """Judges a move, shows the result, and goes on."""
        assert self.attempt is not None
        answer = self.attempt.answer(text)
        for step in answer.steps:
            self.draw(step)
        self.say("learn.right" if answer.right else "learn.wrong")
        self.print(answer.words[self.language])
        self._advance(answer)

    def _advance(self, answer: Answer) -> None:
        if not answer.right:
            self.say("learn.try-again")
            return
        self.attempt = answer.attempt
        if answer.attempt.turn is None:
            self.progress.complete(self.game, answer.attempt.lesson)
            self.go(1)

    def draw(self, position: Position, marks: Iterable[str] = ()) -> None:
        """Draws a board, with marked targets."""
        self.draw_board(position, marks=marks)
        self.print("")

    # --- commands -----------------------------------------------------------------------------------------------------

    @property
    def actions(self) -> Mapping[str, Callable[[], None]]:
        """What each command does."""
        return {
            "help": self.help,
            "hint": self.hint,
            "again": self.begin,
            "next": lambda: self.go(1),
            "back": lambda: self.go(-1),
            "show": self.show,
            "rules": self.show_rules,
            "resign": lambda: self.answer(GIVE_UP),
        }

    def go(self, by: int) -> None:
        """Goes to another lesson."""
        self.number = max(0, self.number + by)
        self.attempt = None

    def about(self, command: str) -> str:
        """The key of the sentence that explains a command; some do something else here than in a match."""
        own = ("hint", "again", "next", "back", "quit", "resign")
        return f"learn.about-{command}" if command in own else super().about(command)

    def hint(self) -> None:
        """Shows a right move."""
        assert self.attempt is not None
        position, text = self.attempt.position, self.attempt.hint
        marks = () if text == GIVE_UP else tuple(target.lstrip("x") for target in position.parse(text).targets)
        self.draw(position, marks)
        self.say("learn.hint", targets=names_of(position, text, self.language))

    def show(self) -> None:
        """Draws the board again, and repeats the task."""
        assert self.attempt is not None
        self.draw(self.attempt.position)
        self.task()

    def show_rules(self) -> None:
        """Shows the rules."""
        self.print_rules(self.game.id)
