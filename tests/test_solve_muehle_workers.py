"""Building Mühle's database over processes and over a real cluster that loses a worker."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import pytest
from distributed import Client, LocalCluster

from dreierlei import variant
from dreierlei.solvers.muehle import builder, resources
from dreierlei.solvers.muehle.blocks import DatabaseError
from dreierlei.solvers.muehle.builder import BuildProgress, build
from dreierlei.solvers.muehle.subspaces import Moving
from dreierlei.solvers.muehle.verifier import verify
from dreierlei.work import workers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PARTS = [(5, 3), (4, 4)]
NAMES = {"3-3", "4-3", "3-4", "4-4", "5-3", "3-5"}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("alone")
    assert build(folder, subspaces=PARTS, threads=2)
    return folder


def test_processes_build_the_same_files(alone: Path, tmp_path: Path) -> None:
    seen: list[BuildProgress] = []
    with workers(processes=2) as executor:
        assert build(tmp_path, subspaces=PARTS, executor=executor, at_once=2, threads=1, progress=seen.append)
    assert seen[-1].done == seen[-1].total
    assert [progress.done for progress in seen] == sorted(progress.done for progress in seen)
    assert _files(tmp_path) == _files(alone)


def test_an_interrupted_build_goes_on_elsewhere(alone: Path, tmp_path: Path) -> None:
    """What one way of building has finished, the other takes up."""
    seen: list[BuildProgress] = []
    with workers(processes=1) as executor:
        stop = lambda: bool(seen) and seen[-1].done > 0  # noqa: E731
        assert not build(tmp_path, subspaces=PARTS, executor=executor, progress=seen.append, stop=stop)
    assert 0 < len(list(tmp_path.glob("*.values"))) < len(NAMES)
    assert build(tmp_path, subspaces=PARTS, threads=2)
    assert _files(tmp_path) == _files(alone)


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_worker_in_the_middle(alone: Path, tmp_path: Path) -> None:
    killed: list[int] = []
    with (
        LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
        Client(cluster) as watcher,
        workers(cluster.scheduler_address) as executor,
    ):
        processes = watcher.run(os.getpid)

        def kill(progress: BuildProgress) -> None:
            """Ends a worker that has a part at work, once the first part is finished."""
            if killed or not progress.done:
                return
            for worker, tasks in watcher.processing().items():
                if tasks:
                    killed.append(processes[worker])
                    os.kill(processes[worker], signal.SIGKILL)
                    return

        assert build(tmp_path, subspaces=PARTS, executor=executor, threads=1, progress=kill)
        assert len(killed) == 1
    assert _files(tmp_path) == _files(alone)
    assert verify(tmp_path, sample=1000) == 1000 * len(NAMES)


class Inline:
    """An executor that runs a task when it is submitted, after something has happened."""

    def __init__(self, before: Callable[[], object] = lambda: None) -> None:
        self.before = before

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            self.before()
            future.set_result(task(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


def test_a_worker_that_is_lost_for_good(tmp_path: Path) -> None:
    def lose() -> None:
        raise OSError("gone")

    with pytest.raises(DatabaseError, match=r"3-3 was lost with its worker \(OSError\): the same command resumes"):
        build(tmp_path, subspaces=PARTS, executor=Inline(lose))  # type: ignore[arg-type]
    assert build(tmp_path, subspaces=[(3, 3)])


def test_workers_must_see_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = builder.solve_task

    def elsewhere(_path: str, *arguments: Any) -> Any:
        return honest(str(tmp_path / "theirs"), *arguments)

    (tmp_path / "theirs").mkdir()
    monkeypatch.setattr(builder, "solve_task", elsewhere)
    with pytest.raises(DatabaseError, match="must see the same folder"):
        build(tmp_path / "ours", subspaces=[(3, 3)], executor=Inline())  # type: ignore[arg-type]
    assert not (tmp_path / "ours" / "manifest.json").exists()


def test_too_little_memory_is_named_before_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needed = resources.memory(variant("muehle"), Moving(9, 8))
    assert 2_000_000_000 < needed < 5_000_000_000
    monkeypatch.setattr(resources, "available_memory", lambda: needed)
    with pytest.raises(DatabaseError, match=r"needs about .* GB of memory \(parts built at once: 2\), but only"):
        build(tmp_path, executor=Inline(), at_once=2)  # type: ignore[arg-type]
    monkeypatch.setattr(resources, "available_memory", lambda: 1000)
    with pytest.raises(DatabaseError, match=r"of memory \(parts built at once: 1\)"):
        build(tmp_path, subspaces=[(3, 3)])
    with pytest.raises(DatabaseError, match=r"of memory \(parts built at once: 1\)"):
        build(tmp_path, subspaces=[(3, 3)], executor=Inline())  # type: ignore[arg-type]
    monkeypatch.setattr(resources, "available_memory", lambda: None)
    assert build(tmp_path, subspaces=[(3, 3)])


def test_available_memory() -> None:
    there = resources.available_memory()
    assert there is None or there > 1_000_000


def _files(folder: Path) -> dict[str, bytes]:
    solution = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".lock"}
    assert solution.keys() == {f"{name}.values" for name in NAMES} | {"manifest.json"}
    return solution
