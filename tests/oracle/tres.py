"""TRES, read literally, on named places: push a stone in at a corner, then turn a ring."""

from collections.abc import Mapping
from typing import ClassVar, Literal, NamedTuple

from .model import Colour, Outcome, chosen, heading, opponent

Stone = Literal["white", "black", "neutral"]

# "On each ring places are counted clockwise from the north-west."
RINGS = {
    "o": [f"o{k}" for k in range(16)],
    "m": [f"m{k}" for k in range(8)],
    "i": [f"i{k}" for k in range(4)],
}

# The way of a pushed stone, from its corner (NW, NE, SE, SW) along the diagonal to the opposite corner.
WAYS = {
    "NW": ["o0", "m0", "i0", "c", "i2", "m4", "o8"],
    "NE": ["o4", "m2", "i1", "c", "i3", "m6", "o12"],
    "SE": ["o8", "m4", "i2", "c", "i0", "m0", "o0"],
    "SW": ["o12", "m6", "i3", "c", "i1", "m2", "o4"],
}

# "Three stones of one colour on centre and two opposite inner places."
ROWS = [("i0", "c", "i2"), ("i1", "c", "i3")]

STONES = 17

Board = frozenset[tuple[str, Stone]]

# What repetition compares: "places, hands, player to move".
Standing = tuple[Board, int, int, Colour]


class State(NamedTuple):
    """The stones on their places, both hands, and every position so far, the present one included."""

    board: Board
    white_hand: int
    black_hand: int
    turn: Colour
    seen: tuple[Standing, ...]


def pushed(board: dict[str, Stone], corner: str, stone: Stone) -> tuple[dict[str, Stone], Stone | None]:
    """Return the board after the push, and the stone that left at the opposite corner, if any.

    "The unbroken run of stones in its way along the diagonal moves on by one each; a gap stops the run."
    """
    after = dict(board)
    moving = stone
    for place in WAYS[corner]:
        if place not in after:
            after[place] = moving
            return after, None
        after[place], moving = moving, after[place]
    return after, moving


def turned(board: dict[str, Stone], ring: str, direction: str) -> dict[str, Stone]:
    """Return the board after one step of one ring; `+` is clockwise, the way in which places are counted."""
    places = RINGS[ring]
    after = {place: stone for place, stone in board.items() if place not in places}
    for k, place in enumerate(places):
        if place in board:
            step = 1 if direction == "+" else -1
            after[places[(k + step) % len(places)]] = board[place]
    return after


def row_owner(board: dict[str, Stone]) -> Colour | None:
    """Return whose stones fill a row through the centre; the neutral stone belongs to nobody."""
    for row in ROWS:
        held = {board.get(place) for place in row}
        if held == {"white"}:
            return "white"
        if held == {"black"}:
            return "black"
    return None


class Tres:
    """TRES with the directions in which its rings turn."""

    defaults: ClassVar[dict[str, str]] = {"directions": "+-+"}

    def __init__(self, options: Mapping[str, str]) -> None:
        """Take the directions: outer, middle, inner."""
        self.options = chosen("tres", self.defaults, options)
        directions = self.options["directions"]
        if len(directions) != 3 or not set(directions) <= {"+", "-"}:
            raise ValueError(f"{directions!r} is not three signs + or -")
        self.directions = {"o": directions[0], "m": directions[1], "i": directions[2]}

    def start(self) -> State:
        """Return the start: "one neutral black stone starts on the centre", and the start counts."""
        board: Board = frozenset({("c", "neutral")})
        return State(board, STONES, STONES, "white", ((board, STONES, STONES, "white"),))

    def moves(self, state: State) -> list[str]:
        """Return corner and ring of every turn; a push that ends the game needs no ring."""
        if self.outcome(state) is not None:
            return []
        hand = state.white_hand if state.turn == "white" else state.black_hand
        if hand == 0:
            # "A player without stones in hand passes, push and turn."
            return ["pass"]
        found = []
        for corner in WAYS:
            board, _ = pushed(dict(state.board), corner, state.turn)
            if row_owner(board) is not None:
                # "Whoever made it, the owner of the stones wins, at once, before any turning."
                found.append(corner)
                continue
            for ring, places in RINGS.items():
                # "Turn one ring that carries at least one stone (the neutral one counts)."
                if any(place in board for place in places):
                    found.append(corner + ring)
        return found

    def play(self, state: State, move: str) -> State:
        """Push and turn, or pass."""
        board = dict(state.board)
        white_hand, black_hand = state.white_hand, state.black_hand
        if move != "pass":
            corner, ring = move[:2], move[2:]
            board, out = pushed(board, corner, state.turn)
            if state.turn == "white":
                white_hand -= 1
            else:
                black_hand -= 1
            # "A stone pushed out beyond the opposite corner returns to its owner's hand. The neutral stone,
            # once pushed out, is out of the game."
            if out == "white":
                white_hand += 1
            if out == "black":
                black_hand += 1
            if ring:
                board = turned(board, ring, self.directions[ring])
        turn = opponent(state.turn)
        after: Board = frozenset(board.items())
        seen = (*state.seen, (after, white_hand, black_hand, turn))
        return State(after, white_hand, black_hand, turn, seen)

    def outcome(self, state: State) -> Outcome | None:
        """Return the win of a row's owner, or the draw by third occurrence."""
        owner = row_owner(dict(state.board))
        if owner is not None:
            return Outcome(owner, "row", None)
        if self._occurrences(state) >= 3:
            return Outcome(None, "repetition", None)
        return None

    def _occurrences(self, state: State) -> int:
        """Count how often the position has occurred; "the start and positions after a pass count"."""
        return state.seen.count((state.board, state.white_hand, state.black_hand, state.turn))

    def text(self, state: State) -> str:
        """Write centre, inner, middle and outer ring; the hands follow from the stones on the board."""
        signs = {"white": "w", "black": "b", "neutral": "n"}
        board = dict(state.board)
        groups = [["c"], RINGS["i"], RINGS["m"], RINGS["o"]]
        rows = ["".join(signs[board[p]] if p in board else "." for p in group) for group in groups]
        line = f"{heading('tres', self.defaults, self.options)} {'/'.join(rows)} {state.turn[0]}"
        times = self._occurrences(state)
        return line if times == 1 else f"{line} x{times}"
