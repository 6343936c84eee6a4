"""The core and the naive rules agree on every game and variant: moves, outcome, text, perft."""

from __future__ import annotations

import random
import zlib
from typing import TYPE_CHECKING

import pytest

import dreierlei
from tests.oracle import oracle, perft

from .variants import DEEP, VARIANTS, repetitions

if TYPE_CHECKING:
    from dreierlei.model import Variant

GAMES = 2000 if DEEP else 80
PERFT_LEAVES = 300_000 if DEEP else 4_000


def _seed(variant: Variant) -> int:
    return zlib.crc32(variant.id.encode())


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_random_games(variant: Variant) -> None:
    rules = oracle(variant.game.id, variant.options)
    lot = random.Random(_seed(variant))
    for _ in range(repetitions(variant, GAMES)):
        state = rules.start()
        current = dreierlei.Position(variant)
        while True:
            moves = [str(move) for move in current.moves()]
            assert sorted(moves) == sorted(rules.moves(state)), str(current)
            assert str(current) == rules.text(state)
            end, expected = current.outcome(), rules.outcome(state)
            assert (end is None) == (expected is None) == bool(moves), str(current)
            if end is not None and expected is not None:
                assert (end.winner and str(end.winner), end.reason, end.points) == tuple(expected), str(current)
                break
            move = lot.choice(moves)
            current = current.play(move)
            state = rules.play(state, move)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_perft(variant: Variant) -> None:
    rules = oracle(variant.game.id, variant.options)
    start = dreierlei.Position(variant)
    depth = 0
    while True:
        counted = start.perft(depth)
        assert counted == perft(rules, rules.start(), depth)
        depth += 1
        if start.perft(depth) > PERFT_LEAVES:
            break
    assert depth > 1


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_perft_in_the_middle_of_games(variant: Variant) -> None:
    rules = oracle(variant.game.id, variant.options)
    lot = random.Random(_seed(variant))
    for _ in range(3):
        state = rules.start()
        current = dreierlei.Position(variant)
        line = [(current, state)]
        while moves := current.moves():
            move = lot.choice(moves)
            current, state = current.play(move), rules.play(state, str(move))
            line.append((current, state))
        for position, naive in line[:: max(1, len(line) // 6)]:
            depth = 2 if position.perft(2) <= PERFT_LEAVES else 1
            assert position.perft(depth) == perft(rules, naive, depth)
