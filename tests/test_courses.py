"""Lessons teach the rules: every claim of every lesson is checked by playing."""

from __future__ import annotations

import fnmatch
import re
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei.courses import GIVE_UP, Attempt, Lesson, lessons
from dreierlei.errors import DreierleiError, MoveError
from dreierlei.messages import LANGUAGES
from dreierlei.positions import Position

from . import goals
from .lesson_words import told

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreierlei.courses import Turn

LESSONS = [
    pytest.param(lesson, id=f"{game.id}-{lesson.name}") for game in dreierlei.games() for lesson in lessons(game.id)
]


def attempts(lesson: Lesson) -> Iterator[tuple[Attempt, Turn]]:
    """Every situation in which a learner can be who answers rightly."""
    waiting = [Attempt.begin(lesson)]
    while waiting:
        attempt = waiting.pop()
        if attempt.turn is None:
            continue
        yield attempt, attempt.turn
        answers = [move.text for move in attempt.turn.solutions(attempt.position)]
        answers += [GIVE_UP] if GIVE_UP in attempt.turn.right else []
        waiting += [attempt.answer(text).attempt for text in answers]


@pytest.mark.parametrize("lesson", LESSONS)
def test_exactly_the_right_moves_meet_the_goal(lesson: Lesson) -> None:
    for attempt, turn in attempts(lesson):
        right = {move.text for move in turn.solutions(attempt.position)} | ({GIVE_UP} & set(turn.right))
        assert right
        assert right == goals.meeting(turn.goal, attempt.position), attempt.position


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_other_move_has_its_reason(lesson: Lesson) -> None:
    for attempt, turn in attempts(lesson):
        for move in attempt.position.moves():
            answer = attempt.answer(move.text)
            assert answer.right == (move in turn.solutions(attempt.position))
            assert answer.words["en"]
            assert answer.attempt.number == attempt.number + answer.right


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_mistake_is_one(lesson: Lesson) -> None:
    """A legal one is not right, and its reply wins at once; another one is refused by the rules; none is hidden."""
    for attempt, turn in attempts(lesson):
        legal = {move.text for move in attempt.position.moves()}
        for mistake in turn.mistakes:
            moves = {text for text in legal if turn.mistake(text) is mistake}
            moves -= {move.text for move in turn.solutions(attempt.position)}
            illegal = [text for text in mistake.moves if not any(fnmatch.fnmatchcase(move, text) for move in legal)]
            assert moves or illegal, mistake
            if moves:
                assert not illegal, mistake
            for text in moves:
                if mistake.reply is not None:
                    after = attempt.position.play(text)
                    assert goals.wins(after, after.parse(mistake.reply), [])
            for text in illegal:
                for example in examples(attempt.position, text):
                    with pytest.raises(MoveError):
                        attempt.position.parse(example)
                    answer = attempt.answer(example)
                    assert not answer.right
                    assert answer.words == mistake.says
                    assert answer.steps == ()


def examples(position: Position, pattern: str) -> list[str]:
    """The texts that a pattern of illegal moves means: places of the board, or itself."""
    names = [place.name for place in position.variant.layout.places]
    return [name for name in names if fnmatch.fnmatchcase(name, pattern)] or [pattern]


@pytest.mark.parametrize("lesson", LESSONS)
def test_who_does_what_the_task_says_is_right(lesson: Lesson) -> None:
    """Touching what the words name, in their order, is a right move or begins one; and all languages say the same."""
    for attempt, turn in attempts(lesson):
        position, right = attempt.position, turn.solutions(attempt.position)
        for language in LANGUAGES:
            chosen = told(position, turn.task[language], language)
            assert chosen == told(position, turn.task["en"], "en")
            assert set(re.findall(r"\b[a-h][1-8]\b", turn.task[language])) == set(
                re.findall(r"\b[a-h][1-8]\b", turn.task["en"])
            )
            assert not chosen or any(move.targets[: len(chosen)] == chosen for move in right), turn.task[language]


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games() if game.lessons])
def test_the_words_of_every_course_name_moves(game: str) -> None:
    tasks = [pair for lesson in lessons(game) for pair in attempts(lesson)]
    assert any(told(attempt.position, turn.task["en"], "en") for attempt, turn in tasks)


