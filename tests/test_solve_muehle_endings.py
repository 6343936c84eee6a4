"""What a search learns from the smaller parts of Mühle's database."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from dreierlei import Position, Variant, _core, analyse, start, variant
from dreierlei.search import Score, search
from dreierlei.solvers import muehle, solver
from dreierlei.solvers.muehle.builder import build
from dreierlei.solvers.muehle.database import Database
from dreierlei.solvers.muehle.subspaces import tables_of

if TYPE_CHECKING:
    from pathlib import Path

SMALL = 2_100_000
"""Bytes for the subspaces with three stones against three and four, and no more."""
LIMITS = [20, 0]


@pytest.fixture(scope="module", params=LIMITS, ids=["twenty", "classic"])
def rules(request: pytest.FixtureRequest) -> Variant:
    return variant("muehle", {"quiet_plies": request.param})


@pytest.fixture(scope="module")
def truth(rules: Variant, tmp_path_factory: pytest.TempPathFactory) -> Database:
    folder = tmp_path_factory.mktemp("endings")
    assert build(folder, variant=rules, threads=2, subspaces=[(4, 4), (5, 3)])
    return Database.open(folder, rules)


def endings_of(position: Position, **limits: float) -> object:
    """What `analyse` gives to a search with these limits."""
    given: list[object] = []
    core = _core.analyse

    def spy(*arguments: Any, **keywords: Any) -> Any:
        given.append(keywords["endings"])
        return core(*arguments, **keywords)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_core, "analyse", spy)
        analyse(position, **limits)  # type: ignore[arg-type]
    return given[0]


def told(truth: Database, position: Position) -> str | None:
    value = truth.probe(position)
    if value is None:
        return None
    return "draw" if value.winner is None else "win" if value.winner is position.turn else "loss"


def some(rules: Variant, lot: random.Random, own: int, their: int) -> Position:
    tables = tables_of(rules)
    while True:
        places = tables.place(own, their, lot.randrange(tables.size(own, their)))
        limit = 20 if rules.options["quiet_plies"] == "20" else 0
        position = Position(rules, places, 0, [0, 0, lot.randrange(limit) if limit else 0])
        if position.outcome() is None:
            return position


def test_what_a_search_claims_is_true_and_more_than_without(rules: Variant, truth: Database) -> None:
    endings = truth.endings(SMALL)
    lot = random.Random(1)
    solution = without = 0
    for _ in range(150):
        position = some(rules, lot, *lot.choice([(4, 4), (5, 3), (3, 5)]))
        claimed = search(position, nodes=3000, endings=endings).score.result
        assert claimed in {None, told(truth, position)}, str(position)
        solution += claimed is not None
        without += search(position, nodes=3000).score.result is not None
    assert solution > without


def test_a_past_spoils_no_claim(rules: Variant, truth: Database) -> None:
    endings = truth.endings(SMALL)
    lot = random.Random(2)
    claims = 0
    for _ in range(60):
        position = some(rules, lot, 4, 4)
        for _ in range(lot.randrange(2, 8)):  # to and fro, so that positions come again
            quiet = [move for move in position.moves() if len(move.targets) == 2]
            back = [move for move in quiet if position.last_move and move.targets[0] == position.last_move.targets[1]]
            if not quiet or position.play(move := lot.choice(back or quiet)).outcome() is not None:
                break
            position = position.play(move)
        known = told(truth, position)
        claimed = search(position, nodes=3000, endings=endings).score.result
        if known is not None:
            assert claimed in {None, known}, str(position)
            claims += claimed is not None
    assert claims > 5


def test_a_known_win_has_no_number_of_plies(rules: Variant) -> None:
    """As if three stones always lost to four, within some plies: then whoever can take the fourth wins."""
    endings = _core.MuehleEndings(tables_of(rules))
    endings.add(3, 4, b"\4" * tables_of(rules).size(3, 4))
    lot = random.Random(3)
    position = next(
        position
        for position in (some(rules, lot, 4, 4) for _ in range(100))
        if any(len(move.targets) == 3 for move in position.moves())
    )
    solution = search(position, nodes=5000, endings=endings)
    assert len(solution.best.targets) == 3
    assert str(solution.score) == "wins"
    assert not solution.exact
    assert Score("win", 9, exact=True).value > solution.score.value > Score(estimate=20000).value
    after = search(position.play(solution.best), nodes=5000, endings=endings)
    assert str(after.score).startswith("loses")


def test_values_of_another_size_are_refused(rules: Variant) -> None:
    with pytest.raises(ValueError, match="does not match the size"):
        _core.MuehleEndings(tables_of(rules)).add(3, 3, b"\0")


def test_only_a_search_by_time_near_the_end_asks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DREIERLEI_DATABASES", str(tmp_path))
    muehle.opened.cache_clear()
    near = some(variant("muehle"), random.Random(4), 6, 6)
    assert solver(near).endings(near) is not None
    assert solver(near).endings(start("muehle")) is None
    assert endings_of(near, seconds=0.01) is not None
    assert endings_of(near, seconds=0.01, nodes=500) is None
    assert endings_of(near, depth=3) is None
    muehle.opened.cache_clear()
