"""Building a database: in this process, one pair of subspaces after the other, or on an executor, several at once."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path

from ...declarations import variant as find_variant
from ...errors import DreierleiError
from ...model import Variant
from .blocks import DatabaseError
from .resources import check_disk, check_memory
from .storage import Entry, Storage
from .subspaces import Moving, Subspace, every_subspace, needs, solved_together, tables_of, with_needs


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """The progress of a build."""

    subspace: Subspace
    """The subspace being solved, or the last one finished; (own, their) together with (their, own)."""
    done: int
    """Indices that are solved, those of earlier builds included."""
    total: int
    seconds: float
    """Since this build began."""
    seconds_left: float | None
    """None until it can be estimated."""

    def __str__(self) -> str:
        left = "" if self.seconds_left is None else f", about {self.seconds_left / 60:.0f} min left"
        return f"{self.subspace.name}: {self.done / self.total:.1%} of {self.total:,} positions{left}"


def build(
    folder: str | Path,
    *,
    variant: Variant | None = None,
    threads: int = 0,
    subspaces: Iterable[tuple[int, ...]] | None = None,
    placing: bool = False,
    progress: Callable[[BuildProgress], None] | None = None,
    stop: Callable[[], bool] | None = None,
    executor: Executor | None = None,
    at_once: int | None = None,
) -> bool:
    """Solves the given subspaces and those that they depend on, unless the folder already has them.

    The default is all subspaces without stones in hand, and with `placing` the Setzphase as well. The largest needs
    about 3.5 GB of memory; on disk each index takes about a third of a byte at most.

    With `threads` 0 there is one for each processor. `progress` is called about ten times a second. When `stop` returns
    True or an exception is raised, the pair of subspaces in progress is lost; what was finished stays, and the next
    build resumes from there. Returns whether everything is done. Raises `DatabaseError` if the folder has another
    variant's values, if another build is running there, if it cannot be written, or if there is too little disk space
    or memory.

    With an `executor` every pair is a task that reads the files it needs from the folder and writes its own there, so
    all workers must see the folder under the same path. Tasks that do not need each other run at the same time, at most
    `at_once` of them, each with `threads` threads. Only this process writes the manifest, after it has seen the file. A
    task may run twice, or be lost and run again: it writes the same file, complete or not at all. `at_once` says that
    the tasks share this machine's memory, which is checked before the start; each task checks for itself as well.
    """
    variant = variant or find_variant("muehle")
    path = Path(folder).absolute()
    wanted = every_subspace(variant, placing=placing) if subspaces is None else with_needs(variant, subspaces)
    with Storage(path, variant).locked():
        storage = Storage(path, variant)  # read again: an earlier build may have ended just now
        work = _Work(storage, wanted, progress, stop)
        check_disk(path, work.to_do)
        if executor is None:
            check_memory(variant, work.jobs)
            return _build_in_turn(work, threads)
        if at_once:
            check_memory(variant, work.jobs, at_once)
        return _build_at_once(work, executor, threads, at_once)


class _Work:
    """The jobs of a build, and their progress."""

    def __init__(
        self,
        storage: Storage,
        wanted: tuple[Subspace, ...],
        progress: Callable[[BuildProgress], None] | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        tables = tables_of(storage.variant)
        self.storage = storage
        missing = [subspace for subspace in wanted if not storage.has(subspace)]
        # One of each pair represents both.
        self.jobs = list({frozenset(solved_together(part)): part for part in reversed(missing)}.values())[::-1]
        self.total = sum(subspace.size(tables) for subspace in wanted)
        self.to_do = sum(self.size(job) for job in self.jobs)
        self._progress = progress
        self._stop = stop
        self._started = time.monotonic()
        self._done = 0

    def size(self, job: Subspace) -> int:
        return sum(subspace.size(tables_of(self.storage.variant)) for subspace in solved_together(job))

    def tick(self, job: Subspace, part: float) -> bool:
        """Reports the progress with that part of a job done as well; returns whether to go on."""
        seconds = time.monotonic() - self._started
        now = self._done + part * self.size(job)
        left = seconds * (self.to_do - now) / now if now and seconds > 1 else None
        if self._progress:
            self._progress(BuildProgress(job, self.total - self.to_do + int(now), self.total, seconds, left))
        return not (self._stop and self._stop())

    def finish(self, job: Subspace, entries: dict[str, Entry]) -> bool:
        """Adds a job's files to the database; returns whether to go on."""
        self.storage.add(entries)
        self._done += self.size(job)
        return self.tick(job, 0.0)

    @property
    def complete(self) -> bool:
        return self._done == self.to_do


