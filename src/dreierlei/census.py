"""The census: what each first placement is worth on every board of four tableaus, and which boards make good games.

The stored result covers all boards: turned and mirrored ones share their values. It was made, and can be made again on
any number of cores, by

    python -m dreierlei.census census.part

which goes on where it was interrupted: finished chunks are in the file that it is given.
"""

from __future__ import annotations

import base64
import json
import sys
import zlib
from array import array
from collections import Counter
from concurrent.futures import as_completed
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from . import _core
from .errors import DreierleiError
from .games import _katarenga, games
from .model import BLACK, WHITE, Game, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor

CELLS = 64
CHUNK = 32
"""Boards that one task of the executor values."""
FILE = "katarenga_boards.census"
ILLEGAL = 100
"""The score of a first placement after which nobody could ever go on."""


class FirstCell(NamedTuple):
    """What a first placement is worth: who wins (None: a draw), and with which piece, counted from 1 and with it."""

    winner: Side | None
    pieces: int


@dataclass(frozen=True)
class Board:
    """A board of the census, seen as its code says."""

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
        """The best of the scores."""
        return max(self.scores[cell] for cell in self.legal)

    @property
    def winner(self) -> Side | None:
        """Who wins with best play."""
        return _winner(self.score)

    @property
    def pieces(self) -> int:
        """How many pieces stand at the end with best play."""
        return _pieces(self.score)

    def cells(self, winner: Side | None) -> tuple[int, ...]:
        """The first placements that win for that side, or draw."""
        return tuple(cell for cell in self.legal if _winner(self.scores[cell]) is winner)

    def first(self, cell: int) -> FirstCell | None:
        """What a first placement is worth; None where it is illegal."""
        score = self.scores[cell]
        return None if score == ILLEGAL else FirstCell(_winner(score), _pieces(score))


@dataclass(frozen=True)
class Census:
    """The values of all boards."""

    about: dict[str, str]
    """The command and the version that made it."""
    scores: bytes = field(repr=False)
    """64 signed bytes for each board of `_katarenga.boards()`."""

    def __len__(self) -> int:
        return len(self.scores) // CELLS

    def __iter__(self) -> Iterator[Board]:
        for number, code in enumerate(_katarenga.boards()):
            yield Board(code, self._scores(number))

    def board(self, code: str) -> Board:
        """The board with this code, however it is turned; raises `DreierleiError` if it is none of four tableaus."""
        images = _katarenga.images(_checked(code))
        number = _numbers()[min(images)]
        stored = self._scores(number)
        # The stored board is the image number `how` of this one: its cell i is this board's cell.
        how = images.index(min(images))
        return Board(code, tuple(stored[cell] for cell in _image_cells(how)))

    def summary(self) -> dict[str, Counter[int]]:
        """How many boards there are of each kind, a board and its mirror image counted as two and turns as one:
        by `score`, by the number of first cells that win for White, and of those that win for Black."""
        found: dict[str, Counter[int]] = {"score": Counter(), "white": Counter(), "black": Counter()}
        for board in self:
            found["score"][board.score] += 2  # no board is its own mirror image
            found["white"][len(board.cells(WHITE))] += 2
            found["black"][len(board.cells(BLACK))] += 2
        return found

    def _scores(self, number: int) -> tuple[int, ...]:
        return tuple(array("b", self.scores[number * CELLS : (number + 1) * CELLS]))


@cache
def census() -> Census:
    """The census that the package carries."""
    return load(resources.files(__package__).joinpath("data", FILE).read_bytes())


def best_boards(count: int) -> tuple[Board, ...]:
    """The boards that make the best games, the best first.

    A draw goes before a win; then the fewer first cells win, and the more pieces it takes, the better; then the fewer
    first cells lose.
    """
    return _ranking()[:count]


def write_fair_boards(path: Path, count: int = 100) -> None:
    """Writes the codes of the best boards for `dreierlei.fair_board` and the board option `fair`."""
    path.write_text("".join(f"{board.code}\n" for board in best_boards(count)), "utf-8")


# --- making it --------------------------------------------------------------------------------------------------------


def take(
    executor: Executor,
    path: Path,
    progress: Callable[[int, int], None] | None = None,
    codes: Sequence[str] | None = None,
) -> bytes:
    """Values `codes`, or all boards, and returns 64 signed bytes for each.

    `path` keeps the chunks that are finished, one in a line, so that an interrupted census goes on where it was; it
    must be for the same `codes`. `progress` is called with the chunks that are done and their number.
    """
    boards = _katarenga.boards() if codes is None else tuple(codes)
    game = subject().id
    chunks = [boards[i : i + CHUNK] for i in range(0, len(boards), CHUNK)]
    done = _finished(path, chunks)
    if progress:
        progress(len(done), len(chunks))
    waiting = {executor.submit(_value, game, chunk): i for i, chunk in enumerate(chunks) if i not in done}
    try:
        with path.open("a", encoding="utf-8") as file:
            for future in as_completed(waiting):
                chunk = waiting[future]
                done[chunk] = future.result()
                line = {"first": chunks[chunk][0], "scores": base64.b85encode(zlib.compress(done[chunk])).decode()}
                file.write(json.dumps(line) + "\n")
                file.flush()
                if progress:
                    progress(len(done), len(chunks))
    finally:
        for future in waiting:
            future.cancel()
    return b"".join(done[i] for i in range(len(chunks)))


