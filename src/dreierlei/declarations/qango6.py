"""Qango 6: a colour group, a square or a row of five on 36 cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Craft, Game, Tables, lessons_of
from . import _qango

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH = 6
GROUPS = (
    ("red", (0, 1, 6)),
    ("red", (4, 5, 11)),
    ("red", (24, 30, 31)),
    ("red", (29, 34, 35)),
    ("yellow", (2, 7, 12)),
    ("yellow", (23, 28, 33)),
    ("orange", (3, 10, 17)),
    ("orange", (18, 25, 32)),
    ("green", (8, 13, 14)),
    ("green", (21, 22, 27)),
    ("blue", (9, 15, 16)),
    ("blue", (19, 20, 26)),
)
CASTLE = {7, 10, 14, 15, 20, 21, 25, 28}


def build(options: Mapping[str, str]) -> Tables:
    """The board with its twelve groups."""
    first = _qango.first_cells(options, WIDTH, CASTLE, rand=_qango.edge(WIDTH))
    return _qango.build(options["opening"], WIDTH, WIDTH * WIDTH // 2, GROUPS, first, centre=None)


GAME = Game(
    id="qango6",
    names={"de": "Qango 6", "en": "Qango 6", "lb": "Qango 6"},
    about={
        "de": "Drei Felder einer Farbgruppe, ein Quadrat oder fünf in einer Reihe.",
        "en": "A colour group of three, a square of four or five in a row.",
        "lb": "Dräi Felder vun engem Faarfgrupp, e Quadrat oder fënnef an enger Rei.",
    },
    build=build,
    rank=30,
    sample="f1 d3 d2 e2 e4 c5 d5 d4 f2 e1 c4 e6",
    options=(_qango.opening("free", "burg", "rand"),),
    match=_qango.MATCH,
    reasons=_qango.REASONS,
    refusals=_qango.REFUSALS,
    craft=Craft(cell=25),
    lessons=lessons_of(__package__, "_qango", "qango6"),
)
