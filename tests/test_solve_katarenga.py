"""Exact values of the games on Katarenga tableaus, against plain minimax over what the positions say is legal."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

import dreierlei
from dreierlei import WHITE, DreierleiError, Position, data
from dreierlei.declarations import _katarenga
from dreierlei.solvers import Limits, solver
from dreierlei.solvers.katarenga import RoundsSolver, ThreesSolver, census
from tests.oracle.katarenga import DieDrei

if TYPE_CHECKING:
    from pathlib import Path

    from dreierlei.solvers import Solution

Value = tuple[int, int]
"""1, 0 or -1 for the player to move, and the plies to the end: as few as possible to a win, as many to a loss."""


def solve(position: Position, **limits: Any) -> Solution:
    return solver(position).solve(position, Limits(**limits))


def placements(position: Position) -> dict[dreierlei.Move, Solution]:
    return ThreesSolver(position.variant).placements(position)


def minimax(position: Position) -> Value:
    end = position.outcome()
    if end is not None:
        return (0 if end.winner is None else 1 if end.winner is position.turn else -1), 0
    values = [(-value, plies + 1) for value, plies in (minimax(position.play(move)) for move in position.moves())]
    return max(values, key=lambda found: (found[0], -found[1] if found[0] > 0 else found[1]))


def seen(position: Position, solution: Solution) -> Value:
    assert solution.known
    assert solution.plies is not None
    return (0 if solution.winner is None else 1 if solution.winner is position.turn else -1), solution.plies


def played(game: str, plies: int, lot: random.Random, **options: str) -> Position:
    """A position after so many random moves, with the game still going on."""
    while True:
        position = dreierlei.start(game, **options)
        for _ in range(plies):
            if not (moves := position.moves()):
                break
            position = position.play(lot.choice(moves))
        if position.moves():
            return position


def check_line(position: Position, solution: Solution) -> None:
    assert len(solution.line) == solution.plies
    for move in solution.line:
        position = position.play(move)
    end = position.outcome()
    assert end is not None
    assert end.winner is solution.winner


# --- threes -----------------------------------------------------------------------------------------------------------


def boards(lot: random.Random) -> str:
    """Real boards, and invented ones on which pieces get stuck more often."""
    return lot.choice(
        (
            _katarenga.random_code(4, str(lot.random())),
            "".join(lot.choices("RYGB", k=64)),
            "".join(lot.choices("RYGB", weights=(6, 1, 1, 1), k=64)),
        )
    )


@pytest.mark.parametrize("seed", range(60))
def test_late_positions_against_minimax(seed: int) -> None:
    lot = random.Random(seed)
    position = played("die-drei", lot.randint(10, 15), lot, board=boards(lot))
    solution = solve(position)
    assert seen(position, solution) == minimax(position)
    check_line(position, solution)


@pytest.mark.parametrize("seed", range(12))
def test_a_value_is_the_best_of_its_childrens(seed: int) -> None:
    lot = random.Random(seed)
    position = played("die-drei", lot.randint(0, 9), lot, board=boards(lot))
    children = placements(position)
    assert tuple(children) == position.moves()
    for move, after in children.items():
        child = position.play(move)
        assert seen(child, solve(child)) == seen(child, after)
    values = [(-value, plies + 1) for value, plies in (seen(position.play(m), after) for m, after in children.items())]
    best = max(values, key=lambda found: (found[0], -found[1] if found[0] > 0 else found[1]))
    solution = solve(position)
    assert seen(position, solution) == best
    check_line(position, solution)


def test_the_empty_board() -> None:
    position = dreierlei.start("die-drei")
    solution = solve(position)
    assert (solution.winner, solution.plies) == (WHITE, 13)
    check_line(position, solution)


def test_turned_and_mirrored_boards_share_their_value() -> None:
    found = {
        (solution.winner, solution.plies)
        for code in _katarenga.images("c1D3a0B2")
        for solution in [solve(dreierlei.start("die-drei", board=code))]
    }
    assert len(found) == 1


def test_limits_leave_the_value_unknown() -> None:
    position = dreierlei.start("die-drei")
    stop = dreierlei.Stop()
    stop.set()
    for solution in (
        solve(position, nodes=100),
        solve(position, nodes=0),
        solve(position, seconds=0),
        solve(position, stop=stop),
    ):
        assert not solution.known
        assert solution.winner is None
        assert solution.plies is None
        assert solution.line == ()
    assert solve(position, nodes=100).nodes == 100
    assert solve(position, seconds=1e300, nodes=10**9, stop=dreierlei.Stop()).known


def test_a_finished_game_is_known() -> None:
    position = dreierlei.start("die-drei")
    position = position.play(solve(position).line[0])
    for move in solve(position).line:
        position = position.play(move)
    solution = solve(position)
    assert (solution.known, solution.winner, solution.plies, solution.line) == (True, WHITE, 0, ())


def test_only_rounds_have_points() -> None:
    position = dreierlei.start("die-drei")
    with pytest.raises(DreierleiError, match="die-drei is not played for points"):
        solver(position).round_points(position)


def test_stuck_positions_are_no_positions() -> None:
    # A placement after which nobody could go on is illegal however en prise it is, and so nothing leads there.
    found = 0
    for seed in range(60):
        lot = random.Random(seed)
        position = played("die-drei", 14, lot, board="".join(lot.choices("RYGB", k=64)))
        rules = DieDrei({"board": position.variant.options["board"]})
        state = rules.start()
        for move in position.line:
            state = rules.play(state, move.text)
        for cell in set(rules.field.en_prise(state)) - set(rules.moves(state)):
            with pytest.raises(dreierlei.InvalidPosition, match="forbidden"):
                dreierlei.position(rules.text(rules.play(state, cell)))
            found += 1
    assert found > 3


# --- playing on when all pieces stand ---------------------------------------------------------------------------------


def forced(position: Position, plies: int) -> int:
    """The fewest plies, up to `plies`, in which the player to move (1) or the opponent (-1) forces a win, with sign."""

    def wins(at: Position, left: int) -> bool:
        return left > 0 and any(
            end.winner is at.turn if (end := after.outcome()) else loses(after, left - 1)
            for after in map(at.play, at.moves())
        )

    def loses(at: Position, left: int) -> bool:
        return left > 0 and all(
            end.winner is at.turn.other if (end := after.outcome()) else wins(after, left - 1)
            for after in map(at.play, at.moves())
        )

    for n in range(1, plies + 1):
        if wins(position, n):
            return n
        if loses(position, n):
            return -n
    return 0


@pytest.mark.parametrize("seed", range(25))
def test_forced_wins_while_lifting(seed: int) -> None:
    lot = random.Random(seed)
    position = played("die-drei", lot.randint(14, 18), lot, board=boards(lot), weiter="true")
    solution = solve(position)
    expected = forced(position, 3)
    if expected:
        assert seen(position, solution) == (1 if expected > 0 else -1, abs(expected))
        check_line(position, solution)
    elif solution.known:
        assert solution.plies is not None
        assert solution.plies > 3
        check_line(position, solution)


def test_a_win_by_placing_is_known_when_play_goes_on() -> None:
    position, same = dreierlei.start("die-drei", weiter="true"), dreierlei.start("die-drei")
    solution, expected = solve(position), solve(same)
    assert (solution.known, solution.winner, solution.plies) == (True, expected.winner, expected.plies)


@pytest.mark.parametrize(
    ("twice", "cycle", "plies"),
    [
        (
            "B1C3d1a3,weiter=true ..b.b.../.b.ww.../..w....b/w....wb./..bb...w/.....b../.w...w../........ b b2 x2",
            "d4-d3 b2-c3 d3-d4",
            5,
        ),
        (
            "D0b3C3A0,weiter=true ..w.b.../.bb...../...wb.../b......./w.b.w.../....b.../.w..ww../...b.w.. w e6 x2",
            "e4-g5 e6-e5 g5-e4",
            None,
        ),
    ],
)
def test_entering_a_position_for_the_third_time_is_no_win(twice: str, cycle: str, plies: int | None) -> None:
    # The position after the winning move has stood twice, so playing it again draws: the win takes longer, if there is
    # one. The same position without its history is won in three.
    position = dreierlei.position("die-drei:board=" + twice)
    for move in cycle.split():
        position = position.play(move)
    fresh = dreierlei.position(str(position))
    assert solve(fresh).plies == forced(fresh, 3) == 3
    assert forced(position, 3) == 0
    solution = solve(position, nodes=20_000)
    assert solution.plies == plies
    if plies:
        check_line(position, solution)


# --- rounds -----------------------------------------------------------------------------------------------------------


@cache
def complete() -> tuple[int, dict[str, tuple[Value, int, int]]]:
    """The number of complete rounds on A0; for each position its value, its points, and those with giving up."""
    found: dict[str, tuple[Value, int, int]] = {}

    def visit(position: Position, placed: int) -> tuple[int, Value, int, int]:
        moves = position.moves()
        if not moves:
            return 1, (-1, 0), -placed, -placed
        games = 0
        best: Value = (-1, -1)
        most, most_giving_up = -99, -placed if placed else -99
        for move in moves:
            more, (value, plies), points, giving_up = visit(position.play(move), placed + 1)
            games += more
            after = (-value, plies + 1)
            if (after[0], -after[0] * after[1]) > (best[0], -best[0] * best[1]):
                best = after
            most, most_giving_up = max(most, -points), max(most_giving_up, -giving_up)
        if placed < 4:
            found[str(position)] = best, most, most_giving_up
        return games, best, most, most_giving_up

    games, *_ = visit(dreierlei.start("bedraengnis"), 0)
    return games, found


def test_all_rounds_on_a_tableau() -> None:
    games, found = complete()
    assert games == 460_048
    for text, (value, points, giving_up) in found.items():
        position = dreierlei.position(text)
        assert seen(position, solve(position)) == value
        assert solver(position).round_points(position, give_up=False) == points
        assert solver(position).round_points(position) == giving_up


def test_the_line_of_a_round() -> None:
    for code in ("A0", "b1", "C2", "d3"):
        position = dreierlei.start("bedraengnis", board=code)
        check_line(position, solve(position))


@pytest.mark.parametrize("ground", ["G" * 16, "GGRGGYGGBGGGRGGB"])
@pytest.mark.parametrize("give_up", [True, False])
def test_matches_against_minimax(ground: str, give_up: bool) -> None:
    goal = 6
    start = dreierlei.start("bedraengnis", board=ground)

    @cache
    def wins(position: Position, white: int, black: int) -> bool:
        """Whether the player to move wins the match."""
        moves = position.moves()
        if any(not wins(position.play(move), white, black) for move in moves):
            return True
        placed = sum(stone != "." for stone in position.stones)
        return bool(placed) and (not moves or give_up) and ends(position, white, black, placed)

    def ends(position: Position, white: int, black: int, points: int) -> bool:
        """The same when the opponent scores: who was Black begins the next round and is White in it."""
        if position.turn is WHITE:
            return black + points < goal and not wins(start, black + points, white)
        return white + points < goal and wins(start, black, white + points)

    table = RoundsSolver(start.variant).match_table(to=goal, give_up=give_up)
    for white in range(goal):
        for black in range(goal):
            assert (table[white][black] is WHITE) == wins(start, white, black)
    lot = random.Random(1)
    for _ in range(100):
        position = start
        for _ in range(lot.randint(0, 6)):
            position = position.play(lot.choice(position.moves())) if position.moves() else position
        white, black = lot.randrange(goal), lot.randrange(goal)
        value = solver(position).match_value(position, (white, black), to=goal, give_up=give_up)
        assert (value.winner is position.turn) == wins(position, white, black)
        assert value.moves == tuple(move for move in position.moves() if not wins(position.play(move), white, black))
        placed = sum(stone != "." for stone in position.stones)
        assert value.give_up == (
            give_up and placed > 0 and bool(position.moves()) and ends(position, white, black, placed)
        )


def test_match_on_the_first_tableau() -> None:
    start = dreierlei.start("bedraengnis")
    table = RoundsSolver(start.variant).match_table()
    assert len(table) == 15
    assert table[0][0] is WHITE
    assert solver(start).match_value(start).winner is WHITE
    with pytest.raises(DreierleiError, match="between 0 and 14"):
        solver(start).match_value(start, (15, 0))


# --- the census -------------------------------------------------------------------------------------------------------


def test_a_census_is_taken_in_chunks_and_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census, "CHUNK", 2)
    codes = _katarenga.boards()[::2500]
    path = tmp_path / "census.part"
    calls: list[tuple[int, int]] = []
    with ThreadPoolExecutor(1) as executor:
        scores = census.take("die-drei", executor, path, lambda done, of: calls.append((done, of)), codes)
        assert calls == [(0, 3), (1, 3), (2, 3), (3, 3)]
        assert len(scores) == 64 * len(codes)
        # Interrupted while it wrote: two chunks are there, the third is torn.
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(lines[:3]) + lines[3][:50])
        calls.clear()
        assert census.take("die-drei", executor, path, lambda done, of: calls.append((done, of)), codes) == scores
        assert calls == [(2, 3), (3, 3)]
        assert census.take("die-drei", executor, path, None, codes) == scores
        with pytest.raises(DreierleiError, match="different job"):
            census.take("die-drei", executor, path, None, codes[1:])
    taken = census.Census({"command": "a test"}, scores)
    assert census.load(census.dump(taken)) == taken


def test_the_stored_census_on_some_boards() -> None:
    lot = random.Random(7)
    stored = census.census()
    assert len(stored) == len(_katarenga.boards()) == 12_288
    for _ in range(10):
        code = _katarenga.random_code(4, str(lot.random()))
        start = dreierlei.start("die-drei", board=code)
        board = stored.board(code)
        found = placements(start)
        assert tuple(start.variant.layout.places[cell].name for cell in board.legal) == tuple(map(str, found))
        for cell, value in zip(board.legal, found.values(), strict=True):
            first = board.first(cell)
            assert first is not None
            assert value.plies is not None
            assert (first.winner, first.pieces) == (value.winner, value.plies + 1)
        solution = solve(start)
        assert (board.winner, board.pieces) == (solution.winner, solution.plies)


def test_the_stored_fair_boards_are_the_best_of_the_census(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `store` writes from the same scores is what the package has."""
    stored = census.census()
    monkeypatch.setattr(census, "take", lambda _game, _executor, path, _progress: path.touch() or stored.scores)
    with ThreadPoolExecutor(1) as executor:
        files = solver(dreierlei.variant("die-drei")).store(tmp_path, executor)
    assert sorted(tmp_path.iterdir()) == sorted(files)
    for file in files:
        assert file.read_bytes() == data.file(file.name).read_bytes()
    chosen = dreierlei.start("die-drei", board="fair:3").variant.options["board"]
    assert chosen == dreierlei.fair_board("3")


def test_the_best_boards() -> None:
    best = census.census().best(50)
    assert len({board.code for board in best}) == 50
    assert len(best[0].cells(WHITE)) <= len(best[-1].cells(WHITE))
    code = dreierlei.fair_board(1)
    assert code == dreierlei.fair_board(1)
    assert dreierlei.fair_board() in {
        image for board in census.census().best(100) for image in _katarenga.images(board.code)
    }
    assert dreierlei.start("die-drei", board=code).variant.options["board"] == code
    with pytest.raises(DreierleiError, match="not a board of the census"):
        census.census().board("A0A0A0A0")


def test_the_census_counts_every_board() -> None:
    for counts in census.census().summary().values():
        assert counts.total() == 24_576
