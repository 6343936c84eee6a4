"""The board on the screen: any game's, drawn as text, to be pointed at with keys or the mouse."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from .. import terminal
from ..palette import palette
from ..scene import scene

if TYPE_CHECKING:
    from textual import events

    from ..messages import Language
    from ..positions import Position
    from .appearance import Appearance
    from .pointer import Pointer


class Board(Widget):
    """Shows a position and a pointer on it. It knows no rules and only reports what was clicked."""

    @dataclass
    class Clicked(Message):
        """A target was clicked that a move can begin or continue with."""

        target: str

    class Hovered(Clicked):
        """The mouse is over such a target."""

    def __init__(
        self, position: Position, language: Language, appearance: Appearance, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.language: Language = language
        self.pointer: Pointer | None = None
        self.appearance = appearance
        self.canvas: terminal.Canvas
        self._strips: list[Strip] = []
        self._hovered: str | None = None
        self.draw(position)

    def draw(
        self,
        position: Position,
        pointer: Pointer | None = None,
        marks: Iterable[str] = (),
        appearance: Appearance | None = None,
    ) -> None:
        """Shows a position. With a pointer, its targets and its cursor too."""
        before = (len(self.canvas.rows), self.canvas.width) if self._strips else None
        self.appearance = appearance or self.appearance
        self.pointer = pointer
        places = {place.name for place in position.variant.layout.places}
        chosen = [text.lstrip("x") for text in pointer.chosen] if pointer else []
        shown = scene(
            position,
            targets=pointer.offered if pointer else (),
            marks=[mark for mark in (*marks, *chosen) if mark in places],
            language=self.language,
        )
        if pointer is not None and pointer.chosen:
            shown = replace(shown, stones=position.preview(*pointer.chosen))
        self.canvas = terminal.canvas(
            shown,
            palette(self.appearance.style),
            colour=self.appearance.colour,
            unicode=self.appearance.unicode,
            buttons=False,
            cursor=pointer.cursor if pointer else None,
        )
        self._strips = [self._strip(row) for row in self.canvas.rows]
        self.refresh(layout=before != (len(self.canvas.rows), self.canvas.width))

    def cursor_region(self) -> Region | None:
        """The area around the cursor."""
        if self.pointer is None or (spot := self.pointer.spot) is None:
            return None
        row, column = self.canvas.spot(*spot)
        return Region(column - 3, row - 1, 7, 3)

    def _strip(self, row: Iterable[terminal.Sign]) -> Strip:
        alike = itertools.groupby(row, key=lambda sign: (sign.ink, sign.ground, sign.pointed))
        return Strip(
            [Segment("".join(sign.text for sign in signs), _style(self.appearance, *key)) for key, signs in alike]
        )

    # --- called by Textual ----------------------------------------------------------------------------------------

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        return self.canvas.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return len(self.canvas.rows)

    def render_line(self, y: int) -> Strip:
        if y >= len(self._strips):
            return Strip.blank(self.size.width, self.rich_style)
        return self._strips[y].extend_cell_length(self.size.width).apply_style(self.rich_style)

    def _target(self, event: events.MouseEvent) -> str | None:
        if self.pointer is None:
            return None
        return self.pointer.hit(*self.canvas.point(event.y, event.x))

    def on_click(self, event: events.Click) -> None:
        if (target := self._target(event)) is not None:
            self.post_message(self.Clicked(target))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Reports the target under the mouse when it changes."""
        target = self._target(event)
        if target is not None and target != self._hovered:
            self.post_message(self.Hovered(target))
        self._hovered = target


@cache
def _style(appearance: Appearance, ink: str, ground: str, pointed: bool) -> Style:
    if not appearance.colour:
        return Style(reverse=True) if pointed else Style.null()
    return Style(color=ink or palette(appearance.style).text, bgcolor=ground or None, bold=pointed)
