from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.waiting import PATIENCE, wait_until

from .people import Person

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

BROWSERS = ["chromium-headless-shell", "chromium"]
"""The first draws pages exactly as the second does, without a window to put them into, for two thirds of the work."""
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--js-flags=--liftoff-only",  # each test would compile the core again, for speed that no test needs
]
DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)


class Server:
    """A server of our own, which can be killed and started again with the same memory."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ,
            "DREIERLEI_DATABASE": str(folder / "matches.db"),
            "DREIERLEI_SECRET": "a secret for the tests in a browser",
            "DREIERLEI_RATE": "0",
        }
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "dreierlei", "serve", "--no-open", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL)
        wait_until(self._answers, lambda: "the server does not answer")

    def _answers(self) -> bool:
        assert self.process.poll() is None, "the server has ended"
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=PATIENCE):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.kill()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # The first start on a machine reads all of the browser from a cold disk.
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, BROWSERS))), args=ARGUMENTS, timeout=1000 * PATIENCE
        )
        yield browser
        browser.close()


@pytest.fixture
def meet(chromium: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Lets somebody sit down at a browser of their own: `meet(phone=True, language="de")`.

    The service worker, which fetches all of the app behind each first page, works only where a test asks for it.
    """
    people: list[Person] = []

    def come(*, phone: bool = False, language: str = "en", dark: bool = False, seed: int = 1, **more: Any) -> Person:
        context = chromium.new_context(
            viewport=PHONE if phone else DESKTOP,
            has_touch=phone,
            is_mobile=phone,
            locale=language,
            color_scheme="dark" if dark else "light",
            reduced_motion=more.pop("motion", "reduce"),
            service_workers=more.pop("service_workers", "block"),
            **more,
        )
        people.append(Person(context, server.address, seed))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
