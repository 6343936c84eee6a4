"""Data files of the package: results that took long to compute. `dreierlei data`, `book` and `calibrate` make them."""

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


def dump(content: dict[str, Any]) -> str:
    """A JSON file with a line for each field, and for each entry of a field that is a table."""
    import json  # start-up time: most programs write none of these files

    def field(value: Any) -> str:
        if not isinstance(value, dict):
            return json.dumps(value)
        rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(row)}" for key, row in value.items())
        return f"{{\n{rows}\n }}"

    fields = ",\n".join(f" {json.dumps(key)}: {field(value)}" for key, value in content.items())
    return f"{{\n{fields}\n}}\n"
