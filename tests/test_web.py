"""The web app's files: types, headless state, words, colours, and that nothing in them knows a game or another host."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import get_args

import pytest

import dreierlei
from dreierlei import messages
from dreierlei.options import Option
from dreierlei.palette import BOARD_PARTS, BOARDS, DARK, LIGHT, PAGE, STONES, Palette
from dreierlei.server import views
from dreierlei.server.wire.matches import Phrase
from tests import node, wire

from .contrast import contrast

ROOT = Path(__file__).parents[1]
WEB = ROOT / "src" / "dreierlei" / "web"
TESTS = ROOT / "tests" / "web"
SCRIPTS = sorted(WEB.rglob("*.js"))
NODE = shutil.which("node") or "node"


def text_of(*suffixes: str) -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(WEB.rglob("*")) if file.suffix in suffixes)


def run(*command: str, **environment: str) -> None:
    done = subprocess.run(
        command, cwd=TESTS, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every game with positions of a few random games."""
    lot = random.Random(3)
    found = []
    for game in dreierlei.games():
        position = dreierlei.start(game.id)
        seen = []
        for _ in range(2):
            position = dreierlei.start(game.id)
            while position.outcome() is None and len(position.line) < 60:
                seen.append(position)
                position = position.play(lot.choice(position.moves()))
            seen.append(position)
        found.append(
            {
                "variant": views.variant_view(position.variant).model_dump(mode="json"),
                "positions": [views.position_view(one).model_dump(mode="json") for one in seen],
            }
        )
    file = tmp_path_factory.mktemp("web") / "positions.json"
    file.write_text(json.dumps(found), "utf-8")
    return file


@pytest.mark.parametrize("script", sorted(path.name for path in TESTS.glob("*.test.js")))
def test_modules(script: str, positions: Path) -> None:
    run(NODE, "--test", script, POSITIONS=str(positions))


def test_boards_laid_in_the_page_are_those_of_the_server(tmp_path: Path) -> None:
    """Every option whose boards are laid from tiles, with other options as well: the same board, rules and words."""
    asked, expected = [], []
    for game in dreierlei.games():
        kits = [option for option in game.options if option.kit is not None]
        others = ["", *(f",{one.name}={one.choices[-1]}" for one in game.options if one.choices)]
        for option, chosen, value in itertools.product(kits, others, ("random:1", "random:2", *option_drawn(kits))):
            usual = dreierlei.variant(f"{game.id}:{option.name}={option.default}{chosen}")
            board = dreierlei.variant(f"{game.id}:{option.name}={value}{chosen}")
            view = views.game_view(game)
            asked.append(
                {
                    "game": view.model_dump(mode="json"),
                    "usual": views.variant_view(usual).model_dump(mode="json"),
                    "option": next(each for each in view.options if each.name == option.name).model_dump(mode="json"),
                    "code": board.options[option.name],
                }
            )
            expected.append(views.variant_view(board).model_dump(mode="json"))
    assert asked
    file = tmp_path / "questions.json"
    file.write_text(json.dumps(asked), "utf-8")
    found = json.loads(subprocess.check_output([NODE, "laid.mjs", file], cwd=TESTS))
    for mine, theirs in zip(found, expected, strict=True):
        # Symbols are defined in the order in which they first occur, which differs.
        drawn, wanted = (sorted(view.pop("ground").splitlines()) for view in (mine, theirs))
        assert drawn == wanted
        assert mine == theirs


def option_drawn(options: list[Option]) -> list[str]:
    """The first of the boards that each value stands for that chooses among some."""
    return [codes[0] for option in options if option.kit for codes in option.kit.drawn.values()]


def test_types() -> None:
    run(NODE, str(node.modules() / "typescript" / "bin" / "tsc"), "-p", ".")


def test_wire_types_are_those_of_the_server() -> None:
    assert wire.FILE.read_text("utf-8") == wire.declarations(), "renew it with `make wire`"


def test_web_code_names_no_game() -> None:
    ids = "|".join(re.escape(game.id) for game in dreierlei.games())
    for file in SCRIPTS:
        assert not re.search(f"[\"'`/]({ids})[\"'`/:]", file.read_text("utf-8")), file


