"""What is engraved on a board: lines, hatchings, signs, arrows and letters, each line once, in millimetres.

A machine follows every line that a file has, so a line that two cells share must not appear twice.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from ..model import Layout, Place, Point, Ring, Variant
from ..picture import picture
from ..positions import Position
from ..scene import Scene, gaps
from ..shapes import (
    Circle,
    Group,
    Line,
    Look,
    Move,
    Outlined,
    Path,
    Shape,
    Step,
    Use,
    around,
    moved,
    polyline,
    route,
    walk,
)
from ..symbols import HATCHING, SIGNS
from .lettering import strokes

ENGRAVE = Look(stroke="#0000ff", width=0.1)
LETTER = 0.28
"""The height of capitals, in cells."""
TILE_LETTER = 0.16
_DOT = 0.0275
_POINT = 0.1
_DOUBLE = 0.03
"""Half the distance between the two lines that separate groups of cells."""
_RIM = 0.08
"""The margin that hatching leaves along the edge of its cell."""
_CLOSE = 1e-4

Segment = tuple[Point, Point]


def board(layout: Layout, cell: float, *, rim: bool = True) -> tuple[Outlined, ...]:
    """A board in one piece: its cells or its lines and points, and the letters beside it.

    Without `rim`, the lines around all cells are left out, because the board is cut there.
    """
    cells = [place for place in layout.places if place.shape == "cell"]
    lines = joined([*_outlines(cells, rim), *(line for place in cells for line in _hatching(place))])
    lines += joined(pair for stroke in layout.strokes for pair in itertools.pairwise(stroke))
    return (
        *_drawn(lines, cell),
        *(_sign(place, cell) for place in cells if place.sign),
        *(dot for place in cells for dot in _dots(place, cell)),
        *(_circle((p.x, p.y), _POINT, cell) for p in layout.places if p.shape == "point"),
        *(shape for label in layout.labels for shape in letters(label.text, (label.x, label.y), cell, LETTER)),
    )


def letters(words: str, at: Point, cell: float, height: float) -> Iterator[Outlined]:
    """A text whose middle is at a point of the layout; capitals are that high, in cells."""
    for stroke in strokes(words, (at[0] * cell, at[1] * cell), height * cell):
        yield polyline(stroke, ENGRAVE)


def ways(variant: Variant, cell: float) -> tuple[Outlined, ...]:
    """The signs at the corners where stones are pushed in."""
    corners = picture(_empty(variant, variant.layout), "print").only("controls")
    uses = [shape for shape in walk(corners) if isinstance(shape, Use)]
    return tuple(_moved(part, cell, (use.x, use.y), use.turn) for use in uses for part in _plain(use.symbol.parts))


def arrows(variant: Variant, ring: Ring, cell: float, taken: Container[int] = ()) -> tuple[Outlined, ...]:
    """The arrows of a ring, except in the `taken` gaps between its places."""
    layout = replace(variant.layout, rings=(ring,), strokes=(), controls=())
    groups = [shape for shape in walk(picture(_empty(variant, layout), "print").only("board")) if _is_arrow(shape)]
    kept = [group for gap, group in enumerate(groups) if gap not in taken]
    return tuple(_moved(part, cell) for group in kept for part in _plain(walk([group])))


def ticks(layout: Layout, ring: Ring, inner: float, outer: float) -> tuple[Outlined, ...]:
    """Short lines between two radii in millimetres, at each place of a ring: its steps."""
    return tuple(
        polyline([around((0.0, 0.0), radius, angle) for radius in (inner, outer)], ENGRAVE)
        for angle, _ in gaps(layout, ring)
    )


def joined(segments: Iterable[Segment]) -> list[Segment]:
    """The same lines, each only once: pieces of a straight line that touch or overlap become one."""
    on: dict[tuple[float, float, float], list[tuple[float, float]]] = defaultdict(list)
    for (ax, ay), (bx, by) in segments:
        length = math.hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        if ux < -_CLOSE or (abs(ux) <= _CLOSE and uy < 0):
            ux, uy = -ux, -uy
        aside = ay * ux - ax * uy
        start, end = sorted((ax * ux + ay * uy, bx * ux + by * uy))
        on[round(ux, 4) + 0.0, round(uy, 4) + 0.0, round(aside, 4) + 0.0].append((start, end))
    lines = []
    for (ux, uy, aside), spans in on.items():
        norm = math.hypot(ux, uy)
        for start, end in _merged(spans):
            ends = [(t * ux / norm - aside * uy / norm, t * uy / norm + aside * ux / norm) for t in (start, end)]
            lines.append((ends[0], ends[1]))
    return lines


def _merged(spans: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    spans = sorted(spans)
    start, end = spans[0]
    for next_start, next_end in spans[1:]:
        if next_start > end + _CLOSE:
            yield start, end
            start, end = next_start, next_end
        else:
            end = max(end, next_end)
    yield start, end


# --- cells ------------------------------------------------------------------------------------------------------------


def _outlines(cells: list[Place], rim: bool) -> Iterator[Segment]:
    """The edges of all cells; two lines instead of one between groups and around all of them."""
    groups = {(place.x, place.y): place.group for place in cells}
    grouped = any(group is not None for group in groups.values())
    for (x, y), group in groups.items():
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if not rim and (x + dx, y + dy) not in groups:
                continue
            beside = groups.get((x + dx, y + dy), -1)
            double = grouped and beside != group
            reach = 0.5 + (_DOUBLE if double else 0.0)
            for aside in (-_DOUBLE, _DOUBLE) if double else (0.0,):
                cx, cy = x + dx * (0.5 + aside), y + dy * (0.5 + aside)
                yield (cx - dy * reach, cy - dx * reach), (cx + dy * reach, cy + dx * reach)


def _tiles(place: Place) -> Iterator[tuple[Point, Segment, float]]:
    """The lines of a cell's hatching tile by tile: the corner of the tile in its cell, the line in it, and its side."""
    if place.tint and not place.sign:
        side, steps = HATCHING[place.tint]
        for row, column in itertools.product(range(round(1 / side)), repeat=2):
            for line in _pairs(steps):
                yield (column * side, row * side), line, side


