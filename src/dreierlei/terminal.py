"""Positions as text for the terminal. Everything comes from the layout; nothing depends on a particular game.

Free cells show the letter of their ground. `[ ]` holds a place that decided the game, `( )` one of the last move,
`{ }` a stone or control that may be pointed at, `< >` a mark, `▸ ◂` (in ASCII `> <`) what the cursor is on; `*` is a
free target, `x` a place from which a stone was taken. Rings that may be turned, or were, differ in colour only.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from .messages import Language
from .model import SIDES, Layout, Place, Point, Ring, Side, Variant
from .palette import Palette, Style, palette, rgb
from .positions import Position
from .scene import LETTER, Scene, gaps, scene

# The line that leaves a crossing upwards, to the right, downwards and to the left has weight 0 (none), 1 (light) or
# 2 (heavy); read as digits of base three, in this order, they are the index of the sign.
BOX = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
UP, RIGHT, DOWN, LEFT = 27, 9, 3, 1
LIGHT, HEAVY = 1, 2

STONES = {True: {"w": "○", "b": "●", "n": "◆", ".": "·"}, False: {"w": "O", "b": "X", "n": "N", ".": "."}}
# The eight directions, clockwise from the right.
ARROWS = {True: "→↘↓↙←↖↑↗", False: ">vv<<^^>"}


def draw(
    position: Position,
    *,
    colour: bool = False,
    unicode: bool = True,
    last_move: bool = True,
    targets: Iterable[str] = (),
    marks: Iterable[str] = (),
    winning: bool = True,
    labels: bool = True,
    style: Style = "dark",
    language: str = "en",
) -> str:
    """A position as lines of text, at most 80 columns wide; without `colour` there are no escape codes in it.

    `targets` and `marks` are as in `svg.draw`, and so are the errors.
    """
    shown = scene(position, last_move=last_move, targets=targets, marks=marks, winning=winning, language=language)
    above, below = (hand(shown, side, unicode) for side in reversed(SIDES))
    rows = canvas(shown, palette(style), colour=colour, unicode=unicode, labels=labels).rows
    lines = [_coloured(row) if colour else "".join(sign.text for sign in row).rstrip() for row in rows]
    return "\n".join([above, "", *lines, "", below, "", shown.caption()]) + "\n"


def legend(variant: Variant, language: Language) -> str:
    """What the letters on the free cells of a board mean; empty where there are none."""
    grounds = {place.letter.lower(): place.tint for place in variant.layout.places if place.letter}
    named = [f"{letter} = {variant.tables.grounds[tint][language]}" for letter, tint in sorted(grounds.items())]
    return ", ".join(named)


def canvas(
    shown: Scene,
    ink: Palette,
    *,
    colour: bool,
    unicode: bool,
    labels: bool = True,
    buttons: bool = True,
    cursor: str | None = None,
) -> Canvas:
    """The board of a scene, without hands and caption. `cursor` is the target that a player points at."""
    drawing = _Drawing(shown, ink, colour, unicode)
    drawing.controls(buttons)
    if labels:
        drawing.labels()
    if cursor is not None:
        drawing.cursor(cursor)
    return drawing.finish()


def hand(shown: Scene, side: Side, unicode: bool = True) -> str:
    """A side's name, its stone, and its stones in hand."""
    stone = LETTER[side]
    name = f" {STONES[unicode][stone]} {shown.word(stone)}"
    stones = stones_in_hand(shown, side, unicode)
    return f"{name}  {stones}" if stones else name


def stones_in_hand(shown: Scene, side: Side, unicode: bool = True) -> str:
    """A side's stones in hand, those that have left it, and their number; nothing where the game does not show them."""
    hands, counts = shown.layout.hands, shown.position.hands
    if hands is None or counts is None:
        return ""
    count = counts[SIDES.index(side)]
    signs = STONES[unicode]
    return f"{signs[LETTER[side]] * count}{signs['.'] * (hands.stones - count)} {count}"


@dataclass(frozen=True, slots=True)
class Sign:
    """One character of the drawing."""

    text: str = " "
    ink: str = ""
    ground: str = ""
    pointed: bool = False
    """Whether the cursor is on it."""


_BLANK = Sign()


