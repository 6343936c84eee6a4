"""What the commands share: options, positions, colours, and the progress of long work."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from .. import locales
from ..declarations import games
from ..declarations import variant as find_variant
from ..files import decode
from ..messages import LANGUAGES, say
from ..positions import Position, position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..messages import Language


def complete_game(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The games whose ids begin like this, for the shell."""
    language = locales.language(None)
    return [CompletionItem(game.id, help=game.names[language]) for game in games() if game.id.startswith(typed)]


def complete_language(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The languages that begin like this, for the shell."""
    return [CompletionItem(language) for language in LANGUAGES if language.startswith(typed)]


game_argument = click.argument("game_id", metavar="GAME", shell_complete=complete_game)
language_option = click.option(
    *("--language", "-l"),
    metavar="|".join(LANGUAGES),
    shell_complete=complete_language,
    help="The language; by default that of the environment.",
)
plain_option = click.option("--plain", is_flag=True, help="No colours, and only ASCII characters in the drawing.")
option_option = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated."
)
where_argument = click.argument("where", metavar="POSITION", nargs=-1, required=True, shell_complete=complete_game)
processes_option = click.option(
    "--processes", type=click.IntRange(min=1), help="Processes of this machine; by default one for each processor."
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="A Dask scheduler to use instead of this machine's processors."
)


def find(where: tuple[str, ...]) -> Position:
    """The position that words on the command line name: a line, a game for its start, or - for standard input."""
    text = " ".join(where)
    if text == "-":
        text = read_stdin()
    return position(text) if len(text.split()) > 1 else Position(find_variant(text))


def read_stdin() -> str:
    """The text of standard input; raises `DreierleiError` unless it is in UTF-8."""
    return decode(sys.stdin.buffer.read(), "-")


def in_colour(plain: bool) -> bool:
    """Whether to write in colour: only to a terminal, and not if `NO_COLOR` is set."""
    return not plain and sys.stdout.isatty() and "NO_COLOR" not in os.environ


def show(progress: object) -> None:
    """Writes how far the work is, on a line that the next call overwrites; an empty text clears it."""
    if sys.stderr.isatty():
        click.echo(f"\r{progress}\033[K", nl=False, err=True)


def counter(key: str, language: Language) -> Callable[[int, int], None]:
    """Shows how far some work is; `key` is that of a message with the values `done` and `total`."""
    return lambda done, total: show(say(language, key, done=done, total=total))


def figure(number: float, language: Language, digits: int = 0) -> str:
    """A number as people of that language write it."""
    text = f"{number:,.{digits}f}"
    return text if language == "en" else text.translate(str.maketrans(",.", ".,"))


class Resumable(click.Abort):
    """Work was interrupted that the same command resumes."""


@contextmanager
def resumable() -> Iterator[None]:
    """Ctrl-C ends the work in this block; raises `Resumable` then."""
    try:
        yield
    except KeyboardInterrupt:
        raise Resumable from None
    finally:
        show("")
