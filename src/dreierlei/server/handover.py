"""Live connections of one match at one worker.

Which of several workers accepts a connection is chance. If the players of a match were at different ones, both would
follow every move, and it would travel over the bus. So a worker that gets a live connection hands the open socket to
the worker that the match's id chooses among all that serve the same address. That makes moves cheap, no more: what
cannot be handed over is served where it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import secrets
import shutil
import socket
import sys
import tempfile
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIZE = 64 * 1024
"""Bytes of the head of a request, at most."""
WAITING = 1024
"""Connections that may wait to be taken."""
AVAILABLE = sys.platform == "linux"
"""Whether processes can hand over sockets here."""

_LIVE = re.compile(rb"/api/matches/([^/?]+)/live")
"""The address of a live connection."""
_FOLDER = "dreierlei-workers-"
"""How the folders of servers begin; the number of the process follows that has started the workers."""
_log = logging.getLogger(__name__)


@contextlib.contextmanager
def shared_folder() -> Iterator[str]:
    """A folder for the workers of this process. Those that killed servers have left behind are removed."""
    if AVAILABLE:
        for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
            if _abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"{_FOLDER}{os.getpid()}-") as made:
        yield made


def _abandoned(folder: Path) -> bool:
    """Whether a folder is ours, the process that made it has gone, and so have its workers.

    Workers may outlive that process, and it may be in another container, where we do not see it.
    """
    parent = folder.name.removeprefix(_FOLDER).partition("-")[0]
    try:
        ours = parent.isdigit() and folder.lstat().st_uid == os.getuid()
        return ours and not Path("/proc", parent).exists() and not any(map(_answers, folder.iterdir()))
    except OSError:
        return False


def _answers(worker: Path) -> bool:
    """Whether somebody takes connections at a socket, or may do so."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.setblocking(False)
        try:
            door.connect(str(worker))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:
            return True
        return True


class Handover:
    """One worker among those that share a folder. Each has a socket there, at which it takes connections."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._mine = folder / secrets.token_hex(4)
        self._listener: socket.socket | None = None
        self._protocol: Callable[[], asyncio.Protocol]
        self._tasks: set[asyncio.Task[None]] = set()

    def join(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Takes connections from now on, if it does not yet, each with a new `protocol`."""
        if self._listener is not None:
            return
        self._protocol = protocol
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listener.setblocking(False)
        try:
            self._listener.bind(str(self._mine))
            self._listener.listen(WAITING)
        except OSError as error:
            _log.warning("live connections cannot be handed over: %s", error)
        else:
            asyncio.get_running_loop().add_reader(self._listener, self._accept, self._listener)

    def give(self, address: bytes, head: bytes, connection: socket.socket) -> bool:
        """Hands over a live connection, of whose request this was read; false if it is ours, or nobody takes it."""
        asked = _LIVE.match(address)
        if asked is None or self._listener is None:
            return False
        workers = sorted(self._workers(), key=lambda worker: _weight(worker, asked[1]))
        for worker in workers:
            if worker == self._mine.name:
                return False
            if self._send(self._folder / worker, head, connection):
                return True
        return False

    def close(self) -> None:
        """Takes no more connections."""
        if self._listener is not None:
            asyncio.get_running_loop().remove_reader(self._listener)
            self._listener.close()
        self._mine.unlink(missing_ok=True)

    def _workers(self) -> list[str]:
        with contextlib.suppress(OSError):
            return os.listdir(self._folder)
        return []

    def _send(self, worker: Path, head: bytes, connection: socket.socket) -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
            door.setblocking(False)
            try:
                door.connect(str(worker))
                socket.send_fds(door, [head], [connection.fileno()])
            except (ConnectionRefusedError, FileNotFoundError):
                worker.unlink(missing_ok=True)  # it has been killed
                return False
            except OSError as error:
                _log.warning("a live connection could not be handed over: %s", error)
                return False
            return True

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            door, _ = listener.accept()
            door.setblocking(False)
            asyncio.get_running_loop().add_reader(door, self._take, door)

    def _take(self, door: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(door)
        with door:
            head, sockets, _, _ = socket.recv_fds(door, SIZE, 1)
        if sockets:
            task = loop.create_task(self._adopt(socket.socket(fileno=sockets[0]), head))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _adopt(self, connection: socket.socket, head: bytes) -> None:
        try:
            _, protocol = await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        except OSError:
            connection.close()  # the client has gone
        else:
            protocol.data_received(head)


def _weight(worker: str, match: bytes) -> bytes:
    """Its order chooses the worker for a match. When a worker comes or goes, only its own matches move."""
    return blake2b(match, key=worker.encode(), digest_size=8).digest()
