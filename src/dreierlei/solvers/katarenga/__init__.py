"""Exact values of the games on Katarenga tableaus: of positions, of rounds for points, of whole matches."""

from __future__ import annotations

from ...model import Variant
from .rounds import RoundsSolver
from .threes import ThreesSolver

__all__ = ["SOLVER", "RoundsSolver", "ThreesSolver"]


def SOLVER(variant: Variant) -> RoundsSolver | ThreesSolver:  # noqa: N802
    """The solver of a game that a three wins, or of one that the last placement wins."""
    return ThreesSolver(variant) if variant.tables.tables["threes"] else RoundsSolver(variant)
