"""Commands for search and stored knowledge: perft, analyse, openings, engine, bench."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from .. import bench as benchmark
from .. import locales, protocol, results
from .._core import MOST_PERFT_PLIES
from ..book import book_moves
from ..declarations import games
from ..engine import analyse as search
from ..errors import DreierleiError
from ..messages import Message, say
from ..openings import explore
from ..search import Score
from .shared import Positive, figure, find, language_option, show, where_argument

if TYPE_CHECKING:
    from ..search import Analysis


@click.command()
@where_argument
@click.option("--depth", "-d", type=click.IntRange(0, MOST_PERFT_PLIES), required=True, help="Plies to look ahead.")
@click.option("--divide", is_flag=True, help="Show the count of each move.")
@language_option
def perft(where: tuple[str, ...], depth: int, divide: bool, language: str | None) -> None:
    """Count lines of play.

    The lines have exactly DEPTH plies; a finished game has no children.
    """
    position = find(where)
    started = perf_counter()
    total = 0
    moves = position.moves()
    if depth == 0 or not moves:
        total = position.perft(depth)
    else:
        with click.progressbar(moves, file=sys.stderr, label=f"perft {depth}", hidden=not sys.stderr.isatty()) as bar:
            for move in bar:
                count = position.play(move).perft(depth - 1)
                total += count
                if divide:
                    click.echo(f"{move}: {count}")
    seconds = perf_counter() - started
    click.echo(total)
    wanted = locales.language(language)
    rate = figure(total / max(seconds, 1e-9) / 1e6, wanted, 1)
    click.echo(say(wanted, "cli.speed", seconds=figure(seconds, wanted, 2), rate=rate), err=True)


@click.command()
@where_argument
@click.option("--seconds", "-s", type=Positive(), help="Time to think (1 if no limit is given).")
@click.option("--depth", "-d", type=click.IntRange(min=1), help="Plies to look ahead.")
@click.option("--nodes", "-n", type=click.IntRange(min=1), help="Positions to search.")
@click.option("--lines", type=click.IntRange(1, 99), default=3, show_default=True, help="How many moves to compare.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@language_option
def analyse(where: tuple[str, ...], lines: int, threads: int, language: str | None, **limits: Any) -> None:
    """Search a position for its best lines.

    Ctrl-C ends the search and shows its result so far. The moves of an opening book, if the package has one, come last.
    """
    wanted = locales.language(language)
    position = find(where)
    last: list[Analysis] = []

    def report(analysis: Analysis) -> None:
        last[:] = [analysis]
        show(analysis)

    try:
        analysis = search(position, lines=lines, threads=threads, callback=report, **limits)
    except KeyboardInterrupt:
        if not last:
            raise
        analysis = last[0]
    show("")
    for line in analysis.lines:
        click.echo(f"{results.score(line.score).say(wanted)}: {' '.join(map(str, line.moves))}")
    if values := book_moves(position):
        best = sorted(values, key=lambda move: -values[move])[:lines]
        moves = tuple(f"{move} {Score(estimate=values[move])}" for move in best)
        click.echo(say(wanted, "cli.book-moves", moves=moves))
    effort = Message(
        "cli.search",
        depth=analysis.depth,
        nodes=figure(analysis.nodes, wanted),
        seconds=figure(analysis.seconds, wanted, 2),
        rate=figure(analysis.nodes / max(analysis.seconds, 1e-9) / 1e6, wanted, 1),
    )
    click.echo(say(wanted, "cli.exact", effort=effort) if analysis.exact else effort.say(wanted), err=True)


@click.command()
@where_argument
@language_option
def openings(where: tuple[str, ...], language: str | None) -> None:
    """Show what is known about each move of a position.

    Nothing is searched. What is known of a move is its exact value, the estimate of the opening book, and how games of
    the engine with itself ended: White's wins, draws, Black's wins. The best moves come first.
    """
    wanted = locales.language(language)
    moves = explore(find(where))
    if not any(opening.value or opening.book is not None or opening.self_play.games for opening in moves):
        raise DreierleiError("openings.nothing")
    for opening in moves:
        known = [] if opening.value is None else [results.solution(opening.value).say(wanted)]
        known += [] if opening.book is None else [say(wanted, "cli.book-value", value=Score(estimate=opening.book))]
        if opening.self_play.games:
            tally = opening.self_play
            known.append(say(wanted, "cli.self-play", white=tally.white, draws=tally.draws, black=tally.black))
        click.echo(f"{opening.move.text:<8} {'; '.join(known)}")


@click.command()
def engine() -> None:
    """Speak a UCI-like protocol.

    It reads commands from standard input and writes answers to standard output; docs/protocol.md describes them.
    """
    protocol.run(sys.stdin, sys.stdout)


@click.command()
@language_option
def bench(language: str | None) -> None:
    """Measure the core and the search.

    Perft, random games and nodes per second for every game, and the node signature.
    """
    wanted = locales.language(language)
    click.echo(f"{'':<20} {'M leaves/s':>11} {'games/s':>12} {'M plies/s':>10} {'M nodes/s':>10} {'signature':>12}")
    total = 0
    for game in games():
        figures, nodes = benchmark.measure(game.id), benchmark.signature(game.id)
        total += nodes
        click.echo(
            f"{game.names[wanted]:<20} {figures.leaves / 1e6:>11.1f} {figures.games:>12,.0f} "
            f"{figures.plies / 1e6:>10.1f} {figures.nodes / 1e6:>10.2f} {nodes:>12,}"
        )
    click.echo(f"{'signature':<20} {'':>46} {total:>12,}")
