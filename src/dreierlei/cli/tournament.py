"""Commands that let the levels play each other: tournament, profile, calibrate."""

from __future__ import annotations

from pathlib import Path

import click

from .. import calibration, locales
from ..declarations import games as all_games
from ..declarations import variant
from ..errors import DreierleiError
from ..files import check_writable
from ..folders import unfinished
from ..levels import level
from ..messages import say
from ..profiles import Profile, profiles
from ..tournaments import tournament as play
from ..version import VERSION
from ..work import Journal, workers
from .shared import Positive, cluster_option, game_argument, language_option, processes_option, resumable

_GAMES = click.option(
    "--games", type=click.IntRange(min=1), default=200, show_default=True, help="Games of each pairing."
)
_SEED = click.option("--seed", type=int, default=0, show_default=True)
_SECONDS = click.option(
    "--seconds",
    type=Positive(),
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
@language_option
def tournament(
    game_id: str,
    levels: str,
    games: int,
    seed: int,
    seconds: float | None,
    processes: int | None,
    cluster: str | None,
    language: str | None,
) -> None:
    """Let the levels play each other.

    Each level plays the one below; the scores are those of the higher one. The work can be interrupted; the same
    command resumes it.
    """
    wanted = locales.language(language)
    chosen, numbers = variant(game_id).id, _levels(levels)
    limit = f" --seconds {seconds:g}" if seconds else ""
    command = f"dreierlei tournament {chosen} --levels {levels} --games {games} --seed {seed}{limit}"
    journal = _journal(command)
    with resumable(), workers(cluster, processes) as executor:
        for pairing in play(chosen, numbers, games, executor=executor, seed=seed, seconds=seconds, journal=journal):
            click.echo(pairing.message.say(wanted))
    journal.close()


def _journal(command: str) -> Journal:
    """The finished games of a command, kept until it is done."""
    work = f"{command}, version {VERSION}"
    return Journal(unfinished(work), work)


def _levels(text: str) -> list[int]:
    first, dash, last = text.partition("-")
    try:
        numbers = list(range(int(first), int(last) + 1)) if dash else [int(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(set(numbers)) < 2:
        raise DreierleiError("level.choice", text=text)
    for number in numbers:
        level(all_games()[0].id, number)  # raises
    return numbers


@click.command()
@game_argument
@click.option("--games", type=click.IntRange(min=1), default=40, show_default=True, help="Games against each opponent.")
@_SEED
@_SECONDS
@processes_option
@cluster_option
@language_option
def profile(
    game_id: str,
    games: int,
    seed: int,
    seconds: float | None,
    processes: int | None,
    cluster: str | None,
    language: str | None,
) -> None:
    """Measure what each level sees, as a table in Markdown.

    Each level plays the one below, a player who wins in one move or else does not lose in one, and random moves. The
    table shows how many wins in one it took, how many threats of the opponent it parried, how many double threats (wins
    in three plies) it saw, its processor time for a move in milliseconds, and its scores, in per cent. The work can be
    interrupted; the same command resumes it.
    """
    wanted = locales.language(language)
    chosen = variant(game_id).id
    limit = f" --seconds {seconds:g}" if seconds else ""
    journal = _journal(f"dreierlei profile {chosen} --games {games} --seed {seed}{limit}")
    click.echo(say(wanted, "cli.profile"))
    click.echo("|" + "---|" * 8)
    with resumable(), workers(cluster, processes) as executor:
        for row in profiles(chosen, games, executor=executor, seed=seed, seconds=seconds, journal=journal):
            click.echo(_row(row))
    journal.close()


def _row(row: Profile) -> str:
    shares = [*row.shares, *row.scores]
    cells = ["–" if share is None else f"{100 * share:.0f}" for share in shares]
    cells.insert(3, f"{1000 * row.seconds:.1f}")
    return f"| {row.level} | {' | '.join(cells)} |"


@click.command()
@game_argument
@_GAMES
@click.option("--rounds", type=click.IntRange(min=1), default=4, show_default=True, help="How often to space them.")
@_SEED
@_SECONDS
@processes_option
@cluster_option
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path), help="A levels.json to add the result to.")
@language_option
def calibrate(
    game_id: str,
    games: int,
    rounds: int,
    seed: int,
    seconds: float | None,
    processes: int | None,
    cluster: str | None,
    file: Path | None,
    language: str | None,
) -> None:
    """Space the levels of a game evenly.

    The levels play each other and are moved until the steps between them are equal. Shows how far each level sees, in
    plies, and the scores against the level below, in per cent; the last line is the result, with the score to expect at
    every step.
    """
    wanted = locales.language(language)
    game = variant(game_id).game.id
    if file:
        check_writable(file)
        calibration.stored_in(file)  # before long work
    limit = f" --seconds {seconds:g}" if seconds else ""
    command = f"dreierlei calibrate {game} --games {games} --rounds {rounds} --seed {seed}{limit}"
    journal = _journal(command)
    sights: list[float] = []
    with resumable(), workers(cluster, processes) as executor:
        rows = calibration.calibrate(
            game, games, rounds, executor=executor, seed=seed, seconds=seconds, journal=journal
        )
        for after in rows:
            sights = after.sights
            far = " ".join(f"{sight:g}" for sight in sights)
            scores = " ".join(f"{pairing.score:.0%}" for pairing in after.pairings)
            click.echo(f"{far}: {scores or say(wanted, 'cli.expected', score=f'{after.score:.0%}')}")
    if file:
        calibration.store(file, game, sights, command, VERSION)
    journal.close()
