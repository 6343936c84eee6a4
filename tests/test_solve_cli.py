"""The solve command: points and matches, building and checking, and what it says to wrong wishes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from dreierlei.cli import commands
from dreierlei.errors import DreierleiError
from dreierlei.solvers import katarenga, muehle, placement

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def databases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("DREIERLEI_DATABASES", str(tmp_path))
    muehle.opened.cache_clear()
    yield tmp_path
    muehle.opened.cache_clear()


def run(*arguments: str) -> str:
    done = CliRunner().invoke(commands, ["solve", *arguments], standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.stdout


def test_points_with_and_without_giving_up() -> None:
    assert run("bedraengnis", "--points") == "without giving up: White scores 7\nwith giving up: White scores 1\n"
    assert "Black scores" in run("bedraengnis w.../..../..../.... b a4", "--points")


def test_a_match_tells_what_wins_and_when_to_give_up() -> None:
    assert run("bedraengnis", "--match", "15", "--score", "4:7").splitlines() == [
        "without giving up: White wins the match for certain, with d4, a2, d1",
        "with giving up: Black wins the match for certain",
    ]
    # The round is lost, and giving up now costs one point: Black leads still, and begins the next.
    told = run("bedraengnis ...w/..../..../.... b d4", "--match", "15", "--score", "3:9").splitlines()
    assert told[1] == "with giving up: Black wins the match for certain, with b3; c2; giving up"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("bedraengnis", "--match", "15", "--score", "47"), "is not a score: expected a score such as 4:7"),
        (("bedraengnis", "--match", "5", "--score", "4:7"), "The scores in a match to 5 are between 0 and 4"),
        (("tres", "--points"), "tres is not played for points"),
        (("tres", "--match", "3"), "tres is not played for points"),
        (("die-drei", "--points"), "die-drei is not played for points"),
        ((), "solve needs a POSITION"),
        (("tictactoe", "--verify", "--moves"), "--moves has no meaning with --verify"),
        (("bedraengnis", "--points", "--seconds", "3"), "--seconds has no meaning with --points"),
        (("bedraengnis", "--match", "5", "--nodes", "3"), "--nodes has no meaning with --match"),
        (("--verify", "--build"), "--build has no meaning with --verify"),
        (("muehle", "--build", "--part", "4x"), 'The database has no part "4x"'),
        (("muehle", "--build", "--part", "2-9"), 'The database has no part "2-9"'),
        (("muehle:quiet_plies=0", "--verify"), "has no stored values"),
        (("bedraengnis", "--verify"), "has no stored values"),
        (("tres", "--build"), "tres has no database"),
    ],
)
def test_wrong_wishes(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(DreierleiError, match=sentence):
        run(*arguments)


def test_parts_are_built_and_checked(databases: Path) -> None:
    assert run("muehle", "--build", "--part", "4-3") == "4-3 is built, and everything that it depends on.\n"
    assert {path.name for path in databases.glob("muehle/*.values")} == {"3-3.values", "4-3.values", "3-4.values"}
    assert run("muehle", "--verify", "--sample", "100") == f"{354 + 24 + 1 + 3 * 100} stored values are right.\n"


def test_a_stored_result_is_told_with_its_evidence() -> None:
    assert run("muehle").startswith("Draw (stored result of the complete database, version")


def test_all_that_is_stored_is_checked_with_one_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line for each game that stores something; what the checks find is tested with the solvers."""
    for kind in (katarenga.ThreesSolver, muehle.MuehleSolver, placement.PlacementSolver):
        monkeypatch.setattr(kind, "check", lambda _self, *, sample, progress: sample or progress or 0)
    lines = run("--verify", "--sample", "7").splitlines()
    assert {line.partition(":")[0] for line in lines} == {"tictactoe", "qango6", "qango7", "muehle", "die-drei"}
    assert all(line.endswith(": 7 stored values are right.") for line in lines)
