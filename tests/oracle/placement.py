"""Tic-Tac-Toe, Qango 6 and Qango 7, read literally: place a stone, look for a winning pattern."""

from collections.abc import Mapping
from typing import NamedTuple

from .model import Colour, Outcome, cell_name, chosen, heading, opponent, square_board

# RULES.md, "Qango 6": the twelve groups of three, as numbered there.
QANGO6_GROUPS = [
    [0, 1, 6], [4, 5, 11], [24, 30, 31], [29, 34, 35],  # red corners
    [2, 7, 12], [23, 28, 33],  # yellow
    [3, 10, 17], [18, 25, 32],  # orange
    [8, 13, 14], [21, 22, 27],  # green
    [9, 15, 16], [19, 20, 26],  # blue
]  # fmt: skip
QANGO6_CASTLE = [7, 10, 14, 15, 20, 21, 25, 28]

# RULES.md, "Qango 7": the sixteen groups; the centre, cell 24, belongs to none.
QANGO7_GROUPS = [
    [0, 1, 7], [5, 6, 13], [35, 42, 43], [41, 47, 48],
    [2, 8, 14], [4, 12, 20], [28, 36, 44], [34, 40, 46],
    [3, 9, 10], [11, 18, 19], [15, 21, 22], [26, 27, 33],
    [29, 30, 37], [38, 39, 45], [16, 17, 23], [25, 31, 32],
]  # fmt: skip
QANGO7_CASTLE = [8, 12, 16, 17, 18, 23, 25, 30, 31, 32, 36, 40]
QANGO7_CENTRE = 24


class State(NamedTuple):
    """The stones of both players and who is to move."""

    white: frozenset[str]
    black: frozenset[str]
    turn: Colour


def cells(size: int) -> list[str]:
    """Return all cells of a square board, row by row from the top left."""
    return [cell_name(size, number) for number in range(size * size)]


def edge(size: int) -> set[str]:
    """Return the cells of the first and last row and column."""
    return {
        cell_name(size, row * size + column)
        for row in range(size)
        for column in range(size)
        if row in (0, size - 1) or column in (0, size - 1)
    }


def rows_of(size: int, length: int) -> list[frozenset[str]]:
    """Return every orthogonal and diagonal row of `length` neighbouring cells."""
    found = []
    for row in range(size):
        for column in range(size):
            for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                if 0 <= last_row < size and 0 <= last_column < size:
                    numbers = [(row + down * i) * size + column + right * i for i in range(length)]
                    found.append(frozenset(cell_name(size, number) for number in numbers))
    return found


def squares_of(size: int) -> list[frozenset[str]]:
    """Return every 2×2 square."""
    found = []
    for row in range(size - 1):
        for column in range(size - 1):
            corner = row * size + column
            numbers = [corner, corner + 1, corner + size, corner + size + 1]
            found.append(frozenset(cell_name(size, number) for number in numbers))
    return found


class Placement:
    """One placement game; the tables say everything in which the three games differ."""

    def __init__(self, game: str, options: Mapping[str, str]) -> None:
        """Set up the tables of `game`."""
        self.game = game
        self.defaults: dict[str, str] = {} if game == "tictactoe" else {"opening": "free"}
        self.options = chosen(game, self.defaults, options)
        # In the order of docs/notation.md: the first reason counts where one stone makes several.
        self.patterns: list[tuple[str, list[frozenset[str]]]]
        if game == "tictactoe":
            # "First line of three (row, column, diagonal) wins; a full board is a draw."
            self.size, self.stones, self.exhausted = 3, 9, "board full"
            self.patterns = [("line", rows_of(3, 3))]
        elif game == "qango6":
            self.size, self.stones, self.exhausted = 6, 36, "board full"
            self.patterns = self._qango_patterns(QANGO6_GROUPS)
        elif game == "qango7":
            # "20 stones each: a draw when all 40 are placed."
            self.size, self.stones, self.exhausted = 7, 40, "all placed"
            self.patterns = self._qango_patterns(QANGO7_GROUPS)
        else:
            raise ValueError(f"{game!r} is not a placement game")
        self.first_cells = self._first_cells()

    def _qango_patterns(self, groups: list[list[int]]) -> list[tuple[str, list[frozenset[str]]]]:
        """Return "(1) one whole colour group of three, (2) any 2×2 square, or (3) five in a row"."""
        return [
            ("group", [frozenset(cell_name(self.size, number) for number in group) for group in groups]),
            ("square", squares_of(self.size)),
            ("five", rows_of(self.size, 5)),
        ]

    def _first_cells(self) -> set[str]:
        """Return where the opening lets White's first stone go."""
        everywhere = set(cells(self.size))
        opening = self.options.get("opening", "free")
        if opening == "free":
            return everywhere
        if self.game == "qango6" and opening == "burg":
            return everywhere - {cell_name(6, number) for number in QANGO6_CASTLE}
        if self.game == "qango6" and opening == "rand":
            return edge(6)
        if self.game == "qango7" and opening == "burg":
            return everywhere - {cell_name(7, number) for number in QANGO7_CASTLE}
        if self.game == "qango7" and opening == "profi":
            return edge(7) | {cell_name(7, QANGO7_CENTRE)}
        raise ValueError(f"{self.game} has no opening {opening!r}")

    def start(self) -> State:
        """Return the empty board."""
        return State(frozenset(), frozenset(), "white")

    def moves(self, state: State) -> list[str]:
        """Return the free cells; the opening is "a rule for White's FIRST stone only"."""
        if self.outcome(state) is not None:
            return []
        free = [cell for cell in cells(self.size) if cell not in state.white and cell not in state.black]
        if state.turn == "white" and not state.white:
            return [cell for cell in free if cell in self.first_cells]
        return free

    def play(self, state: State, move: str) -> State:
        """Place the stone."""
        if state.turn == "white":
            return State(state.white | {move}, state.black, opponent(state.turn))
        return State(state.white, state.black | {move}, opponent(state.turn))

    def outcome(self, state: State) -> Outcome | None:
        """Return a win by the first kind of pattern that is held, else the draw when no stone is left."""
        holders: list[tuple[Colour, frozenset[str]]] = [("white", state.white), ("black", state.black)]
        for reason, patterns in self.patterns:
            for colour, held in holders:
                if any(pattern <= held for pattern in patterns):
                    return Outcome(colour, reason, None)
        if len(state.white) + len(state.black) == self.stones:
            return Outcome(None, self.exhausted, None)
        return None

    def text(self, state: State) -> str:
        """Write the position; these games have no fields beyond board and turn."""
        board = square_board(self.size, state.white, state.black)
        return f"{heading(self.game, self.defaults, self.options)} {board} {state.turn[0]}"
