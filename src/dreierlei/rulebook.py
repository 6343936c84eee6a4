"""The pages of the rulebook: Markdown from `locale/`, with diagrams that are drawn from real positions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources
from textwrap import fill
from typing import TYPE_CHECKING

from . import markdown, terminal
from .declarations import game
from .messages import say
from .positions import Position, position

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from .markdown import Inline
    from .messages import Language
    from .model import Game


@dataclass(frozen=True)
class Diagram:
    """A position to be drawn, with targets to mark and a caption."""

    position: Position
    marks: tuple[str, ...]
    caption: str


_SETTING = re.compile(r"`\w+[=:]\w+`")

Block = str | Diagram
"""A part of a page: Markdown, or a diagram."""


def rules_page(game_id: str, language: Language) -> str:
    """The rules of a game in Markdown, with fenced `diagram` blocks; without a page, its name and its one sentence.

    Raises `UnknownGame`, like all functions here that take a game's id.
    """
    declared = game(game_id)
    text = _page(declared, language, "rules")
    return f"# {declared.names[language]}\n\n{declared.about[language]}\n" if text is None else text


def brief(game_id: str, language: Language) -> str:
    """The rules of a game in a few sentences, in Markdown; without such a text, the first paragraph of its rules."""
    return _page(game(game_id), language, "brief") or rules_page(game_id, language).split("\n\n")[1]


def truth_page(game_id: str, language: Language) -> str:
    """What is known about a game, in Markdown; empty if nobody has written it."""
    return _page(game(game_id), language, "truth") or ""


def sheet_page(game_id: str, language: Language) -> str | None:
    """The short rules of a game for one page of paper, written like a rules page; None if it has none."""
    return _page(game(game_id), language, "sheets")


def page(game_id: str, language: Language) -> tuple[Block, ...]:
    """The rules of a game in a language, and our swap rule; raises `UnknownGame`."""
    swap = f"\n## {say(language, 'rules.swap-title')}\n\n{say(language, 'rules.swap')}\n"
    return _blocks(rules_page(game(game_id).id, language) + swap)


def sheet(game_id: str, language: Language) -> tuple[Block, ...]:
    """The short rules of a game, for one page of paper: its own text, or the rules page if that fits.

    Paragraphs and list entries that quote a setting, such as `opening=burg`, are for people at a computer and left out.
    """
    declared = game(game_id).id
    text = sheet_page(declared, language) or rules_page(declared, language)
    return _blocks("\n".join(line for line in text.splitlines() if not _SETTING.search(line)))


def as_text(game_id: str, language: Language, *, colour: bool, unicode: bool = True, width: int = 80) -> str:
    """The rules of a game for the terminal."""
    parts = []
    for block in page(game_id, language):
        if isinstance(block, Diagram):
            drawing = terminal.draw(
                block.position, colour=colour, unicode=unicode, marks=block.marks, language=language
            )
            caption = fill(block.caption, width, initial_indent="  ", subsequent_indent="  ")
            parts.append(drawing.rstrip("\n") + "\n\n" + caption)
        else:
            parts += [_as_text(part, colour, unicode, width) for part in markdown.read(block)]
    return "\n\n".join(parts) + "\n"


def page_file(declared: Game, language: Language, kind: str) -> Traversable:
    """The file of a game's page of a kind: `rules`, `brief`, `truth` or `sheets`; it may not exist."""
    folder = declared.pages or resources.files(__package__).joinpath("locale")
    return folder.joinpath(language, kind, f"{declared.id}.md")


def _page(declared: Game, language: Language, kind: str) -> str | None:
    file = page_file(declared, language, kind)
    return file.read_text("utf-8") if file.is_file() else None


def _blocks(text: str) -> tuple[Block, ...]:
    parts = markdown.split(text, "diagram")
    return tuple(part if isinstance(part, str) else _diagram(part.content) for part in parts)


def _diagram(text: str) -> Diagram:
    line, *rest = text.strip().splitlines()
    fields = dict(part.split(": ", 1) for part in rest)
    return Diagram(position(line), tuple(fields.get("marks", "").split()), fields["caption"])


def _as_text(block: markdown.Block, colour: bool, unicode: bool, width: int) -> str:
    match block:
        case markdown.Heading(level, text):
            title = "".join(words for words, _ in text)
            underline = {1: "=", 2: "-"}.get(level, "")
            return _strong(title, colour) + (f"\n{underline * len(title)}" if underline and not colour else "")
        case markdown.Paragraph(text, quoted):
            margin = ("  │ " if unicode else "  | ") if quoted else ""
            return fill(_plain(text, colour), width, initial_indent=margin, subsequent_indent=margin)
        case markdown.Items(entries):
            signs = [("-" if sign == "•" else sign, _plain(text, colour)) for sign, text in entries]
            return "\n".join(fill(f"{sign} {text}", width, subsequent_indent="  ") for sign, text in signs)
        case markdown.Table(head, rows):
            return _table([[_plain(cell, colour) for cell in row] for row in (head, *rows)], width)
        case markdown.Fence(_, content):
            return content.rstrip()


def _table(rows: list[list[str]], width: int) -> str:
    """The columns of a table, aligned; the last one is wrapped, and a line follows the head."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    rows.insert(1, ["-" * size for size in widths])
    indent = " " * sum(size + 2 for size in widths[:-1])
    rows[1][-1] = rows[1][-1][: width - len(indent)]
    lines = ["  ".join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(fill(line, width, subsequent_indent=indent) for line in lines)


def _plain(text: Inline, colour: bool) -> str:
    return "".join(_strong(words, colour and emphasis == "strong") for words, emphasis in text)


def _strong(text: str, colour: bool) -> str:
    return f"\033[1m{text}\033[0m" if colour else text
