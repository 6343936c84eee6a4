"""The packages that tests of the web app need, from npm; the app itself needs none."""

from __future__ import annotations

import fcntl
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent / "web"
MODULES = FOLDER / "node_modules"
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
"""Whom the system trusts, where it says so in the usual place: Node knows only its own list."""


def modules() -> Path:
    """The folder of the packages, installed by whichever process comes first."""
    trusted = [f"--cafile={AUTHORITIES}"] if AUTHORITIES.exists() else []
    with (FOLDER / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (MODULES / "axe-core").exists() or not (MODULES / "typescript").exists():
            subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund", *trusted], cwd=FOLDER, check=True)
    return MODULES


if __name__ == "__main__":
    modules()
