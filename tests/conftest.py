"""Settings for all tests: the same examples in every run, and new ones in `make deep`."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from dreierlei import folders

from .contract.variants import DEEP

if TYPE_CHECKING:
    from pathlib import Path

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("deep", max_examples=2000, deadline=None)
settings.load_profile("deep" if DEEP else "same")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests come first, so that no process is still at one when the others have finished."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_unconfigure() -> None:
    """Lets Hypothesis's examples go: its callback in the garbage collector keeps them, and so positions, to the end."""
    gc.callbacks[:] = [callback for callback in gc.callbacks if not callback.__module__.startswith("hypothesis")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where programs keep what they keep: nothing is written anywhere else."""
    monkeypatch.setattr(folders, "data_folder", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path
