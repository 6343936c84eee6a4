"""Compares the two cores of a wheel with one compiled for this machine: perft, random games and search, for every game.

Run `make wheel` and then `python bench/bench_builds.py dist/WHEEL`. Each core has its own process. They do the same
work in turn, and each figure is the best of several runs by processor time, so that other load on the machine affects
all of them alike.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from time import process_time

from dreierlei import _core
from dreierlei.processor import FASTER, OLDEST, SETTING

RUNS = 15
SECONDS = 0.1
GAMES = 3000
NODES = 200_000
WORK = ("perft", "random games", "search")


class Core:
    """A process with one build of the core: one of those in a wheel, or this environment's own build in its place."""

    def __init__(self, wheel: Path, folder: Path, processor: str, native: bool = False) -> None:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        if native:
            shutil.copy(_core.__file__, folder / "dreierlei" / processor)
        # Without `site`, nothing leads to the installation of this environment. The processes differ only in the core:
        # even the placement of their tables in memory can make perft up to a third slower.
        packages = os.pathsep.join((str(folder), sysconfig.get_path("platlib")))
        self.process = subprocess.Popen(
            [sys.executable, "-S", __file__, "--answer"],
            env={**os.environ, "PYTHONPATH": packages, SETTING: processor},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self, game: str, work: str, times: int = 1) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{times} {game} {work}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def answer() -> None:
    """Does the work that each line asks for, as often as it says, and prints the processor time in seconds."""
    from dreierlei import start
    from dreierlei.bench import perft_depth, positions
    from dreierlei.search import search

    depths: dict[str, int] = {}
    for line in sys.stdin:
        times, game, work = line.rstrip("\n").split(" ", 2)
        beginning, middle = start(game), positions(game)[-1]
        if game not in depths:
            depths[game] = perft_depth(beginning)
        begun = process_time()
        for _ in range(int(times)):
            if work == "perft":
                beginning.perft(depths[game])
            elif work == "random games":
                beginning.playouts(GAMES, 1)
            else:
                search(middle, nodes=NODES)
        print(process_time() - begun, flush=True)


def compare(wheel: Path, chosen: list[str]) -> None:
    from dreierlei import games

    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        folders = [Path(folder, str(number)) for number in range(3)]  # names of the same length
        cores = {
            "native": Core(wheel, folders[0], FASTER, native=True),
            FASTER: Core(wheel, folders[1], FASTER),
            OLDEST: Core(wheel, folders[2], OLDEST),
        }
        for core in cores.values():
            stack.callback(core.end)
        print(f"Speed, compared with the core for this machine{'':6} {FASTER:>10} {OLDEST:>10}")
        for game in chosen or [game.id for game in games()]:
            for work in WORK:
                times = 1 + int(SECONDS / cores["native"].seconds(game, work))
                best = dict.fromkeys(cores, float("inf"))
                for _ in range(RUNS):
                    for name, core in cores.items():
                        best[name] = min(best[name], core.seconds(game, work, times))
                ratios = (best["native"] / best[name] for name in (FASTER, OLDEST))
                print(f"{game:14} {work:37}", *(f"{ratio:10.0%}" for ratio in ratios), flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("wheel", nargs="?", type=Path, help="a wheel for this machine")
    options.add_argument("game", nargs="*", help="instead of all of them")
    options.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.answer:
        answer()
    elif chosen.wheel is None or not chosen.wheel.is_file():
        options.error("expected a wheel, as `make wheel` writes it into dist/")
    else:
        compare(chosen.wheel, chosen.game)


if __name__ == "__main__":
    main()
