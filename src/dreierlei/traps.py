"""Draws that are hard for the opponent: best play makes them all equal, but not everybody plays perfectly.

Among moves of the same exact value, the best is the one after which a hasty player is most likely to err. Hasty players
compare their moves by searches of few positions, and mostly choose what looks best (`cpp/traps.hpp`); exact values say
which of these choices are errors.
"""

from __future__ import annotations

from . import _core
from .positions import Position
from .solvers import solver

HARD = _core.HARD
"""The chance of an error from which a position is called hard."""


def error_chance(position: Position) -> float:
    """The chance that a hasty player to move turns a draw into a loss.

    It is 0 where the position is not a draw, or the values of its moves are not known without a search.

    >>> from dreierlei import start
    >>> corner, centre = (error_chance(start("tictactoe").play(move)) for move in ("a1", "b2"))
    >>> corner > centre > 0
    True
    """
    known = solver(position).probe_moves(position) if position.outcome() is None else ()
    if not known or known[0][1].winner is not None:
        return 0.0
    return _core.error_chance(position, [move for move, after in known if after.winner is not None])
