"""A ring names its places clockwise, evenly spaced round the origin."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from .variants import VARIANTS

if TYPE_CHECKING:
    from dreierlei.model import Variant


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_rings_name_their_places_clockwise(variant: Variant) -> None:
    layout = variant.layout
    for ring in layout.rings:
        points = [(layout.places[index].x, layout.places[index].y) for index in ring.places]
        turn = math.radians(abs(ring.step))
        for (x, y), after in zip(points, (*points[1:], points[0]), strict=True):
            assert math.hypot(x, y) == pytest.approx(ring.radius, abs=1e-3)
            turned = (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))
            assert turned == pytest.approx(after, abs=1e-3)
        assert (ring.step > 0) == ring.clockwise
