"""Katarenga's tableaus: their colours, their codes, and what the games on them share."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING

from .. import data
from ..boards import Ground, grid, place_targets
from ..messages import LANGUAGES
from ..model import Craft, Field, GameMessage, Hands, Layout, Sign, Tables, Tile
from ..options import Kit, Option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..messages import Language, Words
    from ..model import PromptKind

SIDE = 4
PIECES = 8
COLOURS = "RYGB"
TINTS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
# How a piece moves from each colour: rook, bishop, knight, king.
SIGNS: dict[str, Sign] = {"R": "plus", "Y": "cross", "G": "hook", "B": "ring"}

# The fronts, row by row from the top. A back is its front with each row reversed.
FRONTS = {
    "A": ("RYBG", "GRGB", "YYBR", "BGRY"),
    "B": ("RYGB", "GYRY", "BBGR", "YRBG"),
    "C": ("RGBY", "YYGR", "BBRG", "GRYB"),
    "D": ("RGBY", "YYBR", "BGRG", "GRYB"),
}
GROUNDS: dict[str, Words] = {
    "red": {
        "de": "rotes Feld, zieht wie ein Turm",
        "en": "red cell, moves like a rook",
        "lb": "rout Feld, zitt wéi en Tuerm",
    },
    "yellow": {
        "de": "gelbes Feld, zieht wie ein Läufer",
        "en": "yellow cell, moves like a bishop",
        "lb": "gielt Feld, zitt wéi e Leefer",
    },
    "green": {
        "de": "grünes Feld, zieht wie ein Springer",
        "en": "green cell, moves like a knight",
        "lb": "gréngt Feld, zitt wéi e Sprénger",
    },
    "blue": {
        "de": "blaues Feld, zieht wie ein König",
        "en": "blue cell, moves like a king",
        "lb": "bloot Feld, zitt wéi e Kinnek",
    },
}
REASONS: dict[str, Words] = {
    "all placed": {"de": "alle Figuren sind gesetzt", "en": "all pieces are placed", "lb": "all Figure si gesat"},
}
PROMPTS: dict[PromptKind, Words] = {
    "place": {"de": "Setze eine Figur.", "en": "Place a piece.", "lb": "Setz eng Figur."},
    "from": {
        "de": "Wähle eine Figur zum Ziehen.",
        "en": "Choose a piece to move.",
        "lb": "Wiel eng Figur fir ze zéien.",
    },
}
_LAST: Words = {"de": "Zuletzt gesetzte Figur", "en": "Piece placed last", "lb": "Als Lescht gesat Figur"}
_TABLEAU: Words = {"de": "Tableau", "en": "tableau", "lb": "Tableau"}
_TABLEAUS: Words = {"de": "Tableaus", "en": "tableaus", "lb": "Tableauen"}
_BACK: Words = {"de": "Rückseite", "en": "back", "lb": "Récksäit"}
_DRAWN: dict[str, Words] = {
    "random": {"de": "Auslosen", "en": "Random", "lb": "Auslousen"},
    "fair": {"de": "Ausgewogenes Brett", "en": "Balanced board", "lb": "Equilibréiert Briet"},
}
_EXPECTS: dict[int, Words] = {
    1: {
        "de": "ein Tableau wie {default} (A bis D, klein für die Rückseite, dann 0 bis 3 Vierteldrehungen), {drawn} "
        "oder {cells} Buchstaben aus RYGB",
        "en": "a tableau code such as {default} (A to D, lower case for the back, then 0 to 3 quarter turns), {drawn}, "
        "or {cells} letters of RYGB",
        "lb": "en Tableau wéi {default} (A bis D, kleng fir d'Récksäit, dann 0 bis 3 Véierelsdréiungen), {drawn} oder "
        "{cells} Buschtawen aus RYGB",
    },
    4: {
        "de": "ein Brett wie {default} (vier verschiedene Tableaus A bis D, klein für die Rückseite, jedes mit 0 bis 3 "
        "Vierteldrehungen), {drawn} oder {cells} Buchstaben aus RYGB",
        "en": "a board code such as {default} (four different tableaus A to D, lower case for the back, each with 0 to "
        "3 quarter turns), {drawn}, or {cells} letters of RYGB",
        "lb": "e Briet wéi {default} (véier verschidden Tableauen A bis D, kleng fir d'Récksäit, all mat 0 bis 3 "
        "Véierelsdréiungen), {drawn} oder {cells} Buschtawen aus RYGB",
    },
}
_CODE = re.compile(r"([A-Da-d])([0-3])")
_RANDOM = re.compile(r"random(?::(\w+))?")
_FAIR = re.compile(r"fair(?::(\w+))?")


def tableau(code: str) -> tuple[str, ...]:
    """The rows of a tableau: a letter (lower case for the back) and its quarter turns clockwise."""
    rows: tuple[str, ...] = FRONTS[code[0].upper()]
    if code[0].islower():
        rows = tuple(row[::-1] for row in rows)
    for _ in range(int(code[1])):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    return rows


def colours(code: str) -> str:
    """The colours of a board, row by row, from its code or from the colours themselves."""
    if not code[-1].isdigit():
        return code
    quarters = [tableau(code[i : i + 2]) for i in range(0, len(code), 2)]
    if len(quarters) == 1:
        return "".join(quarters[0])
    top_left, top_right, bottom_left, bottom_right = quarters
    top = zip(top_left, top_right, strict=True)
    bottom = zip(bottom_left, bottom_right, strict=True)
    return "".join(left + right for left, right in (*top, *bottom))


def quarter_turn(code: str) -> str:
    """The code of a board of four tableaus after a quarter turn clockwise."""
    top_left, top_right, bottom_left, bottom_right = (
        code[i] + str((int(code[i + 1]) + 1) % 4) for i in range(0, len(code), 2)
    )
    return bottom_left + top_left + bottom_right + top_right


def mirror(code: str) -> str:
    """The code of the mirror image, left and right exchanged, of a board of four tableaus."""
    top_left, top_right, bottom_left, bottom_right = (
        code[i].swapcase() + str(-int(code[i + 1]) % 4) for i in range(0, len(code), 2)
    )
    return top_right + top_left + bottom_right + bottom_left


def images(code: str) -> tuple[str, ...]:
    """The codes of a board of four tableaus: as it is and after one, two and three turns; then its mirror image's."""
    codes = []
    for image in (code, mirror(code)):
        turned = image
        for _ in range(4):
            codes.append(turned)
            turned = quarter_turn(turned)
    return tuple(codes)


