"""Pictures as PNG."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import dreierlei
from dreierlei import png, svg


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_a_png_is_the_drawing(game: str) -> None:
    position = dreierlei.start(game)
    drawn = {}
    for name, shown in {"start": position, "later": position.play(position.moves()[0])}.items():
        with Image.open(io.BytesIO(png.from_svg(svg.draw(shown), width=300))) as image:
            assert image.size[0] == 300
            drawn[name] = image.convert("RGB").tobytes()
    assert drawn["start"] != drawn["later"]
    assert len(set(drawn["start"])) > 10, "a picture has more than a few shades"
