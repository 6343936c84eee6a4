"""What a move does to the stones, for every game and variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei.model import SIDES

from .test_positions import each_variant, positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dreierlei import Step
    from dreierlei.model import Variant


def applied(stones: dict[str, str], steps: Sequence[Step]) -> dict[str, str]:
    """The stones on the places after steps that happen at once."""
    after = dict(stones)
    for step in steps:
        if step.start is not None:
            assert stones[step.start] == step.stone
            after[step.start] = "."
    for step in steps:
        if step.end is not None:
            assert after[step.end] == ".", "two stones on one place"
            after[step.end] = step.stone
    return after


def stones_by_name(position: dreierlei.Position) -> dict[str, str]:
    names = [place.name for place in position.variant.layout.places]
    return dict(zip(names, position.stones, strict=True))


@each_variant
def test_the_steps_of_a_move_lead_to_the_next_position(variant: Variant) -> None:
    rings = {target.text for target in variant.tables.targets if target.kind == "ring"}
    for before in positions(variant, 2):
        for move in before.moves():
            after = before.play(move)
            steps = before.motion(move)
            slid = [step for step in steps if step.kind != "turn"]
            turned = steps[len(slid) :]
            assert all(step.kind == "turn" for step in turned), "a ring turns last"
            assert applied(applied(stones_by_name(before), slid), turned) == stones_by_name(after)
            assert {step.ring for step in turned} == rings & set(move.targets)
            assert {step.ring for step in slid} <= {None}
            if before.hands is not None and after.hands is not None:
                for side, stone, had, has in zip(SIDES, "wb", before.hands, after.hands, strict=True):
                    own = [step for step in slid if step.stone == stone]
                    placed = sum(step.start is None for step in own)
                    back = sum(step.kind == "push" and step.end is None for step in own)
                    assert has == had - placed + back, side


@each_variant
def test_each_kind_of_step_says_where_from_and_where_to(variant: Variant) -> None:
    ends = {"place": (False, True), "move": (True, True), "take": (True, False), "turn": (True, True)}
    for before in positions(variant, 2):
        for move in before.moves():
            for step in before.motion(move):
                leaves, arrives = step.start is not None, step.end is not None
                assert leaves if step.kind == "push" else (leaves, arrives) == ends[step.kind]
                assert step.kind != "take" or step.stone != "wb"[SIDES.index(before.turn)]


@each_variant
def test_motion_takes_text_and_refuses_like_play(variant: Variant) -> None:
    start = dreierlei.Position(variant)
    move = start.moves()[0]
    assert start.motion(move.text) == start.motion(move)
    with pytest.raises(dreierlei.UnreadableMove):
        start.motion("nonsense")
    *_, last = positions(variant, 1)
    with pytest.raises(dreierlei.IllegalMove):
        last.motion(move)


@each_variant
def test_hands_are_full_at_the_start_where_a_game_shows_them(variant: Variant) -> None:
    hands = variant.layout.hands
    assert dreierlei.Position(variant).hands == ((hands.stones, hands.stones) if hands else None)


@each_variant
def test_a_preview_shows_a_move_as_far_as_it_has_come(variant: Variant) -> None:
    for before in list(positions(variant, 2))[::3]:
        assert before.preview() == before.stones
        for move in before.moves():
            assert before.preview(*move.targets) == before.play(move).stones
            steps = before.motion(move)
            for n in range(1, len(move.targets)):
                kinds = {variant.targets[text].kind for text in move.targets[n:]}
                later = {"ring": "turn", "take": "take", "place": "move"}
                done = [step for step in steps if step.kind not in {later[kind] for kind in kinds}]
                assert before.preview(*move.targets[:n]) == tuple(applied(stones_by_name(before), done).values())
