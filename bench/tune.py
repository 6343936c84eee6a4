"""Fits an evaluation to the engine's own games, for any game whose evaluation has weights.

    python bench/tune.py GAME [--games 4000] [--nodes 1000] [--inside 0] [--cases FILE …] [--keep FILE] [--write]

The engine plays itself from random openings, with a fixed number of nodes for each move. Every position of these games,
and many that a move at random leads to, is a case: what the search found, and the result of the game. A sum of weights
or a network (models.py) is fitted to both; where the search has proved who wins, that alone counts. Features are the
terms that the core's evaluation has (`each_term` in cpp/families), so a new one needs no edit here.

With `--inside`, up to so many positions of each search are cases as well, drawn at random from inside it. Most of them
are known only to be worth at least or at most some value; there the fit changes only an estimate beyond that bound.

A network starts from weights by lot, or with `--refine` from the present ones; `--units` makes it wider.

`--keep` writes the cases of these games to a file, and `--cases` takes those of earlier runs as well; with `--games 0`
nothing else. Prints the mean log loss on cases that were held back, beyond the least possible, with the present weights
and with the fitted ones; `--write` writes them to cpp/families. Build again, and let bench/sprt.py decide whether the
change stays. The games can be interrupted; the same command resumes them.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from dreierlei import _core, position, start
from dreierlei.folders import unfinished
from dreierlei.search import DECISIVE, WIN
from dreierlei.work import Journal, workers
from models import RATE, Cases, Linear, Network, fit, loss

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dreierlei import Move, Position
    from dreierlei.model import Variant
    from models import Model

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
RESULTS = 0.5
"""The share of a game's result in what a position of it is worth."""
TOGETHER = 10
"""Games that go to a process together."""
HELD_BACK = 10
"""One of so many blocks of cases is held back."""
BLOCK = 500
"""Cases of the same games, which are alike; with cases inside searches, so many times more."""
BELOW = 4
"""The fewest plies that are searched below a case inside a search."""
ROOT = 4
"""How many cases inside a search count as much as one at its root."""
BOUNDS = {"=": 0, "≥": 1, "≤": -1}


class Case(NamedTuple):
    """A position, and what is known about it."""

    text: str
    """Without the game's name."""
    value: int
    """What a search found."""
    result: float | None = None
    """What the player to move made of it: 1, 0.5 or 0, or None if the game did not go through it."""
    inside: str = ""
    """Nothing at the root of a search; inside one, whether it is worth the value exactly, at least or at most."""


# --- games ------------------------------------------------------------------------------------------------------------


def play(game: str, seeds: Sequence[str], nodes: int, inside: int) -> list[Case]:
    """The cases of a few games."""
    return [case for seed in seeds for case in play_one(game, random.Random(seed), nodes, inside)]


def play_one(game: str, lot: random.Random, nodes: int, inside: int = 0) -> list[Case]:
    """The cases of a game by the engine against itself, with so many from inside each search."""
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
            best, value, below = search(current, nodes, inside, lot)
            seen.append(current)
            values.append(value)
            aside += below
            astray = lot.choice(moves)
            if lot.random() < ASIDE and (other := current.play(astray)).outcome() is None:
                _, its_value, below = search(other, nodes, inside, lot)
                aside += [Case(_text(other), its_value), *below]
            move = astray if lot.random() < ASTRAY and abs(value) < DECISIVE else best
        current = current.play(move)
    end = current.outcome()
    winner = end.winner if end else None
    results = [0.5 if winner is None else float(winner is each.turn) for each in seen]
    return [*map(Case, map(_text, seen), values, results), *aside]


def search(current: Position, nodes: int, inside: int, lot: random.Random) -> tuple[Move, int, list[Case]]:
    """The best move, its value, and cases from inside the search."""
    seed = lot.getrandbits(63) if inside else 0
    (lines, *_), drawn = _core.sample(current, nodes=nodes, count=inside, depth=BELOW, seed=seed)
    moves, value, *_ = lines[0]
    below = [
        Case(_text(each), its_value, None, "≥" if not at_most else "≤" if not at_least else "=")
        for each, its_value, at_least, at_most in drawn
    ]
    return moves[0], value, below


def _text(current: Position) -> str:
    """A position without the game's name and its past."""
    return " ".join(str(current).split()[1 : 3 + len(current.variant.tables.fields)])


def target(value: int, result: float | None, unit: float = UNIT, results: float = RESULTS) -> float:
    """What a position is worth, from 0 to 1, if a result counts for the share `results`."""
    if abs(value) > DECISIVE:
        return float(value > 0)
    found = 1 / (1 + float(np.exp(-value / unit)))
    return found if result is None else (1 - results) * found + results * result


def read(path: Path) -> list[Case]:
    """The cases of a file, one in a line."""
    lines = (line.split("\t") for line in path.read_text("utf-8").splitlines())
    return [
        Case(text, int(value), None if result == "-" else float(result), *inside)
        for text, value, result, *inside in lines
    ]


def written(cases: Iterable[Case]) -> str:
    """The inverse of `read`."""
    return "".join(
        "\t".join([text, str(value), "-" if result is None else str(result), *([inside] if inside else [])]) + "\n"
        for text, value, result, inside in cases
    )


