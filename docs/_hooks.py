"""What the site makes while it is built: the rules pages with their diagrams, and examples in docstrings as sessions.

No generated file is kept: the pages come from the package, as `dreierlei rules` has them.
"""

from __future__ import annotations

import ast
import inspect
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import griffe
from mkdocs.structure.files import File

import dreierlei
from dreierlei import rulebook, svg
from dreierlei.messages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

    from dreierlei.messages import Language
    from dreierlei.model import Game

INDEX = "rules/index.md"
TITLES: dict[Language, str] = {"de": "Deutsch", "en": "English", "lb": "Lëtzebuergesch"}
ORDER = sorted(LANGUAGES, key=lambda language: language != "en")
"""English first: it is the site's language."""
SESSION = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


def on_config(config: MkDocsConfig) -> None:
    """Puts a page for each game and language where the navigation has the index of the rules."""
    sections = [{TITLES[language]: [_path(game, language) for game in dreierlei.games()]} for language in ORDER]
    for entry in config.nav or ():
        for title, page in entry.items():
            if page == INDEX:
                entry[title] = [INDEX, *sections]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Adds the rules pages, their index, and a picture of each diagram, light and dark."""
    files.append(File.generated(config, INDEX, content=_index()))
    for language in ORDER:
        for game in dreierlei.games():
            blocks = list(_blocks(game, language, files, config))
            files.append(File.generated(config, _path(game, language), content="\n\n".join(blocks) + "\n"))


def on_page_content(html: str, page: Page, **_: Any) -> str:
    """Says in which language a rules page is, for screen readers and hyphenation."""
    found = re.fullmatch(r"rules/(\w\w)/.*", page.file.src_uri)
    return f'<div lang="{found[1]}">{html}</div>' if found else html


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Lists the public names of the package, each with a link to its place in the reference."""
    return markdown.replace("<!-- names -->", "\n".join(_names()))


def _names() -> Iterator[str]:
    source = Path(dreierlei.__file__).read_text("utf-8")
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) and node.level]
    homes = {name.name: f"dreierlei.{node.module}.{name.name}" for node in imports for name in node.names}
    for name in dreierlei.__all__:
        thing = getattr(dreierlei, name)
        about = (inspect.getdoc(thing) or "").partition("\n")[0] if callable(thing) else ""
        yield f"- [`{name}`][{homes[name]}]" + (f": {about}" if about else "")


def _path(game: Game, language: Language) -> str:
    return f"rules/{language}/{game.id}.md"


def _index() -> str:
    parts = [
        "# Rules",
        "One page for each game, in three languages. Each diagram is a real position, drawn by the program. "
        "Where a rulebook leaves something open, a ruling of ours decides it and is marked as one.",
    ]
    for game in dreierlei.games():
        links = [f"[{game.names[language]}]({language}/{game.id}.md) ({TITLES[language]})" for language in ORDER]
        parts += [f"## {game.names['en']}", game.about["en"], ", ".join(links)]
    return "\n\n".join(parts) + "\n"


def _blocks(game: Game, language: Language, files: Files, config: MkDocsConfig) -> Iterator[str]:
    for number, block in enumerate(rulebook.page(game.id, language)):
        if not isinstance(block, rulebook.Diagram):
            yield block
            continue
        images = []
        for style in ("light", "dark"):
            name = f"{game.id}-{number}-{style}.svg"
            drawing = svg.draw(block.position, marks=block.marks, style=style, language=language, size=320)
            files.append(File.generated(config, f"rules/{language}/{name}", content=drawing))
            images.append(f'<img src="{name}#only-{style}" alt="{escape(block.caption)}" loading="lazy">')
        caption = f"<figcaption>{escape(block.caption)}</figcaption>"
        yield f"<figure>\n{images[0]}\n{images[1]}\n{caption}\n</figure>"


class Sessions(griffe.Extension):
    """Makes a code block of each session in a docstring, which Markdown would take for quotations."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrites the docstring of an object."""
        if obj.docstring:
            obj.docstring.value = SESSION.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