def _hatching(place: Place) -> Iterator[Segment]:
    """The hatching of a cell; a rim stays free, so that its lines do not run into those between groups."""
    for (x, y), line, side in _tiles(place):
        within = _clipped(line, 0, side)
        placed = within and _clipped(_shifted(within, x, y), _RIM, 1 - _RIM)
        if placed:
            yield _shifted(placed, place.x - 0.5, place.y - 0.5)


def _dots(place: Place, cell: float) -> Iterator[Outlined]:
    for (x, y), (a, b), _ in _tiles(place):
        if a == b and all(_RIM <= at <= 1 - _RIM for at in (x + a[0], y + a[1])):
            yield _circle((place.x - 0.5 + x + a[0], place.y - 0.5 + y + a[1]), _DOT, cell)


def _pairs(steps: tuple[Step, ...]) -> Iterator[Segment]:
    at = (0.0, 0.0)
    for step in steps:
        if isinstance(step, Line):
            yield at, step.to
        if isinstance(step, Move | Line):
            at = step.to


def _shifted(line: Segment, dx: float, dy: float) -> Segment:
    (ax, ay), (bx, by) = line
    return (ax + dx, ay + dy), (bx + dx, by + dy)


def _clipped(line: Segment, low: float, high: float) -> Segment | None:
    """The part of a line within the square between two coordinates, if there is any."""
    a, b = line
    enter, leave = 0.0, 1.0
    for start, end in zip(a, b, strict=True):
        way = end - start
        if way == 0:
            if not low <= start <= high:
                return None
            continue
        first, last = sorted(((low - start) / way, (high - start) / way))
        enter, leave = max(enter, first), min(leave, last)
    if a == b or leave - enter < _CLOSE:
        return None
    begin, stop = ((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (enter, leave))
    return begin, stop


def _sign(place: Place, cell: float) -> Outlined:
    return _moved(Path(SIGNS[place.sign], ENGRAVE), cell, (place.x, place.y))


# --- shapes of pictures, in millimetres -------------------------------------------------------------------------------


def _empty(variant: Variant, layout: Layout) -> Scene:
    tables = replace(variant.tables, layout=replace(layout, hands=None))
    return Scene(Position(Variant(variant.game, variant.options, tables)), "en", (".",) * len(layout.places))


def _is_arrow(shape: Shape) -> bool:
    return isinstance(shape, Group) and shape.role == "arrow"


def _plain(shapes: Iterable[Shape]) -> Iterator[Circle | Path]:
    return (shape for shape in shapes if isinstance(shape, Circle | Path))


def _drawn(lines: Iterable[Segment], cell: float) -> Iterator[Outlined]:
    for (ax, ay), (bx, by) in lines:
        yield Path(route((ax * cell, ay * cell), (bx * cell, by * cell)), ENGRAVE)


def _circle(at: Point, radius: float, cell: float) -> Circle:
    return Circle(at[0] * cell, at[1] * cell, radius * cell, ENGRAVE)


def _moved(shape: Circle | Path, cell: float, at: Point = (0.0, 0.0), turn: float = 0.0) -> Circle | Path:
    """A shape of the layout, turned by a number of degrees and put at a point, in millimetres, as a line."""
    angle = math.radians(turn)
    cos, sin = math.cos(angle), math.sin(angle)

    def to(point: Point) -> Point:
        x, y = point
        return (at[0] + x * cos - y * sin) * cell, (at[1] + x * sin + y * cos) * cell

    if isinstance(shape, Circle):
        return Circle(*to((shape.x, shape.y)), shape.radius * cell, ENGRAVE)
    return Path(moved(shape.steps, to, cell, angle), ENGRAVE)
