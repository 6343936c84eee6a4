"""
The compiled core: rules, searches and solvers. Use the package dreierlei, which builds on it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Self, overload


class Move:
    """
    A legal move of some position. `str(move)` is its notation.

    A move is equal to every move with the same notation, and to that notation itself as text.
    """

    @property
    def text(self) -> str:
        """The move in notation."""

    @property
    def targets(self) -> tuple[str, ...]:
        """
        The names of the targets, in order: places, stones to take, corners, rings, `pass`.
        """

    @property
    def code(self) -> int:
        """The move as a number, stable for a game."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

class Rules:
    """
    The rules of one variant of a game, built from its declaration's tables.
    """

    def __init__(self, family: str, numbers: Mapping[str, int], tables: Mapping[str, Sequence[Sequence[int]]], words: Mapping[str, Sequence[str]], shown: Mapping[str, Sequence[str]], bridge: object | None = None) -> None:
        """
        Raises ValueError with a sentence if the tables do not fit. `shown` names what people see of the variant. `bridge` is for rules that are written in Python.
        """

    def problems(self, places: Sequence[int], turn: int, fields: Sequence[int], occurrences: int = 1) -> list[tuple[str, dict[str, int], dict[str, int]]]:
        """
        Every reason why the position is invalid: the key of a message, its numbers and its sides. Empty if it is valid.
        """

    def move(self, code: int) -> Move:
        """The move with this code."""

    @property
    def actions(self) -> int:
        """
        The number of moves that this variant can ever allow. Each has a number from 0 on.
        """

    def action(self, move: Move) -> int:
        """The number of a move, the same in every position."""

    def action_move(self, action: int) -> Move:
        """The move with this number."""

    @property
    def planes(self) -> list[tuple[str, int]]:
        """
        The planes of an observation: their names and the largest number that each can hold.
        """

