"""How often agents of Stable-Baselines3 keep the value of a position: a few minutes of training each, then the exam.

Needs `pip install stable-baselines3 sb3-contrib`. Prints the table of docs/how-to/train.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3 import DQN, PPO

import dreierlei
import dreierlei.env.gym
from dreierlei import agents, exam

if TYPE_CHECKING:
    from dreierlei import Move, Position

TRIED = (
    (PPO, "tictactoe", 50_000),
    (DQN, "tictactoe", 50_000),
    (MaskablePPO, "tictactoe", 50_000),
    (MaskablePPO, "qango6", 50_000),
    (MaskablePPO, "tres", 30_000),
    (MaskablePPO, "bedraengnis", 30_000),
)


class Trained:
    """A model as an agent. If it proposes an illegal move, the first legal one is played, and that is counted."""

    def __init__(self, model: Any, spaces: Any) -> None:
        self.model, self.spaces, self.illegal = model, spaces, 0
        self.masked = isinstance(model, MaskablePPO)

    def __call__(self, position: Position) -> Move:
        """Its move in a position."""
        mask = self.spaces.mask(position)
        masked = {"action_masks": mask} if self.masked else {}
        action, _ = self.model.predict(self.spaces.observe(position, position.turn), deterministic=True, **masked)
        if not mask[int(action)]:
            self.illegal += 1
            return position.moves()[0]
        return self.spaces.move(int(action))  # type: ignore[no-any-return]


def main() -> None:
    """Trains one after another, with the default settings, one seed and a random opponent."""
    torch.set_num_threads(1)
    by_chance = exam.examine(agents.Random(seed=1))
    print("| algorithm | game | steps | kept | random moves | illegal moves proposed |")
    print("|---|---|---|---|---|---|")
    for algorithm, game, steps in TRIED:
        alone: Any = gymnasium.make(f"dreierlei/{game}-v0", max_plies=200)
        agent = Trained(algorithm("MlpPolicy", alone, seed=1).learn(steps), alone.unwrapped.spaces)
        kept, asked = exam.examine(agent, [game]).share(), len(exam.questions(game))
        illegal = "" if agent.masked else f"{agent.illegal} of {asked}"
        name = dreierlei.game(game).names["en"]
        figures = f"{steps:,}".replace(",", " "), f"{kept:.0%}", f"{by_chance.share(game):.0%}", illegal
        print(f"| {algorithm.__name__} | {name} | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()
