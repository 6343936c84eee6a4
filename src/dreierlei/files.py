"""Files: reading them whole, reporting errors in writing, and locks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .errors import DreierleiError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def read_text(path: Path) -> str:
    """The text of a file; raises `DreierleiError` if there is no such file, or if it cannot be read."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise DreierleiError("file.missing", file=str(path)) from None
    except OSError as error:
        raise DreierleiError("file.unreadable", file=str(path), reason=error.strerror) from None
    return decode(data, str(path))


def decode(data: bytes, name: str) -> str:
    """The text of a file with that name; raises `DreierleiError` unless it is in UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DreierleiError("file.not-utf8", file=name, byte=error.start) from None


def check_writable(path: Path) -> None:
    """Raises `DreierleiError` unless a file can be written there. Long work checks this before it begins."""
    with writing(path):
        existed = path.exists()
        path.open("a", encoding="utf-8").close()
        if not existed:
            path.unlink()


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A block that writes a file; raises `DreierleiError` if that fails."""
    try:
        yield
    except OSError as error:
        raise DreierleiError("file.unwritable", file=str(path), reason=error.strerror) from None


def lock(file: IO[str]) -> None:
    """Locks an open file until it is closed; raises `OSError` if another process has locked it."""
    if sys.platform == "win32":
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
