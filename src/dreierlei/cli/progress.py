"""Long work at a terminal: how far it is, how it is shared out, and how it is interrupted."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

processes_option = click.option(
    "--processes", type=click.IntRange(min=1), help="Processes of this machine; by default one for each processor."
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="A Dask scheduler to use instead of this machine's processors."
)


def show(progress: object) -> None:
    """Writes how far the work is, on a line that the next call overwrites; an empty text clears it."""
    if sys.stderr.isatty():
        click.echo(f"\r{progress}\033[K", nl=False, err=True)


def counter(things: str) -> Callable[[int, int], None]:
    """Shows how many of these things are done."""
    return lambda done, total: show(f"{done} of {total} {things}")


@contextmanager
def resumable() -> Iterator[None]:
    """Ctrl-C ends the work in this block, and says that it can be resumed."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nInterrupted; the same command resumes from here.", err=True)
        raise click.exceptions.Exit(130) from None
    show("")
