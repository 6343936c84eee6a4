"""Solving games of placement: against plain search, against itself, within limits."""

from __future__ import annotations

import json
import random
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest

import dreierlei
from dreierlei import BLACK, WHITE, Position, Side, games, variant
from dreierlei.boards import grid, place_targets
from dreierlei.errors import DreierleiError
from dreierlei.model import Game, Tables, Variant
from dreierlei.solvers import Limits, solver
from dreierlei.solvers.placement import PlacementSolver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dreierlei.solvers import Solution

Value = tuple[Side | None, int]
"""Winner and number of plies to the end, when the winner hurries and the loser resists."""

PLACEMENT = [game.id for game in games() if isinstance(solver(variant(game.id)), PlacementSolver)]


def solve(position: Position, *, shortest: bool = True, **limits: Any) -> Solution:
    return PlacementSolver(position.variant).solve(position, Limits(**limits), shortest=shortest)


def plain(variant: Variant) -> Callable[[int, int], Value]:
    """The value of a position that is not over, given as bit sets: plain search of all moves, from the tables alone.

    Own stones first, that is, those of the player to move; the value is seen by him: WHITE means that he wins.
    """
    tables = variant.tables
    patterns = [sum(1 << cell for cell in pattern) for pattern in tables.tables["patterns"]]
    through = [[p for p in patterns if p >> cell & 1] for cell in range(tables.numbers["places"])]
    places, stones = tables.numbers["places"], tables.numbers["stones"]
    first = tables.tables["first"][0]

    @cache
    def value(own: int, other: int) -> Value:
        taken = own | other
        left = min(places, 2 * stones) - taken.bit_count()
        if left == 0:
            return None, 0
        cells = [cell for cell in range(places) if not taken >> cell & 1] if taken else first
        if any(not p & ~(own | 1 << cell) for cell in cells for p in through[cell]):
            return WHITE, 1
        if left == 1:
            return None, 1
        blocks = [cell for cell in cells if any(not p & ~(other | 1 << cell) for p in through[cell])]
        if len(blocks) > 1:
            return BLACK, 2
        best: Value = BLACK, 0
        for cell in blocks or cells:
            winner, plies = value(other, own | 1 << cell)
            seen: Value = (winner.other if winner else None), plies + 1
            best = max(best, seen, key=worth)
            if best[0] is WHITE and best[1] == 3:
                break
        return best

    return value


def worth(value: Value) -> int:
    """How good a value is for White: early wins, draws, late losses."""
    winner, plies = value
    return 0 if winner is None else 100 - plies if winner is WHITE else plies - 100


def reference(position: Position, value: Callable[[int, int], Value]) -> Value:
    if (end := position.outcome()) is not None:
        return end.winner, 0
    sides = [sum(1 << i for i, stone in enumerate(position.stones) if stone == side) for side in "wb"]
    if position.turn is BLACK:
        sides.reverse()
    winner, plies = value(*sides)
    return (winner if position.turn is WHITE or winner is None else winner.other), plies


def check(position: Position, expected: Value) -> None:
    solution = solve(position)
    assert solution.known
    assert (solution.winner, solution.plies) == expected, str(position)
    check_line(position, solution)


def check_line(position: Position, solution: Solution) -> None:
    """The line is play to the end, of the right length and with the right winner."""
    assert len(solution.line) == solution.plies
    for move in solution.line:
        position = position.play(move)
    end = position.outcome()
    assert end is not None
    assert end.winner is solution.winner


def everywhere(start: Position) -> Iterator[Position]:
    """Every position of a game, once."""
    seen = {start}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        yield position
        fresh = {position.play(move) for move in position.moves()} - seen
        seen |= fresh
        waiting += fresh


def played(variant: Variant, chance: random.Random, left: int) -> Position | None:
    """A game in which nobody wins as long as it can be avoided, up to `left` plies before its end."""
    position = Position(variant)
    stones = min(variant.tables.numbers["places"], 2 * variant.tables.numbers["stones"]) - left
    for _ in range(stones):
        nexts = [position.play(move) for move in position.moves()]
        chance.shuffle(nexts)
        going = [p for p in nexts if p.outcome() is None]
        # Those where the opponent has no winning move, if there are such.
        calm = [p for p in going if all(p.play(m).outcome() is None or left == 1 for m in p.moves())]
        if not going:
            return None
        position = (calm or going)[0]
    return position


