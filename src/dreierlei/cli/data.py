"""Commands that make the package's data: book, data."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from .. import exam, horizon, locales, openings, puzzle_making
from ..book import dump, file_name, make
from ..declarations import game, variant
from ..files import check_writable, writing
from ..messages import say
from ..solvers import solver
from ..version import VERSION
from ..work import workers
from .shared import (
    cluster_option,
    complete_game,
    counter,
    game_argument,
    language_option,
    processes_option,
    resumable,
)


@click.command()
@game_argument
@click.option("--positions", type=click.IntRange(min=1), default=1000, show_default=True, help="How many to search.")
@click.option("--nodes", type=click.IntRange(min=1), default=2_000_000, show_default=True, help="Of each search.")
@processes_option
@cluster_option
@click.option(
    "--file",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Where the book is written; finished parts are kept beside it.  [default: book_GAME.json here]",
)
@language_option
def book(
    game_id: str,
    positions: int,
    nodes: int,
    processes: int | None,
    cluster: str | None,
    file: Path | None,
    language: str | None,
) -> None:
    """Search the openings of a game.

    The most important positions of the opening are searched, each as long as --nodes says. The work can be interrupted;
    the same command resumes it.
    """
    wanted = locales.language(language)
    chosen = variant(game_id)
    target = file or Path(file_name(chosen))
    part = target.with_suffix(".part")
    check_writable(target)
    with resumable(), workers(cluster, processes) as executor:
        result = make(chosen, positions, nodes, executor, part, counter("cli.positions-done", wanted))
    command = f"dreierlei book {chosen.id} --positions {positions} --nodes {nodes}"
    about = {"game": chosen.id, "command": command, "version": VERSION}
    with writing(target):
        target.write_text(dump(replace(result, about=about)), "utf-8")
    part.unlink()
    click.echo(say(wanted, "cli.book", file=target, count=len(result.searched)))


@click.command()
@click.argument("name", metavar="GAME|puzzles|exam|openings|horizon", shell_complete=complete_game)
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=16,
    show_default=True,
    help="Puzzles of each game, exam positions of each phase, games after each first move, or plies of a proof.",
)
@processes_option
@cluster_option
@click.option(
    "--folder",
    type=click.Path(file_okay=False, exists=True, writable=True, path_type=Path),
    default=".",
    help="Where the files are written; finished parts are kept there.  [default: here]",
)
@language_option
def data(name: str, count: int, processes: int | None, cluster: str | None, folder: Path, language: str | None) -> None:
    """Compute what the package stores.

    For a game these are the values of its first moves, the census of its boards, or the results of its database, which
    must be complete; puzzles and the positions of the exam are those of all games. For openings, the engine plays
    itself after each first move that is not solved; for the horizon, a search proves that nobody can force a win
    there within some plies, or finds the win. The work can be interrupted; the same command resumes it.
    """
    wanted = locales.language(language)
    with resumable(), workers(cluster, processes) as executor:
        writers = {
            "puzzles": puzzle_making.write,
            "exam": exam.write,
            "openings": openings.write,
            "horizon": horizon.write,
        }
        if name in writers:
            files: tuple[Path, ...] = (writers[name](folder, executor, count, counter("cli.parts-done", wanted)),)
        else:
            files = solver(variant(game(name).id)).store(folder, executor, counter("cli.parts-done", wanted))
    for file in files:
        click.echo(say(wanted, "cli.wrote", file=file))
