"""Markdown as values, for surfaces that are not HTML: the few kinds of blocks that our pages consist of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

Emphasis = Literal["plain", "strong", "code"]
Inline = tuple[tuple[str, Emphasis], ...]
"""A text in runs, each with its emphasis."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title of the page."""

    level: int
    text: Inline


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, plain or quoted."""

    text: Inline
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list; each entry has its bullet or number."""

    entries: tuple[tuple[str, Inline], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a head."""

    head: tuple[Inline, ...]
    rows: tuple[tuple[Inline, ...], ...]


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block: its kind, and its content verbatim."""

    kind: str
    content: str


Block = Heading | Paragraph | Items | Table | Fence


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table")


def read(text: str) -> list[Block]:
    """The blocks of a text; raises `ValueError` for a kind of block that our pages do not use."""
    return [block for node in SyntaxTreeNode(_parser().parse(text)).children for block in _blocks(node)]


def inline(text: str) -> Inline:
    """A text of one paragraph, such as a caption."""
    return _inline(SyntaxTreeNode(_parser().parseInline(text)))


def split(text: str, kind: str) -> list[str | Fence]:
    """The text in parts: the fences of one kind, and the Markdown between them."""
    lines = text.splitlines()
    parts: list[str | Fence] = []
    start = 0
    for token in _parser().parse(text):
        if token.type == "fence" and token.info == kind and token.map:
            parts += ["\n".join(lines[start : token.map[0]]).strip(), Fence(kind, token.content)]
            start = token.map[1]
    parts.append("\n".join(lines[start:]).strip())
    return [part for part in parts if part]


def _blocks(node: SyntaxTreeNode) -> list[Block]:
    match node.type:
        case "heading":
            return [Heading(int(node.tag[1:]), _inline(node))]
        case "paragraph":
            return [Paragraph(_inline(node))]
        case "blockquote":
            return [Paragraph(_inline(paragraph), quoted=True) for paragraph in node.children]
        case "bullet_list":
            return [Items(tuple(("•", _inline(item)) for item in node.children))]
        case "ordered_list":
            return [Items(tuple((f"{number}.", _inline(item)) for number, item in enumerate(node.children, 1)))]
        case "table":
            head, *body = (
                tuple(_inline(cell) for cell in row.children) for part in node.children for row in part.children
            )
            return [Table(head, tuple(body))]
        case "fence":
            return [Fence(node.info, node.content)]
    raise ValueError(f"our pages have no {node.type}")


def _inline(node: SyntaxTreeNode, emphasis: Emphasis = "plain") -> Inline:
    match node.type:
        case "text":
            return ((node.content, emphasis),) if node.content else ()
        case "softbreak":
            return ((" ", emphasis),)
        case "code_inline":
            return ((node.content, "code"),)
    inner: Emphasis = "strong" if node.type == "strong" else emphasis
    return tuple(run for child in node.children for run in _inline(child, inner))
