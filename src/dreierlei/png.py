"""Pictures as PNG, for what cannot show SVG, such as link previews and learners' videos. Needs the extra `png`."""

from __future__ import annotations

from .extras import require


def from_svg(picture: str, *, width: int | None = None) -> bytes:
    """An SVG picture as PNG, by default at its own width; raises `MissingExtra`."""
    require("png", "resvg_py")
    from resvg_py import svg_to_bytes  # optional extra

    return bytes(svg_to_bytes(svg_string=picture, width=width))
