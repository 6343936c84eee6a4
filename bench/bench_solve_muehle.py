"""Builds and probes a part of Mühle's database: python bench/bench_solve_muehle.py [OWN-THEIR [THREADS [FOLDER]]]

Builds OWN-THEIR (default 5-5) and everything it depends on, in FOLDER (default: a temporary one), and prints the time,
the size on disk, and how long cold and cached probes take.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from pathlib import Path

from dreierlei import Position, variant
from dreierlei.solvers.muehle.builder import build
from dreierlei.solvers.muehle.database import Database
from dreierlei.solvers.muehle.subspaces import tables_of
from dreierlei.solvers.muehle.verifier import verify


def main() -> None:
    wanted = tuple(int(part) for part in (sys.argv[1] if len(sys.argv) > 1 else "5-5").split("-"))
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[3] if len(sys.argv) > 3 else temporary)
        begun, processor = time.perf_counter(), time.process_time()
        build(folder, threads=threads, subspaces=[wanted])
        seconds, processor = time.perf_counter() - begun, time.process_time() - processor
        entries = json.loads((folder / "manifest.json").read_text())["subspaces"]
        size, written = (sum(entry[key] for entry in entries.values()) for key in ("size", "bytes"))
        print(f"{len(entries)} subspaces, {size} indices: {seconds:.1f} s, {processor:.1f} s of processors, ", end="")
        print(f"{processor / size * 1e9:.0f} ns an index, {written / 1e6:.1f} MB")
        begun = time.perf_counter()
        checked = verify(folder, sample=10_000)
        print(f"verified {checked} positions and all checksums in {time.perf_counter() - begun:.1f} s")
        probe(folder, (wanted[0], wanted[1]))


def probe(folder: Path, subspace: tuple[int, int]) -> None:
    rules = variant("muehle")
    tables = tables_of(rules)
    rng = random.Random(0)
    count = 500
    indices = [rng.randrange(tables.size(*subspace)) for _ in range(count)]
    positions = [Position(rules, tables.place(*subspace, index), 0, [0, 0, 0]) for index in indices]
    database = Database.open(folder, rules)
    for name in ("cold", "warm"):
        begun = time.perf_counter()
        for position in positions:
            database.probe(position)
        print(f"probe {name}: {(time.perf_counter() - begun) / count * 1e6:.1f} µs")
    begun = time.perf_counter()
    for position in positions[:100]:
        database.best_moves(position)
    print(f"best moves: {(time.perf_counter() - begun) / 100 * 1e6:.0f} µs")


if __name__ == "__main__":
    main()
