"""Searches of the engine: in threads, off the event loop, each client in turn.

The core releases the interpreter while it searches, so moves and messages pass at the same time.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from .._core import Stop
from .errors import RequestError
from .wire.errors import Code

if TYPE_CHECKING:
    from collections.abc import Callable

    from .metrics import Metrics

WAITING = 256
"""The most searches that may wait."""
SHARE = 16
"""The most of them for one client."""

_T = TypeVar("_T")


@dataclass(slots=True, eq=False)
class Job:
    """A search that waits or runs."""

    client: str
    work: Callable[[Stop], Any]
    done: asyncio.Future[Any]
    stop: Stop


class Jobs:
    """A few threads, and a queue for each client; clients take turns."""

    def __init__(self, metrics: Metrics, threads: int = 0, lane: str = "moves") -> None:
        self.threads = threads or os.cpu_count() or 1
        self.metrics = metrics
        self._pool = ThreadPoolExecutor(self.threads, "search")
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._running: set[Job] = set()
        self._closed = False
        metrics.jobs_waiting.labels(lane=lane).set_function(lambda: sum(map(len, self._waiting.values())))
        metrics.jobs_running.labels(lane=lane).set_function(lambda: len(self._running))

    async def run(self, client: str, work: Callable[[Stop], _T], stop: Stop | None = None) -> _T:
        """What `work` returns. It gets a `Stop` that is set when nobody wants the answer any more.

        Raises `RequestError` when too many searches are waiting already.
        """
        queue = self._waiting.get(client, ())
        if self._closed or len(queue) >= SHARE or sum(map(len, self._waiting.values())) >= WAITING:
            raise RequestError(Code.BUSY, "server.busy")
        job = Job(client, work, asyncio.get_running_loop().create_future(), stop or Stop())
        self._waiting.setdefault(client, deque()).append(job)
        self._next()
        try:
            result: _T = await job.done
        except asyncio.CancelledError:
            job.stop.set()
            raise
        return result

    def close(self) -> None:
        """Stops every search."""
        self._closed = True
        for job in self._running:
            job.stop.set()
        for queue in self._waiting.values():
            for job in queue:
                job.done.cancel()
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _next(self) -> None:
        while len(self._running) < self.threads and self._waiting:
            client, queue = self._waiting.popitem(last=False)
            job = queue.popleft()
            if queue:
                self._waiting[client] = queue  # to the end of the line
            if job.done.done():
                continue
            self._running.add(job)
            asyncio.get_running_loop().create_task(self._run(job))

    async def _run(self, job: Job) -> None:
        begun = perf_counter()
        try:
            result = await asyncio.get_running_loop().run_in_executor(self._pool, job.work, job.stop)
            if not job.done.done():
                job.done.set_result(result)
        except Exception as error:
            if not job.done.done():
                job.done.set_exception(error)
        finally:
            self._running.discard(job)
            self.metrics.search_seconds.observe(perf_counter() - begun)
            if not self._closed:
                self._next()
