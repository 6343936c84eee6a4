"""Thousands of games, stepped in one native call over arrays that are updated in place."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import _core
from ..declarations import game as find_game
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
    """The result of a step, a row for each game. The arrays are reused: copy what you keep."""

    observations: Planes
    """The planes, seen by the player to move."""
    rewards: Floats
    """Of White and of Black for the last step: 1 and -1 when a game was decided, else 0."""
    terminated: Flags
    """Whether the step ended the game. Observation, mask and player then belong to the new game."""
    truncated: Flags
    """Whether the game was cut off after the step and restarted."""
    mask: Flags
    """Which actions are legal."""
    player: Planes
    """Who is to move: 0 is White, 1 is Black."""
    last_observations: Planes
    """The last observations of White and Black in games that ended or were cut off; other rows are stale."""


class VectorEnv:
    """Many games with the same actions and planes, stepped together in the core. A game that ends is restarted.

    >>> env = VectorEnv("tictactoe", 1000, seed=1)
    >>> batch = env.step(env.sample())
    >>> batch.observations.shape, batch.mask.shape
    ((1000, 2, 3, 3), (1000, 9))

    Environments can be pickled, for programs of the same version on the same kind of machine.
    """

    def __init__(
        self,
        game: str,
        n: int,
        *,
        threads: int | None = None,
        seed: int = 0,
        max_plies: int | None = None,
        starts: Sequence[Position] = (),
        **options: object,
    ) -> None:
        """`n` games at their start. The games do not depend on `threads`, by default one for each core.

        `max_plies` cuts a game off after that many moves. Each game begins from one of `starts`, drawn at random; they
        may be of different variants, such as boards, whose actions and planes are the same. Raises `DreierleiError` for
        wrong numbers and positions, `UnknownGame` and `InvalidOption`.
        """
        self.variant = find_variant(game, options)
        self.spaces = Spaces.of(self.variant)
        self.starts = self.spaces.starts(starts)
        self.n = within("n", n, 1, MOST_GAMES)
        self.threads = within("threads", _cores() if threads is None else threads, 1, 1024)
        self.max_plies = None if max_plies is None else within("max_plies", max_plies, 1, MOST_PLIES)
        self.batch = Batch(
            np.zeros((n, *self.spaces.shape), np.uint8),
            np.zeros((n, 2), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.bool_),
            np.zeros((n, self.spaces.actions), np.bool_),
            np.zeros(n, np.uint8),
            np.zeros((n, 2, *self.spaces.shape), np.uint8),
        )
        batch = self.batch
        self._sampled: Actions = np.zeros(n, np.int64)
        self._core = _core.Batch(
            self.spaces.rules,
            list(self.starts),
            n,
            self.threads,
            self.max_plies or 0,
            [
                batch.observations,
                batch.mask,
                batch.rewards,
                batch.terminated,
                batch.truncated,
                batch.player,
                batch.last_observations,
            ],
        )
        self.reset(seed)

    def reset(self, seed: int = 0) -> Batch:
        """Restarts all games; `sample` and the choice of starts follow the random sequence of that seed."""
        self._core.reset(seed % SEEDS)
        return self.batch

    def step(self, actions: ArrayLike, moving: ArrayLike | None = None) -> Batch:
        """Plays one action in each game, or only in those for which `moving` is true.

        Arrays of `int64` are read without copying. Raises `DreierleiError` if an action is not legal; then no game is
        stepped.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise DreierleiError("env.actions", count=self.n, kind=str(chosen.dtype), shape=str(chosen.shape))
        flags = None if moving is None else np.ascontiguousarray(moving)
        if flags is not None and (flags.shape != (self.n,) or flags.dtype.kind != "b"):
            raise DreierleiError("env.moving", count=self.n, kind=str(flags.dtype), shape=str(flags.shape))
        wrong = self._core.step(np.ascontiguousarray(chosen, np.int64), flags)
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
        number = within("game", game, 0, self.n - 1)
        return Position(self.starts[self._core.start_of(number)].variant, *self._core.setup(number))

    def clone(self) -> VectorEnv:
        """An independent copy: the same games with their histories and random sequences."""
        copy = VectorEnv.__new__(VectorEnv)
        copy.__setstate__(self.__getstate__())
        return copy

    def __getstate__(self) -> dict[str, Any]:
        batch = self.batch
        return {
            "game": self.variant.game.id,
            "options": dict(self.variant.options),
            "settings": {"n": self.n, "threads": self.threads, "max_plies": self.max_plies, "starts": self.starts},
            "games": self._core.save(),
            # The results of the last step; everything else follows from the games.
            "told": [batch.rewards, batch.terminated, batch.truncated, batch.last_observations],
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["game"], **state["settings"], **state["options"])  # type: ignore[misc]
        self._core.load(state["games"])
        batch = self.batch
        arrays: tuple[Any, ...] = (batch.rewards, batch.terminated, batch.truncated, batch.last_observations)
        for array, told in zip(arrays, state["told"], strict=True):
            array[...] = told

    def __repr__(self) -> str:
        return f"<VectorEnv {self.variant.id}, {self.n} games>"


def starts(game: str, count: int, *, seed: int = 0, **options: object) -> tuple[Position, ...]:
    """The start of `count` variants of a game, such as boards: options that are not given are drawn where possible.

    Raises `UnknownGame`, `InvalidOption`, and `DreierleiError` for a game in which nothing is drawn.

    >>> [position.variant.options["board"] for position in starts("bedraengnis", 3, seed=1)]
    ['C1', 'a3', 'B3']
    """
    drawn = [
        option.name for option in find_game(game).options if "random" in option.drawn and option.name not in options
    ]
    if not drawn:
        raise DreierleiError("env.nothing-drawn", game=game)
    return tuple(
        Position(find_variant(game, {**options, **dict.fromkeys(drawn, f"random:{seed + number}")}))
        for number in range(within("count", count, 1, MOST_GAMES))
    )


def _cores() -> int:
    # Only some systems report which cores a process may use.
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
