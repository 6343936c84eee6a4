"""What the past of a game means for those who look ahead, and for those who look back from its end."""

from __future__ import annotations

import random

import pytest

import dreierlei
from dreierlei import env

from .test_engine import raw

# At the end of each, a move leads to a position that has occurred twice.
TWICE = {
    "muehle": """f4 d2 d6 a1 b6 a4 f6xa1 d1 g4 b2 e4xb2 d3xe4 e5 g1 d5 d7 c5xd7 c3 e5-e4xg1 a4-a7 g4-g7 a7-a4 e4-e5xc3
    d2-b2 f4-e4 d3-e3 f6-f4 a4-a7 g7-g4xd1 e3-f2 d6-d7 a7-e3 c5-c4 f2-d2 c4-c3 d2-a1 c3-c4 a1-d2 c4-c3 d2-a1 c3-c4""",
    "tres": """SEo NWo SWo NEo NWo NEo NWm NWm NWo NEi SWi NEo NEm SWi SEo SWo SEm NWo SWm NEi SWm NWm NWm SWi SWi NWo
    SEo SEi SWo SEo NWi SEm NWi NEi NEi SWi NEi""",
}


@pytest.mark.parametrize("game", TWICE)
def test_a_line_ends_where_the_third_occurrence_ends_the_game(game: str) -> None:
    position = dreierlei.start(game)
    for move in TWICE[game].split():
        position = position.play(move)
    for found in raw(position, [], depth=2)[0][0][0]:
        position = position.play(found)


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_a_position_that_ends_a_game_has_not_occurred_before(game: str) -> None:
    """Even if the position before it had."""
    if "earlier" not in env.VectorEnv(game, 1).spaces.planes:
        return
    lot = random.Random(game)
    before = after = dreierlei.start(game)
    while (end := after.outcome()) is None or end.winner is None:
        before = dreierlei.start(game) if end else after
        after = before.play(lot.choice(before.moves()))
    again = dreierlei.position(f"{before} x2")
    assert after.last_move is not None
    many = env.VectorEnv(game, 1, starts=[again])
    batch = many.step([many.spaces.action(after.last_move)])
    assert batch.terminated[0]
    for side, seen in zip(dreierlei.model.SIDES, batch.last_observations[0], strict=True):
        assert (seen == many.spaces.observe(again.play(after.last_move), side)).all()
