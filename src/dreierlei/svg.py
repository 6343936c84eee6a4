"""Positions as pictures. Everything comes from the game's layout; nothing here knows a game.

A picture is one standalone SVG: no script, no style sheet, no reference outside itself. Colours are presentation
attributes, so a web page's own CSS overrules them. Places carry `data-place`, things that can be pointed at
`data-target`, and both have classes: `place`, `control`, `stone`, `target`, `last`, `mark`, `winning`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from .model import SIDES
from .palette import palette
from .scene import LETTER, Scene, gaps, scene
from .shapes import brackets, circle, cross, path, plain, rect, route, text, units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .model import Control, Layout, Place, Ring, Variant
    from .palette import Ink, Palette, Style
    from .position import Position

FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"
STONE = {"cell": 0.34, "point": 0.36, "hole": 0.35}
"""A stone's radius by the shape of its place. A hole's ground shows as a rim round its stone."""
HOLE = 0.41
TRAY = 0.8
"""The height of a row of stones in hand."""

# One tile per tint. The form tells the tint where the colour cannot: aslant, crossed, dotted, upright, level.
HATCHING = {
    "red": (20, "M-5 5L5 -5M-5 25L25 -5M15 25L25 15"),
    "orange": (25, "M-5 5L5 -5M-5 30L30 -5M20 30L30 20M-5 20L5 30M-5 -5L30 30M20 -5L30 5"),
    "yellow": (20, "M5 5h.01M15 15h.01"),
    "green": (12.5, "M6.25 0V12.5"),
    "blue": (12.5, "M0 6.25H12.5"),
}
_DOTTED = 5.5
# A sign reaches beyond the stone, so that it can be read from an occupied cell, too. Drawn in a square from -50 to 50.
SIGNS = {
    "plus": "M0 -42V42M-42 0H42",
    "cross": "M-39 -39L39 39M39 -39L-39 39",
    "hook": "M-37 39V-37H3M-9 -46L3 -37L-9 -28",
    "ring": "M-38 -38H38V38H-38Z",
}


def draw(
    position: Position,
    *,
    size: int = 400,
    last_move: bool = True,
    targets: Iterable[str] = (),
    marks: Iterable[str] = (),
    winning: bool = True,
    labels: bool = True,
    style: Style = "light",
    language: str = "en",
) -> str:
    """A picture of a position, `size` pixels along its longer side.

    `targets` are what a player may point at next, as `Position.choices` gives them; `marks` are any places. Raises
    `DreierleiError` for a target, mark, style or language that does not exist.
    """
    shown = scene(position, last_move=last_move, targets=targets, marks=marks, winning=winning, language=language)
    return draw_scene(shown, size=size, labels=labels, style=style)


def draw_scene(shown: Scene, *, size: int = 400, labels: bool = True, style: Style = "light") -> str:
    """A picture of a scene, for callers that made one themselves."""
    return _Picture(shown, style, labels).svg(size)


def draw_ground(variant: Variant, style: Style = "light") -> str:
    """The board alone, for a page that puts the stones on it. What turns with a ring has its name as `data-ring`."""
    from .position import Position

    empty = scene(Position(variant), last_move=False, targets=(), marks=(), winning=False, language="en")
    return _Picture(empty, style, labels=True).ground()


class _Picture:
    """A scene on its way to SVG. The layers are drawn from the ground up."""

    def __init__(self, shown: Scene, style: Style, labels: bool) -> None:
        self.scene = shown
        self.layout: Layout = shown.layout
        self.style = style
        self.ink: Palette = palette(style)
        self.labels = self.layout.labels if labels else ()
        # Stones on the outer points reach over the bounds; the board reaches as far.
        overhang = 0.5 if any(place.shape == "point" for place in self.layout.places) else 0.0
        left, top, right, bottom = self.layout.bounds
        self.board = (left - overhang, top - overhang, right + overhang, bottom + overhang)

    def svg(self, size: int) -> str:
        left, top, right, bottom = self._extent()
        width, height = right - left, bottom - top
        scale = size / max(width, height)
        body = "\n".join(part for part in self._layers((left, top, width, height)) if part)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="dreierlei {self.style}" role="img" '
            f'width="{plain(width * scale)}" height="{plain(height * scale)}" '
            f'viewBox="{units(left)} {units(top)} {units(width)} {units(height)}" font-family="{FONT}">\n'
            f"<title>{escape(self.scene.name)}</title>\n<desc>{escape(self._description())}</desc>\n{body}\n</svg>\n"
        )

    def ground(self) -> str:
        left, top, right, bottom = self._extent()
        box = f"{units(left)} {units(top)} {units(right - left)} {units(bottom - top)}"
        parts = (self._patterns(), self._group("board", self._board()), self._group("labels", self._labels()))
        body = "\n".join(part for part in parts if part)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="{FONT}">\n{body}\n</svg>\n'

    def _extent(self) -> tuple[float, float, float, float]:
        """The picture's edges. Both sides get the margin that the labels need on one, so the board is in the middle."""
        left, top, right, bottom = self.board
        across = max((0.2, *(left - label.x + 0.25 for label in self.labels)))
        down = max((0.2, *(label.y - bottom + 0.25 for label in self.labels)))
        tray = TRAY if self.layout.hands else 0.0
        above = 0.1 if tray else down
        return left - across, top - above - tray, right + across, bottom + down + tray

    def _description(self) -> str:
        shown = self.scene
        parts = [shown.caption()]
        for stone in "wbn":
            names = [place.name for place, here in zip(self.layout.places, shown.stones, strict=True) if here == stone]
            if names:
                parts.append(f"{shown.word(stone)}: {', '.join(names)}.")
        for side, count in zip(SIDES, shown.position.hands or (), strict=False):
            parts.append(f"{shown.word(LETTER[side])} {shown.word('hand')}: {count}.")
        return " ".join(parts)

    def _layers(self, box: tuple[float, float, float, float]) -> Iterator[str]:
        yield self._patterns()
        yield rect(*box, rx=0.18, fill=self.ink.frame, class_="frame")
        yield self._group("board", self._board())
        yield self._group("labels", self._labels())
        yield self._group("controls", (self._control(control) for control in self.layout.controls))
        yield self._group("hands", self._hands(box))
        yield self._group("places", (self._place(index) for index in range(len(self.layout.places))))

    @staticmethod
    def _group(name: str, parts: Iterable[str]) -> str:
        inner = "\n".join(part for part in parts if part)
        return f'<g class="{name}">\n{inner}\n</g>' if inner else ""

    # --- the ground -----------------------------------------------------------------------------------------------

    def _patterns(self) -> str:
        """The hatchings in use. Their ids name style and tint, so equal ids in one page mean equal patterns."""
        tints = dict.fromkeys(place.tint for place in self.layout.places if place.tint and not place.sign)
        parts = []
        for tint in tints:
            side, data = HATCHING[tint]
            ink = self.ink.ground(tint)
            width = _DOTTED if "h" in data else 2.2
            parts.append(
                f'<pattern id="{self._pattern(tint)}" width="{side}" height="{side}" patternUnits="userSpaceOnUse">'
                f'<rect width="{side}" height="{side}" fill="{ink.fill}"/>'
                f'<path d="{data}" stroke="{ink.mark}" stroke-width="{width}" stroke-linecap="round"/></pattern>'
            )
        return f"<defs>{''.join(parts)}</defs>" if parts else ""

    def _pattern(self, tint: str) -> str:
        return f"dreierlei-{self.style}-{tint}"

    def _board(self) -> Iterator[str]:
        left, top, right, bottom = self.board
        radius = 0.9 if self.layout.rings else 0.12
        # A board as white as its surroundings needs an outline.
        edge = {"stroke": self.ink.border, "stroke_width": 0.03} if self.ink.surface == self.ink.frame else {}
        yield rect(left, top, right - left, bottom - top, rx=radius, fill=self.ink.surface, **edge)
        for ring in self.layout.rings:
            yield self._turning(ring, [self._band(ring)])
        yield from self._strokes()
        for ring in self.layout.rings:
            holes = [self._ground(self.layout.places[index]) for index in ring.places]
            yield self._turning(ring, [*self._arrows(ring), *holes])
        turning = {index for ring in self.layout.rings for index in ring.places}
        for index, place in enumerate(self.layout.places):
            if index not in turning:
                yield self._ground(place)
        yield from self._borders()
        for a, b in self.scene.links():
            yield path(
                route((a, b)), stroke=self.ink.winning, stroke_width=0.16, stroke_linecap="round", class_="winning"
            )

    @staticmethod
    def _turning(ring: Ring, parts: Iterable[str]) -> str:
        return f"<g data-ring={quoteattr(ring.name)}>{''.join(parts)}</g>"

    def _ground(self, place: Place) -> str:
        if place.shape == "point":
            return circle(place.x, place.y, 0.1, fill=self.ink.border)
        if place.shape == "hole":
            return circle(place.x, place.y, HOLE, fill=self.ink.groove, stroke=self.ink.line, stroke_width=0.025)
        ink = self.ink.ground(place.tint)
        hatched = place.tint and not place.sign
        fill = f"url(#{self._pattern(place.tint)})" if hatched else ink.fill
        cell = rect(
            place.x - 0.5, place.y - 0.5, 1, 1, fill=fill, stroke=self.ink.line, stroke_width=0.015,
            class_=f"ground {place.tint}".strip(),
        )  # fmt: skip
        if not place.sign:
            return cell
        return cell + path(
            SIGNS[place.sign], class_=f"sign {place.sign}", transform=f"translate({units(place.x)} {units(place.y)})",
            fill="none", stroke=ink.edge, stroke_width=0.05, stroke_linecap="round", stroke_linejoin="round",
        )  # fmt: skip

    def _borders(self) -> Iterator[str]:
        """The thick lines round the groups, and one round all cells."""
        cells = {(place.x, place.y): place.group for place in self.layout.places if place.shape == "cell"}
        data = []
        for (x, y), group in cells.items():
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                if (beside := (x + dx, y + dy)) in cells and (cells[beside] == group or dx + dy < 0):
                    continue  # within a group, or drawn from the other side
                data.append(route((x + dx / 2 + dy * e, y + dy / 2 + dx * e) for e in (-0.5, 0.5)))
        if data:
            yield path("".join(data), stroke=self.ink.border, stroke_width=0.055, stroke_linecap="square")

    def _strokes(self) -> Iterator[str]:
        channels = any(place.shape == "hole" for place in self.layout.places)
        for points in self.layout.strokes:
            inks = ((self.ink.line, 0.39), (self.ink.groove, 0.34)) if channels else ((self.ink.border, 0.06),)
            for colour, width in inks:
                yield path(route(points), stroke=colour, stroke_width=width, stroke_linecap="round", fill="none")

    def _labels(self) -> Iterator[str]:
        for label in self.labels:
            yield text(label.text, label.x, label.y, 0.28, fill=self.ink.text)

    # --- rings and controls ---------------------------------------------------------------------------------------

    def _band(self, ring: Ring) -> str:
        used, offered = ring.name in self.scene.last_controls, ring.name in self.scene.target_controls
        colour = self.ink.target if offered else self.ink.last if used else self.ink.line
        width = 0.07 if used or offered else 0.025
        classes = " ".join(["control", "ring", *["target"] * offered, *["last"] * used])
        half = 0.52
        data = "".join(
            f"M{units(-r)} 0A{units(r)} {units(r)} 0 1 1 {units(r)} 0A{units(r)} {units(r)} 0 1 1 {units(-r)} 0Z"
            for r in (ring.radius + half, ring.radius - half)
        )
        return path(
            data, class_=classes, data_target=ring.name, fill=self.ink.band, fill_rule="evenodd",
            stroke=colour, stroke_width=width, **({"stroke_dasharray": "16 10"} if offered else {}),
        )  # fmt: skip

    def _arrows(self, ring: Ring) -> Iterator[str]:
        """An arrow in each gap of a ring, along its way."""
        forward = 1 if ring.clockwise else -1
        used = ring.name in self.scene.last_controls
        colour = self.ink.last if used else self.ink.line
        for here, after in gaps(self.layout, ring):
            free = (after - here) * ring.radius - 2 * HOLE
            reach = min(0.34, free * 0.33) / ring.radius
            middle = (here + after) / 2
            yield self._arc(ring.radius, middle - forward * reach, middle + forward * reach, forward, colour)

    @staticmethod
    def _arc(radius: float, start: float, end: float, forward: int, colour: str) -> str:
        def at(angle: float, r: float) -> str:
            return f"{units(r * math.cos(angle))} {units(r * math.sin(angle))}"

        head = 0.17
        neck = end - forward * head / radius
        sweep = 1 if forward > 0 else 0
        shaft = f"M{at(start, radius)}A{units(radius)} {units(radius)} 0 0 {sweep} {at(neck, radius)}"
        tip = f"M{at(neck, radius - 0.12)}L{at(end, radius)}L{at(neck, radius + 0.12)}Z"
        return (
            f'<g class="arrow">{path(shaft, stroke=colour, stroke_width=0.06, fill="none")}{path(tip, fill=colour)}</g>'
        )

    def _control(self, control: Control) -> str:
        """A way in at the edge of the board. Rings are part of the board, and buttons lie beside the hands."""
        if control.shape != "corner":
            return ""
        used, offered = control.name in self.scene.last_controls, control.name in self.scene.target_controls
        lit = self.ink.target if offered else self.ink.last
        x, y = control.x, control.y
        distance = math.hypot(x, y)
        fill = lit if used or offered else self.ink.band
        ring = {"stroke": lit if used or offered else self.ink.line, "stroke_width": 0.04}
        parts = [circle(x, y, 0.4, fill=fill, **ring)]
        if offered:
            parts.append(circle(x, y, 0.48, fill="none", stroke=lit, stroke_width=0.04, stroke_dasharray="16 10"))
        parts.append(text(
            control.name, x, y, 0.32, font_weight=600, fill=self.ink.frame if used or offered else self.ink.text,
        ))  # fmt: skip
        inwards = math.degrees(math.atan2(-y, -x))
        middle = 1 - 0.68 / distance
        spot = f"translate({units(x * middle)} {units(y * middle)}) rotate({plain(inwards)})"
        arrow = lit if used or offered else self.ink.border
        parts.append(path("M-8 -12L11 0L-8 12Z", transform=spot, fill=arrow))
        classes = " ".join(["control", "corner", *["target"] * offered, *["last"] * used])
        return f'<g class="{classes}" data-target={quoteattr(control.name)}>{"".join(parts)}</g>'

    # --- stones ---------------------------------------------------------------------------------------------------

    def _hands(self, box: tuple[float, float, float, float]) -> Iterator[str]:
        """A row of stones in hand for each side, Black's above the board; free slots keep the count readable."""
        hands, counts = self.layout.hands, self.scene.position.hands
        if hands is None or counts is None:
            return
        left, _, right, _ = self.board
        rows = (box[1] + box[3] - TRAY / 2 - 0.02, box[1] + TRAY / 2 + 0.02)
        aside = 0.6 + 1.7 * any(control.shape == "button" for control in self.layout.controls)
        pitch = min(0.56, (right - left - aside) / hands.stones)
        for side, count, y in zip(SIDES, counts, rows, strict=True):
            stone = LETTER[side]
            parts = [f"<title>{escape(self.scene.word(stone))} {escape(self.scene.word('hand'))}: {count}</title>"]
            for slot in range(hands.stones):
                x = left + pitch * (slot + 0.4)
                ink = self.ink.stones[stone]
                parts.append(
                    self._stone(x, y, pitch * 0.4, ink, stone)
                    if slot < count
                    else circle(x, y, 0.045, fill=self.ink.line)
                )
            x = left + pitch * hands.stones + 0.25
            parts.append(text(str(count), x, y, 0.34, fill=self.ink.text, font_weight=600))
            yield f'<g class="hand {side}" data-count="{count}">{"".join(parts)}</g>'
            if side is self.scene.position.turn:
                yield from self._buttons(right, y)

    def _buttons(self, right: float, y: float) -> Iterator[str]:
        for control in self.layout.controls:
            if control.shape == "button" and control.name in self.scene.target_controls:
                name = self.scene.word(control.name)
                width = 0.5 + 0.19 * len(name)
                yield (
                    f'<g class="control button target" data-target={quoteattr(control.name)}>'
                    + rect(right - width, y - 0.28, width, 0.56, rx=0.28, fill=self.ink.target)
                    + text(name, right - width / 2, y, 0.32, fill=self.ink.frame, font_weight=600)
                    + "</g>"
                )

    def _stone(self, x: float, y: float, r: float, ink: Ink, stone: str) -> str:
        """White is a bare disc with an outline, Black a full one with an inner ring, the neutral stone has a cross."""
        edge = r * 0.11
        parts = []
        if self.ink.shadow:
            parts.append(circle(x, y + r * 0.13, r, fill="#000000", opacity=str(self.ink.shadow)))
        parts.append(circle(x, y, r - edge / 2, fill=ink.fill, stroke=ink.edge, stroke_width=edge))
        if stone == "b":
            parts.append(circle(x, y, r * 0.58, fill="none", stroke=ink.mark, stroke_width=r * 0.1))
        elif stone == "n":
            parts.append(cross(x, y, r * 0.38, stroke=ink.mark, stroke_width=r * 0.2))
        return "".join(parts)

    def _place(self, index: int) -> str:
        """What can be clicked: a hit area, the stone, and the highlights over it."""
        shown, place, stone = self.scene, self.layout.places[index], self.scene.stones[index]
        target = shown.targets.get(index)
        classes = ["place", place.shape]
        classes += [f"stone-{stone}"] * (stone != ".") + ["target"] * (target is not None)
        classes += ["last"] * (index in shown.last) + ["mark"] * (index in shown.marks)
        classes += ["winning"] * (index in shown.winning)
        about = f"{place.name}: {shown.word(stone)}"
        pointed = f" data-target={quoteattr(target.text)}" if target else ""
        side = 1.0 if place.shape == "cell" else 0.84
        r = STONE[place.shape]
        parts = [rect(place.x - side / 2, place.y - side / 2, side, side, fill="none", pointer_events="all")]
        if index in shown.winning:
            halo = r + 0.055
            parts.append(circle(place.x, place.y, halo, fill=self.ink.frame))
            parts.append(circle(
                place.x, place.y, halo, fill="none", stroke=self.ink.winning, stroke_width=0.07, class_="halo",
            ))  # fmt: skip
        if stone != ".":
            ink = self.ink.stones[stone]
            parts.append(f'<g class="stone {stone}">{self._stone(place.x, place.y, r, ink, stone)}</g>')
        parts += self._highlights(index, place, stone)
        return (
            f'<g class="{" ".join(classes)}" data-place={quoteattr(place.name)}{pointed}>'
            f"<title>{escape(about)}</title>{''.join(parts)}</g>"
        )

    def _highlights(self, index: int, place: Place, stone: str) -> Iterator[str]:
        shown, x, y = self.scene, place.x, place.y
        r = STONE[place.shape]
        role, target = shown.last.get(index), shown.targets.get(index)
        if role == "to":
            yield brackets(x, y, 0.44, 0.17, class_="last to", stroke=self.ink.last, stroke_width=0.07)
        elif role == "from":
            yield circle(
                x, y, r - 0.05, class_="last from", fill="none", stroke=self.ink.last, stroke_width=0.055,
                stroke_dasharray="9 9",
            )  # fmt: skip
        elif role == "taken":
            yield cross(x, y, 0.17, class_="last taken", stroke=self.ink.last, stroke_width=0.08)
        if target is not None and stone == ".":
            yield circle(x, y, 0.13, fill=self.ink.target, stroke=self.ink.frame, stroke_width=0.03, class_="target")
        elif target is not None:
            yield circle(
                x, y, r + 0.04, fill="none", stroke=self.ink.target, stroke_width=0.07,
                stroke_dasharray="14 9", class_="target",
            )  # fmt: skip
            if target.kind == "take":
                yield cross(x, y, 0.16, stroke=self.ink.frame, stroke_width=0.17)
                yield cross(x, y, 0.16, stroke=self.ink.target, stroke_width=0.09)
        if index in shown.marks:
            d = 0.17
            yield path(
                route(((x, y - d), (x + d, y), (x, y + d), (x - d, y))) + "Z", fill=self.ink.mark,
                stroke=self.ink.frame, stroke_width=0.04, stroke_linejoin="round", class_="mark",
            )  # fmt: skip
