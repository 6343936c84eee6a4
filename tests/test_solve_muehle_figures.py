"""Mühle's database against figures that come from elsewhere: counting by hand, plain minimax, and publications."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import pytest

from dreierlei import BLACK, WHITE, Position, variant
from dreierlei.solvers.muehle.database import Database
from dreierlei.solvers.muehle.subspaces import every_subspace, tables_of
from tests.oracle.muehle import MILLS, POINTS

if TYPE_CHECKING:
    from pathlib import Path

    from dreierlei.solvers.muehle.database import Value

PAIRS = [(own, their) for own in range(3, 10) for their in range(3, 10)]
NUMBER = {point: number for number, point in enumerate(POINTS)}
LINES = [frozenset(NUMBER[point] for point in mill) for mill in MILLS]


@cache
def symmetries() -> list[list[int]]:
    """Turns and mirror images of the square, with or without exchanging the outer and the inner ring."""
    where = {(place.x - 3, place.y - 3): number for number, place in enumerate(variant("muehle").layout.places)}
    solution = []
    for swap in (False, True):
        for turn in range(4):
            for mirror in (1, -1):
                image = []
                for x, y in where:
                    ring = max(abs(x), abs(y))
                    scale = (4 - ring) / ring if swap else 1
                    a, b = mirror * x * scale, y * scale
                    for _ in range(turn):
                        a, b = -b, a
                    image.append(where[round(a), round(b)])
                solution.append(image)
    return solution


def cycles(image: list[int]) -> Counter[int]:
    """How many cycles of each length a permutation has."""
    seen: set[int] = set()
    solution: Counter[int] = Counter()
    for first in range(len(image)):
        at, length = first, 0
        while at not in seen:
            seen.add(at)
            at, length = image[at], length + 1
        solution[length] += bool(length)
    return solution


def classes(own: int, their: int) -> int:
    """The positions that no symmetry turns into each other: Burnside's lemma.

    A symmetry keeps a position if each of its cycles is of one kind. So what it keeps is the coefficient of
    x^own y^their in the product of 1 + x^n + y^n over its cycles of length n.
    """
    total = 0
    for image in symmetries():
        terms = Counter({(0, 0): 1})
        for length, count in cycles(image).items():
            for _ in range(count):
                longer: Counter[tuple[int, int]] = Counter()
                for (a, b), ways in terms.items():
                    for key in ((a, b), (a + length, b), (a, b + length)):
                        if key[0] <= own and key[1] <= their:
                            longer[key] += ways
                terms = longer
        total += terms[own, their]
    assert total % 16 == 0
    return total // 16


def test_there_are_sixteen_symmetries() -> None:
    assert len({tuple(image) for image in symmetries()}) == 16
    for image in symmetries():
        assert {frozenset(image[point] for point in line) for line in LINES} == set(LINES)


def test_burnside_against_listing_all() -> None:
    images = symmetries()
    least = {
        min((tuple(sorted(g[at] for at in own)), tuple(sorted(g[at] for at in their))) for g in images)
        for own in combinations(range(24), 2)
        for their in combinations(set(range(24)) - set(own), 1)
    }
    assert classes(2, 1) == len(least)


def test_the_numbering_holds_every_class() -> None:
    """A row for each class of own stones, a column for each way to add the others: few positions have two numbers."""
    tables = tables_of(variant("muehle"))
    for own, their in PAIRS:
        assert tables.size(own, their) == classes(own, 0) * comb(24 - own, their)
        assert classes(own, their) <= tables.size(own, their) < 1.27 * classes(own, their)
    assert sum(classes(*pair) for pair in PAIRS) == 8_904_593_601


def test_the_numbering_is_that_of_the_publication() -> None:
    """Gasser, Solving Nine Men's Morris (1996), has 9,074,932,579 indices: those of the smaller layout of each pair."""
    sizes = {each[:2]: each.size(tables_of(variant("muehle"))) for each in every_subspace(variant("muehle"))}
    assert sum(min(size, sizes[pair[::-1]]) for pair, size in sizes.items()) == 9_074_932_579


@pytest.mark.parametrize("limit", [20, 0])
def test_three_against_three_by_plain_minimax(limit: int, tmp_path: Path) -> None:
    """Whoever closes a mill has won, so that is all that minimax has to know. To four plies it is exact."""
    rules = variant("muehle", {"quiet_plies": limit})
    database = Database.open(tmp_path, rules)
    lot = random.Random(1)
    seen: Counter[int] = Counter()
    for number in range(120):
        stones = lot.sample(range(24), 6)
        own, their = frozenset(stones[:3]), frozenset(stones[3:])
        solution = database.probe(
            Position(rules, [1 if at in own else 2 if at in their else 0 for at in range(24)], 0, [0] * 3)
        )
        assert solution is not None
        deepest = 4 if number < 3 else 3
        plies = minimax(own, their, deepest)
        seen[plies] += 1
        if plies:
            assert (solution.winner, solution.plies) == (WHITE if plies % 2 else BLACK, plies)
        else:
            assert later(solution, deepest)
    assert seen[1]
    assert seen[2]
    assert seen[3]


def later(solution: Value, plies: int) -> bool:
    return solution.winner is None or (solution.plies is not None and solution.plies > plies)


def minimax(own: frozenset[int], their: frozenset[int], depth: int) -> int:
    """In how many plies the game ends, an odd number if the player to move wins; 0 if not within `depth`."""
    if depth == 0:
        return 0
    if any(len(own & line) == 2 and not line & their for line in LINES):
        return 1
    if depth == 1:
        return 0
    after = [
        minimax(their, own - {source} | {target}, depth - 1)
        for source in own
        for target in set(range(24)) - own - their
        if not any(target in line and line <= own - {source} | {target} for line in LINES)
    ]
    lost = [plies for plies in after if plies and plies % 2 == 0]
    if lost:
        return min(lost) + 1
    return max(after) + 1 if all(after) else 0
