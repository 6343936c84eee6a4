"""What a package must do where it is installed. It needs nothing but the package: `python installed.py [FOLDER]`.

cibuildwheel runs it for every wheel, and test_wheels.py under processors of several kinds. FOLDER is where the core
must come from: `dreierlei` for the one that runs everywhere, `x86-64-v3` for the faster one.
"""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import sysconfig
from importlib import metadata, resources
from pathlib import Path

import dreierlei
from dreierlei import _core, bench, svg
from dreierlei.declarations import variant

MOST_LINES = 1_000_000  # of a count that is made again; an emulated processor is slow
DOCS = Path(__file__).parents[2] / "docs"
COUNTED = re.findall(r"^\| `(.+?)` \| (\d+) \| ([\d,]+) \|$", (DOCS / "perft.md").read_text("utf-8"), re.MULTILINE)
NODES = re.findall(r"^\| `(.+?)` \| ([\d,]+) \|$", (DOCS / "engine.md").read_text("utf-8"), re.MULTILINE)


def number(text: str) -> int:
    """A number with commas between the thousands."""
    return int(text.replace(",", ""))


def check_core(folder: str | None) -> None:
    """The core is the one for this processor, and computes what every other does."""
    came_from = Path(_core.__file__).parent.name
    assert folder in (None, came_from), f"the core came from {came_from}"
    counts = [(game, int(depth), number(lines)) for game, depth, lines in COUNTED if number(lines) < MOST_LINES]
    assert {game.id for game in dreierlei.games()} <= {game for game, _, _ in counts}
    for game, depth, lines in counts:
        found = dreierlei.Position(variant(game)).perft(depth)
        assert found == lines, f"{game}: {found} lines of {depth} plies instead of {lines}"
    signature = {game.id: bench.signature(game.id) for game in dreierlei.games()}
    assert signature == {game: number(nodes) for game, nodes in NODES}, f"the node signature is {signature}"
    played = dreierlei.start("muehle").playouts(100, seed=1)
    assert (played.wins, played.draws, played.losses, played.plies) == (31, 38, 31, 6154), str(played)


def check_library() -> None:
    """Positions, solutions, pictures and stored data."""
    position = dreierlei.start("qango6", opening="burg").play("c1")
    assert pickle.loads(pickle.dumps(position)) == position
    assert dreierlei.solve(dreierlei.start("tictactoe")).winner is None
    assert svg.draw(position).startswith("<svg")
    assert resources.files("dreierlei").joinpath("py.typed").is_file()
    assert resources.files("dreierlei").joinpath("web", "index.html").is_file()


def check_program() -> None:
    """The command, its version and its manual page."""
    program = Path(sysconfig.get_path("scripts"), "dreierlei")
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()
    assert told == ["dreierlei", dreierlei.__version__] == ["dreierlei", metadata.version("dreierlei")]
    rules = subprocess.run([program, "rules", "tres", "-l", "de"], capture_output=True, check=True).stdout.decode(
        "utf-8"
    )
    assert "TRES" in rules
    assert Path(sysconfig.get_path("data"), "share", "man", "man1", "dreierlei.1").is_file()


if __name__ == "__main__":
    check_core(sys.argv[1] if len(sys.argv) > 1 else None)
    check_library()
    if len(sys.argv) == 1:
        check_program()
    print(f"dreierlei {dreierlei.__version__} with the core of {Path(_core.__file__).parent.name}")
