"""The documented API, tried out by a machine: `schema_cases.py` in a process of its own.

What tries it is a plugin of pytest that takes seconds to import. Only this process has it, and not each that collects
tests.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CASES = Path(__file__).with_name("schema_cases.py")


@pytest.mark.long
def test_every_answer_is_as_documented() -> None:
    pytest_with_plugin = [sys.executable, "-m", "pytest", "-p", "schemathesis.pytest.plugin", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*pytest_with_plugin, CASES], cwd=CASES.parents[2], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
