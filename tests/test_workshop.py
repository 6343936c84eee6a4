"""Files for workshops, read back by other libraries: closed outlines, tight bodies, parts that fit each other."""

from __future__ import annotations

import io
import itertools
import math
import zipfile
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

import dreierlei
from dreierlei import crafts, workshop
from dreierlei.cli import commands, main
from dreierlei.messages import LANGUAGES, say
from dreierlei.model import Game
from dreierlei.workshop import engraving, solids
from dreierlei.workshop.parts import Measures
from tests.paper import GAMES

SVG = "{http://www.w3.org/2000/svg}"
KERF, CLEARANCE, THICKNESS = Measures.kerf, Measures.clearance, Measures.thickness
UNITS = 100
"""What the files of SVG count as a millimetre."""
NEAR = 0.011
TURNING = [game for game in dreierlei.games() if dreierlei.variant(game.id).layout.rings]


@cache
def made(game: str, format: str) -> dict[str, bytes]:
    return workshop.make(game, format)


def of_format(game: str, format: str) -> dict[str, bytes]:
    return {name: data for name, data in made(game, format).items() if name.endswith(format)}


def shapes(data: bytes) -> dict[str, list[ET.Element]]:
    """The shapes of each layer of an SVG file."""
    return {group.get("id", ""): list(group) for group in ET.fromstring(data).iter(f"{SVG}g")}


@cache
def dxf(data: bytes) -> Any:
    from ezdxf import filemanagement

    return filemanagement.read(io.StringIO(data.decode()))


def entities(data: bytes, layer: str, kind: str) -> list[Any]:
    return [each for each in dxf(data).modelspace() if (each.dxf.layer, each.dxftype()) == (layer, kind)]


def mesh(data: bytes) -> Any:
    import trimesh

    return trimesh.load(io.BytesIO(data), file_type="stl")


# --- drawings ---------------------------------------------------------------------------------------------------------


@GAMES
def test_a_drawing_has_its_true_size_and_closed_outlines(game: Game) -> None:
    for name, data in of_format(game.id, "svg").items():
        root = ET.fromstring(data)
        _, _, width, height = map(float, root.get("viewBox", "").split())
        assert (root.get("width"), root.get("height")) == (f"{width / UNITS:g}mm", f"{height / UNITS:g}mm")
        layers = shapes(data)
        assert list(layers) == ["engrave", "cut"], "in the order of the work"
        assert {shape.tag.removeprefix(SVG) for shape in layers["cut"]} <= {"circle", "rect"}, name
        assert bool(layers["cut"]) != name.endswith("-back.svg")
        for shape in itertools.chain(*layers.values()):
            assert shape.get("fill") == "none"
            if shape.tag == f"{SVG}circle":
                x, y, r = (float(shape.get(key, "nan")) for key in ("cx", "cy", "r"))
                assert r < x < width - r
                assert r < y < height - r


@GAMES
def test_dxf_has_the_lines_of_svg_in_millimetres(game: Game) -> None:
    from ezdxf import units

    drawings = of_format(game.id, "svg")
    for name, data in of_format(game.id, "dxf").items():
        assert dxf(data).units == units.MM
        layers = shapes(drawings[name.replace(".dxf", ".svg")])
        for layer, drawn in layers.items():
            circles = [shape for shape in drawn if shape.tag == f"{SVG}circle"]
            radii = Counter(round(float(circle.get("r", "nan")) / UNITS, 2) for circle in circles)
            assert Counter(round(circle.dxf.radius, 2) for circle in entities(data, layer, "CIRCLE")) == radii
            lines = entities(data, layer, "LWPOLYLINE")
            assert len(lines) >= len(drawn) - len(circles)  # a path may have several lines
            assert layer == "engrave" or all(line.closed for line in lines)
        assert len(entities(data, "cut", "LWPOLYLINE")) + len(entities(data, "cut", "CIRCLE")) == len(layers["cut"])


@GAMES
def test_no_line_is_engraved_twice(game: Game) -> None:
    lines = entities(of_format(game.id, "dxf")[f"{game.id}-board.dxf"], "engrave", "LWPOLYLINE")
    straight = [list(line.get_points("xy")) for line in lines]
    pieces = [tuple(map(tuple, points)) for points in straight if len(points) == 2]
    joined = engraving.joined(pieces)  # type: ignore[arg-type]
    assert sum(math.dist(*line) for line in joined) == pytest.approx(sum(math.dist(*line) for line in pieces))


