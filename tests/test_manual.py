"""The manual page, and what the shell completes."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import dreierlei
from dreierlei.cli import commands

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "dreierlei.1").read_text("utf-8")


def test_manual_page_is_that_of_the_commands() -> None:
    spec = importlib.util.spec_from_file_location("manual", ROOT / "docs" / "_man.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert made.page() == PAGE, "run `make man`"


def test_manual_page_has_every_command_and_option() -> None:
    shown = PAGE.replace("\\-", "-")
    for name, command in commands.commands.items():
        assert f'.SS "dreierlei {name} ' in shown
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.opts[0] in shown


def completed(*words: str, shell: str = "bash") -> list[str]:
    """What the shell is offered after these words, the last of which is not finished."""
    environment = {
        **os.environ,
        "_DREIERLEI_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(("dreierlei", *words)),
        "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
    }
    done = subprocess.run(
        [sys.executable, "-m", "dreierlei"], env=environment, capture_output=True, text=True, check=False
    )
    return [line.rpartition(",")[2].partition("\t")[0] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("command", ["play", "rules", "print", "show", "analyse", "solve", "perft"])
def test_shell_completes_games(command: str) -> None:
    assert completed(command, "") == [game.id for game in dreierlei.games()]


def test_shell_completes_what_begins_so() -> None:
    assert "qango6" in completed("play", "qa", shell="fish")
    assert "tictactoe" not in completed("play", "qa", shell="fish")
    assert completed("rules", "tres", "--language", "l") == ["lb"]
    assert completed("per") == ["perft"]
    assert completed("print", "tres", "--format", "s") == ["svg", "stl"]
    assert completed("print", "tres", "--what", "b") == ["board", "bag"]
    assert completed("site", "there", "--paper", "l") == ["letter"]


def test_no_summary_in_the_list_of_commands_is_cut_off() -> None:
    for group in (commands, commands.commands["admin"]):
        assert isinstance(group, click.Group)
        for name, command in group.commands.items():
            assert "..." not in command.get_short_help_str(limit=60), name
