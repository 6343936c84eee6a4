"""Fits the evaluation of TRES to how its own games end: python bench/tune_tres.py [--seconds 300] [--nodes 1000]

The engine plays itself from random openings, with so many nodes for each move. Every position of these games, with the
result for the player to move, is one case of a logistic regression. Its features are those that
cpp/families/tres_evaluation.hpp sums up: the whole pattern of a diagonal, the pattern of the centre and the inner ring,
the stones on the other places, how many stones each player has on the board, and whether the opponent threatens to win.
Patterns that a turn of the board makes equal share their weight.

Prints the loss on games that were held back, and writes cpp/families/tres_weights.hpp. Build again to use it.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dreierlei import start
from dreierlei.declarations.tres import NAMES, STONES
from dreierlei.engine import analyse

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dreierlei import Move, Position

    Array = NDArray[np.float64]
    Indices = NDArray[np.int64]

TARGET = Path(__file__).parent.parent / "cpp" / "families" / "tres_weights.hpp"
SCALE = 420
"""Thousandths of a unit for one unit of the regression: an estimate of 1.00 is a chance of 91 per cent."""
EMPTY, OWN, OTHER, NEUTRAL = range(4)

# The places of each pattern in the order of its bits, for the north-western corner; turning gives the others.
DIAGONAL = ("c", "i0", "i2", "m0", "m4", "o0", "o8")
CORE = ("c", "i0", "i1", "i2", "i3")
SINGLES = ("m1", "o15", "o14", "o13")
"""Places outside both, one of each kind: the outer ones one, two and three steps before their corner."""


# --- games ------------------------------------------------------------------------------------------------------------


def play(seed: int, seconds: float, nodes: int) -> tuple[list[str], list[float]]:
    """Positions of games by the engine against itself, and what the player to move made of them."""
    lot = random.Random(seed)
    boards: list[str] = []
    results: list[float] = []
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        current = start("tres")
        for _ in range(lot.randint(0, 14)):
            if current.outcome() is None:
                current = current.play(lot.choice(list(current.moves())))
        seen: list[Position] = []
        while current.outcome() is None and len(current.line) < 160:
            move, worth_noting = choose(current, nodes, lot)
            if worth_noting:
                seen.append(current)
            current = current.play(move)
        end = current.outcome()
        winner = end.winner if end else None
        for position in seen:
            boards.append(seen_by_mover(position))
            results.append(0.5 if winner is None else float(winner is position.turn))
    return boards, results


def choose(current: Position, nodes: int, lot: random.Random) -> tuple[Move, bool]:
    """A move, now and then not the best, and whether the position is one for judgement: no end is in sight."""
    moves = current.moves()
    if len(moves) == 1:
        return moves[0], False
    found = analyse(current, nodes=nodes, lines=3 if len(current.line) < 40 and lot.random() < 0.3 else 1)
    best = found.score.value
    weights = [math.exp(max(-50.0, (line.score.value - best) / 15)) for line in found.lines]
    return lot.choices([line.move for line in found.lines], weights)[0], found.score.result != "win"


def seen_by_mover(position: Position) -> str:
    """A digit for each place."""
    board, turn = str(position).split()[1:3]
    digits = {".": EMPTY, "n": NEUTRAL, turn: OWN}
    return "".join(str(digits.get(place, OTHER)) for place in board.replace("/", ""))


# --- features ---------------------------------------------------------------------------------------------------------


def turned(name: str, quarters: int) -> int:
    """The number of the place that a place comes to."""
    if name == "c":
        return NAMES.index(name)
    ring, size = name[0], {"i": 4, "m": 8, "o": 16}[name[0]]
    return NAMES.index(f"{ring}{(int(name[1:]) + quarters * size // 4) % size}")


def pattern(board: Indices, places: tuple[str, ...], quarters: int) -> Indices:
    """The number of a pattern: a bit for each place where the mover or nobody stands, then for the others or nobody."""
    number = np.zeros(len(board), np.int64)
    for i, place in enumerate(places):
        state = board[:, turned(place, quarters)]
        number |= (state & 1) << i | (state >> 1) << (i + len(places))
    return number


def threatened(board: Indices) -> Array:
    """Whether the opponent could win with a push at once."""
    found = np.zeros(len(board), bool)
    for corner in range(4):
        way = [board[:, turned(place, corner)] for place in ("o0", "m0", "i0", "c", "i2")]
        across = [board[:, turned(place, corner)] for place in ("i1", "i3")]
        outer, middle, inner, centre, beyond = way
        behind = np.where(centre != EMPTY, centre, beyond)
        filled = (inner == OTHER) & (
            ((middle == OTHER) & (behind == OTHER)) | ((across[0] == OTHER) & (across[1] == OTHER))
        )
        gap = (inner == EMPTY) & (middle == OTHER) & (centre == OTHER) & (beyond == OTHER)
        found |= (outer != EMPTY) & (middle != EMPTY) & (filled | gap)
    return found.astype(np.float64)


@dataclass(frozen=True)
class Features:
    """For each position the numbers of the weights that apply to it, and whether it is under a threat."""

    numbers: Indices
    threat: Array
    offsets: dict[str, tuple[int, int]]
    """Where each kind of weight begins, and how many there are."""

    @classmethod
    def of(cls, board: Indices) -> Features:
        """Those of all positions."""
        columns: list[Indices] = []
        offsets: dict[str, tuple[int, int]] = {}

        def add(kind: str, count: int, *found: Indices) -> None:
            begin = sum(size for _, size in offsets.values())
            offsets[kind] = begin, count
            columns.extend(begin + each for each in found)

        # Each diagonal both ways round, so that a pattern and its mirror image have the same weight.
        add("diagonal", 4 ** len(DIAGONAL), *(pattern(board, DIAGONAL, quarters) for quarters in range(4)))
        add("core", 4 ** len(CORE), *(pattern(board, CORE, quarters) for quarters in range(4)))
        for place in SINGLES:
            single = (board[:, turned(place, quarters)] % 3 for quarters in range(4))
            add(place, 3, *single)
        for kind, who in (("own", OWN), ("other", OTHER)):
            add(kind, STONES + 1, (board == who).sum(1))
        return cls(np.stack(columns, 1), threatened(board), offsets)


# --- the regression ---------------------------------------------------------------------------------------------------


def fit(features: Features, results: Array, rounds: int = 25, batch: int = 1 << 16) -> tuple[Array, float, float]:
    """The weights, that of a threat, and the constant, by Adam with a falling rate."""
    size = sum(count for _, count in features.offsets.values())
    weights = np.zeros(size + 2)
    mean, square = np.zeros(size + 2), np.zeros(size + 2)
    lot = np.random.default_rng(0)
    steps = rounds * math.ceil(len(results) / batch)
    step = 0
    for _ in range(rounds):
        order = lot.permutation(len(results))
        for chosen in (order[i : i + batch] for i in range(0, len(order), batch)):
            step += 1
            numbers, threat = features.numbers[chosen], features.threat[chosen]
            error = (chance(weights, numbers, threat) - results[chosen]) / len(chosen)
            slope = np.bincount(numbers.ravel(), np.repeat(error, numbers.shape[1]), size + 2).astype(np.float64)
            slope[size:] = error @ threat, error.sum()
            slope = slope + 1e-7 * weights
            mean = 0.9 * mean + 0.1 * slope
            square = 0.999 * square + 0.001 * slope**2
            rate = 0.025 * (1 + math.cos(math.pi * step / steps))
            weights -= rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-10)
    return weights[:size], float(weights[size]), float(weights[size + 1])


def chance(weights: Array, numbers: Indices, threat: Array) -> Array:
    """Of the player to move; the last two weights are that of a threat and the constant."""
    expected: Array = 1 / (1 + np.exp(-(weights[numbers].sum(1) + weights[-2] * threat + weights[-1])))
    return expected


def loss(weights: Array, features: Features, results: Array) -> float:
    """Mean surprise about the results, in nats."""
    expected = chance(weights, features.numbers, features.threat)
    surprise = results * np.log(expected) + (1 - results) * np.log(1 - expected)
    return -float(surprise.mean())


# --- writing ----------------------------------------------------------------------------------------------------------


def header(weights: Array, threat: float, constant: float, offsets: dict[str, tuple[int, int]], command: str) -> str:
    """The weights as the core reads them, in thousandths of a unit."""

    def part(kind: str) -> Array:
        begin, count = offsets[kind]
        return weights[begin : begin + count]

    def row(name: str, values: Array) -> str:
        numbers = ", ".join(str(round(SCALE * value)) for value in values)
        lines = wrapped(f"inline constexpr std::int16_t {name}[] = {{{numbers}}};")
        return "\n".join(lines)

    def folded(kind: str, images: list[Indices]) -> Array:
        """The sum over the images of a pattern, one for each pattern that is the least of its images and can be."""
        size = len(images[0])
        half = size.bit_length() // 2
        least = np.minimum.reduce(images) == np.arange(size)
        neutrals = np.array([(number & number >> half).bit_count() for number in range(size)])
        total: Array = np.sum([part(kind)[image] for image in images], axis=0)
        chosen: Array = total[least & (neutrals <= 1)]
        return chosen

    singles = np.array([part(place)[who] for who in (OWN, OTHER) for place in SINGLES])
    # Empty places are part of the constant: every position has its full number of them.
    constant += 4 * float(sum(part(place)[EMPTY] for place in SINGLES))
    singles -= np.array([part(place)[EMPTY] for _ in (OWN, OTHER) for place in SINGLES])
    diagonal_images = [renumbered(len(DIAGONAL), order) for order in ((0, 1, 2, 3, 4, 5, 6), (0, 2, 1, 4, 3, 6, 5))]
    core_images = [renumbered(len(CORE), (0, *((i + quarters) % 4 + 1 for i in range(4)))) for quarters in range(4)]
    return "\n".join(
        [
            f"// The weights of TRES's evaluation, in thousandths of a unit. Written by: {command}",
            "#pragma once",
            "",
            "#include <cstdint>",
            "",
            "namespace dreierlei::tres_weights {",
            "",
            f"inline constexpr int constant = {round(SCALE * constant)}, threat = {round(SCALE * threat)};",
            row("singles", singles),
            row("own_stones", part("own")),
            row("other_stones", part("other")),
            row("core", folded("core", core_images)),
            row("diagonal", folded("diagonal", diagonal_images)),
            "",
            "}  // namespace dreierlei::tres_weights",
            "",
        ]
    )


def renumbered(length: int, order: tuple[int, ...]) -> Indices:
    """The number of each pattern after its places have changed their order."""
    numbers = np.arange(4**length)
    image = np.zeros_like(numbers)
    for i, place in enumerate(order):
        for shift in (0, length):
            image |= (numbers >> (i + shift) & 1) << (place + shift)
    return image


def wrapped(text: str) -> list[str]:
    """Lines of at most 120 characters."""
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + 1 + len(word) > 120:
            lines.append("   ")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def main() -> None:
    """Plays, fits, writes."""
    parser = argparse.ArgumentParser(description="Fit the evaluation of TRES.")
    parser.add_argument("--seconds", type=float, default=300, help="of play")
    parser.add_argument("--nodes", type=int, default=1000, help="for each move")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    workers = os.cpu_count() or 1
    with ProcessPoolExecutor(workers) as pool:
        seeds = [options.seed * workers + i for i in range(workers)]
        played = list(pool.map(play, seeds, [options.seconds] * workers, [options.nodes] * workers))
    boards = [board for found, _ in played for board in found]
    results = np.array([result for _, found in played for result in found])
    digits = np.frombuffer("".join(boards).encode(), np.uint8).reshape(len(boards), -1).astype(np.int64) - ord("0")
    features = Features.of(digits)
    # Positions of one game lie together, so that blocks hold back whole games.
    held = np.arange(len(results)) // 2000 % 10 == 0

    def some(rows: NDArray[np.bool_]) -> Features:
        return Features(features.numbers[rows], features.threat[rows], features.offsets)

    weights, threat, constant = fit(some(~held), results[~held])
    whole = np.array([*weights, threat, constant])
    fitted, unseen = (loss(whole, some(rows), results[rows]) for rows in (~held, held))
    print(f"{len(results)} positions; loss {fitted:.4f}, held back {unseen:.4f}")
    command = f"python bench/tune_tres.py --seconds {options.seconds:g} --nodes {options.nodes} --seed {options.seed}"
    TARGET.write_text(header(weights, threat, constant, features.offsets, command))


if __name__ == "__main__":
    main()
