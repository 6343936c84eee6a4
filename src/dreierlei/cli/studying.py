"""Commands for the curious: perft, analyse, solve, engine, bench."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from .. import words
from ..model import DreierleiError
from .shared import find, language_option, where_argument

if TYPE_CHECKING:
    from ..engine import Analysis
    from ..position import Position
    from ..solution import Solution


@click.command()
@where_argument
@click.option("--depth", "-d", type=click.IntRange(0, 100), required=True, help="Plies to look ahead.")
@click.option("--divide", is_flag=True, help="Show the count of each move.")
def perft(where: tuple[str, ...], depth: int, divide: bool) -> None:
    """Count lines of play.

    Lines of exactly DEPTH plies, that is; a finished game has no children.
    """
    from time import perf_counter

    here = find(where)
    begun = perf_counter()
    total = 0
    if depth == 0 or not here.moves():
        total = here.perft(depth)
    else:
        moves = here.moves()
        with click.progressbar(moves, file=sys.stderr, label=f"perft {depth}", hidden=not sys.stderr.isatty()) as bar:
            for move in bar:
                count = here.play(move).perft(depth - 1)
                total += count
                if divide:
                    click.echo(f"{move}: {count}")
    seconds = perf_counter() - begun
    click.echo(total)
    click.echo(f"{seconds:.2f} s, {total / max(seconds, 1e-9) / 1e6:.1f} million per second", err=True)


@click.command()
@where_argument
@click.option(
    "--seconds", "-s", type=click.FloatRange(min=0, min_open=True), help="Time to think (1 if no limit is given)."
)
@click.option("--depth", "-d", type=click.IntRange(min=1), help="Plies to look ahead.")
@click.option("--nodes", "-n", type=click.IntRange(min=1), help="Positions to look at.")
@click.option("--lines", type=click.IntRange(1, 99), default=3, show_default=True, help="How many moves to compare.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
def analyse(where: tuple[str, ...], lines: int, threads: int, **limits: Any) -> None:
    """Search a position for its best lines.

    Ctrl-C ends the search with what it has. Where the package has an opening book, what that says comes last.
    """
    from ..book import book_moves
    from ..engine import Score
    from ..engine import analyse as search

    here = find(where)
    last: list[Analysis] = []

    def tell(found: Analysis) -> None:
        last[:] = [found]
        if sys.stderr.isatty():
            click.echo(f"\r{found}\033[K", nl=False, err=True)

    try:
        found = search(here, lines=lines, threads=threads, callback=tell, **limits)
    except KeyboardInterrupt:
        if not last:
            raise
        found = last[0]
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    for line in found.lines:
        click.echo(str(line))
    if kept := book_moves(here):
        best = sorted(kept, key=lambda move: -kept[move])[:lines]
        click.echo(f"book: {', '.join(f'{move} {Score(estimate=kept[move])}' for move in best)}")
    rate = found.nodes / max(found.seconds, 1e-9) / 1e6
    click.echo(
        f"depth {found.depth}, {found.nodes:,} nodes, {found.seconds:.2f} s, {rate:.1f} million per second"
        + (", exact" if found.exact else ""),
        err=True,
    )


@click.command()
@where_argument
@click.option("--seconds", "-s", type=click.FloatRange(min=0, min_open=True), help="Limit of time.")
@click.option("--nodes", "-n", type=click.IntRange(min=1), help="Limit of positions to look at.")
@click.option("--moves", is_flag=True, help="The value of each move as well.")
@click.option("--build", is_flag=True, help="Build the game's database first, where it has one and parts are missing.")
@click.option("--verify", is_flag=True, help="Check the game's stored values against the rules.")
@click.option(
    "--sample",
    type=click.IntRange(min=0),
    default=100_000,
    show_default=True,
    help="Values to check in each part; 0 for all.",
)
@click.option("--threads", type=click.IntRange(1, 256), help="For building; by default one for each processor.")
def solve(
    where: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    moves: bool,
    build: bool,
    verify: bool,
    sample: int,
    threads: int | None,
) -> None:
    """Say what a position is worth, exactly.

    Or that it is not known. A game may have a database, as Mühle has one of all its positions: the smallest parts are
    made when they are needed; --build makes the rest, goes on where it was interrupted, and says how long it takes.
    """
    from ..solve import solve as find_value
    from ..solve import solver, values

    here = find(where)
    module = solver(here)
    for wanted, ability in ((build, "build"), (verify, "check")):
        if wanted and not hasattr(module, ability):
            raise DreierleiError(
                f"{here.variant.game.id} has no stored values: expected a position without --build or --verify."
            )
    if module is not None and build:
        _build(module, here, threads)
    if module is not None and verify:
        click.echo(f"{module.check(here.variant, sample=sample or None):,} stored values are right.")
    if build or verify:
        return
    _say(find_value(here, seconds=seconds, nodes=nodes))
    if moves:
        for move, found in values(here, seconds=seconds).items():
            click.echo(f"{move}: {_value(found)}")


def _build(module: Any, here: Position, threads: int | None) -> None:
    from ..folders import database

    folder = database(here.variant)
    click.echo(f"Building in {folder}", err=True)

    def tell(progress: Any) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{progress}\033[K", nl=False, err=True)

    try:
        module.build(folder, variant=here.variant, threads=threads or 0, placing=True, progress=tell)
    except KeyboardInterrupt:
        click.echo("\nInterrupted; the same command goes on from here.", err=True)
        raise click.exceptions.Exit(130) from None
    click.echo("The database is complete.")


def _say(found: Solution) -> None:
    click.echo(_value(found))
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


@click.command()
def engine() -> None:
    """Speak a UCI-like protocol.

    Commands come on standard input, answers go to standard output; docs/protocol.md has them all.
    """
    from ..protocol import run

    run(sys.stdin, sys.stdout)


@click.command()
@language_option
def bench(language: str | None) -> None:
    """Measure the core and the search.

    Perft, random games and nodes per second for every game, and the node signature.
    """
    from ..bench import measure, signature
    from ..games import games

    spoken = words.language(language)
    click.echo(f"{'':<20} {'M leaves/s':>11} {'games/s':>12} {'M plies/s':>10} {'M nodes/s':>10} {'signature':>12}")
    total = 0
    for game in games():
        figures, nodes = measure(game.id), signature(game.id)
        total += nodes
        click.echo(
            f"{game.names[spoken]:<20} {figures.leaves / 1e6:>11.1f} {figures.games:>12,.0f} "
            f"{figures.plies / 1e6:>10.1f} {figures.nodes / 1e6:>10.2f} {nodes:>12,}"
        )
    click.echo(f"{'signature':<20} {'':>46} {total:>12,}")
