"""Which build of the compiled core this processor runs.

A portable package for x86-64 has two: `_core` in the package's own folder, for every processor since about 2009, and
another in the folder `x86-64-v3`, for those with AVX2 and BMI2. All other packages have one.
"""

from __future__ import annotations

import os
from importlib import import_module

OLDEST, FASTER = "x86-64-v2", "x86-64-v3"

SETTING = "DREIERLEI_PROCESSOR"
"""Set to `x86-64-v2`, this environment variable asks for the core that runs everywhere."""


def folders(package: str) -> list[str]:
    """The folders in which a package looks for its core before its own. Raises `ImportError` on too old a processor."""
    faster = os.path.join(package, FASTER)
    if not os.path.isdir(faster):
        return []
    level = import_module("dreierlei._cpu").LEVEL
    if level not in (OLDEST, FASTER):
        raise ImportError(f"dreierlei needs a processor with the instructions of {OLDEST} (SSE4.2, POPCNT).")
    return [faster] if os.environ.get(SETTING, level) == FASTER == level else []
