import pytest

import dreierlei
from dreierlei import BLACK, WHITE, Position, Stop
from dreierlei.review import judge, review, verdict

from .waiting import PATIENCE


def played(text: str, *moves: str) -> Position:
    position = dreierlei.start(text)
    for move in moves:
        position = position.play(move)
    return position


def test_a_review_goes_from_the_end_to_the_start() -> None:
    end = played("tictactoe", "a1", "a2", "b2", "c3", "b3")
    found = list(review(end))
    assert [each.ply for each in found] == [5, 4, 3, 2, 1, 0]
    assert found[-1].position == dreierlei.start("tictactoe")
    assert all(each.known for each in found)


def test_the_move_that_lost_the_draw_is_found() -> None:
    # After a1 a2 White can force a win; only a corner's other answers were lost, so a2 turned the game.
    found = {each.ply: each for each in review(played("tictactoe", "a1", "a2", "b2", "c3", "b3"))}
    assert verdict(found[0], found[1]) is None
    assert verdict(found[1], found[2]) == "turned"
    assert found[2].winner is WHITE
    assert found[2].chance == 1
    assert found[1].chance == 0


def test_the_values_are_those_of_the_solver() -> None:
    end = played("qango6", "a6", "c3", "f1", "c4")
    for each in review(end, seconds=PATIENCE):
        solved = dreierlei.solve(each.position)
        assert (each.known, each.winner, each.plies) == (True, solved.winner, solved.plies)


def test_where_nothing_is_proved_there_is_an_estimate() -> None:
    found = judge(dreierlei.start("tres"), seconds=0.05)
    assert not found.known
    assert -1 < found.chance < 1
    assert found.best


def test_a_finished_game_is_worth_its_result() -> None:
    found = judge(dreierlei.position("tictactoe bbb/ww./w.. w"))
    assert (found.winner, found.plies, found.chance, found.best) == (BLACK, 0, -1, ())


def test_a_review_can_be_stopped() -> None:
    stop = Stop()
    found = review(played("tictactoe", "a1", "a2", "b2"), stop=stop)
    next(found)
    stop.set()
    assert list(found) == []


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_every_game_can_be_reviewed(game: str) -> None:
    position = dreierlei.start(game)
    for _ in range(3):
        position = position.play(position.moves()[0])
    found = list(review(position, seconds=0.05))
    assert len(found) == 4
    assert all(-1 <= each.chance <= 1 for each in found)
