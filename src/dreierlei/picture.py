"""Pictures of positions, as shapes. Everything comes from the layout; nothing here depends on a particular game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .model import SIDES, Control, Layout, Place, Ring
from .scene import LETTER, Scene, gaps
from .shapes import (
    Arc,
    Box,
    Circle,
    Group,
    Look,
    Move,
    Path,
    Picture,
    Rect,
    Shape,
    Step,
    Text,
    Use,
    around,
    band,
    polyline,
    route,
)
from .symbols import BAND, HOLE, STATES, STONE, State, Symbols

TRAY = 0.8
"""The height of a row of stones in hand."""
MARGIN = 0.2
LABEL = 0.25
"""How far a label extends from its middle."""
_ORIGIN = (0.0, 0.0)


def picture(scene: Scene, style: str, *, labels: bool = True, cells: bool = True) -> Picture:
    """A picture of a scene. Its layers have the roles `frame`, `board`, `labels`, `controls`, `hands` and `places`.

    Without `cells`, the grounds of places that do not turn are missing; an empty group `cells` is where they belong.
    Raises `DreierleiError` for a style that does not exist.
    """
    return _Painter(scene, Symbols(style), labels, cells).picture()


def resting(layout: Layout) -> tuple[Place | None, ...]:
    """The places that do not turn with a ring, each at its index; None for the others."""
    turning = {index for ring in layout.rings for index in ring.places}
    return tuple(None if index in turning else place for index, place in enumerate(layout.places))


def edges(layout: Layout) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a board. Stones on outer points exceed the bounds, and so does the board."""
    overhang = 0.5 if any(place.shape == "point" for place in layout.places) else 0.0
    left, top, right, bottom = layout.bounds
    return left - overhang, top - overhang, right + overhang, bottom + overhang


def margins(layout: Layout, least: float = 0.0) -> tuple[float, float]:
    """The space that the labels need on the left and below."""
    left, _, _, bottom = edges(layout)
    across = max((least, *(left - label.x + LABEL for label in layout.labels)))
    down = max((least, *(label.y - bottom + LABEL for label in layout.labels)))
    return across, down


def frame(layout: Layout, *, labels: bool, hands: bool, centred: bool = True) -> Box:
    """What a picture shows: the board, with space for its labels and the stones in hand on request.

    With `centred`, both sides get the margin that the labels need on one; without, the board is as large as possible.
    """
    left, top, right, bottom = edges(layout)
    across, down = margins(layout, MARGIN) if labels else (MARGIN, MARGIN)
    tray = TRAY if hands and layout.hands else 0.0
    after, above = (across, down) if centred else (MARGIN, MARGIN)
    above = tray + 0.1 if tray else above
    return Box(left - across, top - above, right - left + across + after, bottom - top + above + down + tray)


@dataclass(frozen=True)
class Tray:
    """A row of stones in hand: its height in the picture, the stones' radius, where each of them lies, where their
    number is written, and where buttons beside it end."""

    y: float
    radius: float
    slots: tuple[float, ...]
    count: float
    right: float


def trays(layout: Layout, box: Box) -> tuple[Tray, ...]:
    """The rows of stones in hand below and above a board in its frame; empty where stones are not kept in hand."""
    if layout.hands is None:
        return ()
    left, _, right, _ = edges(layout)
    aside = 0.6 + 1.7 * any(control.shape == "button" for control in layout.controls)
    stones = layout.hands.stones
    pitch = min(0.56, (right - left - aside) / stones)
    slots = tuple(left + pitch * (slot + 0.4) for slot in range(stones))
    rows = (box.bottom - TRAY / 2 - 0.02, box.y + TRAY / 2 + 0.02)
    return tuple(Tray(y, pitch * 0.4, slots, left + pitch * stones + 0.25, right) for y in rows)


