"""Symmetries found by trying the rules, against what is known of the boards."""

from __future__ import annotations

import random

import pytest

import dreierlei
from dreierlei.symmetry import canonical, read, symmetries


@pytest.mark.parametrize(
    ("text", "count"),
    [("tictactoe", 8), ("qango6", 8), ("qango6:opening=rand", 8), ("muehle", 8), ("tres", 4), ("bedraengnis", 1)],
)
def test_how_many(text: str, count: int) -> None:
    game, _, options = text.partition(":")
    variant = dreierlei.variant(game, dict([options.split("=")]) if options else {})
    found = symmetries(variant)
    assert len(found) == count == len(set(found))
    assert found[0] == tuple(range(len(found[0])))


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_images_share_their_text_and_their_future(game: str) -> None:
    lot = random.Random(game)
    here = dreierlei.start(game)
    for _ in range(6):
        twin = read(here.variant, canonical(here))
        assert canonical(twin) == canonical(here)
        assert twin.perft(2) == here.perft(2)
        if not here.moves():
            break
        here = here.play(lot.choice(here.moves()))
