"""How often plain agents and levels keep the value of a position: the exam for all games, for one agent after another.

Levels that think by the clock are left out, so the figures are the same on every machine.
"""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

import dreierlei
from dreierlei import agents, exam
from dreierlei.levels import choose

if TYPE_CHECKING:
    from dreierlei import Move, Position


def of_level(level: int, lot: random.Random, position: Position) -> Move:
    """The move of a level."""
    return choose(position, level, seed=lot.random())


def main() -> None:
    """Prints a row for each game and a column for each agent."""
    tried: dict[str, exam.Agent] = {
        "random": agents.Random(seed=1),
        "greedy": agents.Greedy(seed=1),
        "MCTS 200": agents.TreeSearch(200, seed=1),
        **{f"level {level}": partial(of_level, level, random.Random(1)) for level in (1, 3, 5, 7)},
    }
    reports = {name: exam.examine(agent) for name, agent in tried.items()}
    print(f"| game | positions | {' | '.join(tried)} |")
    print(f"|---|---|{'---|' * len(tried)}")
    for game in dreierlei.games():
        if count := len(exam.questions(game.id)):
            shares = " | ".join(f"{report.share(game.id):.0%}" for report in reports.values())
            print(f"| {game.names['en']} | {count} | {shares} |")
    print(f"| all | | {' | '.join(f'{report.share():.0%}' for report in reports.values())} |")


if __name__ == "__main__":
    main()
