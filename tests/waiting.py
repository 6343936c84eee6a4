"""Waiting for events. No test depends on how fast the machine is: one that waits in vain fails after `PATIENCE`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds after which nothing more is expected, even of a machine that is busy with other work."""


def wait_until(ready: Callable[[], T | None], missing: Callable[[], str] = lambda: "this never happened") -> T:
    """What `ready` returns as soon as that is true; `missing` explains a failure."""
    end = time.monotonic() + PATIENCE
    while not (result := ready()):
        assert time.monotonic() < end, missing()
        time.sleep(0.01)
    return result
