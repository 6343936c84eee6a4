"""The colours of the drawings: light, dark, colours on white paper, and black on white.

Every sign has a contrast of 3:1 to each ground on which it can be, every text 4.5:1; the tests measure it. Only
hatchings are fainter. No colour carries a meaning alone: tints have a hatching or a sign, and stones and marks differ
in form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, fields, replace
from typing import Any, Literal

from .errors import DreierleiError

Style = Literal["light", "dark", "paper", "print"]


@dataclass(frozen=True, slots=True)
class Ink:
    """A filled thing: its surface; its outline, or the sign of a ground; and what is drawn on it, a hatching, say."""

    fill: str
    edge: str
    mark: str


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of one style, as `#rrggbb`."""

    frame: str
    surface: str
    band: str
    """Rings that turn, and the ways in."""
    groove: str
    """Holes and channels: what lies deeper than the surface."""
    line: str
    border: str
    text: str
    tints: Mapping[str, Ink]
    stones: Mapping[str, Ink]
    """By the letter of the position line."""
    last: str
    target: str
    winning: str
    mark: str
    shadow: float
    """How strong the shadow below a stone is; none on paper."""

    def ground(self, tint: str) -> Ink:
        """The ground of a cell; one without a tint has the colour of the board."""
        return self.tints.get(tint) or Ink(self.surface, self.line, self.line)


LIGHT = Palette(
    frame="#f8f4ec",
    surface="#ece2d0",
    band="#f7f1e5",
    groove="#d3c3a6",
    line="#75644f",
    border="#43372b",
    text="#5c4d3e",
    tints={
        "red": Ink("#e9a598", "#914c41", "#cb7566"),
        "orange": Ink("#f4c08a", "#95622a", "#d8934c"),
        "yellow": Ink("#f6e3a1", "#937e38", "#d3b048"),
        "green": Ink("#b1d3ab", "#527750", "#79a976"),
        "blue": Ink("#adcae4", "#476f90", "#74a0c6"),
    },
    stones={
        "w": Ink("#fffdf8", "#3a3027", "#3a3027"),
        "b": Ink("#2b2623", "#171412", "#a2978b"),
        "n": Ink("#a79b8c", "#3a3027", "#2b2420"),
    },
    last="#0b4a86",
    target="#0a574a",
    winning="#8c1748",
    mark="#56278f",
    shadow=0.2,
)

DARK = Palette(
    frame="#1e1b19",
    surface="#403830",
    band="#2d2823",
    groove="#62574a",
    line="#a1937f",
    border="#d8ccba",
    text="#cdc1b0",
    tints={
        "red": Ink("#783c35", "#c89087", "#a65d52"),
        "orange": Ink("#855327", "#daac7e", "#b47b45"),
        "yellow": Ink("#6d5d22", "#c6b374", "#9c893f"),
        "green": Ink("#3a5b3c", "#8bae8b", "#5f8a60"),
        "blue": Ink("#335573", "#87a7c3", "#557fa5"),
    },
    stones={
        "w": Ink("#f6f1e7", "#14110f", "#14110f"),
        "b": Ink("#171412", "#dccfbd", "#8b8074"),
        "n": Ink("#c2b7a8", "#14110f", "#14110f"),
    },
    last="#9ad4ff",
    target="#8ce6c9",
    winning="#ffd873",
    mark="#e0c8ff",
    shadow=0.35,
)

PAPER = replace(LIGHT, frame="#ffffff", surface="#ffffff", band="#ffffff", groove="#e7dcc6", shadow=0)

_BLANK = Ink("#ffffff", "#6e6e6e", "#8a8a8a")
PRINT = Palette(
    frame="#ffffff",
    surface="#ffffff",
    band="#ffffff",
    groove="#d2d2d2",
    line="#4a4a4a",
    border="#000000",
    text="#000000",
    tints=dict.fromkeys(LIGHT.tints, _BLANK),
    stones={
        "w": Ink("#ffffff", "#000000", "#000000"),
        "b": Ink("#000000", "#000000", "#ffffff"),
        "n": Ink("#b5b5b5", "#000000", "#000000"),
    },
    last="#000000",
    target="#000000",
    winning="#000000",
    mark="#000000",
    shadow=0,
)


def _either(light: Any, dark: Any) -> Any:
    """Both colours in one, of which CSS chooses by the page's colour scheme. Numbers are those of the light style."""
    if isinstance(light, str):
        return f"light-dark({light}, {dark})"
    if isinstance(light, Ink):
        return Ink(*map(_either, astuple(light), astuple(dark)))
    if isinstance(light, dict):
        return {name: _either(ink, dark[name]) for name, ink in light.items()}
    return light


PAGE = Palette(*(_either(getattr(LIGHT, field.name), getattr(DARK, field.name)) for field in fields(Palette)))
"""For boards on a page that may be light or dark."""

PALETTES: Mapping[str, Palette] = {"light": LIGHT, "dark": DARK, "paper": PAPER, "print": PRINT}


def palette(style: str) -> Palette:
    """The colours of a style; raises `DreierleiError` listing the valid ones."""
    if style not in PALETTES:
        raise DreierleiError("drawing.style", style=style, expected=tuple(PALETTES))
    return PALETTES[style]


def rgb(colour: str) -> tuple[int, int, int]:
    """The three numbers of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
