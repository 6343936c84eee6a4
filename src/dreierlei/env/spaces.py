"""What an agent observes and does: observations as planes, moves as numbers. All environments share them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from .. import _core
from .._core import Move
from ..declarations import variant as find_variant
from ..errors import DreierleiError
from ..messages import Message
from ..model import SIDES, Side, Variant
from ..positions import Position
from ..rules import rules_of

MOST_PLIES = 1 << 30

Planes = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
Flags = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


@dataclass(frozen=True)
class Spaces:
    """The observations and the actions of a variant.

    An action is a complete move, and its number is the same in every position: the moves are numbered form by form, and
    within a form by their targets in order.
    """

    variant: Variant
    rules: _core.Rules

    @classmethod
    def of(cls, variant: Variant) -> Spaces:
        """The spaces of a variant."""
        return _spaces(variant)

    @property
    def actions(self) -> int:
        """The number of actions."""
        return self.rules.actions

    @property
    def planes(self) -> tuple[str, ...]:
        """The names of the planes, in their order."""
        return tuple(name for name, _ in self.rules.planes)

    @property
    def high(self) -> Planes:
        """The largest value that each element of an observation can have; the smallest is 0."""
        high = np.zeros(self.shape, np.uint8)
        for plane, (_, most) in zip(high, self.rules.planes, strict=True):
            plane[...] = most
        return high

    @property
    def board(self) -> tuple[int, ...]:
        """The shape of a plane: rows and columns, or just places where the rows of a board differ in length."""
        rows = self.variant.layout.rows
        square = len({len(row) for row in rows}) == 1 and [place for row in rows for place in row] == list(
            range(len(self.variant.layout.places))
        )
        return (len(rows), len(rows[0])) if square else (len(self.variant.layout.places),)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        return (len(self.planes), *self.board)

    def starts(self, given: Sequence[Position]) -> tuple[Position, ...]:
        """The positions from which games begin: those given, or the variant's own start.

        Raises `DreierleiError` for one that is over or has other actions and planes.
        """
        for position in given:
            rules = rules_of(position.variant)
            alike = rules.actions == self.actions and rules.planes == self.rules.planes
            if position.variant.game is not self.variant.game or not alike or position.outcome() is not None:
                raise DreierleiError("env.start", start=str(position), game=self.variant.id)
        return tuple(given) or (Position(self.variant),)

    def observe(self, position: Position, side: Side | None = None) -> Planes:
        """What `side` sees of a position, by default the player to move."""
        seen = position._observe(SIDES.index(side or position.turn))
        return np.frombuffer(seen, np.uint8).reshape(self.shape).copy()

    def mask(self, position: Position) -> Flags:
        """Which actions are legal."""
        legal = np.zeros(self.actions, np.bool_)
        legal[[self.rules.action(move) for move in position.moves()]] = True
        return legal

    def action(self, move: Move) -> int:
        """The number of a move; raises `DreierleiError` for a move of another game."""
        try:
            return self.rules.action(move)
        except ValueError:
            raise DreierleiError("env.foreign-move", move=move.text, game=self.variant.id) from None

    def move(self, action: int) -> Move:
        """The move with a number; raises `DreierleiError` if there is none."""
        try:
            return self.rules.action_move(action)
        except (IndexError, TypeError):
            last = self.actions - 1
            raise DreierleiError("env.no-action", action=action, game=self.variant.id, last=last) from None

    def refusal(self, position: Position, action: int, most: int = 12) -> Message:
        """Why an action cannot be played, and which ones can, as part of a sentence."""
        legal = sorted(self.rules.action(move) for move in position.moves())
        key = "env.refusal" if len(legal) <= most else "env.refusal-more"
        expected = tuple(self._name(number) for number in legal[:most])
        return Message(key, action=self._name(action), expected=expected, more=len(legal) - most)

    def __reduce__(self) -> tuple[Callable[[str], Spaces], tuple[str]]:
        return _read, (self.variant.id,)

    def _name(self, action: int) -> str:
        return f"{action} ({self.move(action)})" if 0 <= action < self.actions else str(action)


def _read(variant: str) -> Spaces:
    return Spaces.of(find_variant(variant))


@lru_cache(maxsize=1024)
def _spaces(variant: Variant) -> Spaces:
    return Spaces(variant, rules_of(variant))


def within(name: str, value: int, least: int, most: int) -> int:
    """The value of a setting; raises `DreierleiError` if it is out of range."""
    if not isinstance(value, int | np.integer) or not least <= value <= most:
        raise DreierleiError("env.range", name=name, value=repr(value), least=least, most=most)
    return int(value)
