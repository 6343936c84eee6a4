"""Work in parts, on processes and on a real cluster that loses a worker; and work that is resumed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from distributed import LocalCluster

from dreierlei.cluster import ClusterExecutor
from dreierlei.errors import DreierleiError
from dreierlei.work import Journal, workers

from .waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable


def slow_square(number: int) -> tuple[int, int]:
    """A part of some work, and the process that did it."""
    time.sleep(0.05)
    return number * number, os.getpid()


def test_processes() -> None:
    with workers(processes=2) as executor:
        results = list(executor.map(slow_square, range(12)))
    assert [square for square, _ in results] == [number * number for number in range(12)]
    assert os.getpid() not in {process for _, process in results}


def test_processes_end_with_a_parent_that_is_killed() -> None:
    code = (
        "import os, time\nfrom dreierlei.work import workers\nif __name__ == '__main__':\n"
        " with workers(processes=1) as pool:\n  print(pool.submit(os.getpid).result(), flush=True)\n  time.sleep(3600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        os.kill(worker, 0)
        parent.kill()
    wait_until(lambda: not alive(worker))


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").split()[2] != "Z"
    except FileNotFoundError:
        return False


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


def test_a_value_whose_worker_died_before_it_arrived_is_no_error() -> None:
    """Dask then gives the value of the second computation, while it calls the future lost."""

    class Asked:
        status = "lost"

        def add_done_callback(self, settle: Callable[[Asked], None]) -> None:
            settle(self)

        def result(self) -> tuple[int, int]:
            return 4, 7

    class Client:
        def submit(self, *_: object, **__: object) -> Asked:
            return Asked()

    with ClusterExecutor(Client()) as executor:
        assert executor.submit(slow_square, 2).result(timeout=PATIENCE) == (4, 7)


def test_no_cluster_there() -> None:
    with (
        pytest.raises(DreierleiError, match="There is no Dask scheduler at"),
        workers("tcp://127.0.0.1:9"),
    ):
        raise AssertionError


# --- resuming ---------------------------------------------------------------------------------------------------------


def double(number: int) -> int:
    if number < 0:
        raise ValueError(number)
    return 2 * number


def test_a_journal_resumes_where_it_was_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "numbers.part"
    tasks = {str(number): (number,) for number in range(4)}
    with ThreadPoolExecutor(1) as executor:
        assert not path.exists()
        for part, value in Journal(path, "doubles").run(executor, double, tasks):
            assert value == 2 * int(part)
            if part == "1":
                break
        with path.open("a", encoding="utf-8") as file:
            file.write('["3", ')  # torn
        again = Journal(path, "doubles")
        assert again.parts.keys() >= {"0", "1"}
        assert list(again.run(executor, double, tasks)) == [(part, 2 * int(part)) for part in tasks]
        assert Journal(path, "doubles").parts == {part: 2 * int(part) for part in tasks}


def test_finished_parts_are_kept_when_one_fails(tmp_path: Path) -> None:
    path = tmp_path / "numbers.part"
    with ThreadPoolExecutor(1) as executor, pytest.raises(ValueError, match="-1"):
        list(Journal(path, "doubles").run(executor, double, {"a": (1,), "b": (-1,), "c": (3,)}))
    assert Journal(path, "doubles").parts["a"] == 2


@pytest.mark.parametrize("content", ['"halves"\n["0", 0]\n', "not JSON\n", '"doubles"\n7\n'])
def test_a_journal_of_other_work_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "numbers.part"
    path.write_text(content)
    with pytest.raises(DreierleiError, match="belongs to a different job"):
        Journal(path, "doubles")
    assert path.read_text() == content


def test_a_journal_without_a_file() -> None:
    with ThreadPoolExecutor(1) as executor:
        assert dict(Journal(None, "doubles").run(executor, double, {"a": (1,)})) == {"a": 2}