def _build_in_turn(work: _Work, threads: int) -> bool:
    for job in work.jobs:
        entries = _solve_files(work.storage, job, threads, lambda part, job=job: work.tick(job, part))  # type: ignore[misc]
        if entries is None or not work.finish(job, entries):
            break
    return work.complete


def _build_at_once(work: _Work, executor: Executor, threads: int, at_once: int | None) -> bool:
    storage = work.storage
    waiting = list(work.jobs)
    running: dict[Future[dict[str, Entry]], Subspace] = {}
    going = True
    try:
        while going and (waiting or running):
            ready = [job for job in waiting if all(storage.has(part) for part in needs(job, storage.variant))]
            for job in ready[: max(0, at_once - len(running)) if at_once else None]:
                needed = {part.name: storage.entries[part.name] for part in needs(job, storage.variant)}
                task = executor.submit(solve_task, str(storage.path), storage.variant.id, tuple(job), needed, threads)
                running[task] = job
                waiting.remove(job)
            finished, _ = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
            for task in finished:
                job = running.pop(task)
                entries = _result(task, job)
                _expect_files(storage, job, entries)
                going = work.finish(job, entries) and going
            if not finished:
                going = work.tick(next(iter(running.values())), 0.0)
    finally:
        for task in running:
            task.cancel()
    return work.complete


def _result(task: Future[dict[str, Entry]], job: Subspace) -> dict[str, Entry]:
    try:
        return task.result()
    except DreierleiError:
        raise
    except Exception as error:  # any error of an executor that has lost its workers for good
        raise DatabaseError("database.lost-worker", part=job.name, error=type(error).__name__) from error


def solve_task(
    path: str, variant_id: str, subspace: tuple[int, ...], needed: dict[str, Entry], threads: int
) -> dict[str, Entry]:
    """Solves a subspace, and what is solved with it, on a worker, from files to files. Returns their entries."""
    variant = find_variant(variant_id)
    job = {tuple(part): part for part in every_subspace(variant, placing=True)}[subspace]
    storage = Storage(Path(path), variant)
    storage.entries = needed
    check_memory(variant, [job])
    entries = _solve_files(storage, job, threads, lambda _part: True)
    assert entries is not None  # nobody stops it
    return entries


def _expect_files(storage: Storage, job: Subspace, entries: dict[str, Entry]) -> None:
    """Raises `DatabaseError` unless the files that a worker has written are in the folder."""
    seen = Storage(storage.path, storage.variant)
    seen.entries.update(entries)
    for subspace in solved_together(job):
        try:
            seen.open(subspace)
        except DatabaseError as error:
            raise DatabaseError("database.other-folder", part=subspace.name, error=error) from None


def _solve_files(
    storage: Storage, subspace: Subspace, threads: int, tick: Callable[[float], bool]
) -> dict[str, Entry] | None:
    threads = threads or os.cpu_count() or 1
    values = solve_subspace(storage.variant, subspace, lambda part: storage.open(part).read(threads), threads, tick)
    if values is None:
        return None
    return {part.name: storage.write(part, codes, threads) for part, codes in values.items()}


def solve_subspace(
    variant: Variant,
    subspace: Subspace,
    load: Callable[[Subspace], bytes | bytearray],
    threads: int,
    tick: Callable[[float], bool],
) -> dict[Subspace, bytearray] | None:
    """The values of a subspace and of what is solved with it, or None if it was stopped."""
    tables = tables_of(variant)
    together = solved_together(subspace)
    values = {part: bytearray(part.size(tables)) for part in together}
    taken = [load(after) if (after := part.taken(tables)) else bytearray() for part in together]
    try:
        if isinstance(subspace, Moving):
            codes = values[subspace], values[together[-1]]
            finished = tables.solve(*subspace, *codes, taken[0], taken[-1], threads, tick)
        else:
            quiet = load(subspace.quiet(tables))
            finished = tables.solve_placing(*subspace, values[subspace], quiet, taken[0], threads, tick)
    except OverflowError:
        raise DatabaseError("database.too-many-plies", variant=variant.id, part=subspace.name) from None
    return values if finished else None
