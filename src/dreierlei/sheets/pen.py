"""Drawing on the pages of a PDF: the only code that uses reportlab.

Lengths are millimetres from the top left corner of the page; text sizes are in points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from io import BytesIO
from itertools import product
from typing import Any, Literal

from .. import extras
from ..model import Point
from ..palette import rgb
from ..shapes import (
    Arc,
    Circle,
    Close,
    Curve,
    Group,
    Hatching,
    Line,
    Look,
    Move,
    Outlined,
    Path,
    Rect,
    Shape,
    Step,
    Symbol,
    Text,
    Use,
    around,
)

MM = 72 / 25.4
"""Points in a millimetre."""
FACES = {"plain": "Vera", "bold": "VeraBd", "italic": "VeraIt"}
Face = Literal["plain", "bold", "italic"]
"""The typefaces that come with reportlab; every PDF embeds the letters that it uses."""

FILL_EVEN_ODD = 0
"""reportlab's number for the even-odd rule, by which overlapping parts leave a hole."""

BLACK, GREY, PALE = "#000000", "#6e6e6e", "#b4b4b4"


@dataclass(frozen=True, slots=True)
class Frame:
    """How a drawing is placed on the page: its origin, and the millimetres for one unit."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0

    def place(self, point: Point) -> Point:
        """A point of the drawing on the page."""
        return self.x + point[0] * self.scale, self.y + point[1] * self.scale


PAGE = Frame()
"""Drawings in millimetres of the page."""

LINE = Look(stroke=BLACK, width=0.25)
CUT = Look(stroke=GREY, width=0.2)
"""Where to cut."""
FOLD = Look(stroke=GREY, width=0.25, dash=(2.0, 1.2))
"""Where something is folded, glued or laid on."""


@cache
def _fonts() -> Any:
    extras.require("print", "reportlab")
    from reportlab import rl_config  # type: ignore[import-untyped]  # optional extra
    from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]  # optional extra
    from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]  # optional extra

    rl_config.useA85 = 0  # ASCII streams would be a quarter larger, and take as long to write as everything else
    for name in FACES.values():
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
    return pdfmetrics


def width_of(words: str, size: float, face: Face = "plain") -> float:
    """How wide a text is, in millimetres."""
    return _width(words, face) * size / MM


@lru_cache(maxsize=65536)
def _width(words: str, face: Face) -> float:
    """How wide a text is in a size of one point, in points."""
    return float(_fonts().stringWidth(words, FACES[face], 1))


class Pen:
    """Draws a document, page after page. The same strokes give the same bytes."""

    def __init__(self, title: str, language: str, width: float, height: float, *, two_sided: bool = False) -> None:
        _fonts()
        from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]  # optional extra

        self.width, self.height = width, height
        self._file = BytesIO()
        self._stamps: dict[tuple[Symbol, float], str] = {}
        # Without an initial font of ours, each page would name one that is not embedded.
        self._canvas = Canvas(
            self._file, pagesize=(width * MM, height * MM), invariant=1, initialFontName=FACES["plain"], lang=language
        )
        for name, value in (("Title", title), ("Author", "dreierlei"), ("Subject", title), ("Creator", "dreierlei")):
            getattr(self._canvas, f"set{name}")(value)
        # Asks print dialogues not to shrink the page.
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge" if two_sided else "Simplex")

    def end_page(self) -> None:
        """Ends the page; what follows goes on a new one."""
        self._canvas.showPage()

    def finish(self) -> bytes:
        """The whole document."""
        self._canvas.save()
        return self._file.getvalue()

    def draw(self, shape: Shape, frame: Frame = PAGE) -> None:
        """A shape, in units of the frame."""
        match shape:
            case Group(parts):
                for part in parts:
                    self.draw(part, frame)
            case Use():
                self._stamp(shape, frame)
            case Text(words, x, _, size, colour, bold):
                at, points = frame.place((x, shape.baseline)), size * frame.scale * MM
                self.text(words, at, points, face="bold" if bold else "plain", align="middle", colour=colour)
            case Circle() | Rect() | Path():
                look = shape.look
                if isinstance(look.fill, Hatching):
                    self._hatched(shape, look.fill, frame)
                    look = replace(look, fill=None)
                self._outline(shape.steps, look, frame)

    @contextmanager
    def clipped(self, shape: Outlined, frame: Frame = PAGE) -> Iterator[None]:
        """What is drawn inside the `with` block shows only inside a shape."""
        self._canvas.saveState()
        self._canvas.clipPath(self._path(shape.steps, frame), stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def _outline(self, steps: Iterable[Step], look: Look, frame: Frame) -> None:
        if not (look.fill or look.stroke):
            return
        canvas = self._canvas
        canvas.saveState()
        if isinstance(look.fill, str):
            canvas.setFillColorRGB(*_parts(look.fill))
        if look.stroke:
            canvas.setStrokeColorRGB(*_parts(look.stroke))
            canvas.setLineWidth(look.width * frame.scale * MM)
            canvas.setLineCap(("butt", "round", "square").index(look.cap))
            canvas.setLineJoin(("miter", "round").index(look.join))
            if look.dash:
                canvas.setDash([part * frame.scale * MM for part in look.dash])
        if look.opacity < 1:
            canvas.setFillAlpha(look.opacity)
        path = self._path(steps, frame)
        canvas.drawPath(path, stroke=int(bool(look.stroke)), fill=int(bool(look.fill)), fillMode=FILL_EVEN_ODD)
        canvas.restoreState()

    def _hatched(self, shape: Outlined, hatching: Hatching, frame: Frame) -> None:
        """A shape filled with the tiles of a hatching."""
        points = [step.to for step in shape.steps if isinstance(step, Move | Line)]
        spans = [(min(values), max(values)) for values in zip(*points, strict=True)]
        side = hatching.side
        columns, rows = (range(math.floor(low / side), math.ceil(high / side - 1e-6)) for low, high in spans)
        self._outline(shape.steps, Look(hatching.ground), frame)
        with self.clipped(shape, frame):
            for column, row in product(columns, rows):
                x, y = frame.place((column * side, row * side))
                self.draw(hatching.lines, replace(frame, x=x, y=y))

    def _stamp(self, use: Use, frame: Frame) -> None:
        """A symbol. The file contains it once for each size, drawn in the middle of a page."""
        canvas, middle = self._canvas, (self.width / 2, self.height / 2)
        scale = frame.scale * use.scale
        name = use.symbol, round(scale, 9)
        if name not in self._stamps:
            self._stamps[name] = f"stamp{len(self._stamps)}"
            canvas.beginForm(self._stamps[name])
            for part in use.symbol.parts:
                self.draw(part, Frame(*middle, scale))
            canvas.endForm()
        canvas.saveState()
        canvas.translate(*self._at(frame.place((use.x, use.y))))
        if use.turn:
            canvas.rotate(-use.turn)
        canvas.translate(-middle[0] * MM, -middle[1] * MM)
        canvas.doForm(self._stamps[name])
        canvas.restoreState()

    def text(
        self,
        words: str,
        at: Point,
        size: float,
        *,
        face: Face = "plain",
        align: Literal["left", "middle", "right"] = "left",
        colour: str = BLACK,
        turn: float = 0.0,
    ) -> None:
        """A line of text with its base line at a point, turned clockwise by a number of degrees."""
        canvas = self._canvas
        canvas.saveState()
        canvas.setFillColorRGB(*_parts(colour))
        canvas.setFont(FACES[face], size)
        canvas.translate(*self._at(at))
        if turn:
            canvas.rotate(-turn)
        shift = {"left": 0.0, "middle": 0.5, "right": 1.0}[align] * width_of(words, size, face) * MM
        canvas.drawString(-shift, 0, words)
        canvas.restoreState()

    def _at(self, point: Point) -> Point:
        return point[0] * MM, (self.height - point[1]) * MM

    def _path(self, steps: Iterable[Step], frame: Frame) -> Any:
        path = self._canvas.beginPath()

        def at(*points: Point) -> list[float]:
            return [number for point in points for number in self._at(frame.place(point))]

        for step in steps:
            match step:
                case Move(to):
                    path.moveTo(*at(to))
                case Line(to):
                    path.lineTo(*at(to))
                case Curve():
                    path.curveTo(*at(*step))
                case Arc():
                    for curve in _curves(step):
                        path.curveTo(*at(*curve))
                case Close():
                    path.close()
        return path


def _curves(arc: Arc) -> Iterator[Curve]:
    """An arc as Bézier curves of at most a quarter circle each, which look the same."""
    pieces = max(1, math.ceil(abs(arc.end - arc.start) / (math.pi / 2) - 1e-9))
    turn = (arc.end - arc.start) / pieces
    reach = 4 / 3 * math.tan(turn / 4) * arc.radius
    for piece in range(pieces):
        start, end = arc.start + piece * turn, arc.start + (piece + 1) * turn
        first = around(arc.at(start), reach, start + math.pi / 2)
        second = around(arc.at(end), reach, end - math.pi / 2)
        yield Curve(first, second, arc.at(end))


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = rgb(colour)
    return red / 255, green / 255, blue / 255
