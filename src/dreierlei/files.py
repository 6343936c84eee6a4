"""Files that people name: reading them whole, and errors in writing them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import DreierleiError


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


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A block that writes a file; raises `DreierleiError` if that fails."""
    try:
        yield
    except OSError as error:
        raise DreierleiError("file.unwritable", file=str(path), reason=error.strerror) from None
