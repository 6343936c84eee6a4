"""Lessons on the full screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import Static

import dreierlei
from dreierlei.classroom import Progress
from dreierlei.courses import GIVE_UP, Attempt, lessons
from dreierlei.messages import LANGUAGES
from dreierlei.tui.learn import LearnScreen
from dreierlei.tui.pages import RulesScreen
from dreierlei.tui.start import StartScreen

from .coroutines import run
from .lesson_words import allowed
from .pilot import Seat, seat

GAMES = [game for game in dreierlei.games() if game.lessons]


pytestmark = pytest.mark.usefixtures("folder")


def screen(at: Seat) -> LearnScreen:
    assert isinstance(at.app.screen, LearnScreen)
    return at.app.screen


async def open_course(at: Seat, game: dreierlei.Game) -> None:
    await at.open(game, "f9")
    assert at.shows(LearnScreen)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_course_is_completed_by_keys(game: dreierlei.Game) -> None:
    language = LANGUAGES[GAMES.index(game) % len(LANGUAGES)]

    async def play() -> None:
        async with seat(None, language=language) as at:
            await open_course(at, game)
            for lesson in lessons(game.id):
                assert lesson.title[language] in at.task()
                attempt = Attempt.begin(lesson)
                while attempt.turn is not None:
                    assert attempt.turn.task[language] in at.task()
                    answer = allowed(attempt.position, lesson.marks, attempt.turn.task[language], language)[0]
                    if answer == GIVE_UP:
                        await at.press("ctrl+g")
                    else:
                        await at.write(answer)
                    attempt = attempt.answer(answer).attempt
                assert lesson.done[language] in at.task()
                await at.press("enter")
            assert at.shows(StartScreen)

    run(play())
    assert len(Progress.load().completed(game)) == len(lessons(game.id))


def test_pointing_a_mistake_and_another_try() -> None:
    async def play() -> None:
        async with seat(None) as at:
            await open_course(at, dreierlei.game("tictactoe"))
            await at.press("pagedown", "pagedown")
            here = screen(at)
            assert "Stop your opponent" in at.task()
            here.action_choose("b3")
            await at.settle()
            assert "Black plays c3 and has three in a line." in at.task()
            assert here.shown.outcome() is not None
            assert here.pointer is None
            await at.press("enter")
            assert here.shown.outcome() is None
            await at.press("f5")
            assert "For example: c3" in at.task()
            await at.press("tab", "f7", "pageup", "f4")
            assert at.shows(RulesScreen)
            await at.press("escape")
            assert "Three in a line" in at.task()
            await at.press("a", "backspace", "a", "3", "enter")
            assert "Not quite." in at.task()
            await at.press("escape")
            assert at.shows(StartScreen)

    run(play())


def test_a_started_move_is_taken_back_before_the_course_is_left() -> None:
    async def play() -> None:
        async with seat(None) as at:
            await open_course(at, dreierlei.game("tres"))
            await at.press("enter")
            here = screen(at)
            assert here.pointer is not None
            assert here.pointer.chosen
            await at.press("escape")
            assert here.pointer.choices == here.shown.choices()
            await at.press("escape")
            assert at.shows(StartScreen)

    run(play())


def test_a_game_without_lessons_says_so() -> None:
    async def play() -> None:
        async with seat(None) as at:
            start = at.app.screen
            assert isinstance(start, StartScreen)
            start.game = replace(start.game, lessons=())
            await at.press("f9")
            assert at.shows(StartScreen)
            assert "There are no lessons" in str(start.query_one("#wrong", Static).content)

    run(play())
