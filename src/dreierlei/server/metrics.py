"""Counts for whoever watches over the server, in the text format of Prometheus."""

from __future__ import annotations

import os
import threading
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ABOUT = {
    "requests_total": "Requests answered, by method and status.",
    "request_seconds": "How long requests took.",
    "entries_total": "Entries written to the logs of matches.",
    "commit_seconds": "How long commits took; one holds everything that had come in meanwhile.",
    "news_total": "Messages sent to pages.",
    "refused_total": "Things that were refused, by code.",
    "search_seconds": "How long searches of the engine took.",
    "jobs_waiting": "Searches that wait for their turn.",
    "jobs_running": "Searches that run.",
    "rooms": "Matches in memory.",
    "watchers": "Open live connections.",
}
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Counters, distributions and gauges of one worker."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[tuple[str, str], float] = defaultdict(float)
        self._buckets: dict[str, list[int]] = {}
        self._sums: dict[str, float] = defaultdict(float)
        self._gauges: dict[tuple[str, str], Callable[[], float]] = {}

    def count(self, name: str, by: float = 1, **labels: str) -> None:
        """Counts something."""
        key = name, _written(labels)
        with self._lock:
            self._counts[key] += by

    def observe(self, name: str, value: float) -> None:
        """Adds a value to a distribution."""
        with self._lock:
            buckets = self._buckets.setdefault(name, [0] * (len(BOUNDS) + 1))
            buckets[next((i for i, bound in enumerate(BOUNDS) if value <= bound), len(BOUNDS))] += 1
            self._sums[name] += value

    def gauge(self, name: str, read: Callable[[], float], **labels: str) -> None:
        """Reads something whenever somebody looks."""
        self._gauges[name, _written(labels)] = read

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        worker = f'worker="{os.getpid()}"'
        lines: list[str] = []

        def head(name: str, kind: str) -> None:
            lines.extend((f"# HELP dreierlei_{name} {ABOUT[name]}", f"# TYPE dreierlei_{name} {kind}"))

        with self._lock:
            for name in dict.fromkeys(name for name, _ in self._counts):
                head(name, "counter")
                for (other, labels), value in self._counts.items():
                    if other == name:
                        lines.append(f"dreierlei_{name}{{{labels}{worker}}} {value:g}")
            for name, buckets in self._buckets.items():
                head(name, "histogram")
                total = 0
                for bound, number in zip((*BOUNDS, "+Inf"), buckets, strict=True):
                    total += number
                    lines.append(f'dreierlei_{name}_bucket{{le="{bound}",{worker}}} {total}')
                lines.append(f"dreierlei_{name}_sum{{{worker}}} {self._sums[name]:.6f}")
                lines.append(f"dreierlei_{name}_count{{{worker}}} {total}")
        for name in dict.fromkeys(name for name, _ in self._gauges):
            head(name, "gauge")
            for (other, labels), read in self._gauges.items():
                if other == name:
                    lines.append(f"dreierlei_{name}{{{labels}{worker}}} {read():g}")
        return "\n".join(lines) + "\n"


def _written(labels: dict[str, str]) -> str:
    return "".join(f'{label}="{value}",' for label, value in labels.items())
