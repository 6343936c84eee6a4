"""The shape of the house: imports go one way, in Python and in C++, and no file is too long to read in one sitting.

Imports that only type checkers see do not count; every other one does, wherever in a module it stands.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "dreierlei"
CORE = ROOT / "cpp"

# The lowest floor comes first. A module may import from lower floors (the lines above its own) and from its own room.
# Bars separate rooms that do not know each other. A name is that of a module or of a whole package.
FLOORS = """
_core | processor | messages | display | data | markdown | version
errors | options
locales | model rules validation notation boards | extras | files
declarations | folders | work cluster
positions
shapes palette symbols scene picture svg png terminal crafts | record sgf match | search
film
solvers | rulebook | courses | agents
engine traps
levels book tournaments calibration profiles puzzles puzzle_making exam | review | truth | bench
results | openings
horizon
session | dialogue | protocol | notebook | sheets workshop | env
classroom trainer console tui | server | authoring
cli
"""

# The same for the core, by file or folder.
CORE_FLOORS = """
platform helpers threads | json | cpu
bits bytes order model actions planes random symmetry evaluation network
families
search
solvers | results
erased exact
match level traps styles | engine
levels | puzzle review
shown view book
bind | wasm
"""

REASONS = ("# start-up time", "# optional extra")
LONGEST = 450
WRITTEN = (".py", ".js", ".css", ".html", ".ts", ".hpp", ".cpp")
GENERATED = {"_core.pyi", "tres_weights.hpp"}


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
        """The names by which this module calls our other modules."""
        return {
            alias.asname or alias.name
            for node in self.nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if f"{self._source(node)}.{alias.name}" in NAMES
        }


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


NAMES = {"dreierlei._core"} | {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
}
PLACES = places(FLOORS)

# The package itself is the roof: it imports what users name, and no module imports it.
ROOF = ("dreierlei", "dreierlei.__main__")


@cache
def modules() -> list[Module]:
    return [Module(path) for path in sorted(PACKAGE.rglob("*.py"))]


def place(module: str) -> Place:
    return PLACES.get(module.removeprefix("dreierlei.").split(".")[0], Place(len(PLACES), 0))


def check(wrong: Iterable[str]) -> None:
    """Fails with one line for each thing that is wrong."""
    lines = sorted(set(wrong))
    assert not lines, "\n" + "\n".join(lines)


def test_every_module_has_a_place() -> None:
    assert {name.split(".")[1] for name in NAMES if name not in ROOF} == set(PLACES)


def test_imports_go_down() -> None:
    check(
        f"{module.path}:{each.line} imports {each.module}"
        for module in modules()
        for each in module.imports()
        if not goes_down(place(module.name), place(each.module))
    )


def test_no_import_is_circular() -> None:
    graph = {module.name: {each.module for each in module.imports()} - {module.name} for module in modules()}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the modules


def test_imports_inside_functions_say_why() -> None:
    check(
        f"{module.path}:{inner.lineno} {module.lines[inner.lineno - 1].strip()}"
        for module in modules()
        for node in module.nodes
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for inner in ast.walk(node)
        if isinstance(inner, (ast.Import, ast.ImportFrom)) and not says_why(module.lines, inner.lineno - 1)
    )


def says_why(lines: list[str], number: int) -> bool:
    """Whether an import gives its reason, or follows directly on one that does."""
    line = lines[number].strip()
    return line.startswith(("import ", "from ")) and (
        any(reason in line for reason in REASONS) or says_why(lines, number - 1)
    )


def test_no_module_uses_a_private_name_of_another() -> None:
    check(
        f"{module.path}:{each.line} imports {each.name} from {each.module}"
        for module in modules()
        for each in module.imports()
        if each.name is not None and is_private(each.name)
    )
    check(
        f"{module.path}:{node.lineno} uses {ast.unparse(node)}"
        for module in modules()
        for node in module.nodes
        if isinstance(node, ast.Attribute) and is_private(node.attr) and is_ours(node.value, module)
    )


def test_no_object_is_asked_what_it_has() -> None:
    """What a solver or a game can do is declared by its class. Two things may be asked: `os`, which differs between
    systems, and a module by the `__getattr__` of its package, which loads it late."""
    late = {
        inner
        for module in modules()
        for node in module.nodes
        if isinstance(node, ast.FunctionDef) and node.name == "__getattr__"
        for inner in ast.walk(node)
    }
    check(
        f"{module.path}:{node.lineno} {ast.unparse(node)}"
        for module in modules()
        for node in module.nodes
        if isinstance(node, ast.Call) and node not in late and asks(node, module)
    )


def asks(call: ast.Call, module: Module) -> bool:
    """Whether this is `hasattr` of anything but `os`, or `getattr` of one of our modules."""
    name = ast.unparse(call.func)
    return (name == "hasattr" and ast.unparse(call.args[0]) != "os") or (
        name == "getattr" and is_ours(call.args[0], module)
    )


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def is_ours(node: ast.expr, module: Module) -> bool:
    """Whether this is the name of one of our modules."""
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
    check(
        f"{path.relative_to(ROOT)} includes {header.relative_to(CORE)}"
        for path in HEADERS
        for header in included(path)
        if not goes_down(core_place(path), core_place(header))
    )


def test_no_include_is_circular() -> None:
    TopologicalSorter({path: included(path) for path in HEADERS}).prepare()


# --- length -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", [PACKAGE, CORE], ids=["package", "core"])
def test_files_can_be_read_in_one_sitting(folder: Path) -> None:
    check(
        f"{path.relative_to(ROOT)} has {lines} lines"
        for path in folder.rglob("*")
        if path.suffix in WRITTEN and path.name not in GENERATED
        if (lines := len(path.read_text("utf-8").splitlines())) > LONGEST
    )
