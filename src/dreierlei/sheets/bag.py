"""A bag of cloth: a round with the game's board stitched on it, which a cord draws together over the stones."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ..markdown import inline
from ..palette import palette
from . import outline, stones
from .columns import Setter, column_width, draw_columns, flow
from .pages import Sheet
from .pen import CUT, FOLD, GREY, PALE, Look
from .tiling import Drawing, spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..model import Layout, Point
    from .columns import Item
    from .outline import Outline
    from .pages import Box, Job
    from .pen import Pen

    _Illustration = Callable[[Pen, Job, Point, float], None]

FREE, CHANNEL, HEM = 10.0, 12.0, 5.0
"""Millimetres from the board to the seam, from the seam to the fold, and what is turned in beyond the seam."""
STITCH = 5.0
"""About the length of a stitch."""
SHARES = (0.32, 0.29, 0.26, 0.23)
"""How much of the width a picture may take where the bag is explained; the least always fits on a page."""
_CLOTH = "#efefef"


@dataclass(frozen=True, slots=True)
class Round:
    """The circles of the pattern, by their radii in millimetres."""

    seam: float
    fold: float
    cut: float


def pattern(layout: Layout, unit: float) -> Round:
    """The round that a board needs: the hem, folded back, reaches just beyond the seam."""
    left, top, right, bottom = layout.bounds
    seam = math.hypot(right - left, bottom - top) / 2 * unit + FREE
    return Round(seam, seam + CHANNEL, seam + 2 * CHANNEL + HEM)


def lines(layout: Layout) -> list[tuple[Point, Point]]:
    """The lines of a board: its strokes, and between its cells the longest straight ones."""
    found = [pair for stroke in layout.strokes for pair in pairwise(stroke)]
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
            found.append((a, b))
    return found


def sheets(job: Job) -> list[Sheet]:
    """The pattern at true size, and how the bag is made."""
    unit = job.variant.game.craft.bag
    assert unit is not None, "only games with a bag are asked for one"
    task = job.say("pattern task")
    return [
        *spread(job, _pattern(job, unit), job.say("pattern"), task),
        Sheet(job.say("bag"), job.say("bag task"), _instructions(job, unit)),
    ]


def _pattern(job: Job, unit: float) -> Drawing:
    layout = job.variant.layout
    rings = pattern(layout, unit)

    def draw(pen: Pen, at: Point) -> None:
        centre = (at[0] + rings.cut, at[1] + rings.cut)
        pen.draw(outline.circle(centre, rings.cut), replace(CUT, stroke="#000000", width=0.35))
        pen.draw(outline.circle(centre, rings.fold), FOLD)
        pen.draw(outline.circle(centre, rings.seam), Look(stroke="#000000", width=0.5, dash=(0.01, 1.6), cap="round"))
        stitch(pen, centre, layout, unit)
        # Off the middle, where sheets are glued together.
        for radius, words in ((rings.cut, "cut"), (rings.fold, "fold"), (rings.seam, "sew")):
            pen.text(job.say(words), _around(centre, radius - 3.4, 20), 7, align="middle", colour=GREY, turn=20)
        middle = (rings.seam + rings.fold) / 2
        for angle in (147, 153):
            pen.draw(outline.circle(_around(centre, middle, angle), 1.6), Look(stroke="#000000", width=0.3))
        start = _around(centre, middle + 0.8, 156)
        pen.text(job.say("opening"), start, 6.5, align="right", colour=GREY, turn=-28)
        _cross(pen, _around(centre, middle, -30.5), 1.8)
        pen.text(job.say("fix"), _around(centre, middle - 0.8, -28), 6.5, colour=GREY, turn=-22)

    return Drawing(2 * rings.cut, 2 * rings.cut, draw, marks=False)


def _around(centre: Point, radius: float, degrees: float) -> Point:
    """A point on a circle, so far clockwise from the top."""
    angle = math.radians(degrees)
    return centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle)


def _cross(pen: Pen, at: Point, reach: float) -> None:
    x, y = at
    for way in (1, -1):
        ends = ((x - reach, y - reach * way), (x + reach, y + reach * way))
        pen.draw(outline.polyline(ends), Look(stroke="#000000", width=0.6))


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
            pen.draw(outline.polyline(ends), Look(stroke="#000000", width=min(1.0, wide / 4), cap="round"))
        for spot in spots:
            pen.draw(outline.circle(spot, min(0.45, wide / 8)), Look(fill="#000000"))
    for point in layout.places:
        if point.shape == "point":
            ring = Look(fill="#ffffff", stroke="#000000", width=min(0.6, unit / 30))
            pen.draw(outline.circle(place((point.x, point.y)), unit * 0.11), ring)


# --- how it is made ---------------------------------------------------------------------------------------------------


def _instructions(job: Job, unit: float) -> Callable[[Pen, Box], None]:
    def draw(pen: Pen, box: Box) -> None:
        setter = Setter(column_width(box, 1), box.width / 18)
        for share in SHARES:
            columns = flow(list(_items(job, unit, setter, share)), box.height)
            if len(columns) == 1:
                break
        draw_columns(pen, box, columns[:1], 1)

    return draw


def _items(job: Job, unit: float, setter: Setter, share: float) -> Iterator[Item]:
    layout = job.variant.layout
    rings, need = pattern(layout, unit), stones.count(job.variant)
    across = math.ceil(rings.cut / 5)
    cord = 10 * math.ceil((math.tau * rings.fold + 300) / 100)
    yield from setter.heading(inline(job.say("materials")))
    things = ("cloth", "wool", "cord", "thread", "pebbles", "paint")
    for number, name in enumerate(things):
        text = job.say(f"need {name}", across=across, cord=cord, count=need.both)
        yield from setter.entry("•", inline(text), first=number == 0)
    values = {"white": need.white, "black": need.black}
    yield from setter.heading(inline(job.say("steps")))
    for number, picture in enumerate((_stitching, _drawing_together, _painting), 1):

        def draw(pen: Pen, at: Point, width: float, picture: _Illustration = picture) -> None:
            picture(pen, job, (at[0] + width / 2, at[1] + width / 2), width / 2)

        yield setter.figure(draw, 1.0, inline(job.say(f"step {number}", **values)), share)


def _stitching(pen: Pen, job: Job, centre: Point, radius: float) -> None:
    """The round from its front, half of the board still to be stitched, and the needle on its thread."""
    layout = job.variant.layout
    left, _, right, _ = layout.bounds
    pen.draw(outline.circle(centre, radius - 1), Look(fill=_CLOTH, stroke="#000000", width=0.4))
    stitch(pen, centre, layout, radius * 1.15 / (right - left))
    x, y = centre[0] + radius * 0.575, centre[1] + radius * 0.575
    thread: Outline = (("move", ((x, y),)), ("curve", ((x + 2, y + 10), (x - 14, y + 4), (x - 8, y + 11))))
    pen.draw(thread, Look(stroke="#000000", width=0.6))
    eye, tip = (x - 8, y + 11), (x + 9, y + 13)
    pen.draw(outline.polyline((eye, tip)), Look(stroke=GREY, width=1.1, cap="round"))
    pen.draw(outline.circle((eye[0] + 1, eye[1] + 0.1), 0.5), Look(fill="#ffffff", stroke=GREY, width=0.2))


def _drawing_together(pen: Pen, job: Job, centre: Point, radius: float) -> None:
    """The round from its back: the hem turned in and sewn, the cord in it, its ends hanging out."""
    rings = pattern(job.variant.layout, job.variant.game.craft.bag or 1)
    edge = radius * 0.8
    seam, cord = edge * rings.seam / rings.fold, edge * (rings.seam + rings.fold) / 2 / rings.fold
    x, y = centre[0], centre[1] - radius * 0.14
    pen.draw(outline.circle((x, y), edge), Look(fill=_CLOTH, stroke="#000000", width=0.4))
    pen.draw(outline.circle((x, y), seam), Look(fill="#ffffff", stroke="#000000", width=0.4, dash=(1.4, 0.9)))
    gap = 0.16
    bottom = math.pi / 2
    pen.draw(
        outline.arc((x, y), cord, bottom + gap, bottom + math.tau - gap), Look(stroke=GREY, width=0.9, dash=(2.2, 1.0))
    )
    for side in (-1, 1):
        start = (x + side * cord * math.sin(gap), y + cord * math.cos(gap))
        end = (start[0] + side * 5, centre[1] + radius * 0.95)
        line: Outline = (
            ("move", (start,)),
            ("curve", ((start[0], start[1] + 6), (end[0] + side * 5, end[1] - 6), end)),
        )
        pen.draw(line, Look(stroke=GREY, width=0.9, cap="round"))
        pen.draw(outline.circle(start, 0.9), Look(fill="#ffffff", stroke="#000000", width=0.3))
        pen.draw(outline.circle(end, 0.9), Look(fill=GREY))
    _cross(pen, (x, y - cord), 1.6)


def _painting(pen: Pen, job: Job, centre: Point, radius: float) -> None:
    """The bag drawn together, and two colours of pebbles before it."""
    x, y = centre[0], centre[1] - radius * 0.05
    r = radius
    body: Outline = (
        ("move", ((x - 0.16 * r, y - 0.42 * r),)),
        ("curve", ((x - 0.75 * r, y - 0.1 * r), (x - 0.85 * r, y + 0.62 * r), (x - 0.3 * r, y + 0.66 * r))),
        ("line", ((x + 0.3 * r, y + 0.66 * r),)),
        ("curve", ((x + 0.85 * r, y + 0.62 * r), (x + 0.75 * r, y - 0.1 * r), (x + 0.16 * r, y - 0.42 * r))),
        ("close", ()),
    )
    ruff = [
        (
            x + (0.16 + 0.3 * (i % 2 == 0)) * r * math.cos(a),
            y - 0.42 * r + (0.3 if i % 2 == 0 else 0.18) * r * math.sin(a),
        )
        for i, a in enumerate(math.pi + math.pi * step / 10 for step in range(11))
    ]
    pen.draw(outline.polyline(ruff, closed=True), Look(fill=_CLOTH, stroke="#000000", width=0.4, join="round"))
    pen.draw(body, Look(fill=_CLOTH, stroke="#000000", width=0.4))
    for lean in (-0.09, 0.0, 0.09):
        fold = ((x + lean * r, y - 0.36 * r), (x + lean * 3.2 * r, y - 0.05 * r))
        pen.draw(outline.polyline(fold), Look(stroke=PALE, width=0.4))
    pen.draw(
        outline.polyline(((x - 0.18 * r, y - 0.42 * r), (x + 0.18 * r, y - 0.42 * r))),
        Look(stroke=GREY, width=1.2, cap="round"),
    )
    for side in (-1, 1):
        end: Outline = (
            ("move", ((x, y - 0.42 * r),)),
            (
                "curve",
                (
                    (x + side * 0.3 * r, y - 0.5 * r),
                    (x + side * 0.5 * r, y - 0.3 * r),
                    (x + side * 0.45 * r, y - 0.1 * r),
                ),
            ),
        )
        pen.draw(end, Look(stroke=GREY, width=0.9, cap="round"))
    colours = palette(job.style)
    for number, kind in enumerate("wbwbw"):
        at = (x + (number - 2) * 0.36 * r, y + (0.78 + 0.06 * (number % 2)) * r)
        stones.stone(pen, at, 0.15 * r, kind, colours)
