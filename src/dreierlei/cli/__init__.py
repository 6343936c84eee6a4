"""The command line: thin commands over the library. Their docstrings are the help."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from ..errors import DreierleiError
from ..version import VERSION
from . import analysis, data, making, playing, server, solve, tournament

if TYPE_CHECKING:
    from collections.abc import Sequence


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
@click.version_option(VERSION, message="%(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Tic-Tac-Toe, Qango, Mühle, TRES, Das Bedrängnis and Die Drei: play, referee, study.

    GAME is a game's id, with options if you like: qango6, qango6:opening=burg. POSITION is a line as `show` prints it;
    a game's id stands for its start.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for module in (analysis, data, making, playing, server, solve, tournament):
    for command in vars(module).values():
        if isinstance(command, click.Command):
            commands.add_command(command)
