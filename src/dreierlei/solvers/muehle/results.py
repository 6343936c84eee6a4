"""What the complete database has shown, kept with the package: it answers where there is no database.

`python -m dreierlei.solvers.muehle` reads the complete database in the user's data folder and writes
`dreierlei/data/muehle_values.json`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import comb
from typing import TYPE_CHECKING

from ...errors import DreierleiError
from ...folders import database
from ...model import Side
from ...position import Position
from ...solution import Solution
from .asking import Database
from .building import solve_subspace
from .folder import Folder, fingerprint, summary
from .subspaces import SMALL, every_subspace, limit_of, tables_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ...model import Variant
    from .subspaces import Subspace

FILE = "muehle_values.json"
COUNTS = ("wins", "draws", "losses", "plies")


@dataclass(frozen=True)
class Stored:
    """The results of a complete database: the value of the start and of each first placement, and all counts."""

    evidence: str
    """Where they come from, and how they can be made again."""
    start: Side | None
    """Who wins with best play; None is a draw."""
    first: dict[str, Side | None]
    """The same after each first placement."""
    subspaces: dict[str, dict[str, int]]
    """Wins, draws and losses of the player to move over all placements of the stones, and the most plies to the next
    stone taken; the indices, and the bytes on disk."""

    def value(self, position: Position) -> Solution | None:
        """The value of the start, or of a position after one placement; None for others."""
        places = position.variant.layout.places
        stones = [place.name for place, stone in zip(places, position.stones, strict=True) if stone != "."]
        begun = Position(position.variant) if not stones else Position(position.variant).play(stones[0])
        if len(stones) > 1 or str(begun) != str(position):
            return None
        winner = self.first[stones[0]] if stones else self.start
        line = tuple(move for move in position.moves() if self.first.get(move.text) is winner)[:1] if not stones else ()
        return Solution(True, winner, None, line, 0, 0.0, self.evidence)


@cache
def stored(variant: Variant) -> Stored | None:
    """The stored results of a variant, or None if there are none for its rules."""
    told = json.loads(_text())
    if told["fingerprint"] != fingerprint(variant).hex():
        return None
    return Stored(
        f"stored result of the complete database, version {told['version']}; to make it again: {told['command']}",
        _side(told["start"]),
        {cell: _side(winner) for cell, winner in told["first"].items()},
        {name: dict(zip((*COUNTS, "size", "bytes"), row, strict=True)) for name, row in told["subspaces"].items()},
    )


def check_stored(variant: Variant, progress: Callable[[str], None] | None = None) -> int:
    """Checks the stored results as far as that goes; returns how many counts and values it looked at.

    The counts of each subspace must add up to the placements there are, and those of the smallest must come out again.
    Counts and values are compared with the database where it has them: without it they cannot be computed again.
    Raises `DreierleiError` at the first that is wrong.
    """
    found = stored(variant)
    if found is None:
        return 0
    tables, places = tables_of(variant), variant.tables.numbers["places"]
    folder = Folder(database(variant), variant)
    small: dict[Subspace, bytearray] = {}
    for smallest in SMALL:
        small |= solve_subspace(variant, smallest, small.__getitem__, 1, lambda _part: True) or {}
    every = every_subspace(variant, placing=True)
    if set(found.subspaces) != {each.name for each in every}:
        raise DreierleiError(f"{FILE} does not have the subspaces that the rules have.")
    for done, each in enumerate(every):
        if progress and done % 50 == 0:
            progress(f"{each.name}, {done} of {len(every)} stored counts checked")
        row = found.subspaces[each.name]
        own, their = each[-2:]
        right = sum(row[key] for key in COUNTS[:3]) == comb(places, own) * comb(places - own, their)
        right = right and row["size"] == each.size(tables)
        for known in (
            summary(each.census(tables, small[each]), limit_of(variant)) if each in small else {},
            folder.entries.get(each.name, {}),
        ):
            right = right and all(known.get(key, row[key]) == row[key] for key in COUNTS)
        if not right:
            raise DreierleiError(f"The stored counts of {each.name} in {FILE} are wrong.")
    start = Position(variant)
    here = Database(folder)
    for cell, winner in found.first.items():
        known_value = here.probe(start.play(cell))
        if known_value is not None and known_value.winner is not winner:
            raise DreierleiError(f"The stored value of {cell} in {FILE} is wrong.")
    if not any(winner is found.start for winner in found.first.values()):
        raise DreierleiError(f"The stored value of the start in {FILE} is not that of its best first placement.")
    return len(every) + len(found.first) + 1


def write_stored(variant: Variant, folder: Path, target: Path) -> None:
    """Writes the results of a complete database; raises `DreierleiError` if a part is missing."""
    from ... import __version__

    place = Folder(folder, variant)
    every = every_subspace(variant, placing=True)
    here = Database(place)
    start = Position(variant)
    values = {"": here.probe(start), **{move.text: here.probe(start.play(move)) for move in start.moves()}}
    if not all(place.has(each) for each in every) or None in values.values():
        raise DreierleiError(f"The database in {folder} is not complete.")
    winners = {cell: str(value.winner) if value and value.winner else None for cell, value in values.items()}
    keys = (*COUNTS, "size", "bytes")
    told = {
        "variant": variant.id,
        "fingerprint": fingerprint(variant).hex(),
        "command": f"dreierlei solve {variant.id} --build; python -m dreierlei.solvers.muehle",
        "version": __version__,
        "about": "the winner with best play from the start and after each first placement, null for a draw; for each "
        "subspace the wins, draws and losses of the player to move over all placements of the stones, the most plies "
        "to the next stone taken, the indices, and the bytes on disk. Subspaces are own-their stones without stones "
        "in hand, and ply-white-black in the Setzphase. The counts of the smallest can be computed again in a second; "
        "the values of the start and the first placements follow from all of them and need the whole database.",
        "start": winners.pop(""),
        "first": winners,
        "subspaces": {each.name: [place.entries[each.name][key] for key in keys] for each in every},
    }
    text = json.dumps(told, indent=1)
    rows = json.dumps(told["subspaces"]).replace("], ", "],\n  ").replace("{", "{\n  ").replace("}", "\n }")
    text = text[: text.index(' "subspaces"')] + f' "subspaces": {rows}\n}}\n'
    target.write_text(text, encoding="utf-8")


def _text() -> str:
    return (resources.files("dreierlei") / "data" / FILE).read_text("utf-8")


def _side(name: str | None) -> Side | None:
    return None if name is None else Side(name)
