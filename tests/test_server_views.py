import random

import pytest

import dreierlei
from dreierlei import Position
from dreierlei.model import Game, Variant
from dreierlei.server import views
from dreierlei.server.views import position_view, variant_view
from dreierlei.server.wire.boards import PositionView

from .contract.variants import VARIANTS

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def moved(before: PositionView, after: PositionView, variant: Variant) -> str:
    """The stones after the last move of a view, worked out as a page would show it."""
    assert after.last is not None
    places = [place.name for place in variant.layout.places]
    stones = dict(zip(places, before.stones, strict=True))
    slides = [step for step in after.last.motion if step.kind != "turn"]
    for step in slides:
        assert step.start is None or stones[step.start] == step.stone
    stones |= {step.start: "." for step in slides if step.start is not None}
    stones |= {step.end: step.stone for step in slides if step.end is not None}
    ring = next((ring for ring in variant.layout.rings if ring.name in after.last.targets), None)
    if ring is not None:
        on_ring = [places[index] for index in ring.places]
        by = 1 if ring.clockwise else -1
        stones |= {on_ring[(i + by) % len(on_ring)]: stones[place] for i, place in enumerate(on_ring)}
    return "".join(stones[place] for place in places)


@each_variant
def test_the_motion_leads_from_one_position_to_the_next(variant: Variant) -> None:
    lot = random.Random(variant.id)
    position = Position(variant)
    for _ in range(120):
        if not position.moves():
            break
        then = position.play(lot.choice(position.moves()))
        assert moved(position_view(position), position_view(then), variant) == "".join(then.stones)
        position = then


@each_variant
def test_every_target_of_a_legal_move_is_declared(variant: Variant) -> None:
    view = variant_view(variant)
    declared = {target.text for target in view.targets}
    controls = {control.name for control in view.layout.controls}
    for target in view.targets:
        assert (target.place is not None) != (target.text in controls)
    for move in position_view(Position(variant)).moves:
        assert declared.issuperset(move.targets)


@pytest.mark.parametrize("game", dreierlei.games(), ids=lambda game: game.id)
def test_the_sample_of_a_game_shows_it_in_play(game: Game) -> None:
    position = views.sample(game)
    assert position.outcome() is None
    if game.sample:
        assert sum(stone in "wb" for stone in position.stones) >= 4
    assert "".join(position.stones) == views.game_view(game).stones


def test_games_come_in_the_order_that_they_declare() -> None:
    ranks = [game.rank for game in dreierlei.games()]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) > 1
