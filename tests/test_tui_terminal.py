"""The full screen in a real terminal: what a player sees after starting the program and typing."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

import pexpect
import pyte
import pytest

import dreierlei
from dreierlei.cli import matches
from dreierlei.extras import MissingExtra

from .waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from pathlib import Path

# Private modes and queries that the emulator would print instead of ignoring.
_STRANGE = re.compile(rb"\x1b\[[<>=?][0-9;]*\$?[a-zA-Z]|\x1bP[^\x1b]*\x1b\\|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_KEPT = re.compile(rb"\x1b\[\?(?:25|1049)[hl]")


class Terminal:
    """A program in a terminal, and the screen as it is seen."""

    def __init__(self, arguments: list[str], folder: Path, columns: int = 80, rows: int = 24) -> None:
        environment = os.environ | {"TERM": "xterm-256color", "XDG_DATA_HOME": str(folder), "LANG": "C.UTF-8"}
        environment.pop("NO_COLOR", None)
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "dreierlei", "play", "--language", "en", *arguments],
            env=environment,
            dimensions=(rows, columns),
        )

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.screen.display)

    def _read(self) -> None:
        try:
            data = self.child.read_nonblocking(65536, timeout=0.1)
        except pexpect.TIMEOUT:
            return
        self.stream.feed(_STRANGE.sub(lambda found: found[0] if _KEPT.match(found[0]) else b"", data))

    def until(self, pattern: str) -> None:
        """Reads until the screen shows this."""

        def shown() -> bool:
            if not re.search(pattern, self.text):
                self._read()
                return False
            return True

        wait_until(shown, lambda: f"{pattern!r} never came:\n{self.text}")

    def send(self, keys: str) -> None:
        """Types."""
        self.child.send(keys)

    def resize(self, columns: int, rows: int) -> None:
        """Makes the terminal another size."""
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def ended(self) -> int:
        """Waits for the end; the exit code."""
        try:
            self.child.expect(pexpect.EOF, timeout=PATIENCE)
        finally:
            self.child.close()
        return int(self.child.exitstatus)


ENTER, ESCAPE, LEAVE = "\r", "\x1b", "\x11"


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_playing_leaving_and_going_on(game: str, tmp_path: Path) -> None:
    first = str(dreierlei.start(game).moves()[0])
    save = ["--against", "friend", "--save", str(tmp_path / "match")]
    terminal = Terminal([game, *save], tmp_path)
    terminal.until(r"You \(White\)>")
    terminal.send(first + ENTER)
    terminal.until(rf"You: {first}\b")
    terminal.until(r"Friend \(Black\)>")
    terminal.resize(60, 20)
    terminal.until(r"Friend \(Black\)>")
    terminal.resize(80, 24)
    terminal.until(rf"1\. {first}\b")
    terminal.send(LEAVE)
    assert terminal.ended() == 0
    assert first in (tmp_path / "match").read_text("utf-8")
    again = Terminal([game, "--resume", "--save", str(tmp_path / "match")], tmp_path)
    again.until(rf"1\. {first}\b")
    again.send("zz" + ENTER)
    again.until(r"is not a move|is not legal")
    again.send(LEAVE)
    assert again.ended() == 0


def test_choosing_on_the_start_screen(tmp_path: Path) -> None:
    terminal = Terminal([], tmp_path)
    terminal.until(r"What would you like to play\?")
    terminal.send("\x1b[B")
    terminal.send("\x13")
    terminal.until(r"You \(White\)>")
    terminal.send(ENTER)
    terminal.until(r"Computer: ")
    terminal.until(r"You \(White\)>")
    terminal.send(LEAVE)
    assert terminal.ended() == 0


def test_a_click_of_the_mouse(tmp_path: Path) -> None:
    terminal = Terminal(["tictactoe", "--against", "friend"], tmp_path)
    terminal.until(r"You \(White\)>")
    row, column = next(
        (row, line.index("3") + 4) for row, line in enumerate(terminal.screen.display, 1) if re.match(r"\s+3 │", line)
    )
    terminal.send(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
    terminal.until(r"You: a3")
    terminal.send(LEAVE)
    assert terminal.ended() == 0


def test_lines_where_they_are_asked_for(tmp_path: Path) -> None:
    terminal = Terminal(["tictactoe", "--lines", "--plain"], tmp_path)
    terminal.until(r"You \(White\)> ")
    terminal.send("quit\n")
    assert terminal.ended() == 0


def test_without_textual_a_sentence_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*_: str) -> None:
        raise MissingExtra("This needs textual: install dreierlei[terminal].")

    monkeypatch.setattr(matches, "require", missing)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert not matches._full_screen("en")
    assert capsys.readouterr().err == "Playing line by line: for the full screen, install dreierlei[terminal].\n"
    monkeypatch.setenv("TERM", "dumb")
    assert not matches._full_screen("en")
    assert capsys.readouterr().err == ""
