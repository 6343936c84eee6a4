"""The shape of the house: imports go one way, in Python and in C++, and no file is too long to read in one sitting.

Imports that only type checkers see do not count; every other one does, wherever in a module it stands.
"""

from __future__ import annotations

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "dreierlei"
CORE = ROOT / "cpp"

# Lowest floor first. A module may import from the floors above its own line here and from its own room; bars divide
# rooms that do not know each other. A name stands for a module or for a whole package.
FLOORS = """
_core | messages | display
errors
locales | model | extras
games | folders | work
position
shapes palette scene svg terminal | record sgf match | search symmetry
solvers
engine
levels tournament calibration book | review puzzles truth
results | rulebook
protocol | session | notebook | sheets | env
lines | tui | server
cli
"""

# The same for the headers of the core.
CORE_FLOORS = """
bits model actions planes
families
search
solvers
erased
bind | wasm
"""

REASONS = ("# start-up time", "# optional extra")
LONGEST = 450
GENERATED = {"_core.pyi", "wire.d.ts", "tres_weights.hpp"}


class Place(NamedTuple):
    """Where a module stands: the number of its floor, and of its room on that floor."""

    floor: int
    room: int


def places(floors: str) -> dict[str, Place]:
    return {
        name: Place(floor, room)
        for floor, line in enumerate(floors.strip().splitlines())
        for room, names in enumerate(line.split("|"))
        for name in names.split()
    }


def goes_down(upper: Place, lower: Place) -> bool:
    """Whether a module in one place may import from the other."""
    return lower.floor < upper.floor or lower == upper


# --- Python -----------------------------------------------------------------------------------------------------------


class Import(NamedTuple):
    """A name that a module takes from another module of ours, or that module itself."""

    line: int
    module: str
    name: str | None


class Module:
    """One of our modules, parsed: what it imports of ours at run time."""

    def __init__(self, path: Path) -> None:
        self.path = path.relative_to(ROOT)
        self.is_package = path.name == "__init__.py"
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        self.parts = parts[:-1] if self.is_package else parts
        self.name = ".".join(self.parts)
        self.lines = path.read_text("utf-8").splitlines()
        self.nodes = list(running(ast.parse("\n".join(self.lines))))

    def imports(self) -> list[Import]:
        found = []
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom):
                source = self._source(node)
                for alias in node.names:
                    inner = f"{source}.{alias.name}"
                    found.append(Import(node.lineno, *((inner, None) if inner in NAMES else (source, alias.name))))
            elif isinstance(node, ast.Import):
                found += [Import(node.lineno, alias.name, None) for alias in node.names]
        return [each for each in found if each.module in NAMES]

    def _source(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.parts if self.is_package else self.parts[:-1]
        base = package[: len(package) - node.level + 1]
        return ".".join([*base, *([node.module] if node.module else [])])

    def module_names(self) -> set[str]:
        """The names by which this module calls other modules, ours or not."""
        names = set()
        for node in self.nodes:
            if isinstance(node, ast.Import):
                names |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                source = self._source(node)
                names |= {alias.asname or alias.name for alias in node.names if f"{source}.{alias.name}" in NAMES}
        return names


def running(tree: ast.AST) -> list[ast.AST]:
    """The nodes of a module, without those that only type checkers see."""
    nodes = []
    queue = [tree]
    while queue:
        node = queue.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            queue += node.orelse
        else:
            nodes.append(node)
            queue += ast.iter_child_nodes(node)
    return nodes


FILES = sorted(PACKAGE.rglob("*.py"))
NAMES = {"dreierlei._core"} | {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__") for path in FILES
}
MODULES = [Module(path) for path in FILES]
PLACES = places(FLOORS)

# The package itself is the top: it imports what users name, and nothing but the programs' entries imports it.
TOP = ("dreierlei", "dreierlei.__main__")


def place(module: str) -> Place:
    return Place(len(PLACES), 0) if module in TOP else PLACES[module.split(".")[1]]


def test_every_module_has_a_place() -> None:
    assert {name.split(".")[1] for name in NAMES if name not in TOP} == set(PLACES)


def test_imports_go_down() -> None:
    wrong = [
        f"{module.path}:{each.line} imports {each.module}"
        for module in MODULES
        for each in module.imports()
        if not goes_down(place(module.name), place(each.module))
    ]
    assert wrong == []


def test_no_import_is_circular() -> None:
    graph = {module.name: {each.module for each in module.imports()} - {module.name} for module in MODULES}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the modules


def test_imports_inside_functions_say_why() -> None:
    wrong = [
        f"{module.path}:{inner.lineno} {module.lines[inner.lineno - 1].strip()}"
        for module in MODULES
        for node in module.nodes
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for inner in ast.walk(node)
        if isinstance(inner, (ast.Import, ast.ImportFrom))
        and not any(reason in module.lines[inner.lineno - 1] for reason in REASONS)
    ]
    assert sorted(set(wrong)) == []


def test_no_module_uses_a_private_name_of_another() -> None:
    taken = [
        f"{module.path}:{each.line} imports {each.name} of {each.module}"
        for module in MODULES
        for each in module.imports()
        if each.name is not None and is_private(each.name)
    ]
    reached = [
        f"{module.path}:{node.lineno} uses {ast.unparse(node)}"
        for module in MODULES
        for node in module.nodes
        if isinstance(node, ast.Attribute) and is_private(node.attr) and is_module(node.value, module)
    ]
    assert taken + reached == []


def test_no_module_is_asked_what_it_has() -> None:
    wrong = [
        f"{module.path}:{node.lineno} {ast.unparse(node)}"
        for module in MODULES
        for node in module.nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("getattr", "hasattr", "vars")
        and node.args
        and (is_module(node.args[0], module) or node.func.id == "hasattr")
    ]
    assert wrong == []


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def is_module(node: ast.expr, module: Module) -> bool:
    return isinstance(node, ast.Name) and node.id in module.module_names()


# --- C++ --------------------------------------------------------------------------------------------------------------

HEADERS = sorted(path for path in CORE.rglob("*") if path.suffix in (".hpp", ".cpp"))
CORE_PLACES = places(CORE_FLOORS)


def included(path: Path) -> list[Path]:
    """Our own headers that a file includes."""
    names = re.findall(r'^\s*#\s*include "([^"]+)"', path.read_text("utf-8"), re.MULTILINE)
    return [(path.parent / name).resolve() for name in names]


def core_place(path: Path) -> Place:
    return CORE_PLACES[path.relative_to(CORE).parts[0].partition(".")[0]]


def test_includes_go_down() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} includes {header.relative_to(CORE)}"
        for path in HEADERS
        for header in included(path)
        if not goes_down(core_place(path), core_place(header))
    ]
    assert wrong == []


def test_no_include_is_circular() -> None:
    TopologicalSorter({path: included(path) for path in HEADERS}).prepare()


# --- length -----------------------------------------------------------------------------------------------------------

WRITTEN = [
    path
    for folder in (PACKAGE, CORE)
    for path in sorted(folder.rglob("*"))
    if path.suffix in (".py", ".js", ".css", ".html", ".ts", ".hpp", ".cpp") and path.name not in GENERATED
]


@pytest.mark.parametrize("folder", [PACKAGE, CORE], ids=["package", "core"])
def test_files_can_be_read_in_one_sitting(folder: Path) -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in WRITTEN
        if path.is_relative_to(folder) and (lines := len(path.read_text("utf-8").splitlines())) > LONGEST
    }
    assert long == {}