class Position:
    """The state of a game and the line that led to it."""

    @overload
    def __init__(self, variant: object, rules: Rules) -> None:
        """The start of the game."""

    @overload
    def __init__(self, variant: object, rules: Rules, places: Sequence[int], turn: int, fields: Sequence[int], occurrences: int = 1) -> None:
        """A position set up by hand."""

    def moves(self) -> tuple[Move, ...]:
        """The legal moves; none when the game is over."""

    def play(self, move: Move | str) -> Self:
        """
        The position after a legal move, given as a Move or in notation. This one stays as it is.

        Raises `IllegalMove`, `UnreadableMove` or `AmbiguousMove`, all of them `ValueError`s.
        """

    def _motion(self, move: Move | str) -> list[tuple[str, int, str | None, str | None, str | None]]:
        """The steps of a legal move: kind, stone, start, end, ring."""

    def _why_not(self, chosen: Sequence[str]) -> tuple[str, dict[str, str], dict[str, int]] | None:
        """
        Why no legal move begins with these targets: the key of a message, its targets and its numbers.
        """

    def _reach(self, chosen: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
        """
        The piece within whose reach a move that begins with these targets must end, and the places there.
        """

    def _prompts(self) -> list[tuple[tuple[str, ...], Any, str | None]]:
        """
        For every beginning of a legal move what comes next, and the piece within whose reach it must be.
        """

    def _preview(self, chosen: Sequence[str]) -> str:
        """The stones when these first targets of a legal move are done."""

    def view(self) -> str:
        """
        The position with all that a page needs to show it and to let somebody move, as JSON.
        """

    def __str__(self) -> str: ...

    @property
    def _hands(self) -> tuple[int, int]:
        """The stones that White and Black can still place."""

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """
        The permutations of the places that preserve the rules, the identity first: for each place its image.
        """

    def images(self) -> tuple[Self, ...]:
        """
        The images of this position under the symmetries, one for each, without its history.
        """

    @property
    def _variant(self) -> Any: ...

    @property
    def _turn(self) -> int: ...

    @property
    def _setup(self) -> tuple[list[int], int, list[int]]:
        """The stones on the places, the side to move, the fields."""

    def _outcome(self) -> tuple[int, str, int] | None:
        """None, or (winner or -1, reason, points or -1)."""

    @property
    def _pattern(self) -> list[int]:
        """The places that decided the game."""

    @property
    def key(self) -> int:
        """64 bits that are equal for positions that repeat each other."""

    @property
    def occurrences(self) -> int:
        """
        How often this position has occurred in the game, where repetition counts.
        """

    @property
    def last_move(self) -> Move | None:
        """The move that led here, if the line is known."""

    @property
    def previous(self) -> Self | None:
        """The position before the last move, or None."""

    @overload
    def perft(self, depth: int) -> int:
        """
        The number of lines of exactly `depth` plies. A finished game has no children.
        """

    @overload
    def perft(self, depth: int, stop: Stop) -> int | None:
        """The same, or None if `stop` was set before all lines were counted."""

    def _playouts(self, games: int, seed: int, plain: bool = False) -> tuple[int, int, int, int]:
        """
        Random games: (white wins, draws, black wins, plies). With `plain` by listing moves, for comparison.
        """

    def _observe(self, side: int) -> bytes:
        """
        What a learner sees: the planes, one after the other, a byte for each place.
        """

    def __hash__(self) -> int: ...

    def _same_state(self, other: Position) -> bool:
        """
        Whether state and occurrences are equal; only for positions of equal variants.
        """

MOST_PERFT_PLIES: int = 100

class Stop:
    """A flag that ends searches from another thread."""

    def __init__(self) -> None: ...

    def set(self) -> None:
        """Ends every search that was given this flag."""

    def clear(self) -> None:
        """Makes the flag ready for another search."""

    def is_set(self) -> bool:
        """Whether the flag is set."""

class HashTable:
    """
    The transposition table. One search at a time may use it, with all its threads.
    """

    def __init__(self, megabytes: int) -> None: ...

    def clear(self) -> None:
        """Forgets everything."""

class Endings:
    """Known values of positions near the end, for a search to probe."""

def score(value: int, at_least: bool, at_most: bool) -> tuple[Literal['win', 'draw', 'loss'] | None, int | None, int | None, bool]:
    """
    What a value means whose lower and upper bound may be proved: result, plies, estimate, whether it is exact.
    """

def score_message(result: str | None, plies: int | None, exact: bool) -> str:
    """The key of the message that says what a score means."""

def solution_message(known: bool, won: bool, plies: int | None) -> str:
    """The key of the message that says who wins a position."""

def estimate_text(hundredths: int) -> str:
    """An estimate in whole units."""

def analyse(position: Position, *, table: HashTable | None, seconds: float, depth: int, nodes: int, lines: int, threads: int, candidates: list[Move], megabytes: int, callback: Callable[[tuple[list[tuple[tuple[Move, ...], int, bool, bool, int]], int, int, float, bool]], None] | None, stop: Stop | None, without: list[str] = ..., endings: Endings | None = None, known: list[tuple[Move, int, int, tuple[Move, ...]]] = ...) -> tuple[list[tuple[tuple[Move, ...], int, bool, bool, int]], int, int, float, bool]:
    """
    Searches a position. Zero means no limit. Returns (lines, depth, nodes, seconds, exact), and calls back with the same after each iteration; a line is (moves, value, value is proved from below, from above, depth). `without` leaves parts of the search out, for comparison: evaluation, quiescence, symmetry. `endings` are asked about positions that the search meets. `known` are the moves to choose from, best first, where their values are known: (move, winner or -1, plies after it or -1, line after it).
    """

def sample(position: Position, *, nodes: int, count: int, depth: int, seed: int) -> tuple[tuple[list[tuple[tuple[Move, ...], int, bool, bool, int]], int, int, float, bool], list[tuple[Any, int, bool, bool]]]:
    """
    Searches a position as `analyse` does, and draws up to `count` positions at random from inside the search, with at least `depth` plies searched below each: (position, value for the player to move, whether it is worth at least that much, whether at most). The search takes these bounds for granted; few of them are proved.
    """

def near(position: Position, plies: int, nodes: int) -> list[int]:
    """
    For each legal move n if it wins by force in n plies, -n if it loses, 0 if neither is seen within the limits.
    """

def weights(position: Position) -> list[int]:
    """
    The weights of the game's evaluation: those of a sum, in thousandths of a unit, or those of a network.
    """

class NetworkShape:
    """The parts of a network that evaluates positions."""

    @property
    def inputs(self) -> int:
        """The numbers of its inputs end before this one; the phases follow."""

    @property
    def units(self) -> int:
        """Units of the hidden layer."""

    @property
    def phases(self) -> int:
        """
        Phases of the game, each with weights of its own after the hidden layer.
        """

    @property
    def images(self) -> list[list[int]]:
        """
        For each image of the board that a unit looks at, the image of each input.
        """

def network(position: Position) -> NetworkShape | None:
    """
    The shape of the network that evaluates positions of the game, if there is one.
    """

def terms(position: Position) -> list[tuple[int, int]]:
    """
    What the evaluation depends on: numbers of weights or inputs, and how often each counts.
    """

class Level:
    """
    How a player of some strength thinks; `dreierlei.levels.Level` explains the numbers.
    """

    def __init__(self, number: int, sight: float, style: int = 0) -> None: ...

    @property
    def near(self) -> tuple[float, float, float, float]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def temperature(self) -> float: ...

    def sees(self, plies: int) -> float: ...

    def share(self, moves: int) -> float: ...

    def notices(self, place: int, moves: int) -> float: ...

class BookValues:
    """
    The values of an opening book by the canonical texts of positions, for `choose`.
    """

    def __init__(self, values: Mapping[str, int]) -> None: ...

HARD: float = 0.2

def error_chance(position: Position, errors: list[Move]) -> float:
    """The chance that a hasty player to move chooses one of these moves."""

def draw_answer(proved: bool, value: int, plies: int) -> str:
    """
    What the computer says to an offer of a draw; `dreierlei.levels.answer_draw` explains the answers.
    """

def choose(position: Position, level: Level, seed: str, known: list[tuple[Move, int, int, tuple[Move, ...]]], seconds: float | None, stop: Stop | None, graph: Graph | None = None, endings: Endings | None = None, match: tuple[int, int, int] | None = None, book: BookValues | None = None, swap: int = 0) -> tuple[Move | Literal['swap'] | None, int]:
    """
    (move, positions that judgement searched) of a level for a game that is not over. `known` is as for `analyse`. `match` has the points of White and Black and the points that win the match; the move is None if the player gives up the round. `swap` is the number of moves after which players may swap sides, or 0.
    """

class Batch:
    """
    Many games of one variant that are stepped together. They begin with `reset`.
    """

    def __init__(self, rules: Rules, starts: list[Position], games: int, threads: int, most_plies: int, arrays: list[Any]) -> None:
        """
        The arrays are written at every step: observations, mask, rewards, terminated, truncated, player, last observations.
        """

    def reset(self, seed: int) -> None:
        """Restarts all games."""

    def step(self, actions: Any, moving: Any = None) -> int:
        """
        Plays an action in each game, or in those for which `moving` is set, and returns -1. If an action is illegal, plays none and returns its game.
        """

    def sample(self, actions: Any) -> None:
        """Writes a random legal action for each game."""

    def setup(self, game: int) -> tuple[list[int], int, list[int], int]:
        """The state of a game: stones, side to move, fields, occurrences."""

    def start_of(self, game: int) -> int:
        """Which of the starts a game began from."""

    def save(self) -> bytes:
        """All games and their random sequences, for `load`."""

    def load(self, saved: bytes) -> None:
        """
        Restores what `save` returned, in a batch that was made in the same way.
        """

def standing(points: bool, loser: bool, length: int, games: Sequence[tuple[int, int, bool]]) -> tuple[tuple[int, ...], int, int, bool, int]:
    """
    Where a match stands after games, each (winning side or -1, points, whether the players swapped sides): who was White in each and begins as White in the next one, both scores doubled, whether it is over, and the winner or -1.
    """

def swap_stage(position: Position, moves: int) -> int:
    """
    How the swap rule with that many moves stands: 0 while the beginner moves for both sides, 1 if the other player may swap, 2 after that.
    """

def worth(position: Position) -> int:
    """What a round that is given up here leaves to the opponent."""

class Puzzle:
    """
    A position that the player to move wins in so many plies, and what is tried there.
    """

    def __init__(self, position: Position, plies: int) -> None: ...

    def attempt(self, move: Move) -> None:
        """Judges a legal move, and replies."""

    def solution(self) -> Move | None:
        """The winning move, for a hint."""

    @property
    def state(self) -> str: ...

    @property
    def plies(self) -> int: ...

    @property
    def played(self) -> tuple[Move, ...]: ...

    @property
    def refutation(self) -> tuple[str, tuple[Move, ...], int] | None:
        """
        Why the last move is wrong: the kind, the reply and what follows, plies or -1.
        """

    @staticmethod
    def won_in(position: Position) -> int | None:
        """
        In how many plies the player to move wins, if that is soon proved and not too late.
        """

BEST_MOVES: int = 12

MOST_MOMENTS: int = 3

def estimated_chance(estimate: int) -> float:
    """
    From -1 to 1: what an estimate in hundredths suggests to the player whose it is.
    """

def chance_text(chance: float) -> str:
    """A chance with a sign and two decimals."""

def verdict(before: tuple[Position, int, bool, int, int, float, Sequence[Move]], after: tuple[Position, int, bool, int, int, float, Sequence[Move]]) -> str:
    """
    The verdict on the move between two judged positions; empty if it was good enough.
    """

def missed_win(before: tuple[Position, int, bool, int, int, float, Sequence[Move]], after: tuple[Position, int, bool, int, int, float, Sequence[Move]], puzzle: bool) -> bool:
    """
    Whether a proved win was given away, with `puzzle` one that is near enough for a puzzle.
    """

def moments(course: Sequence[tuple[Position, int, bool, int, int, float, Sequence[Move]]], most: int) -> tuple[tuple[int, str], ...]:
    """
    The moves of a course that lost the most: the index of the position before each, and why it was wrong.
    """

class Graph:
    """The exact values of all positions that one position leads to."""

    def __len__(self) -> int: ...

    def probe(self, position: Position) -> tuple[int, int] | None:
        """
        (winner or -1, plies or -1 for a draw by repetition), or None for a position that is not among them.
        """

def graph(position: Position, most: int, seconds: float | None, stop: Stop | None) -> Graph | None:
    """
    The values of all positions that this one leads to, or None if there are more than `most` or a limit came first.
    """

class Proved:
    """
    What is proved about positions of one game. One solution at a time may use it.
    """

    def __init__(self) -> None: ...

def solve(position: Position, seconds: float | None, nodes: int | None, stop: Stop | None, *, shortest: bool = True, horizon: int = 99, proved: Proved | None = None) -> tuple[bool, int, int, tuple[Move, ...], int, float]:
    """
    (known, winner or -1, plies or -1, line, nodes, seconds). Without `shortest`, plies and line may be missing. `horizon` is how many plies ahead a forced win is looked for where a game can go on for ever.
    """

class MuehleTables:
    """Indices of Mühle's positions, and solvers for whole subspaces."""

    def __init__(self, numbers: Mapping[str, int], tables: Mapping[str, Sequence[Sequence[int]]]) -> None: ...

    @property
    def stones(self) -> int:
        """The number of each player's stones."""

    def size(self, own: int, their: int) -> int:
        """The number of indices of a subspace."""

    def probe(self, position: Position, codes: Callable[[tuple[int, ...], int], int | None]) -> tuple[int, int] | None:
        """
        The value of a position, where the values that `codes` reads tell it: who wins or -1, and the plies to the next capture or -1.
        """

    def best_moves(self, position: Position, codes: Callable[[tuple[int, ...], int], int | None]) -> tuple[Move, ...]:
        """The moves that keep the value; none where it is not known."""

    def move_values(self, position: Position, codes: Callable[[tuple[int, ...], int], int | None]) -> list[tuple[Move, int, int]]:
        """
        The value of each move, its ply counted, best first; nothing where one is not known.
        """

    def best_play(self, position: Position, codes: Callable[[tuple[int, ...], int], int | None], most: int | None) -> tuple[tuple[Move, ...], int]:
        """
        Best moves of both to the end of the game, or so many, and how many positions were probed.
        """

    def place(self, own: int, their: int, index: int) -> list[int]:
        """The stones of an index, 1 for the player to move and 2 for the other."""

    def solve(self, own: int, their: int, values: bytearray, mirrored: bytearray, known: bytes | bytearray, known_mirrored: bytes | bytearray, threads: int, tick: Callable[[float], bool]) -> bool:
        """
        Fills the values of (own, their) and, mirrored, of (their, own), which must be zero. `known` are the values of (their - 1, own), `known_mirrored` those of (own - 1, their). False if `tick` returned False.
        """

    def placing_size(self, ply: int, white: int, black: int) -> int:
        """
        The number of indices after `ply` placements, with these stones left on the board.
        """

    def taking_wins(self, ply: int, white: int, black: int) -> bool:
        """Whether taking a stone wins at once."""

    def solve_placing(self, ply: int, white: int, black: int, values: bytearray, quiet: bytes | bytearray, taken: bytes | bytearray, threads: int, tick: Callable[[float], bool]) -> bool:
        """
        Fills the values from those of the next ply without and with a stone taken. False if `tick` returned False.
        """

    def first_wrong_placing(self, ply: int, white: int, black: int, values: bytes | bytearray, quiet: bytes | bytearray, taken: bytes | bytearray, samples: int, seed: int) -> int:
        """Like `first_wrong`."""

    def census(self, own: int, their: int, values: bytes | bytearray) -> list[int]:
        """
        How many placements of the stones have each value, counting all symmetric images.
        """

    def first_wrong(self, own: int, their: int, values: bytes | bytearray, mirrored: bytes | bytearray, known: bytes | bytearray, samples: int, seed: int) -> int:
        """
        An index whose value does not follow by the rules from those of its successors, or -1. Checks `samples` random indices, or all of them for 0.
        """

class MuehleEndings(Endings):
    """Subspaces of Mühle's database in memory, for a search to probe."""

    def __init__(self, tables: MuehleTables) -> None: ...

    def add(self, own: int, their: int, values: bytes | bytearray) -> None:
        """The values of a subspace."""

def threes_placements(position: Position) -> list[tuple[Move, int]]:
    """
    (move, score) for each legal placement where a three wins. A score is 0 for a draw, and with T pieces in all T + 1 - n for a win with the n-th, n - 1 - T for a loss by the n-th.
    """

def threes_first_placements(rules: Rules) -> list[int]:
    """
    The scores of the first placement on each cell; 100 where it is illegal.
    """

def threes_sign(position: Position) -> int:
    """1, 0 or -1: whether the player to move wins, draws or loses."""

class Rounds:
    """Complete tables of a game in which the last placement wins."""

    def __init__(self, rules: Rules) -> None: ...

    def __len__(self) -> int: ...

    def win(self, position: Position) -> int:
        """
        n > 0: the player to move wins with the n-th placement from here. Otherwise the opponent wins after -n more.
        """

    def line(self, position: Position) -> tuple[Move, ...]: ...

    def difference(self, position: Position, give_up: bool) -> int:
        """The points of the player to move less the opponent's, with best play."""

class MatchSolver:
    """Who wins a match, round after round on one tableau."""

    def __init__(self, rounds: Rounds, goal: int, give_up: bool) -> None: ...

    def begins(self, own: int, their: int) -> bool:
        """Whether the player who begins a round with this score wins the match."""

    def placements(self, rounds: Rounds, position: Position, own: int, their: int) -> tuple[bool, tuple[Move, ...]]:
        """
        Whether the player to move wins the match, and the winning placements. `own` are the points of the player who began the round.
        """

    def paid(self, own: int, their: int, beginner_moves: bool, points: int) -> bool:
        """
        Whether the player to move wins the match when the opponent scores these points now.
        """
