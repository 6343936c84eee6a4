"""Counts for the operator, in the text format of Prometheus."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client.metrics_core import Metric

disable_created_metrics()  # type: ignore[no-untyped-call]


class WorkerRegistry(CollectorRegistry):
    """Labels everything with the worker's process id, to keep the counts of several workers at one address apart."""

    def collect(self) -> Iterator[Metric]:
        """Every metric, with that label."""
        worker = {"worker": str(os.getpid())}
        for metric in super().collect():
            metric.samples = [sample._replace(labels={**sample.labels, **worker}) for sample in metric.samples]
            yield metric


class Metrics:
    """The counters, histograms and gauges of one worker."""

    def __init__(self) -> None:
        self._registry = WorkerRegistry()
        self.requests = self._counter("requests", "Requests answered, by method and status.", "method", "status")
        self.refused = self._counter("refused", "Requests and live messages refused, by the code of the error.", "code")
        self.limited = self._counter("limited", "What was over a limit, for a client or an address.", "limit", "by")
        self.expired = self._counter("expired", "Matches deleted because they are kept no longer.")
        self.entries = self._counter("entries", "Entries written to the logs of matches.")
        self._news = self._counter("news", "Messages sent to pages.")
        self.news = 0
        """Messages since the metrics were last read. A counter takes a lock, which is too slow for every message."""
        self.request_seconds = self._histogram("request_seconds", "How long requests took.")
        self.commit_seconds = self._histogram(
            "commit_seconds", "How long commits took; one writes everything that has arrived in the meantime."
        )
        self.search_seconds = self._histogram("search_seconds", "How long searches of the engine took.")
        self.jobs_waiting = self._gauge("jobs_waiting", "Searches that wait for their turn.", "lane")
        self.jobs_running = self._gauge("jobs_running", "Searches that run.", "lane")
        self.rooms = self._gauge("rooms", "Matches in memory.")
        self.unreadable = self._gauge(
            "unreadable", "Matches of which a part cannot be read, and which are set aside.", "part"
        )
        self.listeners = self._gauge("listeners", "Open live connections.")

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        self._news.inc(self.news)
        self.news = 0
        return generate_latest(self._registry)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"dreierlei_{name}", about, labels, registry=self._registry)

    def _histogram(self, name: str, about: str) -> Histogram:
        return Histogram(f"dreierlei_{name}", about, buckets=BUCKETS, registry=self._registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"dreierlei_{name}", about, labels, registry=self._registry)


BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds in seconds."""
