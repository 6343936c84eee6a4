"""Stones, grounds and marks: everything that a board shows many times, drawn once, round the origin.

A place and its stone are drawn in units of the layout, in which a cell is one unit wide.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from .model import Layout, Place, Ring
from .palette import PAGE, Ink, Palette, palette
from .scene import Role
from .shapes import Circle, Hatching, Look, Path, Rect, Shape, Step, Symbol, band, brackets, cross, polyline, route

STONE = 0.35
"""A stone's radius."""
EDGE = 0.11
"""The width of a stone's outline, in radii."""
HOLE = 0.41
"""The radius of a hole. It shows as a rim round its stone."""
BAND = 0.52
"""Half the width of a ring."""

State = Literal["target", "last", "mark"]
"""Why a control is highlighted; the first of several decides its colour."""
STATES: tuple[State, ...] = ("target", "last", "mark")
Choice = State | Literal["chosen"]
"""A page also shows the control that a player has chosen: its outline is solid, that of an offered one dashed."""
CHOICES: tuple[Choice, ...] = (*STATES, "chosen")

_LIT = 0.07
_DASH = (0.16, 0.1)


def _lines(*routes: tuple[Step, ...]) -> tuple[Step, ...]:
    return tuple(itertools.chain(*routes))


# One tile per tint. The pattern identifies the tint where colour cannot: diagonal, crossed, dotted, upright, level.
HATCHING = {
    "red": (0.2, _lines(*(route((a, 0.05 + b), (0.05 + b, a)) for a, b in ((-0.05, 0.0), (-0.05, 0.2), (0.15, 0.2))))),
    "orange": (
        0.25,
        _lines(
            route((-0.05, 0.05), (0.05, -0.05)),
            route((-0.05, 0.3), (0.3, -0.05)),
            route((0.2, 0.3), (0.3, 0.2)),
            route((-0.05, 0.2), (0.05, 0.3)),
            route((-0.05, -0.05), (0.3, 0.3)),
            route((0.2, -0.05), (0.3, 0.05)),
        ),
    ),
    "yellow": (0.2, _lines(*(route(spot, spot) for spot in ((0.05, 0.05), (0.15, 0.15))))),  # round caps make dots
    "green": (0.125, route((0.0625, 0.0), (0.0625, 0.125))),
    "blue": (0.125, route((0.0, 0.0625), (0.125, 0.0625))),
}
_DOTTED = "yellow"

# A sign reaches beyond the stone, so that it can be read from an occupied cell, too.
SIGNS = {
    "plus": _lines(route((0, -0.42), (0, 0.42)), route((-0.42, 0), (0.42, 0))),
    "cross": _lines(route((-0.39, -0.39), (0.39, 0.39)), route((0.39, -0.39), (-0.39, 0.39))),
    "hook": _lines(
        route((-0.37, 0.39), (-0.37, -0.37), (0.03, -0.37)), route((-0.09, -0.46), (0.03, -0.37), (-0.09, -0.28))
    ),
    "ring": route((-0.38, -0.38), (0.38, -0.38), (0.38, 0.38), (-0.38, 0.38), closed=True),
}


def ground_name(place: Place) -> str:
    """The name, in every style, of the symbol of a place without a stone."""
    return "-".join(part for part in (place.shape, place.tint, place.sign) if part)


