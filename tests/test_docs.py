"""The documentation: it builds without a warning, its commands and examples are true, and its new game works."""

from __future__ import annotations

import doctest
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, NamedTuple

import click
import pytest

import dreierlei
from dreierlei import rulebook
from dreierlei.cli import commands
from dreierlei.messages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
RECIPE = DOCS / "add-a-game.md"
PAGES = {path.relative_to(DOCS).as_posix(): path.read_text("utf-8") for path in sorted(DOCS.rglob("*.md"))}

each_page = pytest.mark.parametrize("page", PAGES)


class Block(NamedTuple):
    """A fenced block of a page. `title` is the file that it belongs to, if it names one."""

    language: str
    title: str
    text: str


def blocks(text: str) -> list[Block]:
    fenced = re.compile(r'^( *)(`{3,})(\w*)(?: title="([^"]+)")?\n(.*?)^\1\2$', re.MULTILINE | re.DOTALL)
    return [Block(found[3], found[4] or "", dedent(found[5])) for found in fenced.finditer(text)]


# --- the site ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built as `make docs` does; a warning fails it, also for a page that the navigation lacks."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Links(HTMLParser):
    """What a page makes the browser load, and where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        loads = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}
        if given.get(loads.get(tag, "")):
            self.loaded.append(given[loads[tag]] or "")


def test_every_page_is_in_the_site_and_in_its_navigation(site: Path) -> None:
    front = (site / "index.html").read_text("utf-8")
    rules = [f"rules/{language}/{game.id}.md" for game in dreierlei.games() for language in LANGUAGES]
    for page in [*PAGES, *rules]:
        address = page.removesuffix(".md") + ".html"
        assert (site / address).exists()
        assert f'href="{address}"' in front, page


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = Links(page.read_text("utf-8")).loaded
        assert loaded
        assert not [address for address in loaded if re.match(r"(\w+:)?//", address)], page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", sheet.read_text("utf-8")), sheet


def test_every_diagram_of_the_rules_is_there_in_light_and_dark(site: Path) -> None:
    for game in dreierlei.games():
        for language in LANGUAGES:
            page = site / "rules" / language / f"{game.id}.html"
            text = page.read_text("utf-8")
            source = rulebook.rules_page(game.id, language)
            shown = re.findall(r'<img src="([^"#]+)#only-(light|dark)"', text)
            assert len(shown) == 2 * source.count("```diagram")
            assert all((page.parent / name).read_text("utf-8").startswith("<svg") for name, _ in shown)
            assert f'<div lang="{language}">' in text
            assert "```" not in text


def test_the_reference_has_every_public_name(site: Path) -> None:
    front = (site / "reference" / "index.html").read_text("utf-8")
    for name in dreierlei.__all__:
        assert re.search(rf'<a [^>]*href="[^"]+#dreierlei\.[\w.]+\.{name}"', front), name


# --- what pages say ---------------------------------------------------------------------------------------------------


@each_page
def test_examples_are_true(page: str) -> None:
    if page == RECIPE.name:
        return  # its example is run where the new game is
    if ">>>" in PAGES[page]:
        tried = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
        assert tried.attempted
        assert tried.failed == 0


@each_page
def test_python_is_shown_as_a_session_that_is_run(page: str) -> None:
    """A block of plain Python would not be tried by anything, unless it is part of a file that the recipe makes."""
    assert not [block for block in blocks(PAGES[page]) if block.language in ("python", "py") and not block.title]


def lines_of_shell(text: str) -> Iterator[str]:
    for block in blocks(text):
        if block.language in ("sh", "bash", "console"):
            yield from block.text.replace("\\\n", " ").splitlines()
    outside = re.sub(r"^( *)(`{3,}).*?^\1\2$", "", text, flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"(?<!`)`((?:dreierlei|make|pip install|python) [^`]+)`(?!`)", outside)


@each_page
def test_commands_exist_with_their_options(page: str) -> None:
    for line in lines_of_shell(PAGES[page]):
        words = shlex.split(line, comments=True)
        while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
            words.pop(0)
        check = {"dreierlei": check_command, "make": check_target, "pip": check_extras, "python": check_module}
        if len(words) > 1 and words[0] in check:
            check[words[0]](words[1:], line)


def check_command(words: list[str], line: str) -> None:
    if "|" in words:
        words = words[: words.index("|")]
    command: click.Command | None = commands
    name, given = "dreierlei", words
    while isinstance(command, click.Group) and given and not given[0].startswith("-"):
        name, *given = given
        command = command.get_command(click.Context(command), name)
    assert command is not None, line
    if "…" in given:
        given.remove("…")
    context = click.Context(command, info_name=name, help_option_names=["-h", "--help"])
    values, rest, _ = command.make_parser(context).parse_args(list(given))  # a wrong option is an error here
    assert not rest, line
    for parameter in command.params:
        shown = values.get(parameter.name or "")
        for value in shown if isinstance(shown, (list, tuple)) else [shown]:
            placeholder = isinstance(value, str) and value.isupper()
            if isinstance(value, str) and not placeholder and not isinstance(parameter.type, (click.Path, click.File)):
                parameter.type.convert(value, parameter, context)


def check_target(words: list[str], line: str) -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert words[0] in targets, line


def check_extras(words: list[str], line: str) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for named in re.findall(r"\[([\w,]+)\]", " ".join(words)):
        assert set(named.split(",")) <= set(declared), line


def check_module(words: list[str], line: str) -> None:
    if words[0] == "-m" and words[1].startswith("dreierlei"):
        assert importlib.util.find_spec(words[1]), line
    if words[0].endswith(".py"):
        assert (ROOT / words[0]).exists(), line


# --- the recipe for a new game ----------------------------------------------------------------------------------------

# Runs a module in the copy. However the package is installed, the copy of it is the one that is imported.
RUN = """
import runpy, sys
from importlib.machinery import PathFinder

