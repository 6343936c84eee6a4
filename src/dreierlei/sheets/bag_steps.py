"""Small drawings of how a bag is made, one for each step, in a square two units wide round the origin."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ..shapes import Arc, Circle, Close, Curve, Line, Look, Move, Path, Rect, around, cross, polyline
from . import stones
from .pen import GREY, PALE, Frame, Pen

if TYPE_CHECKING:
    from ..model import Point
    from .pages import Job

Lines = Sequence[tuple["Point", "Point"]]
"""The lines of a board, from -1 to 1."""
Step = Callable[[Pen, "Job", Frame, Lines], None]

_CLOTH = "#ececec"
_BOARD = 0.5
"""How far a board extends on the cloth."""


def _look(frame: Frame, width: float = 0.35, **others: object) -> Look:
    """A black line of that many millimetres."""
    return Look(**{"stroke": "#000000", "width": width / frame.scale, "cap": "round", "join": "round", **others})  # type: ignore[arg-type]


def _board(pen: Pen, frame: Frame, lines: Lines, look: Look, reach: float = _BOARD) -> None:
    for line in lines:
        pen.draw(polyline([(x * reach, y * reach) for x, y in line], look), frame)


def _tracing(pen: Pen, _: Job, frame: Frame, lines: Lines) -> None:
    """The cloth over the pattern, which shows through, and the pencil on the outer circle."""
    corner = (0.5, 0.9)
    pen.draw(Rect(-0.72, -0.72, 1.62, 1.66, _look(frame, 0.25, fill="#ffffff")), frame)
    cloth = ((-0.95, -0.92), (0.86, -0.88), (0.9, 0.55), corner, (-0.9, 0.92))
    pen.draw(polyline(cloth, _look(frame, fill=_CLOTH), closed=True), frame)
    pen.draw(polyline(((0.9, 0.55), (0.55, 0.6), corner), _look(frame, fill="#ffffff")), frame)
    _board(pen, frame, lines, _look(frame, 0.4, stroke=GREY, dash=(1.2 / frame.scale, 0.8 / frame.scale)))
    arc = Arc((0.0, 0.0), 0.78, math.radians(-145), math.radians(-40))
    pen.draw(Circle(0, 0, 0.78, _look(frame, 0.25, stroke=PALE, dash=(1.0 / frame.scale, 0.9 / frame.scale))), frame)
    pen.draw(Path((Move(arc.at(arc.start)), arc), _look(frame, 0.6)), frame)
    tip = arc.at(arc.end)
    _tool(pen, frame, tip, math.radians(-62), 0.62)


def _tool(pen: Pen, frame: Frame, tip: Point, angle: float, length: float) -> None:
    """A pencil from its tip."""
    neck, end = around(tip, 0.13, angle), around(tip, length, angle)
    side = angle + math.pi / 2
    half = 0.05
    corners = [around(neck, half, side), around(end, half, side), around(end, -half, side), around(neck, -half, side)]
    pen.draw(polyline(corners, _look(frame, 0.3, fill="#ffffff"), closed=True), frame)
    pen.draw(polyline((corners[0], tip, corners[3]), _look(frame, 0.3, fill=GREY), closed=True), frame)


def _back_stitch(pen: Pen, _: Job, frame: Frame, __: Lines) -> None:
    """Above, the line from the front; below, the cloth from its edge, with the path of the wool through it."""
    holes = [-0.85 + 0.34 * step for step in range(6)]
    wool = _look(frame, 0.9)
    pen.draw(Rect(-0.98, -0.86, 1.96, 0.6, _look(frame, 0.25, fill=_CLOTH)), frame)
    for a, b in pairwise(holes[:4]):
        pen.draw(polyline(((a + 0.035, -0.56), (b - 0.035, -0.56)), wool), frame)
    for x in holes:
        pen.draw(Circle(x, -0.56, 0.028, Look(fill="#000000")), frame)
    level = 0.35
    pen.draw(polyline(((-0.98, level), (0.98, level)), _look(frame, 1.6, stroke=PALE)), frame)
    # On the front, from each hole back to the one before it; on the back, two holes ahead.
    for a, b in pairwise(holes[:4]):
        pen.draw(_bow((a, level), (b, level), -0.16, wool), frame)
    for a, b in zip(holes[:2], holes[2:4], strict=True):
        pen.draw(_bow((a, level), (b, level), 0.22, _look(frame, 0.6, stroke=GREY)), frame)
    last = holes[2]
    ahead = holes[4]
    pen.draw(_bow((last, level), (ahead, level), 0.22, _look(frame, 0.6, stroke=GREY)), frame)
    needle = ((ahead - 0.02, level + 0.02), (ahead + 0.14, level - 0.5))
    pen.draw(polyline(needle, _look(frame, 0.8, stroke=GREY)), frame)
    for words, spot in (("1", holes[2]), ("2", holes[1]), ("3", holes[3]), ("4", holes[2])):
        above = words in ("1", "3")
        shift = {"1": 0.07, "4": -0.07}.get(words, 0.0)
        at = frame.place((spot + shift, level + (0.62 if not above else -0.3)))
        pen.text(words, at, 1.9 * frame.scale / 6, face="bold", align="middle")
    for spot, up in ((holes[2] + 0.07, True), (holes[1], False), (holes[3], True), (holes[2] - 0.07, False)):
        _arrow(pen, frame, (spot, level + (-0.12 if up else 0.3)), up=up)


def _bow(start: Point, end: Point, depth: float, look: Look) -> Path:
    (x, y), (u, v) = start, end
    return Path((Move(start), Curve((x, y + depth), (u, v + depth), end)), look)


def _arrow(pen: Pen, frame: Frame, tip: Point, *, up: bool) -> None:
    x, y = tip
    way = 1 if up else -1
    head = ((x, y - 0.1 * way), (x - 0.05, y), (x + 0.05, y))
    pen.draw(polyline(head, Look(fill="#000000"), closed=True), frame)


def _cutting(pen: Pen, _: Job, frame: Frame, lines: Lines) -> None:
    """The round half cut out of the cloth, and the scissors on the line."""
    radius = 0.8
    pen.draw(Rect(-0.97, -0.95, 1.94, 1.9, _look(frame, 0.25, fill="#ffffff")), frame)
    pen.draw(Circle(0, 0, radius, Look(fill=_CLOTH)), frame)
    _board(pen, frame, lines, _look(frame, 0.9))
    cut = Arc((0.0, 0.0), radius, math.radians(-150), math.radians(70))
    pen.draw(Circle(0, 0, radius, _look(frame, 0.3, dash=(1.2 / frame.scale, 0.9 / frame.scale))), frame)
    pen.draw(Path((Move(cut.at(cut.start)), cut), _look(frame, 0.8)), frame)
    pivot = cut.at(cut.end)
    for lean in (-14, 14):
        blade = around(pivot, 0.3, math.radians(160 + lean))
        handle = around(pivot, -0.3, math.radians(160 + lean))
        pen.draw(polyline((blade, handle), _look(frame, 0.8, stroke=GREY)), frame)
        pen.draw(
            Circle(*around(handle, -0.1, math.radians(160 + 2 * lean)), 0.1, _look(frame, 0.8, stroke=GREY)), frame
        )


def _fixing(pen: Pen, _: Job, frame: Frame, lines: Lines) -> None:
    """The back of the round, the middle of the cord sewn on at one point near the edge."""
    radius = 0.8
    centre = (0.0, 0.12)
    pen.draw(Circle(*centre, radius, _look(frame, fill=_CLOTH)), frame)
    shown = [[(x * _BOARD, y * _BOARD + centre[1]) for x, y in line] for line in lines]
    for line in shown:
        pen.draw(polyline(line, _look(frame, 0.3, stroke=PALE, dash=(0.9 / frame.scale, 0.9 / frame.scale))), frame)
    spot = (0.0, centre[1] - 0.62)
    for side in (-1, 1):
        end = (side * 0.86, -0.86)
        cord = Move(spot), Curve((side * 0.35, spot[1] + 0.14), (side * 0.45, -0.95), end)
        pen.draw(Path(cord, _look(frame, 1.0, stroke=GREY)), frame)
        pen.draw(Circle(*end, 0.045, Look(fill=GREY)), frame)
    for lean in (-0.07, 0.0, 0.07):
        pen.draw(polyline(((lean, spot[1] - 0.08), (lean, spot[1] + 0.1)), _look(frame, 0.45)), frame)
    pen.draw(cross(*spot, 0.05, _look(frame, 0.45)), frame)
    needle = (0.3, spot[1] + 0.36), (0.62, spot[1] + 0.5)
    thread = Move((0.07, spot[1] + 0.1)), Curve((0.1, spot[1] + 0.3), (0.2, spot[1] + 0.2), needle[0])
    pen.draw(Path(thread, _look(frame, 0.3)), frame)
    pen.draw(polyline(needle, _look(frame, 0.7, stroke=GREY)), frame)


def _painting(pen: Pen, job: Job, frame: Frame, _: Lines) -> None:
    """Pebbles in two colours, and the brush."""
    for number, letter in enumerate("wbwbwb"):
        row, column = divmod(number, 3)
        at = frame.place((-0.62 + 0.56 * column + 0.16 * row, 0.12 + 0.56 * row))
        stones.stone(pen, at, 0.24 * frame.scale, letter, job.style)
    tip = (0.5, -0.1)
    angle = math.radians(-58)
    pen.draw(polyline((around(tip, 0.2, angle), around(tip, 0.95, angle)), _look(frame, 1.1, stroke=GREY)), frame)
    left, right = (around(around(tip, 0.2, angle), way * 0.07, angle + math.pi / 2) for way in (-1, 1))
    pen.draw(polyline((tip, left, right), Look(fill="#000000"), closed=True), frame)
    pen.draw(Rect(-0.85, -0.8, 0.5, 0.42, _look(frame, fill="#ffffff")), frame)
    pen.draw(Rect(-0.85, -0.62, 0.5, 0.24, Look(fill=GREY)), frame)


def _closing(pen: Pen, _: Job, frame: Frame, __: Lines) -> None:
    """The bag: its edge gathered in folds above the stones, the cord wound round the neck and tied in a bow."""
    neck = -0.34
    cloth = _look(frame, fill=_CLOTH)
    angles = [math.pi + math.pi * step / 12 for step in range(13)]
    ruff = [
        ((0.5 if i % 2 else 0.62) * math.cos(angle), neck + (0.36 if i % 2 else 0.54) * math.sin(angle))
        for i, angle in enumerate(angles)
    ]
    pen.draw(polyline([(-0.17, neck), *ruff[1:-1], (0.17, neck)], cloth, closed=True), frame)
    body = (
        Move((-0.17, neck)),
        Curve((-0.8, 0.0), (-0.95, 0.86), (-0.34, 0.9)),
        Line((0.34, 0.9)),
        Curve((0.95, 0.86), (0.8, 0.0), (0.17, neck)),
        Close(),
    )
    pen.draw(Path(body, cloth), frame)
    for lean in (-0.12, -0.04, 0.04, 0.12):
        for reach in (0.34, -0.3):
            fold = (lean, neck), (lean * 3.0, neck + reach)
            pen.draw(polyline(fold, _look(frame, 0.25, stroke=GREY)), frame)
    cord = _look(frame, 1.0, stroke="#000000")
    for down in (-0.025, 0.045):
        pen.draw(polyline(((-0.18, neck + down), (0.18, neck + down)), cord), frame)
    for side in (-1, 1):
        knot = (0.0, neck + 0.01)
        loop = Move(knot), Curve((side * 0.25, neck - 0.3), (side * 0.6, neck - 0.02), knot)
        end = Move(knot), Curve((side * 0.15, neck + 0.2), (side * 0.4, neck + 0.15), (side * 0.42, neck + 0.42))
        pen.draw(Path(loop, cord), frame)
        pen.draw(Path(end, cord), frame)
        pen.draw(Circle(side * 0.42, neck + 0.44, 0.04, Look(fill="#000000")), frame)


STEPS: tuple[Step, ...] = (_tracing, _back_stitch, _cutting, _fixing, _painting, _closing)
