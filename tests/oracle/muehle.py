"""Mühle, read literally, on the 24 named points."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from .model import Colour, Outcome, chosen, heading, opponent

# The points as docs/notation.md writes a board: the ranks 7 to 1, each from the left.
RANKS = [
    ["a7", "d7", "g7"],
    ["b6", "d6", "f6"],
    ["c5", "d5", "e5"],
    ["a4", "b4", "c4", "e4", "f4", "g4"],
    ["c3", "d3", "e3"],
    ["b2", "d2", "f2"],
    ["a1", "d1", "g1"],
]
POINTS = [point for rank in RANKS for point in rank]

# "Three nested squares, 8 points each, joined at the middles of the sides." Each mill runs along its line.
MILLS = [
    ("a1", "a4", "a7"), ("a7", "d7", "g7"), ("g7", "g4", "g1"), ("g1", "d1", "a1"),
    ("b2", "b4", "b6"), ("b6", "d6", "f6"), ("f6", "f4", "f2"), ("f2", "d2", "b2"),
    ("c3", "c4", "c5"), ("c5", "d5", "e5"), ("e5", "e4", "e3"), ("e3", "d3", "c3"),
    ("a4", "b4", "c4"), ("d7", "d6", "d5"), ("g4", "f4", "e4"), ("d1", "d2", "d3"),
]  # fmt: skip

STONES = 9

# What repetition compares: "the same position (stones, player to move)".
Standing = tuple[frozenset[str], frozenset[str], Colour]


class State(NamedTuple):
    """Stones on the board and in hand, the quiet plies, and every position since the 18th placement."""

    white: frozenset[str]
    black: frozenset[str]
    turn: Colour
    white_hand: int
    black_hand: int
    quiet: int
    seen: tuple[Standing, ...]


def neighbours(point: str) -> list[str]:
    """Return the points next to `point` on a line: those written next to it in a mill."""
    found = []
    for first, middle, last in MILLS:
        for one, other in [(first, middle), (middle, last)]:
            if point == one:
                found.append(other)
            if point == other:
                found.append(one)
    return found


def in_mill(point: str, stones: frozenset[str]) -> bool:
    """Tell whether `point` belongs to a line that `stones` hold whole."""
    return any(point in mill and set(mill) <= stones for mill in MILLS)


def takeable(stones: frozenset[str]) -> list[str]:
    """Return which of the opposing `stones` may be taken.

    "A stone in a closed mill may be taken only if all opposing stones stand in mills."
    """
    unprotected = [point for point in POINTS if point in stones and not in_mill(point, stones)]
    return unprotected or [point for point in POINTS if point in stones]


class Muehle:
    """Mühle with its limit of quiet plies."""

    defaults: ClassVar[dict[str, str]] = {"quiet_plies": "20"}

    def __init__(self, options: Mapping[str, str]) -> None:
        """Take the limit; 0 is no limit."""
        self.options = chosen("muehle", self.defaults, options)
        self.quiet_plies = int(self.options["quiet_plies"])

    def start(self) -> State:
        """Return the empty board with nine stones in each hand."""
        return State(frozenset(), frozenset(), "white", STONES, STONES, 0, ())

    def moves(self, state: State) -> list[str]:
        """Return the legal moves, unless the game has ended."""
        return [] if self.outcome(state) is not None else self._possible(state)

    def _possible(self, state: State) -> list[str]:
        """Return what the player to move could do, were the game not over for another reason."""
        own, theirs, hand = self._sides(state)
        free = [point for point in POINTS if point not in own and point not in theirs]
        steps: list[tuple[str, str, frozenset[str]]] = []  # written move, target, own stones afterwards
        if hand > 0:
            # Setzphase: "place in turn until both have placed nine".
            steps = [(target, target, own | {target}) for target in free]
        else:
            for source in [point for point in POINTS if point in own]:
                for target in free:
                    # Sprungphase: "exactly three stones left on the board (and none in hand)".
                    if len(own) == 3 or target in neighbours(source):
                        steps.append((f"{source}-{target}", target, own - {source} | {target}))
        found = []
        for written, target, stones in steps:
            # "A newly closed mill lets its maker take one opposing stone", one even where it closes two,
            # and "taking is part of the move and not optional".
            taken = takeable(theirs) if in_mill(target, stones) else []
            found += [f"{written}x{point}" for point in taken] if taken else [written]
        return found

    def _sides(self, state: State) -> tuple[frozenset[str], frozenset[str], int]:
        """Return the mover's stones, the other's stones and the mover's hand."""
        if state.turn == "white":
            return state.white, state.black, state.white_hand
        return state.black, state.white, state.black_hand

    def play(self, state: State, move: str) -> State:
        """Move, take, and keep the two counts that can end the game as a draw."""
        own, theirs, _ = self._sides(state)
        step, _, taken = move.partition("x")
        source, _, target = step.rpartition("-")
        placing = source == ""
        own = own - {source} | {target}
        closed = in_mill(target, own)
        if taken:
            theirs = theirs - {taken}

        # "Only sliding and jumping moves count, a mill resets the count." Without a limit nothing is counted.
        quiet = 0 if placing or closed or self.quiet_plies == 0 else state.quiet + 1

        white_hand, black_hand = state.white_hand, state.black_hand
        if placing and state.turn == "white":
            white_hand -= 1
        if placing and state.turn == "black":
            black_hand -= 1
        white, black = (own, theirs) if state.turn == "white" else (theirs, own)
        turn = opponent(state.turn)

        # "Counted from the position after the 18th placement", that position included.
        seen = state.seen
        if white_hand == 0 and black_hand == 0:
            seen = (*seen, (white, black, turn))
        return State(white, black, turn, white_hand, black_hand, quiet, seen)

    def outcome(self, state: State) -> Outcome | None:
        """Return the ending; "if a move fulfils several endings, a win goes before a draw"."""
        own, _, hand = self._sides(state)
        # "Lost: fewer than three stones (board and hand together), or no legal move on one's turn."
        if len(own) + hand < 3:
            return Outcome(opponent(state.turn), "too few stones", None)
        if not self._possible(state):
            return Outcome(opponent(state.turn), "blocked", None)
        if self.quiet_plies > 0 and state.quiet >= self.quiet_plies:
            return Outcome(None, "quiet", None)
        if self._occurrences(state) >= 3:
            return Outcome(None, "repetition", None)
        return None

    def _occurrences(self, state: State) -> int:
        """Count how often the position has stood on the board; in the Setzphase nothing is counted."""
        return max(1, state.seen.count((state.white, state.black, state.turn)))

    def text(self, state: State) -> str:
        """Write the position with both hands and the quiet plies."""
        rows = [
            "".join("w" if point in state.white else "b" if point in state.black else "." for point in rank)
            for rank in RANKS
        ]
        line = f"{heading('muehle', self.defaults, self.options)} {'/'.join(rows)} {state.turn[0]}"
        line += f" {state.white_hand} {state.black_hand} {state.quiet}"
        times = self._occurrences(state)
        return line if times == 1 else f"{line} x{times}"
