"""Which turns and mirror images of a board leave a game the same, found by trying its rules."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import TYPE_CHECKING

from .position import Position, position

if TYPE_CHECKING:
    from .model import Variant

_LINES = 4
_PLIES = 12
"""A turn is taken for a symmetry if it commutes with every move along a few random games of this length."""

Symmetry = tuple[int, ...]
"""For each place the place that it goes to."""


@lru_cache(maxsize=64)
def symmetries(variant: Variant) -> tuple[Symmetry, ...]:
    """The turns and reflections of the board that the rules do not notice, the identity first."""
    return tuple(image for image in _turns(variant) if image == tuple(range(len(image))) or _holds(variant, image))


def canonical(here: Position) -> str:
    """One text for a position and all its images, without the game's name and the occurrences; it ignores the past."""
    return min(_image(here, symmetry) for symmetry in symmetries(here.variant))


def read(variant: Variant, text: str) -> Position:
    """A position of the variant from its canonical text."""
    return position(f"{variant.id} {text}")


def _turns(variant: Variant) -> list[Symmetry]:
    if any(kind != "number" for kind in variant.tables.fields):
        return [tuple(range(len(variant.layout.places)))]  # a place that a position remembers would have to turn too
    spots = {(round(place.x, 2), round(place.y, 2)): i for i, place in enumerate(variant.layout.places)}
    middle_x, middle_y = (sum(spot[axis] for spot in spots) / len(spots) for axis in (0, 1))
    found = []
    for mirrored in (False, True):
        for quarters in range(4):
            image = []
            for place in variant.layout.places:
                x, y = place.x - middle_x, place.y - middle_y
                x = -x if mirrored else x
                for _ in range(quarters):
                    x, y = -y, x
                near = min(spots, key=lambda spot: (spot[0] - middle_x - x) ** 2 + (spot[1] - middle_y - y) ** 2)
                if abs(near[0] - middle_x - x) + abs(near[1] - middle_y - y) < 0.05:
                    image.append(spots[near])
            if len(set(image)) == len(variant.layout.places):
                found.append(tuple(image))
    return found


def _holds(variant: Variant, image: Symmetry) -> bool:
    for seed in range(_LINES):
        lot = random.Random(seed)
        here = Position(variant)
        for _ in range(_PLIES):
            moves = here.moves()
            if not moves:
                break
            turned = read(variant, _image(here, image))
            mine = sorted(_image(here.play(move), image) for move in moves)
            theirs = sorted(_plain(turned.play(move)) for move in turned.moves())
            if mine != theirs:
                return False
            here = here.play(lot.choice(moves))
    return True


def _image(here: Position, image: Symmetry) -> str:
    stones = here.stones
    turned = [""] * len(stones)
    for place, stone in enumerate(stones):
        turned[image[place]] = stone
    rows = here.variant.layout.rows
    board = "/".join("".join(turned[place] for place in row) for row in rows)
    return " ".join((board, *_plain(here).split()[1:]))


def _plain(here: Position) -> str:
    words = str(here).split()[1:]
    return " ".join(word for word in words if not word.startswith("x"))
