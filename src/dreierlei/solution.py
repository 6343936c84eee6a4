"""What solving a position gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from . import display

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._core import Move
    from .model import Side


class StopFlag(Protocol):
    """What another thread sets to end a search early, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """Whether the search should end."""
        ...


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
    evidence: str = ""
    """Where the value comes from, if it was not computed here: a stored result, with the command that makes it."""

    def _repr_html_(self) -> str:
        return display.html(self)


class Judgement(Protocol):
    """Who wins after a move, and how soon."""

    @property
    def winner(self) -> Side | None: ...  # noqa: D102
    @property
    def plies(self) -> int | None: ...  # noqa: D102


Judged = TypeVar("Judged", bound=Judgement)


def best_first(found: Iterable[tuple[Move, Judged]], turn: Side) -> tuple[tuple[Move, Judged], ...]:
    """Moves in the order in which `turn` would choose them: quick wins, draws, slow losses."""

    def rank(pair: tuple[Move, Judged]) -> tuple[int, int]:
        judged = pair[1]
        if judged.winner is None:
            return 1, 0
        return (0, judged.plies or 0) if judged.winner is turn else (2, -(judged.plies or 0))

    return tuple(sorted(found, key=rank))
