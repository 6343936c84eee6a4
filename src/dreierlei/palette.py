"""The colours of the drawings: light, dark, colours on white paper, and black on white.

Every sign has a contrast of 3:1 with each ground that it can appear on, every text 4.5:1; the tests measure it. Only
hatching is fainter. No meaning depends on colour alone: tints have hatching or a sign, and stones and marks differ
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
    """The colours of a filled shape: its surface; its outline, or a ground's sign; and what is drawn on it."""

    fill: str
    edge: str
    mark: str


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of one style, as `#rrggbb`."""

    frame: str
    surface: str
    band: str
    """Rings that turn, and the corners where stones enter."""
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


# --- pages ------------------------------------------------------------------------------------------------------------

BOARDS: Mapping[str, tuple[Palette, Palette]] = {
    "classic": (LIGHT, DARK),
    "slate": (
        replace(LIGHT, surface="#dde3ea", band="#eef1f5", groove="#bcc6d2", line="#586573", border="#2b3540"),
        replace(DARK, surface="#333b44", band="#252b32", groove="#515c68", line="#93a1b0", border="#cfd8e2"),
    ),
    "felt": (
        replace(LIGHT, surface="#cfe0cc", band="#e4eee1", groove="#b0c8ac", line="#4b6647", border="#25391f"),
        replace(DARK, surface="#2b3d2f", band="#1f2d23", groove="#465c4b", line="#8fab94", border="#cfe0d2"),
    ),
    "contrast": (
        replace(LIGHT, surface="#ffffff", band="#ffffff", groove="#dddddd", line="#4a4a4a", border="#000000"),
        replace(DARK, surface="#000000", band="#0d0d0d", groove="#3c3c3c", line="#b5b5b5", border="#ffffff"),
    ),
}
"""What a reader can choose on a page, light and dark. The grounds that have a meaning keep their colours."""
BOARD_PARTS = ("surface", "band", "groove", "line", "border")

STONES: Mapping[str, tuple[Mapping[str, Ink], Mapping[str, Ink]]] = {
    "classic": (LIGHT.stones, DARK.stones),
    "sea": (
        {"w": Ink("#fbfdff", "#1d2d3f", "#1d2d3f"), "b": Ink("#123f63", "#08243a", "#9cc4e2")},
        {"w": Ink("#f2f7fc", "#0d1620", "#0d1620"), "b": Ink("#0f2f4a", "#bcd9f0", "#7aa8ca")},
    ),
    "berry": (
        {"w": Ink("#fff6e6", "#4a2a12", "#4a2a12"), "b": Ink("#6b1230", "#3b0519", "#e0a0ae")},
        {"w": Ink("#fdeed8", "#2a1509", "#2a1509"), "b": Ink("#4a0c20", "#f0c2cd", "#bd7085")},
    ),
}
"""The same for the stones; the neutral one is always grey. White and Black differ in form, whatever their colours."""


def _either(light: Any, dark: Any, name: str = "") -> Any:
    """Both colours in one, from which CSS chooses by the page's colour scheme. Numbers are those of the light style.

    A named colour can be set by the page as a CSS property.
    """
    if isinstance(light, str):
        both = f"light-dark({light}, {dark})"
        return f"var(--{name}, {both})" if name else both
    if isinstance(light, Ink):
        names = [f"{name}{part}" if name else "" for part in ("", "-edge", "-mark")]
        return Ink(*map(_either, astuple(light), astuple(dark), names))
    if isinstance(light, dict):
        return {letter: _either(ink, dark[letter], name and f"{name}-{letter}") for letter, ink in light.items()}
    return light


_NAMES = {"stones": "stones", **{part: f"board-{part}" for part in BOARD_PARTS}}
PAGE = Palette(
    *(
        _either(getattr(LIGHT, field.name), getattr(DARK, field.name), _NAMES.get(field.name, ""))
        for field in fields(Palette)
    )
)
"""For boards on a page that may be light or dark, in colours that its reader may choose."""

PALETTES: Mapping[str, Palette] = {"light": LIGHT, "dark": DARK, "paper": PAPER, "print": PRINT}


def palette(style: str) -> Palette:
    """The colours of a style; raises `DreierleiError` listing the valid ones."""
    if style not in PALETTES:
        raise DreierleiError("drawing.style", style=style, expected=tuple(PALETTES))
    return PALETTES[style]


def rgb(colour: str) -> tuple[int, int, int]:
    """The three numbers of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
