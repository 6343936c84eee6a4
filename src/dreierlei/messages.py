"""The texts of the program, by key. The texts are in `locale/`, a folder for each language.

A `Message` is a key with its values. It becomes a sentence when it is shown, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Literal, Protocol, runtime_checkable

Language = Literal["de", "en", "lb"]
LANGUAGES: tuple[Language, ...] = ("de", "en", "lb")

DEFAULT: Language = "en"
"""The language of `str()`, and of readers whose language is unknown."""

Words = Mapping[Language, str]
"""A text in every language."""


@runtime_checkable
class Sayable(Protocol):
    """A value that has a text in every language, such as a message, an error or a side."""

    def say(self, language: Language) -> str:
        """The text in that language."""
        ...


class Message:
    """A text by its key, with the values that fill it.

    Values are strings, numbers, anything `Sayable`, or tuples of these, which are listed. Messages are equal when key
    and values are. `str()` gives the English text.

    >>> Message("error.language", language="fr", expected=("de", "en", "lb"))
    Message('error.language', language='fr', expected=('de', 'en', 'lb'))
    """

    __slots__ = ("key", "values")

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values

    def say(self, language: Language) -> str:
        """The text in that language."""
        return say(language, self.key, **self.values)

    def __str__(self) -> str:
        return self.say(DEFAULT)

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"{type(self).__name__}({self.key!r}{values})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.key, self.values) == (other.key, other.values)

    def __hash__(self) -> int:
        return hash((self.key, *self.values.items()))


class Spoken(str):
    """A name, such as the text of a target, with what people call it, which is what messages show."""

    words: Words

    def __new__(cls, name: str, words: Words) -> Spoken:
        """A name with its words."""
        spoken = super().__new__(cls, name)
        spoken.words = words
        return spoken

    def say(self, language: Language) -> str:
        """What people call it in that language."""
        return self.words[language]


class Decimal(str):
    """A number such as +0.35, which each language writes with its own decimal mark."""

    def say(self, language: Language) -> str:
        """The number as the language writes it."""
        return self.replace(".", say(language, "number.mark"))


@cache
def catalogue(language: Language, *, without: tuple[str, ...] = ()) -> dict[str, str]:
    """Every text in a language, by key, from all its files but those `without` names; no two files share a key."""
    import json  # start-up time: most programs never say a word

    texts: dict[str, str] = {}
    folder = resources.files(__package__).joinpath("locale", language)
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        name, _, kind = file.name.rpartition(".")
        if kind == "json" and name not in without:
            texts |= json.loads(file.read_text("utf-8"))
    return texts


def say(language: Language, key: str, /, **values: object) -> str:
    """The text of a key with its values filled in."""
    return fill(catalogue(language)[key], language, values)


def fill(text: str, language: Language, values: Mapping[str, object]) -> str:
    """A text with its values filled in."""
    return text.format(**{name: _said(value, language) for name, value in values.items()})


def _said(value: object, language: Language) -> object:
    if isinstance(value, Sayable):
        return value.say(language)
    if isinstance(value, tuple):
        separator = "; " if any(isinstance(part, Sayable) for part in value) else ", "
        return separator.join(str(_said(part, language)) for part in value)
    return value
