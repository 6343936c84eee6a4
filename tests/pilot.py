"""Driving the full screen in tests: an app without a terminal, and waiting for what should happen."""

from __future__ import annotations

import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from textual.events import Key
from textual.widgets import Static

from dreierlei import games
from dreierlei.tui.app import Dreierlei

from .waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from textual.pilot import Pilot

    from dreierlei import Game
    from dreierlei.session import Session
    from dreierlei.tui.appearance import Name
    from dreierlei.tui.play import PlayScreen

SMALL = (80, 24)

CHAIN = 4
"""The most messages that come one of the other before a test looks."""


class Seat:
    """Somebody who sits before the screen."""

    def __init__(self, pilot: Pilot[Session], app: Dreierlei) -> None:
        self.pilot = pilot
        self.app = app

    @property
    def screen(self) -> PlayScreen:
        """The screen with the match."""
        assert self.app.playing is not None
        return self.app.playing

    def asked(self) -> bool:
        """Whether a move can be chosen now."""
        return self.screen.pointer is not None

    def shows(self, kind: type) -> bool:
        """Whether the uppermost screen is of a kind."""
        return isinstance(self.app.screen, kind)

    def task(self) -> str:
        """What a lesson or a puzzle says."""
        return str(self.app.screen.query_one("#task-text", Static).content)

    async def open(self, game: Game, key: str) -> None:
        """From the start screen to what a key opens for a game."""
        for _ in range(games().index(game)):
            await self.press("down")
        await self.press(key)

    async def press(self, *keys: str) -> None:
        """Presses keys and waits until each has had its effect."""
        for key in keys:
            self.app.post_message(Key(key, key if len(key) == 1 else " " if key == "space" else None))
            await self.settle()

    async def settle(self) -> None:
        """Waits until every message is done with, and every message that came of one.

        The pilot's own way of waiting is until the process uses little of the processor: of a busy machine that is so
        before anything has happened.
        """
        for _ in range(CHAIN):
            await self.pilot.pause(0)

    async def write(self, text: str) -> None:
        """Types a text and Enter."""
        await self.press(*("space" if sign == " " else sign for sign in text), "enter")

    async def until(self, true: Callable[[], object]) -> None:
        """Waits for something that a thread brings about."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, "this never happened"
            await self.pilot.pause(0.02)


@asynccontextmanager
async def seat(
    session: Session | None, size: tuple[int, int] = SMALL, appearance: Name = "dark", language: str = "en"
) -> AsyncIterator[Seat]:
    """A seat at a session, or at the start screen."""
    app = Dreierlei(session, language, appearance)  # type: ignore[arg-type]
    async with app.run_test(size=size) as pilot:
        person = Seat(pilot, app)
        await person.settle()
        yield person
        if app.playing is not None:
            app.playing.searches.cancel()
