"""Die Drei (Troika): a symmetric three on the full Katarenga board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..boards import symmetric_threes
from ..model import Game, Tables, lessons_of
from ..options import choice
from . import _katarenga

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH = 2 * _katarenga.SIDE


def build(options: Mapping[str, str]) -> Tables:
    """Four tableaus and every symmetric three on them."""
    return _katarenga.build(options["board"], symmetric_threes(WIDTH), weiter=options["weiter"] == "true")


GAME = Game(
    id="die-drei",
    names={"de": "Die Drei", "en": "Troika", "lb": "Déi Dräi"},
    about={
        "de": "Drei eigene Figuren in gleichem Abstand auf einer Linie, jede in Schlagweite gesetzt.",
        "en": "Three of your pieces evenly spaced in a line, each placed within reach of the last.",
        "lb": "Dräi eege Figuren am selwechten Ofstand op enger Linn, all a Reechwäit gesat.",
    },
    build=build,
    rank=60,
    sample="e7 c6 c7 a6 c8 d8 e6 d5 c4",
    options=(
        _katarenga.board_option(4, "A0B0C0D0", title={"de": "Brett", "en": "Board", "lb": "Briet"}),
        choice(
            "weiter",
            {
                "false": {"de": "unentschieden", "en": "a draw", "lb": "onentscheet"},
                "true": {"de": "weiterspielen", "en": "play on", "lb": "weiderspillen"},
            },
            title={"de": "Nach der 16. Figur", "en": "After the 16th piece", "lb": "No der 16. Figur"},
            about={
                "de": "nach der 16. Figur weiterspielen statt unentschieden",
                "en": "play on after the 16th piece instead of a draw",
                "lb": "no der 16. Figur weiderspillen amplaz onentscheet",
            },
        ),
    ),
    reasons={
        "three": {"de": "eine symmetrische Drei", "en": "a symmetric three", "lb": "eng symmetresch Dräi"},
        **_katarenga.REASONS,
    },
    prompts=_katarenga.PROMPTS,
    craft=_katarenga.CRAFT,
    lessons=lessons_of(__package__, "_katarenga", "die-drei"),
)
