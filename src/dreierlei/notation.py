"""Moves as people type them, lists of them in sentences, the fields of a position line, and names of places."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from ._core import Move
from .messages import Message
from .model import Variant

# What people type for the signs of the notation.
_TYPED = str.maketrans({"–": "-", "—": "-", "−": "-", "×": "x", ":": "x", "*": "x"})


def plain(text: str) -> str:
    """A move as it is compared: without blanks, in lower case, with the notation's own signs."""
    return "".join(text.split()).translate(_TYPED).lower()


def begins(wanted: str, move: Move) -> bool:
    """Whether `wanted` spells the first targets of a move, or all of them."""
    end = 0
    for target in move.targets:
        end = move.text.index(target, end) + len(target)
        if move.text[:end].lower() == wanted:
            return True
    return False


@lru_cache(maxsize=1024)
def grammar(variant: Variant) -> Callable[[str], tuple[str, ...] | None]:
    """A function that splits plain text into the game's targets, or returns None."""
    targets = {text.lower(): text for text in variant.targets}
    part = f"({'|'.join(map(re.escape, sorted(targets, key=len, reverse=True)))})"
    pattern = re.compile(f"{part}(?:-?{part})?(?:-?{part})?")

    def read(text: str) -> tuple[str, ...] | None:
        matched = pattern.fullmatch(text)
        return None if matched is None else tuple(targets[word] for word in matched.groups() if word)

    return read


def listed(names: Sequence[str], most: int = 24) -> Message:
    """Names for a sentence, at most `most` of them."""
    key = "list.all" if len(names) <= most else "list.more"
    return Message(key, names=tuple(names[:most]), more=len(names) - most)


def read_field(variant: Variant, kind: str, word: str, reasons: list[Message]) -> int:
    """The value of a field that a position line has after the turn; problems are added to `reasons`."""
    if kind != "place":
        if word.isdecimal() and len(word) < 7:
            return int(word)
        reasons.append(Message("position.number", word=word))
        return 0
    if word == "-":
        return -1
    names = [place.name for place in variant.layout.places]
    if word.lower() in names:
        return names.index(word.lower())
    reasons.append(Message("position.place", word=word))
    return -1
