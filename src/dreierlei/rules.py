"""Rules pages: Markdown with diagrams that are drawn from real positions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

from . import messages, terminal
from .games import game
from .position import Position, position

if TYPE_CHECKING:
    from .messages import Language

_DIAGRAM = re.compile(r"^```diagram\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Diagram:
    """A position to be drawn, with places to highlight and a sentence beneath."""

    position: Position
    marks: tuple[str, ...]
    caption: str


Block = str | Diagram
"""A part of a page: Markdown, or a diagram."""


def page(game_id: str, language: Language) -> tuple[Block, ...]:
    """The rules of a game in a language; raises `UnknownGame`."""
    return _blocks(messages.rules_page(game(game_id).id, language))


def sheet(game_id: str, language: Language) -> tuple[Block, ...]:
    """The rules of a game in short, for one page of paper: a text of its own, or the rules page if that fits."""
    known = game(game_id).id
    return _blocks(messages.sheet_page(known, language) or messages.rules_page(known, language))


def _blocks(text: str) -> tuple[Block, ...]:
    parts = _DIAGRAM.split(text)
    blocks: list[Block] = []
    for index, part in enumerate(parts):
        if index % 2:
            blocks.append(_diagram(part))
        elif part.strip():
            blocks.append(part.strip())
    return tuple(blocks)


def _diagram(text: str) -> Diagram:
    line, *rest = text.strip().splitlines()
    fields = dict(part.split(": ", 1) for part in rest)
    return Diagram(position(line), tuple(fields.get("marks", "").split()), fields["caption"])


def as_text(game_id: str, language: Language, *, colour: bool, unicode: bool = True, width: int = 80) -> str:
    """The rules of a game for the terminal."""
    parts = []
    for block in page(game_id, language):
        if isinstance(block, Diagram):
            drawing = terminal.draw(
                block.position, colour=colour, unicode=unicode, marks=block.marks, language=language
            )
            parts.append(
                drawing.rstrip("\n") + "\n\n" + fill(block.caption, width, initial_indent="  ", subsequent_indent="  ")
            )
        else:
            parts += [_paragraph(paragraph, colour, width) for paragraph in re.split(r"\n{2,}", block)]
    return "\n\n".join(parts) + "\n"


def _paragraph(text: str, colour: bool, width: int) -> str:
    if heading := re.match(r"(#+) (.*)", text):
        underline = {1: "=", 2: "-"}.get(len(heading[1]), "")
        title = f"\033[1m{heading[2]}\033[0m" if colour else heading[2]
        return title + (f"\n{underline * len(heading[2])}" if underline and not colour else "")
    if text.startswith("|"):
        return text
    plain = re.sub(r"\*\*(.+?)\*\*|`([^`]+)`", lambda m: _emphasis(m[1] or m[2], bool(m[1]), colour), text)
    if text.startswith(">"):
        quoted = " ".join(line.lstrip("> ") for line in plain.splitlines())
        return fill(quoted, width, initial_indent="  │ ", subsequent_indent="  │ ")
    if re.match(r"[-*] |\d+\. ", text):
        return "\n".join(fill(line, width, subsequent_indent="  ") for line in plain.splitlines())
    return fill(" ".join(plain.split()), width)


def _emphasis(text: str, strong: bool, colour: bool) -> str:
    return f"\033[1m{text}\033[0m" if colour and strong else text
