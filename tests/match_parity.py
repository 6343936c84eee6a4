"""Random matches for the core in a page, with what the server shows of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import dreierlei
from dreierlei import sgf
from dreierlei.errors import DreierleiError
from dreierlei.server import actions
from dreierlei.server import state as states
from dreierlei.server.founding import Founding
from dreierlei.server.match_views import match_view
from dreierlei.server.wire.matches import Computer, DaysClock, FischerClock, Here, NewMatch, NoClock

if TYPE_CHECKING:
    import random

    from dreierlei.model import Variant
    from dreierlei.server.state import State

ENTRIES = 90
SHOWN = 6
"""How many moments of each match are compared."""
BEGUN = 1_700_000_000_000
"""In milliseconds, as the page counts them."""


def _founding(variant: Variant, lot: random.Random) -> Founding:
    start = None
    if lot.random() < 0.3:
        position = dreierlei.start(variant.id)
        for _ in range(lot.randint(1, 4)):
            after = position.play(lot.choice(position.moves()))
            position = position if after.is_over() else after
        start = str(position)
    here = lot.random() < 0.4
    settings = NewMatch(
        variant=variant.id,
        opponent=Here() if here else Computer(level=1),
        colour=lot.choice(("white", "black")),
        length=None if start else lot.choice((1, 2, 3, 20)),
        swap=lot.choice((0, 1, 1, 3)),
        clock=lot.choice((NoClock(), FischerClock(initial=60, increment=3), DaysClock(days=2))),
        start=start,
    )
    owners = ("me", "me") if here else ("me", None) if settings.colour == "white" else (None, "me")
    return Founding(
        id="abcdefgh",
        at=BEGUN / 1000,
        settings=settings,
        owners=owners,
        names=lot.choice((("A", "B"), ("", ""), ('Ada "x"', "Ada"), ("Bo", "Bo"))),
    )


def _terms(state: State) -> str:
    """The terms as `cpp/wasm/match.hpp` has them."""
    founding = state.founding
    computer = -1 if founding.computer is None else founding.computer
    clock: Any = founding.settings.clock
    numbers = {"none": (0, 0), "fischer": (60_000, 3000), "days": (2 * 86_400_000, 0)}[clock.kind]
    reader = -1 if computer < 0 else 1 - computer
    single = int(founding.settings.start is not None)
    swap = founding.settings.swap
    return " ".join(map(str, (state.match.length, single, computer, reader, clock.kind, *numbers, BEGUN, swap)))


def _something(state: State, lot: random.Random) -> tuple[states.Kind, int | None, str]:
    """What happens next, which may be impossible."""
    turn, computer = state.turn, state.founding.computer
    person = lot.choice((0, 1)) if computer is None else 1 - computer
    if state.offers:
        return lot.choice((("draw", computer, "even"), ("decline", computer, "draw early"), ("resign", person, "")))
    if state.match.game_over and lot.random() < 0.8:
        return "next", person, ""
    chance = lot.random()
    if turn is not None and (state.match.may_swap or chance < 0.02) and lot.random() < 0.6:
        return "swap", turn, ""
    if turn is not None and chance < 0.86:
        return "move", turn, lot.choice(state.match.position.moves()).text
    if chance < 0.92:
        try:
            return "takeback", person, str(actions.plies_back(state, person))  # type: ignore[arg-type]
        except DreierleiError:
            return "takeback", person, "1000"
    if chance < 0.96 and computer is not None:
        return "offer", person, "draw"
    end: states.Kind = "give_up" if state.match.rule.give_up else "resign"
    ends: list[states.Kind] = [end, end, "give_up", "resign", "flag", "draw"]
    kind = lot.choice(ends)
    return kind, turn if kind in ("give_up", "flag") else person, ""


def _expected(state: State, at: int) -> dict[str, Any]:
    view = match_view(state, "me", (True, True), at / 1000).model_dump(mode="json")
    player = 0 if state.founding.computer is None else 1 - state.founding.computer
    try:
        back = actions.plies_back(state, player)  # type: ignore[arg-type]
    except DreierleiError:
        back = None
    del view["clock"]["setting"]
    return {**view, "back": back, "next_white": state.match.whites[-1]}


def matches_about(number: int, variant: Variant, lot: random.Random) -> list[tuple[list[Any], Any]]:
    """Questions about a random match at some moments, each with the server's view; or None if it cannot be."""
    state = states.founded(_founding(variant, lot))
    entries, at = [_terms(state)], BEGUN
    asked: list[tuple[list[Any], Any]] = []
    origin = state.founding.settings.start or ""
    while len(entries) <= ENTRIES:
        at += lot.choice((10, 250, 1500))
        kind, player, text = _something(state, lot)
        written = f"{at} {kind} {-1 if player is None else player} {text}".strip()
        try:
            state = states.follow(state, actions.entry(state, at / 1000, kind, player, text))  # type: ignore[arg-type]
        except DreierleiError:
            asked.append(([number, "match", origin, [*entries, written], at], None))
            if state.over:
                break
            continue
        entries.append(written)
        asked.append(([number, "match", origin, list(entries), at + 77], _expected(state, at + 77)))
    written_down: list[tuple[list[Any], Any]] = [
        ([number, "record", origin, list(entries), state.names], str(state.match))
    ]
    if variant.game.sgf is not None:
        written_down.append(
            ([number, "record", origin, list(entries), state.names, True], sgf.write(state.match.records))
        )
    return lot.sample(asked, min(len(asked), SHOWN)) + written_down
