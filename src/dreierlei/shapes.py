"""The shapes that pictures consist of. They are values; `svg` writes them as SVG and `sheets.pen` draws them on paper.

The unit of length is the drawing's own: that of the layout in pictures, millimetres on paper. Coordinates grow to the
right and downwards, and angles clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from .model import Point

# --- how a shape is painted -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """How a shape is painted: its colours as `#rrggbb`, and the width and form of its line."""

    fill: str | Hatching | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round"] = "miter"
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Hatching:
    """Square tiles of lines on a ground, in rows from the origin. In one document, equal ids mean equal hatchings."""

    id: str
    side: float
    ground: str
    lines: Path


# --- outlines ---------------------------------------------------------------------------------------------------------


class Move(NamedTuple):
    """Begins a new part of an outline."""

    to: Point


class Line(NamedTuple):
    """A straight line."""

    to: Point


class Curve(NamedTuple):
    """A Bézier curve with two control points."""

    first: Point
    second: Point
    to: Point


class Arc(NamedTuple):
    """A part of a circle between two angles in radians, clockwise if `end` is the greater one.

    It continues from the current point, which must be where it starts.
    """

    centre: Point
    radius: float
    start: float
    end: float

    def at(self, angle: float) -> Point:
        """The point of the circle at an angle."""
        return around(self.centre, self.radius, angle)


class Close(NamedTuple):
    """Returns to where the part of the outline began."""


Step = Move | Line | Curve | Arc | Close


def around(centre: Point, radius: float, angle: float) -> Point:
    """A point on a circle; the angle is in radians, clockwise from the right."""
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


# --- shapes -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around a point. The `role` of a shape says what it means; SVG has it as its class."""

    x: float
    y: float
    radius: float
    look: Look
    role: str = ""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The outline."""
        arc = Arc((self.x, self.y), self.radius, 0.0, math.tau)
        return Move(arc.at(0.0)), arc, Close()


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle from its top left corner, its corners rounded if there is a radius."""

    x: float
    y: float
    width: float
    height: float
    look: Look
    radius: float = 0.0
    role: str = ""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The outline."""
        left, top, right, bottom, r = self.x, self.y, self.x + self.width, self.y + self.height, self.radius
        if not r:
            return Move((left, top)), Line((right, top)), Line((right, bottom)), Line((left, bottom)), Close()
        quarter = math.pi / 2
        centres = ((right - r, top + r), (right - r, bottom - r), (left + r, bottom - r), (left + r, top + r))
        arcs = [Arc(centre, r, turn * quarter, (turn + 1) * quarter) for turn, centre in enumerate(centres, -1)]
        sides = [step for arc in arcs for step in (Line(arc.at(arc.start)), arc)]
        return Move((left + r, top)), *sides, Close()


@dataclass(frozen=True, slots=True)
class Path:
    """Any outline. Overlapping parts leave a hole."""

    steps: tuple[Step, ...]
    look: Look
    role: str = ""


def moved(
    steps: Iterable[Step], to: Callable[[Point], Point], scale: float = 1.0, turn: float = 0.0
) -> tuple[Step, ...]:
    """A transformed outline: `to` maps points, `scale` multiplies radii, and `turn`, in radians, is added to angles."""
    outline: list[Step] = []
    for step in steps:
        match step:
            case Move(point):
                outline.append(Move(to(point)))
            case Line(point):
                outline.append(Line(to(point)))
            case Curve(first, second, point):
                outline.append(Curve(to(first), to(second), to(point)))
            case Arc(centre, radius, start, end):
                outline.append(Arc(to(centre), radius * scale, start + turn, end + turn))
            case Close():
                outline.append(step)
    return tuple(outline)


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text whose middle is at a point."""

    words: str
    x: float
    y: float
    size: float
    colour: str
    bold: bool = False

    @property
    def baseline(self) -> float:
        """The baseline: a third of the size below the middle centres capitals in every renderer."""
        return self.y + self.size * 0.35


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together, with a title for people and data for programs."""

    parts: tuple[Shape, ...]
    role: str = ""
    title: str = ""
    data: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawing round the origin that is used many times. In one document, equal ids mean equal symbols."""

    id: str
    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol at a point, optionally turned by a number of degrees, or scaled."""

    symbol: Symbol
    x: float
    y: float
    role: str = ""
    turn: float = 0.0
    scale: float = 1.0


Outlined = Circle | Rect | Path
Shape = Outlined | Text | Group | Use


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the plane."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height


@dataclass(frozen=True)
class Picture:
    """Shapes in layers from the ground up, the part of the plane that they fill, and what they show in words."""

    box: Box
    layers: tuple[Shape, ...]
    title: str
    description: str

    def only(self, *roles: str) -> tuple[Shape, ...]:
        """The layers of these roles."""
        return tuple(layer for layer in self.layers if isinstance(layer, Group) and layer.role in roles)

    def over(self, *layers: Shape) -> Picture:
        """The picture with more layers on top."""
        return replace(self, layers=(*self.layers, *layers))


# --- outlines that are drawn often ------------------------------------------------------------------------------------


def route(*points: Point, closed: bool = False) -> tuple[Step, ...]:
    """Straight lines from point to point."""
    first, *rest = points
    return Move(first), *(Line(point) for point in rest), *([Close()] if closed else [])


def polyline(points: Iterable[Point], look: Look, *, closed: bool = False, role: str = "") -> Path:
    """Straight lines from point to point as a shape."""
    return Path(route(*points, closed=closed), look, role)


def cross(x: float, y: float, reach: float, look: Look, role: str = "") -> Path:
    """Two short diagonal lines through a point."""
    ways = [route((x - reach, y - reach * way), (x + reach, y + reach * way)) for way in (1, -1)]
    return Path((*ways[0], *ways[1]), look, role)


def brackets(half: float, arm: float) -> tuple[Step, ...]:
    """The four corners of a square round the origin."""
    steps: list[Step] = []
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y = sx * half, sy * half
        steps += route((x - sx * arm, y), (x, y), (x, y - sy * arm))
    return tuple(steps)


def band(inner: float, outer: float) -> tuple[Step, ...]:
    """The area between two circles round the origin."""
    blank = Look()
    return (*Circle(0, 0, outer, blank).steps, *Circle(0, 0, inner, blank).steps)


def walk(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Every shape, including those in groups and symbols."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from walk(shape.parts)
        elif isinstance(shape, Use):
            yield from walk(shape.symbol.parts)
