"""What the commands share: options, positions, colours."""

from __future__ import annotations

import os
import sys

import click

from ..files import decode
from ..games import read_variant
from ..messages import LANGUAGES
from ..position import Position, position

language_option = click.option(
    "--language", "-l", metavar="|".join(LANGUAGES), help="The language; by default that of the environment."
)
plain_option = click.option("--plain", is_flag=True, help="No colours, and only ASCII characters in the drawing.")
option_option = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated."
)
where_argument = click.argument("where", metavar="POSITION", nargs=-1, required=True)


def find(where: tuple[str, ...]) -> Position:
    """The position that words on the command line name: a line, a game for its start, or - for standard input."""
    text = " ".join(where)
    if text == "-":
        text = read_stdin()
    return position(text) if len(text.split()) > 1 else Position(read_variant(text))


def read_stdin() -> str:
    """The text of standard input; raises `DreierleiError` unless it is in UTF-8."""
    return decode(sys.stdin.buffer.read(), "-")


def in_colour(plain: bool) -> bool:
    """Whether to write in colour: only to a terminal, and only if nobody objects."""
    return not plain and sys.stdout.isatty() and "NO_COLOR" not in os.environ
