"""The command of exact values: solve."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from .. import locales, results, solvers
from ..declarations import games, variant
from ..errors import DreierleiError
from ..folders import database
from ..solvers import solver, values
from ..work import workers
from .shared import complete_game, counter, find, language_option, resumable, show

if TYPE_CHECKING:
    from ..positions import Position
    from ..solvers import Solver


@click.command()
@click.argument("where", metavar="POSITION", nargs=-1, shell_complete=complete_game)
@click.option("--seconds", "-s", type=click.FloatRange(min=0, min_open=True), help="Limit of time.")
@click.option("--nodes", "-n", type=click.IntRange(min=1), help="Limit of positions to search.")
@click.option("--moves", is_flag=True, help="Give the value of each move as well.")
@click.option("--points", is_flag=True, help="The value of the round in points, with and without giving up.")
@click.option(
    "--match", "goal", type=click.IntRange(1, 1000), metavar="POINTS", help="Who wins a match to so many points."
)
@click.option(
    "--score", default="0:0", show_default=True, metavar="W:B", help="The score of the match before this round."
)
@click.option("--build", is_flag=True, help="Build the game's database, where it has one and parts are missing.")
@click.option("--part", multiple=True, metavar="NAME", help="Build only this part, such as 5-4, and what it needs.")
@click.option("--verify", is_flag=True, help="Check the game's stored values, or with no POSITION those of all games.")
@click.option(
    "--sample",
    type=click.IntRange(min=0),
    default=100_000,
    show_default=True,
    help="Values to check in each part; 0 for all.",
)
@click.option("--threads", type=click.IntRange(1, 256), help="For building a part; by default one for each processor.")
@click.option("--processes", type=click.IntRange(min=1), help="Build so many parts at once, on this machine.")
@click.option("--cluster", metavar="ADDRESS", help="Build on a Dask cluster whose workers see the same folder.")
@language_option
def solve(
    where: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    moves: bool,
    points: bool,
    goal: int | None,
    score: str,
    build: bool,
    part: tuple[str, ...],
    verify: bool,
    sample: int,
    threads: int | None,
    processes: int | None,
    cluster: str | None,
    language: str | None,
) -> None:
    """Give the exact value of a position.

    If it is not known, solve says so. A game may have a database, as Mühle has one of all its positions: the smallest
    parts are made when they are needed; --build makes the rest, resumes where it was interrupted, and shows how long it
    takes. The database is in the user's data folder, or in the folder that DREIERLEI_DATABASES names.
    """
    wanted = locales.language(language)
    if not where:
        if not verify:
            raise DreierleiError("solve.position")
        _verify_all(sample)
        return
    position = find(where)
    own = solver(position)
    if build:
        _build(own, part, threads, processes, cluster)
    if verify:
        _verify(own, sample)
    if points:
        _points(own, position)
    if goal:
        _match(own, position, goal, score)
    if build or verify or points or goal:
        return
    solution = solvers.solve(position, seconds=seconds, nodes=nodes)
    value = results.solution(solution).say(wanted)
    click.echo(value + (f" ({solution.evidence.say(wanted)})" if solution.evidence else ""))
    if solution.line:
        click.echo(" ".join(str(move) for move in solution.line))
    click.echo(f"{solution.nodes:,} nodes, {solution.seconds:.2f} s", err=True)
    if moves:
        for move, after in values(position, seconds=seconds).items():
            click.echo(f"{move}: {results.solution(after).say(wanted)}")


# --- rounds for points ------------------------------------------------------------------------------------------------

_WAYS = ((False, "without giving up"), (True, "with giving up"))


def _points(own: Solver, position: Position) -> None:
    for give_up, way in _WAYS:
        difference = own.round_points(position, give_up=give_up)
        winner = position.turn if difference > 0 else position.turn.other
        click.echo(f"{way}: {winner} scores {abs(difference)}")


def _match(own: Solver, position: Position, goal: int, score: str) -> None:
    white, colon, black = score.partition(":")
    if not (colon and white.isdecimal() and black.isdecimal()):
        raise DreierleiError("solve.score", score=score)
    for give_up, way in _WAYS:
        value = own.match_value(position, (int(white), int(black)), to=goal, give_up=give_up)
        how = [str(move) for move in value.moves] + ["giving up"] * value.give_up
        with_what = f", with {', '.join(how)}" if how else ""
        click.echo(f"{way}: {value.winner} wins the match for certain{with_what}")


# --- stored values ----------------------------------------------------------------------------------------------------


def _verify_all(sample: int) -> None:
    for game in games():
        own = solver(variant(game.id))
        if own.stores:
            click.echo(f"{game.id}: ", nl=False)
            _verify(own, sample)


def _verify(own: Solver, sample: int) -> None:
    compared = own.check(sample=sample or None, progress=counter("parts checked"))
    show("")
    click.echo(f"{compared:,} stored values are right.")


def _build(
    own: Solver, parts: tuple[str, ...], threads: int | None, processes: int | None, cluster: str | None
) -> None:
    with ExitStack() as stack:
        shared: dict[str, Any] = {"threads": threads or 0}
        if processes or cluster:
            shared = {"threads": threads or 1, "executor": stack.enter_context(workers(cluster, processes))}
        if processes and not cluster:
            shared["at_once"] = processes
        with resumable():
            own.build(parts, progress=show, **shared)
    click.echo(f"{', '.join(parts)} and what it needs is there." if parts else "The database is complete.")
    click.echo(f"The files are in {database(own.variant)}.", err=True)