# --- fitting ----------------------------------------------------------------------------------------------------------


def prepared(
    variant: Variant, cases: Iterable[Case], columns: int, unit: float = UNIT, results: float = RESULTS
) -> Cases:
    """Cases for a model, without those that say nothing.

    The core sees wins with the next move before it evaluates, and every position is at least lost and at most won.
    """
    used = [
        case
        for case in cases
        if case.value != WIN - 1
        and not (case.inside and abs(case.value) > DECISIVE and BOUNDS[case.inside] * case.value < 0)
    ]
    return Cases.of(
        (_core.terms(position(f"{variant.id} {case.text}")) for case in used),
        [target(case.value, case.result, unit, results) for case in used],
        columns,
        [BOUNDS.get(case.inside, 0) for case in used],
        [1 if case.inside else ROOT for case in used],
    )


def divided(cases: Cases, block: int) -> tuple[Cases, Cases]:
    """Some blocks of the cases, which are held back, and the rest."""
    blocks = np.arange(len(cases)) // max(1, min(block, len(cases) // HELD_BACK)) % HELD_BACK == 0
    return cases.take(np.flatnonzero(blocks)), cases.take(np.flatnonzero(~blocks))


def present(variant: Variant) -> Model:
    """The evaluation of the core."""
    begin = start(variant.id)
    shape, weights = _core.network(begin), _core.weights(begin)
    return Network(shape, weights) if shape else Linear(weights)


def fresh(variant: Variant, seed: int, units: int | None = None, *, refine: bool = False) -> Model:
    """An evaluation to be fitted: a network from weights by lot or the core's, a sum from those of the core."""
    shape = _core.network(start(variant.id))
    model = present(variant) if refine or not shape else Network(shape)
    if shape and isinstance(model, Network):
        model.widen(units or shape.units, np.random.default_rng(seed))
    return model


def columns_of(variant: Variant) -> int:
    """How many terms there are."""
    begin = start(variant.id)
    shape = _core.network(begin)
    return shape.inputs + shape.phases if shape else len(_core.weights(begin))


# --- writing ----------------------------------------------------------------------------------------------------------


class Sizes(Protocol):
    """What the core must know of a network before it reads the weights."""

    @property
    def units(self) -> int: ...
    @property
    def phases(self) -> int: ...


def header(family: str, weights: Sequence[int], command: str, shape: Sizes | None = None) -> str:
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
    parser.add_argument("--inside", type=int, default=0, help="the most cases from inside each search")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--cases", type=Path, nargs="*", default=[], help="files of cases to fit as well")
    parser.add_argument("--keep", type=Path, help="a file for the cases of these games")
    parser.add_argument("--unit", type=float, default=UNIT, help="hundredths of a value for one unit of the regression")
    parser.add_argument("--results", type=float, default=RESULTS, help="the share of results, from 0 to 1")
    parser.add_argument("--rounds", type=int, default=12, help="over all cases")
    parser.add_argument("--rate", type=float, default=RATE, help="of learning, at first")
    parser.add_argument("--units", type=int, help="of a network")
    parser.add_argument("--refine", action="store_true", help="start a network from the present weights")
    parser.add_argument("--write", action="store_true", help="the fitted weights to cpp/families")
    options = parser.parse_args()
    variant = start(options.game).variant
    command = f"python bench/tune.py {variant.id} --games {options.games} --nodes {options.nodes} --seed {options.seed}"
    command += f" --inside {options.inside}" if options.inside else ""
    journal = Journal(unfinished(command), command)
    seeds = [f"{options.seed}/{number}" for number in range(options.games)]
    tasks = {
        seeds[i]: (variant.id, seeds[i : i + TOGETHER], options.nodes, options.inside)
        for i in range(0, len(seeds), TOGETHER)
    }
    with workers(processes=options.processes) as executor:
        played = [Case(*case) for _, part in journal.run(executor, play, tasks) for case in part]
    if options.keep:
        options.keep.write_text(written(played), "utf-8")
    cases = [case for path in options.cases for case in read(path)] + played
    everything = prepared(variant, cases, columns_of(variant), options.unit, options.results)
    held, used = divided(everything, BLOCK * (1 + options.inside))
    model = fresh(variant, options.seed, options.units, refine=options.refine)
    fit(model, used, options.rounds, options.rate)
    print(
        f"{len(used)} positions; held back: {loss(present(variant), held):.4f} before, {loss(model, held):.4f} fitted"
    )
    if options.write:
        for name in ("unit", "results", "rounds", "rate", "units", "refine"):
            value = getattr(options, name)
            if value != parser.get_default(name):
                command += f" --{name}" if value is True else f" --{name} {value:g}"
        also = f", with {len(options.cases)} files of cases" if options.cases else ""
        sizes = model if isinstance(model, Network) else None
        family = variant.tables.family
        text = header(family, model.numbers(), f"{command} --write{also}", sizes)
        (FAMILIES / f"{family}_weights.hpp").write_text(text, "utf-8")
        journal.close()


if __name__ == "__main__":
    main()
