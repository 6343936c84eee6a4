"""Why a move is not legal: the reason is there exactly for what is not legal, it is true, and it is a sentence."""

from __future__ import annotations

import random
import zlib
from typing import TYPE_CHECKING, Any

import pytest

import dreierlei
from dreierlei.declarations import texts
from dreierlei.messages import LANGUAGES
from tests.oracle import oracle, reasons

from .test_positions import each_variant, positions
from .variants import DEEP, repetitions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreierlei.model import Variant

GAMES = 30 if DEEP else 3
BEGINNINGS = 4
"""The beginnings of moves that are tried in a position, besides the empty one."""


def beside_the_oracle(variant: Variant) -> Iterator[tuple[dreierlei.Position, Any, Any, random.Random]]:
    """Every position of some random games that is not over, with the state of the naive rules."""
    rules = oracle(variant.game.id, variant.options)
    lot = random.Random(zlib.crc32(variant.id.encode()) + 2)
    for _ in range(repetitions(variant, GAMES)):
        position, state = dreierlei.Position(variant), rules.start()
        while moves := position.moves():
            yield position, rules, state, lot
            move = lot.choice(moves)
            position, state = position.play(move), rules.play(state, str(move))


def beginnings(position: dreierlei.Position, lot: random.Random) -> list[tuple[str, ...]]:
    found = {move.targets[:n] for move in position.moves() for n in range(1, len(move.targets))}
    return [(), *lot.sample(sorted(found), min(len(found), BEGINNINGS))]


@each_variant
def test_a_target_is_refused_exactly_if_no_legal_move_has_it_and_for_a_true_reason(variant: Variant) -> None:
    for position, rules, state, lot in beside_the_oracle(variant):
        for chosen in beginnings(position, lot):
            possible = set(position.choices(*chosen))
            for target in variant.targets:
                refusal = position.why_not((*chosen, target))
                assert (refusal is None) == (target in possible), (str(position), chosen, target)
                if refusal is not None:
                    true = reasons.true(rules, state, chosen, target, refusal.key, refusal.values)
                    assert true, (str(position), chosen, target, refusal)


@each_variant
def test_a_text_is_refused_exactly_if_it_cannot_be_played(variant: Variant) -> None:
    tried = {str(move) for position in positions(variant, 1) for move in position.moves()}
    for position in list(positions(variant, 2))[::4]:
        for text in tried:
            try:
                position.play(text)
            except dreierlei.MoveError as error:
                refusal = position.why_not(text)
                assert refusal is not None
                if isinstance(error, dreierlei.IllegalMove):
                    assert error.refusal == refusal
            else:
                assert position.why_not(text) is None


@each_variant
def test_a_wrong_target_after_a_right_beginning_is_the_one_that_is_refused(variant: Variant) -> None:
    for position, _, _, lot in beside_the_oracle(variant):
        wrong = lot.choice(sorted(set(variant.targets) - set(position.choices())) or [""])
        if wrong:
            assert position.why_not((wrong, *variant.targets)) == position.why_not((wrong,))


@each_variant
def test_a_reason_is_a_sentence_in_every_language_that_the_page_can_say(variant: Variant) -> None:
    refusals = {
        repr(refusal): refusal
        for position in list(positions(variant, 2))[::3]
        for target in variant.targets
        if (refusal := position.why_not((target,))) is not None
    }
    for refusal in refusals.values():
        for language in LANGUAGES:
            sentence = refusal.say(language)
            assert sentence.endswith(".")
            assert "{" not in sentence
            assert refusal.key in texts(language)
        assert str(refusal) == refusal.say("en")


@each_variant
def test_after_the_end_the_reason_is_the_end(variant: Variant) -> None:
    *_, last = positions(variant, 1)
    for target in variant.targets:
        refusal = last.why_not((target,))
        assert refusal is not None
        assert refusal.key == "refusal.over"


@each_variant
def test_a_target_that_the_game_does_not_have_is_an_error(variant: Variant) -> None:
    with pytest.raises(dreierlei.DreierleiError, match="no place or target"):
        dreierlei.Position(variant).why_not(["z9"])


@each_variant
def test_the_reach_is_where_a_move_may_end(variant: Variant) -> None:
    for position in positions(variant, 2):
        for chosen in {move.targets[:-1] for move in position.moves()}:
            reach = position.reach(*chosen)
            if reach is None:
                continue
            assert set(position.choices(*chosen)) <= set(reach.places)
            assert reach.start not in reach.places
            for place in set(reach.places) - set(position.choices(*chosen)):
                refusal = position.why_not((*chosen, place))
                assert refusal is not None
                assert refusal.key.endswith("answer"), "only what the opponent can do afterwards speaks against it"
