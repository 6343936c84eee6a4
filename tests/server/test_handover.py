"""Live connections get to the worker that the id of their match chooses, and stay where they are if that fails."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

import pytest

from dreierlei.server.handover import AVAILABLE, Handover, shared_folder
from tests import coroutines
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="processes cannot hand over sockets here")

MATCHES = [f"match-{number}" for number in range(20)]


class Recorder(asyncio.Protocol):
    """Answers with everything that it gets."""

    def __init__(self, name: bytes) -> None:
        self.name = name

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._transport.write(self.name + b" " + data)


@contextlib.contextmanager
def workers(folder: Path, *names: bytes) -> Iterator[list[Handover]]:
    made = [Handover(folder) for _ in names]
    for each, name in zip(made, names, strict=True):
        each.join(lambda name=name: Recorder(name))  # type: ignore[misc]
    try:
        yield made
    finally:
        for each in made:
            each.close()


async def give(worker: Handover, address: str) -> bytes | None:
    """What the worker that takes a connection says to its head; None if it was not handed over."""
    client, accepted = socket.socketpair()
    client.setblocking(False)
    with client:
        with accepted:
            if not worker.give(address.encode(), b"head", accepted):
                return None
        return await asyncio.wait_for(asyncio.get_running_loop().sock_recv(client, 100), PATIENCE)


def test_workers_agree_on_where_a_match_is(tmp_path: Path) -> None:
    async def ask() -> list[list[bytes | None]]:
        with workers(tmp_path, b"one", b"two", b"three") as made:
            return [[await give(each, f"/api/matches/{match}/live?after=3") for each in made] for match in MATCHES]

    chosen = [{said or name for said, name in zip(row, (None,) * 3, strict=True)} for row in coroutines.run(ask())]
    for said in chosen:
        assert None in said  # the one that has the match keeps it
        assert len(said) == 2  # and the others give it to the same one
    assert {said for row in chosen for said in row if said} == {b"one head", b"two head", b"three head"}


def test_only_live_connections_are_handed_over(tmp_path: Path) -> None:
    async def ask() -> list[bytes | None]:
        with workers(tmp_path, b"one", b"two") as (one, _):
            addresses = [f"/api/matches/{match}{rest}" for match in MATCHES for rest in ("", "/moves", "/x/live")]
            return [await give(one, address) for address in ["/", "/live", *addresses]]

    assert not any(coroutines.run(ask()))


def test_a_worker_that_was_killed_gets_nothing(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as killed:
        killed.bind(str(tmp_path / "killed"))
        killed.listen()

    async def ask() -> list[bytes | None]:
        with workers(tmp_path, b"one") as (one,):
            return [await give(one, f"/api/matches/{match}/live") for match in MATCHES]

    assert not any(coroutines.run(ask()))
    assert not list(tmp_path.iterdir())


def test_without_a_folder_everything_stays(tmp_path: Path) -> None:
    async def ask() -> list[bytes | None]:
        with workers(tmp_path / "nowhere", b"one") as (one,):
            return [await give(one, f"/api/matches/{match}/live") for match in MATCHES]

    assert not any(coroutines.run(ask()))


def test_the_folder_that_a_killed_server_left_behind_is_removed_unless_its_workers_live(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    left, orphaned, running, foreign = (
        tmp_path / f"dreierlei-workers-{name}"
        for name in (f"{process.pid}-a", f"{process.pid}-b", f"{os.getpid()}-c", "x")
    )
    for folder in (left, orphaned, running, foreign):
        folder.mkdir()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as killed:
        killed.bind(str(left / "worker"))

    async def serve() -> list[Path]:
        with workers(orphaned, b"one"), shared_folder() as made:
            return sorted(folder for folder in tmp_path.iterdir() if folder != tmp_path / made)

    assert coroutines.run(serve()) == sorted([orphaned, running, foreign])
    with shared_folder():
        assert not orphaned.exists()
