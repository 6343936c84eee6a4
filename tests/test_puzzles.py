from datetime import date, timedelta

import pytest

import dreierlei
from dreierlei import DreierleiError, puzzles
from dreierlei.errors import IllegalMove
from dreierlei.puzzles import Puzzle, attempt, make, puzzle, solution
from dreierlei.solvers import solver

GAMES = [game.id for game in dreierlei.games()]
# White wins by c3 only: it threatens the diagonal and the column.
SMALL = Puzzle(3, "tictactoe wb./w../b.. w")


def some() -> list[Puzzle]:
    """Two of every game: the first and the last."""
    found = []
    for game in GAMES:
        of_game = [each for each in puzzles.puzzles() if each.game == game]
        found += [of_game[0], of_game[-1]]
    return found


def test_every_game_has_puzzles_with_ids_of_their_own() -> None:
    assert {each.game for each in puzzles.puzzles()} == set(GAMES)
    ids = [each.id for each in puzzles.puzzles()]
    assert len(set(ids)) == len(ids)
    assert puzzle(ids[0]).id == ids[0]


def test_every_day_has_its_puzzle_and_every_game_its_day() -> None:
    days = [date(2026, 3, 1) + timedelta(days=n) for n in range(3 * len(GAMES))]
    found = [puzzles.puzzle_of(day) for day in days]
    assert found == [puzzles.puzzle_of(day) for day in days]
    chosen = [each for each in found if each is not None]
    assert len({each.id for each in chosen}) == len(days)
    assert {each.game for each in chosen[: len(GAMES)]} == set(GAMES)


def test_without_puzzles_no_day_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "puzzles", lambda: ())
    assert puzzles.puzzle_of(date(2026, 3, 1)) is None


@pytest.mark.parametrize("given", puzzles.puzzles(), ids=lambda each: each.id)
def test_every_position_can_be_read_and_its_moves_are_many(given: Puzzle) -> None:
    position = dreierlei.position(given.line)
    assert len(position.moves()) >= 3
    assert given.plies % 2 == 1


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
        assert attempt(given, [move.text]).state == "wrong"


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