@dataclass(frozen=True)
class Symbols:
    """The symbols of one style. Their ids name the style and what they show, so equal ids mean equal symbols."""

    style: str

    @cached_property
    def ink(self) -> Palette:
        """The colours."""
        return PAGE if self.style == "page" else palette(self.style)

    def _symbol(self, name: str, *parts: Shape) -> Symbol:
        return Symbol(f"dreierlei-{self.style}-{name}", parts)

    # --- stones and grounds ---------------------------------------------------------------------------------------

    def stone(self, letter: str) -> Symbol:
        """White is a bare disc with an outline, Black a full one with an inner ring, the neutral stone has a cross."""
        ink, r = self.ink.stones[letter], STONE
        edge = r * EDGE
        parts: list[Shape] = []
        if self.ink.shadow:
            parts.append(Circle(0, r * 0.13, r, Look(fill="#000000", opacity=self.ink.shadow), "shadow"))
        parts.append(Circle(0, 0, r - edge / 2, Look(ink.fill, ink.edge, edge)))
        if letter == "b":
            parts.append(Circle(0, 0, r * 0.58, Look(stroke=ink.mark, width=r * 0.1)))
        elif letter == "n":
            parts.append(cross(0, 0, r * 0.38, Look(stroke=ink.mark, width=r * 0.2, cap="round")))
        return self._symbol(f"stone-{letter}", *parts)

    def ground(self, place: Place) -> Symbol:
        """A place without a stone."""
        name = ground_name(place)
        if place.shape == "point":
            return self._symbol(name, Circle(0, 0, 0.1, Look(self.ink.border)))
        if place.shape == "hole":
            return self._symbol(name, Circle(0, 0, HOLE, Look(self.ink.groove, self.ink.line, 0.025)))
        ink = self.ink.ground(place.tint)
        fill = self._hatching(place.tint, ink) if place.tint and not place.sign else ink.fill
        parts: list[Shape] = [Rect(-0.5, -0.5, 1, 1, Look(fill, self.ink.line, 0.015))]
        if place.sign:
            parts.append(Path(SIGNS[place.sign], Look(stroke=ink.edge, width=0.05, cap="round", join="round")))
        return self._symbol(name, *parts)

    def _hatching(self, tint: str, ink: Ink) -> Hatching:
        side, steps = HATCHING[tint]
        look = Look(stroke=ink.mark, width=0.055 if tint == _DOTTED else 0.022, cap="round")
        return Hatching(f"dreierlei-{self.style}-{tint}", side, ink.fill, Path(steps, look))

    # --- marks on places ------------------------------------------------------------------------------------------

    def last(self, role: Role) -> Symbol:
        """The role of a place in the last move."""
        colour = self.ink.last
        shape: Shape
        if role == "to":
            shape = Path(brackets(0.44, 0.17), Look(stroke=colour, width=0.07))
        elif role == "from":
            shape = Circle(0, 0, STONE - 0.05, Look(stroke=colour, width=0.055, dash=(0.09, 0.09)))
        else:
            shape = cross(0, 0, 0.17, Look(stroke=colour, width=0.08, cap="round"))
        return self._symbol(f"last-{role}", shape)

    @property
    def target(self) -> Symbol:
        """A free place to go to."""
        return self._symbol("target", Circle(0, 0, 0.13, Look(self.ink.target, self.ink.frame, 0.03)))

    @property
    def target_stone(self) -> Symbol:
        """A stone to point at."""
        return self._symbol("target-stone", self._chosen())

    @property
    def target_take(self) -> Symbol:
        """A stone to take."""
        crosses = [
            cross(0, 0, 0.16, Look(stroke=colour, width=width, cap="round"))
            for colour, width in ((self.ink.frame, 0.17), (self.ink.target, 0.09))
        ]
        return self._symbol("target-take", self._chosen(), *crosses)

    def _chosen(self) -> Shape:
        return Circle(0, 0, STONE + 0.04, Look(stroke=self.ink.target, width=0.07, dash=(0.14, 0.09)))

    @property
    def winning(self) -> Symbol:
        """A place that decided the game; it lies below the stone."""
        return self._symbol("winning", Circle(0, 0, STONE + 0.055, Look(self.ink.frame, self.ink.winning, 0.07)))

    @property
    def mark(self) -> Symbol:
        """A highlighted place."""
        return self._symbol("mark", self._diamond(0.17, self.ink.mark))

    @property
    def hint(self) -> Symbol:
        """A place of the suggested move."""
        return self._symbol("hint", self._diamond(0.22, self.ink.target))

    def _diamond(self, d: float, colour: str) -> Shape:
        look = Look(colour, self.ink.frame, 0.04, join="round")
        return polyline(((0, -d), (d, 0), (0, d), (-d, 0)), look, closed=True)

    # --- rings and corners ----------------------------------------------------------------------------------------

    def _colour(self, state: Choice) -> str:
        return {"last": self.ink.last, "mark": self.ink.mark}.get(state, self.ink.target)

    def ring(self, ring: Ring, state: Choice) -> Symbol:
        """The outline of a highlighted ring."""
        width = 2 * _LIT if state == "chosen" else _LIT
        look = Look(stroke=self._colour(state), width=width, dash=_DASH if state == "target" else ())
        outline = Path(band(ring.radius - BAND, ring.radius + BAND), look)
        return self._symbol(f"ring-{ring.radius:g}-{state}", outline)

    def corner(self, state: Choice | None) -> Symbol:
        """A corner where stones enter the board: an arrow that points to the right until it is turned."""
        colour = self._colour(state) if state else None
        arrow = self.ink.frame if state else self.ink.text
        parts: list[Shape] = [
            Circle(0, 0, 0.4, Look(colour or self.ink.band, colour or self.ink.line, 0.04)),
            polyline(((-0.24, 0), (0.06, 0)), Look(stroke=arrow, width=0.1)),
            polyline(((0.02, -0.17), (0.27, 0), (0.02, 0.17)), Look(arrow), closed=True),
            polyline(((0.6, -0.12), (0.79, 0), (0.6, 0.12)), Look(colour or self.ink.border), closed=True),
        ]
        if state == "target":
            parts.append(Circle(0, 0, 0.48, Look(stroke=colour, width=0.04, dash=_DASH)))
        if state == "chosen":
            parts.append(Circle(0, 0, 0.51, Look(stroke=colour, width=0.08)))
        return self._symbol(f"corner-{state}" if state else "corner", *parts)

    def every(self, layout: Layout) -> Iterator[Symbol]:
        """The symbols that a page may put on a board."""
        grounds = {ground_name(place): place for place in layout.places}
        yield from (self.ground(grounds[name]) for name in sorted(grounds))
        yield from (self.stone(letter) for letter in "wbn")
        yield from (self.last(role) for role in ("to", "from", "taken"))
        yield from (self.target, self.target_stone, self.target_take, self.winning, self.mark, self.hint)
        yield from (self.ring(ring, state) for ring in layout.rings for state in CHOICES)
        if any(control.shape == "corner" for control in layout.controls):
            yield from (self.corner(state) for state in (None, *CHOICES))
