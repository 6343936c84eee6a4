"""Writes the manual page from the commands and their help: `make man`. The packages install it; a test compares it."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dreierlei.cli import commands
from dreierlei.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).with_name("dreierlei.1")

END = """\
.SH ENVIRONMENT
.TP
.B DREIERLEI_PROCESSOR
Set to x86\\-64\\-v2, it makes the program use the core that runs on every processor.
.TP
.B NO_COLOR
If it is set, nothing is written in colour.
.PP
The variables of the server are listed by \\fBdreierlei serve \\-\\-help\\fR.
.SH EXIT STATUS
0 on success, 2 on wrong use and every other error, 130 when interrupted.
.SH SEE ALSO
.UR https://dreierlei.github.io/dreierlei/
The documentation
.UE
"""


def page() -> str:
    """The whole page, in the markup of man."""
    context = click.Context(commands, info_name="dreierlei", help_option_names=["-h", "--help"])
    title, *about = paragraphs(commands)
    lines = [
        f'.TH DREIERLEI 1 "" "dreierlei {VERSION}" "User Commands"',
        ".SH NAME",
        f"dreierlei \\- {escape(title.rstrip('.'))}",
        ".SH SYNOPSIS",
        ".B dreierlei",
        "[OPTIONS] COMMAND [ARGS]...",
        ".SH DESCRIPTION",
        *"\n.PP\n".join(map(escape, about)).splitlines(),
        ".SH OPTIONS",
        *options(commands, context),
        ".SH COMMANDS",
        *described(commands, context),
    ]
    return "\n".join(lines) + "\n" + END


def described(group: click.Group, context: click.Context) -> Iterator[str]:
    """The commands of a group, each subgroup followed by its own commands."""
    for name in group.list_commands(context):
        command = group.commands[name]
        inner = click.Context(command, info_name=name, parent=context)
        usage = " ".join(command.collect_usage_pieces(inner))
        yield f'.SS "{escape(f"{inner.command_path} {usage}")}"'
        yield from "\n.PP\n".join(map(escape, paragraphs(command))).splitlines()
        yield from options(command, inner)
        if isinstance(command, click.Group):
            yield from described(command, inner)


def options(command: click.Command, context: click.Context) -> Iterator[str]:
    """The options of a command, each with its help. `--help`, which all have, is listed once."""
    for option in command.get_params(context):
        known = context.parent and "--help" in option.opts
        record = option.get_help_record(context) if isinstance(option, click.Option) and not known else None
        if record:
            yield ".TP"
            yield f"\\fB{escape(record[0])}\\fR"
            yield escape(record[1])


def paragraphs(command: click.Command) -> list[str]:
    """The help of a command. After \\b, which preserves line breaks, each line becomes its own paragraph."""
    text = inspect.cleandoc(command.help or "")
    parts: list[str] = []
    for part in re.split(r"\n\s*\n", text):
        if part.startswith("\b"):
            parts += part.splitlines()[1:]
        else:
            parts.append(" ".join(part.split()))
    return parts


def escape(text: str) -> str:
    """Escapes text so that man shows it verbatim."""
    escaped = re.sub(r"([\\-])", r"\\\1", text).replace('"', "\\(dq")
    return re.sub(r"^(?=[.'])", r"\\&", escaped)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
