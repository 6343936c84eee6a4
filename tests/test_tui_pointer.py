"""Pointing at moves without a screen: every move of every game can be reached by keys and by clicks."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import Position
from dreierlei.palette import palette
from dreierlei.scene import scene
from dreierlei.terminal import canvas
from dreierlei.tui.pointer import Pointer

from .contract.variants import VARIANTS

if TYPE_CHECKING:
    from dreierlei.model import Variant

EACH = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def positions(variant: Variant, plies: int = 60) -> list[Position]:
    lot = random.Random(variant.id)
    line = [Position(variant)]
    while len(line) < plies and (moves := line[-1].moves()):
        line.append(line[-1].play(lot.choice(moves)))
    return line


@EACH
def test_every_move_can_be_chosen_target_by_target(variant: Variant) -> None:
    for position in positions(variant)[::9]:
        for move in position.moves():
            pointer = Pointer(position)
            for target in move.targets[:-1]:
                assert pointer.select(target) is None
            assert pointer.select(move.targets[-1]) == move
            while pointer.unselect():
                pass
            assert pointer.choices == position.choices()


@EACH
def test_the_cursor_reaches_every_target(variant: Variant) -> None:
    for position in positions(variant)[:-1:7]:
        pointer = Pointer(position)
        seen = set()
        for _ in pointer.choices:
            assert pointer.cursor is not None
            seen.add(pointer.cursor)
            pointer.step(1)
        assert seen == set(pointer.choices)
        reached, queue = set(), [pointer.cursor]
        while queue:
            cursor = queue.pop()
            if cursor is None or cursor in reached:
                continue
            reached.add(cursor)
            for way in WAYS:
                pointer.cursor = cursor
                pointer.go(*way)
                queue.append(pointer.cursor)
        assert reached <= set(pointer.choices)
        assert len(reached) > len(pointer.choices) // 2


@EACH
def test_clicking_where_a_target_is_drawn_means_it(variant: Variant) -> None:
    for position in positions(variant)[:-1:7]:
        pointer = Pointer(position)
        for move in position.moves()[::5]:
            pointer.chosen = ()
            for target in move.targets:
                if target not in pointer.buttons:
                    shown = scene(position, last_move=True, targets=(), marks=(), winning=True, language="en")
                    drawn = canvas(shown, palette("dark"), colour=True, unicode=True)
                    row, column = drawn.spot(*pointer.where(target))
                    assert 0 <= row < len(drawn.rows)
                    assert 0 <= column < drawn.width
                    assert pointer.hit(*drawn.point(row, column)) == target
                pointer.select(target)


@EACH
def test_every_board_fits_the_small_terminal(variant: Variant) -> None:
    for position in positions(variant)[::9]:
        shown = scene(position, last_move=True, targets=position.choices(), marks=(), winning=True, language="en")
        drawn = canvas(shown, palette("dark"), colour=True, unicode=True, buttons=False)
        assert drawn.width <= 52
        assert len(drawn.rows) <= 21


def test_a_finished_game_has_no_cursor() -> None:
    position = positions(VARIANTS[-1], 10_000)[-1]
    pointer = Pointer(position)
    pointer.go(1, 0)
    pointer.step(1)
    assert pointer.cursor is None
    assert pointer.select() is None
    assert pointer.hit(0, 0) is None


@EACH
def test_a_target_that_cannot_be_chosen_changes_nothing_and_has_a_reason(variant: Variant) -> None:
    for position in positions(variant)[:-1:5]:
        begun = {move.targets[:n] for move in position.moves() for n in range(len(move.targets))}
        for chosen in sorted(begun)[::7]:
            pointer = Pointer(position)
            pointer.chosen = chosen
            for text in variant.targets:
                possible = text in pointer.choices or text in pointer.beginnings
                assert (pointer.why_not(text) is None) == possible
                if not possible:
                    assert pointer.select(text) is None
                    assert pointer.chosen == chosen


def test_a_stone_that_stands_somewhere_new_is_not_given_up_by_a_click_elsewhere() -> None:
    position = dreierlei.start("muehle")
    for move in "a7 b4 d7 c4".split():
        position = position.play(move)
    pointer = Pointer(position)
    assert pointer.select("g7") is None
    assert pointer.select("a1") is None
    assert pointer.chosen == ("g7",)
    assert str(pointer.select("xb4")) == "g7xb4"