@dataclass(frozen=True)
class _Painter:
    """Draws a scene, the layers from the ground up."""

    scene: Scene
    symbols: Symbols
    labelled: bool
    cells: bool

    @property
    def layout(self) -> Layout:
        return self.scene.layout

    def picture(self) -> Picture:
        box = frame(self.layout, labels=self.labelled, hands=True)
        layers: list[Shape] = [Rect(box.x, box.y, box.width, box.height, Look(self.symbols.ink.frame), 0.18, "frame")]
        groups = {
            "board": self._board(),
            "labels": self._labels() if self.labelled else (),
            "controls": (self._corner(control) for control in self.layout.controls if control.shape == "corner"),
            "hands": self._hands(box),
            "places": (self._place(index) for index in range(len(self.layout.places))),
        }
        for role, shapes in groups.items():
            if parts := tuple(shapes):
                layers.append(Group(parts, role))
        return Picture(box, tuple(layers), self.scene.name, self._description())

    def _description(self) -> str:
        scene = self.scene
        parts = [scene.caption()]
        for letter in "wbn":
            places = zip(self.layout.places, scene.stones, strict=True)
            if names := [place.name for place, stone in places if stone == letter]:
                parts.append(f"{scene.word(letter)}: {', '.join(names)}.")
        for side, count in zip(SIDES, scene.position.hands or (), strict=False):
            parts.append(f"{scene.word(LETTER[side])} {scene.word('hand')}: {count}.")
        return " ".join(parts)

    # --- the ground -----------------------------------------------------------------------------------------------

    def _board(self) -> Iterator[Shape]:
        left, top, right, bottom = edges(self.layout)
        ink = self.symbols.ink
        radius = 0.9 if self.layout.rings else 0.12
        # A board as white as its surroundings needs an outline.
        look = Look(ink.surface, ink.border, 0.03) if ink.surface == ink.frame else Look(ink.surface)
        yield Rect(left, top, right - left, bottom - top, look, radius)
        yield from (self._ring(ring) for ring in self.layout.rings)
        yield from self._strokes()
        for ring in self.layout.rings:
            holes = [self._ground(self.layout.places[index]) for index in ring.places]
            yield Group((*self._arrows(ring), *holes), data=(("ring", ring.name),))
        cells = [self._ground(place) for place in resting(self.layout) if place is not None]
        yield from cells if self.cells else [Group((), "cells")]
        yield from self._borders()
        for ends in self.scene.links():
            yield polyline(ends, Look(stroke=ink.winning, width=0.16, cap="round"), role="winning")

    def _ground(self, place: Place) -> Shape:
        return Use(self.symbols.ground(place), place.x, place.y, f"ground {place.tint}".strip())

    def _borders(self) -> Iterator[Shape]:
        """The thick lines round the groups, and one round all cells."""
        cells = {(place.x, place.y): place.group for place in self.layout.places if place.shape == "cell"}
        steps: list[Step] = []
        for (x, y), group in cells.items():
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                if (beside := (x + dx, y + dy)) in cells and (cells[beside] == group or dx + dy < 0):
                    continue  # within a group, or drawn from the other side
                steps += route(*((x + dx / 2 + dy * e, y + dy / 2 + dx * e) for e in (-0.5, 0.5)))
        if steps:
            yield Path(tuple(steps), Look(stroke=self.symbols.ink.border, width=0.055, cap="square"))

    def _strokes(self) -> Iterator[Shape]:
        ink = self.symbols.ink
        channels = any(place.shape == "hole" for place in self.layout.places)
        for points in self.layout.strokes:
            for colour, width in ((ink.line, 0.39), (ink.groove, 0.34)) if channels else ((ink.border, 0.06),):
                yield polyline(points, Look(stroke=colour, width=width, cap="round"))

    def _labels(self) -> Iterator[Shape]:
        for label in self.layout.labels:
            yield Text(label.text, label.x, label.y, 0.28, self.symbols.ink.text)

    # --- rings and controls ---------------------------------------------------------------------------------------

    def _states(self, name: str) -> list[State]:
        """The states of a control, the most important first."""
        scene = self.scene
        named = (scene.target_controls, scene.last_controls, scene.mark_controls)
        return [state for state, names in zip(STATES, named, strict=True) if name in names]

    def _ring(self, ring: Ring) -> Shape:
        ink, states = self.symbols.ink, self._states(ring.name)
        outline = Path(band(ring.radius - BAND, ring.radius + BAND), Look(ink.band, ink.line, 0.025))
        lit = [Use(self.symbols.ring(ring, state), 0, 0) for state in states[:1]]
        data = (("ring", ring.name), ("target", ring.name))
        return Group((outline, *lit), " ".join(("control", "ring", *states)), data=data)

    def _arrows(self, ring: Ring) -> Iterator[Shape]:
        """An arrow in each gap of a ring, in the direction of its turn."""
        ink, forward, head = self.symbols.ink, 1 if ring.clockwise else -1, 0.17
        colour = ink.last if ring.name in self.scene.last_controls else ink.line
        for place, following in gaps(self.layout, ring):
            free = (following - place) * ring.radius - 2 * HOLE
            reach = forward * min(0.34, free * 0.33) / ring.radius
            middle = (place + following) / 2
            shaft = Arc(_ORIGIN, ring.radius, middle - reach, middle + reach - forward * head / ring.radius)
            sides = [around(_ORIGIN, ring.radius + side, shaft.end) for side in (-0.12, 0.12)]
            tip = around(_ORIGIN, ring.radius, middle + reach)
            yield Group(
                (
                    Path((Move(shaft.at(shaft.start)), shaft), Look(stroke=colour, width=0.06)),
                    polyline((sides[0], tip, sides[1]), Look(colour), closed=True),
                ),
                "arrow",
            )

    def _corner(self, control: Control) -> Shape:
        """A corner where stones enter the board. Rings are part of the board, and buttons lie beside the hands."""
        states = self._states(control.name)
        way = Use(self.symbols.corner(states[0] if states else None), control.x, control.y, turn=control.angle)
        return Group((way,), " ".join(("control", "corner", *states)), data=(("target", control.name),))

    # --- stones ---------------------------------------------------------------------------------------------------

    def _hands(self, box: Box) -> Iterator[Shape]:
        """A row of stones in hand for each side, Black's above the board; free slots keep the count readable."""
        ink = self.symbols.ink
        for side, count, tray in zip(SIDES, self.scene.position.hands or (), trays(self.layout, box), strict=False):
            stone = self.symbols.stone(LETTER[side])
            slots: list[Shape] = []
            for slot, x in enumerate(tray.slots):
                held = Use(stone, x, tray.y, scale=tray.radius / STONE)
                slots.append(held if slot < count else Circle(x, tray.y, 0.045, Look(ink.line)))
            number = Text(str(count), tray.count, tray.y, 0.34, ink.text, bold=True)
            title = f"{self.scene.word(LETTER[side])} {self.scene.word('hand')}: {count}"
            yield Group((*slots, number), f"hand {side}", title, (("count", str(count)),))
            if side is self.scene.position.turn:
                yield from self._buttons(tray.right, tray.y)

    def _buttons(self, right: float, y: float) -> Iterator[Shape]:
        for control in self.layout.controls:
            if control.shape == "button" and control.name in self.scene.target_controls:
                name = self.scene.target_name(control.name)
                width = 0.5 + 0.19 * len(name)
                body = Rect(right - width, y - 0.28, width, 0.56, Look(self.symbols.ink.target), 0.28)
                words = Text(name, right - width / 2, y, 0.32, self.symbols.ink.frame, bold=True)
                yield Group((body, words), "control button target", data=(("target", control.name),))

    def _place(self, index: int) -> Shape:
        """What can be clicked: a hit area, the stone, and the marks round it."""
        scene, place, stone = self.scene, self.layout.places[index], self.scene.stones[index]
        target = scene.targets.get(index)
        roles = ["place", place.shape]
        roles += [f"stone-{stone}"] * (stone != ".") + ["target"] * (target is not None)
        roles += ["last"] * (index in scene.last) + ["mark"] * (index in scene.marks)
        roles += ["winning"] * (index in scene.winning)
        data = [("place", place.name), *([("target", target.text)] if target else [])]
        side = 1.0 if place.shape == "cell" else 0.84
        area = Rect(place.x - side / 2, place.y - side / 2, side, side, Look(), role="area")
        return Group(
            (area, *self._on_place(index, place, stone)),
            " ".join(roles),
            f"{place.name}: {scene.word(stone)}",
            tuple(data),
        )

    def _on_place(self, index: int, place: Place, stone: str) -> Iterator[Shape]:
        scene, symbols = self.scene, self.symbols
        target = scene.targets.get(index)
        uses = []
        if index in scene.winning:
            uses.append((symbols.winning, "halo"))
        if stone != ".":
            uses.append((symbols.stone(stone), f"stone {stone}"))
        if role := scene.last.get(index):
            uses.append((symbols.last(role), f"last {role}"))
        if target is not None:
            taking = symbols.target_take if target.kind == "take" else symbols.target_stone
            uses.append((symbols.target if stone == "." else taking, "target"))
        if index in scene.marks:
            uses.append((symbols.mark, "mark"))
        yield from (Use(symbol, place.x, place.y, role) for symbol, role in uses)
