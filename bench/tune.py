"""Fits an evaluation to the engine's own games, for any game whose evaluation has weights.

    python bench/tune.py GAME [--games 4000] [--nodes 1000] [--seed 0] [--cases FILE …] [--keep FILE] [--write]

The engine plays itself from random openings, with a fixed number of nodes for each move. Every position of these games,
and many that a move at random leads to, is a case: what the search found, and the result of the game. A sum of weights
or a network (models.py) is fitted to both; where the search has proved who wins, that alone counts. Features are the
terms that the core's evaluation has (`each_term` in cpp/families), so a new one needs no edit here.

`--keep` writes the cases of these games to a file, and `--cases` takes those of earlier runs as well; with `--games 0`
nothing else. Prints the mean log loss on cases that were held back, with the present weights and with the fitted ones;
`--write` writes them to cpp/families. Build again, and let bench/sprt.py decide whether the change stays. The games can
be interrupted; the same command resumes them.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dreierlei import _core, position, start
from dreierlei.folders import unfinished
from dreierlei.search import DECISIVE, WIN, search
from dreierlei.work import Journal, workers
from models import Cases, Linear, Network, fit, loss

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dreierlei import Position
    from dreierlei.model import Variant
    from models import Model

    Case = tuple[str, int, float | None]
    """A position without the game's name, what a search found, and what the player to move made of it: 1, 0.5 or 0, or
    None if the game did not go through it."""

FAMILIES = Path(__file__).parent.parent / "cpp" / "families"
OPENING = 14
"""The most plies that are played at random before a game."""
LONGEST = 200
"""A game that is not over after this many plies counts as a draw."""
ASIDE = 0.6
"""The share of moves beside which a position after a move at random is searched."""
ASTRAY = 0.06
"""The share of moves that are made at random."""
UNIT = 52
"""Hundredths of a search's value for one unit of the regression: fitted to the results of games."""
TOGETHER = 10
"""Games that go to a process together."""
HELD_BACK = 10
"""One of so many blocks of cases is held back."""
BLOCK = 500
"""Cases of the same games, which are alike."""


# --- games ------------------------------------------------------------------------------------------------------------


def play(game: str, seeds: Sequence[str], nodes: int) -> list[Case]:
    """The cases of a few games."""
    return [case for seed in seeds for case in play_one(game, random.Random(seed), nodes)]


def play_one(game: str, lot: random.Random, nodes: int) -> list[Case]:
    """The cases of a game by the engine against itself."""
    current = start(game)
    for _ in range(lot.randint(1, OPENING)):
        if current.outcome() is None:
            current = current.play(lot.choice(current.moves()))
    seen: list[Position] = []
    values: list[int] = []
    aside: list[Case] = []
    while current.outcome() is None and len(current.line) < LONGEST:
        moves = current.moves()
        move = moves[0]
        if len(moves) > 1:
            found = search(current, nodes=nodes)
            seen.append(current)
            values.append(found.score.value)
            astray = lot.choice(moves)
            if lot.random() < ASIDE and (other := current.play(astray)).outcome() is None:
                aside.append((_text(other), search(other, nodes=nodes).score.value, None))
            move = astray if lot.random() < ASTRAY and found.score.result is None else found.best
        current = current.play(move)
    end = current.outcome()
    winner = end.winner if end else None
    results = [0.5 if winner is None else float(winner is each.turn) for each in seen]
    return [*zip(map(_text, seen), values, results, strict=True), *aside]


def _text(current: Position) -> str:
    """A position without the game's name and its past."""
    return " ".join(str(current).split()[1:3])


def target(value: int, result: float | None) -> float:
    """What a position is worth, from 0 to 1."""
    if abs(value) > DECISIVE:
        return float(value > 0)
    found = 1 / (1 + float(np.exp(-value / UNIT)))
    return found if result is None else (found + result) / 2


def read(path: Path) -> list[Case]:
    """The cases of a file, one in a line."""
    lines = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return [(text, int(value), None if result == "-" else float(result)) for text, value, result in lines]


def written(cases: Iterable[Case]) -> str:
    """The inverse of `read`."""
    return "".join(f"{text}\t{value}\t{'-' if result is None else result}\n" for text, value, result in cases)


# --- fitting ----------------------------------------------------------------------------------------------------------


