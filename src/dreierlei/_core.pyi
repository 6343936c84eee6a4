"""
The rules of every game, as fast as we know how. Use the package dreierlei, which builds on this.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self, overload


class Move:
    """
    A legal move of some position. `str(move)` is its notation.

    Moves are equal when their notation and their targets are.
    """

    @property
    def text(self) -> str:
        """The move in notation."""

    @property
    def targets(self) -> tuple[str, ...]:
        """
        The names of what a player points at, in order: places, stones to take, corners, rings, `pass`.
        """

    @property
    def code(self) -> int:
        """The move as a number that is stable for a game."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

class Rules:
    """
    The rules of one variant of a game, built from its declaration's tables.
    """

    def __init__(self, family: str, numbers: Mapping[str, int], tables: Mapping[str, Sequence[Sequence[int]]], words: Mapping[str, Sequence[str]]) -> None: ...

    def problems(self, places: Sequence[int], turn: int, fields: Sequence[int], occurrences: int = 1) -> list[str]:
        """Every reason why there is no such position; empty if there is one."""

    def move(self, code: int) -> Move:
        """The move with this code."""

class Position:
    """The state of a game and the line that led to it."""

    @overload
    def __init__(self, variant: object, rules: Rules) -> None:
        """The start of the game."""

    @overload
    def __init__(self, variant: object, rules: Rules, places: Sequence[int], turn: int, fields: Sequence[int], occurrences: int = 1) -> None:
        """A position set up by hand."""

    def moves(self) -> tuple[Move, ...]:
        """The legal moves; none when the game is over."""

    def play(self, move: Move | str) -> Self:
        """
        The position after a legal move, given as a Move or in notation. This one stays as it is.

        Raises `IllegalMove`, `UnreadableMove` or `AmbiguousMove`, all of them `ValueError`s.
        """

    @property
    def _variant(self) -> Any: ...

    @property
    def _turn(self) -> int: ...

    @property
    def _setup(self) -> tuple[list[int], int, list[int]]:
        """The stones on the places, the side to move, the fields."""

    def _outcome(self) -> tuple[int, str, int] | None:
        """None, or (winner or -1, reason, points or -1)."""

    @property
    def _pattern(self) -> list[int]:
        """The places that decided the game."""

    @property
    def key(self) -> int:
        """64 bits that are equal for positions that repeat each other."""

    @property
    def occurrences(self) -> int:
        """
        How often this position has stood on the board in this game, as far as the game counts it.
        """

    @property
    def last_move(self) -> Move | None:
        """The move that led here, if the line is known."""

    @property
    def previous(self) -> Self | None:
        """The position before the last move, or None."""

    def perft(self, depth: int) -> int:
        """
        The number of lines of exactly `depth` plies. A finished game has no children.
        """

    def _playouts(self, games: int, seed: int) -> tuple[int, int, int, int]:
        """Random games: (white wins, draws, black wins, plies)."""

    def __hash__(self) -> int: ...

    def _same_state(self, other: Position) -> bool:
        """
        Whether state and occurrences are equal; only for positions of equal variants.
        """
