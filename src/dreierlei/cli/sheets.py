"""The command that makes sheets to print."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from .. import workshop
from ..declarations import read_options, variant
from ..errors import DreierleiError
from ..files import writing
from ..sheets import PARTS, make
from ..sheets.pages import PAPERS
from ..workshop import FORMATS
from .shared import complete_choice, game_argument, language_option, option_option


@click.command("print")
@game_argument
@option_option
@click.option(
    "--what", "-w", "parts", multiple=True, metavar="|".join((*PARTS, "all")),
    shell_complete=complete_choice(*PARTS, "all"),
    help="What to print; may be repeated. By default the board and the pieces.",
)  # fmt: skip
@click.option(
    "--format", "-f", "format_", default="pdf", show_default=True, metavar="|".join(("pdf", *FORMATS)),
    shell_complete=complete_choice("pdf", *FORMATS),
    help="Sheets of paper; drawings to cut and engrave; or bodies for a 3D printer.",
)  # fmt: skip
@click.option(
    "--paper", "-p", metavar="|".join(PAPERS), shell_complete=complete_choice(*PAPERS),
    help="The size of the paper.  [default: a4]",
)  # fmt: skip
@click.option("--cell", "-c", type=float, metavar="MM", help="The size of a cell; by default the game's own.")
@click.option("--black-and-white", "-b", is_flag=True, help="Hatchings and signs instead of colours.")
@click.option("--thickness", type=float, metavar="MM", help="The thickness of the material.  [default: 3]")
@click.option("--kerf", type=float, metavar="MM", help="The width of the cut, for svg and dxf.  [default: 0.2]")
@click.option("--clearance", type=float, metavar="MM", help="The gap between parts that turn.  [default: 0.4]")
@click.option(
    "--output", "-O", metavar="FILE",
    help="Where to write it; by default GAME.pdf or the folder GAME-FORMAT. FILE.zip is an archive, - standard output.",
)  # fmt: skip
@language_option
def print_sheets(
    game_id: str,
    options: tuple[str, ...],
    parts: tuple[str, ...],
    format_: str,
    paper: str | None,
    cell: float | None,
    black_and_white: bool,
    thickness: float | None,
    kerf: float | None,
    clearance: float | None,
    output: str | None,
    language: str | None,
) -> None:
    """Make a PDF to print, cut and sew, or files for a workshop.

    Boards at true scale, stones to cut out, a cloth bag with the board on it where the game has one, and the rules on
    one page. Print at 100 %; the ruler on each sheet shows whether the printer kept the scale.

    With --format svg or dxf, boards, rings and stones as drawings for a laser cutter or a router; with stl, as bodies
    for a 3D printer. A list of the parts says what to do with them.
    """
    chosen, kind = variant(game_id, read_options(options)), format_.lower()
    on_paper = {"--paper": paper, "--black-and-white": black_and_white or None}
    measured = {"--thickness": thickness, "--kerf": kerf, "--clearance": clearance}
    if kind == "pdf":
        _refuse(kind, {"--kerf": kerf}, ("svg", "dxf"))
        _refuse(kind, measured, FORMATS)
        document = make(
            chosen,
            parts or ("board", "pieces"),
            paper=paper or "a4",
            language=language,
            cell=cell,
            black_and_white=black_and_white,
        )
        _write(document, output or f"{chosen.game.id}.pdf")
        return
    _refuse(kind, on_paper, ("pdf",))
    if kind == "stl":
        _refuse(kind, {"--kerf": kerf}, ("svg", "dxf"))
    given = {name.removeprefix("--"): size for name, size in measured.items() if size is not None}
    files = workshop.make(chosen, kind, parts or workshop.PARTS, language=language, cell=cell, **given)
    if output is not None and (output == "-" or output.lower().endswith(".zip")):
        _write(workshop.archive(files), output)
        return
    folder = Path(output or f"{chosen.game.id}-{kind}")
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        _write(data, str(folder / name))


def _refuse(kind: str, given: Mapping[str, object], expected: tuple[str, ...]) -> None:
    """Raises `DreierleiError` for options that have no meaning for a format, instead of ignoring them."""
    for name, value in given.items():
        if value is not None:
            raise DreierleiError("print.option", option=name, format=kind, expected=expected)


def _write(data: bytes, output: str) -> None:
    if output == "-":
        sys.stdout.buffer.write(data)
        return
    file = Path(output)
    with writing(file):
        file.write_bytes(data)
    click.echo(str(file))
