"""Drawing on the pages of a PDF: the only code that knows reportlab.

Lengths are millimetres from the top left corner of the page; the size of a text is in points, as everybody has it.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from .. import extras
from ..palette import rgb

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from ..model import Point
    from .outline import Outline

MM = 72 / 25.4
"""Points in a millimetre."""
FACES = {"plain": "Vera", "bold": "VeraBd", "italic": "VeraIt"}
Face = Literal["plain", "bold", "italic"]
"""The type faces, which reportlab brings along; every PDF has the letters that it uses in it."""

BLACK, GREY, PALE = "#000000", "#6e6e6e", "#b4b4b4"


@dataclass(frozen=True, slots=True)
class Look:
    """How an outline is drawn: its colours as `#rrggbb`, the line's width and form."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round"] = "miter"
    evenodd: bool = False
    opacity: float = 1.0


LINE = Look(stroke=BLACK)
CUT = Look(stroke=GREY, width=0.2)
"""Where scissors go."""
FOLD = Look(stroke=GREY, width=0.25, dash=(2.0, 1.2))
"""Where something is folded, glued or laid on."""


@cache
def _fonts() -> Any:
    extras.require("print", "reportlab")
    from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]
    from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]

    for name in FACES.values():
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
    return pdfmetrics


@lru_cache(maxsize=65536)
def width_of(words: str, size: float, face: Face = "plain") -> float:
    """How wide a text is, in millimetres."""
    return float(_fonts().stringWidth(words, FACES[face], size)) / MM


class Pen:
    """Draws a document, page after page. The same strokes give the same bytes."""

    def __init__(self, title: str, language: str, width: float, height: float) -> None:
        _fonts()
        from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

        self.width, self.height = width, height
        self._file = BytesIO()
        self._stamps: dict[Hashable, tuple[str, Point]] = {}
        # Without an initial font of ours, each page would name one that is not embedded.
        self._canvas = Canvas(
            self._file, pagesize=(width * MM, height * MM), invariant=1, initialFontName=FACES["plain"], lang=language
        )
        for name, value in (("Title", title), ("Author", "dreierlei"), ("Subject", title), ("Creator", "dreierlei")):
            getattr(self._canvas, f"set{name}")(value)
        # Asks print dialogues not to shrink the page.
        self._canvas.setViewerPreference("PrintScaling", "None")

    def end_page(self) -> None:
        """What follows goes on a new page."""
        self._canvas.showPage()

    def finish(self) -> bytes:
        """The whole document."""
        self._canvas.save()
        return self._file.getvalue()

    def draw(self, outline: Outline, look: Look = LINE) -> None:
        """An outline, filled or stroked or both."""
        canvas = self._canvas
        canvas.saveState()
        if look.fill:
            canvas.setFillColorRGB(*_parts(look.fill))
        if look.stroke:
            canvas.setStrokeColorRGB(*_parts(look.stroke))
            canvas.setLineWidth(look.width * MM)
            canvas.setLineCap(("butt", "round", "square").index(look.cap))
            canvas.setLineJoin(("miter", "round").index(look.join))
            if look.dash:
                canvas.setDash([part * MM for part in look.dash])
        if look.opacity < 1:
            canvas.setFillAlpha(look.opacity)
        canvas.drawPath(
            self._path(outline),
            stroke=int(bool(look.stroke)),
            fill=int(bool(look.fill)),
            fillMode=int(not look.evenodd),
        )
        canvas.restoreState()

    @contextmanager
    def clipped(self, outline: Outline) -> Iterator[None]:
        """What is drawn meanwhile shows only inside an outline."""
        self._canvas.saveState()
        self._canvas.clipPath(self._path(outline), stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def stamp(self, name: Hashable, at: Point, draw: Callable[[], None]) -> None:
        """What `draw` draws, kept in the file only once however often it is stamped under that name.

        `at` is a point of the drawing on the page: later stamps lie as far from the first as their points do.
        """
        canvas = self._canvas
        if name not in self._stamps:
            self._stamps[name] = (f"stamp{len(self._stamps)}", at)
            canvas.beginForm(self._stamps[name][0])
            draw()
            canvas.endForm()
        form, first = self._stamps[name]
        canvas.saveState()
        canvas.translate((at[0] - first[0]) * MM, (first[1] - at[1]) * MM)
        canvas.doForm(form)
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
        """A line of text with its base line at a point, turned clockwise by so many degrees."""
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

    def _path(self, outline: Outline) -> Any:
        path = self._canvas.beginPath()
        for kind, points in outline:
            numbers = [number for point in points for number in self._at(point)]
            {"move": path.moveTo, "line": path.lineTo, "curve": path.curveTo, "close": path.close}[kind](*numbers)
        return path


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = rgb(colour)
    return red / 255, green / 255, blue / 255
