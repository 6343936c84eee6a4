"""The exact benchmark: its positions are what they claim, and agents are judged by them."""

from __future__ import annotations

import random
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Any

import pytest

import dreierlei
from dreierlei import agents, exam
from dreierlei.solvers import solve_moves, solver

if TYPE_CHECKING:
    from pathlib import Path

GAMES = [game.id for game in dreierlei.games() if exam.questions(game.id)]


def test_nearly_every_game_has_positions() -> None:
    complete = [game.id for game in dreierlei.games() if solver(dreierlei.variant(game.id)).complete]
    assert set(complete) <= set(GAMES)
    for game in complete:
        assert {question.phase for question in exam.questions(game)} == set(exam.PHASES)


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_that_keep_the_value_are_those(game: str) -> None:
    """A sample of each game, solved again."""
    asked = random.Random(game).sample(exam.questions(game), 2)
    for question in asked:
        position = question.position
        results = {}
        for move, solution in solve_moves(position, nodes=exam.NODES):
            assert solution.known
            results[move.text] = {position.turn: 2, None: 1}.get(solution.winner, 0)
        best = {move for move, result in results.items() if result == max(results.values())}
        assert question.keeping == best
        assert len(best) < len(results)


@pytest.mark.parametrize("game", GAMES)
def test_no_position_is_asked_twice(game: str) -> None:
    positions = [question.position for question in exam.questions(game)]
    assert len(set(positions)) == len(positions)
    assert all(position.outcome() is None for position in positions)


def test_a_perfect_agent_keeps_everything_and_a_spoiler_nothing() -> None:
    def perfect(position: dreierlei.Position) -> str:
        return dreierlei.solve(position).line[0].text

    report = exam.examine(perfect, ["tictactoe"])
    assert report.share() == report.share("tictactoe", "opening") == 1.0
    assert [row.phase for row in report.rows] == list(exam.PHASES)
    keeping = {question.position: question.keeping for question in exam.questions("tictactoe")}

    def spoiler(position: dreierlei.Position) -> dreierlei.Move:
        return next(move for move in position.moves() if move.text not in keeping[position])

    assert exam.examine(spoiler, ["tictactoe"]).share() == 0.0


def test_random_moves_keep_about_as_much_as_chance_says() -> None:
    report = exam.examine(agents.Random(seed=3))
    expected = sum(row.chance for row in report.rows) / sum(row.positions for row in report.rows)
    count = sum(row.positions for row in report.rows)
    assert abs(report.share() - expected) < 4 * (0.25 / count) ** 0.5
    assert "by chance" in str(report)
    assert str(report).splitlines()[-1].startswith("all")


def test_a_move_that_is_not_legal_is_refused() -> None:
    with pytest.raises(dreierlei.MoveError):
        exam.examine(lambda _: "z9", ["tictactoe"])
    with pytest.raises(dreierlei.UnknownGame):
        exam.examine(agents.Random(), ["chess"])


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_agents_win_and_do_not_lose_at_once(game: str) -> None:
    lot = random.Random(game)
    position = dreierlei.start(game)
    players = (agents.Greedy(1), agents.TreeSearch(40, 1))
    for number in range(60):
        wins = [move for move in position.moves() if _won(position.play(move), position.turn)]
        for player in players:
            move = player(position)
            assert move in position.moves()
            assert not wins or player is not players[0] or move in wins
        position = position.play(lot.choice(position.moves()))
        if position.outcome() is not None:
            assert number > 2
            position = dreierlei.start(game)


def _won(position: dreierlei.Position, side: dreierlei.Side) -> bool:
    end = position.outcome()
    return end is not None and end.winner is side


def test_tree_search_finds_a_win() -> None:
    position = dreierlei.position("tictactoe ww./bb./... w")
    assert agents.TreeSearch(300, seed=2)(position).text == "c3"


class AtOnce(Executor):
    """Runs everything when it is given."""

    def submit(self, work: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(work(*arguments))
        return future


def test_positions_are_made_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exam, "games", lambda: [dreierlei.game("tictactoe")])
    file = exam.write(tmp_path, AtOnce(), 3)
    lines = [line for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) == 9
    assert [line.split()[0] for line in lines] == [phase for phase in exam.PHASES for _ in range(3)]
    assert list(tmp_path.iterdir()) == [file]
    assert exam.make("tictactoe", 3) == lines, "the same positions every time"
