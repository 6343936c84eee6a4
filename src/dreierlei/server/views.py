"""Positions and games as the wire has them."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from ..errors import DreierleiError
from ..games import read_variant
from ..games import variant as find_variant
from ..position import Position, position
from ..scene import LETTER, on_ring
from ..sheets import parts_of
from ..svg import draw_ground
from .wire.boards import (
    GameView,
    LastMove,
    LayoutView,
    Motion,
    MoveView,
    OptionView,
    PositionView,
    RingView,
    Slide,
    VariantView,
)
from .wire.matches import GameLine

if TYPE_CHECKING:
    from ..model import Game, Layout, Option, Ring, Side, Variant
    from ..record import Record
    from .wire.boards import Stone


def game_view(game: Game) -> GameView:
    """A game's declaration."""
    return GameView(
        id=game.id,
        names=dict(game.names),
        about=dict(game.about),
        options=tuple(_option(option) for option in game.options),
        scoring=game.match.scoring,
        length=game.match.length,
        give_up=game.match.give_up,
        sgf=game.sgf is not None,
        sheets=parts_of(find_variant(game.id)),
    )


def _option(option: Option) -> OptionView:
    return OptionView(
        name=option.name,
        default=option.default,
        expects=option.expects,
        about=dict(option.about),
        choices=option.choices,
        board=option.read("random") not in (None, "random"),
    )


@lru_cache(maxsize=256)
def variant_view(variant: Variant) -> VariantView:
    """A variant with its board."""
    layout = variant.layout
    return VariantView(
        id=variant.id,
        game=variant.game.id,
        options=dict(variant.options),
        layout=_layout(layout),
        targets=variant.tables.targets,
        ground={"light": draw_ground(variant, "light"), "dark": draw_ground(variant, "dark")},
    )


def _layout(layout: Layout) -> LayoutView:
    return LayoutView(
        places=layout.places,
        bounds=layout.bounds,
        rings=tuple(RingView(name=ring.name, radius=ring.radius, step=_step(layout, ring)) for ring in layout.rings),
        controls=layout.controls,
        labels=layout.labels,
        stones=layout.hands.stones if layout.hands else None,
    )


def _on_ring(layout: Layout, ring: Ring) -> list[int]:
    """The places of a ring, clockwise."""
    on_it = [index for index, place in enumerate(layout.places) if on_ring(place, ring)]
    return sorted(on_it, key=lambda index: math.atan2(layout.places[index].y, layout.places[index].x))


def _step(layout: Layout, ring: Ring) -> float:
    return (1 if ring.clockwise else -1) * 360 / len(_on_ring(layout, ring))


def reached(origin: str, moves: str = "") -> Position:
    """The position that a game's id or a position's line begins with and moves lead to, by commas or blanks apart."""
    here = position(origin) if len(origin.split()) > 1 else Position(read_variant(origin))
    for move in re.split(r"[,\s]+", moves.strip(", ")):
        here = here.play(move) if move else here
    return here


def set_up(variant_id: str, stones: str, turn: Side, rest: str) -> Position:
    """The position with these stones, a letter for each place; raises `InvalidPosition` with every reason."""
    chosen = read_variant(variant_id)
    layout = chosen.layout
    if len(stones) != len(layout.places):
        raise DreierleiError("server.stones", expected=len(layout.places), count=len(stones))
    board = "/".join("".join(stones[place] for place in row) for row in layout.rows)
    return position(f"{chosen.id} {board} {turn.value[0]} {rest}")


def game_line(game: Record) -> GameLine:
    """The moves of a game that was written down."""
    return GameLine(
        variant=game.start.variant.id,
        start=str(game.start),
        moves=tuple(move.text for move in game.line),
        names=(game.tag("White"), game.tag("Black")),
        result=game.result,
        reason=game.reason,
    )


def position_view(here: Position) -> PositionView:
    """A position with its legal moves and how it came about."""
    layout = here.variant.layout
    return PositionView(
        line=str(here),
        variant=here.variant.id,
        turn=here.turn,
        stones="".join(here.stones),
        hands=_hands(here),
        moves=tuple(MoveView.model_validate(move) for move in here.moves()),
        last=_last(here, layout),
        outcome=here.outcome(),
        winning=here.winning_places(),
    )


def _hands(position: Position) -> tuple[int, int] | None:
    hands = position.variant.layout.hands
    if hands is None:
        return None
    if hands.fields is not None:
        return position.fields[hands.fields[0]], position.fields[hands.fields[1]]
    stones = position.stones
    return hands.stones - stones.count("w"), hands.stones - stones.count("b")


def _last(position: Position, layout: Layout) -> LastMove | None:
    move, before = position.last_move, position.previous
    if move is None or before is None:
        return None
    kinds = {target.text: target for target in position.variant.tables.targets}
    turned = next(
        (ring for ring in layout.rings if ring.name in move.targets and kinds[ring.name].kind == "ring"), None
    )
    pushed = any(kinds[text].kind == "corner" for text in move.targets)
    after = list(position.stones)
    if turned is not None:  # undo the turn: what remains is what slid before it
        places = _on_ring(layout, turned)
        by = 1 if turned.clockwise else -1
        for index, place in enumerate(places):
            after[place] = position.stones[places[(index + by) % len(places)]]
    if pushed:
        slides = _pushed(layout, before, next(t for t in move.targets if kinds[t].kind == "corner"))
    else:
        slides = _moved(before.stones, after, LETTER[before.turn])
    return LastMove(
        text=move.text, targets=move.targets, motion=Motion(slides=slides, ring=turned.name if turned else None)
    )


def _moved(before: tuple[str, ...], after: list[str], own: str) -> tuple[Slide, ...]:
    """Of a turn that moves or places one stone, and may take others."""
    came = [place for place, stone in enumerate(after) if stone != before[place] and stone == own]
    left = [place for place, stone in enumerate(before) if stone != after[place] and stone == own]
    taken = [place for place, stone in enumerate(before) if after[place] == "." and stone not in (".", own)]
    moved = [_slide(own, left[0] if left else None, place) for place in came]
    return (*moved, *(_slide(before[place], place, None) for place in taken))


def _pushed(layout: Layout, before: Position, corner: str) -> tuple[Slide, ...]:
    """Of a turn that pushes a stone in at a corner: the run of stones in its way moves on by one."""
    control = next(control for control in layout.controls if control.name == corner)
    length = math.hypot(control.x, control.y)
    along = {
        round((place.x * control.x + place.y * control.y) / length, 3): index
        for index, place in enumerate(layout.places)
        if abs(place.x * control.y - place.y * control.x) < 0.01 * length
    }
    way = [along[key] for key in sorted(along, reverse=True)]
    run = []
    for place in way:
        if before.stones[place] == ".":
            break
        run.append(place)
    ends = (*way[1 : len(run) + 1], None) if len(run) == len(way) else way[1 : len(run) + 1]
    slides = [_slide(before.stones[place], place, to) for place, to in zip(run, ends, strict=True)]
    return (_slide(LETTER[before.turn], None, way[0]), *slides)


def _slide(stone: str, start: int | None, end: int | None) -> Slide:
    return Slide(stone=cast("Stone", stone), from_=start, to=end)
