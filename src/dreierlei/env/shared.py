"""What the environments for PettingZoo and for Gymnasium share: the space of observations, and pictures."""

from __future__ import annotations

import io

import numpy as np
from gymnasium.spaces import Box
from PIL import Image

from .. import png, svg, terminal
from ..errors import DreierleiError
from ..positions import Position
from .spaces import Planes, Spaces

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


def observations(spaces: Spaces) -> Box:
    """The space of observations, with the bounds of every plane: a library need not guess how to scale them."""
    return Box(np.zeros(spaces.shape, np.uint8), spaces.high, dtype=np.uint8)


def check_render_mode(mode: str | None) -> str | None:
    """The mode itself; raises `DreierleiError` if there is no such mode."""
    if mode not in (None, *RENDER_MODES):
        raise DreierleiError("env.render-mode", mode=mode, expected=RENDER_MODES)
    return mode


def render(position: Position, mode: str | None) -> str | Planes | None:
    """A position: printed with `human`; returned as text, as a drawing or as pixels with the other modes."""
    match mode:
        case "svg":
            return svg.draw(position)
        case "rgb_array":
            with Image.open(io.BytesIO(png.from_svg(svg.draw(position)))) as image:
                return np.array(image.convert("RGB"))
        case "ansi":
            return terminal.draw(position)
        case "human":
            print(terminal.draw(position))
    return None
