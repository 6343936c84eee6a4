"""Speed of the games on Katarenga tableaus: random games, exact values, tables. One core, one line for each."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import dreierlei
from dreierlei import _core
from dreierlei.declarations import _katarenga
from dreierlei.rules import rules_of
from dreierlei.solvers import solve
from dreierlei.solvers.katarenga import ThreesSolver, census

if TYPE_CHECKING:
    from collections.abc import Callable

BOARDS = [_katarenga.random_code(4, str(seed)) for seed in range(40)]


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """The processor time of one run, the best of `times`: other load on the machine matters as little as possible."""
    best = float("inf")
    for _ in range(times):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best


def main() -> None:
    for game, options in (("die-drei", {}), ("die-drei", {"weiter": "true"}), ("bedraengnis", {}), ("qango6", {})):
        position = dreierlei.start(game, **options)
        rate = 1 / seconds(lambda position=position: position.playouts(1_000_000, 1), 3)  # type: ignore[misc]
        print(f"random games, {position.variant.id}: {rate:.2f} million a second")

    starts = [dreierlei.start("die-drei", board=code) for code in BOARDS]
    for start in starts:
        start.moves()
    spent = seconds(lambda: [_core.threes_sign(start) for start in starts], 3) / len(starts)
    print(f"value of an empty board: {1000 * spent:.1f} ms on average; {12288 * spent:.0f} s for all boards")
    solutions = [solve(start) for start in starts]
    spent = seconds(lambda: [solve(start) for start in starts], 3) / len(starts)
    nodes = sum(solution.nodes for solution in solutions)
    print(f"the same with the shortest win and a line: {1000 * spent:.1f} ms; signature {nodes} nodes")
    spent = seconds(lambda: [ThreesSolver(start.variant).placements(start) for start in starts]) / len(starts)
    print(f"shortest wins after all 64 first placements: {1000 * spent:.1f} ms a board")
    value = seconds(lambda: census.value("die-drei", BOARDS[:8])) / 8
    print(f"a board of the census: {1000 * value:.1f} ms; {12288 * value / 60:.1f} minutes for all")

    rules = rules_of(dreierlei.start("bedraengnis").variant)
    spent = seconds(lambda: _core.Rounds(rules), 5)
    rounds = _core.Rounds(rules)
    print(f"tables of all {len(rounds)} positions of a tableau: {1000 * spent:.1f} ms")
    for goal in (15, 100):
        spent = seconds(lambda goal=goal: _core.MatchSolver(rounds, goal, True), 3)  # type: ignore[misc]
        print(f"all scores of a match to {goal}: {1000 * spent:.1f} ms")


if __name__ == "__main__":
    main()
