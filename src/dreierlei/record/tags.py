"""The free tags of a record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ..errors import expect
from .errors import RecordError
from .nodes import plain

FREE_TAGS = ("Event", "Round", "Date", "White", "Black")
"""The free tags that come first, in this order."""

_FREE = {name.lower(): name for name in FREE_TAGS}
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class Tags(Mapping[str, str]):
    """Tags by their names, whose case does not matter, in canonical order: the usual ones, then all others.

    It never changes. Raises `RecordError` for a name that no tag can have, one that appears twice, and one of
    `derived`, which are in lower case; `WrongType` for a name or value that is not text.

    >>> tags = Tags({"site": "Esch", "white": "Ada"})
    >>> list(tags), tags["WHITE"], tags.get("Black", "?")
    (['White', 'site'], 'Ada', '?')
    """

    __slots__ = ("_pairs",)

    def __init__(self, tags: Mapping[str, str] | Iterable[tuple[str, str]] = (), derived: Iterable[str] = ()) -> None:
        taken = set(derived)
        checked: dict[str, tuple[str, str]] = {}
        for name, value in tags.items() if isinstance(tags, Mapping) else tags:
            expect(name, str, "type.text")
            expect(value, str, "type.text")
            key = name.lower()
            if not _NAME.fullmatch(name):
                raise RecordError("record.tag-name", tag=name)
            if key in taken:
                raise RecordError("record.tag-derived", tag=name)
            if key in checked:
                raise RecordError("record.tag-twice", tag=name)
            checked[key] = _FREE.get(key, name), plain(value)
        self._pairs = {key: checked[key] for key in (*(key for key in _FREE if key in checked), *checked)}

    def __getitem__(self, name: str) -> str:
        return self._pairs[name.lower()][1]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._pairs.values())

    def __len__(self) -> int:
        return len(self._pairs)

    def __hash__(self) -> int:
        return hash(tuple(self._pairs.values()))

    def __repr__(self) -> str:
        return f"Tags({dict(self.items())!r})"
