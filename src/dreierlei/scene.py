"""What a drawing of a position shows, whether it becomes a picture or text."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from . import locales, messages
from .errors import DreierleiError, expect
from .messages import Language
from .model import Layout, Point, Ring, Side, Target
from .positions import Position

Role = Literal["to", "from", "taken"]
"""The role of a place in the last move."""

LETTER = {Side.WHITE: "w", Side.BLACK: "b"}


@dataclass(frozen=True)
class Scene:
    """A position with everything to be highlighted in it. Places are indices into the layout."""

    position: Position
    language: Language
    stones: tuple[str, ...]
    last: Mapping[int, Role] = field(default_factory=dict)
    last_controls: frozenset[str] = frozenset()
    targets: Mapping[int, Target] = field(default_factory=dict)
    target_controls: frozenset[str] = frozenset()
    marks: frozenset[int] = frozenset()
    mark_controls: frozenset[str] = frozenset()
    winning: frozenset[int] = frozenset()
    part: Layout | None = None
    """The part of the board to draw, if not all of it."""

    @property
    def layout(self) -> Layout:
        """The part of the board to draw."""
        return self.part or self.position.variant.layout

    @property
    def name(self) -> str:
        """The game's name."""
        return self.position.variant.game.names[self.language]

    def word(self, key: str, name: str = "") -> str:
        """A word of drawings in the scene's language."""
        return messages.say(self.language, f"drawing.{key}", name=name)

    def target_name(self, target: str) -> str:
        """What people call a target, in the scene's language."""
        return self.position.variant.target_name(target, self.language)

    def caption(self) -> str:
        """The state of the game, in a sentence or two."""
        end, last = self.position.outcome(), self.position.last_move
        if end is None:
            state = self.word("turn", self.word(LETTER[self.position.turn]))
        else:
            state = self.word("win", self.word(LETTER[end.winner])) if end.winner else self.word("draw")
        return f"{state} {self.word('last', last.text)}" if last else state

    def links(self) -> list[tuple[Point, Point]]:
        """The lines that join the winning stones: through rows of three or more, else from cell to next cell.

        Only the winner's stones are joined; a place that decided in another way, such as a blocked stone, stands alone.
        """
        end = self.position.outcome()
        if end is None or end.winner is None:
            return []
        points = [
            (place.x, place.y)
            for index, place in enumerate(self.layout.places)
            if index in self.winning and self.stones[index] == LETTER[end.winner]
        ]
        rows = list(dict.fromkeys(row for a, b in itertools.combinations(points, 2) if (row := _row(points, a, b))))
        joined = set(itertools.chain(*rows))
        steps = [
            (a, b)
            for a, b in itertools.combinations(points, 2)
            if math.dist(a, b) == 1 and not (a in joined and b in joined)
        ]
        return [(row[0], row[-1]) for row in rows] + steps


def _row(points: Sequence[Point], a: Point, b: Point) -> tuple[Point, ...] | None:
    """The points on the straight line through two of them, if there are at least three, from end to end."""
    row = sorted(p for p in points if abs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) < 1e-3)
    return tuple(row) if len(row) > 2 else None


def gaps(layout: Layout, ring: Ring) -> list[tuple[float, float]]:
    """The angles between which a ring has no place, clockwise: from each place to the next."""
    places = [layout.places[index] for index in ring.places]
    angles = [math.atan2(place.y, place.x) for place in places]
    return [(angle, angle + math.tau / len(angles)) for angle in angles]


def scene(
    position: Position,
    *,
    last_move: bool = True,
    targets: Iterable[str] = (),
    marks: Iterable[str] = (),
    winning: bool = True,
    language: str = "en",
) -> Scene:
    """What a drawing shows; raises `DreierleiError` for a target, mark or language that does not exist."""
    expect(position, Position, "type.position")
    chosen = locales.language(language)
    names = [place.name for place in position.variant.layout.places]
    last, last_controls = _last(position) if last_move else ({}, frozenset())
    wanted = [_target(position, text) for text in targets]
    marked = [_target(position, text) for text in marks]
    return Scene(
        position,
        chosen,
        position.stones,
        last,
        last_controls,
        {target.place: target for target in wanted if target.place is not None},
        frozenset(target.text for target in wanted if target.place is None),
        frozenset(target.place for target in marked if target.place is not None),
        frozenset(target.text for target in marked if target.place is None),
        frozenset(names.index(name) for name in position.winning_places()) if winning else frozenset(),
    )


def _target(position: Position, text: str) -> Target:
    for target in position.variant.tables.targets:
        if target.text.lower() == text.strip().lower():
            return target
    raise DreierleiError("drawing.target", game=position.variant.game.id, target=text)


def _last(position: Position) -> tuple[dict[int, Role], frozenset[str]]:
    """The places and the controls of the last move. A stone stands on the last place that is named, having left the
    earlier ones."""
    if position.last_move is None:
        return {}, frozenset()
    targets = [_target(position, text) for text in position.last_move.targets]
    stands = [target.place for target in targets if target.kind == "place"]
    roles: dict[int, Role] = {}
    for target in targets:
        if target.place is not None:
            stays: Role = "to" if target.place == stands[-1] else "from"
            roles[target.place] = "taken" if target.kind == "take" else stays
    return roles, frozenset(target.text for target in targets if target.place is None)
