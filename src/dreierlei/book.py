"""Opening books: the positions that matter at the beginning of a game, each searched long.

A book grows from the start. A position is opened by searching every position that a move leads to; which is opened next
is decided by how good the moves are that lead there. Values go back by minimax: what a position was worth before it was
opened no longer counts. Positions that are images of each other are one.

`dreierlei book GAME` makes one; `suggest` plays from those that the package carries.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING

from .engine import analyse
from .errors import DreierleiError
from .position import Position, position

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor
    from pathlib import Path

    from ._core import Move
    from .model import Variant

TOGETHER = 8
"""Positions that are opened at a time. It is part of the result, so it does not depend on the number of workers."""

STEP = 10
"""What a ply further from the start costs when positions compete to be opened, in hundredths like a worse move."""

_DECIDED = 30000
"""Values beyond this are proved wins and losses."""

_TEMPERATURE = 3.0
"""How freely `suggest` chooses, in hundredths; moves that are worse by `_SLACK` it never plays."""
_SLACK = 6


def canonical(here: Position) -> str:
    """One text for a position and all its images, without the game's name and the occurrences; it ignores the past."""
    return min(str(image).partition(" ")[2] for image in here.images())


def read(variant: Variant, text: str) -> Position:
    """A position of the variant from its canonical text."""
    return position(f"{variant.id} {text}")


@dataclass(frozen=True)
class Book:
    """Searched positions by their canonical text, with their values for the player to move, in hundredths."""

    variant: Variant
    nodes: int
    """Of the search of each position."""
    searched: dict[str, int]
    about: dict[str, str] = field(default_factory=dict)
    """The command and the version that made it."""

    def moves(self, here: Position) -> dict[Move, int] | None:
        """What each move is worth, backed up; None where the position has not been opened."""
        if here.variant != self.variant:
            return None
        children = self._children.get(canonical(here))
        if children is None:
            return None
        return {move: -self.value(canonical(here.play(move))) for move in here.moves()}

    def value(self, text: str) -> int:
        """The backed-up value of a position of the book for the player to move."""
        return self._values[text]

    @cached_property
    def _children(self) -> dict[str, tuple[str, ...]]:
        """The positions that have been opened, in the order of the book, with those that their moves lead to."""
        found = {}
        for text in self.searched:
            here = read(self.variant, text)
            after: dict[str, None] = {}
            for move in here.moves():
                if (child := canonical(here.play(move))) not in self.searched:
                    break
                after[child] = None
            else:
                if after:
                    found[text] = tuple(after)
        return found

    @cached_property
    def _values(self) -> dict[str, int]:
        return backed_up(self.searched, self._children)


