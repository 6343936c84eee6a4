"""The full screen without a terminal: what keys and clicks do."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from time import sleep
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input, OptionList, Static

import dreierlei
from dreierlei import Game, levels
from dreierlei.messages import LANGUAGES
from dreierlei.session import Session
from dreierlei.tui.appearance import APPEARANCES
from dreierlei.tui.dialogs import AskFile, Confirm
from dreierlei.tui.pages import HelpScreen, RulesScreen
from dreierlei.tui.panels import AnalysisPanel, KeyBar
from dreierlei.tui.saved_matches import SavedMatchesScreen
from dreierlei.tui.start import Choice, StartScreen

from .coroutines import run
from .pilot import seat

if TYPE_CHECKING:
    from pathlib import Path

    from dreierlei import Move, Position, Stop
    from dreierlei.match import Match

GAMES = pytest.mark.parametrize("game", dreierlei.games(), ids=lambda game: game.id)


pytestmark = pytest.mark.usefixtures("folder")


def opened(game: Game, **chosen: object) -> Session:
    return Session.open(dreierlei.variant(game.id, {}), "en", seed=1, **chosen)  # type: ignore[arg-type]


def plies(current: Position) -> int:
    return len(current.line)


def by_id(name: str) -> Game:
    return dreierlei.game(name)


@GAMES
def test_against_the_computer_with_undo_hint_and_looking_back(game: Game) -> None:
    async def play() -> None:
        session = opened(game, length=1000)
        async with seat(session) as at:
            first = session.match.position.moves()[0]
            await at.write(str(first).upper())
            await at.until(lambda: at.screen.pointer is not None or session.match.game_over)
            assert plies(session.match.position) == 2
            await at.press("ctrl+t")
            await at.until(lambda: at.screen.message.startswith("Hint: "))
            assert at.screen.message.removeprefix("Hint: ") in map(str, session.match.position.moves())
            await at.press("pageup")
            assert plies(at.screen.shown) == 1
            assert not at.asked()
            await at.press("home")
            assert plies(at.screen.shown) == 0
            await at.press("pagedown", "pagedown")
            assert at.screen.viewed is None
            assert at.asked()
            await at.press("ctrl+z")
            assert plies(session.match.position) == 0
            await at.press("ctrl+z")
            assert at.screen.message == "There is nothing to take back."

    run(play())


@GAMES
def test_a_match_goes_on_where_it_was_left(game: Game) -> None:
    async def play() -> None:
        session = opened(game, against="friend")
        async with seat(session) as at:
            await at.write(str(session.match.position.moves()[-1]))
            await at.press("ctrl+q")
        assert at.app.return_value is session
        async with seat(None) as at:
            await at.press("ctrl+o")
            await at.until(lambda: isinstance(at.app.screen, SavedMatchesScreen))
            await at.press("enter")
            await at.until(lambda: at.app.playing)
            assert at.screen.session.match == session.match

    run(play())


@GAMES
def test_analysis_streams_in_and_ends_with_its_panel(game: Game) -> None:
    async def play() -> None:
        session = opened(game, against="friend")
        async with seat(session) as at:
            panel = at.screen.query_one(AnalysisPanel)
            assert not panel.display
            await at.press("ctrl+e")
            await at.until(lambda: panel.analysis)
            assert panel.analysis is not None
            assert str(panel.analysis.best) in str(panel.content)
            await at.write(str(session.match.position.moves()[0]))
            await at.until(lambda: panel.analysis)
            await at.press("ctrl+e")
            assert not panel.display
            assert not at.screen.searches.running("analysis")

    run(play())


def test_exact_values_are_shown() -> None:
    async def play() -> None:
        session = opened(by_id("tictactoe"), against="friend")
        async with seat(session) as at:
            await at.press("ctrl+e")
            await at.until(lambda: "Exact: Draw" in str(at.screen.query_one(AnalysisPanel).content))

    run(play())


def test_the_computer_can_give_up_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dreierlei.tui.play.choose_in_match", lambda *_, **__: None)

    async def play() -> None:
        session = opened(by_id("bedraengnis"))
        async with seat(session) as at:
            await at.write("b2")
            await at.until(lambda: session.match.game_over)
            assert session.match.score == (1, 0)

    run(play())


def test_the_computer_can_be_hurried_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that thinks until it is stopped: the screen goes on, Escape makes it move, undo makes it vain."""

    def choose(match: Match, *_: object, stop: Stop) -> Move:
        while not stop.is_set():
            sleep(0.005)
        return match.position.moves()[0]

    monkeypatch.setattr("dreierlei.tui.play.choose_in_match", choose)

    async def play() -> None:
        session = opened(by_id("tres"), level=10)
        async with seat(session) as at:
            await at.write("NWo")
            assert at.screen.searches.running("move")
            assert "thinking" in str(at.screen.query_one("#entry", Static).content)
            await at.press("f1", "escape")
            assert plies(session.match.position) == 1
            await at.press("escape")
            await at.until(lambda: plies(session.match.position) == 2)
            await at.write("NWo")
            await at.press("ctrl+z")
            assert plies(session.match.position) == 2
            assert not at.screen.searches.running("move")
            await at.until(lambda: not at.app.workers._workers)
            assert plies(session.match.position) == 2

    run(play())


