"""Environments for learners: every game for PettingZoo, Gymnasium and OpenSpiel, and thousands of games at once.

`make` gives a PettingZoo environment, `VectorEnv` the many games; `env.gym` registers the games with Gymnasium and
`env.openspiel` with OpenSpiel. All share one numbering of moves and one way of observing a position, which `Spaces`
describes. Needs the extra `env`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..extras import require

require("env", "numpy")

from .spaces import Spaces  # noqa: E402
from .vector import Batch, VectorEnv, starts  # noqa: E402

if TYPE_CHECKING:
    from .aec import RawEnv, factories, factory, make  # start-up time, as below

__all__ = ["Batch", "RawEnv", "Spaces", "VectorEnv", "factories", "factory", "make", "starts"]


def __getattr__(name: str) -> Any:
    # start-up time: PettingZoo loads slowly, and `VectorEnv` does not need it
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require("env", "pettingzoo")
    from . import aec  # start-up time

    return vars(aec)[name]
