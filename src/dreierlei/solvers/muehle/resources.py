"""The disk space and memory that a build needs, checked before it begins."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from ...model import Variant
from .blocks import DatabaseError
from .subspaces import Placing, Subspace, needs, solved_together, tables_of

BYTES_PER_INDEX = 0.35
"""An upper estimate of the disk space."""
FIXED_BYTES = 250_000_000
"""The memory of a process besides the values: the interpreter, and the tables that number the positions."""


def check_disk(path: Path, indices: int) -> None:
    """Raises `DatabaseError` if this many new indices may not fit on the disk."""
    needed = int(indices * BYTES_PER_INDEX)
    free = shutil.disk_usage(path).free
    if needed > free:
        raise DatabaseError("database.disk", needed=needed / 1e9, free=free / 1e9, path=str(path))


def check_memory(variant: Variant, subspaces: Iterable[Subspace], at_once: int = 1) -> None:
    """Raises `DatabaseError` if `at_once` of the largest of them may not fit into this machine's memory."""
    largest = max((memory(variant, subspace) for subspace in subspaces), default=0)
    needed, available = largest * at_once, available_memory()
    if available is not None and needed > available:
        raise DatabaseError("database.memory", needed=needed / 1e9, at_once=at_once, available=available / 1e9)


def memory(variant: Variant, subspace: Subspace) -> int:
    """The bytes that solving a subspace, and what is solved with it, takes."""
    tables = tables_of(variant)
    # Where moves lead back and forth, a second layout of the same size is held: see cpp/solvers/retrograde.hpp.
    layouts = 1 if isinstance(subspace, Placing) else 2
    own = layouts * sum(part.size(tables) for part in solved_together(subspace))
    return FIXED_BYTES + own + sum(part.size(tables) for part in needs(subspace, variant))


def available_memory() -> int | None:
    """The bytes that a new process can use without harming others, or None if the system does not report them."""
    limits = [_from_meminfo(), _from_control_group()]
    return min((limit for limit in limits if limit is not None), default=_from_sysconf())


def _from_meminfo() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, ValueError, StopIteration):
        return None


def _from_control_group() -> int | None:
    """What is left of a container's limit; None where there is no limit."""
    group = Path("/sys/fs/cgroup")
    try:
        most, used = ((group / name).read_text("ascii").strip() for name in ("memory.max", "memory.current"))
        return int(most) - int(used)
    except (OSError, ValueError):
        return None


def _from_sysconf() -> int | None:
    if sys.platform == "win32":
        return None
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None