@pytest.mark.parametrize("lesson", LESSONS)
def test_its_position_is_reachable(lesson: Lesson) -> None:
    """It is played from the start, or any order of its placements leads there: such stones never go away."""
    start = lesson.start
    assert start.outcome() is None
    if start.origin == Position(start.variant):
        assert [move.text for move in start.line] == list(lesson.moves)
        return
    assert start.variant.tables.family == "placement"
    white, black = (
        [p.name for p, s in zip(start.variant.layout.places, start.stones, strict=True) if s == x] for x in "wb"
    )
    reached = Position(start.variant)
    for pair in zip(white, black, strict=True):
        for name in pair:
            reached = reached.play(name)
    assert reached == start


@pytest.mark.parametrize("lesson", LESSONS)
def test_it_says_everything_in_every_language(lesson: Lesson) -> None:
    words = [lesson.title, lesson.text, lesson.done]
    for turn in lesson.turns:
        words += [
            turn.task,
            *(mistake.says for mistake in turn.mistakes),
            *([turn.otherwise] if turn.otherwise else []),
        ]
    for each in words:
        assert set(each) == set(LANGUAGES)
        texts = [each[language] for language in LANGUAGES]
        assert all(text == text.strip() and text for text in texts)
        if each is not lesson.title:
            assert all(text[-1] in ".!?" for text in texts), texts
            assert len(set(texts)) == len(texts), "a text is not translated"


@pytest.mark.parametrize("lesson", LESSONS)
def test_it_can_be_read_at_a_glance(lesson: Lesson) -> None:
    for language in LANGUAGES:
        assert len(lesson.title[language]) <= 34
        assert len(lesson.text[language].split()) <= 52
        assert all(len(turn.task[language].split()) <= 32 for turn in lesson.turns)


@pytest.mark.parametrize("lesson", LESSONS)
def test_its_marks_are_on_the_board(lesson: Lesson) -> None:
    assert set(lesson.marks) <= set(lesson.start.variant.targets)


def test_every_course_is_short_and_ends_with_a_won_game() -> None:
    courses = {game.id: course for game in dreierlei.games() if (course := lessons(game.id))}
    assert len(courses) >= 7
    for course in courses.values():
        assert 5 <= len(course) <= 12
        assert len({lesson.name for lesson in course}) == len(course)
        attempt = Attempt.begin(course[-1])
        while attempt.turn is not None:
            attempt = attempt.answer(attempt.hint).attempt
        end = attempt.position.outcome()
        assert end is not None
        assert end.winner is course[-1].start.turn


def test_a_game_without_lessons_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    game = dreierlei.Game(id="none", names={}, about={}, build=dreierlei.game("tictactoe").build)
    monkeypatch.setattr("dreierlei.courses.find_game", lambda _: game)
    assert lessons("none") == ()


def test_an_unknown_game_has_none_either() -> None:
    with pytest.raises(dreierlei.UnknownGame):
        lessons("chess")


def test_a_lesson_that_is_written_wrongly_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.lessons.toml"
    file.write_text('lessons = ["a"]\n[a]\nposition = "tictactoe"\ncolour = 1\n', "utf-8")
    game = dreierlei.Game(
        id="none",
        names={},
        about={},
        build=dreierlei.game("tictactoe").build,
        lessons=(file,),
    )
    monkeypatch.setattr("dreierlei.courses.find_game", lambda _: game)
    with pytest.raises(
        DreierleiError, match="Lesson a: unknown fields: colour; missing fields: done, text, title, turns"
    ):
        lessons("none")


def test_an_illegal_answer_that_is_not_expected_has_the_reason_of_the_rules() -> None:
    attempt = Attempt.begin(lessons("tictactoe")[1])
    answer = attempt.answer("a3")
    assert not answer.right
    assert answer.steps == ()
    assert answer.words["en"] == "a3 is occupied."
    assert answer.attempt == attempt
    with pytest.raises(MoveError):
        attempt.answer("castling")


def test_a_completed_lesson_takes_no_more_answers() -> None:
    attempt = Attempt.begin(lessons("tictactoe")[0])
    done = attempt.answer("b2").attempt
    assert done.turn is None
    assert done.hint == ""
    with pytest.raises(DreierleiError, match="completed"):
        done.answer("a1")
