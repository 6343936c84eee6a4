"""How far unsolved games are proved to be open: the plies within which neither side can force a win.

`data/horizon.json` has a proof for every position after one and two moves, up to symmetry; `dreierlei data horizon`
makes it. The search behind a proof skips no move and is limited by depth alone, so it is exact up to that depth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from typing import TYPE_CHECKING

from . import data
from .book import canonical, read
from .declarations import variant as find_variant
from .openings import first_lines, unsolved
from .positions import Position
from .search import MOST_NODES, near
from .version import VERSION
from .work import Journal

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from ._core import Move
    from .model import Variant

FILE = "horizon.json"


@cache
def forced_wins(variant: Variant) -> dict[str, tuple[int, int]]:
    """What is proved about positions, by their canonical text: how many plies were searched, and the plies to a forced
    win of the player to move, negative for one of the opponent and 0 if there is none.
    """
    rows = data.load(FILE).get(variant.id, {}) if data.file(FILE).is_file() else {}
    return {text: (plies, win) for text, (plies, win) in rows.items()}


def open_plies(variant: Variant, line: Sequence[Move]) -> int | None:
    """The plies after some first moves within which it is proved that nobody can force a win; None without a proof."""
    plies, win = forced_wins(variant).get(canonical(reduce(Position.play, line, Position(variant))), (0, 0))
    return plies if plies and not win else None


def write(folder: Path, executor: Executor, plies: int, progress: Callable[[int, int], object] | None = None) -> Path:
    """Searches the positions after one and two moves of every unsolved game `plies` plies deep."""
    path = folder / FILE
    journal = Journal(path.with_name(f"{FILE}.part"), "forced wins")
    tasks: dict[str, tuple[object, ...]] = {
        f"{plies} {variant.id} {text}": (variant.id, text, plies)
        for variant in unsolved()
        for text in first_lines(variant)
    }
    tables: dict[str, dict[str, tuple[int, int]]] = {}
    for done, (name, win) in enumerate(journal.run(executor, forced_win, tasks), 1):
        _, variant_id, text = name.split(" ", 2)
        tables.setdefault(variant_id, {})[text] = (plies, win)
        if progress:
            progress(done, len(tasks))
    about = {"command": f"dreierlei data horizon --count {plies}", "version": VERSION}
    path.write_text(data.dump({**about, **tables}), "utf-8")
    journal.close()
    return path


def forced_win(variant_id: str, text: str, plies: int) -> int:
    """The plies to a forced win of the player to move, negative for one of the opponent, 0 for none within `plies`.

    >>> forced_win("tictactoe", "ww./bb./... w", 3), forced_win("tictactoe", "w../.b./... w", 6)
    (1, 0)
    """
    ends = near(read(find_variant(variant_id), text), plies, MOST_NODES).values()
    wins = [end for end in ends if end > 0]
    return min(wins) if wins else 0 if 0 in ends else min(ends)
