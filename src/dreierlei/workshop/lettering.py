"""Single-line letters and digits, as machines engrave them: no font needs to be installed where a file is opened.

A glyph is drawn on a grid four wide. Points are written as column and row; rows count upwards: 0 is the lowest point of
descenders, 2 the baseline, 6 the top of small letters, 8 that of capitals and digits.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Point

BASE, TOP, ADVANCE, WIDE = 2, 8, 6, 4

GLYPHS = {
    "0": "18 38 47 43 32 12 03 07 18",
    "1": "06 28 22",
    "2": "07 18 38 47 46 02 42",
    "3": "07 18 38 47 46 35 44 43 32 12 03/35 15",
    "4": "32 38 04 44",
    "5": "48 08 05 35 44 43 32 12 03",
    "6": "47 38 18 07 03 12 32 43 44 35 15 04",
    "7": "08 48 12",
    "8": "15 06 07 18 38 47 46 35 15 04 03 12 32 43 44 35",
    "9": "03 12 32 43 47 38 18 07 06 15 35 46",
    "A": "02 28 42/14 34",
    "B": "02 08 38 47 46 35 05/35 44 43 32 02",
    "C": "47 38 18 07 03 12 32 43",
    "D": "02 08 28 46 44 22 02",
    "E": "48 08 02 42/05 35",
    "F": "48 08 02/05 35",
    "G": "47 38 18 07 03 12 32 43 45 25",
    "H": "08 02/48 42/05 45",
    "I": "28 22",
    "J": "48 43 32 12 03",
    "K": "08 02/48 05 42",
    "L": "08 02 42",
    "M": "02 08 25 48 42",
    "N": "02 08 42 48",
    "O": "18 38 47 43 32 12 03 07 18",
    "P": "02 08 38 47 46 35 05",
    "Q": "18 38 47 43 32 12 03 07 18/24 42",
    "R": "02 08 38 47 46 35 05/25 42",
    "S": "47 38 18 07 06 15 35 44 43 32 12 03",
    "T": "08 48/28 22",
    "U": "08 03 12 32 43 48",
    "V": "08 22 48",
    "W": "08 12 25 32 48",
    "X": "08 42/02 48",
    "Y": "08 25 48/25 22",
    "Z": "08 48 02 42",
    "a": "45 36 16 05 03 12 32 43/46 42",
    "b": "08 02/03 12 32 43 45 36 16 05",
    "c": "45 36 16 05 03 12 32 43",
    "d": "48 42/43 32 12 03 05 16 36 45",
    "e": "04 44 45 36 16 05 03 12 32 43",
    "f": "38 28 17 12/06 36",
    "g": "46 41 30 10 01/43 32 12 03 05 16 36 45",
    "h": "08 02/05 16 36 45 42",
    "i": "26 22/28 27",
    "j": "26 21 10 00/28 27",
    "k": "08 02/46 04 42",
    "l": "18 13 22",
    "m": "06 02/05 16 25 22/25 36 45 42",
    "n": "06 02/05 16 36 45 42",
    "o": "16 36 45 43 32 12 03 05 16",
    "p": "06 00/03 12 32 43 45 36 16 05",
    "q": "46 40/43 32 12 03 05 16 36 45",
    "r": "06 02/04 26 46",
    "s": "45 36 16 05 14 34 43 32 12 03",
    "t": "18 13 22 32/06 36",
    "u": "06 03 12 32 43/46 42",
    "v": "06 22 46",
    "w": "06 12 25 32 46",
    "x": "06 42/02 46",
    "y": "06 22/46 10",
    "z": "06 46 02 42",
}


def strokes(words: str, at: Point, height: float) -> Iterator[list[Point]]:
    """The lines of a short text whose middle is at a point; capitals are that high. Unknown characters stay blank."""
    unit = height / (TOP - BASE)
    left = at[0] - unit * (len(words) * ADVANCE - (ADVANCE - WIDE)) / 2
    middle = (TOP + BASE) / 2
    for index, letter in enumerate(words):
        for stroke in GLYPHS.get(letter, "").split("/"):
            points = [(int(point[0]), int(point[1])) for point in stroke.split()]
            if points:
                yield [(left + unit * (index * ADVANCE + x), at[1] + unit * (middle - y)) for x, y in points]
