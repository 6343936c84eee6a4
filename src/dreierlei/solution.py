"""What solving a position gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core import Move
    from .model import Side


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a position, or `known=False` where the limits did not suffice."""

    known: bool
    winner: Side | None
    """Who wins with best play; None is a draw, or not known."""
    plies: int | None
    """Moves to the end of the game when the winner hurries and the loser resists, or None where that is not known."""
    line: tuple[Move, ...]
    """Best play, to the end of the game where `plies` is known and the limits allowed it."""
    nodes: int
    """Positions that were looked at."""
    seconds: float

    def _repr_html_(self) -> str:
        from .notebook import solution_html

        return solution_html(self)
