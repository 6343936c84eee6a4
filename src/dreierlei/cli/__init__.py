"""The command line: thin commands over the library. Their docstrings are the help."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from .. import messages
from ..errors import DreierleiError
from ..version import VERSION
from .admin import admin
from .analysis import analyse, bench, engine, openings, perft
from .data import book, data
from .errors import as_error, reader_language
from .games import list_games, new_game, rules, show
from .matches import animate, check, learn, play, puzzles, review
from .server import serve, site
from .shared import Commands, Resumable
from .sheets import print_sheets
from .solve import solve
from .tournament import calibrate, profile, tournament

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, message="%(prog)s %(version)s")
def commands() -> None:
    """Board games for two: play, learn, referee, study, print.

    GAME is a game's id, as `dreierlei games` lists them, optionally with options: qango6, qango6:opening=burg.
    POSITION is a line as `show` prints it; a game's id means its start.
    """


for command in (
    *(admin, analyse, animate, bench, book, calibrate, check, data, engine, learn, list_games, new_game, openings),
    *(perft, play, print_sheets, profile, puzzles, review, rules, serve, show, site, solve, tournament),
):
    commands.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line. Every error is one sentence on stderr, in the reader's language, and exit code 2."""
    language = reader_language(sys.argv[1:] if arguments is None else arguments)
    try:
        code = commands.main(arguments, prog_name="dreierlei", standalone_mode=False)
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except (click.Abort, KeyboardInterrupt) as stop:
        key = "cli.resumable" if isinstance(stop, Resumable) else "cli.interrupted"
        click.echo(messages.say(language, key), err=True)
        code = 130
    except BrokenPipeError:
        # The reader has closed the pipe; Python must not report that while it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except (DreierleiError, click.ClickException, OSError) as error:
        click.echo(as_error(error).say(language), err=True)
        code = 2
    sys.exit(code if isinstance(code, int) else 0)
