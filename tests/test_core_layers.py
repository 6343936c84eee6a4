"""The headers of the core include each other in one direction only."""

from __future__ import annotations

import re
from pathlib import Path

CORE = Path(__file__).parent.parent / "cpp"

LAYERS = ("model", "families", "search", "solvers", "erased", "bind")
"""From low to high. The files directly in `cpp/` are the model, except for the door to all families."""


def layer(file: Path) -> int:
    folder = file.relative_to(CORE).parts[0]
    if file.parent == CORE:
        folder = "erased" if file.stem == "erased" else "model"
    return LAYERS.index(folder)


def included(file: Path) -> list[Path]:
    names = re.findall(r'^#include "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE)
    return [(file.parent / name).resolve() for name in names]


def test_includes_point_downwards() -> None:
    files = [file for file in CORE.rglob("*") if file.suffix in (".hpp", ".cpp")]
    assert len(files) > 20
    for file in files:
        for other in included(file):
            assert layer(other) <= layer(file), f"{file.relative_to(CORE)} includes {other.relative_to(CORE)}"


def test_a_search_knows_no_family() -> None:
    for file in (CORE / "search").iterdir():
        assert not [other for other in included(file) if other.parent.name == "families"], file.name
