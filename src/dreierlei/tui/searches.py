"""Searches in the background: threads that can be stopped, and the events that report what they found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from .._core import Move, Stop
from ..engine import analyse
from ..levels import accepts_draw, choose_in_match, hint
from ..solvers import Solution, solve, solver

if TYPE_CHECKING:
    from textual.message_pump import MessagePump
    from textual.screen import Screen

    from ..match import Match
    from ..positions import Position
    from ..search import Analysis

    Search = Callable[[MessagePump, Stop], None]
    """Runs in a thread until it is done or stopped, and posts what it finds to a screen."""

ANALYSIS_SECONDS = 60.0
"""How long a position is analysed; after that the machine rests."""
LINES = 3


@dataclass
class SearchEvent(Message):
    """What a search found. `stop_flag` identifies the search."""

    stop_flag: Stop


@dataclass
class MoveFound(SearchEvent):
    """The computer's move, or None if it gives up the round."""

    move: Move | None


@dataclass
class HintFound(SearchEvent):
    """A good move."""

    move: Move


@dataclass
class DrawAnswered(SearchEvent):
    """The computer's answer to the offer of a draw."""

    accepted: bool


@dataclass
class Analysed(SearchEvent):
    """The lines after one more depth."""

    analysis: Analysis


@dataclass
class Solved(SearchEvent):
    """The exact value, or that it was not found."""

    solution: Solution


class Searches:
    """The searches of a screen, at most one of a kind at a time. An event of an earlier search is outdated."""

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._stops: dict[str, Stop] = {}

    def start(self, kind: str, *searches: Search) -> None:
        """Starts searches that share a stop flag, and cancels what ran under that kind before."""
        self.cancel(kind)
        stop = self._stops[kind] = Stop()
        for search in searches:
            self._screen.run_worker(lambda search=search: search(self._screen, stop), thread=True, group=kind)

    def hurry(self, kind: str) -> bool:
        """Asks for the answer now; false if no search is running."""
        if kind not in self._stops:
            return False
        self._stops[kind].set()
        return True

    def cancel(self, *kinds: str) -> None:
        """Ends searches whose answers are no longer wanted; all of them if no kind is named."""
        for kind in kinds or tuple(self._stops):
            if (stop := self._stops.pop(kind, None)) is not None:
                stop.set()

    def current(self, kind: str, event: SearchEvent) -> bool:
        """Whether an event belongs to the latest search of its kind."""
        return self._stops.get(kind) is event.stop_flag

    def running(self, kind: str) -> bool:
        """Whether an answer is being waited for."""
        return kind in self._stops


def move_search(match: Match, level: int, seed: float) -> Search:
    """Finds the computer's move."""

    def search(screen: MessagePump, stop: Stop) -> None:
        screen.post_message(MoveFound(stop, choose_in_match(match, level, seed, stop=stop)))

    return search


def hint_search(position: Position) -> Search:
    """Finds a good move."""

    def search(screen: MessagePump, stop: Stop) -> None:
        screen.post_message(HintFound(stop, hint(position, stop)))

    return search


def draw_search(position: Position) -> Search:
    """Finds out whether the computer accepts a draw."""

    def search(screen: MessagePump, stop: Stop) -> None:
        screen.post_message(DrawAnswered(stop, accepts_draw(position, stop=stop)))

    return search


def analysis_searches(position: Position) -> list[Search]:
    """Analyses a position, and solves it where there is a solver."""

    def search(screen: MessagePump, stop: Stop) -> None:
        def report(analysis: Analysis) -> None:
            screen.post_message(Analysed(stop, analysis))

        report(analyse(position, seconds=ANALYSIS_SECONDS, lines=LINES, callback=report, stop=stop))

    def prove(screen: MessagePump, stop: Stop) -> None:
        screen.post_message(Solved(stop, solve(position, seconds=ANALYSIS_SECONDS, stop=stop)))

    return [search, prove] if solver(position).specialised else [search]
