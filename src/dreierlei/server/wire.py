"""What goes over the wire: closed, versioned types, shared by the JSON API, the WebSocket and the stream of events.

A *match* is what two players share: one game after the other, a clock, a score. Everything that happens in it is an
entry in its log, and `number` counts the entries; whoever acts says which number was seen last, so nobody acts on a
board that has changed meanwhile. Players of a match are 0 and 1; who of them is White changes from game to game.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

VERSION = 1


class Message(BaseModel):
    """A closed type: what is not declared is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Words = dict[Literal["de", "en", "lb"], str]
SideName = Literal["white", "black"]
Player = Literal[0, 1]
Name = Annotated[str, Field(min_length=1, max_length=40)]
Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{6,32}$")]

# --- boards and positions ---------------------------------------------------------------------------------------------


class PlaceView(Message):
    """Where a stone can stand; see `dreierlei.model.Place`."""

    name: str
    x: float
    y: float
    shape: Literal["cell", "point", "hole"]
    tint: str
    letter: str
    group: int | None
    sign: str


class RingView(Message):
    """A ring that turns round the origin. One turn is an angle of `step` degrees, clockwise if positive."""

    name: str
    places: tuple[int, ...]
    radius: float
    step: float


class ControlView(Message):
    """Something to point at that is no place."""

    name: str
    x: float
    y: float
    shape: Literal["corner", "ring", "button"]


class LabelView(Message):
    """A text beside the board."""

    text: str
    x: float
    y: float


class TargetView(Message):
    """One thing that a player can point at in a move. `place` is an index into the layout's places."""

    text: str
    kind: Literal["place", "take", "corner", "ring", "pass"]
    place: int | None
    words: Words | None
    """What people call it, where that is not the name of its place."""


class LayoutView(Message):
    """A board as it is drawn."""

    places: tuple[PlaceView, ...]
    bounds: tuple[float, float, float, float]
    strokes: tuple[tuple[tuple[float, float], ...], ...]
    rings: tuple[RingView, ...]
    controls: tuple[ControlView, ...]
    labels: tuple[LabelView, ...]
    stones: int | None
    """What each side begins with in hand, where players want to see it."""


class FieldView(Message):
    """What a word of a position's line is, after the turn; see `dreierlei.model.Field`."""

    kind: Literal["white_hand", "black_hand", "number", "place"]
    title: Words


class VariantView(Message):
    """A game with its options decided, and its board. `ground` is the empty board as an SVG, by style."""

    id: str
    game: str
    options: dict[str, str]
    labels: dict[str, Words]
    """What people call the value of each option."""
    layout: LayoutView
    targets: tuple[TargetView, ...]
    grounds: dict[str, Words]
    """What people call the ground of a place, by its tint."""
    fields: tuple[FieldView, ...]
    ground: dict[Literal["light", "dark"], str]


class MoveView(Message):
    """A legal move: its notation, and the targets to point at one after the other."""

    text: str
    targets: tuple[str, ...]


class Slide(Message):
    """A stone that moved from one place to another. Without `from`, it came from hand; without `to`, it left."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    stone: Literal["w", "b", "n"]
    from_: Annotated[int | None, Field(alias="from")] = None
    to: int | None = None


class Motion(Message):
    """How the board came from the position before: first the slides, then the turn of a ring."""

    slides: tuple[Slide, ...]
    ring: str | None = None


class OutcomeView(Message):
    """How a game ended."""

    winner: SideName | None
    reason: str
    points: int | None


class LastMove(MoveView):
    """The move that led here."""

    motion: Motion


class PositionView(Message):
    """A position with all that a board needs to show it and to let somebody move."""

    line: str
    """What `dreierlei.position` reads."""
    variant: str
    turn: SideName
    stones: str
    """One letter for each place of the layout: `.`, `w`, `b` or `n`."""
    hands: tuple[int, int] | None
    moves: tuple[MoveView, ...]
    prompts: dict[str, str]
    """What the player to move does next, by the targets chosen so far, joined by blanks: keys of the page's words."""
    last: LastMove | None
    outcome: OutcomeView | None
    winning: tuple[str, ...]
    """The places that decided the game."""


