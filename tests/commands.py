"""Commands as a user types them: here, which takes no time to start, or in a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys

from click.testing import CliRunner

from dreierlei.cli import main


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a command in this process, as if it were another."""
    code: int | str | None = 0
    with CliRunner().isolation(input=stdin) as (out, err, _):
        try:
            main(list(arguments))
        except SystemExit as stop:
            code = stop.code
        sys.stdout.flush()
    return subprocess.CompletedProcess(arguments, int(code or 0), out.getvalue().decode(), err.getvalue().decode())


def start(*arguments: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in a process of its own, with `more` in its environment."""
    return subprocess.run(
        [sys.executable, "-m", "dreierlei", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **more},
    )
