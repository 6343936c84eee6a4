"""Opening books: the most important positions of the opening of a game, each with the value of a long search.

A book grows from the start. A position is expanded by searching every position that a move leads to; the next one to
expand is the one that the best moves lead to. Values are backed up by minimax: the searched value of a position no
longer counts once it is expanded. Positions that are images of each other are one.

`dreierlei book GAME` makes one; full strength plays from those that the package carries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING

from . import _core, data
from .declarations import variant as find_variant
from .engine import analyse
from .positions import Position, position
from .search import DECISIVE, WIN, check_limits
from .work import Journal

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from ._core import Move
    from .model import Variant

TOGETHER = 8
"""Positions that are expanded at a time. The result depends on it, so it is the same for any number of workers."""

STEP = 10
"""The cost of each ply from the start when positions compete to be expanded, in hundredths, as for a worse move."""


def canonical(position: Position) -> str:
    """One text for a position and all its images, without the game's name, the occurrences and the history."""
    return min(str(image).partition(" ")[2] for image in position.images())


def read(variant: Variant, text: str) -> Position:
    """A position of the variant from its canonical text; raises `InvalidPosition`."""
    return position(f"{variant.id} {text}")


@dataclass(frozen=True)
class Book:
    """Searched positions by their canonical text, with their values for the player to move, in hundredths."""

    variant: Variant
    nodes: int
    """The limit of each search."""
    searched: dict[str, int]
    about: dict[str, str] = field(default_factory=dict)
    """The command and the version that made it."""

    def moves(self, position: Position) -> dict[Move, int] | None:
        """The backed-up value of each move; None where the position has not been expanded."""
        if position.variant != self.variant or canonical(position) not in self.children:
            return None
        return {move: -self.values[canonical(position.play(move))] for move in position.moves()}

    @cached_property
    def children(self) -> dict[str, tuple[str, ...]]:
        """The expanded positions, in the order of the book, with those that their moves lead to."""
        expanded = {}
        for text in self.searched:
            after: dict[str, None] = {}
            for child in _children(self.variant, text):
                if child not in self.searched:
                    break
                after[child] = None
            else:
                if after:
                    expanded[text] = tuple(after)
        return expanded

    @cached_property
    def values(self) -> dict[str, int]:
        """The value of each position after minimax, for the player to move."""
        return backed_up(self.searched, self.children)

    @cached_property
    def core(self) -> _core.BookValues:
        """The values for the core, which chooses moves by them."""
        return _core.BookValues(self.values)


def backed_up(searched: dict[str, int], children: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """The values after minimax. A position that a line returns to counts there with its searched value."""
    values: dict[str, int] = {}

    def visit(text: str, path: frozenset[str]) -> int:
        if text in path or text not in children:
            return searched[text]
        if text not in values:
            best = max(-visit(child, path | {text}) for child in children[text])
            # A proved result is one ply further away than after the move.
            values[text] = best - (best > DECISIVE) + (best < -DECISIVE)
        return values[text]

    return {text: visit(text, frozenset()) for text in searched}


def book_moves(position: Position) -> dict[Move, int] | None:
    """The value of each move in the package's book, in hundredths for the player to move; None where it has none."""
    book = carried(position.variant)
    return book.moves(position) if book and position.occurrences == 1 else None


@cache
def carried(variant: Variant) -> Book | None:
    """The book of the package for a variant, if there is one."""
    name = file_name(variant)
    if not data.file(name).is_file():
        return None
    book = load(variant, data.text(name))
    return book if book.about["game"] == variant.id else None


# --- making one -------------------------------------------------------------------------------------------------------


def make(
    variant: Variant,
    positions: int,
    nodes: int,
    executor: Executor,
    path: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Book:
    """A book of about `positions` positions, each searched to `nodes` nodes.

    The same numbers make the same book, regardless of the executor and of interruptions: `path` keeps what has been
    searched. `progress` is called with the numbers of positions done and wanted. Raises `DreierleiError` for
    numbers below 1 and for a path that belongs to other work.
    """
    check_limits(positions=positions, nodes=nodes)
    journal = Journal(path, f"book of {variant.id}, {nodes} nodes")
    root = canonical(Position(variant))
    searched: dict[str, int] = {}
    children: dict[str, tuple[str, ...]] = {}
    wanted = [root]
    while wanted:
        for text, value in journal.run(executor, value_of, {text: (variant.id, text, nodes) for text in wanted}):
            searched[text] = value
            if progress:
                progress(len(searched), max(positions, len(searched)))
        if len(searched) >= positions:
            break
        wanted = []
        for text in _most_important(variant, root, searched, children):
            children[text] = tuple(dict.fromkeys(_children(variant, text)))
            wanted += [child for child in children[text] if child not in searched and child not in wanted]
            if len(searched) + len(wanted) >= positions:
                break
    return Book(variant, nodes, searched)


def dump(book: Book) -> str:
    """A book as a file."""
    return data.dump({**book.about, "nodes": book.nodes, "positions": book.searched})


def load(variant: Variant, text: str) -> Book:
    """The inverse of `dump`."""
    import json  # start-up time: most programs read no book

    content = json.loads(text)
    positions, nodes = content.pop("positions"), content.pop("nodes")
    return Book(variant, nodes, positions, content)


def file_name(variant: Variant) -> str:
    """The name of the file of a game's book in the package."""
    return f"book_{variant.game.id}.json"


def _children(variant: Variant, text: str) -> Iterator[str]:
    """The positions that the moves of a position lead to."""
    position = read(variant, text)
    return (canonical(position.play(move)) for move in position.moves())


def _most_important(
    variant: Variant, root: str, searched: dict[str, int], children: dict[str, tuple[str, ...]]
) -> list[str]:
    """The next positions to expand: those nearest to the start; each ply and each worse move adds distance."""
    from heapq import heappop, heappush  # start-up time: most programs make no book

    values = backed_up(searched, children)
    distance = {root: 0}
    waiting = [(0, root)]
    while waiting:
        near, text = heappop(waiting)
        if near > distance[text] or text not in children:
            continue
        best = max(-values[child] for child in children[text])
        for child in children[text]:
            far = near + STEP + best + values[child]
            if far < distance.get(child, far + 1):
                distance[child] = far
                heappush(waiting, (far, child))
    leaves = sorted((text for text in distance if text not in children), key=lambda text: (distance[text], text))
    playable = (text for text in leaves if abs(searched[text]) < DECISIVE and read(variant, text).outcome() is None)
    return [text for text, _ in zip(playable, range(TOGETHER), strict=False)]


def value_of(variant_id: str, text: str, nodes: int) -> int:
    """The searched value of a position: a part of the work for an executor."""
    position = read(find_variant(variant_id), text)
    if (end := position.outcome()) is not None:
        return 0 if end.winner is None else WIN if end.winner is position.turn else -WIN
    return analyse(position, nodes=nodes).score.value
