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
from .lesson_words import PHRASES, allowed, pattern

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dreierlei.courses import Turn
    from dreierlei.messages import Language

LESSONS = [
    pytest.param(lesson, id=f"{game.id}-{lesson.name}") for game in dreierlei.games() for lesson in lessons(game.id)
]

PLACE = re.compile(r"\b[a-h][1-8]\b")


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
def test_the_words_of_a_task_allow_exactly_what_the_lesson_takes(lesson: Lesson) -> None:
    """Who does what the words say, in any language, is never told wrong; who does something else is told why."""
    for attempt, turn in attempts(lesson):
        answers = [*(move.text for move in attempt.position.moves()), *([GIVE_UP] if turn.offers_give_up else [])]
        taken = [text for text in answers if attempt.answer(text).right]
        for language in LANGUAGES:
            task = turn.task[language]
            assert allowed(attempt.position, lesson.marks, task, language) == taken != [], task
            assert set(PLACE.findall(task)) == set(PLACE.findall(turn.task["en"]))


@pytest.mark.parametrize(
    ("line", "marks", "task", "moves"),
    [
        ("tictactoe ww./bb./... w", (), "You have two stones in the top row. Complete the line!", "c3"),
        ("tictactoe ww./bb./w.. b", (), "Complete the line!", "c2"),
        ("tictactoe w../.b./b.w w", (), "Black has two stones on a diagonal. Take the third cell!", "c3"),
        ("tictactoe .../.../... w", (), "Begin in the centre, on a1.", "a1"),
        ("tictactoe .../.../... w", ("b2",), "Place the first stone outside the castle.", "a3 b3 c3 a2 c2 a1 b1 c1"),
        ("tictactoe .../.../... w", (), "Place the first stone at the edge of the board.", "a3 b3 c3 a2 c2 a1 b1 c1"),
        (
            "tres n/..../......../................ w",
            (),
            "Push in at the top left or the bottom right corner.",
            "NWo SEo",
        ),
        (
            "bedraengnis ..../..../..w./.... b c2",
            (),
            "Place your piece on a red cell next to the king on c2.",
            "b3 d2 c1",
        ),
        # What is not so on the board allows nothing.
        ("bedraengnis ..../.w../..../.... b b3", (), "Place your piece on the blue cell next to the king on b3.", ""),
        ("tictactoe ww./bb./... w", (), "You play Black. Complete the line!", ""),
        ("muehle .b./ww./.../....../.../.../b.. w 7 7 0", (), "b6 and d7 are yours. Close a mill.", ""),
    ],
)
def test_the_reader_of_tasks_goes_by_the_words(line: str, marks: tuple[str, ...], task: str, moves: str) -> None:
    assert allowed(dreierlei.position(line), marks, task, "en") == moves.split()


def test_the_reader_of_tasks_says_what_it_does_not_understand() -> None:
    with pytest.raises(AssertionError, match=r"Nobody understands 'Tanz e bëssen' .* add the phrase"):
        allowed(dreierlei.start("tictactoe"), (), "Setz e Steen op iergendee fräit Feld. Tanz e bëssen!", "lb")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reader_of_tasks_knows_no_phrase_that_nobody_uses(language: Language) -> None:
    tasks = [turn.task[language] for game in dreierlei.games() for each in lessons(game.id) for turn in each.turns]
    for meaning, phrases in PHRASES.items():
        for phrase in phrases[language]:
            assert any(pattern(phrase).search(task) for task in tasks), (meaning, phrase)


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
    with pytest.raises(DreierleiError, match="lesson is complete"):
        done.answer("a1")
