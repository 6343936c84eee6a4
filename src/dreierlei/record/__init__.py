"""Game records, much like PGN: tags, numbered moves with comments and variations, the result.

    [Game "qango6"]
    [Opening "burg"]
    [White "Ada"]
    [Black "Bo"]
    [Result "1-0"]
    [Termination "square"]

    1. a6 {into the corner} d3 (1... c3 $2) 2. b6 …  1-0

A text holds any number of games. Reading replays every move, variations too, and so a record that was read is a game
that could be played; what the tags claim is held against the position at the end.
"""

from __future__ import annotations

from .reading import check, read
from .values import MOST_NESTED, WINNERS, Node, Record, RecordError, Verdict, continued, move_number, plain, settle
from .writing import WIDTH, write

__all__ = [
    "MOST_NESTED",
    "WIDTH",
    "WINNERS",
    "Node",
    "Record",
    "RecordError",
    "Verdict",
    "check",
    "continued",
    "move_number",
    "plain",
    "read",
    "settle",
    "write",
]
