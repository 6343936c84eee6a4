"""Thousands of games, stepped in one native call over arrays that are updated in place."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .. import _core
from ..declarations import variant as find_variant
from ..errors import DreierleiError
from ..positions import Position
from .spaces import MOST_PLIES, Flags, Planes, Spaces, within

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float32]]
Actions = np.ndarray[tuple[int, ...], np.dtype[np.int64]]

MOST_GAMES = 1 << 24
SEEDS = 1 << 64


class Batch(NamedTuple):
    """What a step shows, a row for each game. The arrays are reused: copy what you keep."""

    observations: Planes
    """The planes, seen by the player to move."""
    rewards: Floats
    """Of White and of Black for the step that was just made: 1 and -1 when a game was decided, else 0."""
    terminated: Flags
    """Whether the step ended the game. Everything but rewards and ends then belongs to the new game."""
    truncated: Flags
    """Whether the game was cut off after the step and restarted."""
    mask: Flags
    """Which actions are legal."""
    player: Planes
    """Who is to move: 0 is White, 1 is Black."""


class VectorEnv:
    """Many games of one variant, stepped together in the core. A game that ends is restarted.

    >>> env = VectorEnv("tictactoe", 1000, seed=1)
    >>> batch = env.step(env.sample())
    >>> batch.observations.shape, batch.mask.shape
    ((1000, 2, 3, 3), (1000, 9))
    """

    def __init__(
        self,
        game: str,
        n: int,
        *,
        threads: int | None = None,
        seed: int = 0,
        max_plies: int | None = None,
        **options: object,
    ) -> None:
        """`n` games at their start. The games do not depend on `threads`, by default one for each core.

        `max_plies` cuts a game off after that many moves. Raises `DreierleiError` for wrong numbers, `UnknownGame` and
        `InvalidOption`.
        """
        self.variant = find_variant(game, options)
        self.spaces = Spaces.of(self.variant)
        self.n = within("n", n, 1, MOST_GAMES)
        self.threads = within("threads", _cores() if threads is None else threads, 1, 1024)
        most = 0 if max_plies is None else within("max_plies", max_plies, 1, MOST_PLIES)
        self.batch = Batch(
            np.zeros((n, *self.spaces.shape), np.uint8),
            np.zeros((n, 2), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.bool_),
            np.zeros((n, self.spaces.actions), np.bool_),
            np.zeros(n, np.uint8),
        )
        batch = self.batch
        self._sampled: Actions = np.zeros(n, np.int64)
        self._core = _core.Batch(
            self.spaces.rules,
            n,
            self.threads,
            most,
            batch.observations,
            batch.mask,
            batch.rewards,
            batch.terminated,
            batch.truncated,
            batch.player,
        )
        self.reset(seed)

    def reset(self, seed: int = 0) -> Batch:
        """Restarts all games; `sample` starts the random sequence of that seed."""
        self._core.reset(seed % SEEDS)
        return self.batch

    def step(self, actions: ArrayLike) -> Batch:
        """Plays one action in each game. Arrays of `int64` are read where they are.

        Raises `DreierleiError` if an action is not legal; then no game has been stepped.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise DreierleiError("env.actions", count=self.n, kind=str(chosen.dtype), shape=str(chosen.shape))
        wrong = self._core.step(np.ascontiguousarray(chosen, np.int64))
        if wrong >= 0:
            refusal = self.spaces.refusal(self.position(wrong), int(chosen[wrong]))
            raise DreierleiError("env.illegal-action-in-game", number=wrong, refusal=refusal)
        return self.batch

    def sample(self) -> Actions:
        """A random legal action for each game, all equally likely, in an array that the next call overwrites."""
        self._core.sample(self._sampled)
        return self._sampled

    def position(self, game: int) -> Position:
        """The position of a game. The moves that led to it are not kept."""
        return Position(self.variant, *self._core.setup(within("game", game, 0, self.n - 1)))

    def __repr__(self) -> str:
        return f"<VectorEnv {self.variant.id}, {self.n} games>"


def _cores() -> int:
    # Only some systems say which cores a process may use.
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
