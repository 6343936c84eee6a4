"""Matches.

A *match* is what two players share: one game after the other, a clock, a score. Everything that happens in it is an
entry in its log, and `number` counts the entries. An action has the last number that its sender saw, so nobody acts
on a board that has changed in the meantime.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from ...levels import Style as LevelStyle
from ...model import Outcome
from .base import DAYS, INCREMENT, INITIAL, LENGTH, ClosedModel, Id, MessageView, Name, Player
from .boards import PositionView

# --- matches ----------------------------------------------------------------------------------------------------------


class NoClock(ClosedModel):
    """No time limit."""

    kind: Literal["none"] = "none"


class FischerClock(ClosedModel):
    """Seconds for the game, and an increment for each move made."""

    kind: Literal["fischer"] = "fischer"
    initial: Annotated[int, Field(ge=INITIAL[0], le=INITIAL[1])]
    increment: Annotated[int, Field(ge=INCREMENT[0], le=INCREMENT[1])] = 0


class DaysClock(ClosedModel):
    """Days for each move."""

    kind: Literal["days"] = "days"
    days: Annotated[int, Field(ge=DAYS[0], le=DAYS[1])]


Clock = TypeAliasType("Clock", Annotated[NoClock | FischerClock | DaysClock, Field(discriminator="kind")])


class ClockView(ClosedModel):
    """The clock at the time of the message. The page counts down from there."""

    setting: Clock
    left: tuple[float, float] | None
    """The seconds that each player has left."""
    running: Player | None


Style = TypeAliasType("Style", LevelStyle)


class Computer(ClosedModel):
    """The computer as an opponent."""

    kind: Literal["computer"] = "computer"
    level: Annotated[int, Field(ge=1, le=10)] = 3
    style: Style = "plain"
    """What the computer prefers among moves that it considers about equal."""


class Friend(ClosedModel):
    """Somebody who is invited by a link."""

    kind: Literal["friend"] = "friend"


class Here(ClosedModel):
    """Two people at this screen; `name` is that of the second."""

    kind: Literal["here"] = "here"
    name: Name | None = None


Opponent = TypeAliasType("Opponent", Annotated[Computer | Friend | Here, Field(discriminator="kind")])


class NewMatch(ClosedModel):
    """The settings of a new match."""

    variant: Annotated[str, Field(max_length=300)]
    """A game's id, with options if wanted: `qango6:opening=burg`, `die-drei:board=random`."""
    opponent: Opponent
    colour: Literal["white", "black", "random"] = "random"
    length: Annotated[int, Field(ge=LENGTH[0], le=LENGTH[1])] | None = None
    """Games, or points if the game is scored by points. By default, one game, or the game's own number of points."""
    clock: Clock = NoClock()
    name: Name | None = None
    claim_days: Annotated[int, Field(ge=1, le=365)] = 7
    """Without a clock: after so many days without a move, the opponent in a match by link may claim the game."""
    public: bool = False
    """Whether the match is listed for everybody to watch."""
    swap: Literal[0, 1, 3, 5, 7] = 0
    """If not 0, the number of moves that the player who begins makes for both sides; then the other may take over that
    player's side instead of moving."""
    start: Annotated[str, Field(max_length=600)] | None = None
    """A position's line to begin from, instead of the game's initial position; then the match is one game."""


class KeptMatch(ClosedModel):
    """A match that was played in a page, to be continued on the server."""

    settings: NewMatch
    """With a definite colour; against the computer, or two people on one screen."""
    at: Annotated[float, Field(ge=0, le=1e12)]
    """When it began, in seconds since 1970."""
    log: Annotated[tuple[Annotated[str, Field(max_length=64)], ...], Field(max_length=1500)]
    """The entries, such as `1700000000000 move 0 b2`: time in milliseconds, kind, player, text."""


class Join(ClosedModel):
    """A request to take the free seat. `invite` is the code in the link."""

    invite: Annotated[str, Field(max_length=64)]
    name: Name | None = None


class PlayMove(ClosedModel):
    """A move; `number` is the last entry that its player has seen."""

    move: Annotated[str, Field(max_length=32)]
    number: Annotated[int, Field(ge=0)]


ActionName = TypeAliasType("ActionName", Literal[
    "offer_draw", "accept_draw", "decline_draw",
    "ask_takeback", "accept_takeback", "decline_takeback",
    "resign", "give_up", "swap", "next", "rematch", "stop_thinking", "cancel", "claim",
])  # fmt: skip


