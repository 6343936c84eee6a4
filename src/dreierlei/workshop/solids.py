"""Parts as bodies for 3D printers: STL, in millimetres, each lying as it is printed, without supports.

Engravings are grooves, holes for stones have a floor, and what is glued to the base is one piece with it. Needs
manifold3d, whose bodies stay closed whatever is cut out of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from manifold3d import CrossSection, FillRule, Manifold, Mesh, OpType

from ..model import Point
from ..shapes import Arc, Circle, Close, Line, Move, Outlined, Rect, Step
from .parts import BASE, Part

FLOOR = 1.0
"""The thickness of the floor below a hole for a stone."""
DISH = 1.0
"""The depth of a hollow for a stone on a line."""
GROOVE = 0.6
"""The depth of an engraving: three layers of 0.2 mm."""
LINE = 0.8
"""The width of an engraving: two lines of a 0.4 mm nozzle."""
KNOB = 5.0
"""The height of a grip."""
CHAMFER = 0.6
TRAY = "tray"
_DEVIATION = 0.01
"""How far the sides of a polygon may deviate from its circle."""
_FINEST = 0.002
"""Edges shorter than this are joined: with the precision of an STL file their ends could coincide."""
_ABOVE = 1.0
"""How far a cutting body extends beyond the surface."""


def bodies(parts: Sequence[Part]) -> Iterator[tuple[str, list[Part], Manifold]]:
    """The bodies of plates, with names and parts: the base and all that is fixed to it as one, other parts singly."""
    fixed = [part for part in parts if part.fixed]
    if fixed:
        stacked = [plate(part).translate((0, 0, 0 if part.name == BASE else part.height)) for part in fixed]
        yield TRAY, fixed, Manifold.batch_boolean(stacked, OpType.Add)
    for part in parts:
        if not part.fixed:
            yield part.name, [part], plate(part)


def plate(part: Part) -> Manifold:
    """A flat part, its lower face at height 0."""
    top = part.height
    body = (_filled(part.outline) - _all(map(_filled, part.holes))).extrude(top)
    body = _carved(body, _all(map(_filled, part.seats)), FLOOR, top)
    body = _carved(body, _all(map(_filled, part.dishes)), top - DISH, top)
    body = _marked(body, part)
    if part.grips:
        body += _all(map(_filled, part.grips)).extrude(top / 2 + KNOB).translate((0, 0, top / 2))
    return body


def stone(part: Part) -> Manifold:
    """A round stone with chamfered edges and its mark on both faces."""
    radius, top = part.box.width / 2, part.height
    edge = min(CHAMFER, radius / 4)
    profile = [(0, 0), (radius - edge, 0), (radius, edge), (radius, top - edge), (radius - edge, top), (0, top)]
    return _marked(CrossSection([np.array(profile, dtype=float)]).revolve(_sides(radius)), part)


def _marked(body: Manifold, part: Part) -> Manifold:
    """A body with the grooves of both faces. The back is seen after turning the part over, left to right."""
    body = _carved(body, _grooves(part.front), part.height - GROOVE, part.height)
    across = 2 * part.box.x + part.box.width
    return _carved(body, _grooves(part.back).mirror((1, 0)).translate((across, 0)), -_ABOVE, GROOVE - _ABOVE)


def _carved(body: Manifold, section: CrossSection, low: float, high: float) -> Manifold:
    """A body minus a section extruded from one height to a little above another."""
    return body if section.is_empty() else body - section.extrude(high - low + _ABOVE).translate((0, 0, low))


def as_stl(body: Manifold) -> bytes:
    """A body as binary STL."""
    mesh: Mesh = body.simplify(_FINEST).to_mesh()
    corners = mesh.vert_properties[:, :3][mesh.tri_verts].astype("<f4")
    facets = np.zeros(len(corners), [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    facets["normal"] = np.divide(normals, length, out=np.zeros_like(normals), where=length > 0)
    facets["corners"] = corners
    return b"dreierlei, millimetres".ljust(80) + np.uint32(len(facets)).tobytes() + facets.tobytes()


# --- plane figures; coordinates grow upwards here ---------------------------------------------------------------------


def _all(sections: Iterable[CrossSection]) -> CrossSection:
    return CrossSection.batch_boolean(list(sections), OpType.Add)


def _filled(shape: Circle | Rect) -> CrossSection:
    return CrossSection([np.array(line) for line in _lines(shape.steps)], FillRule.EvenOdd)


def _grooves(shapes: Iterable[Outlined]) -> CrossSection:
    """Lines as wide as a groove, with round ends."""
    pen = CrossSection.circle(LINE / 2, 8)
    drawn = []
    for shape in shapes:
        if isinstance(shape, Circle):
            drawn.append(_filled(replace(shape, radius=shape.radius + LINE / 2)))
            if shape.radius > LINE:
                drawn[-1] -= _filled(replace(shape, radius=shape.radius - LINE / 2))
            continue
        for line in _lines(shape.steps):
            ends = [pen.translate(point) for point in line]
            drawn += [CrossSection.batch_hull(pair) for pair in pairwise(ends)]
    return _all(drawn)


def _lines(steps: Sequence[Step]) -> Iterator[list[Point]]:
    """The parts of an outline as points; a closed one ends where it began."""
    line: list[Point] = []
    for step in steps:
        match step:
            case Move((x, y)):
                if len(line) > 1:
                    yield line
                line = [(x, -y)]
            case Line((x, y)):
                line.append((x, -y))
            case Arc(_, radius, start, end):
                sides = max(1, math.ceil(_sides(radius) * abs(end - start) / math.tau))
                points = (step.at(start + (end - start) * side / sides) for side in range(1, sides + 1))
                line += [(x, -y) for x, y in points]
            case Close():
                yield [*line, line[0]]
                line = []
    if len(line) > 1:
        yield line


def _sides(radius: float) -> int:
    """The number of straight lines that make up a circle."""
    return max(12, math.ceil(math.pi / math.acos(1 - _DEVIATION / radius)))
