"""Two-player board games, exactly: Tic-Tac-Toe, Qango, Mühle, TRES, Das Bedrängnis, Die Drei."""

from __future__ import annotations

from . import display, processor

# ruff: noqa: E402 - before anything imports the core
__path__[:0] = processor.folders(__path__[0])

from ._core import Move, Stop
from .courses import Lesson, lessons
from .declarations import game, games, variant
from .declarations._katarenga import fair_board
from .engine import Engine, analyse
from .errors import (
    AmbiguousMove,
    DreierleiError,
    IllegalMove,
    InvalidDeclaration,
    InvalidOption,
    InvalidPosition,
    MoveError,
    UnknownGame,
    UnreadableMove,
    WrongType,
)
from .levels import LEVELS, Level, choose
from .match import Match, MatchError
from .model import BLACK, WHITE, Game, Outcome, Playouts, Refusal, Side, Variant
from .positions import Position, Reach, Step, position, start
from .record import Record, RecordError
from .search import Analysis, AnalysisLine, Score
from .solvers import Solution, solve
from .tournaments import tournament
from .version import VERSION

__version__ = VERSION

__all__ = [
    "BLACK",
    "LEVELS",
    "WHITE",
    "AmbiguousMove",
    "Analysis",
    "AnalysisLine",
    "DreierleiError",
    "Engine",
    "Game",
    "IllegalMove",
    "InvalidDeclaration",
    "InvalidOption",
    "InvalidPosition",
    "Lesson",
    "Level",
    "Match",
    "MatchError",
    "Move",
    "MoveError",
    "Outcome",
    "Playouts",
    "Position",
    "Reach",
    "Record",
    "RecordError",
    "Refusal",
    "Score",
    "Side",
    "Solution",
    "Step",
    "Stop",
    "UnknownGame",
    "UnreadableMove",
    "Variant",
    "WrongType",
    "analyse",
    "choose",
    "fair_board",
    "game",
    "games",
    "lessons",
    "position",
    "solve",
    "start",
    "tournament",
    "variant",
]


def _svg(value: object) -> str:
    from . import svg  # start-up time: most programs never draw

    assert isinstance(value, Position), "only positions are pictures"
    return svg.draw(value)


def _html(value: object) -> str:
    from . import notebook  # start-up time: most programs never draw

    return notebook.html(value)


display.install(svg=_svg, html=_html)
