"""Sheets of paper: what every one of them has, and how they become a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .. import messages
from ..messages import Language
from ..model import Variant
from ..palette import Style
from ..shapes import Box, Look, Rect, polyline
from .pen import GREY, LINE, Pen, width_of

MARGIN = 10.0
"""What printers may leave white; only crop marks reach into it."""
HEAD = 19.0
FOOT = 10.0
RULER = 100.0
_TITLE, _SMALL, _LEADING = 13.0, 7.5, 3.5


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright, in millimetres."""

    name: str
    width: float
    height: float

    @property
    def box(self) -> Box:
        """What is left for a sheet's own content."""
        return Box(MARGIN, MARGIN + HEAD, self.width - 2 * MARGIN, round(self.height - 2 * MARGIN - HEAD - FOOT, 3))


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("A4", 210, 297),
    "a3": Paper("A3", 297, 420),
    "letter": Paper("Letter", 215.9, 279.4),
}


@dataclass(frozen=True)
class Job:
    """What is to be printed, and how."""

    variant: Variant
    paper: Paper
    language: Language
    style: Style
    cell: float
    """Millimetres for one unit of the layout."""

    def say(self, message: str, **values: object) -> str:
        """A message of the sheets in the job's language."""
        return messages.say(self.language, f"sheet.{message}", **values)


@dataclass(frozen=True)
class Sheet:
    """A page: what it is, what to do with it, and how its content is drawn into the box that is left for it."""

    title: str
    task: str
    draw: Callable[[Pen, Box], None]
    map: tuple[int, int, int] | None = None
    """Columns, rows and the number of this sheet, where several are glued together."""


def bind(job: Job, sheets: Sequence[Sheet]) -> bytes:
    """The document with all the sheets."""
    name = job.variant.game.names[job.language]
    pen = Pen(name, job.language, job.paper.width, job.paper.height)
    for number, sheet in enumerate(sheets, 1):
        _head(pen, job, sheet, f"{name} · {sheet.title}")
        sheet.draw(pen, job.paper.box)
        _foot(pen, job, number, len(sheets))
        pen.end_page()
    return pen.finish()


def wrap(text: str, width: float, size: float) -> list[str]:
    """A plain text in lines of at most that width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _head(pen: Pen, job: Job, sheet: Sheet, title: str) -> None:
    right = job.paper.width - MARGIN
    pen.text(title, (MARGIN, MARGIN + 4.2), _TITLE, face="bold")
    if sheet.map:
        right = _map(pen, right, *sheet.map) - 4
    for number, line in enumerate(wrap(sheet.task, right - MARGIN, _SMALL)):
        pen.text(line, (MARGIN, MARGIN + 8.6 + number * _LEADING), _SMALL)


def _map(pen: Pen, right: float, columns: int, rows: int, number: int) -> float:
    """How the glued sheets lie, this one dark; returns its left edge."""
    side = min(4.0, 12.0 / rows)
    left = right - columns * side
    for index in range(columns * rows):
        row, column = divmod(index, columns)
        this = index + 1 == number
        pen.draw(
            Rect(
                left + column * side,
                MARGIN + row * side,
                side,
                side,
                Look(fill="#000000" if this else None, stroke="#000000", width=0.2),
            )
        )
        if side >= 4:
            at = (left + (column + 0.5) * side, MARGIN + (row + 0.68) * side)
            pen.text(str(index + 1), at, 6, align="middle", colour="#ffffff" if this else "#000000")
    return left


def _foot(pen: Pen, job: Job, number: int, count: int) -> None:
    """The ruler, which shows whether the printer kept the scale, and the page number."""
    x, y = MARGIN, job.paper.height - MARGIN - 3.4
    pen.draw(polyline(((x, y), (x + RULER, y)), LINE))
    for tick in range(0, int(RULER) + 1, 5):
        length = 2.6 if tick % 50 == 0 else 1.8 if tick % 10 == 0 else 1.0
        pen.draw(polyline(((x + tick, y), (x + tick, y - length)), LINE))
    pen.text("0", (x, y + 3.0), 6.5)
    pen.text("50", (x + RULER / 2, y + 3.0), 6.5, align="middle")
    pen.text("100 mm", (x + RULER, y + 3.0), 6.5, align="right")
    pen.text(job.say("scale"), (x + RULER + 5, y - 0.6), _SMALL, face="bold")
    pen.text(job.say("ruler"), (x + RULER + 5, y + 3.0), 6.5, colour=GREY)
    pages = job.say("page", number=number, count=count)
    pen.text(pages, (job.paper.width - MARGIN, y + 3.0), _SMALL, align="right")
