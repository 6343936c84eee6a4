"""What a player may do in a match, and which log entry results from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from .errors import RequestError
from .founding import Founding, rematch_founding
from .state import LONGEST, Entry, Kind, OfferName, State
from .wire.errors import Code
from .wire.matches import Action, PlayMove

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .wire.base import Player

Decision = tuple[Entry, Founding | None]
"""An entry, and the match that it starts, if any."""

_LENGTHENING = ("offer_draw", "decline_draw", "ask_takeback", "accept_takeback", "decline_takeback")
"""Actions that could be repeated forever. A long match refuses them, and no further game begins in it."""


def decide(state: State, yours: Sequence[Player], sent: PlayMove | Action, now: float) -> Decision:
    """The entry that results from a move or action; raises `DreierleiError` if it is not allowed.

    Whether a move is legal is decided by `state.follow`.
    """
    if isinstance(sent, PlayMove):
        return move(state, yours, sent.move, sent.number, now), None
    _check(state, yours, sent.number)
    player = _player(state, yours, sent)
    return _rematch(state, player, now) if sent.action == "rematch" else (_other(state, player, sent, now), None)


def move(state: State, yours: Sequence[Player], text: str, number: int, now: float) -> Entry:
    """The entry that results from a move by somebody who has seen the entries up to a number."""
    _check(state, yours, number)
    if None in state.names:
        raise RequestError(Code.CONFLICT, "server.no-opponent")
    turn = state.turn
    if turn is not None and turn not in yours:
        raise RequestError(Code.NOT_ALLOWED, "server.not-your-turn")
    if state.number >= LONGEST:
        raise RequestError(Code.CONFLICT, "server.log-full")
    return entry(state, now, "move", turn, text)


def plies_back(state: State, player: Player) -> int:
    """How many plies to take back until a player is to move again; raises `RequestError` if there is no such ply."""
    if state.waiting:
        raise RequestError(Code.CONFLICT, "server.no-opponent")
    outcome = state.match.outcome
    ended_on_board = state.match.position.outcome() is not None
    if outcome is not None and not (state.founding.alone and ended_on_board):
        raise RequestError(Code.CONFLICT, "server.takeback-over")
    plies, past = 1, state.past
    # At one screen a takeback undoes the last move, no matter who made it.
    while past is not None and state.founding.settings.opponent.kind != "here" and past.match.turn != player:
        plies, past = plies + 1, past.past
    if past is None:
        raise RequestError(Code.CONFLICT, "server.takeback-none")
    return plies


def entry(state: State, now: float, kind: Kind, player: Player | None, text: str = "", who: str = "") -> Entry:
    """The next entry of a match's log. Times in a log never decrease."""
    return Entry(state.founding.id, state.number + 1, max(now, state.times.since), kind, player, text, who)


def _check(state: State, yours: Sequence[Player], number: int) -> None:
    """Raises `RequestError` if the sender is not a player, or has not seen the current board."""
    if not yours:
        raise RequestError(Code.NOT_ALLOWED, "server.watching")
    if not state.board <= number <= state.number:
        raise RequestError(Code.CONFLICT, "server.moved-on", expected=state.number, number=number)
    if state.cancelled and not state.waiting:
        raise RequestError(Code.CONFLICT, "server.match-ended")


def _player(state: State, yours: Sequence[Player], sent: Action) -> Player:
    """The player for whom somebody acts: on one screen the player to move, unless the action says otherwise."""
    if sent.player is not None:
        if sent.player not in yours:
            raise RequestError(Code.NOT_ALLOWED, "server.not-your-seat")
        return sent.player
    return state.turn if state.turn in yours and state.turn is not None else yours[0]


def _other(state: State, player: Player, sent: Action, now: float) -> Entry:
    def make(kind: Kind, text: str = "") -> Entry:
        return entry(state, now, kind, player, text)

    if state.waiting and sent.action not in ("resign", "next", "cancel"):
        raise RequestError(Code.CONFLICT, "server.no-opponent")
    if state.long and sent.action in _LENGTHENING:
        raise RequestError(Code.CONFLICT, "server.log-long")
    one_screen = state.founding.settings.opponent.kind == "here"
    match sent.action:
        case "offer_draw":
            state.match.draw()  # raises unless a game is in play
            offered = state.offer("draw")
            agreed = one_screen or (offered is not None and offered.by != player)
            return make("draw") if agreed else make("offer", "draw")
        case "accept_draw":
            _offered(state, player, "draw")
            return make("draw")
        case "decline_draw":
            return make("decline", _pending(state, "draw"))
        case "ask_takeback":
            plies = plies_back(state, player)
            offered = state.offer("takeback")
            if offered is not None and offered.by != player:
                return make("takeback", str(plies_back(state, offered.by)))
            return make("takeback", str(plies)) if state.founding.alone else make("offer", "takeback")
        case "accept_takeback":
            return make("takeback", str(plies_back(state, _offered(state, player, "takeback"))))
        case "decline_takeback":
            return make("decline", _pending(state, "takeback"))
        case "resign":
            if state.waiting:
                raise RequestError(Code.CONFLICT, "server.no-opponent")
            return make("resign")
        case "give_up":
            if state.turn is not None and player != state.turn:
                raise RequestError(Code.CONFLICT, "server.give-up-turn")
            return make("give_up")
        case "swap":
            if state.turn is not None and player != state.turn:
                raise RequestError(Code.NOT_ALLOWED, "server.not-your-turn")
            return make("swap")
        case "next":
            return make("next")
        case "cancel":
            if not state.waiting:
                raise RequestError(Code.CONFLICT, "server.seat-taken")
            if state.cancelled:
                raise RequestError(Code.CONFLICT, "server.invitation-cancelled")
            return make("cancel")
        case "claim":
            if state.claim_from is None or now < state.claim_from or player == state.turn:
                raise RequestError(Code.CONFLICT, "server.no-claim", days=state.founding.settings.claim_days)
            return make("flag")
        case "stop_thinking" | "rematch":
            raise AssertionError(sent.action)  # no entry of its own, or decided elsewhere
        case _:
            assert_never(sent.action)


def _offered(state: State, player: Player, kind: OfferName) -> Player:
    """Who has made an offer to a player; raises `RequestError` if nobody has."""
    offered = state.offer(kind)
    if offered is None or offered.by == player:
        raise RequestError(Code.CONFLICT, f"server.no-{kind}-to-accept")
    return offered.by


def _pending(state: State, kind: OfferName) -> OfferName:
    if state.offer(kind) is None:
        raise RequestError(Code.CONFLICT, f"server.no-{kind}-to-decline")
    return kind


def _rematch(state: State, player: Player, now: float) -> Decision:
    if not state.over:
        raise RequestError(Code.CONFLICT, "server.match-not-over")
    if state.waiting:
        raise RequestError(Code.CONFLICT, "server.no-opponent")
    if state.rematch is not None:
        raise RequestError(Code.CONFLICT, "server.rematch-begun")
    offered = state.offer("rematch")
    if not state.founding.alone and (offered is None or offered.by == player):
        return entry(state, now, "offer", player, "rematch"), None
    again = rematch_founding(state, now)
    return entry(state, now, "rematch", player, again.id), again
