"""Matches that cannot be read are set aside, so that they do not affect others."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

from .errors import RequestError
from .wire.errors import Code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .metrics import Metrics

_log = logging.getLogger(__name__)


class UnreadableMatch(RequestError):
    """A match whose stored form cannot be read."""

    def __init__(self, match: str) -> None:
        super().__init__(Code.INTERNAL, "server.match-unreadable", match=match)


class Quarantine:
    """The matches of which this worker could not read a part, and which it has set aside. A restart tries again."""

    def __init__(self, metrics: Metrics, part: str) -> None:
        self._part = part
        self._matches: set[str] = set()
        metrics.unreadable.labels(part=part).set_function(lambda: len(self._matches))

    def __len__(self) -> int:
        return len(self._matches)

    def check(self, match: str) -> None:
        """Raises `UnreadableMatch` for a match that was set aside."""
        if match in self._matches:
            raise UnreadableMatch(match)

    @contextlib.contextmanager
    def reading(self, match: str) -> Iterator[None]:
        """Sets a match aside if reading it fails: logs why, once, and raises `UnreadableMatch`."""
        try:
            yield
        except Exception as error:
            if match not in self._matches:
                self._matches.add(match)
                _log.error("the %s of match %s cannot be read and is set aside", self._part, match, exc_info=error)
            raise UnreadableMatch(match) from error
