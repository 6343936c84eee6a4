"""Long work in parts: on this machine's processors or on a Dask cluster, and resumed after an interruption."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .errors import DreierleiError
from .extras import require

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path


@contextmanager
def workers(cluster: str | None = None, processes: int | None = None) -> Iterator[Executor]:
    """An executor: `processes` of this machine (by default one for each processor), or the cluster at an address.

    Parts are functions of plain values, so it does not matter where or how often they are computed: when a worker of a
    cluster dies, the others repeat its work. Raises `DreierleiError` if no cluster answers.
    """
    if cluster is None:
        from concurrent.futures import ProcessPoolExecutor  # start-up time: most programs do no long work
        from multiprocessing import get_context  # start-up time: the same

        # A fresh interpreter for each: forking a process that has threads is not safe.
        spawn = get_context("spawn")
        with ProcessPoolExecutor(processes, mp_context=spawn, initializer=_end_with_parent) as pool:
            yield pool
        return
    require("cluster", "distributed")
    from distributed import Client  # optional extra

    from .cluster import ClusterExecutor  # start-up time: most programs do no long work

    try:
        client = Client(cluster, timeout="10s")
    except (OSError, ValueError) as error:
        raise DreierleiError("work.no-scheduler", address=cluster, error=str(error)) from None
    with client, ClusterExecutor(client) as executor:
        yield executor


def _end_with_parent() -> None:
    """Ends this process when its parent ends for any reason: a worker of a killed pool would wait for ever."""
    import os  # start-up time: most programs do no long work
    from multiprocessing import parent_process  # start-up time: the same
    from threading import Thread  # start-up time: the same

    def follow() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    Thread(target=follow, daemon=True).start()


class Journal:
    """The finished parts of some work, by their names, and the file that keeps them for a later run.

    The first line of the file describes the work, and each further line is a part, all in JSON. Without a path nothing
    is kept. Raises `DreierleiError` if the file belongs to other work.
    """

    def __init__(self, path: Path | None, work: str) -> None:
        import json  # start-up time: most programs do no long work

        self.path = path
        self.work = work
        self.parts: dict[str, Any] = {}
        if path is None or not path.exists():
            return
        # A last line without a line break was cut off by an interruption.
        complete, _, incomplete = path.read_text("utf-8").rpartition("\n")
        try:
            head, *lines = map(json.loads, complete.splitlines() or [json.dumps(work)])
            self.parts = dict(lines)
        except (ValueError, TypeError):
            head = None
        if head != work:
            raise DreierleiError("work.other", path=str(path))
        if incomplete:
            path.write_text(complete + "\n" if complete else "", "utf-8")

    def run(
        self, executor: Executor | None, function: Callable[..., Any], tasks: Mapping[str, tuple[object, ...]]
    ) -> Iterator[tuple[str, Any]]:
        """Computes `function(*arguments)` for each task that is not finished yet, in this process without an executor.

        Yields the name and the value of every task, in their order. A value, which must be plain JSON, is kept as soon
        as it is known.
        """
        if executor is None:
            for part, arguments in tasks.items():
                if part not in self.parts:
                    self._keep(part, function(*arguments))
                yield part, self.parts[part]
            return
        from concurrent.futures import FIRST_COMPLETED, wait  # start-up time: most programs do no long work

        futures = {
            executor.submit(function, *arguments): part for part, arguments in tasks.items() if part not in self.parts
        }
        waiting = set(futures)
        try:
            for part in tasks:
                while part not in self.parts:
                    finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in finished:
                        self._keep(futures[future], future.result())
                yield part, self.parts[part]
        finally:
            for future in waiting:
                future.cancel()

    def close(self) -> None:
        """Deletes the file: the work is done."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def _keep(self, part: str, value: Any) -> None:
        import json  # start-up time: the same

        self.parts[part] = value
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                head = "" if file.tell() else json.dumps(self.work) + "\n"
                file.write(f"{head}{json.dumps([part, value])}\n")


def write_lines(
    path: Path,
    head: Sequence[str],
    work: str,
    executor: Executor,
    function: Callable[..., list[str]],
    tasks: Mapping[str, tuple[object, ...]],
    merge: Callable[[dict[str, list[str]]], Iterable[str]],
    progress: Callable[[int, int], object] | None = None,
) -> Path:
    """Computes the tasks, each of which gives lines, and writes a text file: its head, and what `merge` makes of them.

    Finished tasks are kept beside the file until it is written, so that an interrupted call can be repeated.
    Raises `DreierleiError` if they belong to other work.
    """
    journal = Journal(path.with_name(f"{path.name}.part"), work)
    finished: dict[str, list[str]] = {}
    for part, lines in journal.run(executor, function, tasks):
        finished[part] = lines
        if progress:
            progress(len(finished), len(tasks))
    path.write_text("".join(f"{line}\n" for line in (*head, *merge(finished))), "utf-8")
    journal.close()
    return path
