"""The elements of an SVG picture, measured in units of a layout.

A keyword is an attribute: `stroke_width` is `stroke-width`, `class_` is `class`, and a `float` is a length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

UNIT = 100
"""Picture units for one unit of a layout: browsers round tiny lengths, and fonts of less than one unit vanish."""


def units(length: float) -> str:
    """A length of the layout as the picture writes it."""
    return plain(length * UNIT)


def plain(value: float) -> str:
    """A number with one decimal at most, and no minus before a zero."""
    return f"{round(value, 1) + 0.0:g}"


def route(points: Iterable[tuple[float, float]]) -> str:
    """The path data of straight lines from point to point."""
    return "M" + "L".join(f"{units(x)} {units(y)}" for x, y in points)


def circle(x: float, y: float, r: float, **style: object) -> str:
    """A circle round a point."""
    return f'<circle cx="{units(x)}" cy="{units(y)}" r="{units(r)}"{_attributes(style)}/>'


def rect(x: float, y: float, width: float, height: float, **style: object) -> str:
    """A rectangle from its top left corner."""
    return f'<rect x="{units(x)}" y="{units(y)}" width="{units(width)}" height="{units(height)}"{_attributes(style)}/>'


def path(data: str, **style: object) -> str:
    """Anything that path data describe."""
    return f'<path d="{data}"{_attributes(style)}/>'


def text(words: str, x: float, y: float, size: float, **style: object) -> str:
    """A text whose middle is at a point; the shift by a third of its size centres capitals in every renderer."""
    placed = f'x="{units(x)}" y="{units(y + size * 0.35)}" font-size="{units(size)}" text-anchor="middle"'
    return f"<text {placed}{_attributes(style)}>{escape(words)}</text>"


def brackets(x: float, y: float, half: float, arm: float, **style: object) -> str:
    """Four corners round a point."""
    data = []
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        cx, cy = x + sx * half, y + sy * half
        data.append(route(((cx - sx * arm, cy), (cx, cy), (cx, cy - sy * arm))))
    return path("".join(data), fill="none", **style)


def cross(x: float, y: float, reach: float, **style: object) -> str:
    """Two short lines aslant through a point."""
    data = [route(((x - reach, y - reach * way), (x + reach, y + reach * way))) for way in (1, -1)]
    return path("".join(data), stroke_linecap="round", **style)


def _attributes(style: Mapping[str, object]) -> str:
    parts = []
    for name, value in style.items():
        written = units(value) if isinstance(value, float) else str(value)
        parts.append(f" {name.strip('_').replace('_', '-')}={quoteattr(written)}")
    return "".join(parts)
