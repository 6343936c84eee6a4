"""Symmetries of every variant, and what is known of some boards."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei.book import canonical, read
from dreierlei.declarations import variant as find_variant

from .test_positions import each_variant, positions

if TYPE_CHECKING:
    from dreierlei.model import Variant


@each_variant
def test_symmetries_are_a_group_of_permutations(variant: Variant) -> None:
    symmetries = dreierlei.Position(variant).symmetries
    places = tuple(range(len(variant.layout.places)))
    assert symmetries[0] == places
    assert all(tuple(sorted(image)) == places for image in symmetries)
    products = {tuple(second[place] for place in first) for first in symmetries for second in symmetries}
    assert products == set(symmetries)
    assert len(set(symmetries)) == len(symmetries)


@each_variant
def test_images_have_the_same_future(variant: Variant) -> None:
    lot = random.Random(variant.id)
    line = list(positions(variant, 1))
    for position in lot.sample(line, min(6, len(line))):
        images = position.images()
        assert len(images) == len(position.symmetries)
        assert str(images[0]) == str(position).removesuffix(f" x{position.occurrences}")
        for image, symmetry in zip(images, position.symmetries, strict=True):
            assert all(image.stones[to] == stone for to, stone in zip(symmetry, position.stones, strict=True))
            assert dreierlei.position(str(image)) == image
            assert image.outcome() == images[0].outcome()
            assert image.perft(2) == images[0].perft(2)
            after = sorted(canonical(image.play(move)) for move in image.moves())
            assert after == sorted(canonical(images[0].play(move)) for move in images[0].moves())
        assert {canonical(image) for image in images} == {canonical(position)}
        assert canonical(read(variant, canonical(position))) == canonical(position)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("tictactoe", 8),
        ("qango6", 8),
        ("qango6:opening=rand", 8),
        ("muehle", 16),  # the eight of the square, times the exchange of the outer and the inner ring
        ("tres", 4),  # a mirror image would reverse the arrows
        ("bedraengnis", 1),
        ("bedraengnis:board=" + "R" * 16, 8),
        ("bedraengnis:board=" + "RRYY" * 4, 2),
    ],
)
def test_known_boards_have_as_many(text: str, count: int) -> None:
    assert len(dreierlei.Position(find_variant(text)).symmetries) == count
