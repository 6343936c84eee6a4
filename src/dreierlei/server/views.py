"""Positions and games as they go over the wire."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from ..courses import lessons
from ..declarations import variant as find_variant
from ..errors import DreierleiError
from ..picture import frame, trays
from ..positions import Position, position
from ..sheets import parts_of
from ..svg import draw_ground
from .wire.base import message_view
from .wire.boards import Frames, GameView, MoveView, OptionView, PositionView, VariantView
from .wire.matches import GameLine

if TYPE_CHECKING:
    from .._core import Move
    from ..messages import Message
    from ..model import Game, Side, Variant
    from ..options import Option
    from ..positions import Step
    from ..record import Record


def sample(game: Game) -> Position:
    """The game in play, as it is shown to people who do not know it yet."""
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
        sgf=game.sgf is not None,
        sheets=parts_of(find_variant(game.id)),
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
        frames=Frames(
            whole=whole,
            labelled=frame(variant.layout, labels=True, hands=False, centred=False),
            bare=frame(variant.layout, labels=False, hands=False, centred=False),
        ),
        trays=trays(variant.layout, whole),
    )


def reached(origin: str, moves: str = "") -> Position:
    """The position after moves, separated by commas or blanks, from a game's id or a position's line."""
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
    """The moves of a game that was written down."""
    return GameLine(
        variant=game.start.variant.id,
        start=str(game.start),
        moves=tuple(move.text for move in game.line),
        result=game.result,
    )


def position_view(position: Position) -> PositionView:
    """A position with its legal moves and how it came about."""
    moves = tuple(MoveView.model_validate(move) for move in position.moves())
    return PositionView.model_validate({**_fields(position), "moves": moves})


def position_json(position: Position) -> str:
    """The same as JSON, for live connections: put together from parts, most of which were written before."""
    outcome, reach, hands = position.outcome(), position.reach(), position.hands
    prompts = [f'"{" ".join(chosen)}":{_prompt_json(prompt)}' for chosen, prompt in position.prompts().items()]
    return (
        f'{{"line":{_json(str(position))},"variant":{_json(position.variant.id)},"turn":"{position.turn.value}"'
        f',"stones":"{"".join(position.stones)}"'
        f',"hands":{"null" if hands is None else list(hands)},"fields":{list(position.fields)}'
        f',"occurrences":{position.occurrences},"prompts":{{{",".join(prompts)}}},"previews":{_previews_json(position)}'
        f',"reach":{"null" if reach is None else _json(reach)},"last":{_last_json(position)}'
        f',"outcome":{"null" if outcome is None else _json(outcome)},"winning":{_json(position.winning_places())}'
        f',"moves":[{",".join(map(_move_json, position.moves()))}]}}'
    )


def _fields(position: Position) -> dict[str, Any]:
    """Everything but the legal moves."""
    return {
        "line": str(position),
        "variant": position.variant.id,
        "turn": position.turn,
        "stones": "".join(position.stones),
        "hands": position.hands,
        "fields": position.fields,
        "occurrences": position.occurrences,
        "prompts": {" ".join(chosen): message_view(prompt) for chosen, prompt in position.prompts().items()},
        "previews": _previews(position),
        "reach": position.reach(),
        "last": _last(position),
        "outcome": position.outcome(),
        "winning": position.winning_places(),
    }


def _previews(position: Position) -> dict[str, str]:
    targets, previews = position.variant.targets, {}
    for move in position.moves():
        if targets[move.targets[-1]].place is None:
            previews[" ".join(move.targets)] = "".join(position.play(move).stones)
        for n in range(1, len(move.targets)):
            begun = move.targets[:n]
            if targets[begun[-1]].place is None and " ".join(begun) not in previews:
                previews[" ".join(begun)] = "".join(position.preview(*begun))
    return previews


def _previews_json(position: Position) -> str:
    previews = _previews(position) if _has_other_targets(position.variant) else {}
    return _json(previews) if previews else "{}"


@lru_cache(maxsize=256)
def _has_other_targets(variant: Variant) -> bool:
    """Whether some targets are not places."""
    return any(target.place is None for target in variant.targets.values())


def _last_json(position: Position) -> str:
    move, before = position.last_move, position.previous
    if move is None or before is None:
        return "null"
    return f'{_move_json(move)[:-1]},"motion":[{",".join(map(_step_json, before.motion(move)))}]}}'


@lru_cache(maxsize=65_536)
def _move_json(move: Move) -> str:
    return MoveView.model_validate(move).model_dump_json()


@lru_cache(maxsize=65_536)
def _step_json(step: Step) -> str:
    return _json(step)


@lru_cache(maxsize=65_536)
def _prompt_json(prompt: Message) -> str:
    return message_view(prompt).model_dump_json()


def _json(value: object) -> str:
    return to_json(value).decode()


def _last(position: Position) -> dict[str, Any] | None:
    move, before = position.last_move, position.previous
    if move is None or before is None:
        return None
    return {"text": move.text, "targets": move.targets, "motion": before.motion(move)}