# --- against plain search ---------------------------------------------------------------------------------------------


def test_every_position_of_tictactoe() -> None:
    value = plain(variant("tictactoe"))
    count = 0
    for position in everywhere(dreierlei.start("tictactoe")):
        check(position, reference(position, value))
        count += 1
    assert count == 5478


@pytest.mark.parametrize(("game", "left"), [("qango6", 9), ("qango6", 11), ("qango7", 4), ("qango7", 5)])
def test_late_positions(game: str, left: int) -> None:
    chance = random.Random(left)
    results = set()
    for _ in range(18):
        position = played(variant(game), chance, left)
        if position is not None:
            expected = reference(position, plain(position.variant))
            check(position, expected)
            results.add(expected[0])
    assert len(results) == 3


def invented(chance: random.Random) -> Variant:
    """A game on nine cells with patterns, opening rule and number of stones at random."""
    layout = grid(3)
    shortest = chance.choice((2, 3, 3, 4))
    patterns = [
        sorted(chance.sample(range(9), chance.randint(shortest, min(shortest + 2, 5))))
        for _ in range(chance.randint(3, 25))
    ]
    tables = Tables(
        layout=layout,
        targets=place_targets(layout),
        family="placement",
        numbers={"places": 9, "stones": chance.choice((3, 4, 5, 5))},
        tables={
            "patterns": patterns,
            "kinds": [[0] * len(patterns)],
            "first": [sorted(chance.sample(range(9), chance.randint(1, 9)))],
        },
        words={"kinds": ["pattern"]},
    )
    names = {"de": "", "en": "", "lb": ""}
    game = Game("invented", names, names, lambda _: tables)  # type: ignore[arg-type]
    return Variant(game, {}, tables)


def test_invented_games() -> None:
    chance = random.Random(9)
    for _ in range(40):
        variant = invented(chance)
        value = plain(variant)
        position = Position(variant)
        while True:
            check(position, reference(position, value))
            if not position.moves():
                break
            position = position.play(chance.choice(position.moves()))


# --- against itself ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "stones"), [("qango6", 8), ("qango6", 12), ("qango7", 8), ("qango7", 14)])
def test_value_is_the_best_of_the_moves(game: str, stones: int) -> None:
    chance = random.Random(stones)
    declared = variant(game)
    whole = min(declared.tables.numbers["places"], 2 * declared.tables.numbers["stones"])
    for _ in range(6):
        position = played(declared, chance, whole - stones)
        if position is None:
            continue
        solution = solve(position, nodes=20000)
        if not solution.known:
            continue
        assert solution.plies is not None
        check_line(position, solution)
        mover = position.turn
        values = []
        for move in position.moves():
            reply = solve(position.play(move))
            assert reply.plies is not None
            values.append((reply.winner, reply.plies + 1))

        def seen(value: Value, mover: Side = mover) -> int:
            return worth(value) if mover is WHITE else -worth(value)

        assert max(values, key=seen) == (solution.winner, solution.plies)


def test_the_start_is_as_good_as_the_best_first_stone() -> None:
    for game, options in (("qango6", {"opening": "burg"}), ("qango6", {"opening": "rand"}), ("qango7", {})):
        declared = variant(game, options)
        stones = solver(declared).first_moves()
        best = max(((s.winner, (s.plies or 0) + 1) for s in stones.values()), key=worth)
        solution = solve(Position(declared))
        assert (solution.winner, solution.plies) == best
        check_line(Position(declared), solution)


# --- first stones -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLACEMENT)
def test_stored_first_stones(game: str) -> None:
    declared = variant(game)
    stones = solver(declared).first_moves()
    start = Position(declared)
    assert list(stones) == [str(move) for move in start.moves()]
    for cell, stored in stones.items():
        check_line(start.play(cell), stored)
    for cell in random.Random(game).sample(sorted(stones), 4):
        fresh = solve(start.play(cell))
        assert (fresh.winner, fresh.plies) == (stones[cell].winner, stones[cell].plies)


