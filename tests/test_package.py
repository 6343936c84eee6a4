"""The package as a whole: stubs, start-up, the README's examples; nothing outside declarations/ names a game."""

from __future__ import annotations

import doctest
import email
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import dreierlei
from dreierlei import positions

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "dreierlei"


def test_stub_is_that_of_the_native_module(tmp_path: Path) -> None:
    made = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-P", "-m", "dreierlei._core", "-o", str(made)]
    subprocess.run(command, check=True)
    assert made.read_text("utf-8") == (SOURCE / "_core.pyi").read_text("utf-8"), "run `make stub`"


def test_examples_in_readme_and_docstrings_are_true() -> None:
    assert doctest.testmod(positions, extraglobs={"dreierlei": dreierlei}).failed == 0
    readme = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert readme.attempted > 5
    assert readme.failed == 0


def test_starting_imports_nothing_heavy() -> None:
    heavy = {"click", "json", "multiprocessing", "numpy", "xml"}
    code = f"import sys, dreierlei; print(*sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == ""


def test_importing_a_module_gives_the_module() -> None:
    for module in pkgutil.iter_modules(dreierlei.__path__):
        if not module.name.startswith("__"):
            imported = importlib.import_module(f"dreierlei.{module.name}")
            assert getattr(dreierlei, module.name) is imported, f"a function has the name of the module {module.name}"


def test_only_declarations_name_games() -> None:
    ids = "|".join(re.escape(game.id) for game in dreierlei.games())
    for file in SOURCE.rglob("*.py"):
        if {"declarations", "solvers"} & set(file.parts):  # a solver is for one rule family
            continue
        code = re.sub(r'""".*?"""|#[^\n]*', "", file.read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(f"[\"']({ids})[\"']", code), file


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_version_has_one_home() -> None:
    assert "version" in PROJECT["dynamic"]
    assert f"## {dreierlei.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_extra_named_all_has_every_extra() -> None:
    extras = PROJECT["optional-dependencies"]
    [everything] = extras.pop("all")
    assert everything == f"dreierlei[{','.join(extras)}]"


def test_package_index_gets_a_readme_with_absolute_links(tmp_path: Path) -> None:
    code = f"from scikit_build_core.build import prepare_metadata_for_build_wheel as made; made({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    [file] = tmp_path.glob("*.dist-info/METADATA")
    metadata = email.message_from_string(file.read_text("utf-8"))
    assert metadata["Version"] == dreierlei.__version__
    links = re.findall(r"\]\(([^)]+)\)", str(metadata.get_payload()))
    assert (
        f"https://raw.githubusercontent.com/dreierlei/dreierlei/v{dreierlei.__version__}/docs/pictures/muehle.svg"
        in links
    )
    assert not [link for link in links if not link.startswith("https://")]


def test_constraints_are_versions_alone() -> None:
    lines = (ROOT / "tests" / "constraints.txt").read_text("utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"#.*|[\w.-]+==[\w.!+]+", line)] == []
    assert not any(line.startswith("dreierlei") for line in lines)


def test_constraints_have_everything_that_the_project_asks_for() -> None:
    lines = (ROOT / "tests" / "constraints.txt").read_text("utf-8").splitlines()
    versions = {canonicalize_name(name): number for name, _, number in (line.partition("==") for line in lines)}
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = {name: declared["dependency-groups"][name] for name in ("build", "test", "docs")}
    extras = declared["project"]["optional-dependencies"]
    asked = [declared["project"]["dependencies"], *extras.values(), *groups.values()]
    for requirement in (Requirement(text) for texts in asked for text in texts if isinstance(text, str)):
        if requirement.name != "dreierlei":
            version = versions.get(canonicalize_name(requirement.name), "0")
            assert version in requirement.specifier, f"{requirement}: run `make constraints`"


def test_a_position_in_a_cycle_is_released_at_exit() -> None:
    """The garbage collector sees that a position refers to its declaration; the core reports what is left at exit."""
    code = 'import dreierlei; start = dreierlei.start("tictactoe"); start.variant.__dict__["kept"] = start'
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "leaked" not in done.stderr
