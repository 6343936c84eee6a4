import pytest

import dreierlei
from dreierlei import DreierleiError, puzzles
from dreierlei.book import canonical
from dreierlei.errors import IllegalMove
from dreierlei.puzzle_making import make, prove, select
from dreierlei.puzzles import (
    GRADES,
    Puzzle,
    Refutation,
    attempt,
    grade,
    own_puzzle,
    puzzle,
    puzzles_of,
    series,
    solution,
)
from dreierlei.solvers import solver

GAMES = [game.id for game in dreierlei.games()]
# White wins by b2 only: it threatens the diagonal and the row.
SMALL = Puzzle(40, 3, "tictactoe wb./w../b.. w")


def some() -> list[Puzzle]:
    """Two of every game: the first and the last. A game that has none yet fails the test below, not this module."""
    return [each for game in GAMES for each in (*puzzles_of(game)[:1], *puzzles_of(game)[1:][-1:])]


def test_every_game_has_puzzles_with_ids_of_their_own() -> None:
    assert {each.game for each in puzzles.puzzles()} == set(GAMES)
    ids = [each.id for each in puzzles.puzzles()]
    assert len(set(ids)) == len(ids)
    assert puzzle(ids[0]).id == ids[0]


@pytest.mark.parametrize("game", GAMES)
def test_every_position_can_be_read_and_no_two_are_images_of_each_other(game: str) -> None:
    own = puzzles_of(game)
    for given in own:
        position = dreierlei.position(given.line)
        assert str(position) == given.line
        assert len(position.moves()) >= 3
        assert given.plies % 2 == 1
        assert 0 <= given.difficulty <= 100
    boards = [f"{each.line.split(' ')[0]} {canonical(dreierlei.position(each.line))}" for each in own]
    assert len(set(boards)) == len(boards)


@pytest.mark.parametrize("game", GAMES)
def test_grades_go_from_easy_to_hard(game: str) -> None:
    own = puzzles_of(game)
    assert [each.difficulty for each in own] == sorted(each.difficulty for each in own)
    grades = [grade(each) for each in own]
    assert grades == sorted(grades, key=lambda each: each or 0)
    assert set(grades) == set(range(1, GRADES + 1))
    assert grade(SMALL) is None or SMALL.id in {each.id for each in own}


def test_a_series_becomes_harder_and_differs_from_the_next() -> None:
    run = series("qango6", seed=1)
    assert len(set(run)) == len(run) >= 16
    assert [each.difficulty for each in run] == sorted(each.difficulty for each in run)
    assert run == series("qango6", seed=1)
    with pytest.raises(DreierleiError, match="There is no game"):
        series("chess")


@pytest.mark.parametrize("given", some(), ids=lambda each: f"{each.game}-{each.id}")
def test_the_solution_solves_in_as_many_plies_as_promised(given: Puzzle) -> None:
    own: list[str] = []
    while (so_far := attempt(given, own)).state == "open":
        own.append(solution(given, own).text)
    assert so_far.state == "solved"
    assert len(so_far.played) == given.plies


@pytest.mark.parametrize("given", some(), ids=lambda each: f"{each.game}-{each.id}")
def test_no_other_move_is_right(given: Puzzle) -> None:
    right = solution(given)
    others = [move for move in dreierlei.position(given.line).moves() if move != right]
    for move in others[:3]:
        tried = attempt(given, [move.text])
        assert tried.state == "wrong"
        assert tried.refutation is not None
        reached = tried.position
        for text in tried.refutation.moves:
            reached = reached.play(text)
        if tried.refutation.kind == "loses" and tried.refutation.plies == len(tried.refutation.moves):
            end = reached.outcome()
            assert end is not None
            assert end.winner is tried.position.turn


def test_a_wrong_move_is_refuted_by_the_reply_that_shows_why() -> None:
    # Black threatens nothing yet, but b2 would make two threats.
    assert attempt(SMALL, ["c2"]).refutation == Refutation("loses", ("b2", "c3", "b1"), 3)
    assert attempt(SMALL, ["b1"]).refutation == Refutation("draws", ("b2",), 4)
    right = attempt(SMALL, ["b2"])
    assert (right.state, right.refutation) == ("open", None)
    # The game is over, or it is won, but too late.
    over = Puzzle(0, 3, "tictactoe wbw/wbb/bw. w")
    assert attempt(over, ["c1"]).refutation == Refutation("over", (), None)
    slow = Puzzle(0, 1, "tictactoe ww./b../b.. w")
    tried = attempt(slow, ["b2"])
    assert tried.refutation is not None
    assert tried.refutation.kind == "slower"


def test_a_position_of_a_game_is_a_puzzle_if_its_win_is_proved() -> None:
    missed = own_puzzle(dreierlei.start("tictactoe").play("a3").play("b3").play("a2").play("a1"))
    assert (missed.plies, missed.line, grade(missed)) == (3, SMALL.line, grade(SMALL))
    with pytest.raises(DreierleiError, match="not a puzzle"):
        own_puzzle(dreierlei.start("tictactoe"))
    with pytest.raises(DreierleiError, match="not a puzzle"):
        own_puzzle(dreierlei.position("tictactoe www/bb./... b"))


def test_exact_values_agree_where_everything_is_known() -> None:
    for given in some():
        position = dreierlei.position(given.line)
        if solver(position).complete:
            found = dreierlei.solve(position)
            assert (found.winner, found.plies) == (position.turn, given.plies)


def test_an_illegal_move_is_refused_with_its_sentence() -> None:
    with pytest.raises(IllegalMove, match="is not legal here"):
        attempt(SMALL, ["a3"])


def test_an_unknown_puzzle_and_a_solved_one() -> None:
    with pytest.raises(DreierleiError, match='There is no puzzle "x"'):
        puzzle("x")
    wrong = next(move.text for move in dreierlei.position(SMALL.line).moves() if move != solution(SMALL))
    with pytest.raises(DreierleiError, match="nothing left to solve"):
        solution(SMALL, [wrong])


def test_puzzles_are_made_alike_for_the_same_seed() -> None:
    made = make("tictactoe", 3, seed=5)
    assert made == make("tictactoe", 3, seed=5)
    assert all(attempt(each, [solution(each).text]).state != "wrong" for each in made)


def test_what_is_selected_has_every_length_and_no_image() -> None:
    turned = Puzzle(41, 3, "tictactoe b../w../wb. w")
    longer = Puzzle(30, 5, "tictactoe ..b/w../... w")
    assert canonical(dreierlei.position(turned.line)) == canonical(dreierlei.position(SMALL.line))
    assert select([SMALL, turned, longer], 9) == [longer, SMALL]
    assert select([SMALL, Puzzle(20, 3, "tictactoe ..w/b.b/..w w"), longer], 2) == [longer, SMALL]


def test_what_is_proved() -> None:
    found = prove(dreierlei.position(SMALL.line))
    assert found is not None
    assert (found[0], found[1].text) == (3, "b2")
    assert prove(dreierlei.start("tictactoe")) is None  # a draw
    assert prove(dreierlei.position("tictactoe ww./bb./... w")) is None  # too soon
