"""Thinking beside the screen: threads that can be stopped, and what they tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from .._core import Stop
from ..engine import analyse
from ..levels import choose
from ..solvers import solve, solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.message_pump import MessagePump
    from textual.screen import Screen

    from .._core import Move
    from ..position import Position
    from ..search import Analysis
    from ..solvers import Solution

HINT_SECONDS = 1.0
ANALYSIS_SECONDS = 60.0
"""How long a position is analysed; after that the machine rests."""
LINES = 3


class Told(Message):
    """Something that a thread found out. The flag tells for which question."""

    def __init__(self, flag: Stop) -> None:
        super().__init__()
        self.flag = flag


class Moved(Told):
    """The computer's move."""

    def __init__(self, found: Move, flag: Stop) -> None:
        super().__init__(flag)
        self.found = found


class Hinted(Moved):
    """A good move."""


class Analysed(Told):
    """The lines after one more depth."""

    def __init__(self, found: Analysis, flag: Stop) -> None:
        super().__init__(flag)
        self.found = found


class Solved(Told):
    """The exact value, or that it was not found."""

    def __init__(self, found: Solution, flag: Stop) -> None:
        super().__init__(flag)
        self.found = found


class Thoughts:
    """At most one thought of a kind at a time. An answer whose flag is not the latest of its kind is stale."""

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._stops: dict[str, Stop] = {}

    def begin(self, kind: str, *works: Callable[[MessagePump, Stop], None]) -> None:
        """Lets threads do this work, in place of what they thought about before."""
        self.drop(kind)
        stop = self._stops[kind] = Stop()
        for work in works:
            self._screen.run_worker(lambda work=work: work(self._screen, stop), thread=True, group=kind)

    def hurry(self, kind: str) -> bool:
        """Asks for the answer now; false if nobody is thinking."""
        if kind not in self._stops:
            return False
        self._stops[kind].set()
        return True

    def drop(self, *kinds: str) -> None:
        """Ends thoughts whose answers nobody wants any more; all of them if no kind is named."""
        for kind in kinds or tuple(self._stops):
            if (stop := self._stops.pop(kind, None)) is not None:
                stop.set()

    def wanted(self, kind: str, told: Told) -> bool:
        """Whether an answer is to the latest question of its kind."""
        return self._stops.get(kind) is told.flag

    def busy(self, kind: str) -> bool:
        """Whether an answer is being waited for."""
        return kind in self._stops


def move(position: Position, level: int, seed: float) -> Callable[[MessagePump, Stop], None]:
    """The work of finding the computer's move."""

    def think(screen: MessagePump, stop: Stop) -> None:
        screen.post_message(Moved(choose(position, level, seed, stop=stop), stop))

    return think


def hint(position: Position) -> Callable[[MessagePump, Stop], None]:
    """The work of finding a good move."""

    def think(screen: MessagePump, stop: Stop) -> None:
        screen.post_message(Hinted(choose(position, seed=0, seconds=HINT_SECONDS, stop=stop), stop))

    return think


def analysis(position: Position) -> list[Callable[[MessagePump, Stop], None]]:
    """The work of analysing a position, and of solving it where there is a way."""

    def look(screen: MessagePump, stop: Stop) -> None:
        def tell(found: Analysis) -> None:
            screen.post_message(Analysed(found, stop))

        tell(analyse(position, seconds=ANALYSIS_SECONDS, lines=LINES, callback=tell, stop=stop))

    def prove(screen: MessagePump, stop: Stop) -> None:
        screen.post_message(Solved(solve(position, seconds=ANALYSIS_SECONDS, stop=stop), stop))

    return [look, prove] if solver(position).specialised else [look]
