"""Tic-Tac-Toe: three in a line on nine cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..boards import grid, lines, place_targets
from ..model import Craft, Game, Tables, lessons_of

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH = 3


def build(_: Mapping[str, str]) -> Tables:
    """The board and its eight lines."""
    layout = grid(WIDTH)
    patterns = list(lines(WIDTH, 3))
    return Tables(
        layout=layout,
        targets=place_targets(layout),
        family="placement",
        numbers={"places": WIDTH * WIDTH, "stones": 5},  # nine stones: five for White, who begins
        tables={
            "patterns": patterns,
            "kinds": [[0] * len(patterns)],
            "first": [list(range(WIDTH * WIDTH))],
        },
        words={"kinds": ["line"]},
    )


GAME = Game(
    id="tictactoe",
    names={"de": "Tic-Tac-Toe", "en": "Tic-Tac-Toe", "lb": "Tic Tac Toe"},
    about={
        "de": "Drei eigene Steine in einer Linie, auf neun Feldern.",
        "en": "Three of your stones in a line, on nine cells.",
        "lb": "Dräi eege Steng an enger Linn, op néng Felder.",
    },
    build=build,
    rank=10,
    sample="b2 c3 a1 a3",
    reasons={"line": {"de": "drei in einer Linie", "en": "three in a line", "lb": "dräi an enger Linn"}},
    craft=Craft(cell=40, bag=40),
    levels=(1, 2, 4, 6, 10),
    lessons=lessons_of(__package__, "tictactoe"),
)