class Copied:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("dreierlei", "tests"):
            return PathFinder.find_spec(name, path or ["src", "."], target)

sys.meta_path.insert(0, Copied())
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


# What the server tells the page about the new game.
WORDS = """
import json
from dreierlei.declarations import texts
from dreierlei.declarations import variant as find_variant
from dreierlei.positions import Position
from dreierlei.server import views

variant = find_variant("four:opening=centre")
view = views.game_view(variant.game).model_dump(mode="json")
print(json.dumps(view["options"]))
print(json.dumps(views.variant_view(variant).model_dump(mode="json")["labels"]))
said = [variant.game.reason("line").key, views.position_view(Position(variant)).prompts[""].key]
print(json.dumps([texts("lb")[key] for key in said]))
"""


# The commands of the recipe that make and check games: two for each of its three ways.
RECIPE_COMMANDS = [
    words for words in map(str.split, lines_of_shell(PAGES[RECIPE.name])) if set(words) & {"new-game", "--check"}
]


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which the two commands of the recipe's first way were run."""
    folder = copied(tmp_path_factory.mktemp("followed"))
    for words in RECIPE_COMMANDS[:2]:
        run_there(folder, *words)
    return folder


def copied(folder: Path) -> Path:
    """The project as far as a game needs it, in a folder of its own."""
    leave_out = shutil.ignore_patterns("__pycache__", "web", "*.so")
    for name in ("src", "tests", "docs", "cpp"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave_out)
    shutil.copy(ROOT / "pyproject.toml", folder)
    core = importlib.util.find_spec("dreierlei._core")
    assert core
    assert core.origin
    for file in Path(core.origin).parent.glob("*.so"):
        shutil.copy(file, folder / "src" / "dreierlei")
    (folder / "run.py").write_text(RUN, "utf-8")
    return folder


def test_the_recipe_shows_parts_of_the_files_that_it_makes(followed: Path) -> None:
    run_there(followed, *RECIPE_COMMANDS[3])
    shown = [block for block in blocks(PAGES[RECIPE.name]) if block.language in ("python", "toml")]
    assert len(shown) == 3
    for block in shown:
        made = (followed / block.title).read_text("utf-8")
        assert dedent(block.text) in dedent(made) or indented(block.text) in made, block.title


def indented(text: str) -> str:
    return "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True))


def test_nothing_is_left_to_write_for_the_game_of_the_skeleton(followed: Path) -> None:
    told = run_there(followed, "dreierlei", "games", "--check", "four", "--language", "en")
    assert [line for line in told.splitlines() if not line.startswith("there ")] == []
    check_style(followed)