def test_bad_input_is_answered_with_a_sentence() -> None:
    async def play() -> None:
        session = opened(by_id("tictactoe"), against="friend")
        async with seat(session) as at:
            await at.write("z9")
            assert at.screen.message.startswith('"z9" is not a move: expected')
            await at.press("a", "backspace", "b", "escape")
            assert at.screen.typed == ""
            await at.write("undo")
            assert at.screen.message == "There is nothing to take back."

    run(play())


def test_escape_gives_back_what_was_chosen() -> None:
    async def play() -> None:
        current = dreierlei.position("muehle w.w/.w./.../....../.../b../b.b w 0 0 0")
        session = opened(by_id("muehle"), against="friend")
        session.match = session.match.__class__(session.match.players, 1, (), current)
        async with seat(session) as at:
            await at.press("enter")
            assert at.screen.pointer is not None
            assert "".join(at.screen.pointer.chosen) == "a7"
            await at.press("escape")
            assert not at.screen.pointer.chosen
            assert at.screen.pointer.cursor == "a7"

    run(play())


def test_resigning_asks_first_and_the_next_game_follows() -> None:
    async def play() -> None:
        session = opened(by_id("tictactoe"), against="friend", length=3)
        async with seat(session) as at:
            await at.press("ctrl+g")
            assert isinstance(at.app.screen, Confirm)
            await at.press("enter")
            assert not session.match.game_over
            await at.press("ctrl+g", "right", "enter")
            assert session.match.score == (0, 1)
            assert "You 0 – 1 Friend" in str(at.screen.query_one("#players", Static).content)
            await at.press("enter")
            assert session.match.round == 2
            await at.press("ctrl+g", "right", "enter")
            await at.press("enter", "ctrl+g", "right", "enter")
            assert session.match.over
            await at.press("enter")
            assert (session.match.round, session.match.games) == (1, ())

    run(play())


def test_giving_up_a_round_says_what_it_costs() -> None:
    async def play() -> None:
        game = next(game for game in dreierlei.games() if game.match.give_up)
        session = opened(game, against="friend")
        async with seat(session) as at:
            await at.press("ctrl+g", "right", "enter")
            assert "before its first move" in at.screen.message
            await at.write(str(session.match.position.moves()[0]))
            await at.press("ctrl+g")
            assert isinstance(at.app.screen, Confirm)
            assert "scores 1" in at.app.screen.question
            await at.press("right", "enter")
            assert session.match.score == (1, 0)

    run(play())


def test_a_draw_is_offered_to_a_friend_or_to_the_computer() -> None:
    async def play() -> None:
        session = opened(by_id("tictactoe"), against="friend")
        async with seat(session) as at:
            await at.press("ctrl+d")
            assert isinstance(at.app.screen, Confirm)
            await at.press("tab", "enter")
            assert session.match.outcome is not None
            assert session.match.outcome.winner is None
        async with seat(opened(by_id("tictactoe"))) as at:
            await at.write("b2")
            await at.until(at.asked)
            won = at.screen.session.match.position
            await at.press("ctrl+d")
            await at.until(lambda: not at.screen.searches.running("draw"))
            answer = levels.answer_draw(won, won.turn.other)
            assert at.screen.session.match.game_over == (answer in levels.AGREED)
        lost = replace(opened(by_id("tictactoe")).match, position=dreierlei.position("tictactoe b.b/w../wwb w"))
        async with seat(Session(lost, (True, False))) as at:
            await at.press("ctrl+d")
            await at.until(lambda: at.screen.message == at.app.say("draw.better"))
            assert not at.screen.session.match.game_over

    run(play())


@GAMES
def test_the_start_screen_leads_to_every_game(game: Game) -> None:
    async def play() -> None:
        async with seat(None) as at:
            assert isinstance(at.app.screen, StartScreen)
            await at.press(*["down"] * dreierlei.games().index(game))
            await at.press("enter", "right", "ctrl+s")
            await at.until(lambda: at.app.playing)
            assert at.screen.session.match.position.variant.game is game
            assert at.screen.session.human == (True, True)

    run(play())


