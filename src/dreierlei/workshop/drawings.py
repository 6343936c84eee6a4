"""Parts as drawings for laser cutters and routers: SVG and DXF with two layers, `cut` and `engrave`, in millimetres.

Circles and arcs are kept as such, and outlines include the kerf. `cut` holds closed outlines only, the holes of a
part before its outline, so that no part falls out of the sheet before it is finished.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .. import svg
from ..model import Point
from ..shapes import Arc, Box, Circle, Close, Curve, Line, Move, Outlined, Path, Rect, Step, moved
from .parts import Part

LAYERS = {"engrave": 5, "cut": 1}
"""The layers in the order of the work, with their colours in DXF: blue and red."""
SHEET = 600.0
"""The maximum width of a sheet, in millimetres: the bed of a common laser. A larger part gets a row of its own."""
GAP = 4.0
MARGIN = 5.0


@dataclass(frozen=True)
class Drawing:
    """The lines of a file, in millimetres from the top left corner of the sheet."""

    width: float
    height: float
    cut: tuple[Outlined, ...]
    engrave: tuple[Outlined, ...]


def drawing(parts: Sequence[Part], kerf: float, *, back: bool = False) -> Drawing:
    """Parts side by side on a sheet. With `back`, only the engravings of their backs, for parts turned over."""
    cut: list[Outlined] = []
    engrave: list[Outlined] = []
    placed = list(_placed(parts))
    for part, (x, y) in placed:
        dx, dy = x - part.box.x, y - part.box.y
        engrave += [_shifted(shape, dx, dy) for shape in (part.back if back else part.front)]
        if not back:
            inside = (*part.seats, *part.grips, *part.holes)
            cut += [_shifted(_grown(hole, -kerf / 2), dx, dy) for hole in inside]
            cut.append(_shifted(_grown(part.outline, kerf / 2), dx, dy))
    right = max(x + part.box.width for part, (x, _) in placed)
    bottom = max(y + part.box.height for part, (_, y) in placed)
    return Drawing(right + MARGIN, bottom + MARGIN, tuple(cut), tuple(engrave))


def _placed(parts: Sequence[Part]) -> Iterator[tuple[Part, Point]]:
    """Every piece with its top left corner, in rows."""
    x = y = MARGIN
    tall = 0.0
    for part in parts:
        for _ in range(part.count):
            if x > MARGIN and x + part.box.width > SHEET - MARGIN:
                x, y, tall = MARGIN, y + tall + GAP, 0.0
            yield part, (x, y)
            x, tall = x + part.box.width + GAP, max(tall, part.box.height)


def _grown(shape: Circle | Rect, by: float) -> Circle | Rect:
    if isinstance(shape, Circle):
        return replace(shape, radius=shape.radius + by)
    return Rect(
        shape.x - by, shape.y - by, shape.width + 2 * by, shape.height + 2 * by, shape.look, max(0, shape.radius + by)
    )


def _shifted(shape: Outlined, dx: float, dy: float) -> Outlined:
    if not isinstance(shape, Path):
        return replace(shape, x=shape.x + dx, y=shape.y + dy)
    return replace(shape, steps=moved(shape.steps, lambda point: (point[0] + dx, point[1] + dy)))


def as_svg(drawn: Drawing, title: str) -> bytes:
    """The drawing as SVG. A millimetre in the file is a millimetre of material, in any program."""
    layers = {"engrave": drawn.engrave, "cut": drawn.cut}
    return svg.layers(Box(0, 0, drawn.width, drawn.height), layers, title).encode()


# --- DXF --------------------------------------------------------------------------------------------------------------


def as_dxf(drawn: Drawing) -> bytes:
    """The drawing as DXF R2000, which every program reads. Needs ezdxf."""
    from ezdxf import filemanagement, units  # optional extra

    document = filemanagement.new("R2000", units=units.MM)
    space = document.modelspace()
    for layer, colour in LAYERS.items():
        document.layers.add(layer, color=colour)
    for layer, shapes in (("engrave", drawn.engrave), ("cut", drawn.cut)):
        for shape in shapes:
            if isinstance(shape, Circle):
                space.add_circle((shape.x, drawn.height - shape.y), shape.radius, dxfattribs={"layer": layer})
                continue
            for points, closed in _runs(shape.steps):
                upright = [(x, drawn.height - y, -bulge) for x, y, bulge in points]
                space.add_lwpolyline(upright, format="xyb", close=closed, dxfattribs={"layer": layer})
    stream = io.StringIO()
    document.write(stream)
    return stream.getvalue().encode()


def _runs(steps: Sequence[Step]) -> Iterator[tuple[list[tuple[float, float, float]], bool]]:
    """The lines of an outline, each as points with the bulge of the segment that follows, and whether it is closed."""
    run: list[tuple[float, float, float]] = []
    for step in steps:
        match step:
            case Move(point):
                if len(run) > 1:
                    yield run, False
                run = [(*point, 0.0)]
            case Line(point):
                if math.dist(run[-1][:2], point) > 1e-9:
                    run.append((*point, 0.0))
            case Arc(_, _, start, end):
                x, y, _ = run[-1]
                run[-1] = (x, y, math.tan((end - start) / 4))
                run.append((*step.at(end), 0.0))
            case Close():
                if math.dist(run[-1][:2], run[0][:2]) < 1e-9:
                    run.pop()
                yield run, True
                run = []
            case Curve():
                raise ValueError("a part has no curves but circles")
    if len(run) > 1:
        yield run, False
