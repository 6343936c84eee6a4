"""What a solver knows about a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core import Move
    from .model import Side


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a position, as far as it is known."""

    known: bool
    """Whether the value is proved. If not, the other fields but the last two say nothing."""
    winner: Side | None
    """Who wins with best play; None is a draw."""
    plies: int | None
    """How many plies the win takes with best play, where the solver counts them."""
    line: tuple[Move, ...]
    """Best play from the position, as far as the solver gives it."""
    nodes: int
    """Positions that were looked at."""
    seconds: float
