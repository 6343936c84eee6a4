"""Settings for all tests: the same examples in every run, and new ones in `make deep`."""

from __future__ import annotations

import gc

from hypothesis import settings

from .contract.variants import DEEP

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("deep", max_examples=2000, deadline=None)
settings.load_profile("deep" if DEEP else "same")


def pytest_unconfigure() -> None:
    """Lets Hypothesis's examples go: its callback in the garbage collector keeps them, and so positions, to the end."""
    gc.callbacks[:] = [callback for callback in gc.callbacks if not callback.__module__.startswith("hypothesis")]