def test_options_are_chosen_and_wrong_ones_explained() -> None:
    async def play() -> None:
        async with seat(opened(by_id("bedraengnis"))) as at:
            await at.press("ctrl+n")
            start = at.app.screen
            assert isinstance(start, StartScreen)
            start.query_one(Input).value = "Z9"
            await at.press("ctrl+s")
            assert "expected a tableau code" in str(start.query_one("#wrong", Static).content)
            start.query_one(Input).value = "b2"
            await at.press("ctrl+s")
            await at.until(lambda: at.app.screen is at.screen)
            assert at.screen.session.match.position.variant.id == "bedraengnis:board=b2"

    run(play())


def test_the_level_can_be_changed_during_a_match() -> None:
    async def play() -> None:
        session = opened(by_id("tictactoe"))
        async with seat(session) as at:
            await at.press("ctrl+n", "enter")
            level = next(row for row in at.app.screen.query(Choice) if row.name == "level")
            level.focus()
            await at.press("right", "right", "escape")
            assert at.screen.session is session
            assert session.level == 6

    run(play())


def test_records_are_exported_and_loaded(folder: Path) -> None:
    async def play() -> None:
        session = opened(by_id("tictactoe"), against="friend")
        async with seat(session) as at:
            for move in ("b2", "a1", "a2", "b1", "c2"):
                await at.write(move)
            await at.press("ctrl+s")
            assert isinstance(at.app.screen, AskFile)
            at.app.screen.query_one(Input).value = "game.txt"
            await at.press("enter")
            assert (folder / "game.txt").exists()
            await at.press("ctrl+o", "f")
            at.app.screen.query_one(Input).value = "nothing.txt"
            await at.press("enter")
            assert "There is no file" in str(at.app.screen.query_one("#wrong", Static).content)
            await at.press("f")
            at.app.screen.query_one(Input).value = "game.txt"
            await at.press("enter")
            await at.until(lambda: at.app.screen is at.screen)
            assert at.screen.session is not session
            assert at.screen.session.match.outcome == session.match.outcome

    run(play())


def test_a_file_of_many_games_lets_choose_one(folder: Path) -> None:
    async def play() -> None:
        one = '[Game "tictactoe"]\n[White "{}"]\n[Result "*"]\n\n1. {} *\n'
        (folder / "many.txt").write_text(one.format("Ada", "a1") + "\n" + one.format("Cy", "c3"), "utf-8")
        async with seat(opened(by_id("tictactoe"))) as at:
            await at.press("ctrl+o", "f")
            at.app.screen.query_one(Input).value = "many.txt"
            await at.press("enter")
            assert at.app.screen.query_one(OptionList).option_count == 2
            await at.press("down", "enter")
            await at.until(lambda: at.app.screen is at.screen)
            assert at.screen.session.match.players[0] == "Cy"

    run(play())


@pytest.mark.parametrize(("game", "language"), list(zip(dreierlei.games(), cycle(LANGUAGES), strict=False)))
def test_rules_and_help_can_be_read(game: Game, language: str) -> None:
    async def play() -> None:
        async with seat(opened(game), language=language) as at:
            await at.press("ctrl+r")
            assert at.shows(RulesScreen)
            assert len(at.app.screen.query("Board")) >= 1
            await at.press("escape", "f1")
            assert at.shows(HelpScreen)
            await at.press("escape")
            assert at.app.screen is at.screen
            assert at.screen.query_one(KeyBar).size.height == 1

    run(play())


@GAMES
def test_plain_is_ascii_and_without_colour_on_the_board(game: Game) -> None:
    async def play() -> None:
        async with seat(opened(game, against="friend")) as at:
            names = []
            for _ in APPEARANCES:
                names.append(at.app.appearance.name)
                await at.press("ctrl+l")
            assert names == list(APPEARANCES)
            await at.press("ctrl+l", "ctrl+l")
            board = at.screen.query_one("#board")
            signs = [sign for row in board.canvas.rows for sign in row]  # type: ignore[attr-defined]
            assert all(sign.text.isascii() for sign in signs)
            styles = {segment.style for strip in board._strips for segment in strip}  # type: ignore[attr-defined]
            assert all(style is None or (style.color, style.bgcolor) == (None, None) for style in styles)
            assert any(style is not None and style.reverse for style in styles)

    run(play())


@GAMES
def test_a_tiny_terminal_still_shows_where_the_cursor_is(game: Game) -> None:
    async def play() -> None:
        async with seat(opened(game, against="friend"), size=(40, 12)) as at:
            assert not at.screen.query_one("#side").display
            middle, board = at.screen.query_one("#middle"), at.screen.query_one("#board")
            pointer = at.screen.pointer
            assert pointer is not None
            for _ in pointer.choices:
                await at.press("tab")
                spot = pointer.spot
                assert spot is not None
                row, column = board.canvas.spot(*spot)  # type: ignore[attr-defined]
                assert middle.region.contains(board.region.x + column, board.region.y + row)

    run(play())
