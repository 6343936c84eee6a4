"""The protocol over a real pipe, as another program speaks it."""

from __future__ import annotations

import io
import queue
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import protocol
from dreierlei.engine import Engine
from dreierlei.protocol import run

from .waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator


class Peer:
    """The engine in a process of its own."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dreierlei", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def send(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def until(self, beginning: str) -> list[str]:
        """The lines up to and including the first that begins so."""
        found = []
        while True:
            line = self.lines.get(timeout=PATIENCE)
            found.append(line)
            if line.startswith(beginning):
                return found

    def ask(self, text: str, beginning: str) -> str:
        self.send(text)
        return self.until(beginning)[-1]

    def end(self) -> int:
        self.send("quit")
        code = self.process.wait(timeout=PATIENCE)
        self.reader.join(timeout=PATIENCE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        return code


def answered(peer: Peer) -> list[str]:
    """What it says until it has answered a question."""
    peer.send("isready")
    return peer.until("readyok")


@pytest.fixture(scope="module")
def peer() -> Iterator[Peer]:
    it = Peer()
    yield it
    assert it.end() == 0


@pytest.mark.parametrize("greeting", ["dreierlei", "uci"])
def test_the_handshake_names_options_and_games(peer: Peer, greeting: str) -> None:
    peer.send(greeting)
    lines = peer.until("ok")
    assert lines[0].startswith("id name dreierlei")
    for option in ("Threads", "MultiPV", "Hash", "Level"):
        assert any(line.startswith(f"option name {option} type spin") for line in lines)
    for game in dreierlei.games():
        assert any(line.split()[:2] == ["game", game.id] for line in lines)


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_every_game_is_played(peer: Peer, game: str) -> None:
    peer.send("newgame")
    here = dreierlei.start(game)
    for _ in range(4):
        moves = " ".join(map(str, here.line))
        peer.send(f"position start {game}" + (f" moves {moves}" if moves else ""))
        peer.send("go nodes 2000")
        lines = peer.until("bestmove")
        move = lines[-1].split()[1]
        assert move in map(str, here.moves())
        info = lines[-2].split()
        assert [info[0], info[1], info[3]] == ["info", "depth", "multipv"]
        for word in ("score", "nodes", "nps", "pv"):
            assert word in info
        here = here.play(move)


def test_a_position_line_and_a_taking_move(peer: Peer) -> None:
    line = "muehle w.b/.../.../w...../.../.../.b. w 7 7 0"
    peer.send(f"position {line} moves a1xg7")
    shown = peer.ask("d", "position ")
    assert shown == f"position {dreierlei.position(line).play('a1xg7')}"
    assert peer.until("moves")


def test_a_wrong_history_is_refused_whole(peer: Peer) -> None:
    peer.send("position start tictactoe moves b2")
    before = peer.ask("d", "position ")
    peer.until("moves")
    for wrong in (
        "position start tictactoe moves a1 b2 b2",
        "position start nogame",
        "position start qango6:opening=none",
        "position tictactoe www/.../... b",
        "position start tictactoe:x",
        "position",
    ):
        answer = peer.ask(wrong, "error")
        assert "Traceback" not in answer
        assert peer.ask("d", "position ") == before
        peer.until("moves")
    assert "move 3" in peer.ask("position start tictactoe moves a1 b2 b2", "error")


@pytest.mark.parametrize(
    "wrong",
    [
        "nonsense",
        "go depth",
        "go depth x",
        "go fast",
        "go perft",
        "go perft 99999999999",
        "go perft -1",
        "go depth \u0663",
        "setoption name Hash value 99999999999",
        "setoption name Threads value 0",
        "setoption name Nothing value 1",
        "setoption Threads 2",
    ],
)
def test_errors_are_one_line_and_end_nothing(peer: Peer, wrong: str) -> None:
    peer.send(wrong)
    peer.send("isready")
    lines = peer.until("readyok")
    assert len(lines) == 2
    assert lines[0].startswith("error ")


def test_a_search_hears_of_stop(peer: Peer) -> None:
    """A search without any other limit answers questions meanwhile and ends when it is told to."""
    peer.send("position start muehle")
    peer.send("go infinite")
    peer.until("info depth 3 ")
    assert not any(line.startswith("bestmove") for line in answered(peer))
    move = peer.ask("stop", "bestmove").split()[1]
    assert move in map(str, dreierlei.start("muehle").moves())


def test_an_infinite_search_waits_for_stop_even_when_it_knows_all(peer: Peer) -> None:
    peer.send("newgame")
    peer.send("position start tictactoe")
    peer.send("go depth 60")
    last = peer.until("bestmove")[-2].split()[:3]  # info depth 7, say
    peer.send("newgame")
    peer.send("go infinite")
    peer.until(" ".join(last))
    for _ in range(20):
        assert not any(line.startswith("bestmove") for line in answered(peer))
    assert peer.ask("stop", "bestmove")


def test_options_have_effect(peer: Peer) -> None:
    peer.send("setoption name MultiPV value 3")
    peer.send("setoption name Threads value 2")
    peer.send("setoption name Hash value 2")
    peer.send("position start qango6")
    peer.send("go depth 3")
    lines = peer.until("bestmove")
    assert {line.split()[4] for line in lines if line.startswith("info depth 3")} == {"1", "2", "3"}
    peer.send("setoption name MultiPV value 1")
    peer.send("setoption name Threads value 1")
    peer.send("setoption name Level value 2")
    assert peer.ask("go movetime 50", "bestmove")
    peer.send("setoption name Level value 10")


def test_a_table_that_does_not_fit_leaves_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Small(Engine):
        def __init__(self, *, megabytes: int = 1) -> None:
            if megabytes > 2:
                raise MemoryError
            super().__init__(megabytes=megabytes)

    monkeypatch.setattr(protocol, "Engine", Small)
    out = io.StringIO()
    options = "setoption name Hash value 2\nsetoption name Hash value 65536\n"
    run(io.StringIO(f"{options}position start tictactoe\ngo depth 1\n"), out)
    error, *_, best = out.getvalue().splitlines()
    assert error == "error there is not enough memory for a hash table of 65536 MB; the one of 2 MB is kept."
    assert best.startswith("bestmove")


def test_limits_beyond_all_numbers_are_no_limits(peer: Peer) -> None:
    peer.send("position start tictactoe")
    for limit in ("depth 99999999999", f"nodes {10**30}", f"movetime {'9' * 5000}"):
        assert peer.ask(f"go {limit}", "bestmove")


def test_perft_can_be_stopped(peer: Peer) -> None:
    """It counts lines that nobody could wait for, and answers questions meanwhile."""
    peer.send("position start muehle")
    peer.send("go perft 100")
    assert not any(line.startswith("perft") for line in answered(peer))
    assert peer.ask("stop", "perft") == "perft 100 stopped"
    assert peer.ask("go perft 2", "perft") == "perft 2 552"


def test_perft_and_the_end_of_a_game(peer: Peer) -> None:
    peer.send("position start tictactoe")
    assert peer.ask("go perft 4", "perft") == "perft 4 3024"
    peer.send("position tictactoe www/bb./... b")
    assert "over" in peer.ask("go depth 2", "error")
    peer.send("d")
    assert peer.until("over")[-1] == "over 1-0 line"


def test_piped_commands_are_answered_before_the_end() -> None:
    out = io.StringIO()
    run(io.StringIO("position start tictactoe moves a1 b1 a2 b2\ngo depth 5\n"), out)
    assert out.getvalue().splitlines()[-1] == "bestmove a3"
    assert "score win 1" in out.getvalue()
