"""What the package carries: results that took long to compute. `dreierlei data`, `book` and `calibrate` make them."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def file(name: str) -> Traversable:
    """A file of the package's data; it may not exist."""
    return resources.files(__name__).joinpath(name)


def text(name: str) -> str:
    """The content of a text file."""
    return file(name).read_text("utf-8")


def load(name: str) -> Any:
    """The content of a JSON file."""
    import json  # start-up time: most programs read none of these files

    return json.loads(text(name))
