"""Environments for learners: every game and variant for PettingZoo, and thousands of games stepped at once.

`make` gives a PettingZoo environment, `VectorEnv` the many games. Both share one numbering of moves and one way of
observing a position, which `Spaces` describes. Needs the extra `env`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..extras import require

require("env", "numpy")

from .spaces import Spaces  # noqa: E402
from .vector import Batch, VectorEnv  # noqa: E402

if TYPE_CHECKING:
    from .aec import RawEnv, factories, factory, make

__all__ = ["Batch", "RawEnv", "Spaces", "VectorEnv", "factories", "factory", "make"]


def __getattr__(name: str) -> Any:
    # start-up time: PettingZoo loads slowly, and `VectorEnv` does without it
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require("env", "pettingzoo")
    from . import aec  # start-up time

    return getattr(aec, name)
