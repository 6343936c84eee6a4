"""What the tests of the sheets share: PDFs, and what is drawn on their pages, in millimetres."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import pymupdf
import pytest

import dreierlei
from dreierlei import sheets
from dreierlei.sheets import pages
from dreierlei.sheets.pen import MM

if TYPE_CHECKING:
    from dreierlei.model import Game, Layout

GAMES = pytest.mark.parametrize("game", dreierlei.games(), ids=lambda game: game.id)
EACH_PAPER = pytest.mark.parametrize("paper", pages.PAPERS)
NEAR = 0.02
"""What may be lost to rounding, in millimetres."""
SIZES = {"cell": 1.0, "point": 0.2, "hole": 0.82}
"""How wide each kind of place is drawn, in units of the layout."""

Spot = tuple[float, float]


def opened(document: bytes) -> Any:
    return pymupdf.open("pdf", document)  # type: ignore[no-untyped-call]


@cache
def pdf(
    game: str, *parts: str, paper: str = "a4", language: str = "en", cell: float | None = None, bw: bool = False
) -> Any:
    return opened(sheets.make(game, parts, paper=paper, language=language, cell=cell, black_and_white=bw))


def boxes(page: Any) -> list[tuple[float, float, float, float, Any]]:
    """Everything that is drawn on a page: centre, width and height in millimetres, and the filling."""
    found = []
    for drawing in page.get_drawings():
        rect = drawing["rect"]
        found.append(
            (
                (rect.x0 + rect.x1) / 2 / MM,
                (rect.y0 + rect.y1) / 2 / MM,
                rect.width / MM,
                rect.height / MM,
                drawing["fill"],
            )
        )
    return found


def spots(page: Any, width: float, *, filled: bool = False) -> list[Spot]:
    """The centres of what is as wide and high as that, each once; perhaps only of what is filled."""
    found: list[Spot] = []
    for x, y, wide, high, fill in boxes(page):
        if (
            (fill or not filled)
            and abs(wide - width) < NEAR
            and abs(high - width) < NEAR
            and not any(math.dist((x, y), s) < 0.1 for s in found)
        ):
            found.append((x, y))
    return found


def same(found: list[Spot], layout: Layout, unit: float) -> bool:
    """Whether the spots are the places of a layout at that scale, wherever they lie on the page."""
    wanted = [(place.x * unit, place.y * unit) for place in layout.places]
    dx, dy = (min(s[i] for s in found) - min(w[i] for w in wanted) for i in (0, 1))
    return len(found) == len(wanted) and all(
        any(math.dist((x + dx, y + dy), spot) < 2 * NEAR for spot in found) for x, y in wanted
    )


def whole(game: Game) -> bool:
    """Whether the game's board is printed in one piece."""
    return not game.craft.tiles and not dreierlei.variant(game.id).layout.rings