# --- games ------------------------------------------------------------------------------------------------------------


class OptionView(Message):
    """A choice that makes a variant."""

    name: str
    kind: Literal["choice", "number", "board"]
    default: str
    title: Words
    about: Words
    choices: tuple[str, ...]
    drawn: tuple[str, ...]
    """Values that stand for one drawn by lot."""
    labels: dict[str, Words]
    """What people call the default, the choices and the values drawn by lot."""


class GameView(Message):
    """A game's declaration."""

    id: str
    names: Words
    about: Words
    options: tuple[OptionView, ...]
    scoring: Literal["games", "points"]
    length: int
    give_up: bool
    sgf: bool
    sheets: tuple[str, ...]
    """What can be printed."""


# --- matches ----------------------------------------------------------------------------------------------------------


class NoClock(Message):
    """No limit of time."""

    kind: Literal["none"] = "none"


class FischerClock(Message):
    """So many seconds for the game, and so many more for each move made."""

    kind: Literal["fischer"] = "fischer"
    initial: Annotated[int, Field(ge=10, le=10_800)]
    increment: Annotated[int, Field(ge=0, le=600)] = 0


class DaysClock(Message):
    """So many days for each move."""

    kind: Literal["days"] = "days"
    days: Annotated[int, Field(ge=1, le=30)]


Clock = Annotated[NoClock | FischerClock | DaysClock, Field(discriminator="kind")]


class ClockView(Message):
    """The clock as it stood when the message was written. The page counts on from there."""

    setting: Clock
    left: tuple[float, float] | None
    """Each player's seconds."""
    running: Player | None


class Computer(Message):
    """The computer as an opponent."""

    kind: Literal["computer"] = "computer"
    level: Annotated[int, Field(ge=1, le=10)] = 3


class Friend(Message):
    """Somebody who gets a link."""

    kind: Literal["friend"] = "friend"


class Here(Message):
    """Two people at this screen; `name` is the second one's."""

    kind: Literal["here"] = "here"
    name: Name | None = None


Opponent = Annotated[Computer | Friend | Here, Field(discriminator="kind")]


class NewMatch(Message):
    """What a new match is to be."""

    variant: Annotated[str, Field(max_length=300)]
    """A game's id, with options if wanted: `qango6:opening=burg`, `die-drei:board=random`."""
    opponent: Opponent
    colour: Literal["white", "black", "random"] = "random"
    length: Annotated[int, Field(ge=1, le=1000)] | None = None
    """Games, or points where the game counts them. Without, one game, or the game's own number of points."""
    clock: Clock = NoClock()
    name: Name | None = None
    public: bool = False
    """Whether the match is listed for everybody to watch."""
    start: Annotated[str, Field(max_length=600)] | None = None
    """A position's line to begin from instead of the game's start; then the match is one game."""


class Join(Message):
    """Taking the free seat. `invite` is the code of the link."""

    invite: Annotated[str, Field(max_length=64)]
    name: Name | None = None


class PlayMove(Message):
    """A move; `number` is the last entry that its player has seen."""

    move: Annotated[str, Field(max_length=32)]
    number: Annotated[int, Field(ge=0)]


ActName = Literal[
    "offer_draw", "accept_draw", "decline_draw",
    "ask_takeback", "accept_takeback", "decline_takeback",
    "resign", "give_up", "next", "rematch", "stop_thinking",
]  # fmt: skip


class Act(Message):
    """Anything that a player does besides moving.

    Against the computer and at one screen a takeback and a draw need no consent: asking is enough. `next` begins the
    next game of the match, `rematch` a new match with the same people (an offer, if the opponent is somebody else).
    """

    act: ActName
    number: Annotated[int, Field(ge=0)]
    player: Player | None = None
    """At one screen, for whom; otherwise it is whoever is asking."""


Phrase = Literal["hello", "good_luck", "well_played", "thanks", "oops", "one_moment", "again", "bye"]


class Say(Message):
    """One of the friendly messages."""

    phrase: Phrase


class SeatView(Message):
    """A player of a match."""

    name: str | None
    """None while the seat is free, empty if whoever sits there gave no name: pages have their own word then."""
    computer: int | None
    """The level, if it is the computer."""
    here: bool
    """Whether somebody is connected to this seat now."""


