"""The appearance of the screen: dark, light, or plain characters without colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual.theme import Theme

from ..palette import palette

Name = Literal["dark", "light", "plain"]


@dataclass(frozen=True)
class Appearance:
    """How boards and panels are drawn."""

    name: Name
    style: Literal["dark", "light"]
    colour: bool = True
    unicode: bool = True

    @property
    def theme(self) -> Theme:
        """The same colours for everything around the board."""
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


APPEARANCES: dict[Name, Appearance] = {
    "dark": Appearance("dark", "dark"),
    "light": Appearance("light", "light"),
    "plain": Appearance("plain", "dark", colour=False, unicode=False),
}


def next_appearance(name: Name) -> Name:
    """The appearance after this one, in a cycle."""
    names: list[Name] = list(APPEARANCES)
    return names[(names.index(name) + 1) % len(names)]
