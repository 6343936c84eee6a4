"""What the words of a lesson's task name: places by their coordinates, corners and rings by what people call them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dreierlei import Position
    from dreierlei.messages import Language


def named(position: Position, words: str, language: Language) -> list[str]:
    """The targets that the words name, in their order."""
    variant = position.variant
    names = {text: variant.target_name(text, language) for text in variant.targets if not text.startswith("x")}
    common = Counter(word for name in names.values() for word in name.split())
    found = []
    for text, target in variant.targets.items():
        if text not in names:
            continue
        if target.place is not None:
            pattern = re.escape(variant.layout.places[target.place].name)
        else:
            # "top right" of "top right corner", and "inner" of "innerer Ring", which a sentence may inflect.
            own = [re.sub("(er|e)$", "", word) for word in names[text].split() if common[word] < 3]
            pattern = r"\w* ".join(map(re.escape, own)) + r"\w*"
        found += [(match.start(), text) for match in re.finditer(rf"\b(?:{pattern})\b", words)]
    return [text for _, text in sorted(found)]


def told(position: Position, words: str, language: Language) -> tuple[str, ...]:
    """The targets that somebody points at who touches what the words name, in their order, wherever it is possible."""
    chosen: tuple[str, ...] = ()
    for text in named(position, words, language):
        if text in position.choices(*chosen):
            chosen = (*chosen, text)
    return chosen
