"""Builds the core for pages: `python cpp/wasm/build.py [FOLDER]`.

There is a module for each family of rules, because a page that shows a game loads the module before somebody can play.
A family that has tables of values (`erased/tables_NAME.cpp`) has a second module with them, which a page loads when it
needs them. A family for which vectors pay has a module without them, too, for browsers that cannot run the other.

The compiler is that of the package `ziglang`, which pip fetches: one version gives the same module on every machine.
Its C++ library for WebAssembly is made without exceptions, so the few sources of it that the core needs are compiled
here, with them.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "src" / "dreierlei" / "web" / "core"
CACHE = ROOT / "build" / "zig"

IN_PYTHON = "scripted"
"""The family of rules that a page cannot run."""
SHARED = (ROOT / "cpp" / "model.cpp", ROOT / "cpp" / "symmetry.cpp")
LIBRARY = {
    "libcxx/src": (
        "chrono", "error_category", "exception", "functional", "hash", "memory", "new", "new_handler", "new_helpers",
        "stdexcept", "string", "system_error",
    ),
    "libcxxabi/src": (
        "cxa_aux_runtime", "cxa_default_handlers", "cxa_exception", "cxa_exception_storage",
        "cxa_guard", "cxa_handlers", "cxa_personality", "cxa_virtual", "fallback_malloc", "private_typeinfo",
        "stdlib_exception", "stdlib_new_delete", "stdlib_stdexcept", "stdlib_typeinfo",
    ),
    "libunwind/src": ("Unwind-wasm.c",),
}  # fmt: skip

# What every browser of the last years has: exceptions came last, to Safari 15.2 in 2021.
PROCESSOR = "-mcpu=generic+exception_handling"
TARGET = ("-target", "wasm32-wasi", PROCESSOR)
FLAGS = (
    *TARGET, "-g0", "-DNDEBUG", "-fwasm-exceptions", "-ffunction-sections", "-fdata-sections",
    "-fvisibility=hidden", "-fomit-frame-pointer",
)  # fmt: skip
FAST, SMALL = "-O3", "-Oz"
AS_FAST_WHEN_SMALL = ("exact_", "tables_")
"""Rules and searches are fast; what only asks them is small, because every visitor loads it. Solvers are as fast so."""
TABLES = "tables_"
VECTORS = ("tres",)
"""The families whose evaluations work on many numbers at once. Safari has vectors since 16.4, of 2023."""
WITH_VECTORS = f"{PROCESSOR}+simd128"
PLAIN = "-plain"
OURS = ("-std=c++20", "-DDREIERLEI_ONE_THREAD", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
THEIRS = (
    "-std=c++23", "-w", "-D_LIBCPP_BUILDING_LIBRARY", "-D_LIBCXXABI_BUILDING_LIBRARY", "-DLIBCXX_BUILDING_LIBCXXABI",
    "-D_LIBCXXABI_HAS_NO_THREADS", "-DLIBCXXABI_SILENT_TERMINATE",
)  # fmt: skip
LINK = (
    *TARGET, "-O3", "-nostdlib++", "-mexec-model=reactor", "-Wl,--gc-sections", "-Wl,--strip-all",
    "-Wl,-z,stack-size=1048576", "-Wl,--max-memory=1073741824",
)  # fmt: skip


def zig() -> Path:
    """The compiler."""
    found = importlib.util.find_spec("ziglang")
    if found is None or found.origin is None:
        sys.exit("The module for pages needs the package ziglang: pip install ziglang, or make setup.")
    return Path(found.origin).parent / "zig"


def families() -> list[str]:
    """The families that a page can run."""
    return sorted({family_of(source) for source in (ROOT / "cpp" / "erased").glob("*.cpp")} - {IN_PYTHON})


def family_of(source: Path) -> str:
    """The family that a source belongs to: `muehle` for `muehle.cpp` and `tables_muehle.cpp`."""
    return re.sub(f"^({'|'.join(AS_FAST_WHEN_SMALL)})", "", source.stem)


def build(folder: Path = FOLDER) -> None:
    """Compiles everything once, and links a module for each family."""
    compiler = zig()
    library = compiler.parent / "lib"
    places = {"ZIG_GLOBAL_CACHE_DIR": str(CACHE), "ZIG_LOCAL_CACHE_DIR": str(CACHE)}
    environment = {**os.environ, **places}

    def run(*words: str | Path) -> None:
        done = subprocess.run(
            [compiler, *words], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}")

    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(os.cpu_count()) as pool:

        def compiled(name: str, *words: str | Path) -> Path:
            made = Path(temporary) / f"{name}.o"
            jobs.append(pool.submit(run, *words, "-o", made))
            return made

        def ours(source: Path, *how: str) -> Path:
            name = f"{source.stem}{WITH_VECTORS if WITH_VECTORS in how else ''}"
            return compiled(name, "c++", *FLAGS, *how, *OURS, "-c", source.relative_to(ROOT))

        def theirs(source: Path) -> Path:
            way: tuple[str, ...]
            if source.suffix == ".c":
                way = ("cc", SMALL, *FLAGS, "-w", "-D_LIBUNWIND_HIDE_SYMBOLS", f"-I{library}/libunwind/include")
            else:
                way = ("c++", SMALL, *FLAGS, *THEIRS, f"-I{library}/libcxx/src")
            return compiled(f"library-{source.stem}", *way, "-c", source)

        jobs: list[Future[None]] = []
        own: dict[str, list[Path]] = {family: [] for family in families()}
        plain: dict[str, list[Path]] = {family: [] for family in VECTORS}
        tables: dict[str, Path] = {}
        for source in sorted((ROOT / "cpp" / "erased").glob("*.cpp")):
            family = family_of(source)
            if family not in own:
                continue
            small = source.stem.startswith(AS_FAST_WHEN_SMALL)
            made = ours(source, SMALL if small else FAST)
            if source.stem.startswith(TABLES):
                tables[family] = made
            elif family in VECTORS:
                plain[family].append(made)
                own[family].append(made if small else ours(source, FAST, WITH_VECTORS))
            else:
                own[family].append(made)
        shared = [ours(source, SMALL) for source in (*SHARED, *sorted((ROOT / "cpp" / "wasm").glob("*.cpp")))]
        for part, names in LIBRARY.items():
            shared += [theirs(library / part / (name if "." in name else f"{name}.cpp")) for name in names]
        for job in jobs:
            job.result()
        folder.mkdir(parents=True, exist_ok=True)
        for family, objects in own.items():
            run("c++", *LINK, *objects, *shared, "-o", folder / f"{family}.wasm")
            if family in plain:
                run("c++", *LINK, *plain[family], *shared, "-o", folder / f"{family}{PLAIN}.wasm")
            if family in tables:
                run("c++", *LINK, *objects, tables[family], *shared, "-o", folder / f"{family}-tables.wasm")


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:2]))
