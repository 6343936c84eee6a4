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

    Dask's own executor reports an error if a worker dies after computing a value and before delivering it. This one
    requests the value again, so that another worker computes it.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._futures: set[Future[Any]] = set()

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """The future result of `function` for these arguments. Cancelling it cancels the computation on the cluster."""
        future: Future[Any] = Future()
        self._futures.add(future)
        remote = self._client.submit(function, *arguments, **named, pure=False)

        def settle(finished: Any) -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(finished.result())
                except BaseException as error:
                    future.set_exception(error)

        def forget(settled: Future[Any]) -> None:
            self._futures.discard(settled)
            if settled.cancelled():
                remote.cancel()

        remote.add_done_callback(settle)
        future.add_done_callback(forget)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Releases the cluster; with `wait`, once all work is done."""
        pending = set(self._futures)
        if cancel_futures:
            for future in pending:
                future.cancel()
        if wait:
            futures.wait(pending)
