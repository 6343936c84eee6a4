"""Stones to cut out, and how many pebbles can replace them."""

from __future__ import annotations

from ..crafts import count, stone_width
from ..model import Point
from ..palette import Style
from ..shapes import Box, Rect, Use
from ..symbols import STONE, Symbols
from .pages import Job, Sheet
from .pen import CUT, Frame, Pen

_ROOM = 3.0
SETS_APART = 6.0
"""Millimetres between two sets of stones on a sheet."""


def sheets(job: Job) -> list[Sheet]:
    """Stones in rows, with straight lines to cut along between them, and as many whole sets as fit."""
    need, wide = count(job.variant), stone_width(job.cell)
    kinds = "w" * need.white + "b" * need.black + "n" * need.neutral
    box, side = job.paper.box, wide + _ROOM
    columns, rows = int(box.width // side), int(box.height // side)
    # Each colour begins a new row, so that the rows can be counted.
    lines = [
        kind * min(columns, kinds.count(kind) - start)
        for kind in "wbn"
        for start in range(0, kinds.count(kind), columns)
    ]
    tall = len(lines) * side
    sets = max(1, int((box.height + SETS_APART) // (tall + SETS_APART)))
    task = job.say("stones-task", count=need.both, white=need.white, black=need.black, width=f"{wide:.0f} mm")
    if need.neutral:
        task += " " + job.say("neutral-task")
    if sets > 1:
        task += " " + job.say("sets-task", sets=sets)
    pages = []
    for start in range(0, len(lines), rows):
        part = lines[start : start + rows]

        def draw(pen: Pen, box: Box, part: list[str] = part) -> None:
            for number in range(sets):
                down = number * (tall + SETS_APART)
                _stones(pen, job, Box(box.x, box.y + down, box.width, tall), part, side, wide)

        pages.append(Sheet(job.say("stones"), task, draw))
    return pages


def _stones(pen: Pen, job: Job, box: Box, lines: list[str], side: float, wide: float) -> None:
    left = box.x + (box.width - max(len(line) for line in lines) * side) / 2
    for row, line in enumerate(lines):
        for column, kind in enumerate(line):
            x, y = left + column * side, box.y + row * side
            pen.draw(Rect(x, y, side, side, CUT))
            stone(pen, (x + side / 2, y + side / 2), wide / 2, kind, job.style)


def stone(pen: Pen, at: Point, radius: float, letter: str, style: Style) -> None:
    """A stone as in the pictures."""
    pen.draw(Use(Symbols(style).stone(letter), 0, 0), Frame(*at, radius / STONE))