def backed_up(searched: dict[str, int], children: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """The values after minimax. A position that a line comes back to counts there as it was searched."""
    values: dict[str, int] = {}

    def visit(text: str, path: frozenset[str]) -> int:
        if text in path or text not in children:
            return searched[text]
        if text not in values:
            best = max(-visit(child, path | {text}) for child in children[text])
            # A proved result is a ply further away than after the move.
            values[text] = best - (best > _DECIDED) + (best < -_DECIDED)
        return values[text]

    return {text: visit(text, frozenset()) for text in searched}


def book_moves(here: Position) -> dict[Move, int] | None:
    """What the package's book says of each move, in hundredths for the player to move; None where it says nothing."""
    book = carried(here.variant)
    return book.moves(here) if book and here.occurrences == 1 else None


def suggest(here: Position, lot: random.Random) -> Move | None:
    """A good move of the opening by lot, if a book of the package has the position."""
    moves = book_moves(here)
    if not moves:
        return None
    best = max(moves.values())
    good = {move: value for move, value in moves.items() if value >= best - _SLACK}
    return lot.choices(list(good), [math.exp((value - best) / _TEMPERATURE) for value in good.values()])[0]


@cache
def carried(variant: Variant) -> Book | None:
    """The book of the package for a variant, if there is one."""
    from importlib import resources

    file = resources.files(__package__).joinpath("data", file_name(variant))
    if not file.is_file():
        return None
    book = load(variant, file.read_text("utf-8"))
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
    """A book of about so many positions, each searched to so many nodes.

    The same numbers make the same book, whatever executor does the work and however often it was interrupted: `path`
    keeps what has been searched, one position in a line. `progress` is called with the positions done and wanted.
    """
    if positions < 1 or nodes < 1:
        raise DreierleiError("A book needs at least 1 position and 1 node.")
    kept = _kept(path, variant, nodes)
    root = canonical(Position(variant))
    searched: dict[str, int] = {}
    children: dict[str, tuple[str, ...]] = {}
    wanted = [root]
    while wanted:
        for text, value in _search(variant, wanted, nodes, executor, kept, path):
            searched[text] = value
            if progress:
                progress(len(searched), max(positions, len(searched)))
        if len(searched) >= positions:
            break
        wanted = []
        for text in _most_important(variant, root, searched, children):
            here = read(variant, text)
            children[text] = tuple(dict.fromkeys(canonical(here.play(move)) for move in here.moves()))
            wanted += [child for child in children[text] if child not in searched and child not in wanted]
            if len(searched) + len(wanted) >= positions:
                break
    return Book(variant, nodes, searched)


def dump(book: Book) -> str:
    """A book as a file."""
    import json

    return json.dumps({**book.about, "nodes": book.nodes, "positions": book.searched}, indent=0) + "\n"


def load(variant: Variant, text: str) -> Book:
    """The inverse of `dump`."""
    import json

    content = json.loads(text)
    positions, nodes = content.pop("positions"), content.pop("nodes")
    return Book(variant, nodes, positions, content)


def file_name(variant: Variant) -> str:
    """What the package calls the book of a game."""
    return f"book_{variant.game.id}.json"


def _most_important(
    variant: Variant, root: str, searched: dict[str, int], children: dict[str, tuple[str, ...]]
) -> list[str]:
    """The next positions to open: those that the best moves lead to, each worse move and each ply a step away."""
    values = backed_up(searched, children)
    distance = {root: 0}
    waiting = [root]
    while waiting:
        text = min(waiting, key=lambda one: (distance[one], one))
        waiting.remove(text)
        if text not in children:
            continue
        best = max(-values[child] for child in children[text])
        for child in children[text]:
            far = distance[text] + STEP + best + values[child]
            if far < distance.get(child, far + 1):
                distance[child] = far
                waiting.append(child)
    leaves = sorted((text for text in distance if text not in children), key=lambda one: (distance[one], one))
    playable = (one for one in leaves if abs(searched[one]) < _DECIDED and read(variant, one).outcome() is None)
    return [one for one, _ in zip(playable, range(TOGETHER), strict=False)]


def _search(
    variant: Variant,
    wanted: list[str],
    nodes: int,
    executor: Executor,
    kept: dict[str, int],
    path: Path | None,
) -> Iterator[tuple[str, int]]:
    """The values of positions, in the order in which they were wanted. What is new is kept as soon as it is known."""
    import json
    from concurrent.futures import wait

    futures = {executor.submit(value_of, variant.id, text, nodes): text for text in wanted if text not in kept}
    open_ones = set(futures)
    try:
        for text in wanted:
            while text not in kept:
                done, open_ones = wait(open_ones, return_when="FIRST_COMPLETED")
                for future in done:
                    kept[futures[future]] = future.result()
                    if path:
                        line = {"game": variant.id, "nodes": nodes, "position": futures[future]}
                        with path.open("a", encoding="utf-8") as file:
                            file.write(json.dumps({**line, "value": future.result()}) + "\n")
            yield text, kept[text]
    finally:
        for future in open_ones:
            future.cancel()


def value_of(variant_id: str, text: str, nodes: int) -> int:
    """What a search says of a position: a part of the work for an executor."""
    from .games import read_variant

    here = read(read_variant(variant_id), text)
    if (end := here.outcome()) is not None:
        return 0 if end.winner is None else 32000 if end.winner is here.turn else -32000
    return analyse(here, nodes=nodes).score.value


def _kept(path: Path | None, variant: Variant, nodes: int) -> dict[str, int]:
    """What a file has. A last line that was torn by an interruption is not part of it."""
    import json

    found: dict[str, int] = {}
    if path is None or not path.exists():
        return found
    for line in path.read_text("utf-8").splitlines():
        try:
            one = json.loads(line)
        except json.JSONDecodeError:
            continue
        if (one["game"], one["nodes"]) != (variant.id, nodes):
            raise DreierleiError(f"{path} belongs to another book: begin with a new file.")
        found[one["position"]] = one["value"]
    return found
