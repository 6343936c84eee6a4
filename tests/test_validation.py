"""Declarations that cannot work are refused in sentences, and none of them crashes the core."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import dreierlei
from dreierlei import validation
from dreierlei.boards import grid, place_targets
from dreierlei.errors import InvalidDeclaration
from dreierlei.model import Game, Layout, Place, Ring, Tables, Target, Variant
from dreierlei.options import choice
from dreierlei.rules import rules_of

from .contract.variants import VARIANTS

if TYPE_CHECKING:
    from dreierlei.messages import Words

FIRST = {variant.tables.family: variant for variant in reversed(VARIANTS)}
SMALL = dreierlei.variant(min(dreierlei.games(), key=lambda game: len(dreierlei.start(game.id).stones)).id)


def refused(game: Game, tables: Tables) -> str:
    with pytest.raises(InvalidDeclaration) as caught:
        validation.check(game, tables)
    return str(caught.value)


def test_every_declared_variant_is_valid() -> None:
    for variant in VARIANTS:
        validation.check(variant.game, variant.tables)


def test_what_a_game_must_say() -> None:
    game, tables = SMALL.game, SMALL.tables
    german: Words = {"de": "nur", "en": "", "lb": " "}
    assert '"My Game" is not an id' in refused(replace(game, id="My Game"), tables)
    assert "names has no text for en, lb" in refused(replace(game, names=german), tables)
    assert "line has no text for en, lb" in refused(replace(game, reasons={"line": german}), tables)
    assert "place has no text for en, lb" in refused(replace(game, prompts={"place": german}), tables)
    assert "occupied has no text for en, lb" in refused(replace(game, refusals={"occupied": german}), tables)
    assert "overlooked has no text for en, lb" in refused(replace(game, teaching={"overlooked": german}), tables)
    option = choice("size", {"a": game.names, "b": game.names}, title=game.names, about=game.names)
    assert 'the default "c" of the option size' in refused(
        replace(game, options=(replace(option, default="c"),)), tables
    )
    for levels in ((), (1, 2), (2, 1, 10), (1, 1, 10), (0, 10), (1, 10, 11)):
        assert "levels must be different numbers from 1 to 10" in refused(replace(game, levels=levels), tables)
    assert "options has size more than once" in refused(replace(game, options=(option, option)), tables)


def test_numbers_are_numbers_and_words_are_texts() -> None:
    game, tables = SMALL.game, SMALL.tables
    numbers: Any = {**tables.numbers, "stones": "5"}
    assert "\"stones\" has '5': expected whole numbers" in refused(game, replace(tables, numbers=numbers))
    rows: Any = {**tables.tables, "patterns": [[0, 1, "c3"]]}
    assert "\"patterns\" has 'c3': expected whole numbers" in refused(game, replace(tables, tables=rows))
    words: Any = {**tables.words, "kinds": [3]}
    assert '"kinds" has 3: expected texts' in refused(game, replace(tables, words=words))


def test_every_reason_is_told_at_once() -> None:
    told = refused(replace(SMALL.game, id="!"), replace(SMALL.tables, targets=(), numbers={}))
    assert told.count(";") >= 2


@pytest.mark.parametrize(
    ("layout", "sentence"),
    [
        (Layout((), (), (0, 0, 1, 1)), "0 places: expected 1 to 64"),
        (Layout((Place("a1", 0, 0), Place("a1", 1, 0)), ((0, 1),), (0, 0, 1, 1)), "places has a1 more than once"),
        (Layout((Place("A 1", 0, 0),), ((0,),), (0, 0, 1, 1)), "lower-case letters and digits, not A 1"),
        (Layout((Place("a1", 0, 0),), ((0, 1),), (0, 0, 1, 1)), "each place from 0 to 0 once"),
        (Layout((Place("a1", 0, 0),), ((),), (0, 0, 1, 1)), "each place from 0 to 0 once"),
        (
            Layout((Place("a1", 0, 0),), ((0,),), (0, 0, 1, 1), rings=(Ring("r", (7,), 1, clockwise=True),)),
            "the ring r must have places from 0 to 0",
        ),
    ],
)
def test_a_layout_that_cannot_be_drawn(layout: Layout, sentence: str) -> None:
    assert sentence in refused(SMALL.game, replace(SMALL.tables, layout=layout))


@pytest.mark.parametrize(
    ("targets", "sentence"),
    [
        ((), "begin with one for each place"),
        ((Target("x", "pass"),), "begin with one for each place"),
        ((*SMALL.tables.targets, Target("A1", "take", 0)), "targets has a1 more than once"),
        ((*SMALL.tables.targets, Target("xa1", "take", 99)), 'the target "xa1" needs a text, and a place from 0 to 8'),
        ((*SMALL.tables.targets, *(Target(f"t{i}", "ring") for i in range(300))), "309 targets: expected at most 256"),
    ],
)
def test_targets_that_cannot_be_pointed_at(targets: tuple[Target, ...], sentence: str) -> None:
    assert sentence in refused(SMALL.game, replace(SMALL.tables, targets=targets))


def test_too_few_places_are_refused() -> None:
    """The number was once believed, and the core wrote beyond its tables."""
    few = replace(SMALL.tables, numbers={**SMALL.tables.numbers, "places": 4})
    assert 'the board has 9 places, but the number "places" is 4' in refused(SMALL.game, few)
    with pytest.raises(InvalidDeclaration, match="must be 0 to 3, not"):
        rules_of(Variant(SMALL.game, {}, few))


def test_an_unknown_family_is_refused_with_those_that_exist() -> None:
    with pytest.raises(InvalidDeclaration, match=r'no rule family "chess": expected one of .*placement'):
        rules_of(Variant(SMALL.game, {}, replace(SMALL.tables, family="chess")))


def changed(lot: random.Random, tables: Tables) -> Tables:
    """The tables with one number or value that is probably wrong."""
    numbers = dict(tables.numbers)
    rows: dict[str, list[list[int]]] = {name: [list(row) for row in table] for name, table in tables.tables.items()}
    wrong = lot.choice([-1, 0, 1, 2, 25, 29, 63, 64, 65, 255, 256, 4096, 2**31 - 1, -(2**31)])
    match lot.choice(["number", "value", "row", "rows", "missing"]):
        case "number":
            numbers[lot.choice(list(numbers))] = wrong
        case "value":
            row = lot.choice([row for table in rows.values() for row in table if row])
            row[lot.randrange(len(row))] = wrong
        case "row":
            lot.choice([row for table in rows.values() for row in table])[:] = [wrong] * lot.randrange(4)
        case "rows":
            table = lot.choice(list(rows.values()))
            table[:] = table[: lot.randrange(len(table) + 1)]
        case _:
            part: Any = lot.choice([numbers, rows])
            part.pop(lot.choice(list(part)))
    return replace(tables, numbers=numbers, tables=rows)


@pytest.mark.parametrize("family", FIRST)
def test_no_table_crashes_the_core(family: str) -> None:
    """Either a sentence, or a game that can be played."""
    variant, lot = FIRST[family], random.Random(family)
    refusals = 0
    for _ in range(300):
        tables = changed(lot, variant.tables)
        try:
            position = dreierlei.Position(Variant(variant.game, variant.options, tables))
        except InvalidDeclaration as error:
            refusals += 1
            assert len(str(error)) > 20
            continue
        for _ in range(60):
            if not (moves := position.moves()):
                break
            position = position.play(lot.choice(moves))
    assert refusals > 100


@pytest.mark.parametrize("width", [1, 2])
def test_tiny_games_work(width: int) -> None:
    layout = grid(width)
    everywhere = list(range(width * width))
    tables = Tables(
        layout=layout,
        targets=place_targets(layout),
        family="placement",
        numbers={"places": width * width, "stones": 2},
        tables={"patterns": [everywhere], "kinds": [[0]], "first": [everywhere]},
        words={"kinds": ["line"]},
    )
    validation.check(SMALL.game, tables)
    position = dreierlei.Position(Variant(SMALL.game, SMALL.options, tables))
    assert position.perft(1) == width * width
    assert position.playouts(5).plies == 5 * width * width
    assert dreierlei.analyse(position, depth=8).exact
    assert dreierlei.solve(position).known
    while not position.is_over():
        position = position.play(dreierlei.choose(position, 1, seed=1))
    assert position.result() == ("1-0" if width == 1 else "1/2-1/2")
