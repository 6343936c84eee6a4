"""The program's own pictures on paper: reads the SVG that `dreierlei.svg` draws, so a printed board is the board that
everybody knows from the screen. It reads what our pictures contain and nothing more.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Literal, cast

from ..model import Variant
from ..position import Position
from ..scene import Scene
from ..shapes import UNIT
from ..svg import draw_scene
from . import outline
from .pen import MM, Look

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..messages import Language
    from ..model import Layout, Point
    from ..palette import Style
    from .outline import Outline
    from .pen import Pen

_NS = "{http://www.w3.org/2000/svg}"
_MOVE = re.compile(r"(translate|rotate)\(([^)]*)\)")


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the units of the picture lie on the page: scaled, turned, moved."""

    x: float
    y: float
    scale: float
    angle: float = 0.0

    def place(self, point: Point) -> Point:
        c, s = math.cos(self.angle) * self.scale, math.sin(self.angle) * self.scale
        return self.x + c * point[0] - s * point[1], self.y + s * point[0] + c * point[1]

    def inside(self, transform: str) -> _Frame:
        """The frame of an element that moves or turns its content."""
        frame = self
        for kind, text in _MOVE.findall(transform):
            numbers = [float(number) for number in text.split()]
            if kind == "rotate":
                frame = replace(frame, angle=frame.angle + math.radians(numbers[0]))
            else:
                x, y = frame.place((numbers[0], numbers[1]))
                frame = replace(frame, x=x, y=y)
        return frame


class Picture:
    """A picture of ours, ready to be drawn at any size."""

    def __init__(
        self, svg: str, skip: frozenset[str] = frozenset(), box: tuple[float, float, float, float] | None = None
    ) -> None:
        """`skip` are classes of elements to leave out; `box` is what to show instead of the whole picture."""
        self._root = ET.fromstring(svg)
        self._skip = skip
        self._patterns = {element.attrib["id"]: element for element in self._root.iter(f"{_NS}pattern")}
        left, top, width, height = (float(number) / UNIT for number in self._root.attrib["viewBox"].split())
        self.box = box or (left, top, width, height)
        """Left, top, width and height, in units of the layout."""

    def draw(self, pen: Pen, origin: Point, unit: float) -> None:
        """The picture with the layout's origin at a point of the page, and `unit` millimetres for one of its units."""
        for element in self._root:
            self._element(pen, element, _Frame(*origin, unit / UNIT))

    def fit(self, pen: Pen, x: float, y: float, width: float) -> None:
        """The whole picture from its top left corner, so wide."""
        left, top, across, _ = self.box
        unit = width / across
        self.draw(pen, (x - left * unit, y - top * unit), unit)

    def _element(self, pen: Pen, element: ET.Element, frame: _Frame) -> None:
        if self._skip & set(element.get("class", "").split()):
            return
        frame = frame.inside(element.get("transform", ""))
        name = element.tag.removeprefix(_NS)
        if name == "g":
            for inner in element:
                self._element(pen, inner, frame)
        elif name == "text":
            self._text(pen, element, frame)
        elif name in _SHAPES:
            shape = outline.moved(_SHAPES[name](element.attrib), frame.place)
            fill = element.get("fill", "")
            if fill.startswith("url("):
                self._hatched(pen, shape, self._patterns[fill[5:-1]], frame)
                fill = "none"
            look = _look(element.attrib, frame.scale, fill)
            if look.fill or look.stroke:
                pen.draw(shape, look)

    def _hatched(self, pen: Pen, shape: Outline, pattern: ET.Element, frame: _Frame) -> None:
        """A shape that is filled with the tiles of a pattern: they lie in rows from the picture's origin."""
        ground, drawn = pattern
        side = float(pattern.attrib["width"])
        points = [((x - frame.x) / frame.scale, (y - frame.y) / frame.scale) for _, ends in shape for x, y in ends]
        spans = [(min(values), max(values)) for values in zip(*points, strict=True)]

        def draw() -> None:
            columns, rows = (range(math.floor(low / side), math.ceil(high / side - 1e-6)) for low, high in spans)
            tile = outline.read(drawn.attrib["d"])
            lines: list[outline.Segment] = []
            for column, row in product(columns, rows):
                x, y = frame.place((column * side, row * side))
                lines += outline.moved(tile, replace(frame, x=x, y=y).place)
            pen.draw(shape, Look(fill=ground.attrib["fill"]))
            with pen.clipped(shape):
                pen.draw(tuple(lines), _look(drawn.attrib, frame.scale, "none"))

        # Cells that cut the same piece out of the same pattern look the same.
        piece = [(round(low % side, 2), round(high - low, 2)) for low, high in spans]
        name = (pattern.attrib["id"], round(frame.scale, 9), *piece)
        pen.stamp(name, frame.place((spans[0][0], spans[1][0])), draw)

    @staticmethod
    def _text(pen: Pen, element: ET.Element, frame: _Frame) -> None:
        at = frame.place((float(element.attrib["x"]), float(element.attrib["y"])))
        size = float(element.attrib["font-size"]) * frame.scale * MM
        face: Literal["bold", "plain"] = "bold" if element.get("font-weight") else "plain"
        pen.text(element.text or "", at, size, face=face, align="middle", colour=element.get("fill", "#000000"))


def _numbers(attributes: Mapping[str, str], *names: str) -> list[float]:
    return [float(attributes.get(name, 0)) for name in names]


def _circle(attributes: Mapping[str, str]) -> Outline:
    x, y, radius = _numbers(attributes, "cx", "cy", "r")
    return outline.circle((x, y), radius)


_SHAPES: Mapping[str, Callable[[Mapping[str, str]], Outline]] = {
    "circle": _circle,
    "rect": lambda attributes: outline.rectangle(*_numbers(attributes, "x", "y", "width", "height", "rx")),
    "path": lambda attributes: outline.read(attributes["d"]),
}


def _look(attributes: Mapping[str, str], scale: float, fill: str) -> Look:
    """How a shape is drawn. Lines that name no fill have none: they enclose nothing."""
    stroke = attributes.get("stroke")
    filled = fill if fill not in ("", "none") else None
    return Look(
        fill=filled if filled or stroke or fill == "none" else "#000000",
        stroke=stroke,
        width=float(attributes.get("stroke-width", UNIT)) * scale,
        dash=tuple(float(part) * scale for part in attributes.get("stroke-dasharray", "").split()),
        cap=cast('Literal["butt", "round", "square"]', attributes.get("stroke-linecap", "butt")),
        join=cast('Literal["miter", "round"]', attributes.get("stroke-linejoin", "miter")),
        evenodd=attributes.get("fill-rule") == "evenodd",
        opacity=float(attributes.get("opacity", 1)),
    )


def blank(variant: Variant, layout: Layout, style: Style, language: Language) -> Picture:
    """An empty board of that layout: the ground, the labels and the ways in."""
    layout = replace(layout, hands=None)
    on_paper = Variant(variant.game, variant.options, replace(variant.tables, layout=layout))
    scene = Scene(Position(on_paper), language, (".",) * len(layout.places))
    return Picture(draw_scene(scene, style=style), skip=frozenset({"frame", "places", "hands"}))
