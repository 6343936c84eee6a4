"""Puzzles at the terminal, line by line."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import dreierlei
from dreierlei import DreierleiError, messages
from dreierlei.cli import commands
from dreierlei.puzzles import RUSH_SECONDS, Puzzle, attempt, puzzles_of, solution
from dreierlei.trainer import Results, Trainer

if TYPE_CHECKING:
    from pathlib import Path

    from dreierlei.puzzles import Kind

SAID = messages.catalogue("en")
SMALL = Puzzle(40, 3, "tictactoe wb./w../b.. w")


pytestmark = pytest.mark.usefixtures("folder")


def right(given: Puzzle) -> list[str]:
    """The moves that solve a puzzle."""
    own: list[str] = []
    while attempt(given, own).state == "open":
        own.append(solution(given, own).text)
    return own


def run(lines: list[str], *arguments: str) -> str:
    done = CliRunner().invoke(
        commands, ["puzzles", *arguments, "-l", "en", "--plain"], input="\n".join(lines) + "\n", standalone_mode=False
    )
    if done.exception:
        raise done.exception
    return done.stdout


def test_a_puzzle_is_refuted_hinted_at_and_solved_and_the_next_visit_goes_on() -> None:
    first, second = puzzles_of("tictactoe")[:2]
    wrong = next(move.text for move in dreierlei.position(first.line).moves() if move != solution(first))
    said = run([wrong, "hint", *right(first), "back", *right(first), "zz", "help", "quit"], "tictactoe")
    assert SAID["study.refuted"].split("{")[0] in said
    assert SAID["study.hint-move"].format(move=solution(first)) in said
    assert SAID["study.solved-with-a-hint"] in said
    assert SAID["study.solved"] in said.replace(SAID["study.solved-with-a-hint"], "")
    assert SAID["puzzle.about-hint"] in said
    assert Results.load().solved == [first.id]
    again = run(["quit"], "tictactoe")
    name = messages.say("en", str(dreierlei.position(second.line).turn))
    assert SAID["study.puzzle-task"].format(name=name, plies=second.plies) in again


def series(kind: Kind, lines: list[str], times: list[float]) -> str:
    """A series of the same puzzle; the clock shows one time after the other, then the last one."""
    said = io.StringIO()
    trainer = Trainer(
        dreierlei.game("tictactoe"),
        [SMALL] * 9,
        Results.load(),
        kind,
        now=lambda: times.pop(0) if len(times) > 1 else times[0],
        language="en",
        unicode=False,
        source=io.StringIO("\n".join(lines)),
        target=said,
    )
    trainer.run()
    return said.getvalue()


def test_a_series_ends_with_its_mistakes_and_the_best_result_is_kept() -> None:
    said = series("rush", [*right(SMALL), "c2", "hint", "c2", "b1", "b2"], [0.0])
    assert "Black replies b2 and wins in 3." in said
    assert "with best play the game is drawn" in said
    assert SAID["study.series-mistakes"].format(count=3, of=3) in said
    assert said.endswith(SAID["study.series-new-best"].format(solved=1) + "\n")
    streak = series("streak", ["c2", *right(SMALL)], [0.0])
    assert streak.endswith(SAID["study.series-end"].format(solved=0, best=0) + "\n")
    assert Results.load().best == {"rush tictactoe": 1}


def test_the_time_of_a_rush_runs_out() -> None:
    said = series("rush", [*right(SMALL), *right(SMALL)], [0.0, 1.0, 2.0, float(RUSH_SECONDS)])
    assert said.endswith(SAID["study.series-end"].format(solved=0, best=0) + "\n")


def test_missed_wins_of_a_record_are_puzzles(folder: Path) -> None:
    file = folder / "games.txt"
    # White could have won with b2 instead of c3.
    file.write_text('[Game "tictactoe"]\n\n1. a3 b3 2. a2 a1 3. c3 b2 4. b1 c1 5. c2 1/2-1/2\n', "utf-8")
    said = run(["b2", "quit"], "--from", str(file))
    assert SAID["study.puzzle"].format(number=1, of="") in said
    assert SAID["study.right"].format(plies=1) in said
    file.write_text('[Game "tictactoe"]\n\n1. a3 *\n', "utf-8")
    with pytest.raises(DreierleiError, match="No missed win"):
        run([], "--from", str(file))
    with pytest.raises(DreierleiError, match="game"):
        run([])
