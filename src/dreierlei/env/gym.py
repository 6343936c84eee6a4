"""Every game for Gymnasium: a learner plays one side, an opponent the other. Importing this module registers the games.

`gymnasium.make("dreierlei/tres-v0")` makes one game, `gymnasium.make_vec("dreierlei/tres-v0", 1024)` many that the core
steps together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
from gymnasium.vector.utils import batch_space

from .._core import Move
from ..declarations import games
from ..declarations import variant as find_variant
from ..errors import DreierleiError
from ..levels import LEVELS, choose
from ..model import SIDES, WHITE, Side
from ..positions import Position
from .shared import RENDER_MODES, check_render_mode, observations, render
from .spaces import MOST_PLIES, Flags, Planes, Spaces, within
from .vector import Actions, Batch, Floats, VectorEnv

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import ArrayLike

Player = Callable[[Position], Move | str]
"""Chooses a move for the player to move."""


class GymEnv(gymnasium.Env[Planes, Any]):
    """One game. The learner sees the planes from its own side and acts only when it is to move.

    The reward is 1 for a win, -1 for a loss, 0 otherwise. The legal actions are in `info["action_mask"]`, and
    `action_masks` returns them, as MaskablePPO expects; an illegal action loses the game.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  as Gymnasium has it

    def __init__(
        self,
        game: str,
        *,
        opponent: Literal["random"] | int | Player = "random",
        side: Literal["white", "black"] | None = None,
        max_plies: int | None = None,
        starts: Sequence[Position] = (),
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """`opponent` is random, a level, or a function; `side` is the learner's, by default drawn for each game.

        Each game begins from one of `starts`, drawn at random, and is cut off after `max_plies` moves. Raises
        `UnknownGame`, `InvalidOption`, or `DreierleiError` for wrong settings.
        """
        self.spaces = Spaces.of(find_variant(game, options))
        self.starts = self.spaces.starts(starts)
        self.max_plies = None if max_plies is None else within("max_plies", max_plies, 1, MOST_PLIES)
        self.opponent = _opponent(opponent)
        self.chosen_side = _side(side)
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observations(self.spaces)  # type: ignore[assignment]  # Box of any numbers
        self.action_space = Discrete(self.spaces.actions)
        self.position, self.side = self.starts[0], WHITE

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        """Starts a new game; if the opponent begins, it has moved. `options` may have a `position` and a `side`."""
        super().reset(seed=seed)
        wanted = options or {}
        starts = self.spaces.starts([wanted["position"]]) if "position" in wanted else self.starts
        self.position = starts[int(self.np_random.integers(len(starts)))]
        self.side = _side(wanted.get("side")) or self.chosen_side or SIDES[int(self.np_random.integers(2))]
        self._plies = 0
        self._answer()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Plays an action and the opponent's answer."""
        number = int(action)
        if not (0 <= number < self.spaces.actions and self.action_masks()[number]):
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self._play(self.spaces.move(number))
        self._answer()
        end = self.position.outcome()
        reward = 0.0 if end is None or end.winner is None else 1.0 if end.winner is self.side else -1.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, end is not None, end is None and self._cut(), self._info()

    def action_masks(self) -> Flags:
        """Which actions are legal."""
        return self.spaces.mask(self.position)

    def render(self) -> Any:
        """The position: printed with `human`, returned otherwise."""
        return render(self.position, self.render_mode)

    def _play(self, move: Move | str) -> None:
        self.position = self.position.play(move)
        self._plies += 1

    def _cut(self) -> bool:
        return self.max_plies is not None and self._plies >= self.max_plies

    def _answer(self) -> None:
        while self.position.turn is not self.side and self.position.outcome() is None and not self._cut():
            self._play(self.opponent(self.position, self.np_random))

    def _seen(self) -> Planes:
        return self.spaces.observe(self.position, self.side)

    def _info(self) -> dict[str, Any]:
        end = self.position.outcome()
        return {"action_mask": self.action_masks().astype(np.int8)} | ({"reason": end.reason} if end else {})


class GymVectorEnv(GymnasiumVectorEnv[Planes, Any, Any]):
    """Many games in the core, each with a learner on one side. A game that ends is restarted in the same step.

    `infos` has `action_mask` and, where `_final_obs` is set because a game ended, `final_obs`, the learner's last
    observation. The arrays of observations and masks are reused: copy what you keep.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: Literal["random"] | Callable[[Batch], ArrayLike] = "random",
        side: Literal["white", "black"] | None = None,
        threads: int | None = None,
        max_plies: int | None = None,
        starts: Sequence[Position] = (),
        **options: object,
    ) -> None:
        """`opponent` is random, or a function that returns an action for every game of a batch.

        `side` is the learner's: by default White in games with an even number, Black in the others. The other settings
        are those of `VectorEnv`.
        """
        if opponent != "random" and not callable(opponent):
            raise DreierleiError("env.opponent", opponent=repr(opponent), least=1, most=len(LEVELS))
        self.games = VectorEnv(game, num_envs, threads=threads, max_plies=max_plies, starts=starts, **options)  # type: ignore[arg-type]
        self.opponent = opponent
        chosen = _side(side)
        self.side = np.arange(num_envs) % 2 if chosen is None else np.full(num_envs, SIDES.index(chosen))
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = observations(self.games.spaces)
        self.single_action_space = Discrete(self.games.spaces.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Planes, dict[str, Any]]:
        """Restarts all games; there are no options."""
        super().reset(seed=seed, options=options)
        batch = self.games.reset(int(self.np_random.integers(1 << 62)))
        while (waiting := batch.player != self.side).any():
            self.games.step(self._answers(), waiting)
        return batch.observations, {"action_mask": batch.mask}

    def step(self, actions: Actions) -> tuple[Planes, Floats, Flags, Flags, dict[str, Any]]:
        """Plays an action in every game and the opponents' answers; raises `DreierleiError` for an illegal action.

        A new game that ends before the learner is to move is silently replaced by another.
        """
        batch = self.games.step(actions)
        rows = np.arange(self.num_envs)
        rewards, last = batch.rewards[rows, self.side], batch.last_observations[rows, self.side]
        terminated, truncated = batch.terminated.copy(), batch.truncated.copy()
        while (waiting := batch.player != self.side).any():
            running = waiting & ~(terminated | truncated)
            self.games.step(self._answers(), waiting)
            ended = running & (batch.terminated | batch.truncated)
            rewards[ended] = batch.rewards[ended, self.side[ended]]
            last[ended] = batch.last_observations[ended, self.side[ended]]
            terminated |= running & batch.terminated
            truncated |= running & batch.truncated
        infos = {"action_mask": batch.mask, "final_obs": last, "_final_obs": terminated | truncated}
        return batch.observations, rewards, terminated, truncated, infos

    def _answers(self) -> ArrayLike:
        return self.games.sample() if self.opponent == "random" else self.opponent(self.games.batch)


def register() -> None:
    """Makes every game known to Gymnasium as `dreierlei/ID-v0`."""
    for game in games():
        gymnasium.register(
            f"dreierlei/{game.id}-v0",
            entry_point="dreierlei.env.gym:GymEnv",
            vector_entry_point="dreierlei.env.gym:GymVectorEnv",
            kwargs={"game": game.id},
        )


def _opponent(given: Literal["random"] | int | Player) -> Callable[[Position, Generator], Move | str]:
    if given == "random":
        return _random_move
    if isinstance(given, int) and 1 <= given <= len(LEVELS):
        return partial(_level_move, given)
    if callable(given):
        return lambda position, _: given(position)
    raise DreierleiError("env.opponent", opponent=repr(given), least=1, most=len(LEVELS))


def _random_move(position: Position, rng: Generator) -> Move:
    moves = position.moves()
    return moves[int(rng.integers(len(moves)))]


def _level_move(level: int, position: Position, rng: Generator) -> Move:
    return choose(position, level, seed=float(rng.random()))


def _side(given: str | Side | None) -> Side | None:
    sides = {str(side): side for side in SIDES}
    if given is not None and str(given) not in sides:
        raise DreierleiError("env.side", side=repr(given))
    return None if given is None else sides[str(given)]


register()
