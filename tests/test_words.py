import ast
import json
import re
from collections import Counter
from importlib import resources
from pathlib import Path

import dreierlei
from dreierlei import messages
from dreierlei.messages import LANGUAGES


def test_every_language_says_the_same_things() -> None:
    names = [set(messages.catalogue(language)) for language in LANGUAGES]
    assert names[0] == names[1] == names[2]


def test_what_the_server_refuses_is_said_in_every_language() -> None:
    """By its English sentence, with a name in braces for each value."""
    found = set()
    for file in (Path(dreierlei.__file__).parent / "server").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                found.add(_template(node.args[1]))
    known = {re.sub(r"\{\w+\}", "{}", name) for name in messages.catalogue("de")}
    only_for_programs = {sentence for sentence in found if "header" in sentence or "token" in sentence}
    assert len(found) > 30
    assert sorted(found - known - only_for_programs) == []


def _template(sentence: ast.expr) -> str:
    if isinstance(sentence, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in sentence.values)
    assert isinstance(sentence, ast.Constant)
    return str(sentence.value)


def test_no_message_is_in_two_files() -> None:
    folder = resources.files("dreierlei").joinpath("locale", "en")
    files = [file for file in folder.iterdir() if file.name.endswith(".json")]
    counts = Counter(name for file in files for name in json.loads(file.read_text("utf-8")))
    assert [name for name, count in counts.items() if count > 1] == []
