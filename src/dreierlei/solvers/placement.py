"""Exact values of games of filling a pattern, and of every first stone.

`python -m dreierlei.solvers.placement GAME…` solves each first stone of a game and stores the values in
`dreierlei/data/first_stones_GAME.json`, from where `read_first_stones` takes them.
"""

from __future__ import annotations

import json
import random
import sys
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from .. import _core
from ..errors import DreierleiError
from ..games import variant as find_variant
from ..model import SIDES, Side
from ..position import Position
from ..solution import Solution, best_first

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .._core import Move
    from ..model import Variant
    from ..solution import StopFlag

FAMILY = "placement"
COMPLETE = True
"""Whether a position that is not known within a limit is not worth another kind of search."""

TINY = 9
"""Cells of a board on which every position is solved at once."""


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    shortest: bool = True,
) -> Solution:
    """The value of a position; `known` is False where the limits, or `stop`, ended the search before it was found.

    A value may be known and the length of the win not: `plies` is then None. Without `shortest` it is not looked for.
    Other threads can run meanwhile. Memory stays below 64 MB. The same limit in nodes gives the same result.

    >>> from dreierlei import start
    >>> solve(start("tictactoe").play("b2").play("b3")).winner
    dreierlei.WHITE
    """
    family = position.variant.tables.family
    if family != FAMILY:
        raise DreierleiError(f"Only games of the family {FAMILY} are solved here, not those of {family}.")
    if (seconds is not None and not seconds >= 0) or (nodes is not None and nodes < 0):
        raise DreierleiError("The limits in seconds and nodes must be 0 or more.")
    known, winner, plies, line, count, time = _core.solve_placement(position, seconds, nodes, stop, shortest)
    return Solution(known, SIDES[winner] if winner >= 0 else None, plies if plies >= 0 else None, line, count, time)


def at_hand(position: Position) -> tuple[tuple[Move, Solution], ...]:
    """The value of each move, best first, on a tiny board; nothing on a larger one."""
    if len(position.stones) > TINY:
        return ()
    return best_first(((move, solve(position.play(move))) for move in position.moves()), position.turn)


def first_stones(
    variant: Variant, *, seconds: float | None = None, nodes: int | None = None, shortest: bool = True
) -> dict[str, Solution]:
    """The value of the position after each first stone that the variant allows, by the name of its cell.

    The limits are for each stone. Cells that a symmetry of the patterns turns into each other are solved once: those
    with `nodes` and `seconds` 0 were.
    """
    start = Position(variant)
    names = [place.name for place in variant.layout.places]
    symmetries = start.symmetries
    solved: dict[int, Solution] = {}
    for move in start.moves():
        cell = names.index(move.text)
        turned = next(((image, solved[image[cell]]) for image in symmetries if image[cell] in solved), None)
        if turned is None:
            solved[cell] = solve(start.play(move), seconds=seconds, nodes=nodes, shortest=shortest)
        else:
            image, twin = turned
            back = {names[to]: names[place] for place, to in enumerate(image)}
            here = start.play(move)
            line = []
            for other in twin.line:
                line.append(here.parse(back[other.text]))
                here = here.play(line[-1])
            solved[cell] = Solution(twin.known, twin.winner, twin.plies, tuple(line), 0, 0.0)
    return {names[cell]: solution for cell, solution in solved.items()}


# --- stored values ----------------------------------------------------------------------------------------------------


def write_first_stones(game: str, folder: Path) -> Path:
    """Solves every first stone of a game without a rule for the opening and stores the values as JSON in `folder`."""
    variant = find_variant(game)
    stones = first_stones(variant)
    content = {
        "game": variant.id,
        "command": f"python -m {_MODULE} {variant.game.id}",
        "version": _version(),
        "about": "winner and number of further plies after White's first stone, with best play, and the line",
        "stones": {
            cell: {
                "winner": str(solution.winner) if solution.winner else None,
                "plies": solution.plies,
                "line": " ".join(map(str, solution.line)),
            }
            for cell, solution in stones.items()
        },
    }
    path = folder / _file_name(variant)
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return path


def read_first_stones(variant: Variant) -> dict[str, Solution]:
    """The stored values of the first stones that the variant allows; raises `DreierleiError` if there are none."""
    file = resources.files("dreierlei") / "data" / _file_name(variant)
    if not stores(variant):
        raise DreierleiError(f"The first stones of {variant.game.id} have not been stored.")
    stones = json.loads(file.read_text(encoding="utf-8"))["stones"]
    start = Position(variant)
    found = {}
    for move in start.moves():
        stored = stones[move.text]
        here = start.play(move)
        for text in stored["line"].split():
            here = here.play(text)
        winner = Side(stored["winner"]) if stored["winner"] else None
        found[move.text] = Solution(True, winner, stored["plies"], here.line[1:], 0, 0.0)
    return found


_MODULE = "dreierlei.solvers.placement"


def stores(variant: Variant) -> bool:
    """Whether there are stored values for `check` to look at."""
    return (resources.files("dreierlei") / "data" / _file_name(variant)).is_file()


def check(variant: Variant, *, sample: int | None, progress: Callable[[str], None] | None = None) -> int:
    """Checks stored first stones by solving them again, all or a random `sample`; returns how many it looked at.

    Each stored line is also replayed, and must end as the stored value says.
    """
    stored = read_first_stones(variant)
    start = Position(variant)
    cells = random.sample(list(stored), min(sample or len(stored), len(stored)))
    for done, cell in enumerate(cells):
        if progress:
            progress(f"{cell}, {done} of {len(cells)} first stones checked")
        known = stored[cell]
        again = solve(start.play(cell))
        here = start.play(cell)
        for move in known.line:
            here = here.play(move)
        end = here.outcome()
        if (again.winner, again.plies) != (known.winner, known.plies) or end is None or end.winner is not known.winner:
            raise DreierleiError(f"The stored value of {cell} is wrong: solving gives {again.winner} in {again.plies}.")
    return len(cells)


def _file_name(variant: Variant) -> str:
    return f"first_stones_{variant.game.id}.json"


def _version() -> str:
    from .. import __version__

    return __version__


def main(arguments: Sequence[str]) -> None:
    """Writes the stored values of the games that are named."""
    for game in arguments:
        print(write_first_stones(game, Path(__file__).parent.parent / "data"))


if __name__ == "__main__":
    main(sys.argv[1:])
