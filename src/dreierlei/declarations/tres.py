"""TRES: push stones in at the corners and turn the rings."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING

from ..boards import place_targets
from ..messages import LANGUAGES
from ..model import Control, Craft, Game, Hands, Layout, Place, Ring, Tables, Target, lessons_of
from ..options import choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..messages import Words

STONES = 17
# Rings from the inside, with the number of their places; each is counted clockwise from the north-west.
RINGS = (("i", 4), ("m", 8), ("o", 16))
NAMES = ["c", *(f"{ring}{i}" for ring, size in RINGS for i in range(size))]
CORNERS = ("NW", "NE", "SE", "SW")
WORDS: dict[str, Words] = {
    "c": {"de": "Mitte", "en": "centre", "lb": "Mëtt"},
    "i": {"de": "innerer Ring", "en": "inner ring", "lb": "bannenzege Rank"},
    "m": {"de": "mittlerer Ring", "en": "middle ring", "lb": "mëttlere Rank"},
    "o": {"de": "äußerer Ring", "en": "outer ring", "lb": "baussenzege Rank"},
    "NW": {"de": "Ecke oben links", "en": "top left corner", "lb": "Eck uewe lénks"},
    "NE": {"de": "Ecke oben rechts", "en": "top right corner", "lb": "Eck uewe riets"},
    "SE": {"de": "Ecke unten rechts", "en": "bottom right corner", "lb": "Eck ënne riets"},
    "SW": {"de": "Ecke unten links", "en": "bottom left corner", "lb": "Eck ënne lénks"},
    "pass": {"de": "passen", "en": "pass", "lb": "passen"},
}
_TURNS: dict[str, Words] = {
    "+": {"de": "im", "en": "clockwise", "lb": "am"},
    "-": {"de": "gegen den", "en": "counter-clockwise", "lb": "géint den"},
}
_DIRECTIONS: Words = {
    "de": "außen {}, Mitte {}, innen {} Uhrzeigersinn",
    "en": "outer {}, middle {}, inner {}",
    "lb": "baussenzege Rank {}, mëttlere Rank {}, bannenzege Rank {} Auerzäresënn",
}
_SIGNS: dict[str, Words] = {
    "o": {"de": "außen", "en": "outer", "lb": "baussen"},
    "m": {"de": "Mitte", "en": "middle", "lb": "Mëtt"},
    "i": {"de": "innen", "en": "inner", "lb": "bannen"},
    **{corner: dict.fromkeys(LANGUAGES, arrow) for corner, arrow in zip(CORNERS, "↘↙↖↗", strict=True)},
}
# Where each corner's arrow points, in degrees clockwise from the right.
_INWARDS = {"NW": 45, "NE": 135, "SE": 225, "SW": 315}
_RADII = {"i": 1.15, "m": 2.3, "o": 3.45}


def _at(name: str) -> tuple[float, float]:
    if name == "c":
        return 0.0, 0.0
    ring, index = name[0], int(name[1:])
    angle = math.radians(-135 + index * 360 / dict(RINGS)[ring])
    return round(_RADII[ring] * math.cos(angle), 4), round(_RADII[ring] * math.sin(angle), 4)


def _diagonal(corner: int) -> list[int]:
    """The seven places from a corner to the opposite one."""
    inwards = [f"o{4 * corner}", f"m{2 * corner}", f"i{corner}"]
    opposite = (corner + 2) % 4
    return [NAMES.index(n) for n in (*inwards, "c", f"i{opposite}", f"m{2 * opposite}", f"o{4 * opposite}")]


def _layout(directions: Mapping[str, bool]) -> Layout:
    indices = {ring: tuple(i for i, n in enumerate(NAMES) if n[0] == ring) for ring in "cimo"}
    corner = 3.5
    spots = {"NW": (-corner, -corner), "NE": (corner, -corner), "SE": (corner, corner), "SW": (-corner, corner)}
    return Layout(
        places=tuple(Place(name, *_at(name), "hole") for name in NAMES),
        rows=tuple(indices[ring] for ring in "cimo"),
        bounds=(-4.2, -4.2, 4.2, 4.2),
        strokes=((spots["NW"], spots["SE"]), (spots["NE"], spots["SW"])),
        rings=tuple(Ring(ring, indices[ring], _RADII[ring], directions[ring]) for ring in "omi"),
        controls=(
            *(Control(name, *spots[name], "corner", angle) for name, angle in _INWARDS.items()),
            *(Control(ring, 0, 0, "ring") for ring in "omi"),
            Control("pass", 0, 4.6, "button"),
        ),
        hands=Hands(STONES),
        text_scale=(6, 3),
    )


def _place_words(name: str) -> Words:
    return {language: f"{name}, {text}" for language, text in WORDS[name[0]].items()}


def _directions_words(signs: str) -> Words:
    return {
        language: text.format(*(_TURNS[sign][language] for sign in signs)) for language, text in _DIRECTIONS.items()
    }


def build(options: Mapping[str, str]) -> Tables:
    """The 29 places, the corners where stones enter, and the rings with their directions."""
    directions = dict(zip("omi", (sign == "+" for sign in options["directions"]), strict=True))
    layout = _layout(directions)
    targets = (
        *(replace(target, words=_place_words(target.text)) for target in place_targets(layout)),
        *(Target(corner, "corner", words=WORDS[corner], sign=_SIGNS[corner]) for corner in CORNERS),
        *(Target(ring, "ring", words=WORDS[ring], sign=_SIGNS[ring]) for ring in "omi"),
        Target("pass", "pass", words=WORDS["pass"], sign=WORDS["pass"]),
    )
    centre = NAMES.index("c")
    return Tables(
        layout=layout,
        targets=targets,
        family="tres",
        numbers={"places": len(NAMES), "stones": STONES},
        tables={
            "diagonals": [_diagonal(corner) for corner in range(4)],
            "rings": [list(ring.places) for ring in layout.rings],
            "directions": [[1 if directions[ring] else -1 for ring in "omi"]],
            "rows": [[NAMES.index(a), centre, NAMES.index(b)] for a, b in (("i0", "i2"), ("i1", "i3"))],
        },
    )


GAME = Game(
    id="tres",
    names={"de": "TRES", "en": "TRES", "lb": "TRES"},
    about={
        "de": "Steine einschieben, Ringe drehen: Drei eigene durch die Mitte gewinnen.",
        "en": "Push stones in, turn the rings: three of yours through the centre win.",
        "lb": "Steng erandrécken, Réng dréinen: Dräi eegen duerch d'Mëtt gewannen.",
    },
    build=build,
    rank=50,
    sample="SEo SEo NEo SWo SWo SWm NWi SWi NEm SWi NWm SWo NWm SWo",
    options=(
        choice(
            "directions",
            {signs: _directions_words(signs) for signs in ("+-+", *map("".join, itertools.product("+-", repeat=3)))},
            title={"de": "Drehrichtungen", "en": "Directions", "lb": "Dréirichtungen"},
            about={
                "de": "Drehrichtung von äußerem, mittlerem, innerem Ring",
                "en": "how the outer, middle and inner ring turn",
                "lb": "wéi de baussenzegen, mëttleren a bannenzege Rank sech dréinen",
            },
        ),
    ),
    reasons={"row": {"de": "drei durch die Mitte", "en": "three through the centre", "lb": "dräi duerch d'Mëtt"}},
    prompts={
        "pass": {
            "de": "Du musst passen: Du hast keinen Stein in der Hand.",
            "en": "You must pass: you have no stone in hand.",
            "lb": "Du muss passen: Du hues kee Steen an der Hand.",
        },
    },
    craft=Craft(cell=22),
    lessons=lessons_of(__package__, "tres"),
)
