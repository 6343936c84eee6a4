"""Das Bedrängnis and Die Drei, read literally, on Katarenga's coloured fields."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, NamedTuple

from .model import Colour, Outcome, cell_name, chosen, heading, opponent, square_board

# RULES.md, "Katarenga fields": the fronts, rows from the top.
FACES = {
    "A": ["RYBG", "GRGB", "YYBR", "BGRY"],
    "B": ["RYGB", "GYRY", "BBGR", "YRBG"],
    "C": ["RGBY", "YYGR", "BBRG", "GRYB"],
    "D": ["RGBY", "YYBR", "BGRG", "GRYB"],
}

ROOK = [(0, 1), (0, -1), (1, 0), (-1, 0)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
KING = ROOK + BISHOP

PIECES = 16  # "8 pieces each"

# What repetition compares in Die Drei: "pieces, last placed cell, player to move".
Standing = tuple[frozenset[str], frozenset[str], str | None, Colour]


def quarter_turn(rows: list[str]) -> list[str]:
    """Turn a tableau clockwise: the left column, read from the bottom, becomes the top row."""
    return ["".join(row[column] for row in reversed(rows)) for column in range(len(rows))]


def tableau(code: str) -> list[str]:
    """Return the rows of a tableau code: letter (lower case is the back), then quarter turns clockwise."""
    letter, turns = code[0], code[1]
    if letter.upper() not in FACES or turns not in ("0", "1", "2", "3"):
        raise ValueError(f"{code!r} is no tableau code")
    rows = FACES[letter.upper()]
    if letter.islower():
        # "The back of each is its mirror image (each row reversed)."
        rows = [row[::-1] for row in rows]
    for _ in range(int(turns)):
        rows = quarter_turn(rows)
    return rows


def board_rows(code: str, size: int) -> list[str]:
    """Return the rows of a board: its colours themselves, one tableau code, or four of them."""
    if len(code) == size * size:
        return [code[row * size : (row + 1) * size] for row in range(size)]
    if size == 4 and len(code) == 2:
        return tableau(code)
    if size == 8 and len(code) == 8:
        # "Four tableau codes, top left, top right, bottom left, bottom right; the four letters differ."
        if {letter.upper() for letter in code[::2]} != set(FACES):
            raise ValueError(f"{code!r} does not use each of the four tableaus once")
        quarters = [tableau(code[start : start + 2]) for start in (0, 2, 4, 6)]
        top = [left + right for left, right in zip(quarters[0], quarters[1], strict=True)]
        bottom = [left + right for left, right in zip(quarters[2], quarters[3], strict=True)]
        return top + bottom
    raise ValueError(f"{code!r} is no board of {size}×{size}")


class State(NamedTuple):
    """The pieces, the cell of the piece placed last, and the positions that count for repetition."""

    white: frozenset[str]
    black: frozenset[str]
    last: str | None
    turn: Colour
    seen: tuple[Standing, ...]


class Field:
    """Coloured cells, and where a piece could go from each."""

    def __init__(self, code: str, size: int) -> None:
        """Lay the tableaus of `code`, or its colours as they are."""
        self.size = size
        self.colours = {
            cell_name(size, row * size + column): colour
            for row, line in enumerate(board_rows(code, size))
            for column, colour in enumerate(line)
        }
        if not set(self.colours.values()) <= set("RYGB"):
            raise ValueError(f"{code!r} has a colour other than R, Y, G and B")

    def beside(self, cell: str, step: tuple[int, int]) -> str | None:
        """Return the cell so many files and ranks away, or None beyond the board."""
        name = chr(ord(cell[0]) + step[0]) + str(int(cell[1]) + step[1])
        return name if name in self.colours else None

    def reach(self, cell: str, occupied: frozenset[str]) -> set[str]:
        """Return the free cells that a piece on `cell` could reach.

        "A piece moves by the colour of the cell it stands on: red like a rook, at most to the next red cell
        in that line; yellow like a bishop, at most to the next yellow cell; green like a knight; blue like a
        king. Rook and bishop do not pass over pieces."
        """
        colour = self.colours[cell]
        found = set()
        if colour in "GB":
            for step in KNIGHT if colour == "G" else KING:
                target = self.beside(cell, step)
                if target is not None and target not in occupied:
                    found.add(target)
            return found
        for step in ROOK if colour == "R" else BISHOP:
            target = self.beside(cell, step)
            while target is not None and target not in occupied:
                found.add(target)
                if self.colours[target] == colour:
                    break
                target = self.beside(target, step)
        return found

    def en_prise(self, state: State) -> list[str]:
        """Return the free cells in reach of the piece the opponent placed last; all, before the first."""
        occupied = state.white | state.black
        if state.last is None:
            return [cell for cell in self.colours if cell not in occupied]
        reached = self.reach(state.last, occupied)
        return [cell for cell in self.colours if cell in reached]


def placed(state: State, cell: str) -> State:
    """Return the state after the player to move has put a piece on `cell`."""
    if state.turn == "white":
        return State(state.white | {cell}, state.black, cell, "black", state.seen)
    return State(state.white, state.black | {cell}, cell, "white", state.seen)


class Bedraengnis:
    """Das Bedrängnis, one round."""

    defaults: ClassVar[dict[str, str]] = {"board": "A0"}

    def __init__(self, options: Mapping[str, str]) -> None:
        """Lay the board."""
        self.options = chosen("bedraengnis", self.defaults, options)
        self.field = Field(self.options["board"], 4)

    def start(self) -> State:
        """Return the empty tableau."""
        return State(frozenset(), frozenset(), None, "white", ())

    def moves(self, state: State) -> list[str]:
        """Return the cells en prise; when there is none the round is over."""
        return self.field.en_prise(state)

    def play(self, state: State, move: str) -> State:
        """Place the piece: "nothing is captured or moved"."""
        return placed(state, move)

    def outcome(self, state: State) -> Outcome | None:
        """Return the end of the round.

        "Who cannot place on his turn ends the round; who placed last wins it and scores 1 point for every
        piece on the tableau, own and opposing."
        """
        if self.field.en_prise(state):
            return None
        return Outcome(opponent(state.turn), "last placement", len(state.white) + len(state.black))

    def text(self, state: State) -> str:
        """Write the position with the cell of the last piece."""
        board = square_board(4, state.white, state.black)
        game = heading("bedraengnis", self.defaults, self.options)
        return f"{game} {board} {state.turn[0]} {state.last or '-'}"


@lru_cache(maxsize=200_000)
def symmetric_three(pieces: frozenset[str]) -> bool:
    """Tell whether three pieces make Die Drei.

    "Three own pieces in a horizontal, vertical or diagonal line, symmetric: the middle one as far from the
    one as from the other, at any distance, whatever lies between."
    """
    places = {(ord(name[0]), int(name[1])) for name in pieces}
    for (file, rank), (other_file, other_rank) in combinations(places, 2):
        right, up = other_file - file, other_rank - rank
        straight = right == 0 or up == 0 or abs(right) == abs(up)
        if straight and (file + right / 2, rank + up / 2) in places:
            return True
    return False


class DieDrei:
    """Die Drei, ending with the 16th piece or going on after it (`weiter`)."""

    defaults: ClassVar[dict[str, str]] = {"board": "A0B0C0D0", "weiter": "false"}

    def __init__(self, options: Mapping[str, str]) -> None:
        """Lay the board."""
        self.options = chosen("die-drei", self.defaults, options)
        self.field = Field(self.options["board"], 8)
        if self.options["weiter"] not in ("false", "true"):
            raise ValueError(f"weiter is true or false, not {self.options['weiter']!r}")
        self.weiter = self.options["weiter"] == "true"

    def start(self) -> State:
        """Return the empty board."""
        return State(frozenset(), frozenset(), None, "white", ())

    def moves(self, state: State) -> list[str]:
        """Return the legal placements; after the 16th piece, with `weiter`, the pieces lifted and placed."""
        return [] if self.outcome(state) is not None else self._legal(state)

    def _legal(self, state: State) -> list[str]:
        if self._all_placed(state):
            return self._legal_liftings(state)
        return [cell for cell in self.field.en_prise(state) if self._allowed(placed(state, cell))]

    def _allowed(self, after: State) -> bool:
        """Tell whether the placement that led to `after` is legal.

        "A placement after which the opponent has no legal placement is forbidden, unless it wins or is the
        16th piece. Legal means legal in this same sense, so the rule looks ahead."
        """
        if self._winner(after) is not None or self._all_placed(after):
            return True
        return any(self._allowed(placed(after, reply)) for reply in self.field.en_prise(after))

    def _liftings(self, state: State) -> list[tuple[str, str]]:
        """Return each own piece to lift with each other cell "en prise (seen after lifting)"."""
        found = []
        for source in sorted(state.white if state.turn == "white" else state.black):
            lifted = state._replace(white=state.white - {source}, black=state.black - {source})
            found += [(source, target) for target in self.field.en_prise(lifted) if target != source]
        return found

    def _lift_and_place(self, state: State, source: str, target: str) -> State:
        return placed(state._replace(white=state.white - {source}, black=state.black - {source}), target)

    def _legal_liftings(self, state: State) -> list[str]:
        """Return the legal moves after the 16th piece.

        "There a placement that leaves the opponent no en-prise placement at all is forbidden too, unless it
        wins, looking just one move ahead."
        """
        found = []
        for source, target in self._liftings(state):
            after = self._lift_and_place(state, source, target)
            if self._winner(after) is not None or self._liftings(after):
                found.append(f"{source}-{target}")
        return found

    def play(self, state: State, move: str) -> State:
        """Place a piece, or lift one and place it; positions count "from the 16th piece on"."""
        source, _, target = move.rpartition("-")
        after = self._lift_and_place(state, source, target) if source else placed(state, target)
        if self._all_placed(after):
            standing = (after.white, after.black, after.last, after.turn)
            after = after._replace(seen=(*after.seen, standing))
        return after

    def _all_placed(self, state: State) -> bool:
        return len(state.white) + len(state.black) == PIECES

    def _winner(self, state: State) -> Colour | None:
        if symmetric_three(state.white):
            return "white"
        if symmetric_three(state.black):
            return "black"
        return None

    def outcome(self, state: State) -> Outcome | None:
        """Return the win at once, or the draw that the chosen ending knows."""
        winner = self._winner(state)
        if winner is not None:
            return Outcome(winner, "three", None)
        if not self._all_placed(state):
            return None
        if not self.weiter:
            # "All 16 placed and no winner: a draw."
            return Outcome(None, "all placed", None)
        if self._occurrences(state) >= 3:
            return Outcome(None, "repetition", None)
        if not self._legal_liftings(state):
            return Outcome(None, "no move", None)
        return None

    def _occurrences(self, state: State) -> int:
        """Count how often the position has occurred; before the 16th piece nothing is counted."""
        return max(1, state.seen.count((state.white, state.black, state.last, state.turn)))

    def text(self, state: State) -> str:
        """Write the position with the cell of the last piece."""
        board = square_board(8, state.white, state.black)
        game = heading("die-drei", self.defaults, self.options)
        line = f"{game} {board} {state.turn[0]} {state.last or '-'}"
        times = self._occurrences(state)
        return line if times == 1 else f"{line} x{times}"
