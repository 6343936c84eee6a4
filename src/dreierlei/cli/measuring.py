"""Commands that play and search for a long time: tournament, calibrate, book."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .. import __version__
from ..errors import DreierleiError
from ..games import read_variant
from ..work import workers

_GAME = click.argument("game_id", metavar="GAME")
_SEED = click.option("--seed", type=int, default=0, show_default=True)
_SECONDS = click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    help="Time for a move of level 10, if less than it would take.",
)
_PROCESSES = click.option(
    "--processes", type=click.IntRange(min=1), help="On this machine; by default one for each processor."
)
_CLUSTER = click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, instead of this machine's processors.")


@click.command()
@_GAME
@click.option("--games", type=click.IntRange(min=1), default=200, show_default=True, help="Games of each pairing.")
@click.option("--levels", default="1-10", show_default=True, help="The levels that play: 1-10, or 3,5,7.")
@_SEED
@_SECONDS
@_PROCESSES
@_CLUSTER
def tournament(
    game_id: str,
    games: int,
    levels: str,
    seed: int,
    seconds: float | None,
    processes: int | None,
    cluster: str | None,
) -> None:
    """Let the levels play each other.

    Each plays the one below; the scores are those of the higher one.
    """
    from ..tournament import tournament as hold

    chosen = read_variant(game_id)
    numbers = _levels(levels)
    options: dict[str, object] = dict(chosen.options)
    with workers(cluster, processes) as executor:
        for pairing in hold(
            chosen.game.id, numbers, games, executor=executor, seed=seed, seconds=seconds, options=options
        ):
            click.echo(str(pairing))


def _levels(text: str) -> list[int]:
    first, dash, last = text.partition("-")
    try:
        return list(range(int(first), int(last) + 1)) if dash else [int(part) for part in text.split(",")]
    except ValueError:
        raise DreierleiError(f'"{text}" is no choice of levels: expected such as 1-10 or 3,5,7.') from None


@click.command()
@_GAME
@click.option("--games", type=click.IntRange(min=1), default=200, show_default=True, help="Games of each pairing.")
@click.option("--rounds", type=click.IntRange(min=1), default=4, show_default=True, help="How often to space them.")
@_SEED
@_SECONDS
@_PROCESSES
@_CLUSTER
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path), help="A levels.json to put the result into.")
def calibrate(
    game_id: str,
    games: int,
    rounds: int,
    seed: int,
    seconds: float | None,
    processes: int | None,
    cluster: str | None,
    file: Path | None,
) -> None:
    """Space the levels of a game evenly.

    The levels play each other and are moved until the steps between them are alike. Shows how far each level sees, in
    plies, and the scores against the level below, in per cent; the last line is the result, and the score that it
    should make at every step.
    """
    from ..calibration import calibrate as find
    from ..calibration import store

    game = read_variant(game_id).game.id
    sights: list[float] = []
    with workers(cluster, processes) as executor:
        for found in find(game, games, rounds, executor=executor, seed=seed, seconds=seconds):
            sights = found.sights
            scores = " ".join(f"{pairing.score:.0%}" for pairing in found.pairings) or f"{found.score:.0%} expected"
            click.echo(f"{' '.join(f'{sight:g}' for sight in sights)}: {scores}")
    if file:
        limit = f" --seconds {seconds:g}" if seconds else ""
        command = f"dreierlei calibrate {game} --games {games} --rounds {rounds} --seed {seed}{limit}"
        store(file, game, sights, command, __version__)


@click.command()
@_GAME
@click.option("--positions", type=click.IntRange(min=1), default=1000, show_default=True, help="How many to search.")
@click.option("--nodes", type=click.IntRange(min=1), default=2_000_000, show_default=True, help="Of each search.")
@_PROCESSES
@_CLUSTER
@click.option(
    "--file",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Where the book is written; what is finished is kept beside it.  [default: book_GAME.json here]",
)
def book(
    game_id: str, positions: int, nodes: int, processes: int | None, cluster: str | None, file: Path | None
) -> None:
    """Search the openings of a game.

    The most important positions of the opening are searched, each as long as --nodes says. It can be interrupted; the
    same command goes on.
    """
    from dataclasses import replace

    from ..book import dump, file_name, make

    chosen = read_variant(game_id)
    target = file or Path(file_name(chosen))
    part = target.with_suffix(".part")

    def tell(done: int, of: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r{done} of {of} positions\033[K", nl=False, err=True)

    try:
        with workers(cluster, processes) as executor:
            found = make(chosen, positions, nodes, executor, part, tell)
    except KeyboardInterrupt:
        click.echo("\nInterrupted; the same command goes on from here.", err=True)
        raise click.exceptions.Exit(130) from None
    command = f"dreierlei book {chosen.id} --positions {positions} --nodes {nodes}"
    about = {"game": chosen.id, "command": command, "version": __version__}
    target.write_text(dump(replace(found, about=about)), "utf-8")
    part.unlink()
    click.echo(f"{target}: {len(found.searched)} positions")
