"""The rules of a game on one page, with small diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from .. import markdown
from ..model import Label, Point
from ..picture import edges, margins, picture
from ..rulebook import Diagram, sheet
from ..scene import scene
from ..shapes import Box, Text
from .columns import SMALLEST, Item, Setter, column_width, draw_columns, flow
from .pages import Job, Sheet
from .pen import MM, Frame, Pen

WIDE = 9.0
"""The smallest type in two columns; below that lines become too long, so there are three."""
LARGEST = 12.0
LABEL = 0.28
"""The size of a coordinate in units of the board, where it fits."""
ROOM = 1.25
"""The space for a coordinate, in multiples of its type size."""
COORDINATE = 6.0
"""The smallest type of the coordinates beside a diagram, in points."""
SHARES = (0.54, 0.48, 0.42, 0.38, 0.34)
"""How much of a column's width a diagram may take."""
GOOD = 0.42
"""A share at which diagrams are easy to read: anything less is used only when even small type does not fit."""


def sheets(job: Job) -> list[Sheet]:
    """One page, in the largest type and with the largest diagrams that fit.

    A text too long even for the smallest type continues on further pages.
    """
    count, columns = _columns(job)
    pages = []
    for start in range(0, len(columns), count):
        page = columns[start : start + count]

        def draw(pen: Pen, box: Box, page: list[list[tuple[Item, float]]] = page) -> None:
            draw_columns(pen, box, page, count)

        about = job.variant.game.about[job.language]
        pages.append(Sheet(job.say("rules"), about, draw, cut=False, legend=True))
    return pages


def _columns(job: Job) -> tuple[int, list[list[tuple[Item, float]]]]:
    """How many columns a page has, and the columns of the whole text."""
    box, parts = job.paper.box, _read(job)

    def lay(size: float, share: float) -> tuple[int, list[list[tuple[Item, float]]]]:
        count = 2 if size >= WIDE * job.paper.scale else 3
        setter = Setter(column_width(box, count), size)
        return count, flow(list(_items(job, parts, setter, share)), box.height)

    largest = int(4 * LARGEST * job.paper.scale)
    sizes = [step / 4 for step in range(largest, int(4 * SMALLEST) - 1, -1)]
    for least, size in product((GOOD, SHARES[-1]), sizes):
        count, columns = lay(size, least)
        if len(columns) <= count:
            # The type is as large as it can be; now the diagrams.
            return next(laid for share in SHARES if len((laid := lay(size, share))[1]) <= count)
    return count, columns


def _read(job: Job) -> list[Diagram | list[markdown.Block]]:
    """The short rules without their title, which is in the head of the page."""
    parts: list[Diagram | list[markdown.Block]] = []
    for number, block in enumerate(sheet(job.variant.game.id, job.language)):
        parts.append(block if isinstance(block, Diagram) else markdown.read(block)[1 if number == 0 else 0 :])
    return parts


def _items(job: Job, parts: list[Diagram | list[markdown.Block]], setter: Setter, share: float) -> Iterator[Item]:
    for part in parts:
        if isinstance(part, Diagram):
            yield _figure(job, setter, part, share)
        else:
            yield from setter.blocks(part)


def _figure(job: Job, setter: Setter, diagram: Diagram, share: float) -> Item:
    layout = diagram.position.variant.layout
    board = edges(layout)
    edge = 0.05
    # Legible type is larger than the scale of a small diagram allows, and needs more space.
    least = max(COORDINATE, 0.75 * setter.size) / MM
    type_size = max(LABEL, least * (board[2] - board[0] + 2 * edge) / (setter.width * share - ROOM * least))
    across, down = ((ROOM if wanted else 0.0) * type_size for wanted in margins(layout))
    left, top, right, bottom = board
    width, height = right - left + across + 2 * edge, bottom - top + down + 2 * edge

    def draw(pen: Pen, at: Point, size: float) -> None:
        unit = size / width
        frame = Frame(at[0] + (across - left + edge) * unit, at[1] + (edge - top) * unit, unit)
        shown = scene(diagram.position, last_move=False, marks=diagram.marks, language=job.language)
        for layer in picture(shown, job.style).only("board", "controls", "places"):
            pen.draw(layer, frame)
        for label in layout.labels:
            pen.draw(_coordinate(label, board, type_size), frame)

    return setter.figure(draw, height / width, markdown.inline(diagram.caption), share)


def _coordinate(label: Label, board: tuple[float, float, float, float], size: float) -> Text:
    """A label in a size of its own: beside the board it keeps its row, below it keeps its column."""
    left, _, _, bottom = board
    x = left - 0.62 * size if label.x < left else label.x
    y = bottom + 0.7 * size if label.y > bottom else label.y
    return Text(label.text, x, y, size, "#000000")
