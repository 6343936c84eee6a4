"""Fits the weights of an evaluation to the results of the engine's own games, for any game that has such weights.

    python bench/tune.py GAME [--games 4000] [--nodes 1000] [--seed 0] [--write]

The engine plays itself from random openings, with a fixed number of nodes for each move. Every position of these games
in which no end is in sight, with the result for the player to move, is one case of a logistic regression. Its features
are the terms that the core's evaluation sums up (`each_term` in cpp/families), so a new feature needs no edit here.

Prints the mean log loss on games that were held back, with the present weights (scaled as well as possible) and with
the fitted ones; `--write` writes them to cpp/families. Build again, and let bench/sprt.py decide whether the change
stays. The work can be interrupted; the same command resumes it.
"""

from __future__ import annotations

import argparse
import math
import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dreierlei import _core, start
from dreierlei.folders import unfinished
from dreierlei.search import search
from dreierlei.work import Journal, workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dreierlei import Move, Position

    Array = NDArray[np.float64]
    Indices = NDArray[np.int64]

    Case = tuple[list[tuple[int, int]], float]
    """The terms of a position, and what the player to move made of it: 1, 0.5 or 0."""

FAMILIES = Path(__file__).parent.parent / "cpp" / "families"
SCALE = 420
"""Thousandths of a unit for one unit of the regression: an estimate of 1.00 is a chance of 91 per cent."""
OPENING = 12
"""The most plies that are played at random before a game."""
LONGEST = 200
"""A game that is not over after this many plies counts as a draw."""
TOGETHER = 10
"""Games that go to a process together."""
HELD_BACK = 10
"""One of so many games is held back."""


# --- games ------------------------------------------------------------------------------------------------------------


def play(game: str, seeds: Sequence[str], nodes: int) -> list[list[Case]]:
    """The cases of a few games."""
    return [play_one(game, random.Random(seed), nodes) for seed in seeds]


def play_one(game: str, lot: random.Random, nodes: int) -> list[Case]:
    """The cases of a game by the engine against itself."""
    current = start(game)
    for _ in range(lot.randint(0, OPENING)):
        if current.outcome() is None:
            current = current.play(lot.choice(current.moves()))
    seen: list[Position] = []
    while current.outcome() is None and len(current.line) < LONGEST:
        move, open_end = choose(current, nodes, lot)
        if open_end:
            seen.append(current)
        current = current.play(move)
    end = current.outcome()
    winner = end.winner if end else None
    return [(_core.terms(each), 0.5 if winner is None else float(winner is each.turn)) for each in seen]


def choose(current: Position, nodes: int, lot: random.Random) -> tuple[Move, bool]:
    """A move, now and then not the best, and whether no end of the game is in sight."""
    moves = current.moves()
    if len(moves) == 1:
        return moves[0], False
    analysis = search(current, nodes=nodes, lines=min(len(moves), 3 if lot.random() < 0.2 else 1))
    best = analysis.score.value
    weights = [math.exp(max(-50.0, (line.score.value - best) / 15)) for line in analysis.lines]
    return lot.choices([line.move for line in analysis.lines], weights)[0], analysis.score.result is None


# --- the regression ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cases:
    """Positions as rows of a sparse matrix, and their results."""

    rows: Indices
    """For each term the number of its position, in order."""
    weights: Indices
    counts: Array
    results: Array

    @classmethod
    def of(cls, cases: Sequence[Case]) -> Cases:
        """All of them."""
        sizes = [len(terms) for terms, _ in cases]
        terms = np.array([term for terms, _ in cases for term in terms], np.int64).reshape(-1, 2)
        rows = np.repeat(np.arange(len(cases)), sizes)
        return cls(rows, terms[:, 0], terms[:, 1].astype(np.float64), np.array([result for _, result in cases]))

    def sums(self, weights: Array) -> Array:
        """The evaluation of each position."""
        sums: Array = np.bincount(self.rows, weights[self.weights] * self.counts, len(self.results)).astype(np.float64)
        return sums

    def slope(self, errors: Array, size: int) -> Array:
        """How the loss changes with each weight."""
        slope: Array = np.bincount(self.weights, errors[self.rows] * self.counts, size) / len(self.results)
        return slope

    def loss(self, weights: Array) -> float:
        """Mean surprise about the results, in nats."""
        sums = self.sums(weights)
        return float(np.mean(np.logaddexp(0, sums) - self.results * sums))


def fit(cases: Cases, weights: Array, steps: int = 3000) -> Array:
    """The best weights, from given ones, by Adam with a falling rate over all cases."""
    weights = weights.copy()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        errors = 1 / (1 + np.exp(-cases.sums(weights))) - cases.results
        slope = cases.slope(errors, len(weights)) + 1e-6 * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        rate = 0.01 * (1 + math.cos(math.pi * step / steps))
        weights -= rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-12)
    return weights


def scaled(cases: Cases, weights: Array) -> Array:
    """The weights times the number that suits the cases best."""
    return min((weights * 1.1**power for power in range(-30, 31)), key=cases.loss)


# --- writing ----------------------------------------------------------------------------------------------------------


def header(family: str, weights: Array, command: str) -> str:
    """The weights as the core reads them."""
    numbers = ", ".join(str(round(weight)) for weight in weights)
    lines = [""]
    for word in f"inline constexpr std::int16_t {family}_weights[] = {{{numbers}}};".split(" "):
        if len(lines[-1]) + 1 + len(word) > 120:
            lines.append("   ")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(
        [
            "// The weights of an evaluation, in thousandths of a unit. Written by:",
            f"// {command}",
            "#pragma once",
            "",
            "#include <cstdint>",
            "",
            "namespace dreierlei {",
            "",
            *lines,
            "",
            "}  // namespace dreierlei",
            "",
        ]
    )


def main() -> None:
    """Plays, fits, writes."""
    parser = argparse.ArgumentParser(description="Fit the weights of an evaluation.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=1000, help="for each move")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--write", action="store_true", help="the fitted weights to cpp/families")
    options = parser.parse_args()
    variant = start(options.game).variant
    present = np.array(_core.weights(start(options.game)), np.float64)
    command = f"python bench/tune.py {variant.id} --games {options.games} --nodes {options.nodes} --seed {options.seed}"
    journal = Journal(unfinished(command), command)
    seeds = [f"{options.seed}/{number}" for number in range(options.games)]
    tasks = {seeds[i]: (variant.id, seeds[i : i + TOGETHER], options.nodes) for i in range(0, len(seeds), TOGETHER)}
    with workers(processes=options.processes) as executor:
        games = [game for _, part in journal.run(executor, play, tasks) for game in part]
    held = Cases.of([case for number, game in enumerate(games) if number % HELD_BACK == 0 for case in game])
    used = Cases.of([case for number, game in enumerate(games) if number % HELD_BACK for case in game])
    before = scaled(used, present / SCALE)
    after = fit(used, before)
    print(f"{len(used.results)} positions; held back: {held.loss(before):.4f} before, {held.loss(after):.4f} fitted")
    print(" ".join(str(round(SCALE * weight)) for weight in after[:64]), "…" if len(after) > 64 else "")
    if options.write:
        family = variant.tables.family
        (FAMILIES / f"{family}_weights.hpp").write_text(header(family, SCALE * after, f"{command} --write"))
        journal.close()


if __name__ == "__main__":
    main()
