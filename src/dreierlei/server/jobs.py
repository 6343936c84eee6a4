"""Searches of the engine: in threads, off the event loop. Addresses take turns, and so do the clients at an address.

The core releases the interpreter lock while it searches, so the server keeps handling moves and messages. The searches
of one address never occupy more than half of the threads, so others need not wait for a long one to end.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter, OrderedDict, deque
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
"""The most searches that may be waiting."""
ADDRESS_SHARE = 64
"""The most waiting searches of one address."""
SHARE = 16
"""The most waiting searches of one client."""

_T = TypeVar("_T")


@dataclass(slots=True, eq=False)
class Job:
    """A search that is waiting or running."""

    client: str
    address: str
    work: Callable[[Stop], Any]
    done: asyncio.Future[Any]
    stop: Stop
    waits: bool = True


class Line:
    """The waiting searches of one address: a queue for each client; clients take turns."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def of(self, client: str) -> int:
        """How many of them belong to a client."""
        return len(self._queues.get(client, ()))

    def append(self, job: Job) -> None:
        """Adds a search."""
        self._queues.setdefault(job.client, deque()).append(job)

    def pop(self) -> Job:
        """Takes the next one."""
        client, queue = self._queues.popitem(last=False)
        job = queue.popleft()
        job.waits = False
        if queue:
            self._queues[client] = queue  # to the end of the line
        return job

    def remove(self, job: Job) -> None:
        """Removes one out of turn."""
        queue = self._queues[job.client]
        queue.remove(job)
        job.waits = False
        if not queue:
            del self._queues[job.client]

    def last(self) -> Job:
        """The latest search of the client that has the most."""
        return max(self._queues.values(), key=len)[-1]


class Jobs:
    """A pool of threads, and a line for each address; addresses take turns.

    `threads` is how many searches of one address run at once. `address_of` returns a client's address.
    """

    def __init__(
        self, metrics: Metrics, threads: int = 0, lane: str = "moves", address_of: Callable[[str], str] = str
    ) -> None:
        self.threads = threads or os.cpu_count() or 1
        self.metrics, self._address_of = metrics, address_of
        self._pool = ThreadPoolExecutor(2 * self.threads, "search")
        self._lines: OrderedDict[str, Line] = OrderedDict()
        self._running: set[Job] = set()
        self._busy: Counter[str] = Counter()
        """How many searches of each address are running."""
        self._closed = False
        metrics.jobs_waiting.labels(lane=lane).set_function(lambda: self.waiting)
        metrics.jobs_running.labels(lane=lane).set_function(lambda: len(self._running))

    @property
    def waiting(self) -> int:
        """How many searches are waiting."""
        return sum(map(len, self._lines.values()))

    async def run(self, client: str, work: Callable[[Stop], _T], stop: Stop | None = None) -> _T:
        """What `work` returns. It gets a `Stop` that is set when the answer is no longer needed.

        Raises `RequestError` when too many searches are already waiting. If this is cancelled, the search is dropped.
        """
        address = self._address_of(client)
        self._admit(client, address)
        job = Job(client, address, work, asyncio.get_running_loop().create_future(), stop or Stop())
        self._lines.setdefault(address, Line()).append(job)
        self._next()
        try:
            result: _T = await job.done
        except asyncio.CancelledError:
            job.stop.set()
            self._drop(job)
            raise
        return result

    def close(self) -> None:
        """Stops every search."""
        self._closed = True
        for job in self._running:
            job.stop.set()
        for line in self._lines.values():
            while line:
                line.pop().done.cancel()
        self._lines.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _admit(self, client: str, address: str) -> None:
        """Raises `RequestError` unless one more may wait. When all places are taken, the longest line loses one."""
        line = self._lines.get(address, Line())
        if self._closed or line.of(client) >= SHARE or len(line) >= ADDRESS_SHARE:
            raise RequestError(Code.BUSY, "server.busy")
        if self.waiting >= WAITING:
            longest = max(self._lines.values(), key=len)
            if len(longest) <= len(line) + 1:
                raise RequestError(Code.BUSY, "server.busy")
            victim = longest.last()
            self._drop(victim)
            victim.done.set_exception(RequestError(Code.BUSY, "server.busy"))

    def _drop(self, job: Job) -> None:
        """Removes a search from its line, if it is still waiting."""
        if job.waits:
            self._lines[job.address].remove(job)
            if not self._lines[job.address]:
                del self._lines[job.address]

    def _next(self) -> None:
        """Starts the searches that may run: addresses take turns, each with no more than its share of the threads."""
        while len(self._running) < 2 * self.threads:
            address = next((each for each in self._lines if self._busy[each] < self.threads), None)
            if address is None:
                return
            line = self._lines.pop(address)
            job = line.pop()
            if line:
                self._lines[address] = line  # to the end
            self._running.add(job)
            self._busy[address] += 1
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
            self._busy[job.address] -= 1
            if not self._busy[job.address]:
                del self._busy[job.address]
            self.metrics.search_seconds.observe(perf_counter() - begun)
            if not self._closed:
                self._next()
