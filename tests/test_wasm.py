"""The core in WebAssembly: the kept module is what the sources give, and it answers as the native core does."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dreierlei.levels import declared
from tests.contract.variants import VARIANTS
from tests.parity import Question, compare, questions_about

ROOT = Path(__file__).parents[1]
MODULE = ROOT / "src" / "dreierlei" / "web" / "core" / "core.wasm"
NODE = shutil.which("node") or "node"


@pytest.fixture(scope="module")
def asked() -> list[tuple[Question, Any]]:
    lot = random.Random(11)
    return [pair for number in range(len(VARIANTS)) for pair in questions_about(number, lot)]


def test_the_module_answers_as_the_native_core(asked: list[tuple[Question, Any]], tmp_path: Path) -> None:
    """In Node: views, refusals, action numbers, perft, random games, searches with fixed nodes, proofs."""
    file = tmp_path / "questions.json"
    declarations = [declared(variant) for variant in VARIANTS]
    file.write_text(
        json.dumps({"declarations": declarations, "questions": [question for question, _ in asked]}), "utf-8"
    )
    done = subprocess.run(
        [NODE, ROOT / "tests" / "web" / "answers.mjs", file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    compare(asked, json.loads(done.stdout))


def test_the_kept_module_is_what_the_sources_give(tmp_path: Path) -> None:
    """The compiler keeps what it has compiled in build/zig, so that only changed sources take time."""
    made = tmp_path / "core.wasm"
    subprocess.run([sys.executable, ROOT / "cpp" / "wasm" / "build.py", made], check=True)
    assert made.read_bytes() == MODULE.read_bytes(), (
        "the sources of the core have changed: renew the module with `make wasm`"
    )


def test_the_module_imports_nothing_but_a_clock_and_the_page() -> None:
    """Nothing of a file system or a network: the rest is how a C library says its last words."""
    script = """
        const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
        console.log(JSON.stringify(WebAssembly.Module.imports(module)));
    """
    found = json.loads(subprocess.check_output([NODE, "-e", script, MODULE]))
    assert {each["name"] for each in found} == {"clock_time_get", "fd_write", "fd_seek", "fd_close", "tell", "stopped"}
