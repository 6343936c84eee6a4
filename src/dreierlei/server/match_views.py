"""Matches as they go over the wire."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from pydantic_core import to_json

from .. import results
from ..declarations import game as find_game
from ..match import swapped
from ..messages import Message
from ..model import SIDES
from .retention import keep
from .views import position_view
from .wire.base import message_view
from .wire.matches import Computer, GameSummary, MatchCard, MatchView, SeatView
from .writer import Summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..match import Match
    from ..model import Outcome, Side
    from .presence import Seats
    from .state import State
    from .wire.base import MessageView, Player


def match_view(state: State, who: str | None, connected: Seats, now: float) -> MatchView:
    """A match as one viewer may see it."""
    match, founding = state.match, state.founding
    return MatchView(
        id=founding.id,
        number=state.number,
        variant=match.position.variant.id,
        scoring=match.rule.scoring,
        length=match.length,
        seats=seat_views(state, connected),
        position=position_view(match.position),
        line=tuple(move.text for move in match.position.line),
        start=str(match.position.origin),
        games=game_summaries(match),
        clock=state.times.view(now),
        public=founding.settings.public,
        swap_after=match.swap_rule,
        **move_fields(state),
        **game_fields(state),
        **personal_fields(state, who),
    )


def move_fields(state: State) -> dict[str, Any]:
    """The small fields of a match that may change with a move."""
    return {
        "turn": state.turn,
        "stake": state.stake,
        "swap": swap_view(state),
        "claim_from": state.claim_from,
        "offers": state.offers,
        "answer": message_view(Message(f"draw.{state.answer}")) if state.answer else None,
        "thinking": state.thinking,
    }


def game_fields(state: State) -> dict[str, Any]:
    """The fields that change when a game ends or begins, or with an entry other than a move."""
    match = state.match
    return {
        "white": match.white,
        "round": match.round,
        "score": match.score,
        "outcome": match.outcome,
        "over": state.over,
        "winner": state.winner,
        "rematch": state.rematch,
    }


def personal_fields(state: State, who: str | None) -> dict[str, Any]:
    """The fields of a match that depend on the viewer: their seats, the invitation that they may send, the result."""
    yours, founding, outcome = state.yours(who), state.founding, state.match.outcome
    invites = bool(yours) and who == founding.owners[1 - founding.guest] and state.waiting and not state.over
    you = SIDES[yours[0] != state.match.white] if len(yours) == 1 else None
    return {
        "yours": yours,
        "invite": founding.invite if invites else None,
        "result": None if outcome is None else _result_view(outcome, state.match.position.variant.game.id, you),
    }


@lru_cache(1000)
def _result_view(outcome: Outcome, game: str, you: Side | None = None) -> MessageView:
    """How a game ended, in words for a side or for spectators."""
    return message_view(results.outcome(outcome, find_game(game), you=you))


def game_summaries(match: Match, kept: int = 0) -> tuple[GameSummary, ...]:
    """The finished games of a match, without the first `kept` ones."""
    return tuple(
        GameSummary(
            round=number,
            white=cast("Player", white),
            result=game.result,
            reason=game.reason,
            points=game.points,
            swapped=swapped(game),
            plies=len(game.moves),
        )
        for number, (white, game) in enumerate(zip(match.whites[kept:], match.games[kept:], strict=False), kept + 1)
    )


def summary(state: State, changed: float) -> Summary:
    """What lists and the sweeper need to know about a match."""
    match, founding, outcome = state.match, state.founding, state.match.outcome
    won = None if outcome is None or outcome.winner is None else SIDES.index(outcome.winner) ^ match.white
    variant = match.position.variant
    card = {  # a `MatchCard`
        "id": founding.id,
        "variant": variant.id,
        "seats": seat_views(state, (False, False)),
        "turn": state.turn,
        "yours": (),
        "stones": "".join(match.position.stones),
        "score": match.score,
        "over": state.over,
        "result": None if outcome is None else _result_view(outcome, variant.game.id),
        "winner": won,
        "changed": changed,
    }
    return Summary(
        id=founding.id,
        number=state.number,
        changed=changed,
        public=founding.settings.public,
        thinking=state.thinking,
        deadline=state.times.deadline,
        seat0=state.owners[0],
        seat1=state.owners[1],
        card=to_json(card).decode(),
        keep=keep(state),
    )


def card_view(card: str, owners: Sequence[str | None], who: str | None, connected: Seats) -> MatchCard:
    """A stored card as one viewer may see it."""
    read = MatchCard.model_validate_json(card)
    yours = tuple(seat for seat in (0, 1) if who is not None and owners[seat] == who)
    seats = tuple(seat.model_copy(update={"here": here}) for seat, here in zip(read.seats, connected, strict=True))
    return read.model_copy(update={"yours": yours, "seats": seats})


def seat_views(state: State, connected: Seats) -> tuple[SeatView, SeatView]:
    """The players of a match, and whether they are connected."""
    opponent, seat = state.founding.settings.opponent, state.founding.computer
    computer = opponent if isinstance(opponent, Computer) else None
    first, second = (
        _seat_view(state.names[each], computer if each == seat else None, connected[each] or each == seat)
        for each in (0, 1)
    )
    return first, second


def swap_view(state: State) -> str | None:
    """The state of the swap rule in the current game; None if the players have not agreed on it."""
    match = state.match
    if not match.swap_rule:
        return None
    return "taken" if match.swapped else "begins" if match.opening else "open" if match.may_swap else "past"


@lru_cache(10_000)
def _seat_view(name: str | None, computer: Computer | None, here: bool) -> SeatView:
    if computer is None:
        return SeatView(name=name, computer=None, style=None, here=here)
    return SeatView(name=name, computer=computer.level, style=computer.style, here=here)
