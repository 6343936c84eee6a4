"""Counts that are known from elsewhere, and the published perft tables."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

import dreierlei
from dreierlei.declarations import variant as find_variant
from tests.contract.variants import DEEP
from tests.oracle import complete_games, oracle

PERFT = Path(__file__).parents[1] / "docs" / "perft.md"
LEAVES = 10**10 if DEEP else 2 * 10**7


def whole_games(position: dreierlei.Position) -> int:
    """The number of different courses of a game, transpositions counted once each way."""
    known: dict[dreierlei.Position, int] = {}

    def count(position: dreierlei.Position) -> int:
        if position not in known:
            known[position] = sum(count(position.play(move)) for move in position.moves()) if position.moves() else 1
        return known[position]

    return count(position)


@pytest.mark.parametrize(("game", "games"), [("tictactoe", 255_168), ("bedraengnis", 460_048)])
def test_complete_games(game: str, games: int) -> None:
    assert whole_games(dreierlei.start(game)) == games


def test_complete_games_by_the_naive_rules() -> None:
    """All of them in `make deep`, otherwise those that begin in one corner."""
    rules = oracle("bedraengnis", {"board": "B1"})
    position, state = dreierlei.start("bedraengnis", board="B1"), rules.start()
    if not DEEP:
        position, state = position.play("a1"), rules.play(state, "a1")
    assert complete_games(rules, state) == whole_games(position)


def test_muehle_perft() -> None:
    start = dreierlei.start("muehle")
    assert [start.perft(depth) for depth in range(1, 7)] == [24, 552, 12144, 255024, 5140800, 99274176]


def test_exactly_the_reachable_positions_of_tictactoe_can_be_set_up() -> None:
    reached = set()
    queue = [dreierlei.start("tictactoe")]
    while queue:
        position = queue.pop()
        if str(position) not in reached:
            reached.add(str(position))
            queue += [position.play(move) for move in position.moves()]
    accepted = set()
    for stones in itertools.product(".wb", repeat=9):
        board = "".join(stones)
        for turn in "wb":
            line = f"tictactoe {board[:3]}/{board[3:6]}/{board[6:]} {turn}"
            try:
                accepted.add(str(dreierlei.position(line)))
            except dreierlei.InvalidPosition:
                continue
    assert len(reached) == 5478
    assert accepted == reached


def _published() -> list[tuple[str, int, int]]:
    rows = []
    for line in PERFT.read_text("utf-8").splitlines():
        if found := re.fullmatch(r"\| `([^`]+)` \| (\d+) \| ([\d,]+) \|", line):
            rows.append((found[1], int(found[2]), int(found[3].replace(",", ""))))
    return rows


def test_every_game_has_a_published_table() -> None:
    assert {line.split(":")[0] for line, _, _ in _published()} == {game.id for game in dreierlei.games()}


@pytest.mark.parametrize(("variant", "depth", "leaves"), [row for row in _published() if row[2] <= LEAVES])
def test_published_perft(variant: str, depth: int, leaves: int) -> None:
    assert dreierlei.Position(find_variant(variant)).perft(depth) == leaves
