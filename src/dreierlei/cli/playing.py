"""Commands for players and referees: games, rules, show, check, play."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import locales, messages
from ..errors import DreierleiError
from ..extras import MissingExtra, require
from ..games import game, games, read_options, read_variant, variant
from ..table import USUAL_LEVEL
from .shared import find, in_colour, language_option, option_option, plain_option, where_argument

if TYPE_CHECKING:
    from ..messages import Language


@click.command("games")
@language_option
def list_games(language: str | None) -> None:
    """List the games and their options."""
    spoken = locales.language(language)
    for declared in games():
        click.echo(f"{declared.id:<12} {declared.names[spoken]}: {declared.about[spoken]}")
        for option in declared.options:
            click.echo(f"{'':<12} {option.name}: {option.about[spoken]}")
            for value in option.choices or (option.default, *option.drawn):
                click.echo(f"{'':<14} {value:<10} {option.label(value)[spoken]}")


@click.command()
@click.argument("game_id", metavar="GAME")
@language_option
@plain_option
def rules(game_id: str, language: str | None, plain: bool) -> None:
    """Show the rules of a game, with diagrams."""
    from .. import rulebook  # start-up time: Markdown and drawing

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
    here = find(where)
    if svg is not None:
        from ..svg import draw as draw_svg

        Path(svg).write_text(draw_svg(here), "utf-8")
        return
    from ..terminal import draw

    click.echo(draw(here, colour=in_colour(plain), unicode=not plain, language=locales.language(language)), nl=False)
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
@click.argument("game_id", metavar="[GAME]", required=False)
@option_option
@click.option("--against", type=click.Choice(["computer", "friend"]), help="Who plays; the computer by default.")
@click.option("--as", "side", type=click.Choice(["white", "black"]), default="white", show_default=True)
@click.option("--length", type=click.IntRange(1, 1000), help="Games in the match, or points to reach.")
@click.option("--names", nargs=2, metavar="NAME NAME", help="The two players' names, yours first.")
@click.option("--level", type=click.IntRange(1, 10), help=f"How well the computer plays; {USUAL_LEVEL} by default.")
@click.option("--seed", type=int, help="Makes the computer's choices repeatable.")
@click.option("--save", "file", type=click.Path(dir_okay=False, writable=True), help="Where the match is kept.")
@click.option("--resume", is_flag=True, help="Go on with the match that is kept there.")
@click.option("--lines", is_flag=True, help="Play line by line, for screen readers; a pipe does so anyway.")
@click.option("--light", is_flag=True, help="Dark on light, on the full screen.")
@language_option
@plain_option
def play(
    game_id: str | None,
    options: tuple[str, ...],
    language: str | None,
    plain: bool,
    lines: bool,
    light: bool,
    **chosen: Any,
) -> None:
    """Play GAME at this terminal, on the full screen; without GAME you can choose there.

    Against the computer, or each other. The match is written to a file after every move, so that nothing is lost;
    --resume goes on with it.
    """
    from ..table import Table

    spoken = locales.language(language)
    full = not lines and _full_screen(spoken)
    if game_id is None and not full:
        raise DreierleiError(f"Play what: expected one of {', '.join(known.id for known in games())}.")
    table = None
    if game_id is not None:
        named = read_variant(game_id)
        chosen_variant = variant(named.game.id, {**named.options, **read_options(options)})
        table = Table.open(chosen_variant, spoken, **chosen)
    if full:
        from ..tui import run

        table = run(table, spoken, "plain" if plain else "light" if light else "dark")
        if table is not None and table.kept:
            click.echo(messages.say(spoken, "left", file=table.file))
    elif table is not None:
        from ..lines import Lines

        Lines(table, spoken, colour=in_colour(plain), unicode=not plain).run()


def _full_screen(spoken: Language) -> bool:
    """Whether there is a terminal that can be drawn on, and what draws on it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        require("terminal", "textual")
    except MissingExtra:
        click.echo(messages.say(spoken, "tui missing", extra="dreierlei[terminal]"), err=True)
        return False
    return True
