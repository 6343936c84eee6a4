"""Games won by a three: solved by search, and for every board of four tableaus by a stored census."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ... import _core
from ...declarations import variant as find_variant
from ...declarations._katarenga import fair_boards
from ...errors import DreierleiError
from ...model import SIDES
from ...positions import Position
from ...version import VERSION
from ..base import NO_LIMITS, Chart, Limits, Progress, Solution, Solver
from . import census

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from ..._core import Move

HORIZON = 5
"""How many plies ahead to look for a forced win where a game can go on for ever and no limit is given."""
FAR = 99
"""The same where a limit is given, which is reached first."""


class ThreesSolver(Solver):
    """Solves by search. The package stores the census of all boards."""

    complete = True
    in_core = True

    def solve(self, position: Position, limits: Limits = NO_LIMITS) -> Solution:
        """The value of a position, or `known=False` when a limit came first.

        Where play goes on after all pieces are placed, a value is known only if somebody can force a win: by the end
        of the placements, or within `HORIZON` plies, or within as many as the limit allows.
        """
        known, winner, plies, line, nodes, seconds = _core.solve(
            position, limits.seconds, limits.nodes, limits.stop, horizon=HORIZON if limits == NO_LIMITS else FAR
        )
        side = SIDES[winner] if winner >= 0 else None
        return Solution(known, side, plies if known else None, line, nodes, seconds)

    def placements(self, position: Position) -> dict[Move, Solution]:
        """The value after each legal placement, exactly and without lines.

        Where play goes on after all pieces are placed, a value that the placements do not decide is not known.
        """
        numbers = self.variant.tables.numbers
        total = 2 * numbers["pieces"]
        placed = sum(stone != "." for stone in position.stones) + 1
        solutions = {}
        for move, score in _core.threes_placements(position):
            winner = None if score == 0 else position.turn if score > 0 else position.turn.other
            plies = total + 1 - abs(score) - placed if score else total - placed
            known = score != 0 or not numbers["weiter"]
            solutions[move] = Solution(known, winner, plies if known else None, (), 0, 0.0)
        return solutions

    # --- the census -----------------------------------------------------------------------------------------------

    @property
    def stores(self) -> bool:
        """Always: the package has a census to check."""
        return True

    def charts(self) -> tuple[Chart, ...]:
        """How many boards there are by the pieces of the best game, and by the first cells that win."""
        counts = census.census().summary()
        pieces = sorted((census.pieces(score), count) for score, count in counts["score"].items())
        cells = sorted(counts["white"].items())
        return (
            Chart("study.boards-by-pieces", tuple((str(piece), count) for piece, count in pieces)),
            Chart("study.boards-by-cells", tuple((str(cell), count) for cell, count in cells)),
        )

    def check(self, *, sample: int | None = None, progress: Progress | None = None) -> int:
        """Solves boards of the census again, so that about `sample` first placements are compared.

        The list of fair boards must be the one that follows from the census.
        """
        stored, fair = census.census(), fair_boards()
        if fair != tuple(board.code for board in stored.best(len(fair))):
            raise DreierleiError("stored.fair-boards")
        boards = list(stored)
        if sample is not None:
            boards = random.sample(boards, min(len(boards), max(1, sample // census.CELLS)))
        compared = 0
        for done, board in enumerate(boards):
            if progress:
                progress(done, len(boards))
            start = Position(find_variant(self.variant.game.id, {"board": board.code}))
            names = [place.name for place in start.variant.layout.places]
            for move, solution in self.placements(start).items():
                first = board.first(names.index(move.text))
                compared += 1
                if first is None or (first.winner, first.pieces - 1) != (solution.winner, solution.plies):
                    raise DreierleiError("stored.wrong-value", move=f"{board.code} {move}", file=census.FILE)
        return compared

    def store(self, folder: Path, executor: Executor, progress: Progress | None = None) -> tuple[Path, ...]:
        """Takes the census of all boards and writes it, and the list of fair boards that follows from it."""
        part, path, fair = (folder / name for name in (f"{census.FILE}.part", census.FILE, "fair_boards.txt"))
        game = self.variant.game.id
        scores = census.take(game, executor, part, progress)
        about = {"command": f"dreierlei data {game}", "version": VERSION, "boards": str(len(scores) // census.CELLS)}
        taken = census.Census(about, scores)
        path.write_bytes(census.dump(taken))
        fair.write_text("".join(f"{board.code}\n" for board in taken.best(len(fair_boards()))), "utf-8")
        part.unlink()
        return path, fair
