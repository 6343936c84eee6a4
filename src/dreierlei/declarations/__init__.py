"""The games. Each module of this package declares one as `GAME`; those whose name begins with `_` are shared parts."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ..errors import InvalidOption, UnknownGame
from ..messages import catalogue
from ..model import Game, Variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..messages import Language


@cache
def games() -> tuple[Game, ...]:
    """Every game's declaration, in the order of their ranks: easy ones first."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    declared: list[Game] = [importlib.import_module(f"{__name__}.{name}").GAME for name in names]
    return tuple(sorted(declared, key=lambda game: (game.rank, game.id)))


def texts(language: Language) -> dict[str, str]:
    """Every text in a language by its key: those of the locale files and those that games declare."""
    declared = [game.texts(language) for game in games()]
    return {key: text for part in (catalogue(language), *declared) for key, text in part.items()}


def game(game_id: str) -> Game:
    """The game with that id; raises `UnknownGame` listing the valid ones."""
    wanted = game_id.strip().lower().replace("_", "-")
    by_id = {game.id: game for game in games()}
    if wanted in by_id:
        return by_id[wanted]
    near = difflib.get_close_matches(wanted, by_id, n=1)
    if near:
        raise UnknownGame("game.misspelt", game=game_id, expected=tuple(by_id), near=near[0])
    raise UnknownGame("game.unknown", game=game_id, expected=tuple(by_id))


def variant(game_id: str, options: Mapping[str, object] | None = None) -> Variant:
    """A game with its options decided; raises `UnknownGame` or `InvalidOption`."""
    declared = game(game_id)
    values = declared.read_options(options or {})
    return _variant(declared.id, tuple(values.items()))


def read_variant(text: str) -> Variant:
    """The variant that a text such as `qango6:opening=burg` names; raises `UnknownGame` or `InvalidOption`."""
    name, _, rest = text.strip().partition(":")
    return variant(name, read_options(part for part in rest.split(",") if part))


def read_options(parts: Iterable[str]) -> dict[str, str]:
    """Options from texts such as `opening=burg`; raises `InvalidOption`."""
    options = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            raise InvalidOption("option.unreadable", text=part)
        options[name.strip()] = value
    return options


@lru_cache(maxsize=1024)
def _variant(game_id: str, values: tuple[tuple[str, str], ...]) -> Variant:
    declared = game(game_id)
    options = dict(values)
    return Variant(declared, options, declared.build(options))
