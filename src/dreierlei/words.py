"""What the program says to people, in their language. The texts are in `locale/`, a folder for each language."""

from __future__ import annotations

import json
import os
from functools import cache
from importlib import resources

from .model import LANGUAGES, DreierleiError, Language

DEFAULT: Language = "en"


def language(wanted: str | None = None) -> Language:
    """The language of that name; without one, the first that the environment asks for and we speak."""
    if wanted is not None:
        for known in LANGUAGES:
            if wanted.lower() == known:
                return known
        raise DreierleiError(f'There is no language "{wanted}": expected one of {", ".join(LANGUAGES)}.')
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for name in os.environ.get(variable, "").split(":"):
            for known in LANGUAGES:
                if name.lower().split("_")[0].split(".")[0] == known:
                    return known
    return DEFAULT


@cache
def messages(spoken: Language) -> dict[str, str]:
    """Every message in a language, by name: those of all the language's files, which share no name."""
    found: dict[str, str] = {}
    folder = resources.files(__package__).joinpath("locale", spoken)
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            found |= json.loads(file.read_text("utf-8"))
    return found


def say(spoken: Language, message: str, **values: object) -> str:
    """A message with its values filled in."""
    return messages(spoken)[message].format(**values)


def rules_page(game_id: str, spoken: Language) -> str:
    """The rules page of a game, in Markdown with fenced `diagram` blocks."""
    return _file(spoken, "rules", f"{game_id}.md")


def truth_page(game_id: str, spoken: Language) -> str:
    """What is known about a game, in Markdown."""
    return _file(spoken, "truth", f"{game_id}.md")


def sheet_page(game_id: str, spoken: Language) -> str | None:
    """The short rules of a game for one page of paper, written like a rules page; None if it has none."""
    try:
        return _file(spoken, "sheets", f"{game_id}.md")
    except FileNotFoundError:
        return None


def _file(spoken: Language, *path: str) -> str:
    return resources.files(__package__).joinpath("locale", spoken, *path).read_text("utf-8")
