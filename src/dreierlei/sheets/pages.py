"""Sheets of paper: what they have in common, and how they become a document."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .. import messages
from ..messages import Language
from ..model import Variant
from ..palette import Style
from ..shapes import Box, Look, Rect, Use, polyline
from ..symbols import Symbols
from .pen import GREY, LINE, Frame, Pen, width_of

MARGIN = 10.0
"""What printers may leave white; only crop marks extend into it."""
HEAD = 19.0
FOOT = 10.0
RULER = 100.0
_TITLE, _SMALL, _LEADING = 13.0, 7.5, 3.5
_SWATCH = 5.4


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright, in millimetres."""

    name: str
    width: float
    height: float
    scale: float = 1.0
    """How much larger boards and type are than on A4."""

    @property
    def box(self) -> Box:
        """The space for a sheet's own content."""
        return Box(MARGIN, MARGIN + HEAD, self.width - 2 * MARGIN, round(self.height - 2 * MARGIN - HEAD - FOOT, 3))


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("A4", 210, 297),
    "a3": Paper("A3", 297, 420, math.sqrt(2)),
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
    """A page: what it is, what to do with it, and how its content is drawn into the remaining box."""

    title: str
    task: str
    draw: Callable[[Pen, Box], None]
    map: tuple[int, int, int] | None = None
    """Columns, rows and the number of this sheet, where several are glued together."""
    cut: bool = True
    """Whether it is cut up, so that only what belongs there may be printed on its back."""
    back: bool = False
    """Whether it belongs on the back of the sheet before it."""
    legend: bool = False
    """Whether its head explains the hatching and signs of the board's colours."""


def bind(job: Job, sheets: Sequence[Sheet]) -> bytes:
    """The document with all the sheets."""
    name = job.variant.game.names[job.language]
    two_sided = any(sheet.back for sheet in sheets)
    if two_sided:
        sheets = _backed(job, sheets)
    pen = Pen(name, job.language, job.paper.width, job.paper.height, two_sided=two_sided)
    for number, sheet in enumerate(sheets, 1):
        _head(pen, job, sheet, f"{name} · {sheet.title}")
        sheet.draw(pen, job.paper.box)
        _foot(pen, job, number, len(sheets))
        pen.end_page()
    return pen.finish()


def _backed(job: Job, sheets: Sequence[Sheet]) -> list[Sheet]:
    """The sheets with empty pages between them, so that on paper printed on both sides nothing is cut in two."""
    pages: list[Sheet] = []
    for sheet in sheets:
        if len(pages) % 2 and not sheet.back and (sheet.cut or pages[-1].cut):
            pages.append(Sheet(job.say("blank"), job.say("blank-task"), lambda *_: None))
        pages.append(sheet)
    return pages


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
    if sheet.legend:
        _legend(pen, job, right, beside=width_of(title, _TITLE, "bold"))
    for number, line in enumerate(wrap(sheet.task, right - MARGIN, _SMALL)):
        pen.text(line, (MARGIN, MARGIN + 8.6 + number * _LEADING), _SMALL)


def _legend(pen: Pen, job: Job, right: float, beside: float) -> None:
    """The grounds of the board with their names, to the right of the title or, if that is too long, below the task."""
    grounds = {place.tint: place for place in job.variant.layout.places if place.tint}
    # After a comma, a name may add what the rules say about such a ground.
    words = {
        tint: names[job.language].split(",")[0] for tint, names in job.variant.tables.grounds.items() if tint in grounds
    }
    wide = sum(_SWATCH + 4 + width_of(word, _SMALL) for word in words.values()) - 3
    x, y = right - wide, MARGIN
    if x < MARGIN + beside + 4:
        x, y = MARGIN, MARGIN + HEAD - _SWATCH - 0.4
    for tint, word in words.items():
        ground = Symbols(job.style).ground(grounds[tint])
        pen.draw(Use(ground, 0, 0), Frame(x + _SWATCH / 2, y + _SWATCH / 2, _SWATCH))
        pen.text(word, (x + _SWATCH + 1, y + _SWATCH / 2 + 1), _SMALL)
        x += _SWATCH + 4 + width_of(word, _SMALL)


def _map(pen: Pen, right: float, columns: int, rows: int, number: int) -> float:
    """A map of the glued sheets, with this one dark; returns its left edge."""
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
