"""The state of a match: a fold over its log.

`follow` is the only way from one state to the next, for new entries and for stored ones, so a restart restores the same
state.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, assert_never, cast

from ..declarations import variant as find_variant
from ..match import Match
from ..model import SIDES
from ..positions import position as read_position
from . import clocks
from .errors import RequestError
from .wire.base import Player
from .wire.errors import Code
from .wire.matches import Offer

if TYPE_CHECKING:
    from .clocks import Times
    from .founding import Founding

Kind = Literal[
    "join",
    "move",
    "swap",
    "offer",
    "decline",
    "takeback",
    "draw",
    "resign",
    "give_up",
    "flag",
    "next",
    "rematch",
    "cancel",
    "end",
]
LONG = 20_000
"""Entries of a log after which nothing can be offered or taken back, and no further game begins."""
LONGEST = LONG + 1_000
"""Entries of a log after which no more moves are accepted."""
OfferName = Literal["draw", "takeback", "rematch"]
Seat = tuple[str | None, str | None]


class Entry(NamedTuple):
    """Something that happened in a match."""

    match: str
    number: int
    at: float
    """Seconds since 1970."""
    kind: Kind
    player: Player | None = None
    """Who did it, or to whom it happened."""
    text: str = ""
    """The move, the joining player's name, what is offered or declined, the plies taken back, the match that follows.
    When the computer declines an offer, its answer follows; when it agrees to a draw, its answer is the text."""
    who: str = ""
    """The token's player, for a join."""


class Past(NamedTuple):
    """The current game before a move or a swap, for taking it back."""

    match: Match
    times: Times
    past: Past | None
    ply: int
    """How many moves and swaps of the game came before."""


@dataclass(frozen=True)
class State:
    """A match between two entries of its log."""

    founding: Founding
    match: Match
    times: Times
    names: Seat
    owners: Seat
    number: int = 0
    board: int = 0
    """The last entry that changed the board. A client must have seen it to act."""
    past: Past | None = None
    offers: tuple[Offer, ...] = ()
    answer: str = ""
    """The computer's answer to a draw offer, until something else happens."""
    rematch: str | None = None
    cancelled: bool = False
    """Whether the invitation was withdrawn before anybody accepted it, or the operator ended the match."""

    @property
    def waiting(self) -> bool:
        """Whether a seat is still free."""
        return None in self.names

    @cached_property
    def turn(self) -> Player | None:
        """Whose move it is."""
        return None if self.waiting or self.cancelled else cast("Player | None", self.match.turn)

    @property
    def ply(self) -> int:
        """How many moves and swaps there have been in the current game."""
        return self.past.ply + 1 if self.past else 0

    @property
    def moves(self) -> int:
        """How many moves the line of the current game has; computing the line itself takes time in its length."""
        return self.ply - self.match.swapped

    @property
    def thinking(self) -> bool:
        """Whether it is the computer's move."""
        return self.turn is not None and self.turn == self.founding.computer

    @cached_property
    def over(self) -> bool:
        """Whether the match is over. A match that began from a given position is one game."""
        last = self.founding.settings.start is not None or self.long
        return self.cancelled or self.match.over or (last and self.match.game_over)

    @property
    def long(self) -> bool:
        """Whether the log is so long that the match ends with the current game."""
        return self.number >= LONG

    @property
    def winner(self) -> Player | None:
        """Who won the match."""
        if self.over and not self.match.over:
            first, second = self.match.score
            return None if first == second else 0 if first > second else 1
        return cast("Player | None", self.match.winner)

    @property
    def claim_from(self) -> float | None:
        """When the opponent of an absent player to move may claim the game; None if nobody may, as with a clock."""
        settings = self.founding.settings
        if self.founding.alone or settings.clock.kind != "none" or self.turn is None:
            return None
        return self.times.since + settings.claim_days * clocks.DAY

    @property
    def stake(self) -> int | None:
        """What the opponent gets if the player to move gives up now; None if that is not possible."""
        return None if self.turn is None else self.match.stake

    def yours(self, who: str | None) -> tuple[Player, ...]:
        """The seats that a token's player may play for."""
        first, second = self.owners
        return () if who is None else _SEATS[first == who, second == who]

    def offer(self, kind: OfferName) -> Offer | None:
        """The open offer of this kind, if any."""
        return next((offer for offer in self.offers if offer.kind == kind), None)


_SEATS: dict[tuple[bool, bool], tuple[Player, ...]] = {
    (False, False): (),
    (True, False): (0,),
    (False, True): (1,),
    (True, True): (0, 1),
}
"""The seats that belong to somebody, by whether each of the two does."""


def founded(founding: Founding) -> State:
    """The state of a match in which nothing has happened yet; raises `DreierleiError`."""
    chosen = founding.settings
    variant = find_variant(chosen.variant)
    one_game = 1 if variant.game.match.scoring == "games" else None
    length = chosen.length if chosen.length is not None else one_game
    names = _record_names(founding.names)
    match = Match.start(variant.game.id, names, length, swap_rule=chosen.swap, **variant.options)
    if chosen.start is not None:
        position = read_position(chosen.start)
        if position.outcome() is not None:
            raise RequestError(Code.BAD_REQUEST, "server.start-over")
        match = replace(match, position=position, length=1)
    state = State(founding, match, clocks.wound(chosen.clock), founding.names, founding.owners)
    return replace(state, times=clocks.started(state.times, state.turn, 0, founding.at))


