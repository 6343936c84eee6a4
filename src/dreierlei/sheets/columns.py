"""Setting text: blocks of Markdown become lines, and lines become columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .. import markdown
from ..markdown import Block, Emphasis, Inline
from ..model import Point
from ..shapes import Box, Look, polyline
from .pen import GREY, MM, PALE, Face, Pen, width_of

GUTTER = 6.0
SMALLEST = 7.5
"""The smallest type that can be read, in points."""
FACES: Mapping[Emphasis, Face] = {"plain": "plain", "strong": "bold", "code": "italic"}
_RULE = Look(stroke=PALE, width=0.2)

Word = tuple[tuple[str, "Face"], ...]
"""Text that is never broken across lines: pieces, each in its face."""


@dataclass(frozen=True)
class Item:
    """Something as wide as a column that is not divided: a line, a row of a table, a figure."""

    height: float
    draw: Callable[[Pen, Point], None]
    above: float = 0.0
    """The space before it, unless it begins a column."""
    keep: bool = False
    """Whether it must not end a column."""


def words_of(text: Inline) -> list[Word]:
    """The words of a text."""
    words: list[list[tuple[str, Face]]] = [[]]
    for run, emphasis in text:
        for index, part in enumerate(re.split(r"\s+", run)):
            if index:
                words.append([])
            if part:
                words[-1].append((part, FACES[emphasis]))
    return [tuple(word) for word in words if word]


def lines_of(words: Sequence[Word], width: float, size: float) -> list[list[Word]]:
    """Words in lines of at most that width."""
    space = width_of(" ", size)
    lines: list[list[Word]] = [[]]
    used = 0.0
    for word in words:
        wide = sum(width_of(text, size, face) for text, face in word)
        if lines[-1] and used + space + wide > width:
            lines.append([])
            used = 0.0
        used += wide + (space if lines[-1] else 0.0)
        lines[-1].append(word)
    return lines


def draw_line(pen: Pen, words: Sequence[Word], at: Point, size: float, colour: str = "#000000") -> None:
    """A line of words from its left end, the point being the top left corner of its box."""
    x, y = at[0], at[1] + size / MM
    for word in words:
        for text, face in word:
            pen.text(text, (x, y), size, face=face, colour=colour)
            x += width_of(text, size, face)
        x += width_of(" ", size)


def _line(words: Sequence[Word], size: float, indent: float = 0.0) -> Callable[[Pen, Point], None]:
    def draw(pen: Pen, at: Point) -> None:
        draw_line(pen, words, (at[0] + indent, at[1]), size)

    return draw


class Setter:
    """Sets texts for columns of one width, in one size."""

    def __init__(self, width: float, size: float) -> None:
        self.width = width
        self.size = size
        self.leading = size * 1.24 / MM

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Item]:
        """Headings, paragraphs, lists, quotations and tables, as the rules pages have them."""
        for block in blocks:
            match block:
                case markdown.Heading(level, text):
                    yield from self.heading(text, level)
                case markdown.Paragraph(text, quoted):
                    yield from self._quotation(text) if quoted else self.paragraph(text)
                case markdown.Items(entries):
                    for number, (sign, text) in enumerate(entries):
                        yield from self.entry(sign, text, first=number == 0)
                case markdown.Table():
                    yield from self._table(block)

    def heading(self, text: Inline, level: int = 2) -> Iterator[Item]:
        """A heading, never at the end of a column."""
        size = self.size * {1: 1.4, 2: 1.2}.get(level, 1.0)
        for number, line in enumerate(lines_of(words_of(_strong(text)), self.width, size)):
            yield Item(
                size * 1.25 / MM,
                _line(line, size),
                above=0.0 if number else self.leading * 0.6,
                keep=True,
            )

    def paragraph(self, text: Inline, indent: float = 0.0, above: float = 0.45) -> Iterator[Item]:
        """A paragraph; `above` is in lines."""
        lines = lines_of(words_of(text), self.width - indent, self.size)
        for number, line in enumerate(lines):
            yield Item(
                self.leading,
                _line(line, self.size, indent),
                above=0.0 if number else self.leading * above,
                # No widows or orphans: neither the first nor the last line of several stands alone in a column.
                keep=len(lines) > 1 and number in (0, len(lines) - 2),
            )

    def entry(self, sign: str, text: Inline, *, first: bool) -> Iterator[Item]:
        """An entry of a list, after its sign."""
        indent = max(2.6, width_of(f"{sign} ", self.size))
        for number, item in enumerate(self.paragraph(text, indent, above=0.45 if first else 0.15)):
            if number:
                yield item
                continue

            def draw(pen: Pen, at: Point, item: Item = item) -> None:
                pen.text(sign, (at[0], at[1] + self.size / MM), self.size)
                item.draw(pen, at)

            yield Item(item.height, draw, item.above, item.keep)

    def _quotation(self, text: Inline) -> Iterator[Item]:
        for number, item in enumerate(self.paragraph(text, 2.6)):

            def draw(pen: Pen, at: Point, item: Item = item, first: bool = not number) -> None:
                top = at[1] + (0.6 if first else 0.0)
                pen.draw(
                    polyline(((at[0] + 0.8, top), (at[0] + 0.8, at[1] + item.height)), Look(stroke=PALE, width=0.7))
                )
                item.draw(pen, at)

            yield Item(item.height, draw, item.above, item.keep)

    def _table(self, table: markdown.Table) -> Iterator[Item]:
        """A row is an item. Narrow columns keep their width, wide ones share the rest."""
        head, body = tuple(_strong(cell) for cell in table.head), table.rows
        pad = 2.0
        natural = [max(self._natural(row[index]) for row in (head, *body)) for index in range(len(head))]
        room = self.width - pad * (len(head) - 1)
        widths = list(natural)
        if sum(natural) > room:
            fair = room / len(natural)
            wide = [index for index, width in enumerate(natural) if width > fair]
            left = room - sum(width for width in natural if width <= fair)
            for index in wide:
                widths[index] = left * natural[index] / sum(natural[other] for other in wide)
        starts = [sum(widths[:index]) + pad * index for index in range(len(widths))]
        for number, row in enumerate((head, *body)):
            texts = [lines_of(words_of(cell), width + 0.1, self.size) for cell, width in zip(row, widths, strict=True)]
            height = max(len(lines) for lines in texts) * self.leading + 0.8

            def draw(pen: Pen, at: Point, texts: list[list[list[Word]]] = texts, height: float = height) -> None:
                for lines, start in zip(texts, starts, strict=True):
                    for index, line in enumerate(lines):
                        draw_line(pen, line, (at[0] + start, at[1] + index * self.leading), self.size)
                below = at[1] + height - 0.1
                pen.draw(polyline(((at[0], below), (at[0] + self.width, below)), _RULE))

            yield Item(height, draw, above=0.3 if number else self.leading * 0.5, keep=number < len(body))

    def _natural(self, cell: Inline) -> float:
        words = words_of(cell)
        inner = sum(width_of(text, self.size, face) for word in words for text, face in word)
        return inner + width_of(" ", self.size) * max(0, len(words) - 1)

    def figure(self, picture: Callable[[Pen, Point, float], None], shape: float, caption: Inline, share: float) -> Item:
        """A picture with its caption beside it, or below if it takes most of the column.

        `shape` is the picture's height for a width of one, `share` its part of the column's width.
        """
        wide = self.width * share
        tall = wide * shape
        size = max(SMALLEST, self.size * 0.94)
        beside = share <= 0.6
        room = self.width - wide - 2.5 if beside else self.width
        lines = lines_of(words_of(caption), room, size)
        leading = size * 1.2 / MM
        text = len(lines) * leading

        def draw(pen: Pen, at: Point) -> None:
            left = at[0] if beside else at[0] + (self.width - wide) / 2
            picture(pen, (left, at[1]), wide)
            middle = at[1] + max(0.0, tall - text) / 2
            x, y = (at[0] + wide + 2.5, middle) if beside else (at[0], at[1] + tall + 0.8)
            for index, line in enumerate(lines):
                draw_line(pen, line, (x, y + index * leading), size, "#333333")

        height = max(tall, text) if beside else tall + 0.8 + text
        return Item(height, draw, above=self.leading * 0.6)


def _strong(text: Inline) -> Inline:
    return tuple((words, "strong") for words, _ in text)


def flow(items: Sequence[Item], height: float) -> list[list[tuple[Item, float]]]:
    """Columns of that height with their items, each with its distance from the top."""
    columns: list[list[tuple[Item, float]]] = [[]]
    y = 0.0
    for index, item in enumerate(items):
        above = item.above if columns[-1] else 0.0
        needed = above + item.height
        follow = index
        while items[follow].keep and follow + 1 < len(items):
            follow += 1
            needed += items[follow].above + items[follow].height
        # Items kept together were measured with the first of them.
        measured = index > 0 and items[index - 1].keep
        room = height - y + 1e-6
        if columns[-1] and (above + item.height > room or (needed > room and not measured)):
            columns.append([])
            y = above = 0.0
        columns[-1].append((item, y + above))
        y += above + item.height
    return columns


def draw_columns(pen: Pen, box: Box, columns: Sequence[Sequence[tuple[Item, float]]], count: int) -> None:
    """Columns side by side, with a line in each gutter."""
    width = column_width(box, count)
    for number, column in enumerate(columns):
        x = box.x + number * (width + GUTTER)
        if number:
            middle = x - GUTTER / 2
            pen.draw(polyline(((middle, box.y), (middle, box.bottom)), Look(stroke=GREY, width=0.1)))
        for item, y in column:
            item.draw(pen, (x, box.y + y))


def column_width(box: Box, count: int) -> float:
    """The width of each of `count` columns."""
    return (box.width - (count - 1) * GUTTER) / count
