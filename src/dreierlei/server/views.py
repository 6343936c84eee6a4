"""Positions and games as they go over the wire."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from ..book import carried
from ..courses import lessons
from ..declarations import variant as find_variant
from ..errors import DreierleiError
from ..levels import declared
from ..picture import frame, resting, trays
from ..positions import Position, position
from ..puzzles import puzzles_of
from ..sheets import parts_of
from ..svg import draw_ground
from ..symbols import ground_name
from .wire.boards import Frames, GameView, KitView, OptionView, PositionView, Terms, VariantView
from .wire.matches import GameLine

if TYPE_CHECKING:
    from ..model import Game, Side, Variant
    from ..options import Option
    from ..record import Record


def sample(game: Game) -> Position:
    """A sample position of a game, to show it to people who do not know it yet."""
    return reached(game.id, game.sample)


def game_view(game: Game) -> GameView:
    """A game's declaration."""
    return GameView(
        id=game.id,
        names=dict(game.names),
        about=dict(game.about),
        stones="".join(sample(game).stones),
        options=tuple(_option(option) for option in game.options),
        scoring=game.match.scoring,
        length=game.match.length,
        give_up=game.match.give_up,
        levels=game.levels,
        book=carried(find_variant(game.id)) is not None,
        terms=Terms(),
        sgf=game.sgf is not None,
        sheets=parts_of(find_variant(game.id)),
        puzzles=len(puzzles_of(game.id)),
        lessons=tuple(lesson.name for lesson in lessons(game.id)),
    )


def _option(option: Option) -> OptionView:
    return OptionView(
        name=option.name,
        kind=option.kind,
        default=option.default,
        title=dict(option.title),
        about=dict(option.about),
        choices=option.choices,
        drawn=tuple(option.drawn),
        labels={value: dict(option.label(value)) for value in (option.default, *option.choices, *option.drawn)},
        tag=option.tag,
        kit=None if option.kit is None else KitView.model_validate(option.kit),
    )


@lru_cache(maxsize=256)
def variant_view(variant: Variant) -> VariantView:
    """A variant with its board."""
    whole = frame(variant.layout, labels=True, hands=True, centred=False)
    return VariantView(
        id=variant.id,
        game=variant.game.id,
        options=dict(variant.options),
        labels={option.name: dict(option.label(variant.options[option.name])) for option in variant.game.options},
        layout=variant.layout,
        targets=variant.tables.targets,
        fields=variant.tables.fields,
        grounds={tint: dict(words) for tint, words in variant.tables.grounds.items()},
        ground=draw_ground(variant),
        cells=tuple(None if place is None else ground_name(place) for place in resting(variant.layout)),
        frames=Frames(
            whole=whole,
            labelled=frame(variant.layout, labels=True, hands=False, centred=False),
            bare=frame(variant.layout, labels=False, hands=False, centred=False),
        ),
        trays=trays(variant.layout, whole),
        core=declared(variant),
    )


def reached(origin: str, moves: str = "") -> Position:
    """The position after moves, separated by commas or spaces, from a game's id or a position's line."""
    reached = position(origin) if len(origin.split()) > 1 else Position(find_variant(origin))
    for move in re.split(r"[,\s]+", moves.strip(", ")):
        reached = reached.play(move) if move else reached
    return reached


def set_up(variant_id: str, stones: str, turn: Side, rest: str) -> Position:
    """The position with these stones, a letter for each place; raises `InvalidPosition` with every reason."""
    chosen = find_variant(variant_id)
    layout = chosen.layout
    if len(stones) != len(layout.places):
        raise DreierleiError("server.stones", expected=len(layout.places), count=len(stones))
    board = "/".join("".join(stones[place] for place in row) for row in layout.rows)
    return position(f"{chosen.id} {board} {turn.value[0]} {rest}")


def game_line(game: Record) -> GameLine:
    """The moves of a recorded game."""
    return GameLine(
        variant=game.start.variant.id,
        start=str(game.start),
        moves=tuple(move.text for move in game.line),
        result=game.result,
    )


def position_view(position: Position) -> PositionView:
    """A position with its legal moves and the last move."""
    return PositionView.model_validate_json(position.view())
