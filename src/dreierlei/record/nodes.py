"""The moves of a record with their comments and variations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model import BLACK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .._core import Move
    from ..positions import Position

MOST_NESTED = 64
"""How deeply variations may be nested; people need three or four levels."""


@dataclass(frozen=True)
class Node:
    """A move of a record, the comments on it, and the variations that were considered in its place.

    Runs of blanks and line breaks within a comment count as one blank, because writing wraps lines.
    """

    move: Move
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    nags: tuple[int, ...] = ()
    """Annotations by their numbers in PGN: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`."""
    variations: tuple[tuple[Node, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.before or self.after:  # most moves have no comments
            object.__setattr__(self, "before", plain_comments(self.before))
            object.__setattr__(self, "after", plain_comments(self.after))


def move_number(start: Position, ply: int) -> str:
    """The number of a ply's move: `12.` for White, `12...` for Black. A set-up position is numbered like a start."""
    halves = ply + (start.turn is BLACK)
    return f"{halves // 2 + 1}." + (".." if halves % 2 else "")


def plain(text: str) -> str:
    """A text on one line with single blanks, as tags and comments hold it."""
    return " ".join(text.replace("\ufeff", "").split())


def plain_comments(texts: Iterable[str]) -> tuple[str, ...]:
    """The comments on one line each, without empty ones."""
    return tuple(filter(None, map(plain, texts)))
