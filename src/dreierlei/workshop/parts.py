"""The parts of a game as a workshop makes them, in millimetres: plates with their holes and engravings, and stones.

A part says what it is; `drawings` turns it into lines for a cutter and `solids` into a body for a printer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..crafts import borders, count, grip_angles, grip_gaps, grip_width, is_laid_from_tiles, stone_width
from ..messages import Language, say
from ..model import Layout, Point, Ring, Tile, Variant
from ..picture import edges, frame
from ..shapes import Box, Circle, Look, Outlined, Rect, around, cross
from ..symbols import HOLE, STONE
from . import engraving
from .engraving import ENGRAVE

CUT = Look(stroke="#ff0000", width=0.1)
_CORNER = 0.12
_ROUND_CORNER = 0.9
"""The radii of a board's corners in cells: without rings, and with them."""


@dataclass(frozen=True)
class Measures:
    """What a workshop decides, in millimetres."""

    cell: float
    thickness: float = 3.0
    """Of the plates; stones are twice as high, so that fingers can lift them out of a hole."""
    kerf: float = 0.2
    """The width of the cut that the cutter burns or mills. Outlines grow by half of it, and holes shrink."""
    clearance: float = 0.4
    """The gap between a ring and its neighbours, and between tiles side by side."""


@dataclass(frozen=True)
class Part:
    """A part, and the number that a game needs."""

    name: str
    """Part of a file name."""
    title: str
    outline: Circle | Rect
    holes: tuple[Circle, ...] = ()
    """Openings in which other parts turn."""
    seats: tuple[Circle, ...] = ()
    """Holes for stones. A cutter goes through; a printer leaves a floor, so that a ring carries its stones along."""
    dishes: tuple[Circle, ...] = ()
    """Shallow hollows for stones; only a printer makes them."""
    grips: tuple[Circle, ...] = ()
    """Where a ring is held: a cutter makes a hole for a dowel, a printer a knob."""
    front: tuple[Outlined, ...] = ()
    back: tuple[Outlined, ...] = ()
    """Engravings, each as seen on its face."""
    height: float = 0.0
    count: int = 1
    fixed: bool = False
    """Whether it is glued to the base; a printer makes these and the base in one piece."""

    @property
    def box(self) -> Box:
        """Its bounding box."""
        shape = self.outline
        if isinstance(shape, Rect):
            return Box(shape.x, shape.y, shape.width, shape.height)
        return Box(shape.x - shape.radius, shape.y - shape.radius, 2 * shape.radius, 2 * shape.radius)


BASE = "base"


def boards(variant: Variant, measures: Measures, language: Language) -> list[Part]:
    """The parts of the board: tiles, rings in a frame, or one plate."""
    if is_laid_from_tiles(variant):
        return [_tile(tile, measures, language) for tile in variant.game.craft.tiles]
    if variant.layout.rings:
        return list(_rings(variant, measures, language))
    layout, cell = variant.layout, measures.cell
    dishes = tuple(_seat(measures, place.x, place.y) for place in layout.places if place.shape == "point")
    return [
        Part(
            "board",
            say(language, "sheet.board"),
            _plate(layout, cell),
            dishes=dishes,
            front=engraving.board(layout, cell),
            height=measures.thickness,
        )
    ]


def stones(variant: Variant, measures: Measures, language: Language) -> list[Part]:
    """One stone of each kind: White's are plain, Black's have a ring, the neutral one has a cross."""
    need, radius = count(variant), stone_width(measures.cell) / 2
    marks: dict[str, tuple[Outlined, ...]] = {
        "white": (),
        "black": (Circle(0, 0, radius * 0.58, ENGRAVE),),
        "neutral": (cross(0, 0, radius * 0.38, ENGRAVE),),
    }
    numbers = {"white": need.white, "black": need.black, "neutral": need.neutral}
    return [
        Part(
            name,
            say(language, f"workshop.{name}"),
            Circle(0, 0, radius, CUT),
            front=mark,
            back=mark,
            height=2 * measures.thickness,
            count=numbers[name],
        )
        for name, mark in marks.items()
        if numbers[name]
    ]