def test_pieces_of_a_line_become_one() -> None:
    pieces = [((0.0, 0.0), (1.0, 1.0)), ((3.0, 3.0), (1.0, 1.0)), ((0.0, 1.0), (1.0, 1.0)), ((0.5, 1.0), (0.25, 1.0))]
    joined = sorted(tuple(sorted(line)) for line in engraving.joined(pieces))
    assert [[pytest.approx(point) for point in line] for line in joined] == [
        [(0, 0), (3, 3)],
        [(0, 1), (1, 1)],
    ]


@GAMES
def test_stones_are_as_many_as_the_rules_say_and_the_kerf_is_made_up_for(game: Game) -> None:
    need, wide = crafts.count(dreierlei.variant(game.id)), crafts.stone_width(game.craft.cell)
    for kind, number in (("white", need.white), ("black", need.black), ("neutral", need.neutral)):
        name = f"{game.id}-stone-{kind}.svg"
        if not number:
            assert name not in made(game.id, "svg")
            continue
        cut = shapes(made(game.id, "svg")[name])["cut"]
        assert len(cut) == number
        for circle in cut:
            assert float(circle.get("r", "nan")) / UNITS == pytest.approx((wide + KERF) / 2)


@pytest.mark.parametrize("format", ["dxf", "stl"])
def test_boards_are_not_mirrored(format: str) -> None:
    """The letters of the files are below, the numbers of the ranks on the left; the other sides have none."""
    game, cell = "qango6", dreierlei.variant("qango6").game.craft.cell
    margin = 0.55 * cell
    if format == "dxf":
        lines = entities(made(game, "dxf")[f"{game}-board.dxf"], "engrave", "LWPOLYLINE")
        points = [point for line in lines for point in line.get_points("xy")]
        low, high = 5.0, 5.0 + 7.2 * cell
        marked = [(x - low, y - low) for x, y in points]
        side = high - low
    else:
        body = mesh(made(game, "stl")[f"{game}-board.stl"])
        vertices = body.vertices - body.bounds[0]
        marked = [(x, y) for x, y, z in vertices if abs(z - (THICKNESS - solids.GROOVE)) < NEAR]
        side = body.extents[0]
    assert any(y < margin for _, y in marked)
    assert any(x < margin for x, _ in marked)
    assert not any(x > side - margin or y > side - margin for x, y in marked)


# --- bodies -----------------------------------------------------------------------------------------------------------


@GAMES
def test_bodies_are_tight_and_lie_flat(game: Game) -> None:
    files = of_format(game.id, "stl")
    assert files
    for name, data in files.items():
        body = mesh(data)
        assert body.is_watertight, name
        assert body.is_winding_consistent, name
        assert body.is_volume, name
        assert body.body_count == 1, name
        assert body.bounds[0][2] == pytest.approx(0)
        if "stone" in name:
            wide = crafts.stone_width(game.craft.cell)
            assert body.extents == pytest.approx([wide, wide, 2 * THICKNESS], abs=0.03)


