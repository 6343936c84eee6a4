"""What the tests of the rulings ask of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import dreierlei


def legal(pos: dreierlei.Position) -> set[str]:
    """Return the written legal moves; none may be written twice."""
    written = [str(move) for move in pos.moves()]
    assert len(written) == len(set(written))
    return set(written)


def ending(pos: dreierlei.Position) -> tuple[str | None, str, int | None] | None:
    """Return winner, reason and points as plain values, or None while the game goes on."""
    outcome = pos.outcome()
    if outcome is None:
        return None
    return None if outcome.winner is None else str(outcome.winner), outcome.reason, outcome.points


def played(pos: dreierlei.Position, moves: str) -> dreierlei.Position:
    """Return the position after several moves, none of which but the last may end the game."""
    for move in moves.split():
        assert ending(pos) is None
        pos = pos.play(move)
    return pos


def cells(size: int) -> set[str]:
    """Return the names of all cells of a square board."""
    return {file + str(rank) for file in "abcdefgh"[:size] for rank in range(1, size + 1)}
