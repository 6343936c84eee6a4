"""Environments for learners: every game and variant for PettingZoo, and thousands of games stepped at once.

`make` gives a PettingZoo environment, `VectorEnv` the many games. Both share one numbering of moves and one way of
seeing a position; `Spaces` tells them. Needs the extra `env`.
"""

from __future__ import annotations

from ..extras import require

require("env", "numpy", "pettingzoo")

from .aec import RawEnv, factories, factory, make  # noqa: E402
from .spaces import Spaces  # noqa: E402
from .vector import Batch, VectorEnv  # noqa: E402

__all__ = ["Batch", "RawEnv", "Spaces", "VectorEnv", "factories", "factory", "make"]
