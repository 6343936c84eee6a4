"""Commands about games and positions: games, new-game, rules, show."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import locales, rulebook, terminal
from ..authoring import skeleton
from ..declarations import game, games
from ..errors import DreierleiError
from ..extras import require
from ..files import writing
from ..messages import say
from ..svg import draw as draw_svg
from .shared import complete_game, find, game_argument, in_colour, language_option, plain_option, where_argument

if TYPE_CHECKING:
    from ..messages import Language


@click.command("games")
@click.option("--check", "game_id", metavar="ID", shell_complete=complete_game, help="List what a game lacks.")
@language_option
def list_games(game_id: str | None, language: str | None) -> None:
    """List the games and their options.

    With --check, list what a game needs besides its declaration, and what of it is missing. Perft counts, rows about
    its environments, first moves and puzzles are made and written into the project.
    """
    wanted = locales.language(language)
    if game_id is not None:
        _check(game_id, wanted)
        return
    for declared in games():
        click.echo(f"{declared.id:<12} {declared.names[wanted]}: {declared.about[wanted]}")
        for option in declared.options:
            click.echo(f"{'':<12} {option.name}: {option.about[wanted]}")
            for value in option.choices or (option.default, *option.drawn):
                click.echo(f"{'':<14} {value:<10} {option.label(value)[wanted]}")


def _check(game_id: str, language: Language) -> None:
    require("env", "numpy")
    from ..authoring.evidence import findings  # optional extra

    missing = 0
    for finding in findings(game(game_id)):
        missing += finding.state in ("missing", "wrong")
        state = say(language, f"check.{finding.state}")
        click.echo(f"{state:<12} {finding.what.say(language)}" + (f": {finding.where}" if finding.where else ""))
    if missing:
        raise DreierleiError("check.incomplete", game=game_id, count=missing)


@click.command("new-game")
@click.argument("game_id", metavar="ID")
@click.option("--family", metavar="NAME", help="A new family of rules, whose header is written as well.")
@click.option(
    "--package",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a package of its own, with rules in Python, into this folder.",
)
@language_option
def new_game(game_id: str, family: str | None, package: Path | None, language: str | None) -> None:
    """Write the files of a new game.

    The game works at once, and is then changed into the one that you have in mind; docs/add-a-game.md shows how. In a
    clone of the project it is a game of placing stones, or has a new family of rules. Elsewhere it is a package of its
    own with rules in Python.
    """
    wanted = locales.language(language)
    for file in skeleton.new_game(game_id, family=family, package=package):
        click.echo(say(wanted, "cli.wrote", file=file))
    if package or skeleton.checkout() is None:
        # Without ./ pip takes the name of a folder for that of a package on the index.
        folder = os.path.join(os.curdir, package or game_id)
        click.echo(say(wanted, "cli.next-package", game=game_id, folder=folder))
    else:
        click.echo(say(wanted, "cli.next-family" if family else "cli.next-placement", game=game_id))


@click.command()
@game_argument
@language_option
@plain_option
def rules(game_id: str, language: str | None, plain: bool) -> None:
    """Show the rules of a game, with diagrams."""
    text = rulebook.as_text(game(game_id).id, locales.language(language), colour=in_colour(plain), unicode=not plain)
    if sys.stdout.isatty():
        click.echo_via_pager(text)
    else:
        click.echo(text, nl=False)


@click.command()
@where_argument
@click.option("--moves", is_flag=True, help="List the legal moves as well.")
@click.option("--svg", type=click.Path(dir_okay=False, writable=True), help="Write the picture to this file instead.")
@language_option
@plain_option
def show(where: tuple[str, ...], moves: bool, svg: str | None, language: str | None, plain: bool) -> None:
    """Draw a position. Without a terminal, or with --plain, it is drawn without colour."""
    position = find(where)
    if svg is not None:
        with writing(Path(svg)):
            Path(svg).write_text(draw_svg(position), "utf-8")
        return
    wanted = locales.language(language)
    click.echo(terminal.draw(position, colour=in_colour(plain), unicode=not plain, language=wanted), nl=False)
    click.echo(str(position))
    if legend := terminal.legend(position.variant, wanted):
        click.echo(legend, err=True)
    if moves:
        click.echo(" ".join(str(move) for move in position.moves()))
