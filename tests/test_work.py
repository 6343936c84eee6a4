"""Work in parts, on processes and on a real cluster that loses a worker."""

from __future__ import annotations

import os
import signal
import time

import pytest
from distributed import LocalCluster

from dreierlei.errors import DreierleiError
from dreierlei.work import workers

from .waiting import PATIENCE


def slow_square(number: int) -> tuple[int, int]:
    """A part of some work, and the process that did it."""
    time.sleep(0.05)
    return number * number, os.getpid()


def test_processes() -> None:
    with workers(processes=2) as executor:
        results = list(executor.map(slow_square, range(12)))
    assert [square for square, _ in results] == [number * number for number in range(12)]
    assert os.getpid() not in {process for _, process in results}


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_worker_in_the_middle() -> None:
    with (
        LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
        workers(cluster.scheduler_address) as executor,
    ):
        futures = [executor.submit(slow_square, number) for number in range(80)]
        _, first = futures[0].result(timeout=PATIENCE)
        os.kill(first, signal.SIGKILL)
        results = [future.result(timeout=PATIENCE) for future in futures]
    assert [square for square, _ in results] == [number * number for number in range(80)]
    assert len({process for _, process in results} - {first}) >= 2


def test_no_cluster_there() -> None:
    with (
        pytest.raises(DreierleiError, match="There is no Dask scheduler at"),
        workers("tcp://127.0.0.1:9"),
    ):
        raise AssertionError
