"""Solves every first stone of the placement games: python bench/bench_solve_placement.py [GAME…]

Prints, for values alone and with the shortest wins, the time and nodes of each class of symmetric stones and of all
together, and how far the peak memory of the process grew.
"""

from __future__ import annotations

import resource
import sys
import time

from dreierlei import games, start, variant
from dreierlei.solvers.placement import PlacementSolver


def main() -> None:
    names = sys.argv[1:] or [g.id for g in games() if variant(g.id).tables.family == "placement"]
    for game in names:
        for shortest in (False, True):
            before = resource.getrusage(resource.RUSAGE_SELF)
            begun = time.perf_counter()
            stones = dict(PlacementSolver(variant(game)).solve_moves(start(game), shortest=shortest))
            seconds = time.perf_counter() - begun
            after = resource.getrusage(resource.RUSAGE_SELF)
            print(f"{game}, {'values and shortest wins' if shortest else 'values'}:")
            for move, solution in stones.items():
                if solution.nodes:
                    value = f"{solution.winner} wins" if solution.winner else "draw"
                    length = f" in {solution.plies}" if solution.plies and solution.winner else ""
                    print(f"  {move.text:3} {value + length:18} {solution.nodes:8} nodes {solution.seconds:7.3f} s")
            counts = {
                str(winner or "draw"): sum(s.known and s.winner is winner for s in stones.values())
                for winner in {s.winner for s in stones.values()}
            }
            summary = ", ".join(f"{key} {counts[key]}" for key in sorted(counts))
            print(
                f"  all {len(stones)}: {summary}; {sum(s.nodes for s in stones.values())} nodes, {seconds:.2f} s, "
                f"{after.ru_utime - before.ru_utime:.2f} s of one core, "
                f"{(after.ru_maxrss - before.ru_maxrss) / 1024:.0f} MB more"
            )


if __name__ == "__main__":
    main()