def prepared(variant: Variant, cases: Sequence[Case], columns: int) -> Cases:
    """Cases for a model, without wins with the next move, which the core sees before it evaluates."""
    terms, targets = [], []
    for text, value, result in cases:
        if value != WIN - 1:
            terms.append(_core.terms(position(f"{variant.id} {text}")))
            targets.append(target(value, result))
    return Cases.of(terms, targets, columns)


def present(variant: Variant) -> Model:
    """The evaluation of the core."""
    begin = start(variant.id)
    shape, weights = _core.network(begin), _core.weights(begin)
    return Network(shape, weights) if shape else Linear(weights)


def fresh(variant: Variant, seed: int) -> Model:
    """An evaluation to be fitted: a network from weights by lot, a sum from those of the core."""
    shape = _core.network(start(variant.id))
    return Network(shape, (), np.random.default_rng(seed)) if shape else present(variant)


def columns_of(variant: Variant) -> int:
    """How many terms there are."""
    begin = start(variant.id)
    shape = _core.network(begin)
    return shape.inputs + shape.phases if shape else len(_core.weights(begin))


# --- writing ----------------------------------------------------------------------------------------------------------


def header(family: str, weights: Sequence[int], command: str, shape: _core.NetworkShape | None = None) -> str:
    """The weights as the core reads them."""
    lines = [""]
    for word in f"inline constexpr std::int16_t {family}_weights[] = {{{', '.join(map(str, weights))}}};".split(" "):
        if len(lines[-1]) + 1 + len(word) > 120:
            lines.append("   ")
        lines[-1] += f" {word}" if lines[-1] else word
    sizes = (
        f"inline constexpr std::size_t {family}_units = {shape.units}, {family}_phases = {shape.phases};"
        if shape
        else ""
    )
    return "\n".join(
        [
            f"// The weights of an evaluation{'' if shape else ', in thousandths of a unit'}. Written by:",
            f"// {command}",
            "#pragma once",
            "",
            *(["#include <cstddef>"] if shape else []),
            "#include <cstdint>",
            "",
            "namespace dreierlei {",
            "",
            *([sizes] if sizes else []),
            *lines,
            "",
            "}  // namespace dreierlei",
            "",
        ]
    )


def main() -> None:
    """Plays, fits, writes."""
    parser = argparse.ArgumentParser(description="Fit an evaluation.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=1000, help="for each move")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--rounds", type=int, default=12, help="over all cases")
    parser.add_argument("--cases", type=Path, nargs="*", default=[], help="files of cases to fit as well")
    parser.add_argument("--keep", type=Path, help="a file for the cases of these games")
    parser.add_argument("--write", action="store_true", help="the fitted weights to cpp/families")
    options = parser.parse_args()
    variant = start(options.game).variant
    command = f"python bench/tune.py {variant.id} --games {options.games} --nodes {options.nodes} --seed {options.seed}"
    journal = Journal(unfinished(command), command)
    seeds = [f"{options.seed}/{number}" for number in range(options.games)]
    tasks = {seeds[i]: (variant.id, seeds[i : i + TOGETHER], options.nodes) for i in range(0, len(seeds), TOGETHER)}
    with workers(processes=options.processes) as executor:
        played: list[Case] = [
            (text, value, result) for _, part in journal.run(executor, play, tasks) for text, value, result in part
        ]
    if options.keep:
        options.keep.write_text(written(played), "utf-8")
    everything = prepared(
        variant, [case for path in options.cases for case in read(path)] + played, columns_of(variant)
    )
    blocks = np.arange(len(everything)) // BLOCK % HELD_BACK == 0
    held, used = everything.take(np.flatnonzero(blocks)), everything.take(np.flatnonzero(~blocks))
    model = fresh(variant, options.seed)
    fit(model, used, options.rounds)
    print(
        f"{len(used)} positions; held back: {loss(present(variant), held):.4f} before, {loss(model, held):.4f} fitted"
    )
    if options.write:
        family, shape = variant.tables.family, _core.network(start(options.game))
        also = f", with {len(options.cases)} files of cases" if options.cases else ""
        text = header(family, model.numbers(), f"{command} --rounds {options.rounds} --write{also}", shape)
        (FAMILIES / f"{family}_weights.hpp").write_text(text, "utf-8")
        journal.close()


if __name__ == "__main__":
    main()
