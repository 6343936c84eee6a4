"""Qango 7: Qango on 49 cells, with a centre that belongs to no group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Craft, Game, Tables, lessons_of
from . import _qango

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH = 7
CENTRE = 24
STONES = 20
# The colours are a matter of drawing: neighbouring groups differ, and none beside the centre is orange.
GROUPS = (
    ("red", (0, 1, 7)),
    ("red", (5, 6, 13)),
    ("red", (35, 42, 43)),
    ("red", (41, 47, 48)),
    ("yellow", (2, 8, 14)),
    ("green", (4, 12, 20)),
    ("green", (28, 36, 44)),
    ("yellow", (34, 40, 46)),
    ("orange", (3, 9, 10)),
    ("yellow", (11, 18, 19)),
    ("blue", (15, 21, 22)),
    ("blue", (26, 27, 33)),
    ("yellow", (29, 30, 37)),
    ("orange", (38, 39, 45)),
    ("green", (16, 17, 23)),
    ("green", (25, 31, 32)),
)
CASTLE = {8, 12, 16, 17, 18, 23, 25, 30, 31, 32, 36, 40}


def build(options: Mapping[str, str]) -> Tables:
    """The board with its sixteen groups and the centre."""
    first = _qango.first_cells(options, WIDTH, CASTLE, profi=[*_qango.edge(WIDTH), CENTRE])
    return _qango.build(options["opening"], WIDTH, STONES, GROUPS, first, CENTRE)


GAME = Game(
    id="qango7",
    names={"de": "Qango 7", "en": "Qango 7", "lb": "Qango 7"},
    about={
        "de": "Qango auf 49 Feldern, mit einer Mitte, die zu keiner Gruppe gehört.",
        "en": "Qango on 49 cells, with a centre that belongs to no group.",
        "lb": "Qango op 49 Felder, mat enger Mëtt, déi zu kengem Grupp gehéiert.",
    },
    build=build,
    rank=40,
    sample="e5 c3 e3 d4 d5 c5 e4 e6 f4 d3 g5 b4",
    options=(_qango.opening("free", "burg", "profi"),),
    match=_qango.MATCH,
    reasons=_qango.REASONS,
    refusals=_qango.REFUSALS,
    craft=Craft(cell=22),
    lessons=lessons_of(__package__, "_qango", "qango7"),
)
