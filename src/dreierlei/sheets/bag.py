"""A bag of cloth: a round with the game's board stitched on it, which a cord draws together over the stones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ..markdown import inline
from ..shapes import Arc, Box, Circle, Close, Curve, Line, Look, Move, Path, around, cross, polyline
from . import stones
from .columns import Item, Setter, column_width, draw_columns, flow
from .pages import Job, Sheet
from .pen import CUT, FOLD, GREY, PALE, Frame, Pen
from .tiling import Drawing, spread

if TYPE_CHECKING:
    from ..model import Layout, Point

    _Illustration = Callable[[Pen, Job, Point, float], None]

FREE, CHANNEL, HEM = 10.0, 12.0, 5.0
"""Millimetres from the board to the seam, from the seam to the fold, and what is turned in beyond the seam."""
STITCH = 5.0
"""The approximate length of a stitch."""
SHARES = (0.32, 0.29, 0.26, 0.23)
"""How much of the width a picture may take where the bag is explained; the least always fits on a page."""
_CLOTH = "#efefef"
_CROSS = Look(stroke="#000000", width=0.6)


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
    """The pattern at true size, and how the bag is made."""
    unit = job.variant.game.craft.bag
    assert unit is not None, "only games with a bag are asked for one"
    task = job.say("pattern-task")
    return [
        *spread(job, _pattern(job, unit), job.say("pattern"), task),
        Sheet(job.say("bag"), job.say("bag-task"), _instructions(job, unit)),
    ]


def _pattern(job: Job, unit: float) -> Drawing:
    layout = job.variant.layout
    rings = pattern(layout, unit)

    def draw(pen: Pen, at: Point) -> None:
        centre = (at[0] + rings.cut, at[1] + rings.cut)
        pen.draw(Circle(*centre, rings.cut, replace(CUT, stroke="#000000", width=0.35)))
        pen.draw(Circle(*centre, rings.fold, FOLD))
        pen.draw(Circle(*centre, rings.seam, Look(stroke="#000000", width=0.5, dash=(0.01, 1.6), cap="round")))
        stitch(pen, centre, layout, unit)
        # Off the middle, where sheets are glued together.
        for radius, words in ((rings.cut, "cut"), (rings.fold, "fold"), (rings.seam, "sew")):
            pen.text(job.say(words), _around(centre, radius - 3.4, 20), 7, align="middle", colour=GREY, turn=20)
        middle = (rings.seam + rings.fold) / 2
        for angle in (147, 153):
            pen.draw(Circle(*_around(centre, middle, angle), 1.6, Look(stroke="#000000", width=0.3)))
        start = _around(centre, middle + 0.8, 156)
        pen.text(job.say("opening"), start, 6.5, align="right", colour=GREY, turn=-28)
        pen.draw(cross(*_around(centre, middle, -30.5), 1.8, _CROSS))
        pen.text(job.say("fix"), _around(centre, middle - 0.8, -28), 6.5, colour=GREY, turn=-22)

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
        text = job.say(f"need-{name}", across=across, cord=cord, count=need.both)
        yield from setter.entry("•", inline(text), first=number == 0)
    values = {"white": need.white, "black": need.black}
    yield from setter.heading(inline(job.say("steps")))
    for number, picture in enumerate((_stitching, _drawing_together, _painting), 1):

        def draw(pen: Pen, at: Point, width: float, picture: _Illustration = picture) -> None:
            picture(pen, job, (at[0] + width / 2, at[1] + width / 2), width / 2)

        yield setter.figure(draw, 1.0, inline(job.say(f"step-{number}", **values)), share)


def _stitching(pen: Pen, job: Job, centre: Point, radius: float) -> None:
    """The round from its front, half of the board still to be stitched, and the needle on its thread."""
    layout = job.variant.layout
    left, _, right, _ = layout.bounds
    pen.draw(Circle(*centre, radius - 1, Look(fill=_CLOTH, stroke="#000000", width=0.4)))
    stitch(pen, centre, layout, radius * 1.15 / (right - left))
    x, y = centre[0] + radius * 0.575, centre[1] + radius * 0.575
    thread = Move((x, y)), Curve((x + 2, y + 10), (x - 14, y + 4), (x - 8, y + 11))
    pen.draw(Path(thread, Look(stroke="#000000", width=0.6)))
    eye, tip = (x - 8, y + 11), (x + 9, y + 13)
    pen.draw(polyline((eye, tip), Look(stroke=GREY, width=1.1, cap="round")))
    pen.draw(Circle(*(eye[0] + 1, eye[1] + 0.1), 0.5, Look(fill="#ffffff", stroke=GREY, width=0.2)))


def _drawing_together(pen: Pen, job: Job, centre: Point, radius: float) -> None:
    """The round from its back: the hem turned in and sewn, the cord in it, its ends hanging out."""
    rings = pattern(job.variant.layout, job.variant.game.craft.bag or 1)
    edge = radius * 0.8
    seam, cord = edge * rings.seam / rings.fold, edge * (rings.seam + rings.fold) / 2 / rings.fold
    x, y = centre[0], centre[1] - radius * 0.14
    pen.draw(Circle(*(x, y), edge, Look(fill=_CLOTH, stroke="#000000", width=0.4)))
    pen.draw(Circle(*(x, y), seam, Look(fill="#ffffff", stroke="#000000", width=0.4, dash=(1.4, 0.9))))
    gap = 0.16
    bottom = math.pi / 2
    inside = Arc((x, y), cord, bottom + gap, bottom + math.tau - gap)
    look = Look(stroke=GREY, width=0.9, dash=(2.2, 1.0))
    pen.draw(Path((Move(inside.at(inside.start)), inside), look))
    for side in (-1, 1):
        start = (x + side * cord * math.sin(gap), y + cord * math.cos(gap))
        end = (start[0] + side * 5, centre[1] + radius * 0.95)
        hanging = Move(start), Curve((start[0], start[1] + 6), (end[0] + side * 5, end[1] - 6), end)
        pen.draw(Path(hanging, Look(stroke=GREY, width=0.9, cap="round")))
        pen.draw(Circle(*start, 0.9, Look(fill="#ffffff", stroke="#000000", width=0.3)))
        pen.draw(Circle(*end, 0.9, Look(fill=GREY)))
    pen.draw(cross(x, y - cord, 1.6, _CROSS))


def _painting(pen: Pen, job: Job, centre: Point, radius: float) -> None:
    """The bag drawn together, and two colours of pebbles before it."""
    frame = Frame(centre[0], centre[1] - radius * 0.05, radius)
    line = 0.4 / radius
    body = (
        Move((-0.16, -0.42)),
        Curve((-0.75, -0.1), (-0.85, 0.62), (-0.3, 0.66)),
        Line((0.3, 0.66)),
        Curve((0.85, 0.62), (0.75, -0.1), (0.16, -0.42)),
        Close(),
    )
    angles = [math.pi + math.pi * step / 10 for step in range(11)]
    ruff = [
        ((0.16 if i % 2 else 0.46) * math.cos(angle), -0.42 + (0.18 if i % 2 else 0.3) * math.sin(angle))
        for i, angle in enumerate(angles)
    ]
    cloth = Look(_CLOTH, "#000000", line, join="round")
    pen.draw(polyline(ruff, cloth, closed=True), frame)
    pen.draw(Path(body, cloth), frame)
    for lean in (-0.09, 0.0, 0.09):
        pen.draw(polyline(((lean, -0.36), (lean * 3.2, -0.05)), Look(stroke=PALE, width=line)), frame)
    pen.draw(polyline(((-0.18, -0.42), (0.18, -0.42)), Look(stroke=GREY, width=3 * line, cap="round")), frame)
    for side in (-1, 1):
        end = Move((0, -0.42)), Curve((side * 0.3, -0.5), (side * 0.5, -0.3), (side * 0.45, -0.1))
        pen.draw(Path(end, Look(stroke=GREY, width=2.2 * line, cap="round")), frame)
    for number, letter in enumerate("wbwbw"):
        at = frame.place(((number - 2) * 0.36, 0.78 + 0.06 * (number % 2)))
        stones.stone(pen, at, 0.15 * radius, letter, job.style)
