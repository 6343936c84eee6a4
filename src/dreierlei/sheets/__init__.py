"""Print and play: boards, stones, bags and rules as vector PDFs at true scale. Needs the extra `print`."""

from __future__ import annotations

import math
from collections.abc import Iterable

from .. import extras, locales
from ..declarations import variant as find_variant
from ..errors import DreierleiError, expect
from ..model import Variant
from ..palette import Style

PARTS = ("board", "pieces", "bag", "rules")
SMALLEST, LARGEST = 10.0, 120.0
"""The limits of a cell's size, in millimetres."""


def parts_of(variant: Variant) -> tuple[str, ...]:
    """The parts that can be printed for a game; not every game has a bag."""
    return tuple(part for part in PARTS if part != "bag" or variant.game.craft.bag is not None)


def make(
    game: str | Variant,
    parts: Iterable[str] = ("board", "pieces"),
    *,
    paper: str = "a4",
    language: str | None = None,
    cell: float | None = None,
    black_and_white: bool = False,
) -> bytes:
    """A PDF with these parts of a game, always in the order of `PARTS`.

    `game` is a variant, or a text that names one. `parts` are names; `all` means every part that the game has. `cell`
    is the size of the board's cells in millimetres; without it, the game's own, larger on larger paper. The same
    request gives the same bytes. Raises `DreierleiError` for anything that does not exist, and `MissingExtra` without
    reportlab.
    """
    extras.require("print", "reportlab")
    from . import bag, boards, leaflet, pages, stones  # optional extra

    variant = game if isinstance(game, Variant) else find_variant(game)
    expect(paper, str, "type.text")
    if paper.lower() not in pages.PAPERS:
        raise DreierleiError("print.paper", paper=paper, expected=tuple(pages.PAPERS))
    sheet = pages.PAPERS[paper.lower()]
    size = boards.natural_cell(variant, sheet) if cell is None else cell
    expect(size, (int, float), "type.measure")
    if not (math.isfinite(size) and SMALLEST <= size <= LARGEST):
        raise DreierleiError("print.cell", size=f"{size:g}", smallest=f"{SMALLEST:g}", largest=f"{LARGEST:g}")
    style: Style = "print" if black_and_white else "paper"
    job = pages.Job(variant, sheet, locales.language(language), style, size)
    makers = {"board": boards.sheets, "pieces": stones.sheets, "bag": bag.sheets, "rules": leaflet.sheets}
    return pages.bind(
        job, [page for part in choose_parts(variant, parts_of(variant), parts) for page in makers[part](job)]
    )


def choose_parts(variant: Variant, available: tuple[str, ...], parts: Iterable[str]) -> tuple[str, ...]:
    """The available parts that are named, in their order; raises `DreierleiError` for unknown parts, and for none."""
    expected = (*available, "all")
    named = set[str]()
    expect(parts, Iterable, "type.parts")
    for part in [parts] if isinstance(parts, str) else parts:
        expect(part, str, "type.text")
        if part.lower() not in expected:
            raise DreierleiError("print.part", game=variant.game.id, part=part, expected=expected)
        named.add(part.lower())
    if not named:
        raise DreierleiError("print.nothing", expected=expected)
    return tuple(part for part in available if part in named or "all" in named)
