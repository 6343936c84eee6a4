"""Commands that let the levels play each other: tournament, calibrate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from .. import calibration
from ..declarations import read_variant
from ..errors import DreierleiError
from ..tournaments import tournament as play
from ..version import VERSION
from ..work import workers
from .shared import cluster_option, game_argument, processes_option

_GAMES = click.option(
    "--games", type=click.IntRange(min=1), default=200, show_default=True, help="Games of each pairing."
)
_SEED = click.option("--seed", type=int, default=0, show_default=True)
_SECONDS = click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    help="Time for a move of level 10, if shorter than usual.",
)


@click.command()
@game_argument
@_GAMES
@click.option("--levels", default="1-10", show_default=True, help="The levels that play: 1-10, or 3,5,7.")
@_SEED
@_SECONDS
@processes_option
@cluster_option
def tournament(game_id: str, levels: str, processes: int | None, cluster: str | None, **settings: Any) -> None:
    """Let the levels play each other.

    Each level plays the one below; the scores are those of the higher one.
    """
    chosen = read_variant(game_id)
    with workers(cluster, processes) as executor:
        settings |= {"executor": executor, "options": dict(chosen.options)}
        for pairing in play(chosen.game.id, _levels(levels), **settings):
            click.echo(str(pairing))


def _levels(text: str) -> list[int]:
    first, dash, last = text.partition("-")
    try:
        return list(range(int(first), int(last) + 1)) if dash else [int(part) for part in text.split(",")]
    except ValueError:
        raise DreierleiError("level.choice", text=text) from None


@click.command()
@game_argument
@_GAMES
@click.option("--rounds", type=click.IntRange(min=1), default=4, show_default=True, help="How often to space them.")
@_SEED
@_SECONDS
@processes_option
@cluster_option
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path), help="A levels.json to add the result to.")
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

    The levels play each other and are moved until the steps between them are equal. Shows how far each level sees, in
    plies, and the scores against the level below, in per cent; the last line is the result, with the score to expect at
    every step.
    """
    game = read_variant(game_id).game.id
    sights: list[float] = []
    with workers(cluster, processes) as executor:
        for after in calibration.calibrate(game, games, rounds, executor=executor, seed=seed, seconds=seconds):
            sights = after.sights
            scores = " ".join(f"{pairing.score:.0%}" for pairing in after.pairings) or f"{after.score:.0%} expected"
            click.echo(f"{' '.join(f'{sight:g}' for sight in sights)}: {scores}")
    if file:
        limit = f" --seconds {seconds:g}" if seconds else ""
        command = f"dreierlei calibrate {game} --games {games} --rounds {rounds} --seed {seed}{limit}"
        calibration.store(file, game, sights, command, VERSION)