@cache
def boards() -> tuple[str, ...]:
    """One code for each board of four tableaus, turned and mirrored ones counted once, in alphabetical order.

    Of its eight images it is the one with the front of A at the top left.
    """
    sides = {letter: [face + turn for face in (letter, letter.lower()) for turn in "0123"] for letter in "BCD"}
    quarters = [product(*(sides[letter] for letter in letters)) for letters in permutations("BCD")]
    rest = ["".join(codes) for part in quarters for codes in part]
    return tuple(sorted("A" + turn + code for turn in "0123" for code in rest))


def random_code(tableaus: int, seed: str | None = None) -> str:
    """A random board code, the same for the same seed."""
    rng = random.Random(seed)
    letters = rng.sample("ABCD", tableaus)
    return "".join(rng.choice((letter, letter.lower())) + str(rng.randrange(4)) for letter in letters)


@cache
def fair_boards() -> tuple[str, ...]:
    """The boards of four tableaus that make the best games, as the census ranks them."""
    return tuple(data.text("fair_boards.txt").split())


def fair_board(seed: int | str | None = None) -> str:
    """The code of a board that makes a good game: one of the hundred best, chosen and turned at random.

    The same seed gives the same board. On the best boards, few first placements win, and the win takes long: White has
    a winning one on every board.
    """
    rng = random.Random(seed)
    return rng.choice(images(rng.choice(fair_boards())))


