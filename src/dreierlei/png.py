"""Pictures as PNG, for whoever cannot show SVG: link previews, learners' videos. Needs the extra `png`."""

from __future__ import annotations

from .extras import require


def from_svg(picture: str, *, width: int | None = None) -> bytes:
    """An SVG picture as PNG, by default as wide as it says; raises `MissingExtra`."""
    require("png", "resvg_py")
    from resvg_py import svg_to_bytes  # optional extra

    return bytes(svg_to_bytes(svg_string=picture, width=width))
