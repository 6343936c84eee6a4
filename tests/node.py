"""Packages from npm that the tests of the web app need. The app itself needs none."""

from __future__ import annotations

import fcntl
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent / "web"
MODULES = FOLDER / "node_modules"
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
"""The certificates that the system trusts, where they are in the usual place. Node has a list of its own."""


def modules() -> Path:
    """The folder of the packages. The first process that asks for it installs them, also where there are others."""
    trusted = [f"--cafile={AUTHORITIES}"] if AUTHORITIES.exists() else []
    wanted, installed = FOLDER / "package-lock.json", MODULES / ".package-lock.json"
    with (FOLDER / "package.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
            subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund", *trusted], cwd=FOLDER, check=True)
    return MODULES


if __name__ == "__main__":
    modules()