class GameSummary(Message):
    """A finished game of a match."""

    round: int
    white: Player
    result: str
    reason: str
    points: int | None
    plies: int


class GameLine(Message):
    """The moves of one game of a match."""

    variant: str
    start: str
    moves: tuple[str, ...]
    names: tuple[str, str]
    """White's and Black's."""
    result: str
    reason: str


class Offer(Message):
    """Something that waits for the other player's answer."""

    kind: Literal["draw", "takeback", "rematch"]
    by: Player


class MatchView(Message):
    """A match as one viewer may see it, complete: a page that gets this needs nothing that came before."""

    v: Literal[1] = 1
    id: Id
    number: int
    variant: str
    scoring: Literal["games", "points"]
    length: int
    seats: tuple[SeatView, SeatView]
    yours: tuple[Player, ...]
    """The seats that the viewer may play for: none, one, or both at one screen."""
    white: Player
    round: int
    score: tuple[float, float]
    turn: Player | None
    """Who is to move; None while a seat is free, and when the game is over."""
    position: PositionView
    line: tuple[str, ...]
    """The moves of the current game."""
    start: str
    """The position's line at the beginning of the current game."""
    games: tuple[GameSummary, ...]
    outcome: OutcomeView | None
    """How the current game ended: by the rules, by agreement, by the clock."""
    stake: int | None
    """What the opponent would score if the player to move gave up now, where that is possible."""
    over: bool
    winner: Player | None
    clock: ClockView
    offers: tuple[Offer, ...]
    thinking: bool
    """Whether the computer is at work on a move."""
    invite: str | None
    """The code that takes the free seat; only its owner sees it."""
    public: bool
    rematch: Id | None
    """The match that follows this one."""


class MatchCard(Message):
    """A match in a list."""

    id: Id
    variant: str
    seats: tuple[SeatView, SeatView]
    turn: Player | None
    yours: tuple[Player, ...]
    stones: str
    score: tuple[float, float]
    over: bool
    changed: float
    """Seconds since 1970."""


# --- programs ---------------------------------------------------------------------------------------------------------


class NewToken(Message):
    """A program introduces itself."""

    name: Name | None = None


class Token(Message):
    """What a program shows from then on, and the public id of the player that it names."""

    token: str
    player: str


# --- errors -----------------------------------------------------------------------------------------------------------


class Fault(Message):
    """What went wrong: a code for programs, a sentence for people."""

    code: Literal[
        "bad_request", "not_found", "not_allowed", "illegal_move", "conflict", "too_many", "too_large", "busy",
        "unavailable", "internal",
    ]  # fmt: skip
    message: str


class Failure(Message):
    """The one shape of every error."""

    error: Fault


# --- the live connection ----------------------------------------------------------------------------------------------


class MoveSent(PlayMove):
    """From the page: a move."""

    v: Literal[1] = 1
    type: Literal["move"]


class ActSent(Act):
    """From the page: anything else a player does."""

    v: Literal[1] = 1
    type: Literal["act"]


class SaySent(Say):
    """From the page: a friendly message."""

    v: Literal[1] = 1
    type: Literal["say"]


class Ping(Message):
    """From the page: is anybody there?"""

    v: Literal[1] = 1
    type: Literal["ping"]


Sent = Annotated[MoveSent | ActSent | SaySent | Ping, Field(discriminator="type")]
"""Everything that a page may send."""


class MatchNews(Message):
    """To the page: the match as it stands now. Comes at once after connecting, and whenever something has changed."""

    v: Literal[1] = 1
    type: Literal["match"] = "match"
    match: MatchView


class Said(Message):
    """To the page: somebody said something friendly."""

    v: Literal[1] = 1
    type: Literal["said"] = "said"
    by: Player
    phrase: Phrase


class Refused(Message):
    """To the page: what it sent was not accepted."""

    v: Literal[1] = 1
    type: Literal["error"] = "error"
    error: Fault


class Pong(Message):
    """To the page: yes."""

    v: Literal[1] = 1
    type: Literal["pong"] = "pong"


News = MatchNews | Said | Refused | Pong
"""Everything that a page may get."""
