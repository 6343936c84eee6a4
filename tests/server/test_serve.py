"""The command `dreierlei serve`, several workers, and a program that plays."""

from __future__ import annotations

import contextlib
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import httpx2
import pytest
import websockets.sync.client

from tests.waiting import PATIENCE, wait_until

from .daemons import SECRET, free_port, server

if TYPE_CHECKING:
    from collections.abc import Iterator

LISTENERS = re.compile(r'dreierlei_listeners{worker="(\d+)"} (\S+)')
BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def serve(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dreierlei", "serve", "--no-open", *arguments]
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, env=environment, cwd=folder, check=False
        )


def test_a_port_that_is_taken_is_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = serve("--port", port, DREIERLEI_DATABASE="/nowhere", DREIERLEI_SECRET=SECRET)
    assert done.returncode == 2
    assert port in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"DREIERLEI_DATABASE": "/nowhere"}, "DREIERLEI_REDIS"),
        ({"DREIERLEI_DATABASE": "sqlite://", "DREIERLEI_REDIS": "redis://127.0.0.1"}, "file"),
        ({"DREIERLEI_DATABASE": "mysql://x"}, "postgresql"),
    ],
)
def test_several_workers_need_places_to_meet(environment: dict[str, str], word: str) -> None:
    done = serve("--workers", "2", "--port", str(free_port()), DREIERLEI_SECRET=SECRET, **environment)
    assert done.returncode == 2
    assert word in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"DREIERLEI_DATABASE": "/nowhere/at/all.db"}, "database"),
        ({"DREIERLEI_DATABASE": "postgresql://nobody@127.0.0.1:1/none"}, "database"),
        ({"DREIERLEI_DATABASE": "here.db", "DREIERLEI_REDIS": "redis://127.0.0.1:1"}, "Redis"),
    ],
)
def test_a_database_that_is_not_there_is_a_sentence(environment: dict[str, str], word: str) -> None:
    done = serve("--port", str(free_port()), DREIERLEI_SECRET=SECRET, **environment)
    assert done.returncode == 2
    assert word in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture(scope="module")
def address(postgres: str, redis: str) -> Iterator[str]:
    """Two workers on PostgreSQL and Redis."""
    where = {"DREIERLEI_DATABASE": postgres, "DREIERLEI_REDIS": redis, "DREIERLEI_RATE": "0"}
    with server("--workers", "2", **where) as (found, _):
        yield found


def bot(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(BOT), *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_program_plays_against_the_computer(address: str) -> None:
    assert " : " in bot(address, "--game", "tictactoe", "--level", "1")


def test_a_program_takes_an_invitation(address: str) -> None:
    with httpx2.Client(base_url=address, timeout=PATIENCE) as client:
        wanted = {"variant": "tictactoe", "opponent": {"kind": "friend"}, "colour": "white"}
        match = client.post("/api/matches", json=wanted).json()
        link = f"{address}/join/{match['id']}?invite={match['invite']}"
        command = [sys.executable, str(BOT), link, "--engine"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            place = f"/api/matches/{match['id']}"
            while not match["over"]:
                if match["turn"] == 0:
                    sent = {"move": match["position"]["moves"][0]["text"], "number": match["number"]}
                    client.post(f"{place}/moves", json=sent)
                match = client.get(place).json()
            said, _ = program.communicate(timeout=PATIENCE)
    assert said.startswith(("won", "drawn", "lost"))


def test_those_who_follow_one_match_are_at_one_worker(address: str) -> None:
    """Which worker accepts a connection is chance, so eight would not meet by chance."""
    listeners: dict[str, float] = {}

    def connected() -> list[float]:
        text = httpx2.get(f"{address}/metrics", timeout=PATIENCE).text  # over a new connection each time
        listeners.update((worker, float(count)) for worker, count in LISTENERS.findall(text))
        return sorted(listeners.values())

    wait_until(lambda: len(connected()) == 2)
    match = httpx2.post(f"{address}/api/matches", json={"variant": "tictactoe", "opponent": {"kind": "here"}}).json()
    live = f"{address.replace('http', 'ws', 1)}/api/matches/{match['id']}/live"
    with contextlib.ExitStack() as stack:
        for _ in range(8):
            stack.enter_context(websockets.sync.client.connect(live)).recv(PATIENCE)
        wait_until(lambda: sum(connected()) == 8)
        assert connected() == [0, 8]


def test_there_may_be_more_connections_than_files_at_first(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    where = {"DREIERLEI_DATABASE": str(tmp_path / "x.db"), "DREIERLEI_RATE": "0"}
    with contextlib.ExitStack() as stack:
        resource.setrlimit(resource.RLIMIT_NOFILE, (128, hard))
        try:
            address, _ = stack.enter_context(server(**where))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        host, port = address.removeprefix("http://").split(":")
        sockets = [stack.enter_context(socket.create_connection((host, int(port)), PATIENCE)) for _ in range(200)]
        for each in sockets:
            each.sendall(b"GET /health/live HTTP/1.1\r\nHost: here\r\n\r\n")
            assert each.recv(15) == b"HTTP/1.1 200 OK"


def test_an_open_stream_does_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    where = {"DREIERLEI_DATABASE": str(tmp_path / "x.db")}
    with server(**where) as (here, process), httpx2.Client(base_url=here, timeout=PATIENCE) as client:
        match = client.post("/api/matches", json={"variant": "tictactoe", "opponent": {"kind": "here"}}).json()
        with client.stream("GET", f"/api/matches/{match['id']}/events") as stream:
            next(stream.iter_bytes())
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
