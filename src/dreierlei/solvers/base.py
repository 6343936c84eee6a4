"""The interface of every solver, and the values that it returns."""

# ruff: noqa: ARG002 - the defaults need no arguments

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol, TypeVar

from .. import display
from ..errors import DreierleiError

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from .._core import Endings, Graph, Move, Stop
    from ..messages import Message
    from ..model import Outcome, Side, Variant
    from ..positions import Position

Progress = Callable[[int, int], object]
"""Called with the number of finished parts of long work, and the number of all parts."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to end a search that has not found the value: after a number of seconds or nodes, or when `stop` is set."""

    seconds: float | None = None
    nodes: int | None = None
    stop: Stop | None = None


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a position, or `known=False` where the limits did not suffice."""

    known: bool
    winner: Side | None
    """Who wins with best play; None is a draw, or not known."""
    plies: int | None
    """Plies to the end of the game when the winner hurries and the loser resists, or None where that is not known."""
    line: tuple[Move, ...]
    """Best play, to the end of the game where `plies` is known and the limits allowed it."""
    nodes: int
    """The number of positions that were searched."""
    seconds: float
    evidence: Message | None = None
    """The source of a value that was not computed now: a stored result, with the command that makes it."""

    def result(self, side: Side) -> Literal["win", "draw", "loss"]:
        """What a known value means for a side."""
        return "draw" if self.winner is None else "win" if self.winner is side else "loss"

    def _repr_html_(self) -> str:
        return display.html(self)


UNKNOWN = Solution(known=False, winner=None, plies=None, line=(), nodes=0, seconds=0.0)


def finished(outcome: Outcome) -> Solution:
    """The value of a game that is over."""
    return Solution(known=True, winner=outcome.winner, plies=0, line=(), nodes=0, seconds=0.0)


@dataclass(frozen=True, slots=True)
class MatchValue:
    """Who wins a match with best play, and how the player to move does it."""

    winner: Side
    """By the colours of the current round."""
    moves: tuple[Move, ...]
    """The placements with which the player to move wins; none if the player loses."""
    give_up: bool
    """Whether the player to move wins by giving up the round."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Counts under a title, which is the key of a message."""

    title: str
    columns: tuple[tuple[str, int], ...]


class Solver:
    """The exact values of one variant's positions.

    Every method works for every variant. This class is for a game about which only a search can prove anything;
    the solver of a rule family overrides what it knows better.
    """

    complete: ClassVar[bool] = False
    """Whether `solve` decides every position if the limits allow it, so that no other search is worth trying."""

    in_core: ClassVar[bool] = False
    """Whether the core has the same method (`cpp/exact.hpp`), so that its levels need no help."""

    tables_in_core: ClassVar[bool] = False
    """Whether the core can compute tables of some values, for which a page loads a separate module."""

    graph: Graph | None = None
    """The values of all positions, where a game is small enough."""

    stores_first_moves: ClassVar[bool] = False
    """Whether the package stores the values of the first moves of a game, which `store` computes in seconds."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    @property
    def specialised(self) -> bool:
        """Whether the rule family has a method of its own."""
        return type(self) is not Solver

    # --- values of positions --------------------------------------------------------------------------------------

    def solve(self, position: Position, limits: Limits = NO_LIMITS) -> Solution:
        """The value by the family's own method, or `known=False` when a limit came first."""
        return UNKNOWN

    def solve_moves(self, position: Position, limits: Limits = NO_LIMITS) -> Iterator[tuple[Move, Solution]]:
        """What each legal move leads to, by the family's own method. The limits are for each move."""
        for move in position.moves():
            after = position.play(move)
            end = after.outcome()
            yield move, self.solve(after, limits) if end is None else finished(end)

    def probe_moves(self, position: Position) -> tuple[tuple[Move, Solution], ...]:
        """What each legal move leads to, best first, where that is known without a search; otherwise nothing.

        Tables and databases answer in milliseconds.
        """
        return ()

    def endings(self, position: Position) -> Endings | None:
        """Exact values for a search from this position to probe, where there is a database."""
        return None

    # --- rounds for points ----------------------------------------------------------------------------------------

    def round_points(self, position: Position, *, give_up: bool = True) -> int:
        """The points that the player to move scores in this round less the opponent's, with best play of both.

        `give_up` says whether a player may give up the round. Raises `DreierleiError` for a game without points.
        """
        raise self._refusal("solver.no-points")

    def match_value(
        self, position: Position, score: tuple[int, int] = (0, 0), *, to: int | None = None, give_up: bool = True
    ) -> MatchValue:
        """The value of a match to `to` points, by default the game's own number, at a score of White and Black.

        Raises `DreierleiError` for a game without points and for a score that the match cannot have.
        """
        raise self._refusal("solver.no-points")

    # --- stored values --------------------------------------------------------------------------------------------

    @property
    def stores(self) -> bool:
        """Whether there are stored values for `check` to compare."""
        return False

    def first_moves(self) -> dict[str, Solution]:
        """The stored values of the first moves, by their text; nothing where none are stored."""
        return {}

    def balance(self) -> dict[tuple[int, int], tuple[int, int, int]]:
        """The positions that the player to move wins, draws and loses, by own and opposing stones, none in hand.

        Nothing where no database has counted them.
        """
        return {}

    def charts(self) -> tuple[Chart, ...]:
        """What is known about all boards of a game, as counts; nothing where there is no census of boards."""
        return ()

    def check(self, *, sample: int | None = None, progress: Progress | None = None) -> int:
        """Computes stored values again, about `sample` of them or all, and returns how many were compared.

        Raises `DreierleiError` at the first wrong one, and where nothing is stored.
        """
        raise self._refusal("solver.nothing-stored")

    def store(self, folder: Path, executor: Executor, progress: Progress | None = None) -> tuple[Path, ...]:
        """Computes the values that the package stores and writes their files into `folder`; returns the files.

        Long work keeps its finished parts there, so that an interrupted call can be repeated. Raises `DreierleiError`
        where nothing can be stored.
        """
        raise self._refusal("solver.nothing-to-store")

    # --- databases ------------------------------------------------------------------------------------------------

    def build(
        self,
        parts: Sequence[str] = (),
        *,
        threads: int = 0,
        progress: Callable[[object], None] | None = None,
        executor: Executor | None = None,
        at_once: int | None = None,
    ) -> bool:
        """Builds the missing parts of the variant's database, or those that are named and what they need.

        Returns whether all of them exist now; an interrupted build can be repeated. Raises `DreierleiError` for a game
        without a database.
        """
        raise self._refusal("solver.no-database")

    def _refusal(self, key: str) -> DreierleiError:
        return DreierleiError(key, game=self.variant.game.id)


class Valued(Protocol):
    """Who wins after a move, and how soon."""

    @property
    def winner(self) -> Side | None: ...  # noqa: D102
    @property
    def plies(self) -> int | None: ...  # noqa: D102


_Valued = TypeVar("_Valued", bound=Valued)


def best_first(values: Iterable[tuple[Move, _Valued]], turn: Side) -> tuple[tuple[Move, _Valued], ...]:
    """Moves in the order in which `turn` would choose them: quick wins, draws, slow losses."""

    def rank(pair: tuple[Move, _Valued]) -> tuple[int, int]:
        value = pair[1]
        if value.winner is None:
            return 1, 0
        return (0, value.plies or 0) if value.winner is turn else (2, -(value.plies or 0))

    return tuple(sorted(values, key=rank))