def test_what_was_made_for_earlier_rules_is_made_again(followed: Path, tmp_path: Path) -> None:
    """And a page whose diagrams show no position of the game any more is wrong."""
    folder = tmp_path / "changed"
    shutil.copytree(followed, folder)
    declaration = folder / "src" / "dreierlei" / "declarations" / "four.py"
    declaration.write_text(declaration.read_text("utf-8").replace("lines(WIDTH, 4)", "lines(WIDTH, 3)"), "utf-8")
    page = folder / "src" / "dreierlei" / "locale" / "en" / "rules" / "four.md"
    page.write_text(page.read_text("utf-8").replace("four ...../", "four ..../", 1), "utf-8")
    command = [sys.executable, "run.py", "dreierlei", "games", "--check", "four", "--language", "en"]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert told.returncode == 2, told.stderr
    states = [line.split()[0] for line in told.stdout.splitlines() if not line.startswith("there ")]
    # Three in a line is soon won: the environments are as before, and whatever counts or searches is not.
    assert states == ["WRONG", "WRONG", "WRONG", "renewed", "renewed", "renewed", "renewed"]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert "renewed" not in told.stdout


def check_style(folder: Path) -> None:
    """The files of a skeleton pass the checks that a newcomer's first `make test` begins with."""
    files = ["src/dreierlei/declarations", "tests/oracle/games"]
    for command in ("check", "format --check"):
        words = [sys.executable, "-m", "ruff", *command.split(), "--no-cache", *files]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_files_of_a_new_family_are_in_style_and_compile(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    run_there(folder, *RECIPE_COMMANDS[2])
    check_style(folder)
    compiler = shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        pytest.skip("there is no compiler")
    command = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "cpp/erased/morris.cpp"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def run_there(folder: Path, *arguments: str, given: str = "") -> str:
    command = [sys.executable, "run.py", *arguments]
    done = subprocess.run(command, cwd=folder, input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_new_game_passes_the_tests_of_every_game(followed: Path) -> None:
    generic = ["contract", "test_rulebook.py", "test_counts.py", "test_svg.py", "test_solve_placement.py"]
    files = [f"tests/{name}" for name in generic]
    told = run_there(followed, "pytest", "-n0", "-p", "no:cacheprovider", "-k", "four", *files)
    passed = re.search(r"(\d+) passed", told)
    assert passed
    assert int(passed[1]) > 30


def test_the_example_with_the_new_game_is_true(followed: Path) -> None:
    [session] = [block.text for block in blocks(PAGES[RECIPE.name]) if block.language == "pycon"]
    (followed / "session.txt").write_text(session, "utf-8")
    assert run_there(followed, "doctest", "session.txt") == ""


def test_the_new_game_is_on_the_command_line(followed: Path) -> None:
    assert "Four of your stones" in run_there(followed, "dreierlei", "games", "--language", "en")
    assert "White to move" in run_there(followed, "dreierlei", "show", "four", "--language", "en")
    assert "**" not in run_there(followed, "dreierlei", "rules", "four", "--language", "lb", "--plain")
    assert run_there(followed, "dreierlei", "perft", "four", "--depth", "3").strip() == "13800"
    run_there(followed, "dreierlei", "print", "four", "--what", "all", "-O", "four.pdf")
    assert (followed / "four.pdf").read_bytes().startswith(b"%PDF-")
    run_there(followed, "dreierlei", "show", "four", "--svg", "four.svg")
    assert (followed / "four.svg").read_text("utf-8").startswith("<svg")


def test_every_word_of_the_new_game_reaches_the_page_and_the_terminal(followed: Path) -> None:
    listed = run_there(followed, "dreierlei", "games", "--language", "de")
    assert "in der Mitte" in listed
    (followed / "words.py").write_text(WORDS, "utf-8")
    options, labels, texts = map(json.loads, run_there(followed, "words").splitlines())
    assert options[0]["title"]["lb"] == "Eröffnung"
    assert options[0]["labels"]["centre"]["de"] == "in der Mitte"
    assert labels["opening"]["en"] == "in the centre"
    assert texts == ["véier an enger Linn", "Setz e Steen op e fräit Feld."]
    played = run_there(
        followed, "dreierlei", "play", "four", "--against", "friend", "--language", "en", "--save", "match.txt",
        given="a1\na2\nb1\nb2\nc1\nc2\nd1\n",
    )  # fmt: skip
    assert "Place a stone on a free cell." in played
    assert "wins: four in a line" in played
