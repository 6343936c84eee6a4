"""Matches as they go over the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .. import results
from ..model import SIDES
from .retention import keep
from .store import Summary
from .views import position_view
from .wire.base import message_view
from .wire.matches import Computer, GameSummary, MatchCard, MatchView, SeatView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .presence import Seats
    from .state import State
    from .wire.base import Player


def match_view(state: State, connected: Seats, now: float) -> MatchView:
    """A match as anybody may see it."""
    match, founding = state.match, state.founding
    return MatchView(
        id=founding.id,
        number=state.number,
        variant=match.position.variant.id,
        scoring=match.rule.scoring,
        length=match.length,
        seats=_seats(state, connected),
        yours=(),
        white=cast("Player", match.white),
        round=match.round,
        score=match.score,
        turn=state.turn,
        position=position_view(match.position),
        line=tuple(move.text for move in match.position.line),
        start=str(match.position.origin),
        games=tuple(
            GameSummary(
                round=number,
                white=cast("Player", white),
                result=game.result,
                reason=game.reason,
                points=game.points,
                plies=len(game.moves),
            )
            for number, (white, game) in enumerate(zip(match.whites, match.games, strict=False), 1)
        ),
        outcome=match.outcome,
        stake=state.stake,
        over=state.over,
        winner=state.winner,
        clock=state.times.view(now),
        claim_from=state.claim_from,
        offers=state.offers,
        thinking=state.thinking,
        invite=None,
        public=founding.settings.public,
        rematch=state.rematch,
    )


def personal(view: MatchView, state: State, who: str | None) -> MatchView:
    """The same as one viewer may see it: with the seats that are theirs, and the invitation that they may give."""
    yours = state.yours(who)
    if not yours:
        return view
    founding = state.founding
    owner = who == founding.owners[1 - founding.guest]
    return view.model_copy(
        update={"yours": yours, "invite": founding.invite if owner and state.waiting and not state.over else None}
    )


def summary(state: State, changed: float) -> Summary:
    """What lists and the sweeper need of a match."""
    match, founding, outcome = state.match, state.founding, state.match.outcome
    won = None if outcome is None or outcome.winner is None else SIDES.index(outcome.winner) ^ match.white
    card = MatchCard(
        id=founding.id,
        variant=match.position.variant.id,
        seats=_seats(state, (False, False)),
        turn=state.turn,
        yours=(),
        stones="".join(match.position.stones),
        score=match.score,
        over=state.over,
        result=message_view(results.outcome(outcome, match.position.variant.game)) if outcome is not None else None,
        winner=cast("Player | None", won),
        changed=changed,
    )
    return Summary(
        id=founding.id,
        number=state.number,
        changed=changed,
        public=founding.settings.public,
        thinking=state.thinking,
        deadline=state.times.deadline,
        seat0=state.owners[0],
        seat1=state.owners[1],
        card=card.model_dump_json(),
        keep=keep(state),
    )


def card_view(card: str, owners: Sequence[str | None], who: str | None, connected: Seats) -> MatchCard:
    """A stored card as one viewer may see it."""
    read = MatchCard.model_validate_json(card)
    yours = tuple(seat for seat in (0, 1) if who is not None and owners[seat] == who)
    seats = tuple(seat.model_copy(update={"here": there}) for seat, there in zip(read.seats, connected, strict=True))
    return read.model_copy(update={"yours": yours, "seats": seats})


def _seats(state: State, connected: Seats) -> tuple[SeatView, SeatView]:
    opponent = state.founding.settings.opponent
    level = opponent.level if isinstance(opponent, Computer) else None
    first, second = (
        SeatView(
            name=state.names[seat],
            computer=level if seat == state.founding.computer else None,
            here=connected[seat] or seat == state.founding.computer,
        )
        for seat in (0, 1)
    )
    return first, second
