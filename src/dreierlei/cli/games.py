"""Commands about games and positions: games, rules, show."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .. import locales, rulebook, terminal
from ..declarations import game, games
from ..svg import draw as draw_svg
from .shared import find, game_argument, in_colour, language_option, plain_option, where_argument


@click.command("games")
@language_option
def list_games(language: str | None) -> None:
    """List the games and their options."""
    wanted = locales.language(language)
    for declared in games():
        click.echo(f"{declared.id:<12} {declared.names[wanted]}: {declared.about[wanted]}")
        for option in declared.options:
            click.echo(f"{'':<12} {option.name}: {option.about[wanted]}")
            for value in option.choices or (option.default, *option.drawn):
                click.echo(f"{'':<14} {value:<10} {option.label(value)[wanted]}")


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
        Path(svg).write_text(draw_svg(position), "utf-8")
        return
    wanted = locales.language(language)
    click.echo(terminal.draw(position, colour=in_colour(plain), unicode=not plain, language=wanted), nl=False)
    click.echo(str(position))
    if moves:
        click.echo(" ".join(str(move) for move in position.moves()))
