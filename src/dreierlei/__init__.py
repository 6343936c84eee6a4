"""Two-player board games, exactly: Tic-Tac-Toe, Qango, Mühle, TRES, Das Bedrängnis, Die Drei."""

from __future__ import annotations

from ._core import Move
from .games import game, games, variant
from .model import (
    BLACK,
    WHITE,
    AmbiguousMove,
    DreierleiError,
    Game,
    IllegalMove,
    InvalidOption,
    InvalidPosition,
    MoveError,
    Outcome,
    Playouts,
    Side,
    UnknownGame,
    UnreadableMove,
    Variant,
)
from .position import Position, position, start

__version__ = "0.1.0"

__all__ = [
    "BLACK",
    "WHITE",
    "AmbiguousMove",
    "DreierleiError",
    "Game",
    "IllegalMove",
    "InvalidOption",
    "InvalidPosition",
    "Move",
    "MoveError",
    "Outcome",
    "Playouts",
    "Position",
    "Side",
    "UnknownGame",
    "UnreadableMove",
    "Variant",
    "game",
    "games",
    "position",
    "start",
    "variant",
]
