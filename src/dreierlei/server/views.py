"""Positions and games as the wire has them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from ..errors import DreierleiError
from ..games import read_variant
from ..games import variant as find_variant
from ..position import Position, position
from ..sheets import parts_of
from ..svg import draw_ground
from . import wire

if TYPE_CHECKING:
    from ..model import Game, Layout, Outcome, Variant
    from ..options import Option
    from ..record import Record


def game_view(game: Game) -> wire.GameView:
    """A game's declaration."""
    return wire.GameView(
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


def _option(option: Option) -> wire.OptionView:
    return wire.OptionView(
        name=option.name,
        kind=option.kind,
        default=option.default,
        title=dict(option.title),
        about=dict(option.about),
        choices=option.choices,
        drawn=tuple(option.drawn),
        labels={value: dict(option.label(value)) for value in (option.default, *option.choices, *option.drawn)},
    )


@lru_cache(maxsize=256)
def variant_view(variant: Variant) -> wire.VariantView:
    """A variant with its board."""
    layout = variant.layout
    return wire.VariantView(
        id=variant.id,
        game=variant.game.id,
        options=dict(variant.options),
        labels={option.name: dict(option.label(variant.options[option.name])) for option in variant.game.options},
        layout=_layout(layout),
        targets=tuple(
            wire.TargetView(
                text=target.text,
                kind=target.kind,
                place=target.place,
                words=dict(target.words) if target.words else None,
            )
            for target in variant.tables.targets
        ),
        fields=tuple(wire.FieldView(kind=field.kind, title=dict(field.title)) for field in variant.tables.fields),
        grounds={tint: dict(words) for tint, words in variant.tables.grounds.items()},
        ground={"light": draw_ground(variant, "light"), "dark": draw_ground(variant, "dark")},
    )


def _layout(layout: Layout) -> wire.LayoutView:
    return wire.LayoutView(
        places=tuple(
            wire.PlaceView(
                name=place.name,
                x=place.x,
                y=place.y,
                shape=place.shape,
                tint=place.tint,
                letter=place.letter,
                group=place.group,
                sign=place.sign,
            )
            for place in layout.places
        ),
        bounds=layout.bounds,
        strokes=layout.strokes,
        rings=tuple(
            wire.RingView(name=ring.name, places=ring.places, radius=ring.radius, step=ring.step)
            for ring in layout.rings
        ),
        controls=tuple(
            wire.ControlView(name=control.name, x=control.x, y=control.y, shape=control.shape)
            for control in layout.controls
        ),
        labels=tuple(wire.LabelView(text=label.text, x=label.x, y=label.y) for label in layout.labels),
        stones=layout.hands.stones if layout.hands else None,
    )


def reached(origin: str, moves: str = "") -> Position:
    """The position that a game's id or a position's line begins with and moves lead to, by commas or blanks apart."""
    here = position(origin) if len(origin.split()) > 1 else Position(read_variant(origin))
    for move in re.split(r"[,\s]+", moves.strip(", ")):
        here = here.play(move) if move else here
    return here


def set_up(variant_id: str, stones: str, turn: str, rest: str) -> Position:
    """The position with these stones, a letter for each place; raises `InvalidPosition` with every reason."""
    chosen = read_variant(variant_id)
    layout = chosen.layout
    if len(stones) != len(layout.places):
        raise DreierleiError(
            f"The board has {len(layout.places)} places: expected a letter for each, not {len(stones)}."
        )
    board = "/".join("".join(stones[place] for place in row) for row in layout.rows)
    return position(f"{chosen.id} {board} {turn[0]} {rest}")


def game_line(game: Record) -> wire.GameLine:
    """The moves of a game that was written down."""
    return wire.GameLine(
        variant=game.start.variant.id,
        start=str(game.start),
        moves=tuple(move.text for move in game.line),
        names=(game.tag("White"), game.tag("Black")),
        result=game.result,
        reason=game.reason,
    )


def position_view(here: Position) -> wire.PositionView:
    """A position with its legal moves and how it came about."""
    end = here.outcome()
    return wire.PositionView(
        line=str(here),
        variant=here.variant.id,
        turn=here.turn.value,
        stones="".join(here.stones),
        hands=here.hands,
        moves=tuple(wire.MoveView(text=move.text, targets=move.targets) for move in here.moves()),
        prompts=_prompts(here),
        last=_last(here),
        outcome=outcome_view(end) if end else None,
        winning=here.winning_places(),
    )


def _prompts(position: Position) -> dict[str, str]:
    begun = dict.fromkeys(move.targets[:n] for move in position.moves() for n in range(len(move.targets)))
    prompts = {" ".join(chosen): position.prompt(*chosen) for chosen in begun}
    return {chosen: prompt.key for chosen, prompt in prompts.items() if prompt}


def outcome_view(end: Outcome) -> wire.OutcomeView:
    """How a game ended."""
    return wire.OutcomeView(winner=end.winner.value if end.winner else None, reason=end.reason, points=end.points)


def _last(here: Position) -> wire.LastMove | None:
    move, before = here.last_move, here.previous
    if move is None or before is None:
        return None
    indices = {place.name: index for index, place in enumerate(here.variant.layout.places)}
    steps = before.motion(move)
    slides = tuple(
        wire.Slide(stone=step.stone, from_=indices.get(step.start or ""), to=indices.get(step.end or ""))
        for step in steps
        if step.kind != "turn"
    )
    ring = next((step.ring for step in steps if step.kind == "turn"), None)
    return wire.LastMove(text=move.text, targets=move.targets, motion=wire.Motion(slides=slides, ring=ring))
