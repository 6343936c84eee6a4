"""Builds the core for pages: `python cpp/wasm/build.py [FILE]`.

The compiler is that of the package `ziglang`, which pip fetches: one version gives the same module on every machine.
Its C++ library for WebAssembly is made without exceptions, so the few sources of it that the core needs are compiled
here, with them.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULE = ROOT / "src" / "dreierlei" / "web" / "core" / "core.wasm"
CACHE = ROOT / "build" / "zig"

IN_PYTHON = "scripted.cpp"
"""The family of rules that a page cannot run."""
SHARED = (ROOT / "cpp" / "model.cpp", ROOT / "cpp" / "symmetry.cpp")
LIBRARY = {
    "libcxx/src": (
        "chrono", "error_category", "exception", "functional", "hash", "memory", "new", "new_handler", "new_helpers",
        "stdexcept", "string", "system_error", "verbose_abort",
    ),
    "libcxxabi/src": (
        "abort_message", "cxa_aux_runtime", "cxa_default_handlers", "cxa_exception", "cxa_exception_storage",
        "cxa_guard", "cxa_handlers", "cxa_personality", "cxa_virtual", "fallback_malloc", "private_typeinfo",
        "stdlib_exception", "stdlib_new_delete", "stdlib_stdexcept", "stdlib_typeinfo",
    ),
    "libunwind/src": ("Unwind-wasm.c",),
}  # fmt: skip

# What every browser of the last years has: exceptions came last, to Safari 15.2 in 2021.
TARGET = ("-target", "wasm32-wasi", "-mcpu=generic+exception_handling")
FLAGS = (
    *TARGET, "-g0", "-DNDEBUG", "-fwasm-exceptions", "-ffunction-sections", "-fdata-sections",
    "-fvisibility=hidden", "-fomit-frame-pointer",
)  # fmt: skip
FAST, SMALL = "-O3", "-Os"
AS_FAST_WHEN_SMALL = "exact_"
"""Rules and searches are fast; what only asks them is small, because every visitor loads it. Solvers are as fast so."""
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


def build(file: Path = MODULE) -> None:
    """Compiles and links the module."""
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

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        folders = (ROOT / "cpp" / "erased", ROOT / "cpp" / "wasm")
        found = sorted(source for each in folders for source in each.glob("*.cpp") if source.name != IN_PYTHON)
        ours = [source.relative_to(ROOT) for source in (*SHARED, *found)]
        theirs = [
            library / part / (name if "." in name else f"{name}.cpp")
            for part, names in LIBRARY.items()
            for name in names
        ]
        objects: list[Path] = []
        jobs = []
        for source in ours:
            objects.append(Path(folder) / f"{len(objects)}.o")
            size = FAST if source.parent.name == "erased" and not source.name.startswith(AS_FAST_WHEN_SMALL) else SMALL
            jobs.append(pool.submit(run, "c++", size, *FLAGS, *OURS, "-c", source, "-o", objects[-1]))
        for source in theirs:
            objects.append(Path(folder) / f"{len(objects)}.o")
            way = (
                ("cc", "-w", "-D_LIBUNWIND_HIDE_SYMBOLS", f"-I{library}/libunwind/include")
                if source.suffix == ".c"
                else ("c++", *THEIRS, f"-I{library}/libcxx/src")
            )
            jobs.append(pool.submit(run, way[0], SMALL, *FLAGS, *way[1:], "-c", source, "-o", objects[-1]))
        for job in jobs:
            job.result()
        file.parent.mkdir(parents=True, exist_ok=True)
        run("c++", *LINK, *objects, "-o", file)


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:2]))
