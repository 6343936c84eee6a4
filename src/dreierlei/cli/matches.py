"""Commands for players, learners and referees: play, learn, puzzles, check, review, animate."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import film, locales, messages, record, results, sgf, terminal
from ..classroom import Classroom, Progress
from ..console import Console
from ..declarations import game as find_game
from ..declarations import games, read_options, variant
from ..errors import DreierleiError
from ..extras import MissingExtra, require
from ..files import read_text, writing
from ..levels import STYLES
from ..puzzles import puzzles_of, series
from ..review import SECONDS, moments
from ..review import review as look_back
from ..session import DEFAULT_LEVEL, Session
from ..trainer import Results, Trainer, missed_wins
from .shared import (
    Positive,
    complete_game,
    counter,
    excludes,
    game_argument,
    in_colour,
    language_option,
    option_option,
    plain_option,
    read_stdin,
    show,
)

if TYPE_CHECKING:
    from ..messages import Language
    from ..palette import Style
    from ..puzzles import Kind, Puzzle


@click.command()
@click.argument("file")
@language_option
def check(file: str, language: str | None) -> None:
    """Referee the games in FILE.

    FILE has records or SGF; - is standard input. Every move is replayed. The exit code is 2 if any game is wrong.
    """
    wanted = locales.language(language)
    text = _text(file)
    errors = []
    if text.lstrip().startswith("("):
        games = dict(enumerate(sgf.read(text), 1))
    else:
        verdicts = record.check(text)
        games = {verdict.number: verdict.record for verdict in verdicts if verdict.record is not None}
        errors = [verdict.error for verdict in verdicts if verdict.error is not None]
    if not games and not errors:
        raise DreierleiError("file.no-game", file=file)
    for number, game in games.items():
        click.echo(f"{number}. {results.record(game).say(wanted)}")
    for error in errors:
        click.echo(error.say(wanted), err=True)
    if errors:
        raise click.exceptions.Exit(2)


def _text(file: str) -> str:
    return read_stdin() if file == "-" else read_text(Path(file))


@click.command()
@click.argument("file")
@click.option("--game", "number", type=click.IntRange(min=1), help="Which game of FILE; the last one by default.")
@click.option(
    "--seconds",
    type=Positive(),
    default=SECONDS,
    show_default=True,
    help="Time to search each position.",
)
@language_option
@plain_option
def review(file: str, number: int | None, seconds: float, language: str | None, plain: bool) -> None:
    """Show the moments that decided a game in FILE.

    FILE has records or SGF, such as a saved match; - is standard input.
    For the two or three moves that decided the game you see why they were wrong and the board after the better one.
    """
    wanted = locales.language(language)
    chosen = _game(file, number)
    end = chosen.start
    for move in chosen.line:
        end = end.play(move)
    course = []
    for judgement in look_back(end, seconds=seconds):
        course.append(judgement)
        show(messages.say(wanted, "cli.judged", done=len(course), total=len(chosen.line) + 1))
    show("")
    decisive = moments(course)
    click.echo(messages.say(wanted, "teacher.title" if decisive else "teacher.none"))
    for moment in decisive:
        click.echo(" ".join(sentence.say(wanted) for sentence in results.moment(moment)))
        after = moment.before.position.play(moment.better)
        drawing = terminal.draw(after, colour=in_colour(plain), unicode=not plain, language=wanted)
        click.echo(drawing.rstrip())


def _game(file: str, number: int | None) -> record.Record:
    """The game of that number in a file, by default the last."""
    text = _text(file)
    games = sgf.read(text) if text.lstrip().startswith("(") else record.read(text)
    if not games:
        raise DreierleiError("file.no-game", file=file)
    if number is not None and number > len(games):
        raise DreierleiError("file.game-number", file=file, number=number, count=len(games))
    return games[-1 if number is None else number - 1]


@click.command()
@click.argument("file")
@click.argument("picture", type=click.Path(dir_okay=False))
@click.option("--game", "number", type=click.IntRange(min=1), default=1, show_default=True, help="Which game of FILE.")
@click.option("--seconds", type=Positive(), default=1.0, show_default=True, help="The time for each move.")
@click.option("--style", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@language_option
def animate(file: str, picture: str, number: int, seconds: float, style: Style, language: str | None) -> None:
    """Turn a game in FILE into an animated PICTURE, an SVG.

    FILE has records or SGF; - is standard input. The picture plays in every browser, without a script.
    """
    if Path(picture).suffix.lower() not in ("", ".svg"):
        raise DreierleiError("file.not-svg", file=picture)
    drawn = film.animate(_game(file, number), seconds=seconds, style=style, language=locales.language(language))
    with writing(Path(picture)):
        Path(picture).write_text(drawn, "utf-8")


@click.command()
@click.argument("game_id", metavar="[GAME]", required=False, shell_complete=complete_game)
@option_option
@click.option("--against", type=click.Choice(["computer", "friend"]), help="The opponent; the computer by default.")
@click.option("--as", "side", type=click.Choice(["white", "black"]), help="Your side; white by default.")
@click.option("--length", type=click.IntRange(1, 1000), help="Games in the match, or points to reach.")
@click.option("--names", nargs=2, metavar="NAME NAME", help="The names of the two players, yours first.")
@click.option("--level", type=click.IntRange(1, 10), help=f"How well the computer plays; {DEFAULT_LEVEL} by default.")
@click.option("--style", type=click.Choice(STYLES), help="What the computer prefers among moves of about equal value.")
@click.option(
    "--swap",
    type=int,
    metavar="MOVES",
    help="Whoever begins makes 1, 3, 5 or 7 moves for both sides; then the other may swap sides.",
)
@click.option("--seed", type=int, help="Makes the computer's choices repeatable.")
@click.option("--save", "file", type=click.Path(dir_okay=False, writable=True), help="Where to save the match.")
@click.option("--resume", is_flag=True, help="Continue the match that is saved there.")
@click.option("--lines", is_flag=True, help="Play line by line, for screen readers. Pipes always do.")
@click.option("--light", is_flag=True, help="Dark on light, on the full screen.")
@language_option
@plain_option
def play(
    game_id: str | None,
    options: tuple[str, ...],
    language: str | None,
    plain: bool,
    lines: bool,
    light: bool,
    **chosen: Any,
) -> None:
    """Play GAME at this terminal.

    You play on the full screen, and choose the game there if none is given. The opponent is the computer or a friend.
    The match is saved after every move; --resume continues it.
    """
    wanted = locales.language(language)
    if chosen["against"] == "friend":
        excludes("--against friend", level=chosen["level"], style=chosen["style"], seed=chosen["seed"])
    if chosen["resume"]:
        excludes("--resume", **{"as": chosen["side"]}, length=chosen["length"], swap=chosen["swap"])
    chosen["side"], chosen["swap"] = chosen["side"] or "white", chosen["swap"] or 0
    full = not lines and _full_screen(wanted)
    if game_id is None and not full:
        raise DreierleiError("cli.no-game", command="play", expected=tuple(game.id for game in games()))
    session = None
    if game_id is not None:
        session = Session.open(variant(game_id, read_options(options)), wanted, **chosen)
    if full:
        from ..tui.app import Dreierlei  # optional extra

        session = Dreierlei(session, wanted, "plain" if plain else "light" if light else "dark").run()
        if session is not None:
            session.save()  # the screen only showed a failure to write; on leaving it is an error
        if session is not None and session.saved:
            click.echo(messages.say(wanted, "left", file=session.file))
            if session.match.games:
                click.echo(messages.say(wanted, "teacher.how", file=session.file))
    elif session is not None:
        Console(session, language=wanted, colour=in_colour(plain), unicode=not plain).run()


@click.command()
@game_argument
@click.option("--restart", is_flag=True, help="Begin with the first lesson again.")
@language_option
@plain_option
def learn(game_id: str, restart: bool, language: str | None, plain: bool) -> None:
    """Learn GAME by short lessons, line by line.

    A course continues where you stopped. The full screen of `dreierlei play` has the lessons, too.
    """
    chosen, progress = find_game(game_id), Progress.load()
    if restart:
        progress.forget(chosen)
    Classroom(chosen, progress, language=locales.language(language), colour=in_colour(plain), unicode=not plain).run()


@click.command()
@click.argument("game_id", metavar="[GAME]", required=False, shell_complete=complete_game)
@click.option("--rush", is_flag=True, help="As many as possible in three minutes; three mistakes end it.")
@click.option("--streak", is_flag=True, help="Harder and harder ones, until the first mistake.")
@click.option(
    "--from", "file", metavar="FILE", help="The wins that were missed in the games of FILE; - is standard input."
)
@language_option
@plain_option
def puzzles(game_id: str | None, rush: bool, streak: bool, file: str | None, language: str | None, plain: bool) -> None:
    """Solve puzzles of GAME, line by line.

    One move wins, and a wrong one is refuted. You begin with the easiest puzzle that you have not solved. With --from,
    the games in a file of records are reviewed, and each win that was missed is a puzzle. The full screen of
    `dreierlei play` has the puzzles, too.
    """
    wanted, kept = locales.language(language), Results.load()
    kind: Kind | None = "rush" if rush else "streak" if streak else None
    if rush:
        excludes("--rush", streak=streak)
    if file is not None:
        if game_id is not None:
            raise DreierleiError("cli.excludes", option="GAME", other="--from")
        given = _missed(file, wanted)
        if not given:
            raise DreierleiError("puzzle.no-missed", file=file)
        game_id = given[0].game
    elif game_id is None:
        raise DreierleiError("cli.no-game", command="puzzles", expected=tuple(game.id for game in games()))
    else:
        own = series(game_id) if kind else puzzles_of(game_id)
        given = [puzzle for puzzle in own if kind or puzzle.id not in kept.solved] or list(own)
    trainer = Trainer(
        find_game(game_id), given, kept, kind, language=wanted, colour=in_colour(plain), unicode=not plain
    )
    trainer.run()


def _missed(file: str, language: Language) -> list[Puzzle]:
    """The missed wins in the games of a file."""
    text = _text(file)
    records = sgf.read(text) if text.lstrip().startswith("(") else record.read(text)
    if not records:
        raise DreierleiError("file.no-game", file=file)
    missed: list[Puzzle] = []
    tell = counter("cli.games-reviewed", language)
    for done, game in enumerate(records):
        tell(done, len(records))
        missed += reversed(list(missed_wins(game.final)))
    show("")
    return missed


def _full_screen(language: Language) -> bool:
    """Whether there is a terminal to draw on, and the package for it is installed."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        require("terminal", "textual")
    except MissingExtra:
        click.echo(messages.say(language, "tui.missing", extra="dreierlei[terminal]"), err=True)
        return False
    return True
