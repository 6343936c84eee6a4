"""Boards at true size: whole ones, tiles with a face on either side, and rings that are pinned together."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from ..games import variant as find_variant
from ..model import Layout
from ..scene import gaps
from . import outline
from .pages import Sheet
from .pen import CUT, FOLD, GREY, LINE, Look
from .picture import blank
from .tiling import Drawing, pack, spread, together

if TYPE_CHECKING:
    from ..model import Point, Ring, Tile
    from .pages import Job
    from .pen import Pen

BAND = 0.52
"""Half the width of a ring, in units of the layout; as the pictures have it."""


def sheets(job: Job) -> list[Sheet]:
    """The board of the job's variant: its tiles where it is the game's first board and that is laid from tiles."""
    game, layout = job.variant.game, job.variant.layout
    if game.craft.tiles and layout == find_variant(game.id).layout:
        return _tiles(job)
    if layout.rings:
        return _rings(job)
    return spread(job, board(job, layout), job.say("board"), job.say("board task"))


def extent(layout: Layout) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a board with its labels, in units; both sides have the room that one needs."""
    overhang = 0.5 if any(place.shape == "point" for place in layout.places) else 0.0
    left, top, right, bottom = layout.bounds
    left, top, right, bottom = left - overhang, top - overhang, right + overhang, bottom + overhang
    across = max((0.0, *(left - label.x + 0.25 for label in layout.labels)))
    down = max((0.0, *(label.y - bottom + 0.25 for label in layout.labels)))
    return left - across, top - down, right + across, bottom + down


def board(job: Job, layout: Layout) -> Drawing:
    """A board in one piece."""
    left, top, right, bottom = extent(layout)
    picture = blank(job.variant, layout, job.style, job.language)

    def draw(pen: Pen, at: Point) -> None:
        picture.draw(pen, (at[0] - left * job.cell, at[1] - top * job.cell), job.cell)

    return Drawing((right - left) * job.cell, (bottom - top) * job.cell, draw)


# --- tiles ------------------------------------------------------------------------------------------------------------


def _tiles(job: Job) -> list[Sheet]:
    """Sheets with fronts, each followed by its back: turned over along the long edge, it lies behind the fronts."""
    tiles = job.variant.game.craft.tiles
    fronts = [_face(job, tile, back=False) for tile in tiles]
    backs = [_face(job, tile, back=True) for tile in tiles]
    if not all(front.fits(job.paper.box) for front in fronts):
        task = job.say("faces task")
        return [
            sheet
            for tile, *faces in zip(tiles, fronts, backs, strict=True)
            for face, side in zip(faces, ("front", "back"), strict=True)
            for sheet in spread(job, face, job.say(side, names=tile.name), task)
        ]
    found = []
    done = 0
    for page in pack(job, fronts):
        behind = backs[done : done + len(page)]
        names = ", ".join(tile.name for tile in tiles[done : done + len(page)])
        found.append(Sheet(job.say("front", names=names), job.say("tiles task"), together(page)))
        found.append(Sheet(job.say("back", names=names), job.say("back task"), together(behind, mirrored=True)))
        done += len(page)
    return found


def _face(job: Job, tile: Tile, *, back: bool) -> Drawing:
    layout = replace(tile.back if back else tile.front, labels=())
    face = board(job, layout)
    name = tile.name.lower() if back else tile.name.upper()

    def draw(pen: Pen, at: Point) -> None:
        face.draw(pen, at)
        # The name tells the tile and which edge is its upper one, for boards that are written as codes.
        pen.text(name, (at[0] + 0.042 * job.cell, at[1] + 0.09 * job.cell), 0.2 * job.cell, face="bold")

    return replace(face, draw=draw)


# --- rings ------------------------------------------------------------------------------------------------------------


def _rings(job: Job) -> list[Sheet]:
    """A plate and a disc for each ring, largest first, to be pinned on each other; the centre covers the pin."""
    layout = job.variant.layout
    rings = sorted(layout.rings, key=lambda ring: -ring.radius)
    discs = [_disc(job, layout, ring) for ring in rings]
    centre = _centre(job, layout)
    found = spread(job, _plate(job, layout, rings), job.say("plate"), job.say("plate task"))
    title, task = job.say("discs"), job.say("discs task")
    small = [disc for disc in (*discs, centre) if disc.fits(job.paper.box)]
    for disc in discs:
        if disc not in small:
            found += spread(job, disc, title, task)
    return found + [Sheet(title, task, together(page)) for page in pack(job, small)]


