"""The rules of a game on one page, with small diagrams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import Diagram, sheet
from ..svg import draw as draw_svg
from .boards import extent
from .columns import Setter, column_width, draw_columns, flow
from .pages import Sheet
from .picture import Picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..model import Point
    from .columns import Item
    from .pages import Box, Job
    from .pen import Pen

COLUMNS = 3
SIZES = [size / 4 for size in range(30, 49)]
"""Sizes of type that can be read, in points, from the smallest."""
SHARES = (0.34, 0.4, 0.46, 0.54)
"""How much of a column's width a diagram may take, from the least."""


def sheets(job: Job) -> list[Sheet]:
    """One page, in the largest type and with the largest diagrams that it has room for.

    A text too long even for the smallest type goes on over further pages.
    """
    box = job.paper.box
    width = column_width(box, COLUMNS)
    largest = max(SIZES) if box.width > 250 else 9.5
    tries = [(size, share) for size in reversed(SIZES) if size <= largest for share in reversed(SHARES)]
    columns = next(
        found
        for size, share in tries
        if len(found := flow(list(_items(job, Setter(width, size), share)), box.height)) <= COLUMNS
        or (size, share) == tries[-1]
    )
    found = []
    for start in range(0, len(columns), COLUMNS):
        page = columns[start : start + COLUMNS]

        def draw(pen: Pen, box: Box, page: list[list[tuple[Item, float]]] = page) -> None:
            draw_columns(pen, box, page, COLUMNS)

        found.append(Sheet(job.say("rules"), job.variant.game.about[job.language], draw))
    return found


def _items(job: Job, setter: Setter, share: float) -> Iterator[Item]:
    for number, block in enumerate(sheet(job.variant.game.id, job.language)):
        if isinstance(block, Diagram):
            yield _figure(job, setter, block, share)
            continue
        # The page's own head has the name of the game already.
        text = block.split("\n", 1)[1] if number == 0 and block.startswith("# ") else block
        yield from setter.markdown(text)


def _figure(job: Job, setter: Setter, diagram: Diagram, share: float) -> Item:
    left, top, right, bottom = extent(diagram.position.variant.layout)
    edge = 0.05
    box = (left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge)

    def draw(pen: Pen, at: Point, width: float) -> None:
        svg = draw_svg(
            diagram.position, last_move=False, marks=diagram.marks, style=job.style, language=job.language
        )
        Picture(svg, skip=frozenset({"frame", "hands"}), box=box).fit(pen, *at, width)

    return setter.figure(draw, box[3] / box[2], diagram.caption, share)