class Action(ClosedModel):
    """Anything that a player does besides moving.

    Against the computer and on one screen a takeback needs no consent, and on one screen neither does a draw: asking
    is enough. `next` begins the next game of the match, `rematch` a new match with the same people (an offer, if the
    opponent is somebody else). `cancel` withdraws an invitation that nobody has accepted, `claim` wins a game without
    a clock whose other player has not moved for the agreed days.
    """

    action: ActionName
    number: Annotated[int, Field(ge=0)]
    player: Player | None = None
    """On one screen, the player who acts; otherwise the sender."""


Phrase = TypeAliasType(
    "Phrase", Literal["hello", "good_luck", "well_played", "thanks", "oops", "one_moment", "again", "bye"]
)


class Say(ClosedModel):
    """One of the phrases."""

    phrase: Phrase


class SeatView(ClosedModel):
    """A player of a match."""

    name: str | None
    """None while the seat is free; empty if the player gave no name, so that pages use a word of their own."""
    computer: int | None
    """The computer's level; None for a person."""
    style: Style | None = None
    here: bool
    """Whether the player of this seat is connected."""


class GameSummary(ClosedModel):
    """A finished game of a match."""

    round: int
    white: Player
    result: str
    reason: str
    points: int | None
    swapped: bool
    """Whether the players have swapped sides; `white` is who was White after that."""
    plies: int


class GameLine(ClosedModel):
    """The moves of one game of a match."""

    variant: str
    start: str
    moves: tuple[str, ...]
    result: str


class Offer(ClosedModel):
    """An offer that awaits the other player's answer."""

    kind: Literal["draw", "takeback", "rematch"]
    by: Player


class MatchView(ClosedModel):
    """A complete match as one viewer may see it: a page that gets this needs no earlier messages."""

    v: Literal[1] = 1
    id: Id
    number: int
    variant: str
    scoring: Literal["games", "points"]
    length: int
    seats: tuple[SeatView, SeatView]
    yours: tuple[Player, ...]
    """The seats that the viewer may play for: none, one, or both on one screen."""
    white: Player
    round: int
    score: tuple[float, float]
    turn: Player | None
    """Who is to move; None while a seat is free, and when the game is over."""
    position: PositionView
    line: tuple[str, ...]
    """The moves of the current game."""
    start: str
    """The line of the position from which the current game began."""
    games: tuple[GameSummary, ...]
    outcome: Outcome | None
    """How the current game ended: by the rules, by agreement, by the clock."""
    stake: int | None
    """What the opponent would score if the player to move gave up now; None if that is not possible."""
    swap_after: int
    """The moves after which players may swap sides; 0: they may not."""
    swap: Literal["begins", "open", "taken", "past"] | None
    """None without the swap rule; "begins" while one player makes the moves of both sides, "open" if the player to move
    may take over the other side now, "taken" if that has happened in this game, "past" if it no longer can."""
    over: bool
    winner: Player | None
    clock: ClockView
    claim_from: float | None
    """When the player who waits for a move may claim the game, in seconds since 1970; None if nobody ever may."""
    offers: tuple[Offer, ...]
    thinking: bool
    """Whether the computer is thinking about a move."""
    invite: str | None
    """The code for taking the free seat; only the player who invites sees it."""
    public: bool
    rematch: Id | None
    """The match that follows this one."""
    answer: MessageView | None
    """The computer's answer to a draw offer, if it has just given one."""
    result: MessageView | None
    """How the current game ended, in words for the viewer. The winner is named by their side."""


class MatchCard(ClosedModel):
    """A match in a list."""

    id: Id
    variant: str
    seats: tuple[SeatView, SeatView]
    turn: Player | None
    yours: tuple[Player, ...]
    stones: str
    score: tuple[float, float]
    over: bool
    result: MessageView | None = None
    """How the current game ended, in words; the winner is named by their side."""
    winner: Player | None = None
    """Who won the current game."""
    changed: float
    """Seconds since 1970."""


# --- programs ---------------------------------------------------------------------------------------------------------


class NewToken(ClosedModel):
    """A request for a token for a program."""

    name: Name | None = None


class Token(ClosedModel):
    """The token that a program sends from then on, and the public id of its player."""

    token: str
    player: str
