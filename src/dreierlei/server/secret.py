"""The secret that signs the tokens: given in the environment, or generated once and kept in a file."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from typing import TYPE_CHECKING

from ..errors import DreierleiError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

LENGTH = 32
"""The minimum length of a secret, in characters."""


def check(where: str, values: Sequence[str]) -> tuple[str, ...]:
    """The secrets; raises `DreierleiError` if there is none, or if one is too short."""
    if not values or min(map(len, values)) < LENGTH:
        raise DreierleiError("server.secret-short", where=where, expected=LENGTH)
    return tuple(values)


def kept(path: Path) -> tuple[str, ...]:
    """The secrets in a file, one on each line; the first signs. Creates the file if there is none.

    Raises `DreierleiError` if it cannot be created or read, if others may read it, or if a secret is too short.
    """
    try:
        if not path.exists():
            _make(path)
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise DreierleiError("server.secret-exposed", path=str(path))
        return check(str(path), path.read_text().split())
    except OSError as error:
        raise DreierleiError("server.secret", path=str(path), reason=str(error.strerror)) from None


def rotate(path: Path, forget: bool = False) -> int:
    """Adds a new secret to a file. The old ones are kept for verification, unless `forget`; returns how many.

    Raises `DreierleiError` like `kept`. Tokens signed with a forgotten secret become invalid.
    """
    old = () if forget else kept(path)
    try:
        with _draft(path, "\n".join((secrets.token_urlsafe(48), *old))) as draft:
            draft.replace(path)
    except OSError as error:
        raise DreierleiError("server.secret", path=str(path), reason=str(error.strerror)) from None
    return len(old)


def _make(path: Path) -> None:
    """Writes a new secret. The first of several workers wins."""
    with _draft(path, secrets.token_urlsafe(48)) as draft, contextlib.suppress(FileExistsError):
        os.link(draft, path)


@contextlib.contextmanager
def _draft(path: Path, text: str) -> Iterator[Path]:
    """A temporary file next to another, with a text: written completely or not at all, and never readable by others."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as target:
            target.write(text)
            target.flush()
            os.fsync(target.fileno())
        yield draft
    finally:
        draft.unlink(missing_ok=True)
