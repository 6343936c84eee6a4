"""For workshops: every board, ring and stone as drawings to cut and engrave (SVG, DXF) and as bodies to print (STL).

SVG needs no further package; DXF and STL need the extra `workshop`.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict

from .. import extras, locales
from ..declarations import variant as find_variant
from ..errors import DreierleiError, expect
from ..model import Variant
from ..sheets import LARGEST, SMALLEST, choose_parts
from . import drawings, listing
from . import parts as making
from .listing import File
from .parts import Measures, Part

FORMATS = ("svg", "dxf", "stl")
PARTS = ("board", "pieces")
LIMITS = {"cell": (SMALLEST, LARGEST), "thickness": (2.0, 20.0), "kerf": (0.0, 1.0), "clearance": (0.05, 1.5)}
"""The limits of each measure, in millimetres."""


def make(
    game: str | Variant,
    format: str = "svg",
    parts: Iterable[str] = PARTS,
    *,
    language: str | None = None,
    cell: float | None = None,
    thickness: float = Measures.thickness,
    kerf: float = Measures.kerf,
    clearance: float = Measures.clearance,
) -> dict[str, bytes]:
    """The files of a game's parts by their names, and a list of them with instructions, `GAME-parts.txt`.

    `parts` are `board` and `pieces`, or `all`. The measures are in millimetres: of a cell, by default the game's own;
    of the material; of the kerf of a cutter, for which drawings compensate and which does not apply to printers; and
    of the gap between a ring and its neighbours. Raises `DreierleiError` for anything that does not exist or cannot
    be made, and `MissingExtra` without the packages of a format.
    """
    variant = game if isinstance(game, Variant) else find_variant(game)
    if format not in FORMATS:
        raise DreierleiError("print.format", format=format, expected=("pdf", *FORMATS))
    chosen = choose_parts(variant, PARTS, parts)
    measures = Measures(variant.game.craft.cell if cell is None else cell, thickness, kerf, clearance)
    _check(measures)
    spoken = locales.language(language)
    boards = making.boards(variant, measures, spoken) if "board" in chosen else []
    stones = making.stones(variant, measures, spoken) if "pieces" in chosen else []
    files = list(_bodies(boards, stones) if format == "stl" else _drawings(variant, format, boards, stones, kerf))
    name = variant.game.id
    contents = {f"{name}-{file.name}.{format}": file.data for file in files}
    return contents | {f"{name}-parts.txt": listing.write(variant, format, files, measures, spoken).encode()}


def archive(files: Mapping[str, bytes]) -> bytes:
    """The files as a ZIP archive. The same files give the same bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as written:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            written.writestr(entry, data)
    return stream.getvalue()


def _check(measures: Measures) -> None:
    given = asdict(measures)
    for name, (least, most) in LIMITS.items():
        expect(given[name], (int, float), "type.measure")
        if not (math.isfinite(given[name]) and least <= given[name] <= most):
            raise DreierleiError(
                "print.measure", name=name, size=f"{given[name]:g}", smallest=f"{least:g}", largest=f"{most:g}"
            )


def _drawings(variant: Variant, format: str, boards: list[Part], stones: list[Part], kerf: float) -> Iterator[File]:
    """A file for the board, one for its backs if it has any, and one for the stones of each kind."""
    if format == "dxf":
        extras.require("workshop", "ezdxf")
    sheets = [("board", boards, False)] if boards else []
    if any(part.back for part in boards):
        sheets.append(("board-back", boards, True))
    sheets += [(f"stone-{part.name}", [part], False) for part in stones]
    for name, parts, back in sheets:
        drawn = drawings.drawing(parts, kerf, back=back)
        title = f"{variant.game.id} {name}"
        yield File(name, drawings.as_dxf(drawn) if format == "dxf" else drawings.as_svg(drawn, title), parts, drawn)


def _bodies(boards: list[Part], stones: list[Part]) -> Iterator[File]:
    """A file for each body, however many copies are needed."""
    extras.require("workshop", "manifold3d", "numpy")
    from . import solids  # optional extra

    for name, parts, body in solids.bodies(boards):
        yield File(name, solids.as_stl(body), parts)
    for part in stones:
        yield File(f"stone-{part.name}", solids.as_stl(solids.stone(part)), [part])
