"""Boards at true size: whole ones, tiles with a face on either side, and rings that turn inside each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable
from dataclasses import replace

from ..crafts import borders, grip_angles, grip_gaps, grip_width, is_laid_from_tiles
from ..model import Layout, Point, Ring, Tile, Variant
from ..picture import edges, margins, picture
from ..positions import Position
from ..scene import Scene, gaps
from ..shapes import Circle, Group, Shape, around, polyline
from . import assembly
from .assembly import CARD, PLAY
from .pages import Job, Paper, Sheet
from .pen import CUT, GREY, LINE, Frame, Pen
from .tiling import Drawing, pack, spread, together


def sheets(job: Job) -> list[Sheet]:
    """The board of the job's variant: its tiles, if it is the game's first board and laid from tiles."""
    layout = job.variant.layout
    if is_laid_from_tiles(job.variant):
        return _tiles(job)
    if layout.rings:
        return _rings(job)
    pages = spread(job, board(job, layout), job.say("board"), job.say("board-task"))
    return [replace(page, legend=True) for page in pages]


def natural_cell(variant: Variant, paper: Paper) -> float:
    """The size of a cell by default: larger on larger paper, unless that would split a board that fits on one sheet."""
    own = variant.game.craft.cell
    if paper.scale == 1:
        return own
    larger = math.floor(own * paper.scale)
    width, height = _extent(variant.layout)
    fitting = min(paper.box.width / width, paper.box.height / height)
    return min(larger, math.floor(fitting)) if fitting >= own else larger


def _extent(layout: Layout) -> tuple[float, float]:
    """How wide and high a board is in units; both sides have the space that the labels need on one."""
    left, top, right, bottom = edges(layout)
    across, down = margins(layout)
    return right - left + 2 * across, bottom - top + 2 * down


def board(job: Job, layout: Layout) -> Drawing:
    """A board in one piece."""
    left, top, _, _ = edges(layout)
    across, down = margins(layout)
    width, height = _extent(layout)
    shapes = _empty(job, layout)

    def draw(pen: Pen, at: Point) -> None:
        frame = Frame(at[0] + (across - left) * job.cell, at[1] + (down - top) * job.cell, job.cell)
        for shape in shapes:
            pen.draw(shape, frame)

    return Drawing(width * job.cell, height * job.cell, draw)


def _empty(job: Job, layout: Layout) -> tuple[Shape, ...]:
    """An empty board of that layout: the ground, the labels and the corners where stones enter."""
    part = replace(layout, hands=None)
    scene = Scene(Position(job.variant), job.language, (".",) * len(layout.places), part=part)
    return picture(scene, job.style).only("board", "labels", "controls")


# --- tiles ------------------------------------------------------------------------------------------------------------


def _tiles(job: Job) -> list[Sheet]:
    """Sheets with fronts, each followed by its back: turned over along the long edge, it lies behind the fronts."""
    tiles = job.variant.game.craft.tiles
    fronts = [_face(job, tile, back=False) for tile in tiles]
    backs = [_face(job, tile, back=True) for tile in tiles]
    if not all(front.fits(job.paper.box) for front in fronts):
        task = job.say("faces-task")
        return [
            replace(sheet, legend=True)
            for tile, *faces in zip(tiles, fronts, backs, strict=True)
            for face, side in zip(faces, ("front", "back"), strict=True)
            for sheet in spread(job, face, job.say(side, names=tile.name), task)
        ]
    pages = []
    done = 0
    for page in pack(job, fronts):
        behind = backs[done : done + len(page)]
        names = ", ".join(tile.name for tile in tiles[done : done + len(page)])
        pages.append(Sheet(job.say("front", names=names), job.say("tiles-task"), together(page), legend=True))
        back = together(behind, mirrored=True)
        pages.append(Sheet(job.say("back", names=names), job.say("back-task"), back, back=True, legend=True))
        done += len(page)
    return pages


def _face(job: Job, tile: Tile, *, back: bool) -> Drawing:
    layout = replace(tile.back if back else tile.front, labels=())
    face = board(job, layout)
    name = tile.name.lower() if back else tile.name.upper()

    def draw(pen: Pen, at: Point) -> None:
        face.draw(pen, at)
        # The name identifies the tile and its upper edge, for boards that are written as codes.
        pen.text(name, (at[0] + 0.042 * job.cell, at[1] + 0.09 * job.cell), 0.2 * job.cell, face="bold")

    return replace(face, draw=draw)


# --- rings ------------------------------------------------------------------------------------------------------------


def _rings(job: Job) -> list[Sheet]:
    """A frame with a round hole and rings that lie flush in it, each guided by the next; the centre is glued down."""
    layout = job.variant.layout
    rings = sorted(layout.rings, key=lambda ring: -ring.radius)
    bounds = borders(rings)
    bodies = [_ring(job, layout, ring, *bounds[number : number + 2]) for number, ring in enumerate(rings)]
    parts = [*bodies, _centre(job, layout, bounds[-1])]
    title, task = job.say("frame"), job.say("frame-task", card=f"{CARD} mm")
    pages = spread(job, _frame(job, layout, rings[0], bounds[0]), title, task)
    title, task = job.say("rings"), job.say("rings-task", card=f"{CARD} mm")
    small = [part for part in parts if part.fits(job.paper.box)]
    for part in parts:
        if part not in small:
            pages += spread(job, part, title, task)
    pages += [Sheet(title, task, together(page)) for page in pack(job, small)]
    return [*pages, Sheet(job.say("build"), job.say("build-task"), assembly.page(job, bounds), cut=False)]


def _frame(job: Job, layout: Layout, ring: Ring, border: float) -> Drawing:
    """The channels from the corners to the hole for the largest ring, and the steps around it."""
    ways = []
    for control in layout.controls:
        if control.shape == "corner":
            short = border / math.hypot(control.x, control.y)
            ways.append(((control.x, control.y), (control.x * short, control.y * short)))
    plate = board(job, replace(layout, places=layout.places[:1], rings=(), strokes=tuple(ways)))
    left, top, _, _ = edges(layout)

    def draw(pen: Pen, at: Point) -> None:
        plate.draw(pen, at)
        centre = (at[0] - left * job.cell, at[1] - top * job.cell)
        _ticks(pen, centre, gaps(layout, ring), border * job.cell, (border + 0.12) * job.cell)
        pen.draw(Circle(*centre, border * job.cell, replace(CUT, fill="#ffffff", stroke="#000000")))
        pen.text(job.say("hole"), centre, 8, align="middle", colour=GREY)

    return Drawing(plate.width, plate.height, draw)


def _ring(job: Job, layout: Layout, ring: Ring, outside: float, inside: float) -> Drawing:
    """A ring between two borders, with two grips opposite each other."""
    places = tuple(layout.places[index] for index in ring.places)
    ways = tuple(
        tuple((place.x * reach / ring.radius, place.y * reach / ring.radius) for reach in (inside, outside))
        for place in places
    )
    turning = replace(ring, places=tuple(range(len(places))))
    own = Layout(places, (), (-outside, -outside, outside, outside), strokes=ways, rings=(turning,))
    between = gaps(layout, ring)
    outer, inner, grip = outside * job.cell - PLAY / 2, inside * job.cell + PLAY / 2, grip_width(job.cell)

    def finish(pen: Pen, centre: Point) -> None:
        _ticks(pen, centre, between, outer - 0.14 * job.cell, outer)
        for angle in grip_angles(layout, ring):
            spot = around(centre, ring.radius * job.cell, angle)
            pen.draw(Circle(*spot, grip / 2, replace(LINE, fill="#ffffff")))
        pen.draw(Circle(*centre, inner, replace(CUT, fill="#ffffff", stroke="#000000")))

    return _round(job, [_cleared(shape, grip_gaps(ring)) for shape in _empty(job, own)], outer, finish)


def _cleared(shape: Shape, taken: Container[int]) -> Shape:
    """The drawing of a ring without its arrows in these gaps between places."""
    if not isinstance(shape, Group):
        return shape
    arrows = [part for part in shape.parts if isinstance(part, Group) and part.role == "arrow"]
    gone = [arrow for gap, arrow in enumerate(arrows) if gap in taken]
    return replace(shape, parts=tuple(_cleared(part, taken) for part in shape.parts if part not in gone))


def _centre(job: Job, layout: Layout, border: float) -> Drawing:
    """The places that are not on a ring, on a separate disc."""
    turning = {index for ring in layout.rings for index in ring.places}
    places = tuple(place for index, place in enumerate(layout.places) if index not in turning)
    own = Layout(places, (), (-border, -border, border, border))
    return _round(job, _empty(job, own), border * job.cell - PLAY / 2, lambda *_: None)


def _round(job: Job, shapes: Iterable[Shape], radius: float, finish: Callable[[Pen, Point], None]) -> Drawing:
    """A board cut out as a disc of that radius in millimetres; `finish` draws over it."""

    def draw(pen: Pen, at: Point) -> None:
        centre = (at[0] + radius, at[1] + radius)
        edge = Circle(*centre, radius, replace(CUT, stroke="#000000"))
        with pen.clipped(edge):
            for shape in shapes:
                pen.draw(shape, Frame(*centre, job.cell))
        finish(pen, centre)
        pen.draw(edge)

    return Drawing(2 * radius, 2 * radius, draw, marks=False)


def _ticks(pen: Pen, centre: Point, between: list[tuple[float, float]], inner: float, outer: float) -> None:
    for angle, _ in between:
        pen.draw(polyline([around(centre, r, angle) for r in (inner, outer)], replace(LINE, width=0.7)))
