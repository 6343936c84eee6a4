"""Square boards: names, cells, lines. Cells are numbered row by row from the top left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .model import Hands, Label, Layout, Place, Sign, Target

FILES = "abcdefgh"


def cell_name(cell: int, width: int) -> str:
    """The name of a cell: 0 is the top left one, `a` and the highest rank."""
    row, column = divmod(cell, width)
    return f"{FILES[column]}{width - row}"


@dataclass(frozen=True, slots=True)
class Ground:
    """What a cell looks like; the fields are those of `Place`."""

    tint: str = ""
    letter: str = ""
    group: int | None = None
    sign: Sign = ""


def grid(width: int, ground: Callable[[int], Ground] | None = None, hands: Hands | None = None) -> Layout:
    """A square board of cells, plain, or with the look that `ground` gives."""
    places = []
    for cell in range(width * width):
        row, column = divmod(cell, width)
        look = ground(cell) if ground else Ground()
        name = cell_name(cell, width)
        places.append(Place(name, column + 0.5, row + 0.5, "cell", look.tint, look.letter, look.group, look.sign))
    labels = [Label(FILES[i], i + 0.5, width + 0.35) for i in range(width)]
    labels += [Label(str(width - i), -0.35, i + 0.5) for i in range(width)]
    rows = tuple(tuple(range(row * width, (row + 1) * width)) for row in range(width))
    # A letter needs room beside the stone.
    text_scale = (6, 2) if ground else (4, 2)
    bounds = (0, 0, width, width)
    return Layout(tuple(places), rows, bounds, labels=tuple(labels), hands=hands, text_scale=text_scale)


def place_targets(layout: Layout) -> tuple[Target, ...]:
    """A target for each place, in the order of the places."""
    return tuple(Target(place.name, "place", index) for index, place in enumerate(layout.places))


def lines(width: int, length: int) -> Iterator[list[int]]:
    """Every straight line of `length` neighbouring cells: rows, columns, both diagonals."""
    for row in range(width):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                end_row, end_column = row + down * (length - 1), column + right * (length - 1)
                if end_row < width and 0 <= end_column < width:
                    yield [(row + down * i) * width + column + right * i for i in range(length)]


def squares(width: int) -> Iterator[list[int]]:
    """Every 2×2 square of neighbouring cells."""
    for row in range(width - 1):
        for column in range(width - 1):
            corner = row * width + column
            yield [corner, corner + 1, corner + width, corner + width + 1]


def symmetric_threes(width: int) -> Iterator[list[int]]:
    """Every three cells in a line, orthogonal or diagonal, with the middle one equally far from both ends."""
    for row in range(width):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                for gap in range(1, width // 2 + 1):
                    end_row, end_column = row + 2 * down * gap, column + 2 * right * gap
                    if end_row < width and 0 <= end_column < width:
                        yield [(row + down * gap * i) * width + column + right * gap * i for i in range(3)]
