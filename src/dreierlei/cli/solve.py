"""The command for exact values: solve."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from .. import locales, results, solvers
from ..declarations import games, variant
from ..errors import DreierleiError
from ..folders import database
from ..messages import Message, say
from ..solvers import solver
from ..work import workers
from .shared import Positive, complete_game, counter, excludes, figure, find, language_option, resumable, show

if TYPE_CHECKING:
    from ..messages import Language
    from ..positions import Position
    from ..solvers import Solver

SAMPLE = 100_000
"""The default number of values to check in each part."""


@click.command()
@click.argument("where", metavar="POSITION", nargs=-1, shell_complete=complete_game)
@click.option("--seconds", "-s", type=Positive(), help="Time limit.")
@click.option("--nodes", "-n", type=click.IntRange(min=1), help="The most positions to search.")
@click.option("--moves", is_flag=True, help="Give the value of each move as well.")
@click.option("--points", is_flag=True, help="The value of the round in points, with and without giving up.")
@click.option(
    "--match", "goal", type=click.IntRange(1, 1000), metavar="POINTS", help="Who wins a match to that many points."
)
@click.option("--score", metavar="W:B", help="The score of the match before this round.  [default: 0:0]")
@click.option("--build", is_flag=True, help="Build the game's database, where it has one and parts are missing.")
@click.option("--part", multiple=True, metavar="NAME", help="Build only this part, such as 5-4, and what it needs.")
@click.option("--verify", is_flag=True, help="Check the game's stored values, or with no POSITION those of all games.")
@click.option(
    "--sample",
    type=click.IntRange(min=0),
    help="Values to check in each part; 0 for all.  [default: 100000]",
)
@click.option("--threads", type=click.IntRange(1, 256), help="For building a part; by default one for each processor.")
@click.option("--processes", type=click.IntRange(min=1), help="Build that many parts at once, on this machine.")
@click.option("--cluster", metavar="ADDRESS", help="Build on a Dask cluster whose workers see the same folder.")
@language_option
def solve(
    where: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    moves: bool,
    points: bool,
    goal: int | None,
    score: str | None,
    build: bool,
    part: tuple[str, ...],
    verify: bool,
    sample: int | None,
    threads: int | None,
    processes: int | None,
    cluster: str | None,
    language: str | None,
) -> None:
    """Give the exact value of a position.

    If it is not known, solve says so. A game may have a database; Mühle has one of all its positions. Its smallest
    parts are made when they are needed; --build makes the rest, resumes where it was interrupted, and shows how long it
    takes. The database is in the user's data folder, or in the folder that DREIERLEI_DATABASES names.
    """
    wanted = locales.language(language)
    _needs("--match", goal is not None, **{"--score": score})
    _needs("--verify", verify, **{"--sample": sample})
    for mode, chosen in {"--verify": verify, "--build": build, "--points": points, "--match": goal}.items():
        if chosen:
            excludes(mode, moves=moves, seconds=seconds, nodes=nodes)
    _needs("--build", build, **{"--part": part, "--threads": threads, "--processes": processes, "--cluster": cluster})
    sample = SAMPLE if sample is None else sample
    if not where:
        if not verify:
            raise DreierleiError("solve.position")
        excludes("--verify", build=build, points=points, match=goal)  # these need a position
        _verify_all(sample, wanted)
        return
    position = find(where)
    exact = solver(position)
    if build:
        _build(exact, wanted, part, threads, processes, cluster)
    if verify:
        _verify(exact, sample, wanted)
    if points:
        _points(exact, position, wanted)
    if goal:
        _match(exact, position, goal, score or "0:0", wanted)
    if build or verify or points or goal:
        return
    solution = solvers.solve(position, seconds=seconds, nodes=nodes)
    value = results.solution(solution).say(wanted)
    click.echo(value + (f" ({solution.evidence.say(wanted)})" if solution.evidence else ""))
    if solution.line:
        click.echo(" ".join(str(move) for move in solution.line))
    effort = figure(solution.nodes, wanted), figure(solution.seconds, wanted, 2)
    click.echo(say(wanted, "cli.effort", nodes=effort[0], seconds=effort[1]), err=True)
    if moves:
        for move, after in solvers.solve_moves(position, seconds=seconds, nodes=nodes):
            click.echo(f"{move}: {results.solution(after).say(wanted)}")


def _needs(other: str, present: bool, **given: object) -> None:
    """Raises `DreierleiError` if one of the options is given without the option that it depends on."""
    for option, value in given.items():
        if not present and value not in (None, ()):
            raise DreierleiError("cli.needs", option=option, other=other)


# --- rounds for points ------------------------------------------------------------------------------------------------

_WAYS = ((False, "cli.without-giving-up"), (True, "cli.with-giving-up"))


def _points(exact: Solver, position: Position, language: Language) -> None:
    for give_up, way in _WAYS:
        difference = exact.round_points(position, give_up=give_up)
        winner = position.turn if difference > 0 else position.turn.other
        click.echo(say(language, "cli.round", way=Message(way), side=winner, points=abs(difference)))


def _match(exact: Solver, position: Position, goal: int, score: str, language: Language) -> None:
    white, colon, black = score.partition(":")
    if not (colon and white.isdecimal() and black.isdecimal()):
        raise DreierleiError("solve.score", score=score)
    for give_up, way in _WAYS:
        value = exact.match_value(position, (int(white), int(black)), to=goal, give_up=give_up)
        how = (*map(str, value.moves), *((Message("cli.giving-up"),) if value.give_up else ()))
        key = "cli.match-with" if how else "cli.match"
        click.echo(say(language, key, way=Message(way), side=value.winner, moves=how))


# --- stored values ----------------------------------------------------------------------------------------------------


def _verify_all(sample: int, language: Language) -> None:
    for game in games():
        exact = solver(variant(game.id))
        if exact.stores:
            click.echo(f"{game.id}: ", nl=False)
            _verify(exact, sample, language)


def _verify(exact: Solver, sample: int, language: Language) -> None:
    compared = exact.check(sample=sample or None, progress=counter("cli.parts-checked", language))
    show("")
    click.echo(say(language, "cli.verified", count=figure(compared, language)))


def _build(
    exact: Solver,
    language: Language,
    parts: tuple[str, ...],
    threads: int | None,
    processes: int | None,
    cluster: str | None,
) -> None:
    with ExitStack() as stack:
        shared: dict[str, Any] = {"threads": threads or 0}
        if processes or cluster:
            shared = {"threads": threads or 1, "executor": stack.enter_context(workers(cluster, processes))}
        if processes and not cluster:
            shared["at_once"] = processes
        with resumable():
            exact.build(parts, progress=show, **shared)
    click.echo(say(language, "cli.built-parts" if parts else "cli.built", parts=parts))
    click.echo(say(language, "cli.files", folder=database(exact.variant)), err=True)
