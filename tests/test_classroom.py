"""Lessons at the terminal, line by line."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import dreierlei
from dreierlei import messages
from dreierlei.classroom import Progress
from dreierlei.cli import commands
from dreierlei.courses import Attempt, lessons
from dreierlei.messages import LANGUAGES

if TYPE_CHECKING:
    from pathlib import Path

    from dreierlei import Lesson
    from dreierlei.messages import Language

GAMES = [game.id for game in dreierlei.games() if game.lessons]


pytestmark = pytest.mark.usefixtures("folder")


def answers(lesson: Lesson) -> list[str]:
    """What completes a lesson."""
    attempt, texts = Attempt.begin(lesson), []
    while attempt.turn is not None:
        texts.append(attempt.hint)
        attempt = attempt.answer(attempt.hint).attempt
    return texts


def learn(game: str, typed: list[str], language: str = "en", *options: str) -> str:
    done = CliRunner().invoke(
        commands,
        ["learn", game, "--plain", "--language", language, *options],
        input="".join(f"{line}\n" for line in typed),
        standalone_mode=False,
    )
    if done.exception:
        raise done.exception
    return done.stdout


def words(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_course_is_completed_by_typing(game: str, language: Language) -> None:
    course = lessons(game)
    shown = words(learn(game, [text for lesson in course for text in answers(lesson)], language))
    for lesson in course:
        assert words(lesson.title[language]) in shown
        assert words(lesson.text[language]) in shown
        assert words(lesson.done[language]) in shown
        assert all(words(turn.task[language]) in shown for turn in lesson.turns)
    assert messages.say(language, "learn.finished") in shown
    assert f"dreierlei play {game} --level 1" in shown
    assert messages.say(language, "learn.wrong") not in shown


def test_a_mistake_is_shown_explained_and_tried_again() -> None:
    learn("tictactoe", ["b2", "c3", "quit"])
    shown = words(learn("tictactoe", ["b3", "c3", "quit"]))
    assert "Lesson 3 of 5: Stop your opponent" in shown
    assert "Not quite. Black plays c3 and has three in a line. Try again." in shown
    assert "Black wins" in shown
    assert "Right! Black is stopped." in shown


def test_an_expected_illegal_move_has_the_lessons_words_and_another_one_those_of_the_rules() -> None:
    shown = words(learn("bedraengnis", ["a1", "c4", "b3", "d3"]))
    assert "A rook moves straight: only along its own row and its own column." in shown
    assert "b3" in shown
    assert "A rook reaches d3" in shown


def test_commands_in_english_and_in_the_learners_language() -> None:
    shown = words(
        learn("tres", ["hilfe", "tipp", "weiter", "weiter", "vorige", "nochmal", "zeigen", "regeln", "ende"], "de")
    )
    assert "die Lektion von vorn beginnen" in shown
    assert "Zum Beispiel: Ecke oben links, äußerer Ring (NWo)." in shown
    assert shown.count("Lektion 2 von 8") == 3
    assert "Lektion 3 von 8" in shown
    assert "Was ihr braucht" in shown
    assert "dreierlei learn tres" in shown
    assert "Lesson 1 of 8" in words(learn("tres", ["help", "back", "quit"]))


def test_the_course_goes_on_where_it_was_left_and_can_be_begun_again() -> None:
    course = lessons("muehle")
    learn("muehle", [*answers(course[0]), *answers(course[1])])
    assert f"Lesson 3 of {len(course)}" in words(learn("muehle", []))
    again = words(learn("muehle", ["quit"], "en", "--restart"))
    assert f"Lesson 1 of {len(course)}" in again
    assert f"Lesson 3 of {len(course)}" in words(learn("muehle", []))


def test_giving_up_is_an_answer_only_where_a_lesson_is_about_it() -> None:
    lot = [text for lesson in lessons("bedraengnis")[:7] for text in answers(lesson)]
    shown = words(learn("bedraengnis", [*lot, "hint", "resign", "resign", "quit"]))
    assert "For example: resign." in shown
    assert "White scores 3 points instead of 5 or more." in shown
    assert '"resign" is not' in shown


def test_an_unknown_game_is_one_sentence() -> None:
    with pytest.raises(dreierlei.UnknownGame):
        learn("chess", [])


def test_a_game_without_lessons_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(dreierlei.game("tictactoe"), lessons=())
    monkeypatch.setattr("dreierlei.courses.find_game", lambda _: game)
    assert learn("tictactoe", []) == "There are no lessons for Tic-Tac-Toe yet.\n"


@pytest.mark.parametrize("kept", ["", "not json", "[1]", '{"tres": 1}'])
def test_progress_that_cannot_be_read_is_none(folder: Path, kept: str) -> None:
    (folder / "lessons.json").write_text(kept, "utf-8")
    assert Progress.load().next(dreierlei.game("tres")) == 0


def test_progress_is_kept_by_game(folder: Path) -> None:
    game = dreierlei.game("tres")
    progress = Progress.load()
    progress.complete(game, lessons("tres")[0])
    progress.complete(game, lessons("tres")[0])
    assert json.loads((folder / "lessons.json").read_text("utf-8")) == {"tres": ["push"]}
    assert Progress.load().next(game) == 1
    assert Progress.load().next(dreierlei.game("muehle")) == 0
