"""Commands for players and referees: games, rules, show, check, play."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from .. import words
from ..games import game, games, read_options, read_variant, variant
from ..model import DreierleiError
from .shared import find, in_colour, language_option, option_option, plain_option, where_argument


@click.command("games")
@language_option
def list_games(language: str | None) -> None:
    """List the games and their options."""
    spoken = words.language(language)
    for declared in games():
        click.echo(f"{declared.id:<12} {declared.names[spoken]}: {declared.about[spoken]}")
        for option in declared.options:
            choices = " | ".join(option.choices) if option.choices else option.default
            click.echo(f"{'':<14}{option.name} = {choices}: {option.about[spoken]}")


@click.command()
@click.argument("game_id", metavar="GAME")
@language_option
@plain_option
def rules(game_id: str, language: str | None, plain: bool) -> None:
    """Show the rules of a game, with diagrams."""
    from .. import rules as pages

    text = pages.as_text(game(game_id).id, words.language(language), colour=in_colour(plain), unicode=not plain)
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
    here = find(where)
    if svg is not None:
        from ..svg import draw as draw_svg

        Path(svg).write_text(draw_svg(here), "utf-8")
        return
    from ..terminal import draw

    click.echo(draw(here, colour=in_colour(plain), unicode=not plain, language=words.language(language)), nl=False)
    click.echo(str(here))
    if moves:
        click.echo(" ".join(str(move) for move in here.moves()))


@click.command()
@click.argument("file", type=click.File("rb"))
def check(file: Any) -> None:
    """Referee the games in FILE.

    Records or SGF, - for standard input. Every move is replayed. The exit code is 2 if any game is wrong.
    """
    from .. import record, sgf

    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise DreierleiError(f"{file.name} is not a text in UTF-8 (byte {wrong.start} cannot be read).") from None
    if text.lstrip().startswith("("):
        verdicts = [_verdict(r.result, r.reason, len(r.line), r.points) for r in sgf.read(text)]
        errors: list[str] = []
    else:
        found = record.check(text)
        verdicts = [_verdict(str(v.result), str(v.reason), v.plies, v.points) if v.error is None else "" for v in found]
        errors = [str(verdict.error) for verdict in found if verdict.error is not None]
    if not verdicts:
        raise DreierleiError(f'{file.name} has no game in it: expected a record that begins with [Game "…"], or SGF.')
    for number, verdict in enumerate(verdicts, 1):
        if verdict:
            click.echo(f"{number}. {verdict}")
    for error in errors:
        click.echo(error, err=True)
    if errors:
        raise click.exceptions.Exit(2)


def _verdict(result: str, reason: str, plies: int, points: int | None) -> str:
    scored = f", {points} points" if points is not None else ""
    return f"{result} ({reason}{scored}) after {plies} plies"


@click.command()
@click.argument("game_id", metavar="GAME")
@option_option
@click.option("--against", type=click.Choice(["computer", "friend"]), default="computer", show_default=True)
@click.option("--as", "side", type=click.Choice(["white", "black"]), default="white", show_default=True)
@click.option("--length", type=click.IntRange(1, 1000), help="Games in the match, or points to reach.")
@click.option("--names", nargs=2, metavar="NAME NAME", help="The two players' names, yours first.")
@click.option("--level", type=click.IntRange(1, 10), default=3, show_default=True, help="How well the computer plays.")
@click.option("--seed", type=int, help="Makes the computer's choices repeatable.")
@click.option("--save", "file", type=click.Path(dir_okay=False, writable=True), help="Where the match is kept.")
@click.option("--resume", is_flag=True, help="Go on with the match that is kept there.")
@language_option
@plain_option
def play(game_id: str, options: tuple[str, ...], language: str | None, plain: bool, **chosen: Any) -> None:
    """Play GAME at this terminal.

    Against the computer, or each other. The match is written to a file after every move, so that nothing is lost;
    --resume goes on with it.
    """
    from ..lines import Table

    named = read_variant(game_id)
    chosen_variant = variant(named.game.id, {**named.options, **read_options(options)})
    Table.open(
        chosen_variant, spoken=words.language(language), colour=in_colour(plain), unicode=not plain, **chosen
    ).run()