def dump(scores: bytes, about: dict[str, str]) -> bytes:
    """A census as a file: a line of JSON that tells what it is, then the scores, deflated.

    The scores are put cell by cell, not board by board: neighbours resemble each other and so take less room.
    """
    by_cell = b"".join(scores[cell::CELLS] for cell in range(CELLS))
    return json.dumps(about).encode() + b"\n" + zlib.compress(by_cell, 9)


def load(file: bytes) -> Census:
    """The inverse of `dump`."""
    head, _, body = file.partition(b"\n")
    by_cell = zlib.decompress(body)
    count = len(by_cell) // CELLS
    return Census(json.loads(head), b"".join(by_cell[board::count] for board in range(count)))


def _value(game_id: str, codes: Sequence[str]) -> bytes:
    """The scores of some boards. Their rules are not kept: there are too many."""
    game = next(game for game in games() if game.id == game_id)
    scores = array("b")
    for code in codes:
        tables = game.build(game.read_options({"board": code}))
        words = {**tables.words, "targets": [target.text for target in tables.targets]}
        rules = _core.Rules(tables.family, dict(tables.numbers), dict(tables.tables), words)
        scores.extend(_core.threes_first_placements(rules))
    return scores.tobytes()


def _finished(path: Path, chunks: Sequence[Sequence[str]]) -> dict[int, bytes]:
    """The chunks that a file has. A last line that was torn by an interruption is not one of them."""
    numbers = {chunk[0]: number for number, chunk in enumerate(chunks)}
    done: dict[int, bytes] = {}
    if not path.exists():
        return done
    for line in path.read_text("utf-8").splitlines():
        try:
            found = json.loads(line)
        except json.JSONDecodeError:
            continue
        scores = zlib.decompress(base64.b85decode(found["scores"]))
        number = numbers.get(found["first"])
        if number is None or len(scores) != CELLS * len(chunks[number]):
            raise DreierleiError(f"{path} belongs to another census: begin with a new file.")
        done[number] = scores
    return done


@cache
def subject() -> Game:
    """The game of this family on four tableaus, which a three wins."""
    for game in games():
        tables = game.build(game.read_options({}))
        if tables.family == "katarenga" and tables.tables["threes"]:
            return game
    raise LookupError("no game of the family katarenga is won by a three")


@cache
def _numbers() -> dict[str, int]:
    return {code: number for number, code in enumerate(_katarenga.boards())}


@cache
def _image_cells(how: int) -> tuple[int, ...]:
    """For each cell of a board the cell of its image number `how` (see `_katarenga.images`) that it goes to."""
    cells = []
    for cell in range(CELLS):
        row, column = divmod(cell, 8)
        if how >= 4:
            column = 7 - column
        for _ in range(how % 4):
            row, column = column, 7 - row
        cells.append(8 * row + column)
    return tuple(cells)


def _checked(code: str) -> str:
    value = subject().option("board").read(code)
    if value is None or len(value) != 8:
        raise DreierleiError(
            f'"{code}" is no board of the census: expected a code such as {subject().option("board").default}.'
        )
    return value


def _winner(score: int) -> Side | None:
    return WHITE if score > 0 else BLACK if score < 0 else None


def _pieces(score: int) -> int:
    return 17 - abs(score) if score else 16


@cache
def _ranking() -> tuple[Board, ...]:
    return tuple(sorted(census(), key=_merit))


def _merit(board: Board) -> tuple[bool, int, int, int, str]:
    white, black = board.cells(WHITE), board.cells(BLACK)
    return (board.winner is not None, len(white), -board.pieces, len(black), board.code)


def main(arguments: Sequence[str]) -> None:
    """Takes the census, and writes it beside the finished chunks."""
    from argparse import ArgumentParser

    from . import __version__
    from .work import workers

    parser = ArgumentParser("python -m dreierlei.census", description="Values every board of four tableaus.")
    parser.add_argument("file", type=Path, help="keeps the finished chunks; an interrupted census goes on from there")
    parser.add_argument("--processes", type=int, help="of this machine; by default one for each processor")
    parser.add_argument("--cluster", help="the address of a Dask scheduler to work on instead")
    given = parser.parse_args(arguments)
    try:
        with workers(given.cluster, given.processes) as executor:
            scores = take(executor, given.file, lambda done, of: print(f"\r{done} of {of} chunks", end="", flush=True))
    except (DreierleiError, KeyboardInterrupt) as error:
        sys.exit(f"\n{str(error) or 'Interrupted; the same command goes on from here.'}")
    about = {"command": "python -m dreierlei.census", "version": __version__, "boards": str(len(scores) // CELLS)}
    target = given.file.with_name(FILE)
    target.write_bytes(dump(scores, about))
    print(f"\nwrote {target}")


if __name__ == "__main__":
    main(sys.argv[1:])
