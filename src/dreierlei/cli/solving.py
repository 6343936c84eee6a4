"""The command that says what is known: solve."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from ..errors import DreierleiError
from .shared import find

if TYPE_CHECKING:
    from types import ModuleType

    from ..model import Variant
    from ..position import Position
    from ..solution import Solution


@click.command()
@click.argument("where", metavar="POSITION", nargs=-1)
@click.option("--seconds", "-s", type=click.FloatRange(min=0, min_open=True), help="Limit of time.")
@click.option("--nodes", "-n", type=click.IntRange(min=1), help="Limit of positions to look at.")
@click.option("--moves", is_flag=True, help="The value of each move as well.")
@click.option("--points", is_flag=True, help="What the round is worth in points, with and without giving up.")
@click.option("--match", "goal", type=click.IntRange(1, 1000), metavar="POINTS", help="Who wins a match to so many.")
@click.option("--score", default="0:0", show_default=True, metavar="W:B", help="How a match stands before this round.")
@click.option("--build", is_flag=True, help="Build the game's database, where it has one and parts are missing.")
@click.option("--part", multiple=True, metavar="NAME", help="Build just this, such as 5-4, and what it needs.")
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
) -> None:
    """Say what a position is worth, exactly.

    Or that it is not known. A game may have a database, as Mühle has one of all its positions: the smallest parts are
    made when they are needed; --build makes the rest, goes on where it was interrupted, and says how long it takes.
    The database is in the user's data folder, or in the folder that DREIERLEI_DATABASES names.
    """
    from ..solve import solve as find_value
    from ..solve import solver, values

    if not where:
        if not verify:
            raise DreierleiError("solve needs a POSITION: expected a line as `show` prints it, or a game.")
        _verify_all(sample)
        return
    here = find(where)
    module = solver(here)
    if build:
        _build(module, here, part, threads, processes, cluster)
    if verify:
        _verify(module, here.variant, sample)
    if points:
        _points(module, here)
    if goal:
        _match(module, here, goal, score)
    if build or verify or points or goal:
        return
    _say(find_value(here, seconds=seconds, nodes=nodes))
    if moves:
        for move, found in values(here, seconds=seconds).items():
            click.echo(f"{move}: {_value(found)}")


def _say(found: Solution) -> None:
    click.echo(_value(found) + (f" ({found.evidence})" if found.evidence else ""))
    if found.line:
        click.echo(" ".join(str(move) for move in found.line))
    click.echo(f"{found.nodes:,} nodes, {found.seconds:.2f} s", err=True)


def _value(found: Solution) -> str:
    if not found.known:
        return "not known"
    if found.winner is None:
        return "draw"
    if found.plies is None:
        return f"{found.winner} wins"
    return f"{found.winner} wins in {found.plies} {'ply' if found.plies == 1 else 'plies'}"


# --- rounds for points ------------------------------------------------------------------------------------------------


def _points(module: ModuleType | None, here: Position) -> None:
    if module is None or not hasattr(module, "round_points"):
        raise DreierleiError(f"{here.variant.game.id} is not played for points.")
    for give_up, words in ((False, "without giving up"), (True, "with giving up")):
        difference = module.round_points(here, give_up=give_up)
        winner = here.turn if difference > 0 else here.turn.other
        click.echo(f"{words}: {winner} scores {abs(difference)}")


def _match(module: ModuleType | None, here: Position, goal: int, score: str) -> None:
    if module is None or not hasattr(module, "match_value"):
        raise DreierleiError(f"{here.variant.game.id} is not played for points.")
    white, colon, black = score.partition(":")
    if not (colon and white.isdecimal() and black.isdecimal()):
        raise DreierleiError(f'"{score}" is no score: expected such as 4:7, White first.')
    for give_up, words in ((False, "without giving up"), (True, "with giving up")):
        found = module.match_value(here, (int(white), int(black)), to=goal, give_up=give_up)
        how = [str(move) for move in found.moves] + ["giving up"] * found.give_up
        with_what = f", with {', '.join(how)}" if how else ""
        click.echo(f"{words}: {found.winner} wins the match for certain{with_what}")


# --- stored values ----------------------------------------------------------------------------------------------------


def _verify_all(sample: int) -> None:
    from ..games import games, variant
    from ..position import Position
    from ..solve import solver

    for game in games():
        chosen = variant(game.id)
        module = solver(Position(chosen))
        if module is not None and hasattr(module, "check") and module.stores(chosen):
            click.echo(f"{game.id}: ", nl=False)
            _verify(module, chosen, sample)


def _verify(module: Any, variant: Variant, sample: int) -> None:
    if not hasattr(module, "check") or not module.stores(variant):
        raise DreierleiError(f"{variant.id} has no stored values: expected a position without --verify.")
    looked_at = module.check(variant, sample=sample or None, progress=_show)
    _show("")
    click.echo(f"{looked_at:,} stored values are right.")


def _build(
    module: Any,
    here: Position,
    parts: tuple[str, ...],
    threads: int | None,
    processes: int | None,
    cluster: str | None,
) -> None:
    from ..folders import database
    from ..work import workers

    if not hasattr(module, "build"):
        raise DreierleiError(f"{here.variant.game.id} has no database: expected a position without --build.")
    wanted = [_part(name) for name in parts] or None
    folder = database(here.variant)
    click.echo(f"Building in {folder}", err=True)
    with ExitStack() as stack:
        spread: dict[str, Any] = {"threads": threads or 0}
        if processes or cluster:
            spread = {"threads": threads or 1, "executor": stack.enter_context(workers(cluster, processes))}
        if processes and not cluster:
            spread["at_once"] = processes
        try:
            module.build(folder, variant=here.variant, subspaces=wanted, placing=True, progress=_show, **spread)
        except KeyboardInterrupt:
            click.echo("\nInterrupted; the same command goes on from here.", err=True)
            raise click.exceptions.Exit(130) from None
    _show("")
    click.echo("The database is complete." if wanted is None else f"{', '.join(parts)} and what it needs is there.")


def _part(name: str) -> tuple[int, ...]:
    numbers = name.split("-")
    if not all(number.isdecimal() for number in numbers):
        raise DreierleiError(f'"{name}" is no part of a database: expected such as 5-4 or 17-9-8.')
    return tuple(map(int, numbers))


def _show(progress: object) -> None:
    """Long work says how far it is, on one line that the next overwrites."""
    if sys.stderr.isatty():
        click.echo(f"\r{progress}\033[K", nl=False, err=True)