def _plate(job: Job, layout: Layout, rings: list[Ring]) -> Drawing:
    """The ground: the ways in, up to where the largest disc lies, and the steps round it."""
    rim = rings[0].radius + BAND
    ways = []
    for control in layout.controls:
        if control.shape == "corner":
            short = (rim + 0.03) / math.hypot(control.x, control.y)
            ways.append(((control.x, control.y), (control.x * short, control.y * short)))
    bare = replace(layout, places=layout.places[:1], rings=(), strokes=tuple(ways))
    plate = board(job, bare)
    left, top, _, _ = extent(bare)

    def draw(pen: Pen, at: Point) -> None:
        plate.draw(pen, at)
        centre = (at[0] - left * job.cell, at[1] - top * job.cell)
        pen.draw(outline.circle(centre, rim * job.cell), replace(FOLD, fill="#ffffff"))
        for here, _ in gaps(layout, rings[0]):
            _tick(pen, centre, here, (rim + 0.02) * job.cell, (rim + 0.14) * job.cell)
        _pin(pen, centre)
        words = job.say("pin here")
        pen.text(words, (centre[0], centre[1] + 9), 8, align="middle", colour=GREY)

    return Drawing(plate.width, plate.height, draw)


def _disc(job: Job, layout: Layout, ring: Ring) -> Drawing:
    """A ring as a whole disc: what smaller discs will cover is white, but for the place of the pin."""
    on_it = [layout.places[index] for index in ring.places]
    inner, rim = ring.radius - BAND, ring.radius + BAND
    ways = tuple(
        tuple((place.x * reach / ring.radius, place.y * reach / ring.radius) for reach in (inner, rim))
        for place in on_it
    )
    own = Layout(
        tuple(on_it), (), (-rim, -rim, rim, rim), strokes=ways, rings=(replace(ring, places=tuple(range(len(on_it)))),)
    )
    picture = blank(job.variant, own, job.style, job.language)
    radius = rim * job.cell

    def draw(pen: Pen, at: Point) -> None:
        centre = (at[0] + radius, at[1] + radius)
        with pen.clipped(outline.circle(centre, radius)):
            picture.draw(pen, centre, job.cell)
        pen.draw(outline.circle(centre, (inner - 0.1) * job.cell), replace(FOLD, fill="#ffffff"))
        for here, _ in gaps(layout, ring):
            _tick(pen, centre, here, radius - 0.14 * job.cell, radius)
        pen.draw(outline.circle(centre, radius), replace(CUT, stroke="#000000"))
        _pin(pen, centre)

    return Drawing(2 * radius, 2 * radius, draw, marks=False)


def _centre(job: Job, layout: Layout) -> Drawing:
    """The places that are on no ring, on a disc of their own."""
    turning = {index for ring in layout.rings for index in ring.places}
    own = [place for index, place in enumerate(layout.places) if index not in turning]
    rim = min(ring.radius for ring in layout.rings) - BAND
    picture = blank(job.variant, Layout(tuple(own), (), (-rim, -rim, rim, rim)), job.style, job.language)
    radius = rim * job.cell

    def draw(pen: Pen, at: Point) -> None:
        centre = (at[0] + radius, at[1] + radius)
        with pen.clipped(outline.circle(centre, radius)):
            picture.draw(pen, centre, job.cell)
        pen.draw(outline.circle(centre, radius), replace(CUT, stroke="#000000", fill=None))

    return Drawing(2 * radius, 2 * radius, draw, marks=False)


def _tick(pen: Pen, centre: Point, angle: float, inner: float, outer: float) -> None:
    points = [(centre[0] + r * math.cos(angle), centre[1] + r * math.sin(angle)) for r in (inner, outer)]
    pen.draw(outline.polyline(points), replace(LINE, width=0.7))


def _pin(pen: Pen, centre: Point) -> None:
    """Where the pin goes through."""
    x, y = centre
    pen.draw(outline.circle(centre, 1.5), Look(stroke="#000000", width=0.25))
    for dx, dy in ((3.5, 0), (0, 3.5)):
        pen.draw(outline.polyline(((x - dx, y - dy), (x + dx, y + dy))), Look(stroke="#000000", width=0.25))
