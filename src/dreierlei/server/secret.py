"""The secret that signs the tokens: given in the environment, or made once and kept in a file."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from typing import TYPE_CHECKING

from ..errors import DreierleiError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LENGTH = 32
"""Characters of the shortest secret that is accepted."""


def check(where: str, values: Sequence[str]) -> tuple[str, ...]:
    """The secrets; raises `DreierleiError` if there is none, or if one is too short."""
    if not values or min(map(len, values)) < LENGTH:
        raise DreierleiError("server.secret-short", where=where, expected=LENGTH)
    return tuple(values)


def kept(path: Path) -> tuple[str, ...]:
    """The secrets in a file, one on each line; the first signs. Makes the file if there is none.

    Raises `DreierleiError` if it cannot be made or read, if others may read it, or if a secret is too short.
    """
    try:
        if not path.exists():
            _make(path)
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise DreierleiError("server.secret-exposed", path=str(path))
        return check(str(path), path.read_text().split())
    except OSError as error:
        raise DreierleiError("server.secret", path=str(path), reason=str(error.strerror)) from None


def _make(path: Path) -> None:
    """Writes a new secret: complete or not at all, and never readable by others. The first of several workers wins."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as target:
            target.write(secrets.token_urlsafe(48))
            target.flush()
            os.fsync(target.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
