"""Mühle (Millchen, Nine Men's Morris): place, slide, jump; a mill takes a stone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..boards import place_targets
from ..model import Craft, Field, Game, Hands, Label, Layout, Place, Tables, Target, lessons_of
from ..options import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..messages import Words

STONES = 9
# The ranks from the top, as a position line writes them.
RANKS = (
    ("a7", "d7", "g7"),
    ("b6", "d6", "f6"),
    ("c5", "d5", "e5"),
    ("a4", "b4", "c4", "e4", "f4", "g4"),
    ("c3", "d3", "e3"),
    ("b2", "d2", "f2"),
    ("a1", "d1", "g1"),
)
NAMES = [name for rank in RANKS for name in rank]
# The lines of the board. A mill is three neighbours on one of them, and neighbours there are joined.
MILLS = (
    *(rank for rank in RANKS if len(rank) == 3),
    ("a4", "b4", "c4"),
    ("e4", "f4", "g4"),
    ("a7", "a4", "a1"),
    ("b6", "b4", "b2"),
    ("c5", "c4", "c3"),
    ("d7", "d6", "d5"),
    ("d3", "d2", "d1"),
    ("e5", "e4", "e3"),
    ("f6", "f4", "f2"),
    ("g7", "g4", "g1"),
)
HANDS = (
    Field(
        "white_hand",
        {
            "de": "Steine von Weiß in der Hand",
            "en": "White's stones in hand",
            "lb": "Steng vu Wäiss an der Hand",
        },
    ),
    Field(
        "black_hand",
        {
            "de": "Steine von Schwarz in der Hand",
            "en": "Black's stones in hand",
            "lb": "Steng vu Schwaarz an der Hand",
        },
    ),
)
QUIET: Words = {"de": "Züge ohne Mühle bisher", "en": "Moves without a mill so far", "lb": "Zich ouni Millche bis elo"}


def _at(name: str) -> tuple[float, float]:
    return "abcdefg".index(name[0]), 7 - int(name[1])


def _layout() -> Layout:
    counter = iter(range(len(NAMES)))
    return Layout(
        places=tuple(Place(name, *_at(name), "point") for name in NAMES),
        rows=tuple(tuple(next(counter) for _ in rank) for rank in RANKS),
        bounds=(0, 0, 6, 6),
        strokes=tuple((_at(mill[0]), _at(mill[-1])) for mill in MILLS),
        labels=(
            *(Label(file, x, 6.75) for x, file in enumerate("abcdefg")),
            *(Label(str(7 - y), -0.75, y) for y in range(7)),
        ),
        hands=Hands(STONES),
        text_scale=(4, 2),
    )


def build(options: Mapping[str, str]) -> Tables:
    """The 24 points, 16 mills, and the limit of quiet plies."""
    layout = _layout()
    neighbours: list[list[int]] = [[] for _ in NAMES]
    mills = [[NAMES.index(name) for name in mill] for mill in MILLS]
    for first, middle, last in mills:
        for a, b in ((first, middle), (middle, last)):
            neighbours[a].append(b)
            neighbours[b].append(a)
    takes = tuple(Target(f"x{name}", "take", place) for place, name in enumerate(NAMES))
    return Tables(
        layout=layout,
        targets=place_targets(layout) + takes,
        family="muehle",
        numbers={"places": len(NAMES), "stones": STONES, "quiet_plies": int(options["quiet_plies"])},
        tables={"mills": mills, "neighbours": neighbours},
        fields=(*HANDS, Field("number", QUIET, limit=int(options["quiet_plies"]) or None)),
    )


GAME = Game(
    id="muehle",
    names={"de": "Mühle", "en": "Nine Men's Morris", "lb": "Millchen"},
    about={
        "de": "Setzen, ziehen, springen: Wer eine Mühle schließt, nimmt einen Stein.",
        "en": "Place, slide, jump: closing a mill takes a stone.",
        "lb": "Setzen, réckelen, sprangen: Wien eng Millchen zoumécht, hëlt e Steen.",
    },
    build=build,
    rank=20,
    sample="d5 d7 f4 b4 d1 e5 d3 d2 f2 e3 f6xe5 e5 e4 g4",
    options=(
        number(
            "quiet_plies",
            20,
            0,
            1000,
            title={"de": "Remisgrenze", "en": "Draw limit", "lb": "Remislimitt"},
            about={
                "de": "Züge ohne Mühle bis zum Unentschieden, beide Spieler zusammen; 0: keine Grenze",
                "en": "moves without a mill until the draw, both players together; 0: no limit",
                "lb": "Zich ouni Millchen, bis et onentscheet ass, béid Spiller zesummen; 0: keng Limitt",
            },
            words={
                "de": "{number} Züge ohne Mühle",
                "en": "{number} moves without a mill",
                "lb": "{number} Zich ouni Millchen",
            },
            named={
                0: {"de": "keine Grenze", "en": "no limit", "lb": "keng Limitt"},
                1: {"de": "ein Zug ohne Mühle", "en": "one move without a mill", "lb": "een Zuch ouni Millchen"},
            },
        ),
    ),
    reasons={
        "too few stones": {
            "de": "es bleiben weniger als drei Steine",
            "en": "fewer than three stones are left",
            "lb": "et bleiwe manner wéi dräi Steng",
        },
        "blocked": {
            "de": "der Gegner kann nicht ziehen",
            "en": "the opponent cannot move",
            "lb": "de Géigner kann net zéien",
        },
        "quiet": {
            "de": "zu viele Züge ohne Mühle",
            "en": "too many moves without a mill",
            "lb": "ze vill Zich ouni Millchen",
        },
    },
    prompts={
        "take": {
            "de": "Mühle! Nimm einen gegnerischen Stein.",
            "en": "A mill! Take one of your opponent's stones.",
            "lb": "Millchen! Huel dem Géigner e Steen ewech.",
        },
    },
    teaching={
        "takes-every-turn": {
            "de": "Danach hatte {other} eine Zwickmühle: Jeder Zug schloss eine Mühle, zuerst {reply}.",
            "en": "It gave {other} a double mill: every move closed one of two mills, beginning with {reply}.",
            "lb": "Duerno hat {other} eng duebel Millchen: All Zuch huet eng zougemaach, fir d'éischt {reply}.",
        },
        "takes-to-and-fro": {
            "de": "Danach konnte {other} dieselbe Mühle immer wieder öffnen und schließen, zuerst mit {reply}.",
            "en": "It let {other} open and close the same mill again and again, beginning with {reply}.",
            "lb": "Duerno konnt {other} déi selwecht Millchen ëmmer nees op- an zoumaachen, fir d'éischt mat {reply}.",
        },
        "takes-again": {
            "de": "Danach konnte {other} eine Mühle nach der anderen schließen, zuerst mit {reply}.",
            "en": "It let {other} close one mill after another, beginning with {reply}.",
            "lb": "Duerno konnt {other} eng Millchen no där anerer zoumaachen, fir d'éischt mat {reply}.",
        },
        "takes": {
            "de": "Danach konnte {other} mit {reply} eine Mühle schließen.",
            "en": "It let {other} close a mill with {reply}.",
            "lb": "Duerno konnt {other} mat {reply} eng Millchen zoumaachen.",
        },
    },
    craft=Craft(cell=23, bag=20),
    sgf=5,
    lessons=lessons_of(__package__, "muehle"),
)
