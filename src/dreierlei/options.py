"""Options: the choices that make variants of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from .messages import Message, Words


@dataclass(frozen=True)
class Kit:
    """The tiles that a board is laid from, as data, so that a program without Python can lay a random one.

    A board's code lists the code of the side on each group of places, in their order; each side is of another tile.
    """

    tiles: tuple[Mapping[str, str], ...]
    """Each tile: the letters of its grounds in the order of the places, by the code of the side and turn it shows."""
    names: Mapping[str, Words]
    """What people call each of these sides."""
    title: Words
    """What people call the tiles of a board, before their names."""
    table: str
    """The table of the core that has a number for the ground of each place."""
    drawn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The boards to draw from, by the value that asks for a draw; all of them for a value that is not listed."""


@dataclass(frozen=True)
class Option:
    """A choice that makes a variant of a game. Values are texts; `read` returns the canonical one, or None."""

    name: str
    kind: Literal["choice", "number", "board"]
    """`choice`: one of `choices`; `number`: a whole number; `board`: the code of a board."""
    default: str
    title: Words
    about: Words
    read: Callable[[str], str | None]
    words: Callable[[str], Words]
    """What people call a canonical value."""
    expects: Message
    """What `read` accepts, for error messages."""
    choices: tuple[str, ...] = ()
    """All values, where they can be listed."""
    drawn: Mapping[str, Words] = field(default_factory=dict)
    """The texts for which `read` draws a value at random, such as `random`, and what people call them."""
    kit: Kit | None = None
    """What its boards are laid from."""

    @property
    def tag(self) -> str:
        """The option's tag in records: `quiet_plies` is `QuietPlies`."""
        return "".join(part.capitalize() for part in self.name.split("_"))

    def label(self, value: str) -> Words:
        """What people call a value that `read` accepts, in each language."""
        return self.drawn.get(value) or self.words(self.read(value) or value)


def choice(name: str, values: Mapping[str, Words], *, title: Words, about: Words) -> Option:
    """An option with listed values and what people call them; the first is the default."""
    listed = tuple(values)

    def read(text: str) -> str | None:
        return text.lower() if text.lower() in values else None

    expects = Message("option.one-of", values=listed)
    return Option(name, "choice", listed[0], title, about, read, values.__getitem__, expects, listed)


def number(
    name: str,
    default: int,
    minimum: int,
    maximum: int,
    *,
    title: Words,
    about: Words,
    words: Words,
    named: Mapping[int, Words],
) -> Option:
    """An option that is a whole number. `words` has `{number}` in it; numbers that need other words are in `named`."""

    def read(text: str) -> str | None:
        short = text.isdecimal() and len(text) <= len(str(maximum))
        return str(int(text)) if short and minimum <= int(text) <= maximum else None

    def label(value: str) -> Words:
        return named.get(int(value)) or {language: text.format(number=value) for language, text in words.items()}

    expects = Message("option.whole-number", minimum=minimum, maximum=maximum)
    return Option(name, "number", str(default), title, about, read, label, expects)
