"""Builds the core for pages: `python cpp/wasm/build.py [FOLDER]`.

There is a module for each family of rules, because a page that shows a game loads the module before somebody can play.
A family that has tables of values (`erased/tables_NAME.cpp`) has a second module with them, which a page loads when it
needs them. A family for which vectors pay has a module without them, too, for browsers that cannot run the other. A
family whose positions only a search can value has a module with everything whose searches have threads, for pages that
may share memory between their workers.

The compiler is that of the package `ziglang`, which pip fetches: one version gives the same module on every machine.
Its C++ library for WebAssembly is made without exceptions, so the few sources of it that the core needs are compiled
here, with them.

Building everything takes minutes of processor time. So a build of the modules that are kept writes a record of what
they were made from, and every test run compares that with the sources; a deep one builds the modules again.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
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
RECORD = ROOT / "cpp" / "wasm" / "record.json"
"""What the kept modules were made from, and what they are."""
NATIVE_ALONE = ("bind", "cpu.cpp")
"""The sources that are not in any module."""

IN_PYTHON = "scripted"
"""The family of rules that a page cannot run."""
SHARED = (ROOT / "cpp" / "model.cpp", ROOT / "cpp" / "symmetry.cpp")
LIBRARY = {
    "libcxx/src": (
        "exception", "functional", "hash", "memory", "new", "new_handler", "new_helpers", "stdexcept", "string",
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
TARGET = ("-target", "wasm32-wasi")
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
THREADED = "-threads"
SOLVED = "exact_"
"""Searches of families that have such a source are short: it decides every position."""
SHARING = "+atomics+bulk_memory"
"""What workers that share a memory need."""
HELPERS = ROOT / "cpp" / "wasm" / "threads" / "helpers.cpp"
ONE_THREAD, THREADS = "-DDREIERLEI_ONE_THREAD", "-DDREIERLEI_WORKERS"
OURS = ("-std=c++20", "-DDREIERLEI_PAGE", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
THEIRS = (
    "-std=c++23", "-w", "-D_LIBCPP_BUILDING_LIBRARY", "-D_LIBCXXABI_BUILDING_LIBRARY", "-DLIBCXX_BUILDING_LIBCXXABI",
    "-D_LIBCXXABI_HAS_NO_THREADS", "-DLIBCXXABI_SILENT_TERMINATE",
)  # fmt: skip
LINK = (
    *TARGET, "-O3", "-nostdlib", "-rtlib=compiler-rt", "-Wl,--no-entry", "-Wl,--gc-sections", "-Wl,--strip-all",
    "-Wl,-z,stack-size=1048576",
)  # fmt: skip
ALONE = (PROCESSOR, "-Wl,--max-memory=1073741824")
# The memory is the page's, with these limits (threads.js). A browser may set aside the most at once, so it is no more
# than a search can need: two tables of 64 MB, stacks, and tables of values.
TOGETHER = (
    f"{PROCESSOR}{SHARING}", "-Wl,--import-memory", "-Wl,--shared-memory", "-Wl,--initial-memory=8388608",
    "-Wl,--max-memory=268435456",
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


def how_fast(source: Path) -> str:
    """How to optimise a family's source."""
    return SMALL if source.stem.startswith(AS_FAST_WHEN_SMALL) else FAST


def record(folder: Path = FOLDER) -> dict[str, str]:
    """Fingerprints of all that a build depends on, and of the modules in a folder.

    Comments and white space do not count: they change no module.
    """
    sources = hashlib.sha256(f"ziglang {importlib.metadata.version('ziglang')}\n".encode())
    for source in (Path(__file__), *sorted((ROOT / "cpp").rglob("*.[ch]pp"))):
        name = source.relative_to(ROOT / "cpp")
        if name.parts[0] not in NATIVE_ALONE:
            code = re.sub(r"(?m)(^|\s)//.*", "", source.read_text("utf-8"))
            sources.update(f"{name.as_posix()}\n{' '.join(code.split())}\n".encode())
    modules = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.glob("*.wasm"))}
    return {"sources": sources.hexdigest(), **modules}


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

        def ours(source: Path, *how: str, processor: str = PROCESSOR) -> Path:
            threads = THREADS if SHARING in processor else ONE_THREAD
            name = f"{source.stem}{processor}"
            return compiled(name, "c++", processor, *FLAGS, *how, threads, *OURS, "-c", source.relative_to(ROOT))

        def theirs(source: Path, processor: str) -> Path:
            way: tuple[str, ...]
            if source.suffix == ".c":
                way = ("cc", SMALL, *FLAGS, "-w", "-D_LIBUNWIND_HIDE_SYMBOLS", f"-I{library}/libunwind/include")
            else:
                way = ("c++", SMALL, *FLAGS, *THEIRS, f"-I{library}/libcxx/src")
            return compiled(f"library-{source.stem}{processor}", *way, processor, "-c", source)

        def common(processor: str) -> list[Path]:
            """What all families share."""
            sources = (*SHARED, *sorted((ROOT / "cpp" / "wasm").glob("*.cpp")))
            return [ours(source, SMALL, processor=processor) for source in sources] + [
                theirs(library / part / (name if "." in name else f"{name}.cpp"), processor)
                for part, names in LIBRARY.items()
                for name in names
            ]

        jobs: list[Future[None]] = []
        modules: dict[str, list[Path]] = {}
        for family in families():
            sources = [each for each in sorted((ROOT / "cpp" / "erased").glob("*.cpp")) if family_of(each) == family]
            tables = [source for source in sources if source.stem.startswith(TABLES)]
            rules = [source for source in sources if source not in tables]
            vectors = "+simd128" if family in VECTORS else ""
            modules[family] = [ours(each, how_fast(each), processor=f"{PROCESSOR}{vectors}") for each in rules]
            if vectors:
                modules[f"{family}-plain"] = [ours(each, how_fast(each)) for each in rules]
            if tables:
                modules[f"{family}-tables"] = modules[family] + [ours(each, how_fast(each)) for each in tables]
            if not any(source.stem.startswith(SOLVED) for source in sources):
                processor = f"{PROCESSOR}{SHARING}{vectors}"
                modules[f"{family}{THREADED}"] = [ours(each, how_fast(each), processor=processor) for each in sources]
        alone = common(PROCESSOR)
        together = [*common(f"{PROCESSOR}{SHARING}"), ours(HELPERS, SMALL, processor=f"{PROCESSOR}{SHARING}")]
        for job in jobs:
            job.result()
        folder.mkdir(parents=True, exist_ok=True)
        for name, objects in modules.items():
            link: tuple[str | Path, ...] = (
                (*TOGETHER, *objects, *together) if name.endswith(THREADED) else (*ALONE, *objects, *alone)
            )
            run("c++", *LINK, *link, "-o", folder / f"{name}.wasm")
    if folder == FOLDER:
        RECORD.write_text(json.dumps(record(), indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:2]))
