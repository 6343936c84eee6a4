import random

import pytest

from dreierlei import Position
from dreierlei.model import Variant
from dreierlei.scene import on_ring
from dreierlei.server.views import position_view, variant_view
from dreierlei.server.wire.boards import PositionView

from .contract.variants import VARIANTS

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def moved(before: PositionView, after: PositionView, variant: Variant) -> str:
    """The stones after the motion that a view tells, worked out as a page would show it."""
    assert after.last is not None
    motion = after.last.motion
    stones = list(before.stones)
    for slide in motion.slides:
        if slide.from_ is not None:
            assert stones[slide.from_] == slide.stone
    for slide in motion.slides:
        if slide.from_ is not None:
            stones[slide.from_] = "."
    for slide in motion.slides:
        if slide.to is not None:
            stones[slide.to] = slide.stone
    if motion.ring is not None:
        ring = next(ring for ring in variant.layout.rings if ring.name == motion.ring)
        # The places are numbered clockwise in the layout.
        places = [index for index, place in enumerate(variant.layout.places) if on_ring(place, ring)]
        by = 1 if ring.clockwise else -1
        turned = {places[(i + by) % len(places)]: stones[place] for i, place in enumerate(places)}
        stones = [turned.get(index, stone) for index, stone in enumerate(stones)]
    return "".join(stones)


@each_variant
def test_the_motion_leads_from_one_position_to_the_next(variant: Variant) -> None:
    lot = random.Random(variant.id)
    here = Position(variant)
    for _ in range(120):
        if not here.moves():
            break
        then = here.play(lot.choice(here.moves()))
        assert moved(position_view(here), position_view(then), variant) == "".join(then.stones)
        here = then


@each_variant
def test_every_target_of_a_legal_move_is_declared(variant: Variant) -> None:
    view = variant_view(variant)
    declared = {target.text for target in view.targets}
    controls = {control.name for control in view.layout.controls}
    for target in view.targets:
        assert (target.place is not None) != (target.text in controls)
    for move in position_view(Position(variant)).moves:
        assert declared.issuperset(move.targets)
