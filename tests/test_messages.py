"""Every message is in every language, has the values that its sites give it, and is used."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import dreierlei
from dreierlei import errors, messages
from dreierlei.declarations import ELSEWHERE, NEVER, texts
from dreierlei.messages import LANGUAGES, Message

PACKAGE = Path(dreierlei.__file__).parent
PROGRAMS = {"position", "candidates"}
"""What errors about moves carry for programs; their sentences need not have it."""


class Site(NamedTuple):
    """A place in the code that makes a message or an error."""

    where: str
    keys: list[ast.expr]
    """The key, or both of them where a condition chooses."""
    values: set[str] | None
    """The names of the values, or None where they are not written out."""


@cache
def modules() -> dict[Path, list[ast.AST]]:
    """Everything that is written in each module."""
    return {path: list(ast.walk(ast.parse(path.read_text("utf-8")))) for path in sorted(PACKAGE.rglob("*.py"))}


def foreign(nodes: list[ast.AST]) -> set[str]:
    """The names that a module takes from other packages, such as Textual's `Message`."""
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    return {alias.asname or alias.name for node in imports for alias in node.names}


def kinds() -> set[str]:
    """The names of all classes of errors and messages that take a key."""
    bases = {
        node.name: {ast.unparse(base).rpartition(".")[2] for base in node.bases} - foreign(nodes)
        for nodes in modules().values()
        for node in nodes
        if isinstance(node, ast.ClassDef)
    }
    names = {"DreierleiError", "Message"}
    while more := {name for name, over in bases.items() if over & names} - names:
        names |= more
    return names - {"InvalidPosition", "GameMessage"}  # one has its own key, the other its own texts


@cache
def sites() -> list[Site]:
    known = kinds()
    found = []
    for path, nodes in modules().items():
        ours = known - foreign(nodes)
        for node in nodes:
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in ours:
                continue
            # A key that is handed on is an attribute, and so is the code that comes before a key of the server's.
            keys = [arg for arg in node.args if not isinstance(arg, ast.Attribute)][:1]
            keys = [part for key in keys for part in ((key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,))]
            given = {keyword.arg for keyword in node.keywords}
            values = None if None in given else {str(name) for name in given} - PROGRAMS
            found.append(Site(f"{path.relative_to(PACKAGE)}:{node.lineno}", keys, values))
    return found


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_language_says_the_same_things() -> None:
    names = [set(messages.catalogue(language)) for language in LANGUAGES]
    assert names[0] == names[1] == names[2]


def test_no_message_is_in_two_files() -> None:
    folder = resources.files("dreierlei").joinpath("locale", "en")
    files = [file for file in folder.iterdir() if file.name.endswith(".json")]
    counts = Counter(name for file in files for name in json.loads(file.read_text("utf-8")))
    assert [name for name, count in counts.items() if count > 1] == []


def test_a_translation_needs_no_value_that_english_does_not_have() -> None:
    english = messages.catalogue("en")
    wrong = [
        (language, key)
        for language in LANGUAGES
        for key, text in messages.catalogue(language).items()
        if not fields(text) <= fields(english[key])
    ]
    assert wrong == []


def test_no_error_is_made_of_a_sentence() -> None:
    wrong = []
    for site in sites():
        for key in site.keys:
            parts = [part.value for part in ast.walk(key) if isinstance(part, ast.Constant)]
            if any(isinstance(part, str) and " " in part for part in parts):
                wrong.append(f"{site.where} {ast.unparse(key)}")
    assert len(sites()) > 100
    assert wrong == []


def test_every_site_has_a_key_of_the_catalogue_and_the_values_of_its_text() -> None:
    english = messages.catalogue("en")
    wrong = []
    for site in sites():
        for key in site.keys:
            if not isinstance(key, ast.Constant):
                continue
            if key.value not in english:
                wrong.append(f"{site.where} {key.value!r} is not in the catalogue")
                continue
            wanted = fields(english[key.value])
            if site.values is not None and wanted != site.values:
                wrong.append(f"{site.where} {key.value!r} has {sorted(wanted)}, not {sorted(site.values)}")
    assert wrong == []


def test_every_message_is_used() -> None:
    """By its whole name somewhere in Python, C++ or the page, or by a text with holes that it fits."""
    whole: set[str] = set()
    holes: set[str] = set()
    for nodes in modules().values():
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values]
                holes.add("".join(parts))
    for path in [*(PACKAGE / "web").rglob("*.js"), *(PACKAGE.parents[1] / "cpp").rglob("*.hpp")]:
        text = path.read_text("utf-8")
        whole |= set(re.findall(r'"([^"\n]*)"', text))
        for template in re.findall(r"`([^`]*)`", text):
            holes.add(".+".join(re.escape(part) for part in re.split(r"\$\{[^}]*\}", template)))
    patterns = [re.compile(pattern) for pattern in holes if len(pattern.replace(".+", "")) > 2]
    unused = [
        key
        for key in messages.catalogue("en")
        if key not in whole and not any(pattern.fullmatch(key) for pattern in patterns)
    ]
    assert unused == []


def test_the_texts_of_games_come_with_the_others() -> None:
    for language in LANGUAGES:
        kept = set(messages.catalogue(language, without=ELSEWHERE))
        assert {key.partition(".")[0] for key in kept - set(texts(language))} <= set(NEVER)


def test_an_error_within_an_error_is_in_one_language() -> None:
    inner = errors.UnknownGame("game.unknown", game="chess", expected=("muehle", "tres"))
    outer = errors.DreierleiError("record.at-line", line=2, problem=inner.message)
    assert str(outer) == 'Line 2: There is no game "chess": expected one of muehle, tres.'
    assert outer.say("de") == "Zeile 2: Das Spiel „chess“ gibt es nicht: Erwartet wird eines von muehle, tres."


def test_a_sentence_is_one_line_whatever_it_quotes() -> None:
    error = errors.UnknownGame("game.unknown", game="a\nb", expected=())
    assert "\n" not in str(error)


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_are_said_in_the_language_of_the_message(language: messages.Language) -> None:
    message = Message("result.wins-in", name=dreierlei.WHITE, plies=Message("result.moves", count=3))
    parts = (messages.say(language, "white"), messages.say(language, "result.moves", count=3))
    assert message.say(language) == messages.say(language, "result.wins-in", name=parts[0], plies=parts[1])