@pytest.mark.parametrize("game", TURNING, ids=lambda game: game.id)
def test_rings_turn_in_the_tray_flush_and_with_clearance(game: Game) -> None:
    import trimesh

    layout, cell = dreierlei.variant(game.id).layout, game.craft.cell
    files = of_format(game.id, "stl")
    tray = mesh(files[f"{game.id}-tray.stl"])
    rings = sorted(layout.rings, key=lambda ring: -ring.radius)
    bodies = []
    for ring in rings:
        body = mesh(files[f"{game.id}-ring-{ring.name}.stl"])
        body.apply_translation((0, 0, THICKNESS))  # on the floor of the tray
        top = max(z for z in body.vertices[:, 2] if z < 2 * THICKNESS + NEAR)
        assert top == pytest.approx(2 * THICKNESS), "flush with the frame"
        assert tray.extents[2] == pytest.approx(2 * THICKNESS)
        assert body.bounds[1][2] == pytest.approx(2 * THICKNESS + solids.KNOB), "its grips stand out"
        body.apply_translation((0, 0, NEAR))  # so that they do not touch the floor
        bodies.append(body)
    for outer, inner in itertools.pairwise([tray, *bodies]):
        for angle in (0.0, 11.0, 22.5):
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            inner.apply_transform([[cos, -sin, 0, 0], [sin, cos, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
            assert trimesh.boolean.intersection([outer, inner], engine="manifold").is_empty
    borders = [border * cell for border in crafts.borders(rings)]
    for body, (outside, inside) in zip(bodies, itertools.pairwise(borders), strict=True):
        radii = [math.hypot(x, y) for x, y, _ in body.vertices]
        assert max(radii) == pytest.approx(outside - CLEARANCE / 2, abs=NEAR)
        assert min(radii) == pytest.approx(inside + CLEARANCE / 2, abs=NEAR)


@pytest.mark.parametrize("game", TURNING, ids=lambda game: game.id)
def test_a_stone_fits_into_its_hole_and_stands_out_of_it(game: Game) -> None:
    import trimesh

    layout, cell, files = dreierlei.variant(game.id).layout, game.craft.cell, of_format(game.id, "stl")
    ring = layout.rings[0]
    body = mesh(files[f"{game.id}-ring-{ring.name}.stl"])
    place = layout.places[ring.places[1]]
    stone = mesh(files[f"{game.id}-stone-black.stl"])
    for aside in (-CLEARANCE, CLEARANCE):
        placed = stone.copy()
        placed.apply_translation((place.x * cell + aside, -place.y * cell, solids.FLOOR + NEAR))
        assert trimesh.boolean.intersection([body, placed], engine="manifold").is_empty
        assert placed.bounds[1][2] - THICKNESS >= 2
    placed.apply_translation((0, 0, -0.5))
    assert not trimesh.boolean.intersection([body, placed], engine="manifold").is_empty, "there is a floor"


@pytest.mark.parametrize("game", TURNING, ids=lambda game: game.id)
@pytest.mark.parametrize("cell", workshop.LIMITS["cell"])
def test_holes_and_grips_leave_walls_at_every_size(game: Game, cell: float) -> None:
    wide = workshop.LIMITS["clearance"][1]
    files = workshop.make(game.id, "svg", ["board"], cell=cell, kerf=0, clearance=wide)
    cut = [
        tuple(float(shape.get(key, "nan")) / UNITS for key in ("cx", "cy", "r"))
        for shape in shapes(files[f"{game.id}-board.svg"])["cut"]
        if shape.tag == f"{SVG}circle"
    ]
    for (ax, ay, a), (bx, by, b) in itertools.combinations(cut, 2):
        apart = math.dist((ax, ay), (bx, by))
        wall = apart - a - b if apart > max(a, b) else abs(a - b) - apart
        assert wall > 0.7, "two outlines meet"


# --- what people ask for ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("format", ["svg", "stl"])
def test_the_list_names_every_file_and_every_part(language: str, format: str) -> None:
    for game in ("die-drei", "tres"):
        files = workshop.make(game, format, language=language)
        told = files.pop(f"{game}-parts.txt").decode()
        assert all(name in told for name in files)
        assert f"17 × {say('de', 'workshop.white')}" in told or language != "de" or game != "tres"
        assert ("0.4 mm" if language == "en" else "0,4 mm") in told


def test_a_new_game_gets_its_files_unaided_and_the_same_request_gives_the_same_bytes() -> None:
    known = dreierlei.variant("tictactoe")
    for format in ("svg", "stl"):
        first, second = (workshop.archive(workshop.make(known, format)) for _ in range(2))
        assert first == second
        assert zipfile.ZipFile(io.BytesIO(first)).testzip() is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--kerf", "1"], "--kerf is not for pdf: it is for svg, dxf."),
        (["-f", "stl", "--kerf", "1"], "--kerf is not for stl: it is for svg, dxf."),
        (["-f", "svg", "-b"], "--black-and-white is not for svg: it is for pdf."),
        (["-f", "svgz"], 'There is no format "svgz": expected one of pdf, svg, dxf, stl.'),
        (["-f", "svg", "--clearance", "9"], "clearance cannot be 9 mm: expected 0.05 to 1.5."),
        (["-f", "svg", "--thickness", "nan"], "thickness cannot be nan mm: expected 2 to 20."),
        (["-f", "svg", "-w", "bag"], 'muehle has no "bag" to print: expected one of board, pieces, all.'),
    ],
)
def test_wrong_use_is_one_sentence(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["print", "muehle", *arguments])
    assert capsys.readouterr() == ("", f"{message}\n")


def test_the_command_writes_a_folder_or_an_archive(tmp_path: Path) -> None:
    folder, archive = tmp_path / "deep" / "er", tmp_path / "muehle.zip"
    names = sorted(workshop.make("muehle", "svg"))
    assert CliRunner().invoke(commands, ["print", "muehle", "-f", "svg", "-O", str(folder)]).exit_code == 0
    assert sorted(file.name for file in folder.iterdir()) == names
    assert CliRunner().invoke(commands, ["print", "muehle", "-f", "SVG", "-O", str(archive)]).exit_code == 0
    assert sorted(zipfile.ZipFile(archive).namelist()) == names