def _plate(layout: Layout, cell: float) -> Rect:
    box = frame(replace(layout, hands=None), labels=True, hands=False)
    corner = _ROUND_CORNER if layout.rings else _CORNER
    return Rect(box.x * cell, box.y * cell, box.width * cell, box.height * cell, CUT, corner * cell)


def _seat(measures: Measures, x: float, y: float) -> Circle:
    """A hole for a stone, with the same margin as in pictures."""
    stone = stone_width(measures.cell) / 2
    return Circle(x * measures.cell, y * measures.cell, stone * HOLE / STONE, CUT)


def _tile(tile: Tile, measures: Measures, language: Language) -> Part:
    left, top, right, bottom = (edge * measures.cell for edge in edges(tile.front))
    # Half of the clearance on each side, so that tiles lie side by side without force.
    aside = measures.clearance / 2
    outline = Rect(left + aside, top + aside, right - left - 2 * aside, bottom - top - 2 * aside, CUT)
    return Part(
        f"tile-{tile.name.lower()}",
        say(language, "workshop.tile", name=tile.name.upper()),
        outline,
        front=_face(tile.front, tile.name.upper(), measures.cell),
        back=_face(tile.back, tile.name.lower(), measures.cell),
        height=measures.thickness,
    )


def _face(layout: Layout, name: str, cell: float) -> tuple[Outlined, ...]:
    """A face with its name in the top left corner."""
    left, top, _, _ = edges(layout)
    lines = engraving.board(replace(layout, labels=()), cell, rim=False)
    return *lines, *engraving.letters(name, (left + 0.1, top + 0.13), cell, engraving.TILE_LETTER)


# --- rings ------------------------------------------------------------------------------------------------------------

_GAP, _TICK = 0.03, 0.12
"""Where the mark of a step begins and ends: the distance from the rim, in cells."""


def _rings(variant: Variant, measures: Measures, language: Language) -> Iterator[Part]:
    """A base; on it a frame with a round hole and a centre; between them rings, each guided by the next."""
    layout, cell, height = variant.layout, measures.cell, measures.thickness
    rings = sorted(layout.rings, key=lambda ring: -ring.radius)
    bounds = [border * cell for border in borders(rings)]
    half = measures.clearance / 2
    plate = _plate(layout, cell)
    yield Part(BASE, say(language, "workshop.base"), plate, height=height, fixed=True)
    hole = bounds[0] + half
    yield Part(
        "frame",
        say(language, "sheet.build-frame"),
        plate,
        holes=(Circle(0, 0, hole, CUT),),
        front=(
            *engraving.ways(variant, cell),
            *engraving.ticks(layout, rings[0], hole + _GAP * cell, hole + _TICK * cell),
        ),
        height=height,
        fixed=True,
    )
    for number, ring in enumerate(rings):
        outer, inner = bounds[number] - half, bounds[number + 1] + half
        yield _ring(variant, measures, language, ring, outer, inner)
    turning = {index for ring in rings for index in ring.places}
    middle = [place for index, place in enumerate(layout.places) if index not in turning]
    yield Part(
        "centre",
        say(language, "workshop.centre"),
        Circle(0, 0, bounds[-1] - half, CUT),
        seats=tuple(_seat(measures, place.x, place.y) for place in middle),
        height=height,
        fixed=True,
    )


def _ring(variant: Variant, measures: Measures, language: Language, ring: Ring, outer: float, inner: float) -> Part:
    layout, cell = variant.layout, measures.cell
    grip = grip_width(cell) / 2
    spots: list[Point] = [around((0.0, 0.0), ring.radius * cell, angle) for angle in grip_angles(layout, ring)]
    places = [layout.places[index] for index in ring.places]
    steps = engraving.ticks(layout, ring, outer - _TICK * cell, outer - _GAP * cell)
    return Part(
        f"ring-{ring.name}",
        variant.target_name(ring.name, language),
        Circle(0, 0, outer, CUT),
        holes=(Circle(0, 0, inner, CUT),),
        seats=tuple(_seat(measures, place.x, place.y) for place in places),
        grips=tuple(Circle(*spot, grip, CUT) for spot in spots),
        front=(*engraving.arrows(variant, ring, cell, grip_gaps(ring)), *steps),
        height=measures.thickness,
    )
