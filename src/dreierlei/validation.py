"""Checks declarations, and reports everything that is wrong with one at once, in sentences."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from .errors import InvalidDeclaration
from .messages import LANGUAGES, Message, Words
from .model import LEVELS, Game, Layout, Tables

MOST_PLACES, MOST_TARGETS = 64, 256

_ID = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")
_PLACE = re.compile(r"[a-z0-9]+")


def check(game: Game, tables: Tables) -> None:
    """Raises `InvalidDeclaration` with every reason why a game with these tables cannot work."""
    reasons = [*_of_game(game), *_of_layout(tables.layout), *_of_tables(tables)]
    if reasons:
        raise InvalidDeclaration(game.id, tuple(reasons))


def _of_game(game: Game) -> Iterator[Message]:
    if not _ID.fullmatch(game.id):
        yield Message("declaration.id", id=game.id)
    yield from _spoken("names", game.names)
    yield from _spoken("about", game.about)
    for declared in (game.reasons, game.prompts, game.refusals, game.teaching):
        for name, words in declared.items():
            yield from _spoken(name, words)
    if game.levels != tuple(sorted(set(game.levels) & set(LEVELS))) or game.levels[-1:] != LEVELS[-1:]:
        yield Message("declaration.levels", most=LEVELS[-1])
    yield from _once("options", [option.name for option in game.options])
    for option in game.options:
        yield from _spoken(option.name, option.title)
        if option.read(option.default) != option.default:
            yield Message("declaration.default", option=option.name, value=option.default)


def _of_layout(layout: Layout) -> Iterator[Message]:
    count = len(layout.places)
    if not 1 <= count <= MOST_PLACES:
        yield Message("declaration.places", count=count, most=MOST_PLACES)
    names = [place.name for place in layout.places]
    yield from _once("places", names)
    if wrong := tuple(name for name in names if not _PLACE.fullmatch(name)):
        yield Message("declaration.place-names", names=wrong)
    if sorted(place for row in layout.rows for place in row) != list(range(count)):
        yield Message("declaration.rows", most=count - 1)
    for ring in layout.rings:
        if not ring.places or not set(ring.places) <= set(range(count)):
            yield Message("declaration.ring", ring=ring.name, most=count - 1)


def _of_tables(tables: Tables) -> Iterator[Message]:
    count, targets = len(tables.layout.places), tables.targets
    if len(targets) > MOST_TARGETS:
        yield Message("declaration.targets", count=len(targets), most=MOST_TARGETS)
    yield from _once("targets", [target.text.lower() for target in targets])
    places = [(target.kind, target.place) for target in targets[:count]]
    if places != [("place", place) for place in range(count)]:
        yield Message("declaration.places-first")
    for target in targets:
        if not target.text.strip() or (target.place is not None and not 0 <= target.place < count):
            yield Message("declaration.target", target=target.text, most=count - 1)
        if target.words is not None:
            yield from _spoken(target.text, target.words)
    texts = {target.text for target in targets}
    for name in [ring.name for ring in tables.layout.rings] + [control.name for control in tables.layout.controls]:
        if name not in texts:
            yield Message("declaration.no-target", name=name)
    if tables.rules is None and tables.numbers.get("places") != count:
        yield Message("declaration.number-of-places", count=count, places=tables.numbers.get("places", "–"))
    yield from _of_types(tables)
    for field in tables.fields:
        yield from _spoken(field.kind, field.title)
    for tint, words in tables.grounds.items():
        yield from _spoken(tint, words)
    if unnamed := tuple(sorted({place.tint for place in tables.layout.places} - {"", *tables.grounds})):
        yield Message("declaration.grounds", tints=unnamed)


def _of_types(tables: Tables) -> Iterator[Message]:
    """The core takes whole numbers and texts, and would reject anything else in terms of C++."""
    given: list[tuple[str, type, Iterable[object]]] = [
        *((name, int, [number]) for name, number in tables.numbers.items()),
        *((name, int, itertools.chain.from_iterable(rows)) for name, rows in tables.tables.items()),
        *((name, str, words) for name, words in tables.words.items()),
    ]
    for name, kind, values in given:
        for value in itertools.islice((value for value in values if not isinstance(value, kind)), 1):
            key = "declaration.not-a-number" if kind is int else "declaration.not-a-text"
            yield Message(key, name=name, value=repr(value))


def _spoken(name: str, words: Words) -> Iterator[Message]:
    missing = tuple(language for language in LANGUAGES if not words.get(language, "").strip())
    if missing:
        yield Message("declaration.words", name=name, languages=missing)


def _once(what: str, names: Iterable[str]) -> Iterator[Message]:
    seen: set[str] = set()
    twice = [name for name in names if name in seen or seen.add(name)]  # type: ignore[func-returns-value]
    if twice:
        yield Message("declaration.twice", what=what, names=tuple(dict.fromkeys(twice)))
