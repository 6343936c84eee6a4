"""The games. Each module of this package declares one as `GAME`; those whose name begins with `_` are shared parts.

A game from another package is declared by an entry point of the group `dreierlei.games`, which names its `Game`.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import warnings
from functools import cache, lru_cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from .. import validation
from ..errors import DreierleiError, InvalidOption, UnknownGame, expect
from ..messages import catalogue
from ..model import Game, Variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..messages import Language


GROUP = "dreierlei.games"
"""The group of entry points by which other packages declare games."""


@cache
def games() -> tuple[Game, ...]:
    """Every game's declaration, in the order of their ranks: easy ones first.

    A game of another package that cannot be loaded, or whose id is taken, is left out with a warning.
    """
    names = [module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")]
    declared: list[Game] = [importlib.import_module(f"{__name__}.{name}").GAME for name in names]
    by_id = {_plain(game.id): game for game in declared}
    for entry in entry_points(group=GROUP):
        try:
            declared_game = entry.load()
        except Exception as error:
            warnings.warn(str(DreierleiError("game.entry", entry=entry.value, problem=repr(error))), stacklevel=2)
            continue
        if not isinstance(declared_game, Game) or _plain(declared_game.id) in by_id:
            key = "game.taken" if isinstance(declared_game, Game) else "game.no-declaration"
            warnings.warn(str(DreierleiError(key, entry=entry.value)), stacklevel=2)
            continue
        by_id[_plain(declared_game.id)] = declared_game
    return tuple(sorted(by_id.values(), key=lambda game: (game.rank, game.id)))


def _plain(game_id: str) -> str:
    """An id without what people mistype: case, and the sign that joins its words."""
    return game_id.strip().lower().replace("_", "-")


ELSEWHERE = ("cli", "notebook", "previews", "sheets", "tui", "workshop")
"""The locale files whose texts no page shows: those for the terminal, for paper and for files."""
NEVER = ("check", "command", "database", "declaration", "env", "new-game", "protocol")
"""The same for errors, by the first word of their keys: those for programmers, operators and authors of games."""


def texts(language: Language) -> dict[str, str]:
    """Every text that a page can show in a language, by its key: of the locale files and as games declare them."""
    declared = [game.texts(language) for game in games()]
    shared = {key: text for key, text in catalogue(language, without=ELSEWHERE).items() if not _is_never_shown(key)}
    return {key: text for part in (shared, *declared) for key, text in part.items()}


def _is_never_shown(key: str) -> bool:
    return key.partition(".")[0] in NEVER


def game(game_id: str) -> Game:
    """The game of an id, or of a variant's id; raises `UnknownGame` listing the valid ones."""
    expect(game_id, str, "type.game")
    wanted = _plain(game_id.partition(":")[0])
    by_id = {_plain(game.id): game for game in games()}
    if wanted in by_id:
        return by_id[wanted]
    expected = tuple(game.id for game in games())
    near = difflib.get_close_matches(wanted, by_id, n=1)
    if near:
        raise UnknownGame("game.misspelt", game=game_id, expected=expected, near=by_id[near[0]].id)
    raise UnknownGame("game.unknown", game=game_id, expected=expected)


def variant(game_id: str, options: Mapping[str, object] | None = None) -> Variant:
    """A game with its options decided; raises `UnknownGame`, `InvalidOption` or `InvalidDeclaration`.

    The text is a game's id, or a variant's id such as `qango6:opening=burg`; `options` override those in it.
    """
    declared = game(game_id)
    named = read_options(part for part in game_id.partition(":")[2].split(",") if part.strip())
    values = declared.read_options({**named, **(options or {})})
    return _variant(declared.id, tuple(values.items()))


def read_options(parts: Iterable[str]) -> dict[str, str]:
    """Options from texts such as `opening=burg`; raises `InvalidOption`, also for two values of one option."""
    options: dict[str, str] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            raise InvalidOption("option.unreadable", text=part)
        if options.setdefault(name.strip(), value) != value:
            raise InvalidOption("option.twice", option=name.strip())
    return options


@lru_cache(maxsize=1024)
def _variant(game_id: str, values: tuple[tuple[str, str], ...]) -> Variant:
    declared = game(game_id)
    options = dict(values)
    tables = declared.build(options)
    validation.check(declared, tables)
    return Variant(declared, options, tables)
