"""The errors that end a command, each as one sentence in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .. import locales
from ..errors import DreierleiError
from ..messages import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..messages import Language


def reader_language(arguments: Sequence[str]) -> Language:
    """The language of the option `--language`, wherever it is in the arguments, or that of the environment."""
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name in ("--language", "-l"):
            try:
                return locales.language(value if equals else "".join(arguments[index + 1 : index + 2]))
            except DreierleiError:
                break
    return locales.language()


def as_error(error: DreierleiError | click.ClickException | OSError) -> DreierleiError:
    """Any error that ends a command, as a `DreierleiError`."""
    match error:
        case DreierleiError():
            return error
        case OSError(filename=None):
            return DreierleiError("cli.system", reason=error.strerror or str(error))
        case OSError():
            return DreierleiError("file.failed", file=str(error.filename), reason=error.strerror)
        case click.NoSuchOption():
            return DreierleiError("cli.no-option", option=error.option_name)
        case click.MissingParameter(param=click.Parameter() as parameter):
            return DreierleiError("cli.missing", parameter=_name(parameter))
        case click.BadParameter(param=click.Parameter() as parameter):
            return DreierleiError("cli.value", parameter=_name(parameter), expected=_expected(parameter.type))
        case click.BadOptionUsage():
            return DreierleiError("cli.option-usage", option=error.option_name)
        case click.UsageError(ctx=click.Context() as context):
            # The only usage error of click's own that has no class: more arguments than the command takes.
            return DreierleiError("cli.arguments", command=context.command_path)
        case _:
            return DreierleiError("cli.system", reason=error.format_message().rstrip("."))


def _name(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return parameter.human_readable_name.strip("[]")


def _expected(kind: click.types.ParamType[Any]) -> Message:
    match kind:
        case click.Choice():
            return Message("cli.one-of", choices=tuple(map(str, kind.choices)))
        case click.IntRange() | click.FloatRange() if kind.min is not None and kind.max is not None:
            return Message("cli.number-between", least=kind.min, most=kind.max)
        case click.IntRange() | click.FloatRange() if kind.min is not None:
            return Message("cli.number-above" if kind.min_open else "cli.number-from", least=kind.min)
        case click.Path(file_okay=False):
            return Message("cli.folder")
        case click.Path():
            return Message("cli.path")
        case _:
            return Message("cli.number")
