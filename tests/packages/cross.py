"""Compiles the core for another system: `python tests/packages/cross.py TARGET [--headers FOLDER]`.

The compiler is that of the package `ziglang`, a Clang with the C and C++ libraries of many systems. The package with
that core is put into `build/cross/TARGET`, and `installed.py` tries it there with a Python of that system, whose files
are in ROOT:

    PYTHONPATH=build/cross/aarch64-linux-gnu.2.28 qemu-aarch64 -L ROOT ROOT/usr/bin/python3 \\
        tests/packages/installed.py dreierlei

The headers are those of this Python, unless a folder is named. With 3.12 and later the core keeps to the stable
interface. Windows has a `pyconfig.h` of its own, which is in Python's source archive (`PC/`).
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
CACHE = ROOT / "build" / "zig"
TARGETS = (
    "x86_64-linux-gnu.2.28", "aarch64-linux-gnu.2.28", "x86_64-linux-musl", "aarch64-linux-musl",
    "x86_64-macos.11.0", "aarch64-macos.11.0", "x86_64-windows-gnu",
)  # fmt: skip
OURS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
FLAGS = (
    "-std=c++20", "-DNDEBUG", "-g0", "-fvisibility=hidden", "-fno-strict-aliasing", "-ffunction-sections",
    "-include", "cstdio",  # as in CMakeLists.txt
)  # fmt: skip
STABLE = "-DPy_LIMITED_API=0x030C0000"


def folder_of(package: str) -> Path:
    """Where a package is installed."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        sys.exit(f"This needs the package {package}: pip install {package}, or make setup.")
    return Path(found.origin).parent


def version_of(headers: Path) -> tuple[int, ...]:
    """The version of Python that the headers are of."""
    lines = re.findall(r"define PY_M(?:AJ|IN)OR_VERSION\s+(\d+)", (headers / "patchlevel.h").read_text("utf-8"))
    return tuple(map(int, lines))


def names_of_python(program: bytes) -> list[str]:
    """The names of Python's interface in an object file, for systems on which a library has to list them."""
    return sorted({name.decode() for name in re.findall(rb"\b_?Py[A-Z_a-z]\w+", program)})


def build(target: str, headers: Path, folder: Path, level: str) -> None:
    """Compiles every source of the core, optimised as far as `level` says, and puts the package together."""
    zig, nanobind = folder_of("ziglang") / "zig", folder_of("nanobind")
    system = target.split("-")[1].partition(".")[0]
    stable = version_of(headers) >= (3, 12)
    places = {"ZIG_GLOBAL_CACHE_DIR": str(CACHE), "ZIG_LOCAL_CACHE_DIR": str(CACHE)}
    common = ("c++", "-target", target, f"-O{level}", *FLAGS, *((STABLE,) if stable else ()))
    common += ("-fPIC",) if system != "windows" else ()
    common += ("-mcpu=x86_64_v2",) if target.startswith("x86_64") else ()
    includes = ("-isystem", headers, "-isystem", nanobind / "include")
    objects = folder / "objects"
    objects.mkdir(parents=True, exist_ok=True)

    def run(*words: str | Path) -> None:
        done = subprocess.run([zig, *words], env={**os.environ, **places}, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{target}: {' '.join(map(str, words[-4:]))}\n{done.stderr[-4000:]}")

    def compiled(source: Path) -> Path:
        made = objects / f"{source.parent.name}-{source.stem}.o"
        if source.is_relative_to(nanobind):
            run(*common, "-w", *includes, "-I", nanobind / "ext" / "robin_map" / "include", "-c", source, "-o", made)
        else:
            run(*common, *OURS, *includes, "-c", source, "-o", made)
        return made

    cpp = ROOT / "cpp"
    sources = [cpp / "model.cpp", cpp / "symmetry.cpp", *sorted((cpp / "bind").glob("*.cpp"))]
    sources += [*sorted((cpp / "erased").glob("*.cpp")), nanobind / "src" / "nb_combined.cpp"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        core = list(pool.map(compiled, sources))
        processor = compiled(cpp / "cpu.cpp")

    package = folder / "dreierlei"
    shutil.rmtree(package, ignore_errors=True)
    unwanted = shutil.ignore_patterns("__pycache__", "_core*.so", "_cpu*.so")
    shutil.copytree(ROOT / "src" / "dreierlei", package, ignore=unwanted)
    link: tuple[str | Path, ...] = ("c++", "-target", target, "-shared", "-s")
    suffix = ".abi3.so" if stable else f".cpython-{''.join(map(str, version_of(headers)))}.so"
    if system == "macos":
        link += ("-undefined", "dynamic_lookup")
    elif system == "windows":
        suffix = ".pyd"
        listed = objects / "python3.def"
        names = sorted({name for made in (*core, processor) for name in names_of_python(made.read_bytes())})
        listed.write_text("\n".join(["LIBRARY python3.dll", "EXPORTS", *names, ""]), "utf-8")
        run("dlltool", "-d", listed, "-l", objects / "python3.lib", "-m", "i386:x86-64")
        link += ("-lc++", objects / "python3.lib")
    run(*link, *core, "-o", package / f"_core{suffix}")
    run(*link, processor, "-o", package / f"_cpu{suffix}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("target", choices=TARGETS)
    options.add_argument("--headers", type=Path, default=Path(sysconfig.get_path("include")))
    options.add_argument("--into", type=Path)
    options.add_argument(
        "--level", choices=("0", "3"), default="3", help="0 only shows that it compiles and links, sooner"
    )
    chosen = options.parse_args()
    folder = chosen.into or ROOT / "build" / "cross" / chosen.target
    build(chosen.target, chosen.headers, folder, chosen.level)
    print(f"The package for {chosen.target} is in {folder}.")


if __name__ == "__main__":
    main()
