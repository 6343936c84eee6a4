"""What the commands share: options, positions, colours, and the progress of long work."""

from __future__ import annotations

import math
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from .. import locales
from ..declarations import games
from ..declarations import variant as find_variant
from ..errors import DreierleiError
from ..files import decode
from ..messages import LANGUAGES, say
from ..positions import Position, position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..messages import Language


class Commands(click.Group):
    """A group that lists its commands when none or an unknown one is given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the arguments; without any, shows the help and exits."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help())
            ctx.exit()
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; raises `DreierleiError`."""
        if self.get_command(ctx, args[0]) is None:
            raise DreierleiError("cli.no-command", command=args[0], expected=tuple(self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


class Positive(click.FloatRange):
    """A number above 0, but not `inf` or `nan`, which Python also reads as numbers."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; fails if it is out of range."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(str(value), param, ctx)
        return number


def complete_game(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The games whose ids begin with this text, for shell completion."""
    language = locales.language(None)
    return [CompletionItem(game.id, help=game.names[language]) for game in games() if game.id.startswith(typed)]


def complete_language(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The languages that begin with this text, for shell completion."""
    return [CompletionItem(language) for language in LANGUAGES if language.startswith(typed)]


def complete_choice(*choices: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """The words that begin with this text, for shell completion."""
    return lambda _context, _parameter, typed: [CompletionItem(word) for word in choices if word.startswith(typed)]


game_argument = click.argument("game_id", metavar="GAME", shell_complete=complete_game)
language_option = click.option(
    *("--language", "-l"),
    metavar="|".join(LANGUAGES),
    shell_complete=complete_language,
    help="The language; by default that of the environment.",
)
plain_option = click.option("--plain", is_flag=True, help="No colours, and only ASCII characters in the drawing.")
option_option = click.option(
    *("--option", "-o", "options"),
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game; may be repeated.",
)
where_argument = click.argument("where", metavar="POSITION", nargs=-1, required=True, shell_complete=complete_game)
processes_option = click.option(
    "--processes", type=click.IntRange(min=1), help="Processes of this machine; by default one for each processor."
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="A Dask scheduler to use instead of this machine's processors."
)


def excludes(other: str, **given: object) -> None:
    """Raises `DreierleiError` if one of the options is given together with another that leaves it without effect."""
    for option, value in given.items():
        if value is not None and value is not False:
            raise DreierleiError("cli.excludes", option=f"--{option}", other=other)


def find(where: tuple[str, ...]) -> Position:
    """The position that words on the command line name: a line, a game for its start, or - for standard input.

    Raises `UnknownGame`, `InvalidOption` or `InvalidPosition`.
    """
    text = " ".join(where)
    if text == "-":
        text = read_stdin()
    return position(text) if len(text.split()) > 1 else Position(find_variant(text))


def read_stdin() -> str:
    """The text of standard input; raises `DreierleiError` unless it is in UTF-8."""
    return decode(sys.stdin.buffer.read(), "-")


def in_colour(plain: bool) -> bool:
    """Whether to write in colour: only to a terminal, and not if `NO_COLOR` is set."""
    return not plain and sys.stdout is not None and sys.stdout.isatty() and "NO_COLOR" not in os.environ


def show(progress: object) -> None:
    """Writes the progress of the work on a line that the next call overwrites; an empty text clears it."""
    if sys.stderr.isatty():
        click.echo(f"\r{progress}\033[K", nl=False, err=True)


def counter(key: str, language: Language) -> Callable[[int, int], None]:
    """A function that shows progress; `key` is that of a message with the values `done` and `total`."""
    return lambda done, total: show(say(language, key, done=done, total=total))


def figure(number: float, language: Language, digits: int = 0) -> str:
    """A number as written in that language."""
    text = f"{number:,.{digits}f}"
    return text if language == "en" else text.translate(str.maketrans(",.", ".,"))


class Resumable(click.Abort):
    """Interrupted work, which the same command resumes."""


@contextmanager
def resumable() -> Iterator[None]:
    """A block of work that Ctrl-C ends with `Resumable`."""
    try:
        yield
    except KeyboardInterrupt:
        raise Resumable from None
    finally:
        show("")
