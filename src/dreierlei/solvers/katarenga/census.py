"""The census: the value of each first placement on every board of four tableaus, and which boards make good games.

The stored census covers all boards: turned and mirrored ones share their values. `dreierlei data` makes it again, on
any number of cores.
"""

from __future__ import annotations

import base64
import json
import zlib
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from ... import _core, data
from ...declarations import variant as find_variant
from ...declarations._katarenga import boards, images
from ...errors import DreierleiError
from ...model import BLACK, WHITE, Side
from ...rules import rules_of
from ...work import Journal

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from ..base import Progress

CELLS = 64
CHUNK = 32
"""The number of boards that one task evaluates."""
FILE = "katarenga_boards.census"
ILLEGAL = 100
"""The score of a first placement after which no further placement is possible."""


class FirstCell(NamedTuple):
    """The value of a first placement: who wins (None: a draw), and with which piece, counting this one as 1."""

    winner: Side | None
    pieces: int


@dataclass(frozen=True)
class Board:
    """A board of the census, in the orientation of its code."""

    code: str
    scores: tuple[int, ...]
    """For each cell, row by row from the top: 0 for a draw; 17 - n if White wins with the n-th piece, n - 17 if Black
    does; `ILLEGAL`."""

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The cells where White may begin."""
        return tuple(cell for cell, score in enumerate(self.scores) if score != ILLEGAL)

    @property
    def score(self) -> int:
        """The best score of a first placement."""
        return max(self.scores[cell] for cell in self.legal)

    @property
    def winner(self) -> Side | None:
        """Who wins with best play."""
        return _winner(self.score)

    @property
    def pieces(self) -> int:
        """The number of pieces on the board at the end of best play."""
        return pieces(self.score)

    def cells(self, winner: Side | None) -> tuple[int, ...]:
        """The first placements that win for that side, or draw."""
        return tuple(cell for cell in self.legal if _winner(self.scores[cell]) is winner)

    def first(self, cell: int) -> FirstCell | None:
        """What a first placement is worth; None where it is illegal."""
        score = self.scores[cell]
        return None if score == ILLEGAL else FirstCell(_winner(score), pieces(score))


@dataclass(frozen=True)
class Census:
    """The values of all boards."""

    about: dict[str, str]
    """The command and the version that made it."""
    scores: bytes = field(repr=False)
    """64 signed bytes for each board of `boards()`."""

    def __len__(self) -> int:
        return len(self.scores) // CELLS

    def __iter__(self) -> Iterator[Board]:
        for number, code in enumerate(boards()):
            yield Board(code, self._scores(number))

    def board(self, code: str) -> Board:
        """The board with this code, however it is turned; raises `DreierleiError` if it is not one of four tableaus."""
        try:
            turned = images(code)
            number = _numbers()[min(turned)]
        except (ValueError, LookupError):
            raise DreierleiError("census.no-board", code=code, expected=boards()[0]) from None
        stored = self._scores(number)
        # The stored board is image number `how` of this one.
        how = turned.index(min(turned))
        return Board(code, tuple(stored[cell] for cell in _image_cells(how)))

    def best(self, count: int) -> tuple[Board, ...]:
        """The boards that make the best games, the best first.

        A draw ranks before a win; then the fewer first cells win, and the more pieces it takes, the better; then the
        fewer first cells lose.
        """
        return self._ranking[:count]

    def summary(self) -> dict[str, Counter[int]]:
        """How many boards there are of each kind, a board and its mirror image counted as two and turns as one:
        by `score`, by the number of first cells that win for White, and of those that win for Black."""
        counts: dict[str, Counter[int]] = {"score": Counter(), "white": Counter(), "black": Counter()}
        for board in self:
            counts["score"][board.score] += 2  # no board is its own mirror image
            counts["white"][len(board.cells(WHITE))] += 2
            counts["black"][len(board.cells(BLACK))] += 2
        return counts

    @cached_property
    def _ranking(self) -> tuple[Board, ...]:
        return tuple(sorted(self, key=_merit))

    def _scores(self, number: int) -> tuple[int, ...]:
        return tuple(array("b", self.scores[number * CELLS : (number + 1) * CELLS]))


@cache
def census() -> Census:
    """The census of the package."""
    return load(data.file(FILE).read_bytes())


# --- making it --------------------------------------------------------------------------------------------------------


def take(
    game: str,
    executor: Executor,
    path: Path | None = None,
    progress: Progress | None = None,
    codes: Sequence[str] | None = None,
) -> bytes:
    """Evaluates `codes`, or all boards, and returns 64 signed bytes for each.

    `path` keeps the chunks that are finished, so that an interrupted census can be resumed; it must be for the same
    `codes`. `progress` is called with the number of finished chunks and of all chunks. Raises `DreierleiError`
    if `path` belongs to other work.
    """
    codes = boards() if codes is None else codes
    chunks = [codes[i : i + CHUNK] for i in range(0, len(codes), CHUNK)]
    journal = Journal(path, f"census of {len(codes)} boards, {codes[0]} to {codes[-1]}, in chunks of {CHUNK}")
    done = len(journal.parts)
    if progress:
        progress(done, len(chunks))
    scores = bytearray()
    for number, (_, chunk) in enumerate(journal.run(executor, value, {chunk[0]: (game, chunk) for chunk in chunks}), 1):
        scores += zlib.decompress(base64.b85decode(chunk))
        if progress and number > done:
            progress(number, len(chunks))
    return bytes(scores)


def dump(taken: Census) -> bytes:
    """A census as a file: a line of JSON that describes it, then the scores, deflated.

    The scores are written cell by cell, not board by board: neighbours resemble each other and so take less space.
    """
    by_cell = b"".join(taken.scores[cell::CELLS] for cell in range(CELLS))
    return json.dumps(taken.about).encode() + b"\n" + zlib.compress(by_cell, 9)


def load(file: bytes) -> Census:
    """The inverse of `dump`."""
    head, _, body = file.partition(b"\n")
    by_cell = zlib.decompress(body)
    count = len(by_cell) // CELLS
    return Census(json.loads(head), b"".join(by_cell[board::count] for board in range(count)))


def value(game: str, codes: Sequence[str]) -> str:
    """The scores of some boards, as a journal keeps them."""
    scores = array("b")
    for code in codes:
        scores.extend(_core.threes_first_placements(rules_of(find_variant(game, {"board": code}))))
    return base64.b85encode(zlib.compress(scores.tobytes())).decode()


@cache
def _numbers() -> dict[str, int]:
    return {code: number for number, code in enumerate(boards())}


@cache
def _image_cells(how: int) -> tuple[int, ...]:
    """For each cell of a board, the cell of its image number `how` (see `images`) that it is mapped to."""
    cells = []
    for cell in range(CELLS):
        row, column = divmod(cell, 8)
        if how >= 4:
            column = 7 - column
        for _ in range(how % 4):
            row, column = column, 7 - row
        cells.append(8 * row + column)
    return tuple(cells)


def _winner(score: int) -> Side | None:
    return WHITE if score > 0 else BLACK if score < 0 else None


def pieces(score: int) -> int:
    """The number of pieces on the board at the end of a game with that score."""
    return 17 - abs(score) if score else 16


def _merit(board: Board) -> tuple[bool, int, int, int, str]:
    white, black = board.cells(WHITE), board.cells(BLACK)
    return (board.winner is not None, len(white), -board.pieces, len(black), board.code)
