"""Naive rules, one module per family, written from the rulebook alone: slow, literal, only for tests.

A game of a family that is not here has a module in `games/`, which nothing lists; its `ORACLE` takes the options.
"""

import importlib
from collections.abc import Mapping
from typing import Any

from .katarenga import Bedraengnis, DieDrei
from .model import Oracle, Outcome, complete_games, perft
from .muehle import Muehle
from .placement import Placement
from .tres import Tres

__all__ = ["Oracle", "Outcome", "complete_games", "oracle", "perft"]


def oracle(game: str, options: Mapping[str, str]) -> Oracle[Any]:
    """Return the naive rules of `game`; options that are left out have their defaults."""
    if game in ("tictactoe", "qango6", "qango7"):
        return Placement(game, options)
    if game == "muehle":
        return Muehle(options)
    if game == "tres":
        return Tres(options)
    if game == "bedraengnis":
        return Bedraengnis(options)
    if game == "die-drei":
        return DieDrei(options)
    naive: Oracle[Any] = importlib.import_module(f"{__name__}.games.{game.replace('-', '_')}").ORACLE(options)
    return naive
