"""Optional parts of the program, which need further packages."""

from __future__ import annotations

from importlib.util import find_spec

from .errors import DreierleiError


class MissingExtra(DreierleiError):
    """A part of the program whose packages are not installed."""


def require(extra: str, *packages: str) -> None:
    """Raises `MissingExtra`, naming the extra, unless all of these packages can be imported."""
    missing = tuple(package for package in packages if find_spec(package) is None)
    if missing:
        raise MissingExtra("extra.missing", packages=missing, extra=extra)
