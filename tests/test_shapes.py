"""Shapes are values, and both renderers draw the same outline of them."""

from __future__ import annotations

import math
import re

import pymupdf
import pytest

from dreierlei import svg
from dreierlei.shapes import (
    Arc,
    Box,
    Circle,
    Curve,
    Group,
    Look,
    Move,
    Path,
    Picture,
    Rect,
    Shape,
    Symbol,
    Text,
    Use,
    band,
    brackets,
    cross,
    polyline,
    walk,
)
from dreierlei.sheets.pen import MM, Frame, Pen

BLACK = Look("#000000")
LINE = Look(stroke="#000000", width=0.02)


def written(*shapes: Shape) -> str:
    return svg.render(Picture(Box(0, 0, 4, 2), shapes, "A <title>", "About"), size=400)


def printed(shape: Shape, frame: Frame) -> tuple[float, float, float, float]:
    """The box of what is drawn on a page, in millimetres: left, top, right, bottom."""
    pen = Pen("test", "en", 100, 100)
    pen.draw(shape, frame)
    pen.end_page()
    page = pymupdf.open("pdf", pen.finish())[0]  # type: ignore[no-untyped-call]
    boxes = [drawing["rect"] for drawing in page.get_drawings()]
    return (
        min(box.x0 for box in boxes) / MM,
        min(box.y0 for box in boxes) / MM,
        max(box.x1 for box in boxes) / MM,
        max(box.y1 for box in boxes) / MM,
    )


def test_a_picture_names_its_content() -> None:
    picture = written(Circle(1, 1, 0.5, BLACK, "dot"))
    assert "<title>A &lt;title&gt;</title>" in picture
    assert 'viewBox="0 0 400 200"' in picture
    assert '<circle class="dot" cx="100" cy="100" r="50" fill="#000000"/>' in picture


def test_a_group_has_its_title_and_data() -> None:
    group = Group((Text("A & B", 1, 1, 0.4, "#000000", bold=True),), "words", "It's", (("place", "c3"),))
    assert '<g class="words" data-place="c3"><title>It\'s</title><text' in written(group)
    assert ">A &amp; B</text>" in written(group)


def test_a_symbol_is_defined_once_and_used_often() -> None:
    dot = Symbol("dot", (Circle(0, 0, 0.1, BLACK),))
    picture = written(*(Use(dot, x, 1) for x in range(3)), Group((Use(dot, 3, 1, turn=90, scale=2),)))
    assert picture.count("<circle") == picture.count('id="dot"') == 1
    assert re.findall(r'<use href="#dot" x="(\d+)" y="100"/>', picture) == ["0", "100", "200"]
    assert '<use href="#dot" transform="translate(300 100) rotate(90) scale(2)"/>' in picture
    assert len([shape for shape in walk((Use(dot, 0, 0),)) if isinstance(shape, Circle)]) == 1


def test_arcs_go_the_way_of_their_angles() -> None:
    for end, sweep in ((math.pi / 2, 1), (-math.pi / 2, 0)):
        arc = Arc((0, 0), 1, 0, end)
        path = written(Path((Move(arc.at(0)), arc), LINE))
        assert f'd="M100 0A100 100 0 0 {sweep} 0 {100 if sweep else -100}"' in path


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        (Circle(1, 1, 1, BLACK), (0, 0, 2, 2)),
        (Rect(0, 0, 2, 1, BLACK), (0, 0, 2, 1)),
        (Rect(0, 0, 2, 1, BLACK, 0.5), (0, 0, 2, 1)),
        (Path(band(0.5, 1), BLACK), (-1, -1, 1, 1)),
        (Path(brackets(1, 0.2), LINE), (-1, -1, 1, 1)),
        (cross(0, 0, 1, LINE), (-1, -1, 1, 1)),
        (polyline(((0, 0), (1, 2), (2, 0)), BLACK, closed=True), (0, 0, 2, 2)),
        (Path((Move((0, 0)), Curve((0, 1), (1, 1), (1, 0))), BLACK), (0, 0, 1, 1)),  # the box of the control points
        (Use(Symbol("wide", (Rect(0, 0, 2, 1, BLACK),)), 1, 1), (1, 1, 3, 2)),
        (Use(Symbol("wide", (Rect(0, 0, 2, 1, BLACK),)), 1, 1, turn=90), (0, 1, 1, 3)),
        (Use(Symbol("wide", (Rect(0, 0, 2, 1, BLACK),)), 0, 0, scale=2), (0, 0, 4, 2)),
    ],
)
def test_shapes_on_paper_have_their_true_place_and_size(shape: Shape, box: tuple[float, float, float, float]) -> None:
    expected = [50 + 10 * value for value in box]
    assert printed(shape, Frame(50, 50, 10)) == pytest.approx(expected, abs=0.3)