def test_words_that_pages_ask_for_exist_and_all_are_asked_for() -> None:
    known = messages.catalogue("en")
    code = text_of(".js")
    asked = set(re.findall(r'\b(?:t|maybe)\(\s*"([^"]+)"', code))
    either = re.findall(r'\? "((?:web|study) [^"]+)" : "((?:web|study) [^"]+)"', code)
    asked |= {name for pair in either for name in pair}
    assert sorted(asked - set(known)) == []
    begun = set(re.findall(r"\b(?:t|maybe)\(`([^`$]+)\$\{", code))
    unused = [
        name
        for name in json.loads((ROOT / "src/dreierlei/locale/en/web.json").read_text("utf-8"))
        if name not in asked and f'"{name}"' not in code and not any(name.startswith(part) for part in begun)
    ]
    assert unused == []


def test_words_that_depend_on_the_wire_exist() -> None:
    known = messages.catalogue("en")
    wanted = [f"web.say-{phrase}" for phrase in get_args(Phrase.__value__)]
    wanted += [f"web.level-{level}" for level in range(1, 11)]
    assert [name for name in wanted if name not in known] == []


@pytest.mark.parametrize(("style", "wanted"), [(0, LIGHT), (1, DARK)], ids=["light", "dark"])
def test_colours_are_those_of_the_pictures(style: int, wanted: Palette) -> None:
    css = (WEB / "styles" / "tokens.css").read_text("utf-8")
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);", css)
    tokens = {name: colours[style] for name, *colours in pairs}
    for name in "frame band groove line text last target winning mark".split():
        assert tokens[name] == getattr(wanted, name)
    assert tokens["stone-w"] == wanted.stones["w"].fill
    for ground in ("frame", "card", "band"):
        for ink_name in ("ink", "text", "accent", "danger", "warn"):
            assert contrast(tokens[ground], tokens[ink_name]) >= 4.5, (ground, ink_name)
    for ground, ink_name in (("accent-soft", "ink"), ("warn-soft", "ink"), ("accent", "on-accent")):
        assert contrast(tokens[ground], tokens[ink_name]) >= 4.5, (ground, ink_name)


def test_every_token_is_used() -> None:
    css = text_of(".css")
    used = css + str(PAGE)  # the boards that the server draws take some, too
    unused = [name for name in re.findall(r"^\s+(--[\w-]+):", css, re.MULTILINE) if f"var({name}" not in used]
    assert unused == []


def test_the_colours_to_choose_are_those_of_the_palette() -> None:
    css = (WEB / "styles" / "themes.css").read_text("utf-8")
    found = {
        (kind, name): dict(re.findall(r"--([\w-]+): (.+);", body))
        for kind, name, body in re.findall(r'\[data-(\w+)="(\w+)"\] \{(.*?)\}', css, re.DOTALL)
    }
    wanted: dict[tuple[str, str], dict[str, str]] = {}
    for name, (light, dark) in BOARDS.items():
        pairs = {part: (getattr(light, part), getattr(dark, part)) for part in BOARD_PARTS}
        wanted["board", name] = {f"board-{part}": f"light-dark({a}, {b})" for part, (a, b) in pairs.items()}
    for name, (white, black) in STONES.items():
        wanted["stones", name] = {
            f"stones-{letter}{suffix}": f"light-dark({getattr(white[letter], part)}, {getattr(black[letter], part)})"
            for letter in "wb"
            for part, suffix in (("fill", ""), ("edge", "-edge"), ("mark", "-mark"))
        }
    del wanted["board", "classic"], wanted["stones", "classic"]  # these are what the server draws
    assert found == wanted
    script = (WEB / "settings.js").read_text("utf-8")
    for constant, names in (("BOARDS", BOARDS), ("STONES", STONES)):
        listed = re.search(rf"export const {constant} = .*\(\[(.*)\]\)", script)
        assert listed is not None
        assert re.findall(r'"(\w+)"', listed[1]) == list(names)


def test_colours_are_declared_once() -> None:
    for file in (WEB / "styles").glob("*.css"):
        text = file.read_text("utf-8")
        assert "prefers-color-scheme" not in text
        assert file.name in ("tokens.css", "themes.css") or not re.search(r"#[0-9a-f]{3,8}\b", text), file


def test_nothing_comes_from_another_host_and_nothing_is_inline() -> None:
    code = text_of(".js", ".css", ".html", ".webmanifest")
    addresses = set(re.findall(r"https?://[^\s\"'`)]+", code))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    page = (WEB / "index.html").read_text("utf-8")
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\bsrc=)", page)
    assert "innerHTML" not in code.replace("prose.js", "")
