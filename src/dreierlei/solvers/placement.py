"""Exact values of games won by filling a pattern, and of every first stone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from .. import _core, data
from ..errors import DreierleiError
from ..model import SIDES, Side
from ..positions import Position
from ..version import VERSION
from .base import NO_LIMITS, Limits, Progress, Solution, Solver, best_first

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from .._core import Move, Proved

TINY = 9
"""Boards of at most this many cells are solved instantly in every position."""


class PlacementSolver(Solver):
    """Solves by proof-number search. The values of first stones are stored, for the game without an opening rule."""

    complete = True
    in_core = True
    stores_first_moves = True

    def solve(
        self,
        position: Position,
        limits: Limits = NO_LIMITS,
        *,
        shortest: bool = True,
        proved: Proved | None = None,
    ) -> Solution:
        """The value of a position; `known` is False where a limit ended the search before it was found.

        The value may be known without the length of the win: `plies` is then None. Without `shortest` the length is
        not searched for. `proved` keeps what is proved for further positions of the game. Other threads can run
        meanwhile. Memory stays below 64 MB. The same limit in nodes gives the same result, unless `proved` knows more.
        """
        known, winner, plies, line, nodes, seconds = _core.solve(
            position, limits.seconds, limits.nodes, limits.stop, shortest=shortest, proved=proved
        )
        side = SIDES[winner] if winner >= 0 else None
        return Solution(known, side, plies if plies >= 0 else None, line, nodes, seconds)

    def solve_moves(
        self, position: Position, limits: Limits = NO_LIMITS, *, shortest: bool = True
    ) -> Iterator[tuple[Move, Solution]]:
        """What each legal move leads to; the limits are for each move.

        All moves share a table of proofs. Moves that a symmetry of the position maps onto each other are solved once:
        the others have 0 `nodes`.
        """
        names = [place.name for place in self.variant.layout.places]
        images = zip(position.symmetries, position.images(), strict=True)
        symmetries = [symmetry for symmetry, image in images if image == position]
        proved = _core.Proved()
        solved: dict[int, Solution] = {}
        for move in position.moves():
            cell, after = names.index(move.text), position.play(move)
            twin = next((symmetry for symmetry in symmetries if symmetry[cell] in solved), None)
            if twin is None:
                solved[cell] = self.solve(after, limits, shortest=shortest, proved=proved)
            else:
                solution = solved[twin[cell]]
                back = {names[to]: names[place] for place, to in enumerate(twin)}
                end = after
                for other in solution.line:
                    end = end.play(back[other.text])
                line = end.line[len(after.line) :]
                solved[cell] = replace(solution, line=line, nodes=0, seconds=0.0)
            yield move, solved[cell]

    def probe_moves(self, position: Position) -> tuple[tuple[Move, Solution], ...]:
        """The value of each move, best first, on a tiny board; nothing on a larger one."""
        if len(position.stones) > TINY:
            return ()
        return best_first(self.solve_moves(position), position.turn)

    # --- stored values --------------------------------------------------------------------------------------------

    @property
    def _file(self) -> str:
        return f"first_stones_{self.variant.game.id}.json"

    @property
    def stores(self) -> bool:
        """Whether the first stones of the game are stored."""
        return data.file(self._file).is_file()

    def first_moves(self) -> dict[str, Solution]:
        """The stored values of the first stones that the variant allows."""
        if not self.stores:
            return {}
        stones = data.load(self._file)["stones"]
        start = Position(self.variant)
        solutions = {}
        for move in start.moves():
            stored = stones[move.text]
            end = start.play(move)
            for text in stored["line"].split():
                end = end.play(text)
            winner = Side(stored["winner"]) if stored["winner"] else None
            solutions[move.text] = Solution(True, winner, stored["plies"], end.line[1:], 0, 0.0)
        return solutions

    def check(self, *, sample: int | None = None, progress: Progress | None = None) -> int:
        """Solves stored first stones again. Their lines are replayed, and must end as the stored value says."""
        if not self.stores:
            return super().check()
        stored = self.first_moves()
        cells = random.sample(list(stored), min(sample or len(stored), len(stored)))
        for done, cell in enumerate(cells):
            if progress:
                progress(done, len(cells))
            position, expected = Position(self.variant).play(cell), stored[cell]
            solution = self.solve(position)
            for move in expected.line:
                position = position.play(move)
            end = position.outcome()
            right = (solution.winner, solution.plies) == (expected.winner, expected.plies)
            if not right or end is None or end.winner is not expected.winner:
                raise DreierleiError("stored.wrong-value", move=cell, file=self._file)
        return len(cells)

    def store(self, folder: Path, executor: Executor, progress: Progress | None = None) -> tuple[Path, ...]:
        """Solves every first stone of the variant and writes the values as JSON. It takes some seconds."""
        del executor
        start = Position(self.variant)
        stones = {}
        for move, solution in self.solve_moves(start):
            stones[move.text] = {
                "winner": str(solution.winner) if solution.winner else None,
                "plies": solution.plies,
                "line": " ".join(map(str, solution.line)),
            }
            if progress:
                progress(len(stones), len(start.moves()))
        content = {
            "game": self.variant.id,
            "command": f"dreierlei data {self.variant.id}",
            "version": VERSION,
            "about": "winner and number of further plies after White's first stone, with best play, and the line",
            "stones": stones,
        }
        path = folder / self._file
        path.write_text(data.dump(content), "utf-8")
        return (path,)


SOLVER = PlacementSolver
