"""Pointing at a move, target by target. No screen, no rules: the position says what may come next."""

from __future__ import annotations

import math

from .._core import Move
from ..model import Layout, Point, Refusal, Target
from ..positions import Position

NEAR = 0.5
"""How far from a place a click still hits it, in units of the layout."""


class Pointer:
    """What a player has chosen of a move so far, and the target that the cursor is on.

    The cursor is always on one of the targets that may come next, or nowhere when the game is over.
    """

    def __init__(self, position: Position, near: Point | None = None) -> None:
        """A cursor on a new position, as near as possible to where it was before."""
        self.position = position
        self.chosen: tuple[str, ...] = ()
        self._targets = position.variant.targets
        self.cursor = self._nearest(near or (0.0, 0.0))

    @property
    def choices(self) -> tuple[str, ...]:
        """The targets that may come next."""
        return self.position.choices(*self.chosen)

    @property
    def beginnings(self) -> tuple[str, ...]:
        """The targets with which another move may begin: none once a stone is placed, moved or taken."""
        stones = self.position.stones
        chosen = [self._targets[text] for text in self.chosen]
        moved = any(
            target.kind == "take" or (target.place is not None and stones[target.place] == ".") for target in chosen
        )
        return () if moved else self.position.choices()

    @property
    def offered(self) -> tuple[str, ...]:
        """The targets that are worth showing: none where every free place can be chosen."""
        places = {target.place for target in map(self._targets.__getitem__, self.choices) if target.kind == "place"}
        free = {index for index, stone in enumerate(self.position.stones) if stone == "."}
        return () if places == free else self.choices

    @property
    def buttons(self) -> tuple[str, ...]:
        """The targets that are not on the board."""
        return tuple(text for text in self.choices if self._targets[text].kind == "pass")

    @property
    def spot(self) -> Point | None:
        """Where the cursor is."""
        return None if self.cursor is None else self.where(self.cursor)

    def where(self, text: str) -> Point:
        """The point of the layout at which a target is. Rings have theirs above the centre, buttons below the board."""
        target, layout = self._targets[text], self.position.variant.layout
        if target.place is not None:
            place = layout.places[target.place]
            return place.x, place.y
        for ring in layout.rings:
            if ring.name == text:
                return 0.0, -ring.radius
        return next(((control.x, control.y) for control in layout.controls if control.name == text), (0.0, 0.0))

    # --- moving the cursor ----------------------------------------------------------------------------------------

    def go(self, dx: int, dy: int) -> None:
        """Moves the cursor to the next target in a direction, preferably one straight ahead."""
        spot = self.spot
        if spot is None:
            return
        ahead = []
        for text in self.choices:
            x, y = self.where(text)
            along = (x - spot[0]) * dx + (y - spot[1]) * dy
            aside = abs((x - spot[0]) * dy) + abs((y - spot[1]) * dx)
            if along > 0.01:
                # Targets within 45 degrees come first, then the rest of that side.
                ahead.append((aside > along + 0.01, along + 2 * aside, text))
        if ahead:
            self.cursor = min(ahead)[2]

    def step(self, by: int) -> None:
        """Moves the cursor to the next or previous target in reading order, in a cycle."""
        if self.cursor is not None:
            texts = sorted(self.choices, key=lambda text: (self.where(text)[1], self.where(text)[0]))
            self.cursor = texts[(texts.index(self.cursor) + by) % len(texts)]

    def hit(self, x: float, y: float) -> str | None:
        """The target that a click on a point of the layout means: preferably one that may come next, or first."""
        if not self.choices:
            return None
        rings = any(self._targets[text].kind == "ring" for text in self.choices)
        others = [text for text, target in self._targets.items() if rings or target.kind != "ring"]
        for texts in (self.choices, self.beginnings, others):
            near = min(((self._distance(text, x, y), text) for text in texts), default=(math.inf, ""))
            if near[0] <= NEAR + 0.01:
                return near[1]
        return None

    def point(self, text: str) -> None:
        """Puts the cursor on a target that may come next."""
        if text in self.choices:
            self.cursor = text

    # --- choosing -------------------------------------------------------------------------------------------------

    def select(self, text: str | None = None) -> Move | None:
        """Chooses a target, by default the one under the cursor; returns the move if that completes it.

        A target of `beginnings` that cannot come next starts the move again. Any other target changes nothing.
        """
        text = text or self.cursor
        if text is None or text not in (*self.choices, *self.beginnings):
            return None
        if text not in self.choices:
            self.chosen = ()
        spot = self.where(text)
        self.chosen = (*self.chosen, text)
        for move in self.position.moves():
            if move.targets == self.chosen:
                return move
        self.cursor = self._nearest(spot)
        return None

    def why_not(self, text: str) -> Refusal | None:
        """Why a target cannot be chosen now; None if it can."""
        if text in self.beginnings:
            return None
        return self.position.why_not((*self.chosen, text))

    def unselect(self) -> bool:
        """Takes back the last target that was chosen; false if there was none."""
        if not self.chosen:
            return False
        *rest, last = self.chosen
        self.chosen = tuple(rest)
        self.cursor = last
        return True

    def _nearest(self, spot: Point) -> str | None:
        return min(self.choices, key=lambda text: math.dist(self.where(text), spot), default=None)

    def _distance(self, text: str, x: float, y: float) -> float:
        """How far a point is from a target, such that `NEAR` is the edge of a cell, or of the band of a ring."""
        target, layout = self._targets[text], self.position.variant.layout
        for ring in layout.rings:
            if ring.name == text:
                return abs(math.hypot(x, y) - ring.radius)
        there = self.where(text)
        return max(abs(x - there[0]), abs(y - there[1])) if _square(target, layout) else math.dist((x, y), there)


def _square(target: Target, layout: Layout) -> bool:
    """Whether a target fills its square: a cell does, and so does a corner with its name."""
    return target.place is None or layout.places[target.place].shape == "cell"