def follow(state: State, entry: Entry) -> State:
    """The state after one more entry; raises `DreierleiError` if the entry is not valid."""
    if entry.number != state.number + 1:
        raise RequestError(Code.CONFLICT, "server.moved-on", expected=state.number + 1, number=entry.number)
    if entry.kind == "move":
        return _move(state, entry)
    after = _follow(replace(state, answer="") if state.answer else state, entry)
    moved = after.match is not state.match or after.names is not state.names
    return replace(after, number=entry.number, board=entry.number if moved else state.board)


def _follow(state: State, entry: Entry) -> State:
    match, at = state.match, entry.at
    match entry.kind:
        case "join":
            return _join(state, entry)
        case "move":
            raise AssertionError(entry.kind)  # handled in `follow`
        case "swap":
            return _turn(state, match.swap(), entry)
        case "takeback":
            return _take_back(state, int(entry.text), at)
        case "offer":
            if state.offer(cast("OfferName", entry.text)) is not None:
                raise RequestError(Code.CONFLICT, "server.offered")
            if entry.text == "draw":
                match.draw()  # raises unless a game is in play
            assert entry.player is not None
            offer = Offer(kind=cast("OfferName", entry.text), by=entry.player)
            return replace(state, offers=(*state.offers, offer))
        case "decline":
            kind, _, answer = entry.text.partition(" ")
            remaining = tuple(offer for offer in state.offers if offer.kind != kind)
            return replace(state, offers=remaining, answer=answer)
        case "draw":
            return replace(_end(state, match.draw(), at), answer=entry.text)
        case "resign":
            return _end(state, match.resign(SIDES[entry.player != match.white]), at)
        case "give_up":
            return _end(state, match.give_up(), at)
        case "flag":
            return _end(state, match.flag(), at)
        case "next":
            if state.over:
                raise RequestError(Code.CONFLICT, "server.match-over")
            begun = replace(state, match=match.next(), past=None, offers=())
            return replace(begun, times=clocks.started(clocks.wound(state.times.setting), begun.turn, 0, at))
        case "rematch":
            return replace(state, rematch=entry.text, offers=())
        case "cancel":
            return replace(state, cancelled=True)
        case "end":
            return replace(state, cancelled=True, times=clocks.stopped(state.times, at), offers=())
        case _:
            assert_never(entry.kind)


def _join(state: State, entry: Entry) -> State:
    seat = state.founding.guest
    if not state.waiting:
        raise RequestError(Code.CONFLICT, "server.seat-taken")
    if state.cancelled:
        raise RequestError(Code.CONFLICT, "server.invitation-cancelled")
    names = (entry.text, state.names[1]) if seat == 0 else (state.names[0], entry.text)
    owners = (entry.who, state.owners[1]) if seat == 0 else (state.owners[0], entry.who)
    match = replace(state.match, players=_record_names(names))
    joined = replace(state, names=names, owners=owners, match=match)
    return replace(joined, times=clocks.started(joined.times, joined.turn, 0, entry.at))


def _move(state: State, entry: Entry) -> State:
    return _turn(state, state.match.play(entry.text), entry)


def _turn(state: State, match: Match, entry: Entry) -> State:
    """The state after the player to move has moved or swapped."""
    player = state.turn
    past = Past(state.match, state.times, state.past, state.ply)
    if player is None:
        raise RequestError(Code.CONFLICT, "server.no-opponent")
    turn = cast("Player | None", match.turn)
    times = clocks.started(clocks.pressed(state.times, player, entry.at), turn, past.ply + 1, entry.at)
    # This is a hot path, and `replace` would take ten times as long.
    after = object.__new__(State)
    after.__dict__.update(
        founding=state.founding,
        match=match,
        times=times,
        names=state.names,
        owners=state.owners,
        number=entry.number,
        board=entry.number,
        past=past,
        offers=(),
        answer="",
        rematch=state.rematch,
        cancelled=state.cancelled,
        turn=turn,
    )
    return after


def _take_back(state: State, plies: int, at: float) -> State:
    past = state.past
    for _ in range(plies - 1):
        past = past.past if past else None
    if past is None:
        raise RequestError(Code.CONFLICT, "server.takeback-none")
    back = replace(state, match=past.match, past=past.past, offers=())
    return replace(back, times=clocks.started(past.times, back.turn, back.ply, at))


def _end(state: State, match: Match, at: float) -> State:
    return replace(state, match=match, times=clocks.stopped(state.times, at), offers=())


def _record_names(names: Seat) -> tuple[str, str]:
    """The names for records: never empty, never equal."""
    first, second = (" ".join((name or "").split()) for name in names)
    first, second = first or "Player 1", second or "Player 2"
    return first, second if first != second else f"{second} (2)"
