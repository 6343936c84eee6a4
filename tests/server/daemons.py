"""A real PostgreSQL and a real Redis, each in a folder of its own, for as long as somebody needs them."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from tests.waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


SECRET = "a secret of the tests, long enough"


class MissingProgram(Exception):
    """A program that the tests need is not installed."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgres_command(folder: Path, port: int, durable: bool = False) -> list[str]:
    """What runs a PostgreSQL in a folder, which is set up for it."""
    tools, user, data = _postgres_tools(), _unprivileged(folder), folder / "data"
    subprocess.run(
        [*user, tools / "initdb", "-D", data, "-U", "dreierlei", "-A", "trust", "-E", "UTF8", "--no-sync"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    # Nobody pulls the plug of this machine during a test: no waiting for its disk.
    fsync = "on" if durable else "off"
    options = f"-h 127.0.0.1 -p {port} -k {folder} -c fsync={fsync} -c max_connections=100"
    return [*user, str(tools / "postgres"), "-D", str(data), *options.split()]


def postgres_is_ready(port: int) -> bool:
    """Whether a PostgreSQL answers."""
    ready = [str(_postgres_tools() / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    return subprocess.run(ready, check=False).returncode == 0


@contextlib.contextmanager
def postgres(durable: bool = False) -> Iterator[str]:
    """The address of a PostgreSQL that is ours alone."""
    port = free_port()
    with _folder() as folder, running(postgres_command(folder, port, durable), folder / "postgres.log"):
        _wait(lambda: postgres_is_ready(port), folder / "postgres.log")
        yield f"postgresql://dreierlei@127.0.0.1:{port}/postgres"


def redis_command(folder: Path, port: int) -> list[str]:
    """What runs a Redis that keeps nothing."""
    program = shutil.which("redis-server")
    if program is None:
        raise MissingProgram("These tests need redis-server: install it (on Debian, the package redis-server).")
    options = f"--port {port} --bind 127.0.0.1 --appendonly no --dir {folder}"
    return [program, *options.split(), "--save", ""]


@contextlib.contextmanager
def redis(port: int = 0) -> Iterator[str]:
    """The address of a Redis that is ours alone."""
    port = port or free_port()
    with _folder() as folder, running(redis_command(folder, port), folder / "redis.log"):
        _wait(lambda: listens(port), folder / "redis.log")
        yield f"redis://127.0.0.1:{port}/0"


def server_command(port: int, *arguments: str) -> list[str]:
    """What runs the server."""
    return [sys.executable, "-m", "dreierlei", "serve", "--no-open", "--port", str(port), *arguments]


@contextlib.contextmanager
def server(*arguments: str, **environment: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address and the process of a real `dreierlei serve`."""
    port = free_port()
    command = server_command(port, *arguments)
    environment = {"DREIERLEI_SECRET": SECRET, **environment}
    with _folder() as folder, running(command, folder / "server.log", **environment) as process:
        _wait(lambda: process.poll() is not None or listens(port), folder / "server.log")
        if process.poll() is not None:
            raise RuntimeError((folder / "server.log").read_text())
        yield f"http://127.0.0.1:{port}", process


def _postgres_tools() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
    if found:
        return found[-1].parent
    if (program := shutil.which("postgres")) is not None:
        return Path(program).resolve().parent
    raise MissingProgram("These tests need PostgreSQL: install it (on Debian, the package postgresql).")


def _unprivileged(folder: Path) -> list[str]:
    """What runs a program as somebody who is not root, because PostgreSQL refuses to be."""
    if os.geteuid() != 0:
        return []
    nobody = 65534
    os.chown(folder, nobody, nobody)
    return ["setpriv", f"--reuid={nobody}", f"--regid={nobody}", "--clear-groups"]


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="dreierlei-", ignore_cleanup_errors=True) as name:
        yield Path(name)


@contextlib.contextmanager
def running(command: list[str], log: Path, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as target:
        process = subprocess.Popen(
            command, stdout=target, stderr=subprocess.STDOUT, env={**os.environ, **environment}, cwd=log.parent
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _wait(ready: Callable[[], bool], log: Path) -> None:
    wait_until(ready, lambda: f"It did not start: {log.read_text()}")


def make_schema(address: str, schema: str) -> None:
    """A part of a PostgreSQL database that nobody else uses."""
    engine = sa.create_engine(address)
    with engine.begin() as connection:
        connection.execute(sa.text(f"CREATE SCHEMA {schema}"))
    engine.dispose()
