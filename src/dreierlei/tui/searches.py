"""Searches in the background: threads that can be stopped, and whose answers a screen shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from .._core import Stop

if TYPE_CHECKING:
    from textual.screen import Screen

_T = TypeVar("_T")


class Searches:
    """The searches of a screen, at most one of a kind at a time. The results of earlier ones are no longer shown."""

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._stops: dict[str, Stop] = {}

    def start(
        self, kind: str, search: Callable[[Stop, Callable[[_T], object]], _T], show: Callable[[_T], object]
    ) -> None:
        """Runs a search in a thread, and cancels the previous one of that kind.

        The screen shows what the search returns, and what it reports before that through its second argument.
        """
        self.cancel(kind)
        stop = self._stops[kind] = Stop()

        def report(answer: _T, last: bool = False) -> None:
            self._screen.call_later(receive, answer, last)

        def receive(answer: _T, last: bool) -> None:
            if self._stops.get(kind) is stop:
                if last:
                    del self._stops[kind]
                show(answer)

        self._screen.run_worker(lambda: report(search(stop, report), last=True), thread=True, group=kind)

    def hurry(self, kind: str) -> bool:
        """Demands the answer now; false if no search is running."""
        if kind not in self._stops:
            return False
        self._stops[kind].set()
        return True

    def cancel(self, *kinds: str) -> None:
        """Ends searches whose answers are no longer wanted; all of them if no kind is named."""
        for kind in kinds or tuple(self._stops):
            if (stop := self._stops.pop(kind, None)) is not None:
                stop.set()

    def running(self, kind: str) -> bool:
        """Whether a search of a kind is running."""
        return kind in self._stops
