"""Game records, much like PGN: tags, numbered moves with comments and variations, the result.

    [Game "qango6"]
    [Opening "burg"]
    [White "Ada"]
    [Black "Bo"]
    [Result "1-0"]
    [Termination "square"]

    1. a6 {into the corner} d3 (1... c3 $2) 2. b6 …  1-0

A text holds any number of games. Reading replays every move, variations too, so a record that was read is a game that
could be played; what its tags claim is checked against the final position.
"""

from __future__ import annotations

from .errors import RecordError
from .nodes import MOST_NESTED, Node, move_number, plain
from .reading import check, read
from .record import WINNERS, Record, Verdict, settle, write
from .tags import Tags
from .writing import WIDTH

__all__ = [
    "MOST_NESTED",
    "WIDTH",
    "WINNERS",
    "Node",
    "Record",
    "RecordError",
    "Tags",
    "Verdict",
    "check",
    "move_number",
    "plain",
    "read",
    "settle",
    "write",
]
