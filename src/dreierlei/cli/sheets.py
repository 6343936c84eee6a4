"""The command that makes sheets to print."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..declarations import read_options, variant
from ..files import writing
from ..sheets import PARTS, make
from .shared import game_argument, language_option, option_option


@click.command("print")
@game_argument
@option_option
@click.option(
    "--what", "-w", "parts", multiple=True, metavar="|".join((*PARTS, "all")),
    help="What to print; may be repeated. By default the board and the pieces.",
)  # fmt: skip
@click.option("--paper", "-p", default="a4", show_default=True, metavar="a4|a3|letter", help="The size of the paper.")
@click.option("--cell", "-c", type=float, metavar="MM", help="The size of a cell; by default the game's own.")
@click.option("--black-and-white", "-b", is_flag=True, help="Hatchings and signs instead of colours.")
@click.option("--output", "-O", metavar="FILE", help="Where to write it; by default GAME.pdf, - for standard output.")
@language_option
def print_sheets(
    game_id: str,
    options: tuple[str, ...],
    parts: tuple[str, ...],
    paper: str,
    cell: float | None,
    black_and_white: bool,
    output: str | None,
    language: str | None,
) -> None:
    """Make a PDF to print, cut and sew.

    Boards at true scale, stones to cut out, a cloth bag with the board on it where the game has one, and the rules on
    one page. Print at 100 %; the ruler on each sheet shows whether the printer kept the scale.
    """
    chosen = variant(game_id, read_options(options))
    document = make(
        chosen,
        parts or ("board", "pieces"),
        paper=paper,
        language=language,
        cell=cell,
        black_and_white=black_and_white,
    )
    if output == "-":
        sys.stdout.buffer.write(document)
        return
    file = Path(output or f"{chosen.game.id}.pdf")
    with writing(file):
        file.write_bytes(document)
    click.echo(str(file))
