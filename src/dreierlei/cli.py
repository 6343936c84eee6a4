"""The command line: thin commands over the library. Their docstrings are the help."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import __version__, words
from .games import game, games, read_options, read_variant, variant
from .model import LANGUAGES, DreierleiError
from .position import Position, position

if TYPE_CHECKING:
    from collections.abc import Sequence


language_option = click.option(
    "--language", "-l", metavar="|".join(LANGUAGES), help="Language; by default that of the environment."
)
plain_option = click.option("--plain", is_flag=True, help="No colours, and nothing but ASCII in the drawing.")
option_option = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated."
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; every error is one sentence on stderr and exit code 2."""
    try:
        code = commands.main(arguments, prog_name="dreierlei", standalone_mode=False)
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        code = 130
    except click.ClickException as wrong:
        code = _fail(wrong.format_message())
    except DreierleiError as wrong:
        code = _fail(str(wrong))
    except BrokenPipeError:
        # The reader has seen enough; Python must not complain about it while it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code if isinstance(code, int) else 0)


def _fail(sentence: str) -> int:
    sentence = " ".join(sentence.split())
    click.echo(sentence if sentence.endswith((".", "!", "?")) else sentence + ".", err=True)
    return 2


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Tic-Tac-Toe, Qango, Mühle, TRES, Das Bedrängnis and Die Drei: play, referee, study.

    GAME is a game's id, with options if you like: qango6, qango6:opening=burg. POSITION is a line as `show` prints it;
    a game's id stands for its start.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@commands.command("games")
@language_option
def list_games(language: str | None) -> None:
    """List the games and their options."""
    spoken = words.language(language)
    for declared in games():
        click.echo(f"{declared.id:<12} {declared.names[spoken]}: {declared.about[spoken]}")
        for option in declared.options:
            choices = " | ".join(option.choices) if option.choices else option.default
            click.echo(f"{'':<14}{option.name} = {choices}: {option.about[spoken]}")


@commands.command()
@click.argument("game_id", metavar="GAME")
@language_option
@plain_option
def rules(game_id: str, language: str | None, plain: bool) -> None:
    """Show the rules of a game, with diagrams."""
    from . import rules as pages

    text = pages.as_text(game(game_id).id, words.language(language), colour=_colour(plain), unicode=not plain)
    if sys.stdout.isatty():
        click.echo_via_pager(text)
    else:
        click.echo(text, nl=False)


@commands.command()
@click.argument("where", metavar="POSITION", nargs=-1, required=True)
@click.option("--moves", is_flag=True, help="List the legal moves as well.")
@click.option("--svg", type=click.Path(dir_okay=False, writable=True), help="Write the picture to this file instead.")
@language_option
@plain_option
def show(where: tuple[str, ...], moves: bool, svg: str | None, language: str | None, plain: bool) -> None:
    """Draw a position. Without a terminal, or with --plain, it is drawn without colour."""
    here = _where(where)
    if svg is not None:
        from .svg import draw as draw_svg

        Path(svg).write_text(draw_svg(here), "utf-8")
        return
    from .terminal import draw

    click.echo(draw(here, colour=_colour(plain), unicode=not plain, language=words.language(language)), nl=False)
    click.echo(str(here))
    if moves:
        click.echo(" ".join(str(move) for move in here.moves()))


@commands.command()
@click.argument("where", metavar="POSITION", nargs=-1, required=True)
@click.option("--depth", "-d", type=click.IntRange(0, 100), required=True, help="Plies to look ahead.")
@click.option("--divide", is_flag=True, help="Show the count of each move.")
def perft(where: tuple[str, ...], depth: int, divide: bool) -> None:
    """Count the lines of exactly DEPTH plies; a finished game has no children."""
    from time import perf_counter

    here = _where(where)
    begun = perf_counter()
    total = 0
    if depth == 0 or not here.moves():
        total = here.perft(depth)
    else:
        moves = here.moves()
        with click.progressbar(moves, file=sys.stderr, label=f"perft {depth}", hidden=not sys.stderr.isatty()) as bar:
            for move in bar:
                count = here.play(move).perft(depth - 1)
                total += count
                if divide:
                    click.echo(f"{move}: {count}")
    seconds = perf_counter() - begun
    click.echo(total)
    click.echo(f"{seconds:.2f} s, {total / max(seconds, 1e-9) / 1e6:.1f} million per second", err=True)


@commands.command()
@click.argument("file", type=click.File("rb"))
def check(file: Any) -> None:
    """Referee the games in FILE (- for standard input): a record, or SGF.

    Every move is replayed. The exit code is 2 if any game is wrong.
    """
    from . import record, sgf

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


@commands.command()
@click.argument("game_id", metavar="GAME")
@option_option
@click.option("--against", type=click.Choice(["computer", "friend"]), default="computer", show_default=True)
@click.option("--as", "side", type=click.Choice(["white", "black"]), default="white", show_default=True)
@click.option("--length", type=click.IntRange(1, 1000), help="Games in the match, or points to reach.")
@click.option("--names", nargs=2, metavar="NAME NAME", help="The two players' names, yours first.")
@click.option("--seed", type=int, help="Makes the computer's choices repeatable.")
@click.option("--save", "file", type=click.Path(dir_okay=False, writable=True), help="Where the match is kept.")
@click.option("--resume", is_flag=True, help="Go on with the match that is kept there.")
@language_option
@plain_option
def play(game_id: str, options: tuple[str, ...], language: str | None, plain: bool, **chosen: Any) -> None:
    """Play GAME at this terminal, against the computer or each other.

    The match is written to a file after every move, so that nothing is lost; --resume goes on with it.
    """
    from .lines import Table

    named = read_variant(game_id)
    chosen_variant = variant(named.game.id, {**named.options, **read_options(options)})
    Table.open(
        chosen_variant, spoken=words.language(language), colour=_colour(plain), unicode=not plain, **chosen
    ).run()


def _where(words_given: tuple[str, ...]) -> Position:
    text = " ".join(words_given)
    if text == "-":
        text = sys.stdin.read()
    return position(text) if len(text.split()) > 1 else Position(read_variant(text))


def _colour(plain: bool) -> bool:
    return not plain and sys.stdout.isatty() and "NO_COLOR" not in os.environ
