"""Every game and variant on the full screen: whole games with keys alone, and with the mouse alone."""

from __future__ import annotations

import random
from collections import deque
from typing import TYPE_CHECKING

import pytest
from textual.content import Content
from textual.widgets import Static

import dreierlei
from dreierlei.match import Match
from dreierlei.session import Session
from dreierlei.tui.board import Board

from .contract.variants import VARIANTS
from .coroutines import run
from .pilot import Seat, seat

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from dreierlei.model import Variant
    from dreierlei.tui.pointer import Pointer

KEYS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1), "tab": None}
LONG, SHORT = 26, 3
"""Plies after which a game that does not end is left: with the usual options, and with others."""
USUAL = pytest.mark.parametrize(
    "variant", [each for each in VARIANTS if each.id == each.game.id], ids=lambda each: each.id
)
OTHERS = pytest.mark.parametrize(
    "variant", [each for each in VARIANTS if each.id != each.game.id], ids=lambda each: each.id
)


def friends(variant: Variant) -> Session:
    match = Match.start(variant.game.id, ("Ada", "Bo"), 1, swap_rule=0, **variant.options)
    return Session(match, (True, True))


def way(pointer: Pointer, target: str) -> list[str]:
    """The fewest keys that lead the cursor to a target."""
    begun = pointer.cursor
    queue: deque[tuple[str | None, list[str]]] = deque([(begun, [])])
    seen = {begun}
    while queue:
        cursor, keys = queue.popleft()
        if cursor == target:
            pointer.cursor = begun
            return keys
        for key, step in KEYS.items():
            pointer.cursor = cursor
            pointer.step(1) if step is None else pointer.go(*step)
            if pointer.cursor not in seen:
                seen.add(pointer.cursor)
                queue.append((pointer.cursor, [*keys, key]))
    raise AssertionError(f"no way to {target}")


async def press(at: Seat, target: str) -> None:
    pointer = at.screen.pointer
    assert pointer is not None
    for key in (*way(pointer, target), "enter"):
        at.app.simulate_key(key)
    await at.settle()


async def click(at: Seat, target: str) -> None:
    pointer = at.screen.pointer
    assert pointer is not None
    if target in pointer.buttons:
        entry = at.screen.query_one("#entry", Static)
        text = Content.from_markup(str(entry.content)).plain
        await at.pilot.click(
            entry, offset=(text.index(at.screen.session.match.position.variant.target_name(target, "en")), 0)
        )
    else:
        board = at.screen.query_one(Board)
        row, column = board.canvas.spot(*pointer.where(target))
        await at.pilot.click(board, offset=(column, row))
    await at.settle()


async def play(variant: Variant, plies: int, *ways: Callable[[Seat, str], Awaitable[None]]) -> None:
    """A game by lot in which moves are chosen in these ways by turns."""
    lot = random.Random(variant.id)
    session = friends(variant)
    async with seat(session) as at:
        position = session.match.position
        for ply in range(plies):
            if session.match.game_over:
                break
            move = lot.choice(position.moves())
            for target in move.targets:
                await ways[ply % len(ways)](at, target)
            position = position.play(move)
            assert session.match.position == position
            assert session.match.position.last_move == move
        assert (session.match.outcome is not None) == (position.outcome() is not None)


@USUAL
@pytest.mark.parametrize("choose", [press, click])
def test_a_game(variant: Variant, choose: Callable[[Seat, str], Awaitable[None]]) -> None:
    run(play(variant, LONG, choose))


@OTHERS
def test_a_game_with_other_options(variant: Variant) -> None:
    run(play(variant, SHORT, press, click))


@pytest.mark.parametrize(
    ("game", "line", "begun", "target", "sentence"),
    [
        (
            "qango6:opening=burg",
            "",
            (),
            "c4",
            "c4 gehört zur Burg: Der erste weiße Stein muss außerhalb der Burg liegen.",
        ),
        ("muehle", "a7 b4 d7 c4", ("g7",), "a1", "Auf a1 liegt kein Stein: Nimm für deine Mühle einen gegnerischen."),
        (
            "muehle",
            "a7 b4 d7 c4",
            (),
            "a7",
            "Du hast noch Steine in der Hand (7): Gezogen wird erst, wenn alle gesetzt",
        ),
        ("tres", "", (), "m3", "Steine kommen nur an den vier Ecken ins Spiel: Wähle eine davon."),
        ("tres", "", ("NE",), "m", "Auf diesem Ring liegt kein Stein (mittlerer Ring): Er darf nicht gedreht werden."),
        ("die-drei", "f6 e5", (), "c3", "aber höchstens bis zum nächsten gelben Feld, d4."),
    ],
)
def test_a_click_on_an_impossible_place_says_why_and_loses_nothing(
    game: str, line: str, begun: tuple[str, ...], target: str, sentence: str
) -> None:
    session = friends(dreierlei.variant(game))
    for move in line.split():
        session.play(session.match.position.parse(move))

    async def sit() -> None:
        async with seat(session, (160, 40), language="de") as at:
            for text in begun:
                await click(at, text)
            await click(at, target)
            assert sentence in at.screen.message
            assert at.screen.pointer is not None
            assert at.screen.pointer.chosen == begun
            assert len(session.match.position.line) == len(line.split())

    run(sit())


def test_a_typed_move_that_is_not_legal_is_answered_with_the_rule() -> None:
    session = friends(dreierlei.variant("qango6:opening=burg"))

    async def sit() -> None:
        async with seat(session, language="de") as at:
            await at.write("c4")
            assert at.screen.message == ("c4 gehört zur Burg: Der erste weiße Stein muss außerhalb der Burg liegen.")

    run(sit())


def test_a_push_is_shown_as_soon_as_its_corner_is_chosen() -> None:
    session = friends(dreierlei.variant("tres"))

    async def sit() -> None:
        async with seat(session) as at:
            board = at.screen.query_one(Board)
            before = sum(sign.text == "○" for row in board.canvas.rows for sign in row)
            await click(at, "NE")
            assert sum(sign.text == "○" for row in board.canvas.rows for sign in row) == before + 1

    run(sit())
