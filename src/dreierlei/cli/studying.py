"""Commands for the curious: perft, analyse, engine, bench."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from .. import locales
from .shared import find, language_option, where_argument

if TYPE_CHECKING:
    from ..engine import Analysis


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

    spoken = locales.language(language)
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
