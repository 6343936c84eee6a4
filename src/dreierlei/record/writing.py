"""Records as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..positions import Position
from .nodes import move_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .nodes import Node
    from .record import Record

WIDTH = 80
"""The maximum width of a written line."""


def text_of(record: Record) -> str:
    """The record as text, which `read` reads back as an equal value."""
    variant = record.start.variant
    tags = [("Game", variant.game.id)]
    for option in variant.game.options:
        if (value := variant.options[option.name]) != option.default:
            tags.append((option.tag, value))
    if record.start != Position(variant):
        tags.append(("Position", str(record.start)))
    tags += [*record.tags.items(), ("Result", record.result)]
    if record.reason:
        tags.append(("Termination", record.reason))
    if record.points is not None:
        tags.append(("Points", str(record.points)))
    head = "".join('[{} "{}"]\n'.format(name, re.sub(r'(["\\])', r"\\\1", value)) for name, value in tags)
    words = [*_write_comments(record.comments), *_write_line(record.start, record.moves, 0), record.result]
    return f"{head}\n{_wrap(words)}\n"


def _write_line(start: Position, line: Iterable[Node], ply: int) -> Iterator[str]:
    """The words of a line. A number before a comment assigns the comment to the move that follows."""
    numbered = True
    for node in line:
        number = move_number(start, ply)
        if node.before:
            yield number
            yield from _write_comments(node.before)
            yield str(node.move)
        else:
            yield f"{number} {node.move}" if numbered or not number.endswith("...") else str(node.move)
        yield from (f"${nag}" for nag in node.nags)
        yield from _write_comments(node.after)
        for variation in node.variations:
            *words, last = _write_line(start, variation, ply)
            closed = [last, ")"] if last.endswith("\n") else [last + ")"]
            first, *rest = [*words, *closed]
            yield "(" + first
            yield from rest
        numbered = bool(node.after or node.variations)
        ply += 1


def _write_comments(comments: Iterable[str]) -> Iterator[str]:
    """The words of comments. A comment with a brace in it must run to the end of its line."""
    for comment in comments:
        if "}" in comment:
            yield f"; {comment}\n"
        else:
            yield from ("{" + comment + "}").split(" ")


def _wrap(words: Iterable[str]) -> str:
    """The words in lines; one that ends with a line break is the last of its line."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word.rstrip("\n")) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word.rstrip("\n")
        if word.endswith("\n"):
            lines.append("")
    return "\n".join(lines)
