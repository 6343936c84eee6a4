"""Mühle's results that are kept with the package, and what uses a database where there is one."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import Position, data, variant
from dreierlei.errors import DreierleiError
from dreierlei.solvers import muehle, solver
from dreierlei.solvers.muehle.builder import build
from dreierlei.solvers.muehle.storage import fingerprint
from dreierlei.solvers.muehle.stored_values import FILE, check_stored, stored_values, write_stored
from dreierlei.solvers.muehle.subspaces import tables_of

from .waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RULES = variant("muehle")


@pytest.fixture(autouse=True)
def no_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever the user has built is not there."""
    monkeypatch.setenv("DREIERLEI_DATABASES", str(tmp_path / "databases"))
    muehle.opened.cache_clear()
    yield
    muehle.opened.cache_clear()


def test_the_start_is_known_without_a_database() -> None:
    start = dreierlei.start("muehle")
    solution = dreierlei.solve(start)
    assert solution.known
    assert solution.winner is None
    assert "to make it again: dreierlei solve muehle --build" in str(solution.evidence)
    assert solution.line[0] in start.moves()
    for move in start.moves():
        after = dreierlei.solve(start.play(move))
        assert (after.known, after.winner, after.plies) == (True, None, None)


def test_other_positions_and_other_rules_are_not_taken_for_it() -> None:
    kept = stored_values(RULES)
    assert kept
    assert kept.value(dreierlei.start("muehle").play("a7").play("d7")) is None
    for limit in (0, 30):
        assert stored_values(variant("muehle", {"quiet_plies": limit})) is None


def test_the_counts_are_those_of_all_placements() -> None:
    """Of each subspace; and the smallest come out again when they are computed."""
    kept = stored_values(RULES)
    assert kept
    assert len(kept.subspaces) == 354
    for name, row in kept.subspaces.items():
        own, their = map(int, name.split("-")[-2:])
        assert row["wins"] + row["draws"] + row["losses"] == comb(24, own) * comb(24 - own, their), name
    assert sum(row["size"] for row in kept.subspaces.values()) == 27_699_640_004
    assert check_stored(RULES) == 354 + 24 + 1
    assert check_stored(variant("muehle", {"quiet_plies": 0})) == 0


@pytest.mark.parametrize(
    ("where", "value", "sentence"),
    [
        (("subspaces", "3-3", 0), 1, "counts of 3-3"),
        (("subspaces", "9-9", 1), 1, "counts of 9-9"),
        (("start",), "white", "value of the start"),
    ],
)
def test_a_wrong_stored_result_is_found(
    where: tuple[str | int, ...], value: object, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = data.load(FILE)
    inner = told
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = value
    monkeypatch.setattr(data, "load", lambda _: told)
    stored_values.cache_clear()
    try:
        with pytest.raises(DreierleiError, match=sentence):
            check_stored(RULES)
    finally:
        stored_values.cache_clear()


def test_only_a_complete_database_is_stored(tmp_path: Path) -> None:
    assert fingerprint(RULES) != fingerprint(variant("muehle", {"quiet_plies": 0}))
    build(tmp_path, subspaces=[(3, 3)])
    with pytest.raises(DreierleiError, match="is not complete"):
        write_stored(RULES, tmp_path, tmp_path / "values.json")
    assert not (tmp_path / "values.json").exists()


def test_the_engine_uses_what_exists() -> None:
    """A position of the smallest subspaces, which need no files: the lines carry the database's results."""
    seen = set()
    for index in range(0, 200_000, 9_000):
        position = Position(RULES, tables_of(RULES).place(3, 3, index), 0, [0, 0, 0])
        if position.outcome() is not None:
            continue
        value = muehle.opened(RULES).probe(position)
        assert value
        solution = dreierlei.analyse(position, seconds=0.05, lines=3)
        expected = {None: "draw", position.turn: "win", position.turn.other: "loss"}[value.winner]
        seen.add(expected)
        assert solution.exact
        assert solution.score.result == expected
        assert solution.best in muehle.opened(RULES).best_moves(position)
        assert len(solution.lines) == min(3, len(position.moves()))
        for line in solution.lines:
            after = muehle.opened(RULES).probe(position.play(line.move))
            assert after
            assert line.score.result == {None: "draw", position.turn: "win", position.turn.other: "loss"}[after.winner]
            if line.score.plies is not None:
                assert position.play(line.move).outcome() is not None
    assert seen >= {"win", "loss"}


def test_a_limit_of_nodes_asks_for_the_search_alone() -> None:
    position = Position(RULES, tables_of(RULES).place(3, 3, 5), 0, [0, 0, 0])
    assert solver(position).probe_moves(position)
    assert dreierlei.analyse(position, depth=2).depth == 2
    assert not dreierlei.analyse(dreierlei.start("muehle"), nodes=100).exact


def test_the_start_is_analysed_as_a_draw() -> None:
    stop = dreierlei.Stop()
    solution = dreierlei.analyse(
        dreierlei.start("muehle"),
        seconds=PATIENCE,
        lines=2,
        stop=stop,
        callback=lambda so_far: stop.set() if so_far.depth == 3 else None,
    )
    assert [str(line.score) for line in solution.lines] == ["draw", "draw"]
    assert solution.exact
    assert solution.depth > 0
    assert len(solution.lines[0].moves) > 1
