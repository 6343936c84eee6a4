"""One question for every game: what is this position worth?"""

from __future__ import annotations

import random
import threading

import pytest

import dreierlei
from dreierlei.solvers import Solver, solver, values
from tests.contract.variants import VARIANTS


def late(variant: dreierlei.Variant, plies: int, seed: int) -> dreierlei.Position | None:
    """The position so many plies before the end of a random game."""
    lot = random.Random(f"{variant.id}/{seed}")
    line = [dreierlei.Position(variant)]
    while moves := line[-1].moves():
        line.append(line[-1].play(lot.choice(moves)))
    return line[-1 - plies] if len(line) > plies else None


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_a_value_is_the_best_of_what_the_moves_lead_to(variant: dreierlei.Variant) -> None:
    for seed in range(3):
        position = late(variant, 2, seed)
        if position is None:
            continue
        # Looking one ply further takes more: so what is known of a move is found from here, too.
        found = dreierlei.solve(position, nodes=400_000)
        after = {move: dreierlei.solve(position.play(move), nodes=10_000) for move in position.moves()}
        winners = [solution.winner for solution in after.values() if solution.known]
        if position.turn in winners:
            assert found.known
            assert found.winner is position.turn
        elif found.known and all(solution.known for solution in after.values()):
            assert found.winner is (None if None in winners else position.turn.other)
        if found.known and found.line and after[found.line[0]].known:
            assert after[found.line[0]].winner is found.winner


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_a_finished_game_is_what_it_is(variant: dreierlei.Variant) -> None:
    position = late(variant, 0, 1)
    assert position is not None
    end = position.outcome()
    assert end is not None
    found = dreierlei.solve(position)
    assert (found.known, found.winner, found.plies, found.line) == (True, end.winner, 0, ())


def test_values_of_moves() -> None:
    position = dreierlei.position("tictactoe w../.b./... w")
    assert {str(move) for move, found in values(position).items() if found.winner is None} == {
        str(move) for move in position.moves()
    }


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_probed_values_are_what_solving_finds(variant: dreierlei.Variant) -> None:
    for seed in range(3):
        position = late(variant, 3, seed)
        found = solver(position).probe_moves(position) if position else ()
        if not position or not found:
            continue
        assert {move for move, _ in found} == set(position.moves())
        worth = [0 if after.winner is None else 1 if after.winner is position.turn else -1 for _, after in found]
        assert worth == sorted(worth, reverse=True)
        for move, after in found:
            solved = dreierlei.solve(position.play(move))
            assert (after.known, after.winner) == (solved.known, solved.winner)
            assert after.plies in (None, solved.plies)
            there = position.play(move)
            for step in after.line:
                there = there.play(step)
        analysed = dreierlei.analyse(position, seconds=0.1, lines=2)
        assert analysed.exact
        assert analysed.score.result == {1: "win", 0: "draw", -1: "loss"}[worth[0]]


@pytest.mark.parametrize(
    ("line", "known"),
    [("tictactoe", True), ("bedraengnis", True), ("tres", False), ("tictactoe www/bb./... b", False)],
)
def test_tables_can_be_probed_from_the_start(line: str, known: bool) -> None:
    position = dreierlei.position(line) if " " in line else dreierlei.start(line)
    assert bool(solver(position).probe_moves(position)) is known


def test_a_family_without_a_solver_has_one_that_works() -> None:
    position = dreierlei.start("tres")
    own = solver(position)
    assert type(own) is Solver
    assert not own.specialised
    assert not own.complete
    assert not own.solve(position).known
    assert own.endings(position) is None
    assert (own.stores, own.first_moves(), own.balance(), own.charts()) == (False, {}, {}, ())
    for ask in (own.check, own.build, lambda: own.round_points(position), lambda: own.match_value(position)):
        with pytest.raises(dreierlei.DreierleiError, match="tres"):
            ask()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_a_solver_is_that_of_the_variant(variant: dreierlei.Variant) -> None:
    own = solver(variant)
    assert own is solver(dreierlei.Position(variant))
    assert own.variant == variant


def test_limits_are_honoured_and_checked() -> None:
    position = dreierlei.start("tres")
    found = dreierlei.solve(position, nodes=2000)
    assert not found.known
    assert found.line == ()
    with pytest.raises(dreierlei.DreierleiError, match="more than 0"):
        dreierlei.solve(position, seconds=-1)


def test_stopping_ends_a_search() -> None:
    """From another thread, while nothing else would end it for a long time; at once if the flag is set already."""
    stop = dreierlei.Stop()
    threading.Timer(0.3, stop.set).start()
    stopped = dreierlei.solve(dreierlei.start("tres"), stop=stop)
    assert not stopped.known
    again = dreierlei.solve(dreierlei.start("tres"), stop=stop)
    assert not again.known
    assert again.nodes <= stopped.nodes