def board_option(tableaus: int, default: str, *, title: Words) -> Option:
    """The choice of a board of one or four tableaus."""
    cells = tableaus * SIDE * SIDE
    drawn = {name: words for name, words in _DRAWN.items() if tableaus == 4 or name == "random"}

    def read(text: str) -> str | None:
        text = "".join(text.split())
        if drawn_code := _RANDOM.fullmatch(text.lower()):
            return random_code(tableaus, drawn_code[1])
        if tableaus == 4 and (drawn_code := _FAIR.fullmatch(text.lower())):
            return fair_board(drawn_code[1])
        if len(text) == cells and not text.upper().strip(COLOURS):
            return text.upper()
        codes = _CODE.findall(text)
        if len(text) == 2 * tableaus and len({letter.upper() for letter, _ in codes}) == tableaus:
            return text
        return None

    about: Words = {
        "de": f"Buchstabe (klein: Rückseite) und Vierteldrehungen je Tableau, oder {cells} Buchstaben aus RYGB",
        "en": f"letter (lower case: back) and quarter turns of each tableau, or {cells} letters of RYGB",
        "lb": f"Buschtaf (kleng: Récksäit) a Véierelsdréiunge vun all Tableau, oder {cells} Buschtawen aus RYGB",
    }
    accepted = tuple(form for name in drawn for form in (name, f"{name}:SEED"))
    key = f"katarenga.board-of-{tableaus}"
    expects = GameMessage(key, _EXPECTS[tableaus], default=default, drawn=accepted, cells=cells)
    return Option("board", "board", default, title, about, read, board_words, expects, drawn=drawn, kit=kit(tableaus))


def kit(tableaus: int) -> Kit:
    """The tableaus, each with both sides in all turns."""
    sides = {letter: [face + turn for face in (letter, letter.lower()) for turn in "0123"] for letter in FRONTS}
    return Kit(
        tiles=tuple({code: "".join(tableau(code)) for code in codes} for codes in sides.values()),
        names={
            code: {language: _side_words(code, language) for language in LANGUAGES}
            for codes in sides.values()
            for code in codes
        },
        title=_TABLEAU if tableaus == 1 else _TABLEAUS,
        table="colours",
        drawn={"fair": fair_boards()} if tableaus == 4 else {},
    )


def board_words(code: str) -> Words:
    """What people call a board: its tableaus, and which of them are turned or show their backs."""
    if not code[-1].isdigit():
        return {"de": "eigene Farben", "en": "custom colours", "lb": "eege Faarwen"}

    sides = [code[i : i + 2] for i in range(0, len(code), 2)]
    noun = _TABLEAU if len(sides) == 1 else _TABLEAUS
    return {
        language: f"{noun[language]} {', '.join(_side_words(side, language) for side in sides)}"
        for language in LANGUAGES
    }


def _side_words(code: str, language: Language) -> str:
    letter, turns = code[0], code[1]
    back = [_BACK[language]] if letter.islower() else []
    turned = [f"{90 * int(turns)}°"] if turns != "0" else []
    return f"{letter.upper()} ({', '.join(back + turned)})" if back or turned else letter.upper()


def layout(ground: str) -> Layout:
    """A board with these colours, the tableaus bordered."""
    width = int(len(ground) ** 0.5)

    def look(cell: int) -> Ground:
        row, column = divmod(cell, width)
        quarter = row // SIDE * (width // SIDE) + column // SIDE
        return Ground(TINTS[ground[cell]], ground[cell], quarter, SIGNS[ground[cell]])

    return grid(width, look, Hands(PIECES))


def build(code: str, threes: Iterable[list[int]], weiter: bool = False) -> Tables:
    """A game on this board; without `threes`, the player who places last wins."""
    ground = colours(code)
    board = layout(ground)
    return Tables(
        layout=board,
        targets=place_targets(board),
        family="katarenga",
        numbers={"places": len(ground), "pieces": PIECES, "weiter": int(weiter)},
        tables={"colours": [[COLOURS.index(colour) for colour in ground]], "threes": list(threes)},
        fields=(Field("place", _LAST),),
        grounds=GROUNDS,
    )


CRAFT = Craft(
    cell=28,
    tiles=tuple(
        Tile(letter, layout(colours(f"{letter}0")), layout(colours(f"{letter.lower()}0"))) for letter in FRONTS
    ),
)
"""The four tableaus, each printed with its back on the reverse."""
