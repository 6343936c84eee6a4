"""How rings of card are put together: a page with a section through the board and what to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from ..crafts import grip_width
from ..markdown import inline
from ..model import Point
from ..shapes import Box, Circle, Look, Rect, polyline
from .columns import Setter, column_width, draw_columns, flow
from .pages import Job
from .pen import LINE, PALE, Pen

CARD = 2
"""The thickness of the card for rings, in millimetres: stiff, but can still be cut with a knife."""
PLAY = 1.0
"""Millimetres between a ring and its neighbour: the tolerance of cutting by hand."""
STEPS = 5
_SECTION = 62.0
"""The height of the drawing in millimetres."""
_FIXED = Look(fill=PALE, stroke="#000000", width=0.3)
_TURNING = Look(fill="#ffffff", stroke="#000000", width=0.3)


def page(job: Job, borders: Sequence[float]) -> Callable[[Pen, Box], None]:
    """Draws the page for rings that meet at these radii, the largest first."""

    def draw(pen: Pen, box: Box) -> None:
        setter = Setter(column_width(box, 1), box.width / 18)
        _section(pen, job, (box.x + box.width / 2, box.y + _SECTION / 2), box.width / 2 - 4, borders)
        values = {"card": f"{CARD} mm", "play": f"{PLAY:.0f} mm", "grip": f"{grip_width(job.cell):.0f} mm"}
        items = [
            item
            for number in range(1, STEPS + 1)
            for item in setter.entry(f"{number}.", inline(job.say(f"build-{number}", **values)), first=False)
        ]
        below = Box(box.x, box.y + _SECTION, box.width, box.height - _SECTION)
        draw_columns(pen, below, flow(items, below.height), 1)

    return draw


def _section(pen: Pen, job: Job, centre: Point, half: float, borders: Sequence[float]) -> None:
    """A section through the middle, with thickness and play exaggerated."""
    x, y = centre
    unit, thick, play = half / (borders[0] * 1.12), 6.0, 1.6
    pen.draw(Rect(x - half, y + thick, 2 * half, thick, _FIXED))
    for side in (-1, 1):
        edge = borders[0] * unit
        pen.draw(Rect(min(side * edge, side * half) + x, y, half - edge, thick, _FIXED))
        for outside, inside in pairwise(borders):
            outer, inner = outside * unit - play / 2, inside * unit + play / 2
            pen.draw(Rect(x + min(side * outer, side * inner), y, outer - inner, thick, _TURNING))
            pen.draw(Circle(x + side * (outer + inner) / 2, y - 2.6, 2.6, _TURNING))
    middle = borders[-1] * unit - play / 2
    pen.draw(Rect(x - middle, y, 2 * middle, thick, _FIXED))
    ring = (borders[0] + borders[1]) / 2 * unit
    # Words, the point they name, where they stand, and whether they are centred there.
    notes: tuple[tuple[str, Point, Point, bool], ...] = (
        ("build-frame", (x - half + 3, y + 2), (x - half, y - 17), False),
        ("build-ring", (x - ring + 8, y + 2), (x - ring + 7, y - 11), False),
        ("build-grip", (x + ring, y - 5), (x + ring, y - 11), True),
        ("build-centre", (x, y + 2), (x, y - 17), True),
        ("build-base", (x, y + 1.6 * thick), (x, y + 19), True),
    )
    for words, to, at, centred in notes:
        pen.draw(polyline((to, (to[0], at[1] + (1 if at[1] < y else -3))), LINE))
        pen.text(job.say(words), at, 8, align="middle" if centred else "left")
