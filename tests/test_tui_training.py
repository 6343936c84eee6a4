"""Puzzles on the full screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.widgets import Static

import dreierlei
from dreierlei.messages import LANGUAGES, say
from dreierlei.puzzles import RUSH_SECONDS, Puzzle, attempt, puzzles_of, solution
from dreierlei.trainer import Results
from dreierlei.tui.board import Board
from dreierlei.tui.start import StartScreen
from dreierlei.tui.training import TrainingScreen

from .coroutines import run
from .pilot import Seat, seat

if TYPE_CHECKING:
    from pathlib import Path

    from dreierlei.messages import Language

GAME = dreierlei.game("tictactoe")


pytestmark = pytest.mark.usefixtures("folder")


def screen(at: Seat) -> TrainingScreen:
    assert isinstance(at.app.screen, TrainingScreen)
    return at.app.screen


async def open_puzzles(at: Seat, game: dreierlei.Game = GAME) -> TrainingScreen:
    await at.open(game, "f8")
    return screen(at)


async def judged(at: Seat) -> None:
    """Waits until the move, or the hint, has its answer."""
    await at.until(lambda: not screen(at).searches.running("judge"))
    await at.settle()


async def solve(at: Seat) -> None:
    """Solves the present puzzle by typing."""
    here, given = screen(at), screen(at).given
    for _ in range(given.plies):
        if here.given is not given or here.done:
            return
        await at.write(solution(given, here.right).text)
        await judged(at)


def mistake(given: Puzzle) -> str:
    """A legal move that does not win."""
    moves = dreierlei.position(given.line).moves()
    return next(move.text for move in moves if attempt(given, [move.text]).state == "wrong")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_puzzle_is_solved_by_keys_and_kept(language: Language) -> None:
    async def play() -> None:
        async with seat(None, language=language) as at:
            here = await open_puzzles(at)
            own = puzzles_of(GAME.id)
            assert say(language, "study.puzzle", number=1, of=len(own)) in at.task()
            start = dreierlei.position(own[0].line)
            assert say(language, "study.puzzle-task", name=start.turn, plies=own[0].plies) in at.task()
            await solve(at)
            assert say(language, "study.solved") in at.task()
            await at.press("enter")
            assert here.given == own[1]
            await at.press("escape")
            assert at.shows(StartScreen)
            here = await open_puzzles(at, dreierlei.games()[0])
            assert here.given == own[1], "it goes on with the first that is not solved"

    run(play())
    assert Results.load().solved == [puzzles_of(GAME.id)[0].id]


def test_a_mistake_is_refuted_on_the_board_and_tried_again() -> None:
    async def play() -> None:
        async with seat(None) as at:
            here = await open_puzzles(at)
            board, pointer = here.query_one(Board), here.pointer
            assert pointer is not None
            row, column = board.canvas.spot(*pointer.where(mistake(here.given)))
            await at.pilot.click(board, offset=(column, row))
            await judged(at)
            assert "That does not win." in at.task()
            assert here.shown != here.so_far.position
            assert here.pointer is None
            await at.press("enter")
            assert here.shown == here.so_far.position
            await at.write("z9")
            await judged(at)
            assert "z9" in at.task()
            assert here.pointer is not None

    run(play())
    assert Results.load().solved == []


def test_who_asks_for_a_hint_has_not_solved_it() -> None:
    async def play() -> None:
        async with seat(None) as at:
            here = await open_puzzles(at)
            await at.press("f5")
            await judged(at)
            right = solution(here.given)
            assert f"The move is {right}." in at.task()
            assert here.marks == right.targets
            await solve(at)
            assert "once you find it without a hint" in at.task()
            await at.press("f7")
            assert not here.helped
            await at.press("pagedown", "pageup", "pageup")
            assert here.number == 0

    run(play())
    assert Results.load().solved == []


def test_a_streak_ends_with_the_first_mistake() -> None:
    async def play() -> None:
        async with seat(None) as at:
            here = await open_puzzles(at)
            await at.press("f8")
            assert "until the first mistake" in at.task()
            await solve(at)
            assert "Solved: 1" in at.task()
            await at.press("f5", "f7", "pageup", "pagedown")
            assert here.number == 1, "no hint, no second try, no other puzzle"
            await at.write(mistake(here.given))
            await judged(at)
            assert "1 solved, more than ever before!" in at.task()
            await at.press("enter")
            assert here.kind is None

    run(play())
    assert Results.load().best_of("streak", GAME) == 1


def test_a_rush_ends_with_its_time() -> None:
    async def play() -> None:
        async with seat(None) as at:
            here = await open_puzzles(at)
            clock = [0.0]
            here.now = lambda: clock[0]
            await at.press("f6")
            assert f"{RUSH_SECONDS} seconds left." in at.task()
            await at.write(mistake(here.given))
            await judged(at)
            assert "mistakes: 1 of 3" in at.task()
            await at.press("enter")
            await solve(at)
            clock[0] = RUSH_SECONDS
            here.tick()
            await at.settle()
            assert "Finished: 1 solved" in at.task()
            assert here.pointer is None

    run(play())
    assert Results.load().best_of("rush", GAME) == 1


def test_what_cannot_be_kept_is_said(folder: Path) -> None:
    (folder / "file").touch()

    async def play() -> None:
        async with seat(None) as at:
            here = await open_puzzles(at)
            here.results.file = folder / "file" / "puzzles.json"
            await solve(at)
            assert "Solved!" in at.task()
            assert "puzzles.json" in at.task()

    run(play())


def test_a_game_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dreierlei.tui.start.puzzles_of", lambda _: ())

    async def play() -> None:
        async with seat(None) as at:
            await at.press("f8")
            assert at.shows(StartScreen)
            assert "no puzzles" in str(at.app.screen.query_one("#wrong", Static).content)

    run(play())