def test_stored_files_say_how_they_were_made() -> None:
    for game in PLACEMENT:
        text = (resources.files("dreierlei") / "data" / f"first_stones_{game}.json").read_text(encoding="utf-8")
        content = json.loads(text)
        assert content["command"] == f"dreierlei data {game}"
        assert content["version"]


@pytest.mark.parametrize("line", ["", "b2", "a1 b2"])
def test_symmetric_moves_are_solved_once(line: str) -> None:
    position = dreierlei.start("tictactoe")
    for text in line.split():
        position = position.play(text)
    solutions = dict(PlacementSolver(position.variant).solve_moves(position))
    assert list(solutions) == list(position.moves())
    assert sum(solution.nodes > 0 for solution in solutions.values()) == {"": 3, "b2": 2, "a1 b2": 4}[line]
    for move, solution in solutions.items():
        alone = solve(position.play(move))
        assert (solution.winner, solution.plies) == (alone.winner, alone.plies)
        check_line(position.play(move), solution)


def test_the_values_of_all_moves_are_those_of_each() -> None:
    """Moves share what is proved. That changes no value, and together they take less work."""
    position = dreierlei.start("qango6").play("c3").play("d5").play("e2").play("b4")
    together = dreierlei.solvers.values(position)
    apart = {move: dreierlei.solve(position.play(move)) for move in position.moves()}
    assert list(together) == list(apart)
    for move, solution in together.items():
        assert (solution.winner, solution.plies) == (apart[move].winner, apart[move].plies)
        check_line(position.play(move), solution)
    assert sum(s.nodes for s in together.values()) < sum(s.nodes for s in apart.values())


def test_first_stones_obey_the_opening() -> None:
    start = dreierlei.start("qango7", opening="profi")
    stones = dict(PlacementSolver(start.variant).solve_moves(start, Limits(nodes=10), shortest=False))
    assert len(stones) == 25


def test_no_stored_values_for_other_games() -> None:
    assert solver(variant("muehle")).first_moves() == {}


# --- limits -----------------------------------------------------------------------------------------------------------


def test_limits() -> None:
    position = dreierlei.start("qango6").play("c6")
    for solution in (solve(position, nodes=0), solve(position, nodes=500), solve(position, seconds=0)):
        assert not solution.known
        assert solution.winner is None
        assert solution.plies is None
        assert solution.line == ()
    assert solve(position, nodes=500).nodes < 600


def test_equal_node_limits_give_equal_results() -> None:
    position = dreierlei.start("qango7").play("c7")
    first, second = solve(position, nodes=30000), solve(position, nodes=30000)
    assert (first.known, first.winner, first.plies, first.line, first.nodes) == (
        second.known,
        second.winner,
        second.plies,
        second.line,
        second.nodes,
    )


def test_value_without_length() -> None:
    position = dreierlei.start("qango6").play("c5")
    solution = solve(position, shortest=False)
    assert (solution.known, solution.winner, solution.plies, solution.line) == (True, WHITE, None, ())
    limited = solve(position, nodes=solution.nodes + 100)
    assert (limited.known, limited.winner, limited.plies) == (True, WHITE, None)


def test_stop() -> None:
    stop = dreierlei.Stop()
    stop.set()
    solution = solve(dreierlei.start("qango6").play("c6"), stop=stop)
    assert not solution.known


def test_a_finished_game() -> None:
    position = dreierlei.position("tictactoe www/bb./... b")
    solution = solve(position)
    assert (solution.known, solution.winner, solution.plies, solution.line) == (True, WHITE, 0, ())


def test_wrong_limits_are_refused() -> None:
    with pytest.raises(DreierleiError, match="nodes must be 1 or more"):
        dreierlei.solve(dreierlei.start("tictactoe"), nodes=-1)
    with pytest.raises(DreierleiError, match="seconds must be more than 0"):
        dreierlei.solve(dreierlei.start("tictactoe"), seconds=-1)
