"""Every game with every value of its options, and samples where values cannot be listed. No game is named here."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING

import dreierlei

if TYPE_CHECKING:
    from dreierlei.model import Variant
    from dreierlei.options import Option

DEEP = int(os.environ.get("DREIERLEI_DEEP", "0"))
"""How much longer than usual to test: `make deep` sets it."""

# Values for options without a list: those that an option reads are taken.
_SAMPLES = ("0", "3", "random:1", "random:2")


def _values(option: Option) -> list[str]:
    if option.choices:
        return list(option.choices)
    return [option.default, *(value for sample in _SAMPLES if (value := option.read(sample)) is not None)]


VARIANTS = [
    dreierlei.variant(game.id, dict(zip([option.name for option in game.options], values, strict=True)))
    for game in dreierlei.games()
    for values in itertools.product(*(_values(option) for option in game.options))
]


def repetitions(variant: Variant, most: int) -> int:
    """How often to repeat what is drawn by lot: variants of one game share `most`, and each gets at least a quarter."""
    siblings = sum(other.game is variant.game for other in VARIANTS)
    return max(most // siblings, -(-most // 4))
