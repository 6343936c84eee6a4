"""Building a database: here, one pair of subspaces after the other, or over an executor, several at once."""

from __future__ import annotations

import os
import time
from concurrent.futures import FIRST_COMPLETED, wait
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import DreierleiError
from ...games import read_variant
from ...games import variant as find_variant
from ..blocks import DatabaseError
from .folder import Folder
from .room import check_disk, check_memory
from .subspaces import Moving, every_subspace, needs, solved_together, tables_of, with_needs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Executor, Future

    from ...model import Variant
    from .folder import Entry
    from .subspaces import Subspace


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a build has come."""

    subspace: Subspace
    """The one being solved, or finished last; (own, their) together with (their, own)."""
    done: int
    """Indices solved so far, those of earlier builds included."""
    total: int
    seconds: float
    """Since this build began."""
    seconds_left: float | None
    """None until there is something to judge by."""

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
    progress: Callable[[Progress], None] | None = None,
    stop: Callable[[], bool] | None = None,
    executor: Executor | None = None,
    at_once: int | None = None,
) -> bool:
    """Solves what the folder lacks of the given subspaces and of those that they depend on.

    The default is all without stones in hand, and with `placing` the Setzphase, too. Takes about 3.5 GB of memory for
    the largest of them, and about a third of a byte of disk for each index at most.

    `threads` 0 is one for each processor. `progress` is called some ten times a second. When `stop` returns True or an
    exception comes, the pair of subspaces at work is lost; what was finished stays, and the next build goes on from
    there. Returns whether all is done. Raises `DatabaseError` if the folder has another variant's values, if another
    build is at work there, if it cannot be written, or if there is too little disk or memory.

    With an `executor` every pair is a task that reads the files it needs from the folder and writes its own there, so
    all workers must see the folder under the same path. Tasks that do not need each other run at the same time, at most
    `at_once` of them, each with `threads` threads. Only this process writes the manifest, after it has seen the file. A
    task may run twice, or be lost and run again: it writes the same file, complete or not at all. `at_once` says that
    the tasks share this machine's memory, which is checked before the start; each task checks for itself as well.
    """
    variant = variant or find_variant("muehle")
    path = Path(folder).absolute()
    wanted = every_subspace(variant, placing=placing) if subspaces is None else with_needs(variant, subspaces)
    with Folder(path, variant).locked():
        place = Folder(path, variant)  # read again: the build before may have ended just now
        work = _Work(place, wanted, progress, stop)
        check_disk(path, work.to_do)
        if executor is None:
            check_memory(variant, work.jobs)
            return _one_by_one(work, threads)
        if at_once:
            check_memory(variant, work.jobs, at_once)
        return _spread(work, executor, threads, at_once)


class _Work:
    """What there is to do, and how far it is done."""

    def __init__(
        self,
        place: Folder,
        wanted: tuple[Subspace, ...],
        progress: Callable[[Progress], None] | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        tables = tables_of(place.variant)
        self.place = place
        missing = [subspace for subspace in wanted if not place.has(subspace)]
        # One of each pair stands for both.
        self.jobs = list({frozenset(solved_together(each)): each for each in reversed(missing)}.values())[::-1]
        self.total = sum(subspace.size(tables) for subspace in wanted)
        self.to_do = sum(self.size(job) for job in self.jobs)
        self._progress = progress
        self._stop = stop
        self._begun = time.monotonic()
        self._done = 0

    def size(self, job: Subspace) -> int:
        return sum(each.size(tables_of(self.place.variant)) for each in solved_together(job))

    def tick(self, job: Subspace, part: float) -> bool:
        """Tells how far the work is when that part of a job is done, too; returns whether to go on."""
        seconds = time.monotonic() - self._begun
        now = self._done + part * self.size(job)
        left = seconds * (self.to_do - now) / now if now and seconds > 1 else None
        if self._progress:
            self._progress(Progress(job, self.total - self.to_do + int(now), self.total, seconds, left))
        return not (self._stop and self._stop())

    def finish(self, job: Subspace, entries: dict[str, Entry]) -> bool:
        """Takes a job's files into the database; returns whether to go on."""
        self.place.add(entries)
        self._done += self.size(job)
        return self.tick(job, 0.0)

    @property
    def complete(self) -> bool:
        return self._done == self.to_do


def _one_by_one(work: _Work, threads: int) -> bool:
    for job in work.jobs:
        entries = _solve_files(work.place, job, threads, lambda part, job=job: work.tick(job, part))  # type: ignore[misc]
        if entries is None or not work.finish(job, entries):
            break
    return work.complete


def _spread(work: _Work, executor: Executor, threads: int, at_once: int | None) -> bool:
    place = work.place
    waiting = list(work.jobs)
    running: dict[Future[dict[str, Entry]], Subspace] = {}
    going = True
    try:
        while going and (waiting or running):
            ready = [job for job in waiting if all(place.has(each) for each in needs(job, place.variant))]
            for job in ready[: max(0, at_once - len(running)) if at_once else None]:
                needed = {each.name: place.entries[each.name] for each in needs(job, place.variant)}
                task = executor.submit(_task, str(place.path), place.variant.id, tuple(job), needed, threads)
                running[task] = job
                waiting.remove(job)
            finished, _ = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
            for task in finished:
                job = running.pop(task)
                entries = _result(task, job)
                _expect_files(place, job, entries)
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
    except Exception as error:  # whatever an executor raises when it has lost its workers for good
        raise DatabaseError(
            f"{job.name} was lost with its worker ({type(error).__name__}): the same command goes on from here."
        ) from error


def _task(
    path: str, variant_id: str, subspace: tuple[int, ...], needed: dict[str, Entry], threads: int
) -> dict[str, Entry]:
    """Solves a subspace, and what is solved with it, on a worker: from files to files. Returns their entries."""
    variant = read_variant(variant_id)
    job = {tuple(each): each for each in every_subspace(variant, placing=True)}[subspace]
    place = Folder(Path(path), variant)
    place.entries = needed
    check_memory(variant, [job])
    entries = _solve_files(place, job, threads, lambda _part: True)
    assert entries is not None  # nobody stops it
    return entries


def _expect_files(place: Folder, job: Subspace, entries: dict[str, Entry]) -> None:
    """What a worker has written must be here."""
    seen = Folder(place.path, place.variant)
    seen.entries.update(entries)
    for each in solved_together(job):
        try:
            seen.open(each)
        except DatabaseError as error:
            raise DatabaseError(
                f"A worker has solved {each.name}, but {error} The workers of a cluster must see the same folder."
            ) from None


def _solve_files(
    place: Folder, subspace: Subspace, threads: int, tick: Callable[[float], bool]
) -> dict[str, Entry] | None:
    threads = threads or os.cpu_count() or 1
    values = solve_subspace(place.variant, subspace, lambda each: place.open(each).read(threads), threads, tick)
    if values is None:
        return None
    return {each.name: place.write(each, codes, threads) for each, codes in values.items()}


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
    values = {each: bytearray(each.size(tables)) for each in together}
    taken = [load(after) if (after := each.taken(tables)) else bytearray() for each in together]
    try:
        if isinstance(subspace, Moving):
            codes = values[subspace], values[together[-1]]
            finished = tables.solve(*subspace, *codes, taken[0], taken[-1], threads, tick)
        else:
            quiet = load(subspace.quiet(tables))
            finished = tables.solve_placing(*subspace, values[subspace], quiet, taken[0], threads, tick)
    except OverflowError as error:
        raise DatabaseError(f"{variant.id} cannot be stored, in {subspace.name} {error}.") from None
    return values if finished else None
