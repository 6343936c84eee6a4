"""Every game and variant on the full screen: whole games with keys alone, and with the mouse alone."""

from __future__ import annotations

import random
from collections import deque
from typing import TYPE_CHECKING

import pytest
from textual.content import Content
from textual.widgets import Static

from dreierlei import messages
from dreierlei.match import Match
from dreierlei.session import Session
from dreierlei.tui.board import Board

from .contract.variants import VARIANTS
from .pilot import Seat, run, seat

if TYPE_CHECKING:
    from dreierlei.model import Variant
    from dreierlei.tui.pointer import Pointer

EACH = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
KEYS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1), "tab": None}
LONG, SHORT = 40, 4
"""Plies after which a game that does not end is left: with the usual options, and with others."""


def friends(variant: Variant) -> Session:
    match = Match.start(variant.game.id, ("Ada", "Bo"), 1, **variant.options)
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
    await at.pilot.pause()


async def click(at: Seat, target: str) -> None:
    pointer = at.screen.pointer
    assert pointer is not None
    if target in pointer.buttons:
        entry = at.screen.query_one("#entry", Static)
        text = Content.from_markup(str(entry.content)).plain
        await at.pilot.click(entry, offset=(text.index(messages.say("en", f"drawing {target}")), 0))
    else:
        board = at.screen.query_one(Board)
        row, column = board.canvas.spot(*pointer.where(target))
        await at.pilot.click(board, offset=(column, row))
    await at.pilot.pause()


@EACH
@pytest.mark.parametrize("choose", [press, click])
def test_a_game(variant: Variant, choose: type[press]) -> None:  # type: ignore[valid-type]
    async def play() -> None:
        lot = random.Random(variant.id)
        session = friends(variant)
        async with seat(session) as at:
            here = session.match.position
            for _ in range(LONG if variant.id == variant.game.id else SHORT):
                if session.match.game_over:
                    break
                move = lot.choice(here.moves())
                for target in move.targets:
                    await choose(at, target)  # type: ignore[misc]
                here = here.play(move)
                assert session.match.position == here
                assert session.match.position.last_move == move
            assert (session.match.outcome is not None) == (here.outcome() is not None)

    run(play())
