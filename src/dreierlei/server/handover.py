"""Gathers the live connections to a match at one worker.

Which of several workers accepts a connection is random. If the players of a match were connected to different workers,
both would follow every move, and every move would travel over the bus. So a worker that accepts a live connection hands
the open socket to the worker that the match's id selects among all that serve the same address. This is only an
optimisation: a connection that cannot be handed over is served where it is.
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
"""The most bytes in the head of a request."""
WAITING = 1024
"""Connections that may wait to be accepted."""
AVAILABLE = sys.platform == "linux"
"""Whether processes can hand over sockets here."""

_LIVE = re.compile(rb"/api/matches/([^/?]+)/live")
"""The path of a live connection."""
_FOLDER = "dreierlei-workers-"
"""The prefix of the servers' folders; the id of the process that started the workers follows."""
_log = logging.getLogger(__name__)


@contextlib.contextmanager
def shared_folder() -> Iterator[str]:
    """A folder for the workers of this process. Removes the folders that killed servers left behind."""
    if AVAILABLE:
        for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
            if _abandoned(folder):
                shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"{_FOLDER}{os.getpid()}-") as made:
        yield made


def _abandoned(folder: Path) -> bool:
    """Whether a folder belongs to our user, and both the process that made it and its workers are gone.

    Workers may outlive that process, and it may be in another container, where we cannot see it.
    """
    parent = folder.name.removeprefix(_FOLDER).partition("-")[0]
    try:
        ours = parent.isdigit() and folder.lstat().st_uid == os.getuid()
        return ours and not Path("/proc", parent).exists() and not any(map(_answers, folder.iterdir()))
    except OSError:
        return False


def _answers(worker: Path) -> bool:
    """Whether a worker accepts connections at a socket, or may do so."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
        channel.setblocking(False)
        try:
            channel.connect(str(worker))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:
            return True
        return True


class Handover:
    """One of the workers that share a folder. Each has a socket there, at which it accepts connections."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._mine = folder / secrets.token_hex(4)
        self._listener: socket.socket | None = None
        self._protocol: Callable[[], asyncio.Protocol]
        self._tasks: set[asyncio.Task[None]] = set()

    def join(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Accepts connections from now on, if it does not already, each with a new `protocol`."""
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
        """Hands over a live connection whose request has the head `head`; false if it stays with this worker."""
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
        """Stops accepting connections."""
        if self._listener is not None:
            asyncio.get_running_loop().remove_reader(self._listener)
            self._listener.close()
        self._mine.unlink(missing_ok=True)

    def _workers(self) -> list[str]:
        with contextlib.suppress(OSError):
            return os.listdir(self._folder)
        return []

    def _send(self, worker: Path, head: bytes, connection: socket.socket) -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
            channel.setblocking(False)
            try:
                channel.connect(str(worker))
                socket.send_fds(channel, [head], [connection.fileno()])
            except (ConnectionRefusedError, FileNotFoundError):
                worker.unlink(missing_ok=True)  # the worker was killed
                return False
            except OSError as error:
                _log.warning("a live connection could not be handed over: %s", error)
                return False
            return True

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            channel, _ = listener.accept()
            channel.setblocking(False)
            asyncio.get_running_loop().add_reader(channel, self._take, channel)

    def _take(self, channel: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(channel)
        with channel:
            head, sockets, _, _ = socket.recv_fds(channel, SIZE, 1)
        if sockets:
            task = loop.create_task(self._adopt(socket.socket(fileno=sockets[0]), head))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _adopt(self, connection: socket.socket, head: bytes) -> None:
        try:
            _, protocol = await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)
        except OSError:
            connection.close()  # the client is gone
        else:
            protocol.data_received(head)


def _weight(worker: str, match: bytes) -> bytes:
    """The match belongs to the worker with the least weight: when a worker comes or goes, only its own matches move."""
    return blake2b(match, key=worker.encode(), digest_size=8).digest()
