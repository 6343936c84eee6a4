"""What every oracle offers, and what can be counted from that alone.

Places are names, colours are the words "white" and "black", a move is its written form. Nothing here is
shared with the fast core, so an agreement between the two says something.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, Protocol, TypeVar

Colour = Literal["white", "black"]

S = TypeVar("S")


class Outcome(NamedTuple):
    """How a game ended: the winner (None is a draw), a reason of docs/notation.md, the points if any."""

    winner: Colour | None
    reason: str
    points: int | None


class Oracle(Protocol[S]):
    """The rules of one game with its options; states are values and carry the history repetition needs."""

    def start(self) -> S:
        """Return the state before White's first move."""
        ...

    def moves(self, state: S) -> list[str]:
        """Return the legal moves as docs/notation.md writes them; none when the game is over."""
        ...

    def play(self, state: S, move: str) -> S:
        """Return the state after `move`, which must be one of `moves(state)`."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def text(self, state: S) -> str:
        """Return the position's line of docs/notation.md, with the options that are not the default."""
        ...


def perft(oracle: Oracle[S], state: S, depth: int) -> int:
    """Count the leaves at exactly `depth` plies; a finished game has no children."""
    if depth == 0:
        return 1
    return sum(perft(oracle, oracle.play(state, move), depth - 1) for move in oracle.moves(state))


def complete_games(oracle: Oracle[S], state: S) -> int:
    """Count the different sequences of moves from `state` to the end of the game."""
    if oracle.outcome(state) is not None:
        return 1
    return sum(complete_games(oracle, oracle.play(state, move)) for move in oracle.moves(state))


def opponent(colour: Colour) -> Colour:
    """Return the other player."""
    return "black" if colour == "white" else "white"


def cell_name(size: int, number: int) -> str:
    """Name the cell that RULES.md gives by number: row by row from the top left, from 0.

    Files `a…` run from the left and ranks `1…` from the bottom, so on 6×6 the number 0 is a6 and 35 is f1.
    """
    row, column = divmod(number, size)
    return "abcdefgh"[column] + str(size - row)


def square_board(size: int, white: Iterable[str], black: Iterable[str]) -> str:
    """Write a square board: from the top row down, each row from the left, joined by `/`."""
    whites, blacks = set(white), set(black)
    rows = []
    for row in range(size):
        names = [cell_name(size, row * size + column) for column in range(size)]
        rows.append("".join("w" if name in whites else "b" if name in blacks else "." for name in names))
    return "/".join(rows)


def chosen(game: str, defaults: Mapping[str, str], options: Mapping[str, str]) -> dict[str, str]:
    """Return every option of the game with its value; an option the game does not have is refused."""
    for name in options:
        if name not in defaults:
            raise ValueError(f"{game} has no option {name!r}; it has {sorted(defaults)}")
    return {**defaults, **options}


def heading(game: str, defaults: Mapping[str, str], options: Mapping[str, str]) -> str:
    """Write the game and the options that differ from their defaults, in the order of declaration."""
    different = [f"{name}={options[name]}" for name in defaults if options[name] != defaults[name]]
    return f"{game}:{','.join(different)}" if different else game
