"""Drawings at true size: several on one sheet, or one over several sheets that are glued together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ..model import Point
from ..shapes import Box, Look, Rect, polyline
from .pages import Job, Sheet
from .pen import CUT, FOLD, GREY, Pen, width_of

OVERLAP = 10.0
"""The width of the overlap of neighbouring sheets: the glue tab."""
GAP = 6.0
MARK = 2.5
"""The length of a crop mark; two of them fit into a gap."""
# Words on a glue tab are readable over any drawing; the next sheet covers them.
_PLATE = Look(fill="#ffffff")


@dataclass(frozen=True)
class Drawing:
    """Something of a true size, in millimetres; `draw` gets its top left corner."""

    width: float
    height: float
    draw: Callable[[Pen, Point], None]
    marks: bool = True
    """Whether its corners get crop marks."""

    def fits(self, box: Box) -> bool:
        """Whether one sheet is enough."""
        return self.width <= box.width + 1e-6 and self.height <= box.height + 1e-6


def windows(drawing: Drawing, box: Box) -> list[list[Box]]:
    """Parts of a drawing, rows of equal ones, that each fit into the box and overlap their neighbours."""

    def cuts(length: float, room: float) -> tuple[int, float]:
        count = 1 if length <= room + 1e-6 else math.ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9)
        return count, (length + (count - 1) * OVERLAP) / count

    columns, width = cuts(drawing.width, box.width)
    rows, height = cuts(drawing.height, box.height)
    return [
        [Box(column * (width - OVERLAP), row * (height - OVERLAP), width, height) for column in range(columns)]
        for row in range(rows)
    ]


def spread(job: Job, drawing: Drawing, title: str, task: str) -> list[Sheet]:
    """A drawing on one sheet, or on as many as it needs."""
    if drawing.fits(job.paper.box):
        return [Sheet(title, task, lambda pen, box: _place(pen, box, [drawing]))]
    parts = windows(drawing, job.paper.box)
    columns, rows = len(parts[0]), len(parts)
    task = f"{task} {job.say('glue')}"
    sheets = []
    for row, line in enumerate(parts):
        for column, window in enumerate(line):
            number = row * columns + column + 1
            below = number + columns if row + 1 < rows else None
            beside = number + 1 if column + 1 < columns else None

            def draw(
                pen: Pen, box: Box, w: Box = window, b: int | None = beside, d: int | None = below, n: int = number
            ) -> None:
                _part(pen, job, box, drawing, w, n, b, d)

            sheets.append(Sheet(title, task, draw, (columns, rows, number)))
    return sheets


def _part(
    pen: Pen, job: Job, box: Box, drawing: Drawing, window: Box, number: int, beside: int | None, below: int | None
) -> None:
    """One sheet of several: its part, where it is cut, and where its neighbours lie on it."""
    x, y = box.x + (box.width - window.width) / 2, box.y + (box.height - window.height) / 2
    part = Box(x, y, window.width, window.height)
    with pen.clipped(Rect(part.x, part.y, part.width, part.height, CUT)):
        drawing.draw(pen, (x - window.x, y - window.y))
    crop(pen, part)
    if beside:
        seam = part.right - OVERLAP
        pen.draw(polyline(((seam, part.y), (seam, part.bottom)), FOLD))
        _arrow(pen, (seam, part.y), (0, -1))
        _arrow(pen, (seam, part.bottom), (0, 1))
        words = job.say("tab", number=beside)
        x, y, half = part.right - 1.5, part.y + part.height / 2, width_of(words, 6) / 2 + 1
        pen.draw(Rect(x - 2.4, y - half, 3.4, 2 * half, _PLATE))
        pen.text(words, (x, y), 6, align="middle", colour=GREY, turn=-90)
    if below:
        seam = part.bottom - OVERLAP
        pen.draw(polyline(((part.x, seam), (part.right, seam)), FOLD))
        _arrow(pen, (part.x, seam), (-1, 0))
        _arrow(pen, (part.right, seam), (1, 0))
        words = job.say("tab", number=below)
        x, y, half = part.x + part.width / 2, part.bottom - 1.5, width_of(words, 6) / 2 + 1
        pen.draw(Rect(x - half, y - 2.4, 2 * half, 3.4, _PLATE))
        pen.text(words, (x, y), 6, align="middle", colour=GREY)
    pen.text(str(number), (part.x - 5.5, part.y + 6), 9, face="bold", colour=GREY)


def _arrow(pen: Pen, tip: Point, out: Point) -> None:
    """A small triangle outside the part that points at a seam."""
    (x, y), (dx, dy) = tip, out
    base = [(x + dx * 3 + dy * s, y + dy * 3 + dx * s) for s in (-1.2, 1.2)]
    pen.draw(polyline(((x + dx * 0.6, y + dy * 0.6), *base), replace(CUT, fill=GREY), closed=True))


def crop(pen: Pen, box: Box) -> None:
    """Crop marks outside the corners."""
    for x, sx in ((box.x, -1), (box.right, 1)):
        for y, sy in ((box.y, -1), (box.bottom, 1)):
            pen.draw(polyline(((x + sx * 0.4, y), (x + sx * MARK, y)), CUT))
            pen.draw(polyline(((x, y + sy * 0.4), (x, y + sy * MARK)), CUT))


def pack(job: Job, drawings: Iterable[Drawing]) -> list[list[Drawing]]:
    """The drawings in their order, as many on a sheet as fit in rows; each must fit on one."""
    pages: list[list[Drawing]] = []
    for drawing in drawings:
        if not pages or _rows(job.paper.box, [*pages[-1], drawing]) is None:
            pages.append([])
        pages[-1].append(drawing)
    return pages


def together(drawings: Sequence[Drawing], *, mirrored: bool = False) -> Callable[[Pen, Box], None]:
    """Draws several on one sheet; `mirrored` lays them out for the back of the sheet."""

    def draw(pen: Pen, box: Box) -> None:
        _place(pen, box, drawings, mirrored)

    return draw


def _rows(box: Box, drawings: Sequence[Drawing]) -> list[list[Drawing]] | None:
    """The drawings in rows from the left, or None if that needs more than one sheet."""
    rows: list[list[Drawing]] = [[]]
    for drawing in drawings:
        if sum(other.width + GAP for other in rows[-1]) + drawing.width > box.width + 1e-6:
            rows.append([])
        rows[-1].append(drawing)
    height = sum(max(drawing.height for drawing in row) + GAP for row in rows if row) - GAP
    return rows if height <= box.height + 1e-6 else None


def _place(pen: Pen, box: Box, drawings: Sequence[Drawing], mirrored: bool = False) -> None:
    rows = _rows(box, drawings) or [list(drawings)]
    y = box.y + (box.height - sum(max(d.height for d in row) + GAP for row in rows) + GAP) / 2
    for row in rows:
        x = box.x + (box.width - sum(d.width + GAP for d in row) + GAP) / 2
        tall = max(drawing.height for drawing in row)
        for drawing in row:
            left = 2 * box.x + box.width - x - drawing.width if mirrored else x
            top = y + (tall - drawing.height) / 2
            drawing.draw(pen, (left, top))
            if drawing.marks:
                crop(pen, Box(left, top, drawing.width, drawing.height))
            x += drawing.width + GAP
        y += tall + GAP
