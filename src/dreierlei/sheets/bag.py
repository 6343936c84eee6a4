"""A cloth bag: a round piece with the board stitched on it, tied over the stones by a cord sewn on at one point."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from .. import crafts
from ..markdown import inline
from ..shapes import Box, Circle, Look, around, cross, polyline
from . import bag_steps
from .columns import GUTTER, Item, Setter, column_width, draw_columns, flow
from .pages import Job, Sheet
from .pen import CUT, GREY, Frame, Pen
from .tiling import Drawing, spread

if TYPE_CHECKING:
    from ..model import Layout, Point

FREE, RUFF = 10.0, 30.0
"""Millimetres from the board to the neck, where the cord is wound, and from the neck to the edge of the cloth."""
CORD = 60
"""Centimetres: twice round the gathered neck, which is about as thick as a thumb, and a bow."""
SPARE = 4
"""Centimetres of cloth beyond the round, to hold while stitching."""
STITCH = 5.0
"""The approximate length of a stitch."""
SHARES = (0.48, 0.44, 0.4, 0.36, 0.32, 0.28)
"""How much of a column a picture may take where the bag is explained; the smallest always fits on a page."""
NEEDS = ("cloth", "wool", "cord", "thread", "pencil", "pebbles", "paint")


@dataclass(frozen=True, slots=True)
class Round:
    """The circles of the pattern, by their radii in millimetres."""

    neck: float
    cut: float


def pattern(layout: Layout, unit: float) -> Round:
    """The round piece that a board needs; it has no hem."""
    left, top, right, bottom = layout.bounds
    neck = math.hypot(right - left, bottom - top) / 2 * unit + FREE
    return Round(neck, neck + RUFF)


def lines(layout: Layout) -> list[tuple[Point, Point]]:
    """The lines of a board: its strokes, and the longest straight lines between its cells."""
    segments = [pair for stroke in layout.strokes for pair in pairwise(stroke)]
    corners = {
        (place.x + dx, place.y + dy)
        for place in layout.places
        if place.shape == "cell"
        for dx in (-0.5, 0.5)
        for dy in (-0.5, 0.5)
    }
    for across in (False, True):
        tracks: dict[float, list[float]] = {}
        for x, y in corners:
            tracks.setdefault(y if across else x, []).append(x if across else y)
        for track, spots in sorted(tracks.items()):
            ends = (min(spots), max(spots))
            a, b = ((end, track) if across else (track, end) for end in ends)
            segments.append((a, b))
    return segments


def sheets(job: Job) -> list[Sheet]:
    """The pattern at true size, and instructions for the bag."""
    unit = job.variant.game.craft.bag
    assert unit is not None, "only games with a bag are asked for one"
    task = job.say("pattern-task")
    return [
        *spread(job, _pattern(job, unit), job.say("pattern"), task),
        Sheet(job.say("bag"), job.say("bag-task"), _instructions(job, unit), cut=False),
    ]


def _pattern(job: Job, unit: float) -> Drawing:
    layout = job.variant.layout
    rings = pattern(layout, unit)

    def draw(pen: Pen, at: Point) -> None:
        centre = (at[0] + rings.cut, at[1] + rings.cut)
        pen.draw(Circle(*centre, rings.cut, replace(CUT, stroke="#000000", width=0.35)))
        stitch(pen, centre, layout, unit)
        # Away from the middle, where sheets are glued together.
        pen.text(job.say("cut"), _around(centre, rings.cut - 3.4, 20), 7, align="middle", colour=GREY, turn=20)
        pen.draw(cross(*_around(centre, rings.neck, -30.5), 1.8, Look(stroke="#000000", width=0.6)))
        pen.text(job.say("fix"), _around(centre, rings.neck - 0.8, -28), 6.5, colour=GREY, turn=-22)

    return Drawing(2 * rings.cut, 2 * rings.cut, draw, marks=False)


def _around(centre: Point, radius: float, degrees: float) -> Point:
    """A point on a circle, by its angle clockwise from the top."""
    return around(centre, radius, math.radians(degrees - 90))


def stitch(pen: Pen, centre: Point, layout: Layout, unit: float) -> None:
    """The board as a chart: every stitch a stroke, every hole of the needle a dot, every point a small ring."""
    left, top, right, bottom = layout.bounds
    origin = (centre[0] - (left + right) / 2 * unit, centre[1] - (top + bottom) / 2 * unit)

    def place(point: Point) -> Point:
        return origin[0] + point[0] * unit, origin[1] + point[1] * unit

    for line in lines(layout):
        (ax, ay), (bx, by) = (place(end) for end in line)
        length = math.hypot(bx - ax, by - ay)
        count = max(1, round(unit / STITCH)) * max(1, round(length / unit))
        wide = length / count
        short = min(0.2, 0.9 / wide)
        spots = [(ax + (bx - ax) * t / count, ay + (by - ay) * t / count) for t in range(count + 1)]
        for (x, y), (u, v) in pairwise(spots):
            ends = ((x + (u - x) * short, y + (v - y) * short), (u - (u - x) * short, v - (v - y) * short))
            pen.draw(polyline(ends, Look(stroke="#000000", width=min(1.0, wide / 4), cap="round")))
        for spot in spots:
            pen.draw(Circle(*spot, min(0.45, wide / 8), Look(fill="#000000")))
    for point in layout.places:
        if point.shape == "point":
            ring = Look(fill="#ffffff", stroke="#000000", width=min(0.6, unit / 30))
            pen.draw(Circle(*place((point.x, point.y)), unit * 0.11, ring))


# --- how it is made ---------------------------------------------------------------------------------------------------


def _instructions(job: Job, unit: float) -> Callable[[Pen, Box], None]:
    def draw(pen: Pen, box: Box) -> None:
        setter = Setter(column_width(box, 2), box.width / 19)
        y = box.y
        for text, items in (("materials", list(_needs(job, unit, setter))), ("steps", [])):
            for item in setter.heading(inline(job.say(text))):
                item.draw(pen, (box.x, y))
                y += item.height + 1.5
            if items:
                height = max(_height(column) for column in _halves(items))
                draw_columns(pen, Box(box.x, y, box.width, height), _halves(items), 2)
                y += height + 3
        rows = _grid(job, setter, box.bottom - y)
        gap = max(2.0, (box.bottom - y - sum(max(item.height for item in row) for row in rows)) / len(rows))
        for row in rows:
            for number, item in enumerate(row):
                item.draw(pen, (box.x + number * (setter.width + GUTTER), y))
            y += max(item.height for item in row) + gap

    return draw


def _needs(job: Job, unit: float, setter: Setter) -> Iterator[list[Item]]:
    across = math.ceil(2 * pattern(job.variant.layout, unit).cut / 10) + SPARE
    for number, name in enumerate(NEEDS):
        text = job.say(f"need-{name}", across=across, cord=CORD, count=crafts.count(job.variant).both)
        yield list(setter.entry("•", inline(text), first=number == 0))


def _halves(entries: list[list[Item]]) -> list[list[tuple[Item, float]]]:
    """A list in two columns."""
    middle = (len(entries) + 1) // 2
    halves = entries[:middle], entries[middle:]
    return [flow([item for entry in half for item in entry], math.inf)[0] for half in halves]


def _height(column: list[tuple[Item, float]]) -> float:
    item, y = column[-1]
    return y + item.height


def _grid(job: Job, setter: Setter, height: float) -> list[list[Item]]:
    """The steps in rows of two, with the largest pictures that fit."""
    need = crafts.count(job.variant)
    left, top, right, bottom = job.variant.layout.bounds
    half, middle = max(right - left, bottom - top) / 2, ((left + right) / 2, (top + bottom) / 2)
    board = [
        (((a - middle[0]) / half, (b - middle[1]) / half), ((c - middle[0]) / half, (d - middle[1]) / half))
        for (a, b), (c, d) in lines(job.variant.layout)
    ]
    for share in SHARES:
        items = []
        for number, step in enumerate(bag_steps.STEPS, 1):

            def draw(pen: Pen, at: Point, width: float, step: bag_steps.Step = step) -> None:
                step(pen, job, Frame(at[0] + width / 2, at[1] + width / 2, width / 2), board)

            text = job.say(f"step-{number}", white=need.white, black=need.black)
            items.append(setter.figure(draw, 1.0, inline(text), share))
        rows = [items[start : start + 2] for start in range(0, len(items), 2)]
        if sum(max(item.height for item in row) + 2 for row in rows) <= height:
            break
    return rows
