"""The notebook hook: how values show themselves without knowing who draws them.

Positions, records and analyses lie below the drawing code, so they must not import it. Their `_repr_svg_` and
`_repr_html_` call `svg` and `html` here, and the top of the package installs the renderers.
"""

from __future__ import annotations

from collections.abc import Callable

Renderer = Callable[[object], str]

_renderers: dict[str, Renderer] = {}


def install(*, svg: Renderer, html: Renderer) -> None:
    """Sets the functions that draw values."""
    _renderers.update(svg=svg, html=html)


def svg(value: object) -> str:
    """The value as an SVG picture."""
    return _renderers["svg"](value)


def html(value: object) -> str:
    """The value as HTML."""
    return _renderers["html"](value)
