"""An executor whose processes are those of a Dask cluster."""

from __future__ import annotations

from concurrent import futures
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from distributed import Client


class ClusterExecutor(Executor):
    """Submits to a cluster.

    Dask's own executor takes a value for an error if the worker that computed it dies before the value has arrived.
    Here the value is asked for again, and so computed again by another worker.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._futures: set[Future[Any]] = set()

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """What `function` gives for these arguments. To cancel it before it is known is to cancel it on the cluster."""
        future: Future[Any] = Future()
        self._futures.add(future)
        asked = self._client.submit(function, *arguments, **named, pure=False)

        def settle(done: Any) -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(done.result())
                except BaseException as error:
                    future.set_exception(error)

        def forget(settled: Future[Any]) -> None:
            self._futures.discard(settled)
            if settled.cancelled():
                asked.cancel()

        asked.add_done_callback(settle)
        future.add_done_callback(forget)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Lets go of the cluster, after everything is done unless it is not waited for."""
        left = set(self._futures)
        if cancel_futures:
            for future in left:
                future.cancel()
        if wait:
            futures.wait(left)
