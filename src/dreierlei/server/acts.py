"""What somebody may do in a match, and which entry of the log comes of it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, assert_never

from .failures import Refusal
from .state import Entry, Founding, Kind, OfferName, State
from .wire import Act, Player, PlayMove

if TYPE_CHECKING:
    from collections.abc import Sequence

Made = tuple[Entry, Founding | None]
"""An entry, and the match that begins with it."""


def decide(state: State, yours: Sequence[Player], sent: PlayMove | Act, now: float) -> Made:
    """The entry that comes of what somebody sent; raises `DreierleiError` if they may not.

    Whether a move is legal is for `state.follow` to say.
    """
    if not yours:
        raise Refusal("not_allowed", "You are watching this match: expected one of its players.")
    if not state.board <= sent.number <= state.number:
        raise Refusal("conflict", f"The match has moved on: expected number {state.number}, not {sent.number}.")
    if isinstance(sent, PlayMove):
        return _move(state, yours, sent, now)
    player = _player(state, yours, sent)
    return _rematch(state, player, now) if sent.act == "rematch" else (_act(state, player, sent, now), None)


def plies_back(state: State, player: Player) -> int:
    """How many plies to take back until a player is to move again; raises `Refusal` if that never was so."""
    if state.waiting:
        raise Refusal("conflict", "The other seat is still free: expected an opponent first.")
    outcome = state.match.outcome
    ended_on_board = state.match.position.outcome() is not None
    if outcome is not None and not (state.founding.alone and ended_on_board):
        raise Refusal("conflict", "The game is over: expected a game in which a move can still be taken back.")
    plies, past = 1, state.past
    # At one screen whoever asks takes back the last move, whosever it was.
    while past is not None and state.founding.settings.opponent.kind != "here" and past.match.turn != player:
        plies, past = plies + 1, past.past
    if past is None:
        raise Refusal("conflict", "You have made no move yet: expected one before a takeback.")
    return plies


def entry(state: State, now: float, kind: Kind, player: Player | None, text: str = "", who: str = "") -> Entry:
    """The next entry of a match's log. Time never runs backwards in it."""
    return Entry(state.founding.id, state.number + 1, max(now, state.times.since), kind, player, text, who)


def _move(state: State, yours: Sequence[Player], sent: PlayMove, now: float) -> Made:
    if state.waiting:
        raise Refusal("conflict", "The other seat is still free: expected an opponent before the first move.")
    if state.turn is not None and state.turn not in yours:
        raise Refusal("not_allowed", "It is your opponent's turn: expected a move of theirs first.")
    return entry(state, now, "move", state.turn, sent.move), None


def _player(state: State, yours: Sequence[Player], sent: Act) -> Player:
    """For whom somebody acts: at one screen, unless they say, for the player to move."""
    if sent.player is not None:
        if sent.player not in yours:
            raise Refusal("not_allowed", "That is not your seat: expected your own.")
        return sent.player
    return state.turn if state.turn in yours and state.turn is not None else yours[0]


def _act(state: State, player: Player, sent: Act, now: float) -> Entry:
    def make(kind: Kind, text: str = "") -> Entry:
        return entry(state, now, kind, player, text)

    if state.waiting and sent.act not in ("resign", "next"):
        raise Refusal("conflict", "The other seat is still free: expected an opponent first.")
    one_screen = state.founding.settings.opponent.kind == "here"
    match sent.act:
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
                raise Refusal("conflict", "The other seat is still free: expected an opponent first.")
            return make("resign")
        case "give_up":
            if state.turn is not None and player != state.turn:
                raise Refusal("conflict", "Only the player to move can give up a round: expected your own turn.")
            return make("give_up")
        case "next":
            if state.over:
                raise Refusal("conflict", "The match is over: expected rematch.")
            return make("next")
        case "stop_thinking" | "rematch":
            raise AssertionError(sent.act)  # no entry of its own, or decided elsewhere
        case _:
            assert_never(sent.act)


def _offered(state: State, player: Player, kind: OfferName) -> Player:
    """Who offers something to a player."""
    offered = state.offer(kind)
    if offered is None or offered.by == player:
        raise Refusal("conflict", f"Your opponent offers no {kind}: expected an offer that can be accepted.")
    return offered.by


def _pending(state: State, kind: OfferName) -> OfferName:
    if state.offer(kind) is None:
        raise Refusal("conflict", f"Nobody offers a {kind}: expected an offer that can be declined.")
    return kind


def _rematch(state: State, player: Player, now: float) -> Made:
    if not state.over:
        raise Refusal("conflict", "The match is not over: expected its end before a rematch.")
    if state.rematch is not None:
        raise Refusal("conflict", "The rematch has begun already.")
    offered = state.offer("rematch")
    if not state.founding.alone and (offered is None or offered.by == player):
        return entry(state, now, "offer", player, "rematch"), None
    again = following(state, now)
    return entry(state, now, "rematch", player, again.id), again


def following(state: State, now: float) -> Founding:
    """The match after a match, of the same people. Who begins is as the game's rule has it for one more game."""
    white: Player = 0 if state.match.whites[-1] == 0 else 1
    black: Player = 0 if white == 1 else 1
    founder: Player = 0 if state.founding.guest == 1 else 1
    colour = "white" if founder == white else "black"
    return Founding(
        id=secrets.token_urlsafe(9),
        at=now,
        settings=state.founding.settings.model_copy(update={"colour": colour}),
        owners=(state.owners[white], state.owners[black]),
        names=(state.names[white], state.names[black]),
    )
