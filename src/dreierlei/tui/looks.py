"""How the screen looks: dark, light, or plain characters without colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual.theme import Theme

from ..palette import palette

Name = Literal["dark", "light", "plain"]


@dataclass(frozen=True)
class Look:
    """A way to draw everything."""

    name: Name
    style: Literal["dark", "light"]
    colour: bool = True
    unicode: bool = True

    @property
    def theme(self) -> Theme:
        """The same colours for what is round the board."""
        if not self.colour:
            grey = "#c8c8c8"
            return Theme(
                self.name,
                primary=grey,
                accent="#ffffff",
                foreground=grey,
                background="#000000",
                surface="#000000",
                panel="#000000",
                warning=grey,
                error="#ffffff",
                success=grey,
            )
        ink = palette(self.style)
        return Theme(
            self.name,
            primary=ink.target,
            secondary=ink.last,
            accent=ink.winning,
            foreground=ink.border,
            background=ink.frame,
            surface=ink.band,
            panel=ink.surface,
            warning=ink.winning,
            error=ink.winning,
            success=ink.target,
            dark=self.style == "dark",
        )


LOOKS: dict[Name, Look] = {
    "dark": Look("dark", "dark"),
    "light": Look("light", "light"),
    "plain": Look("plain", "dark", colour=False, unicode=False),
}


def after(name: Name) -> Name:
    """The look that the key leads to."""
    names: list[Name] = list(LOOKS)
    return names[(names.index(name) + 1) % len(names)]
