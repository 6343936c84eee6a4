"""What a game is made of on the table: how many stones, how wide they are, where rings meet and where they are held.

Paper and workshop share these measures. Nothing here knows how they are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .declarations import variant as find_variant
from .model import Layout, Ring, Variant
from .positions import Position
from .scene import gaps
from .symbols import BAND, STONE

LARGEST_STONE = 40.0
"""The largest stone in millimetres: stones on large boards do not outgrow a hand."""
_RIM = BAND + 0.055
"""Half the width of a ring, with its share of the gap to the next."""
_GRIP, _GRIP_SHARE = 6.0, 0.28


@dataclass(frozen=True, slots=True)
class Count:
    """How many stones of each kind a game needs."""

    white: int
    black: int
    neutral: int

    @property
    def both(self) -> int:
        """The stones of the two players together."""
        return self.white + self.black


def count(variant: Variant) -> Count:
    """The stones of a variant, from its declaration.

    Where players have stones in hand, the game gives their number. Where they take them from a supply, they never need
    more than the board has places; with an odd number of places White, who begins, needs one more than Black.
    """
    places, hands = len(variant.layout.places), variant.layout.hands
    neutral = Position(variant).stones.count("n")
    if hands is not None:
        return Count(hands.stones, hands.stones, neutral)
    most = variant.tables.numbers.get("stones", places)
    return Count(min(most, (places + 1) // 2), min(most, places // 2), neutral)


def stone_width(cell: float) -> float:
    """How wide a stone is, in whole millimetres, to suit cells of that size."""
    return max(1.0, min(LARGEST_STONE, round(2 * STONE * cell)))


def grip_width(cell: float) -> float:
    """How wide a grip is, in whole millimetres, to fit between the places of a ring."""
    return min(_GRIP, round(_GRIP_SHARE * cell))


def grip_gaps(ring: Ring) -> tuple[int, int]:
    """The gaps between places of a ring that have a grip instead of an arrow, counted from its first place."""
    return 0, len(ring.places) // 2


def grip_angles(layout: Layout, ring: Ring) -> tuple[float, float]:
    """Where a ring has its two grips, opposite each other in the middle between places: angles in radians."""
    between = gaps(layout, ring)
    first, second = (sum(between[gap]) / 2 for gap in grip_gaps(ring))
    return first, second


def borders(rings: Sequence[Ring]) -> list[float]:
    """Where rings, the largest first, meet the frame, each other and the centre: radii in units of the layout."""
    between = [(outer.radius + inner.radius) / 2 for outer, inner in pairwise(rings)]
    return [rings[0].radius + _RIM, *between, rings[-1].radius - _RIM]


def is_laid_from_tiles(variant: Variant) -> bool:
    """Whether a variant's board is made as loose tiles: the game has tiles, and this is its first board."""
    game = variant.game
    return bool(game.craft.tiles) and variant.layout == find_variant(game.id).layout