@dataclass(frozen=True)
class Canvas:
    """A drawn board: its rows of signs, and where on them the points of the layout are."""

    rows: tuple[tuple[Sign, ...], ...]
    top: int
    left: int
    scale: tuple[int, int]

    @property
    def width(self) -> int:
        """The columns of the widest row."""
        return max(map(len, self.rows))

    def spot(self, x: float, y: float) -> tuple[int, int]:
        """Row and column of a point of the layout."""
        across, down = self.scale
        return round(y * down) - self.top, round(x * across) - self.left

    def point(self, row: int, column: int) -> Point:
        """The point of the layout that is drawn there."""
        across, down = self.scale
        return (column + self.left) / across, (row + self.top) / down


class _Drawing:
    """Draws a scene as text: a canvas of characters, filled from the ground up."""

    def __init__(self, shown: Scene, ink: Palette, colour: bool, unicode: bool) -> None:
        self.scene = shown
        self.layout: Layout = shown.layout
        self.ink = ink
        self.colour = colour
        self.unicode = unicode
        self.stones = STONES[unicode]
        self.cells: dict[Point, Place] = {(p.x, p.y): p for p in self.layout.places if p.shape == "cell"}
        self.canvas: dict[tuple[int, int], Sign] = {}
        self.crossings: dict[tuple[int, int], int] = {}
        self._surface()
        for place in self.layout.places:
            self._ground(place)
        self._borders()
        for points in self.layout.strokes:
            for a, b in itertools.pairwise(points):
                self._stroke(a, b)
        self._draw_lines()
        for ring in self.layout.rings:
            self._arrows(ring)
        for index in range(len(self.layout.places)):
            self._place(index)

    # --- the canvas -----------------------------------------------------------------------------------------------

    def _at(self, x: float, y: float) -> tuple[int, int]:
        """Row and column of a point of the layout."""
        across, down = self.layout.text_scale
        return round(y * down), round(x * across)

    def _put(self, row: int, column: int, text: str, ink: str = "", ground: str = "") -> None:
        """Writes a text whose middle is at a place; the ground stays as it is unless another is given."""
        first = column - (len(text) - 1) // 2
        for offset, sign in enumerate(text):
            spot = row, first + offset
            self.canvas[spot] = Sign(sign, ink, ground or self.canvas.get(spot, _BLANK).ground)

    def _fill(self, box: tuple[int, int, int, int], ground: str) -> None:
        top, left, bottom, right = box
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                old = self.canvas.get((row, column), _BLANK)
                self.canvas[row, column] = Sign(old.text, old.ink, ground)

    def _join(self, a: tuple[int, int], b: tuple[int, int], weight: int) -> None:
        """A level or upright line between two crossings; where two overlap, the heavier one wins."""
        (top, left), (bottom, right) = sorted((a, b))
        step = (0, 1) if top == bottom else (1, 0)
        out, back = (RIGHT, LEFT) if top == bottom else (DOWN, UP)
        start = top, left
        while start != (bottom, right):
            end = start[0] + step[0], start[1] + step[1]
            for spot, way in ((start, out), (end, back)):
                old = self.crossings.get(spot, 0)
                old_weight = old // way % 3
                self.crossings[spot] = old + (max(old_weight, weight) - old_weight) * way
            start = end

    def _draw_lines(self) -> None:
        heavy = any(code // way % 3 == HEAVY for code in self.crossings.values() for way in (UP, RIGHT, DOWN, LEFT))
        for (row, column), code in self.crossings.items():
            sign = BOX[code] if self.unicode else _ascii(code, HEAVY if heavy else LIGHT)
            self._put(row, column, sign, self.ink.border if HEAVY in _weights(code) else self.ink.line)

    def finish(self) -> Canvas:
        """The canvas, its left edge beside the first column in use."""
        left = min(column for _, column in self.canvas) - 1
        top, bottom = min(row for row, _ in self.canvas), max(row for row, _ in self.canvas)
        ends = [left] * (bottom + 1 - top)
        for row, column in self.canvas:
            ends[row - top] = max(ends[row - top], column)
        rows = tuple(
            tuple(self.canvas.get((row, column), _BLANK) for column in range(left, end + 1))
            for row, end in enumerate(ends, top)
        )
        return Canvas(rows, top, left, self.layout.text_scale)

    # --- the ground -----------------------------------------------------------------------------------------------

    def _surface(self) -> None:
        """The ground of the whole board: as far as anything on it reaches, and no blank rows beyond."""
        spots = [self._at(place.x + e, place.y + e) for place in self.layout.places for e in _reach(place)]
        spots += [self._at(*point) for points in self.layout.strokes for point in points]
        beyond = 0 if self.cells else 2
        rows, columns = [row for row, _ in spots], [column for _, column in spots]
        self._fill((min(rows), min(columns) - beyond, max(rows), max(columns) + beyond), self.ink.surface)

    def _ground(self, place: Place) -> None:
        """The tint of a cell; a group that is one tint has it on its inner lines, too."""
        if place.shape != "cell":
            return
        (top, left), (bottom, right) = self._at(place.x - 0.5, place.y - 0.5), self._at(place.x + 0.5, place.y + 0.5)
        ground = self.ink.ground(place.tint).fill
        joined = [
            beside is not None and beside.group == place.group is not None and not place.sign
            for beside in (self.cells.get((place.x + 1, place.y)), self.cells.get((place.x, place.y + 1)))
        ]
        self._fill((top + 1, left + 1, bottom - 1 + joined[1], right - 1 + joined[0]), ground)
        row, column = self._at(place.x, place.y)
        self._put(row, column - 2, place.letter.lower(), self.ink.text)

    def _borders(self) -> None:
        grouped = any(place.group is not None for place in self.cells.values())
        for (x, y), place in self.cells.items():
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                beside = self.cells.get((x + dx, y + dy))
                within = not grouped or (beside is not None and beside.group == place.group)
                ends = [self._at(x + dx / 2 + dy * e, y + dy / 2 + dx * e) for e in (-0.5, 0.5)]
                self._join(ends[0], ends[1], LIGHT if within else HEAVY)

    def _stroke(self, a: Point, b: Point) -> None:
        (row, column), (last_row, last_column) = self._at(*a), self._at(*b)
        if row == last_row or column == last_column:
            self._join((row, column), (last_row, last_column), LIGHT)
            return
        sign = "\\" if (last_row - row) * (last_column - column) > 0 else "/"
        for step in range(abs(last_row - row) + 1):
            part = step / abs(last_row - row)
            spot = row + (step if last_row > row else -step), round(column + (last_column - column) * part)
            self._put(*spot, sign, self.ink.line)

    def _arrows(self, ring: Ring) -> None:
        """An arrow in each gap of a ring, in the direction of its turn."""
        colour = self.ink.target if ring.name in self.scene.target_controls else self.ink.line
        if ring.name in self.scene.last_controls:
            colour = self.ink.last
        for middle, spot in self._arrow_spots(ring):
            way = middle + (math.pi / 2 if ring.clockwise else -math.pi / 2)
            self._put(*spot, ARROWS[self.unicode][round(way / (math.pi / 4)) % 8], colour)
            if ring.name in self.scene.mark_controls:
                self._bracket(*spot, "<>", self.ink.mark)

    def _arrow_spots(self, ring: Ring) -> Iterator[tuple[float, tuple[int, int]]]:
        for place, following in gaps(self.layout, ring):
            middle = (place + following) / 2
            yield middle, self._at(ring.radius * math.cos(middle), ring.radius * math.sin(middle))

    # --- places and controls -------------------------------------------------------------------------------------

    def _place(self, index: int) -> None:
        shown, place, stone = self.scene, self.layout.places[index], self.scene.stones[index]
        row, column = self._at(place.x, place.y)
        role, target = shown.last.get(index), shown.targets.get(index)
        if stone != ".":
            ink = self.ink.stones[stone]
            # A stone is a chip in its own colour, so that it contrasts with every ground.
            self._put(row, column, self._wide(self.stones[stone], row, column), ink.mark, ink.fill)
        elif target is not None:
            self._put(row, column, "*", self.ink.target)
        elif role == "taken":
            self._put(row, column, "x", self.ink.last)
        elif place.shape == "hole":
            self._put(row, column, self._wide(self.stones["."], row, column), self.ink.text)
        if index in shown.winning:
            self._bracket(row, column, "[]", self.ink.winning)
        elif role in ("to", "from"):
            self._bracket(row, column, "()", self.ink.last)
        elif target is not None and stone != ".":
            self._bracket(row, column, "{}", self.ink.target)
        elif index in shown.marks:
            self._bracket(row, column, "<>", self.ink.mark)

    def _wide(self, sign: str, row: int, column: int) -> str:
        """A sign with blanks on both sides; on a line of the board only where colour makes it a chip."""
        lined = not self.colour and any((row, column + beside) in self.crossings for beside in (-1, 1))
        return sign if lined else f" {sign} "

    def _bracket(self, row: int, column: int, pair: str, colour: str) -> None:
        for beside, sign in zip((-1, 1), pair, strict=True):
            self._put(row, column + beside, sign, self.ink.frame, colour)

    def controls(self, buttons: bool) -> None:
        """Corners with their names, and the buttons that can be pressed."""
        for control in self.layout.controls:
            scene, name = self.scene, control.name
            if control.shape == "corner":
                lit = (
                    ("{}", self.ink.target, scene.target_controls),
                    ("()", self.ink.last, scene.last_controls),
                    ("<>", self.ink.mark, scene.mark_controls),
                )
                pair, colour = next(((pair, ink) for pair, ink, names in lit if name in names), ("  ", self.ink.text))
                self._put(*self._at(control.x, control.y), f"{pair[0]}{name}{pair[1]}", colour)
            elif control.shape == "button" and buttons and name in scene.target_controls:
                self._put(*self._at(control.x, control.y), f"{{{scene.target_name(name)}}}", self.ink.target)

    def _label(self, text: str, x: float, y: float) -> None:
        """A label below the board goes into the next row; one beside it leaves a column free."""
        left, _, _, bottom = self.layout.bounds
        row, column = self._at(x, y)
        lowest, leftmost = self._at(left, bottom)
        self._put(lowest + 1 if y > bottom else row, min(column, leftmost - 2) if x < left else column, text)

    def labels(self) -> None:
        """The names of files and ranks."""
        for label in self.layout.labels:
            self._label(label.text, label.x, label.y)

    # --- where a player points ------------------------------------------------------------------------------------

    def cursor(self, name: str) -> None:
        """Puts signs on both sides of a target; a ring has them at each of its arrows."""
        target = self.scene.position.variant.targets[name]
        ring = next((ring for ring in self.layout.rings if ring.name == name), None)
        control = next((control for control in self.layout.controls if control.name == name), None)
        if target.place is not None:
            place = self.layout.places[target.place]
            self._point(self._at(place.x, place.y))
        elif ring is not None:
            for _, spot in self._arrow_spots(ring):
                self._point(spot)
        elif control is not None and control.shape == "corner":
            self._point(self._at(control.x, control.y), len(name))

    def _point(self, spot: tuple[int, int], length: int = 1) -> None:
        """Points at a text of that length whose middle is there."""
        row, column = spot
        first = column - (length + 1) // 2
        last = first + length + 1
        for at, sign in zip((first, last), "▸◂" if self.unicode else "><", strict=True):
            self._put(row, at, sign)
        for at in range(first, last + 1):
            self.canvas[row, at] = replace(
                self.canvas[row, at], ink=self.ink.frame, ground=self.ink.target, pointed=True
            )


def _weights(code: int) -> list[int]:
    return [code // way % 3 for way in (UP, RIGHT, DOWN, LEFT)]


def _ascii(code: int, least: int) -> str:
    """A crossing without box signs. Where there are heavy lines, light ones are dropped, so that groups stand out."""
    up, right, down, left = (weight >= least for weight in _weights(code))
    if (up or down) and (left or right):
        return "+"
    return "|" if up or down else "-" if left or right else " "


def _reach(place: Place) -> tuple[float, ...]:
    return (-0.5, 0.5) if place.shape == "cell" else (0.0,)


def _coloured(signs: Iterable[Sign]) -> str:
    """A row with 24-bit colours, reset at its end; codes are written only where the colours change."""
    parts, now = [], ("", "")
    for sign in signs:
        if (sign.ink, sign.ground) != now:
            now = sign.ink, sign.ground
            codes = ["0"]
            codes += [f"38;2;{';'.join(map(str, rgb(sign.ink)))}"] if sign.ink else []
            codes += [f"48;2;{';'.join(map(str, rgb(sign.ground)))}"] if sign.ground else []
            parts.append(f"\x1b[{';'.join(codes)}m")
        parts.append(sign.text)
    return "".join(parts) + "\x1b[0m"
