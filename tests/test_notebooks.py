"""The worked notebooks run from their first cell to their last, and are stored without what they showed."""

# mypy: disallow-untyped-calls=False

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.waiting import PATIENCE

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3


# The kernel is another process, and what its packages warn of is none of ours.
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.setenv(name, "1")
    book = nbformat.read(path, as_version=4)
    done = NotebookClient(
        book, timeout=round(PATIENCE), startup_timeout=round(PATIENCE), kernel_name="python3"
    ).execute()
    shown = [output for cell in done.cells for output in cell.get("outputs", ())]
    assert shown
    assert not [output for output in shown if output["output_type"] == "error"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_stored_without_outputs(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    for cell in book.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
