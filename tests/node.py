"""The packages that tests of the web app need, from npm; the app itself needs none."""

from __future__ import annotations

import fcntl
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent / "web"
MODULES = FOLDER / "node_modules"


def modules() -> Path:
    """The folder of the packages, installed by whichever process comes first."""
    with (FOLDER / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (MODULES / "axe-core").exists() or not (MODULES / "typescript").exists():
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=FOLDER, check=True, capture_output=True)
    return MODULES
