"""Long work in parts: on this machine's processors, or on a Dask cluster."""

from __future__ import annotations

from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING

from .errors import DreierleiError
from .extras import require

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def workers(cluster: str | None = None, processes: int | None = None) -> Iterator[Executor]:
    """An executor: `processes` of this machine (by default one for each processor), or the cluster at an address.

    Parts are functions of plain values, so it does not matter where, or whether more than once, they are computed: when
    a worker of a cluster dies, the others do its work again.
    """
    if cluster is None:
        # A fresh interpreter for each: forking a process that has threads is not safe.
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            yield pool
        return
    require("cluster", "distributed")
    from distributed import Client

    try:
        client = Client(cluster, timeout="10s")
    except (OSError, ValueError) as error:
        raise DreierleiError(f'There is no Dask scheduler at "{cluster}": {error}.') from None
    with client, client.get_executor(pure=False) as executor:
        yield executor
