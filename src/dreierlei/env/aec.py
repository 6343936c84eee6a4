"""Every variant as a PettingZoo environment: two agents, `white_0` and `black_1`, who move in turn."""

# PettingZoo has no types.
# mypy: disable-error-code="import-untyped,import-not-found"
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces as gym
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..declarations import games
from ..declarations import variant as find_variant
from ..errors import DreierleiError
from ..model import SIDES, Variant
from ..positions import Position
from ..solvers import solve
from .shared import RENDER_MODES, check_render_mode, observations, render
from .spaces import MOST_PLIES, Spaces, within

EXACT_NODES = 20_000
"""The node limit of the search for an exact value."""

AGENTS = {f"{side}_{number}": side for number, side in enumerate(SIDES)}
"""The agents and their sides. PettingZoo expects numbers in their names."""
_NAMES = {side: agent for agent, side in AGENTS.items()}


def make(game: str, **settings: Any) -> AECEnv[str, Any, Any]:
    """An environment as PettingZoo's own factories wrap it: an illegal action loses. `RawEnv` has the settings."""
    env: Any = RawEnv(game, **settings)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def factory(game: str, **options: object) -> Callable[..., AECEnv[str, Any, Any]]:
    """A function that makes environments of one variant, as `env` of PettingZoo's modules does."""
    return partial(make, game, **find_variant(game, options).options)


def factories() -> dict[str, Callable[..., AECEnv[str, Any, Any]]]:
    """A factory for every game and every listed value of its options, by the variant's id."""
    makers = {}
    for game in games():
        names = [option.name for option in game.options]
        for values in itertools.product(*(option.choices or (option.default,) for option in game.options)):
            variant = find_variant(game.id, dict(zip(names, values, strict=True)))
            makers[variant.id] = factory(game.id, **variant.options)
    return makers


class RawEnv(AECEnv[str, Any, Any]):
    """One game for two agents. A turn is one action, even if its move has several targets.

    An observation is a dict: `observation`, the planes seen by the agent, and `action_mask`, all zero for the agent who
    is not to move. The winner's reward is 1, the loser's -1, and 0 is a draw. The info of an agent has, with `exact`,
    the `value` of the position for it (1, 0, -1) where a short search proves it, and at the end the `reason`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "dreierlei_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        exact: bool = False,
        max_plies: int | None = None,
        starts: Sequence[Position] = (),
        **options: object,
    ) -> None:
        """The start of a game; raises `UnknownGame`, `InvalidOption`, or `DreierleiError` for wrong settings.

        `max_plies` cuts a game off after that many moves. Each game begins from one of `starts`, drawn at random.
        """
        super().__init__()
        if max_plies is not None:
            within("max_plies", max_plies, 1, MOST_PLIES)
        self.spaces = Spaces.of(find_variant(game, options))
        self.metadata = {**type(self).metadata, "name": f"{self.variant.id}_v0"}  # type: ignore[misc]
        self.starts = self.spaces.starts(starts)
        self.render_mode = check_render_mode(render_mode)
        self.exact = exact
        self.max_plies = max_plies
        self.possible_agents = list(AGENTS)
        seen = observations(self.spaces)
        mask = gym.Box(0, 1, (self.spaces.actions,), np.int8)
        self.observation_spaces = {
            agent: gym.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: gym.Discrete(self.spaces.actions) for agent in self.possible_agents}
        self.position = self.starts[0]
        self._rng = random.Random()

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.spaces.variant

    def observation_space(self, agent: str) -> gym.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym.Space[Any]:
        """The space of an agent's actions; `spaces.move` gives the move of each."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. The seed decides which of the starts is drawn; `options` may have a `position` instead."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.position = self._rng.choice(self.starts)
        if options and "position" in options:
            (self.position,) = self.spaces.starts([options["position"]])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = _NAMES[self.position.turn]
        self._plies = 0
        self._inform()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees."""
        mask = self.spaces.mask(self.position).astype(np.int8) * (agent == self.agent_selection)
        return {"observation": self.spaces.observe(self.position, AGENTS[agent]), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Plays an action for the agent who is to move; raises `DreierleiError` if it is not legal."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        number = int(action)
        move = self.spaces.rules.action_move(number) if 0 <= number < self.spaces.actions else None
        if move is None or move not in self.position.moves():
            refusal = self.spaces.refusal(self.position, number)
            raise DreierleiError("env.illegal-action", side=self.position.turn, refusal=refusal)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.position = self.position.play(move)
        self._plies += 1
        end = self.position.outcome()
        cut = end is None and self._plies == self.max_plies
        for agent, side in AGENTS.items():
            won = 0.0 if end is None or end.winner is None else 1.0 if end.winner is side else -1.0
            self.rewards[agent] = won
            self.terminations[agent] = end is not None
            self.truncations[agent] = cut
        self.agent_selection = _NAMES[self.position.turn]
        self._accumulate_rewards()
        self._inform()
        if self.render_mode == "human":
            self.render()

    def _inform(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if (end := self.position.outcome()) is not None:
            for info in self.infos.values():
                info["reason"] = end.reason
                if end.points is not None:
                    info["points"] = end.points
        if self.exact:
            solution = solve(self.position, nodes=EXACT_NODES)
            for agent, info in self.infos.items() if solution.known else ():
                info["value"] = 0 if solution.winner is None else 1 if solution.winner is AGENTS[agent] else -1

    def render(self) -> Any:
        """The position: printed with `human`, returned otherwise."""
        return render(self.position, self.render_mode)

    def clone(self) -> RawEnv:
        """An independent copy."""
        return copy.deepcopy(self)

    def close(self) -> None:
        """Does nothing: no window or file is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
