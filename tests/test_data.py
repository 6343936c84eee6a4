"""The command that computes what the package stores."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import dreierlei
from dreierlei import data, puzzle_making
from dreierlei.cli import commands
from dreierlei.solvers import solver

if TYPE_CHECKING:
    from pathlib import Path


def run(folder: Path, *arguments: str) -> str:
    done = CliRunner().invoke(
        commands, ["data", *arguments, "--folder", str(folder), "--processes", "2"], standalone_mode=False
    )
    if done.exception:
        raise done.exception
    return done.stdout


def test_first_stones_come_out_again(tmp_path: Path) -> None:
    name = "first_stones_tictactoe.json"
    assert run(tmp_path, "tictactoe") == f"wrote {tmp_path / name}\n"
    assert json.loads((tmp_path / name).read_text("utf-8")) == data.load(name)


def test_puzzles_are_written_as_the_package_reads_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_making, "games", lambda: [dreierlei.game("tictactoe")])
    line = "40 3 tictactoe wb./w../b.. w"
    (tmp_path / "puzzles.txt.part").write_text(f'"puzzles"\n["tictactoe 0", ["{line}", "{line}"]]\n', "utf-8")
    assert run(tmp_path, "puzzles", "--count", "1") == f"wrote {tmp_path / 'puzzles.txt'}\n"
    about, how, written = (tmp_path / "puzzles.txt").read_text("utf-8").splitlines()
    assert about.startswith("# Positions in which one move wins")
    assert "`dreierlei data puzzles --count 1`" in how
    assert written == line
    assert [file.name for file in tmp_path.iterdir()] == ["puzzles.txt"]


def test_processes_make_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_making, "games", lambda: [dreierlei.game("tictactoe")])
    run(tmp_path, "puzzles", "--count", "2")
    lines = (tmp_path / "puzzles.txt").read_text("utf-8").splitlines()[2:]
    assert lines == [each.written for each in puzzle_making.make("tictactoe", 2)]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("tres", "The package stores no values of tres"),
        ("bedraengnis", "The package stores no values of bedraengnis"),
        ("chess", "There is no game"),
        ("muehle", "is not complete"),
    ],
)
def test_what_cannot_be_stored(name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DREIERLEI_DATABASES", str(tmp_path / "databases"))
    with pytest.raises(dreierlei.DreierleiError, match=sentence):
        run(tmp_path, name)


def test_stored_files_name_the_command_that_makes_them() -> None:
    for game in dreierlei.games():
        if solver(dreierlei.variant(game.id)).stores:
            command = f"dreierlei data {game.id}".encode()
            assert any(command in file.read_bytes() for file in data.file("").iterdir() if file.is_file())
