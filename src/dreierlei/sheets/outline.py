"""Outlines as PDF has them: straight lines and Bézier curves, in whatever unit the points are."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Literal

from ..model import Point

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Segment = tuple[Literal["move", "line", "curve", "close"], tuple[Point, ...]]
"""A step of an outline; a curve has two control points and its end."""
Outline = tuple[Segment, ...]

_TOKEN = re.compile(r"[MLHVAZh]|-?\d*\.?\d+")
# How many numbers each letter of path data takes.
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "h": 1, "A": 7, "Z": 0}


def polyline(points: Iterable[Point], closed: bool = False) -> Outline:
    """Straight lines from point to point."""
    first, *rest = points
    steps: list[Segment] = [("move", (first,)), *(("line", (point,)) for point in rest)]
    return (*steps, ("close", ())) if closed else tuple(steps)


def arc(centre: Point, radius: float, start: float, end: float, joined: bool = False) -> Outline:
    """A part of a circle between two angles in radians, clockwise where y grows downwards; `joined` draws on."""
    pieces = max(1, math.ceil(abs(end - start) / (math.pi / 2) - 1e-9))
    step = (end - start) / pieces
    reach = 4 / 3 * math.tan(step / 4) * radius

    def at(angle: float, along: float = 0.0) -> Point:
        c, s = math.cos(angle), math.sin(angle)
        return centre[0] + radius * c - along * s, centre[1] + radius * s + along * c

    steps: list[Segment] = [] if joined else [("move", (at(start),))]
    for piece in range(pieces):
        here, after = start + piece * step, start + (piece + 1) * step
        steps.append(("curve", (at(here, reach), at(after, -reach), at(after))))
    return tuple(steps)


def circle(centre: Point, radius: float) -> Outline:
    """A whole circle."""
    return (*arc(centre, radius, 0, math.tau), ("close", ()))


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Outline:
    """A rectangle from its top left corner, its corners rounded if there is a radius."""
    right, bottom = x + width, y + height
    if not radius:
        return polyline(((x, y), (right, y), (right, bottom), (x, bottom)), closed=True)
    quarter = math.pi / 2
    corners = (
        ((right - radius, y + radius), -1),
        ((right - radius, bottom - radius), 0),
        ((x + radius, bottom - radius), 1),
        ((x + radius, y + radius), 2),
    )
    steps: list[Segment] = [("move", ((x + radius, y),))]
    for (cx, cy), turn in corners:
        begin = turn * quarter
        steps.append(("line", ((cx + radius * math.cos(begin), cy + radius * math.sin(begin)),)))
        steps.extend(arc((cx, cy), radius, begin, begin + quarter, joined=True))
    return (*steps, ("close", ()))


def moved(outline: Outline, place: Callable[[Point], Point]) -> Outline:
    """The outline with each of its points placed elsewhere, by a map that keeps lines straight."""
    return tuple((kind, tuple(place(point) for point in points)) for kind, points in outline)


def read(data: str) -> Outline:
    """The outline that SVG path data describe, with the letters that our pictures use; arcs are of circles."""
    tokens = _TOKEN.findall(data)
    steps: list[Segment] = []
    here = (0.0, 0.0)
    index = 0
    while index < len(tokens):
        letter = tokens[index]
        count = _NUMBERS[letter]
        numbers = [float(token) for token in tokens[index + 1 : index + 1 + count]]
        index += 1 + count
        if letter == "Z":
            steps.append(("close", ()))
            continue
        start, (x, y) = here, here
        match letter:
            case "H":
                x = numbers[0]
            case "h":
                x += numbers[0]
            case "V":
                y = numbers[0]
            case _:
                x, y = numbers[-2:]
        here = (x, y)
        if letter == "A":
            steps.extend(_circular(start, numbers[0], bool(numbers[3]), bool(numbers[4]), here))
        else:
            steps.append(("move" if letter == "M" else "line", (here,)))
    return tuple(steps)


def _circular(start: Point, radius: float, large: bool, sweep: bool, end: Point) -> Outline:
    """The arc of a circle between two points, as the flags of SVG choose among the four that there are."""
    half = math.dist(start, end) / 2
    radius = max(radius, half)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    away = math.sqrt(radius * radius - half * half) / (2 * half) * (1 if large != sweep else -1)
    centre = (middle[0] - (end[1] - start[1]) * away, middle[1] + (end[0] - start[0]) * away)
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    last = math.atan2(end[1] - centre[1], end[0] - centre[0])
    if sweep and last <= first:
        last += math.tau
    if not sweep and last >= first:
        last -= math.tau
    return arc(centre, radius, first, last, joined=True)
