"""Das Bedrängnis (Cornered): who can still place on one tableau?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Game, MatchRule, Tables, lessons_of
from . import _katarenga

if TYPE_CHECKING:
    from collections.abc import Mapping


def build(options: Mapping[str, str]) -> Tables:
    """One tableau, and no pattern that wins."""
    return _katarenga.build(options["board"], threes=())


GAME = Game(
    id="bedraengnis",
    names={"de": "Das Bedrängnis", "en": "Cornered", "lb": "D'Bedrängnis"},
    about={
        "de": "Setze in Schlagweite der letzten Figur; wer zuletzt setzen kann, punktet.",
        "en": "Place within reach of the last piece; the player who places last scores.",
        "lb": "Setz a Reechwäit vun der leschter Figur; wien als Leschte setze kann, kritt d'Punkten.",
    },
    build=build,
    rank=70,
    sample="c4 c3 d1 c2 b2 c1",
    options=(_katarenga.board_option(1, "A0", title={"de": "Tableau", "en": "Tableau", "lb": "Tableau"}),),
    reasons={
        "last placement": {"de": "zuletzt gesetzt", "en": "placed last", "lb": "als Leschte gesat"},
        **_katarenga.REASONS,
    },
    prompts=_katarenga.PROMPTS,
    craft=_katarenga.CRAFT,
    match=MatchRule(scoring="points", length=15, give_up=True),
    lessons=lessons_of(__package__, "_katarenga", "bedraengnis"),
)
