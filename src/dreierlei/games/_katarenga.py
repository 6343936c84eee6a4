"""Katarenga's tableaus: their colours, their codes, and what the games on them share."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING

from .. import data
from ..model import Craft, Hands, Layout, Option, Sign, Tables, Tile
from ._grid import Ground, grid, place_targets

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..messages import Words

SIDE = 4
PIECES = 8
COLOURS = "RYGB"
TINTS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
# How a piece moves from each colour: rook, bishop, knight, king.
SIGNS: dict[str, Sign] = {"R": "plus", "Y": "cross", "G": "hook", "B": "ring"}

# The fronts, row by row from the top. A back is its front with each row reversed.
FRONTS = {
    "A": ("RYBG", "GRGB", "YYBR", "BGRY"),
    "B": ("RYGB", "GYRY", "BBGR", "YRBG"),
    "C": ("RGBY", "YYGR", "BBRG", "GRYB"),
    "D": ("RGBY", "YYBR", "BGRG", "GRYB"),
}
_CODE = re.compile(r"([A-Da-d])([0-3])")
_RANDOM = re.compile(r"random(?::(\w+))?")
_FAIR = re.compile(r"fair(?::(\w+))?")


def tableau(code: str) -> tuple[str, ...]:
    """The rows of a tableau: a letter (lower case for the back) and its quarter turns clockwise."""
    rows: tuple[str, ...] = FRONTS[code[0].upper()]
    if code[0].islower():
        rows = tuple(row[::-1] for row in rows)
    for _ in range(int(code[1])):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    return rows


def colours(code: str) -> str:
    """The colours of a board, row by row, from its code or from the colours themselves."""
    if not code[-1].isdigit():
        return code
    quarters = [tableau(code[i : i + 2]) for i in range(0, len(code), 2)]
    if len(quarters) == 1:
        return "".join(quarters[0])
    top_left, top_right, bottom_left, bottom_right = quarters
    top = zip(top_left, top_right, strict=True)
    bottom = zip(bottom_left, bottom_right, strict=True)
    return "".join(left + right for left, right in (*top, *bottom))


def quarter_turn(code: str) -> str:
    """The code of a board of four tableaus after a quarter turn clockwise."""
    top_left, top_right, bottom_left, bottom_right = (
        code[i] + str((int(code[i + 1]) + 1) % 4) for i in range(0, len(code), 2)
    )
    return bottom_left + top_left + bottom_right + top_right


def mirror(code: str) -> str:
    """The code of the mirror image, left and right exchanged, of a board of four tableaus."""
    top_left, top_right, bottom_left, bottom_right = (
        code[i].swapcase() + str(-int(code[i + 1]) % 4) for i in range(0, len(code), 2)
    )
    return top_right + top_left + bottom_right + bottom_left


def images(code: str) -> tuple[str, ...]:
    """The codes of a board of four tableaus as it is, turned once, twice, three times; then its mirror image so."""
    found = []
    for image in (code, mirror(code)):
        turned = image
        for _ in range(4):
            found.append(turned)
            turned = quarter_turn(turned)
    return tuple(found)


@cache
def boards() -> tuple[str, ...]:
    """One code for each board of four tableaus, turned and mirrored ones counted once, in alphabetical order.

    Of its eight images it is the one with the front of A at the top left.
    """
    sides = {letter: [face + turn for face in (letter, letter.lower()) for turn in "0123"] for letter in "BCD"}
    quarters = [product(*(sides[letter] for letter in letters)) for letters in permutations("BCD")]
    rest = ["".join(codes) for part in quarters for codes in part]
    return tuple(sorted("A" + turn + code for turn in "0123" for code in rest))


def random_code(tableaus: int, seed: str | None = None) -> str:
    """A board code by lot, the same for the same seed."""
    lot = random.Random(seed)
    letters = lot.sample("ABCD", tableaus)
    return "".join(lot.choice((letter, letter.lower())) + str(lot.randrange(4)) for letter in letters)


@cache
def fair_boards() -> tuple[str, ...]:
    """The boards of four tableaus that make the best games, as the census ranks them."""
    return tuple(data.text("fair_boards.txt").split())


def fair_board(seed: int | str | None = None) -> str:
    """The code of a board that makes a good game, by lot among the hundred best and turned by lot; `seed` repeats it.

    Best are boards on which few first placements win and the win takes long: White has one on every board.
    """
    lot = random.Random(seed)
    return lot.choice(images(lot.choice(fair_boards())))


def board_option(tableaus: int, default: str, about: Words) -> Option:
    """The choice of a board of one or four tableaus."""
    cells = tableaus * SIDE * SIDE

    def read(text: str) -> str | None:
        text = "".join(text.split())
        if by_lot := _RANDOM.fullmatch(text.lower()):
            return random_code(tableaus, by_lot[1])
        if tableaus == 4 and (by_lot := _FAIR.fullmatch(text.lower())):
            return fair_board(by_lot[1])
        if len(text) == cells and not text.upper().strip(COLOURS):
            return text.upper()
        codes = _CODE.findall(text)
        if len(text) == 2 * tableaus and len({letter.upper() for letter, _ in codes}) == tableaus:
            return text
        return None

    expects = (
        f"a tableau code such as {default} (A to D, lower case for the back, then 0 to 3 quarter turns)"
        if tableaus == 1
        else f"a board code such as {default} (four different tableaus A to D, lower case for the back, "
        "each with 0 to 3 quarter turns)"
    )
    by_lot = "random, random:SEED" if tableaus == 1 else "random, random:SEED, fair, fair:SEED"
    return Option("board", default, f"{expects}, {by_lot}, or {cells} letters of RYGB", read, about)


def layout(ground: str) -> Layout:
    """A board with these colours, the tableaus bordered."""
    width = int(len(ground) ** 0.5)

    def look(cell: int) -> Ground:
        row, column = divmod(cell, width)
        quarter = row // SIDE * (width // SIDE) + column // SIDE
        return Ground(TINTS[ground[cell]], ground[cell], quarter, SIGNS[ground[cell]])

    return grid(width, look, Hands(PIECES))


def build(code: str, threes: Iterable[list[int]], weiter: bool = False) -> Tables:
    """A game on this board; without `threes`, who places last wins."""
    ground = colours(code)
    board = layout(ground)
    return Tables(
        layout=board,
        targets=place_targets(board),
        family="katarenga",
        numbers={"places": len(ground), "pieces": PIECES, "weiter": int(weiter)},
        tables={"colours": [[COLOURS.index(colour) for colour in ground]], "threes": list(threes)},
        fields=("place",),
    )


CRAFT = Craft(
    cell=28,
    tiles=tuple(
        Tile(letter, layout(colours(f"{letter}0")), layout(colours(f"{letter.lower()}0"))) for letter in FRONTS
    ),
)
"""The four tableaus, each to be printed with its back behind it."""
