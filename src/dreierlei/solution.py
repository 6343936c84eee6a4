"""What a solver says about a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core import Move
    from .model import Side


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a position, or that it is not known within the limit.

    A known position has a `winner` (None: a draw), the `plies` to the end with best play (None where a solver does not
    tell), and a `line` of best play: the winner wins as soon as possible, the loser holds out.
    """

    known: bool
    winner: Side | None
    plies: int | None
    line: tuple[Move, ...]
    nodes: int
    seconds: float
