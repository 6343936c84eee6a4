"""The types that declare a game."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, Literal

from .errors import InvalidOption
from .messages import Language, Message, Spoken, Words, fill, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.resources.abc import Traversable

    from .options import Option
    from .rules import Rules


class Side(enum.Enum):
    """White or Black. White moves first."""

    WHITE = "white"
    BLACK = "black"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"dreierlei.{self.name}"

    def say(self, language: Language) -> str:
        """The side's name in that language."""
        return say(language, self.value)

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


WHITE = Side.WHITE
BLACK = Side.BLACK
SIDES = (WHITE, BLACK)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None for a draw), why, and the points where a game has them."""

    winner: Side | None
    reason: str
    points: int | None = None

    @property
    def result(self) -> str:
        """The result as records write it: `1-0`, `0-1` or `1/2-1/2`."""
        return {WHITE: "1-0", BLACK: "0-1", None: "1/2-1/2"}[self.winner]


class GameMessage(Message):
    """A message whose text is in the declaration of a game, instead of the locale files."""

    __slots__ = ("words",)

    def __init__(self, key: str, words: Words, /, **values: object) -> None:
        super().__init__(key, **values)
        self.words = words

    def say(self, language: Language) -> str:
        """The text in that language."""
        return fill(self.words[language], language, self.values)


class Refusal(Message):
    """Why a move is not possible: the rule, as a message. Its values are numbers and targets.

    `str()` gives the English sentence, `say(language)` the same in another language.
    """

    __slots__ = ("words",)

    def __init__(self, key: str, words: Words | None = None, /, **values: object) -> None:
        super().__init__(key, **values)
        self.words = words
        """The game's own words, where the text is not in the locale files."""

    def say(self, language: Language) -> str:
        """The sentence in that language."""
        return super().say(language) if self.words is None else fill(self.words[language], language, self.values)


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of random games, from the point of view of the player to move."""

    wins: int
    draws: int
    losses: int
    plies: int


LEVELS = tuple(range(1, 11))
"""All levels of the computer; the last is full strength."""

# --- boards -----------------------------------------------------------------------------------------------------------

Point = tuple[float, float]
Sign = Literal["", "plus", "cross", "hook", "ring"]
"""A sign on the ground: straight lines, diagonal lines, a knight's move, a step in every direction."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stone can stand. Coordinates grow to the right and downwards; a cell is one unit wide."""

    name: str
    x: float
    y: float
    shape: Literal["cell", "point", "hole"] = "cell"
    tint: str = ""
    """The colour of the ground: `red`, `yellow`, `green`, `blue`, `orange`, or none."""
    letter: str = ""
    """A letter that identifies the ground without colour."""
    group: int | None = None
    """Cells of one group are drawn with a common border."""
    sign: Sign = ""
    """What the ground shows besides its tint: how a piece moves from here. Grounds without one are hatched."""


@dataclass(frozen=True, slots=True)
class Ring:
    """Evenly spaced places around the origin that turn together. Named like its target."""

    name: str
    places: tuple[int, ...]
    """In clockwise order."""
    radius: float
    clockwise: bool
    """Which way it turns."""

    @property
    def step(self) -> float:
        """The angle of one turn in degrees, clockwise if positive."""
        return (1 if self.clockwise else -1) * 360 / len(self.places)


@dataclass(frozen=True, slots=True)
class Control:
    """Something to point at that is not a place: a corner where stones are pushed in, a ring, a button.

    It is named like its target. A button is drawn only where it can be used, beside the hand of the player to move.
    """

    name: str
    x: float
    y: float
    shape: Literal["corner", "ring", "button"]
    angle: float = 0.0
    """Where the arrow of a corner points, in degrees clockwise from the right."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text beside the board."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Hands:
    """The stones that each side begins with in hand, where players need to see how many are left."""

    stones: int


@dataclass(frozen=True)
class Layout:
    """A board as it is drawn, on paper, on the screen and in the terminal."""

    places: tuple[Place, ...]
    rows: tuple[tuple[int, ...], ...]
    """The places in the order in which a position line writes them."""
    bounds: tuple[float, float, float, float]
    """Left, top, right, bottom of the board without labels."""
    strokes: tuple[tuple[Point, ...], ...] = ()
    rings: tuple[Ring, ...] = ()
    controls: tuple[Control, ...] = ()
    labels: tuple[Label, ...] = ()
    hands: Hands | None = None
    text_scale: tuple[int, int] = (4, 2)
    """Characters per unit, across and down, when the board is drawn as text."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that a player can point at in a move. `text` is its part of the notation."""

    text: str
    kind: Literal["place", "take", "corner", "ring", "pass"]
    place: int | None = None
    """The index of the place, if the target is one."""
    words: Words | None = None
    """What people call it, where that is not the name of its place."""
    sign: Words | None = None
    """A short form for lists of moves, where its text means nothing to people."""


PromptKind = Literal["place", "reach", "from", "to", "take", "corner", "ring", "pass", "any"]
"""What a player does by pointing at a target: places a stone, places one within reach of the last piece, chooses a
stone to move, chooses where it goes, takes a stone, pushes one in at a corner, turns a ring, passes. `any` is a choice
between several of these."""


# --- on paper ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tile:
    """A loose part from which a board is laid, with a face on either side."""

    name: str
    front: Layout
    back: Layout


@dataclass(frozen=True, slots=True)
class Craft:
    """The measures of what people make for a game out of paper and cloth."""

    cell: float = 25.0
    """Millimetres for one unit of the layout."""
    tiles: tuple[Tile, ...] = ()
    """Printed instead of the game's first board, if that is laid from tiles."""
    bag: float | None = None
    """Millimetres for one unit of the board on a cloth bag, where the game has one."""


# --- games ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchRule:
    """How several games make a match."""

    scoring: Literal["games", "points"] = "games"
    """`games`: a win is a point, a draw half a point each. `points`: the outcome's points."""
    begins: Literal["alternate", "loser"] = "alternate"
    """Who is White next. `loser`: the loser; after a draw the other player."""
    length: int = 3
    """The default number of games, or of points to reach."""
    give_up: bool = False
    """Whether a player may give up a round before the opponent's points grow."""


@dataclass(frozen=True, slots=True)
class Field:
    """A word that a position line has after the turn: a side's stones in hand, another count, or a place."""

    kind: Literal["white_hand", "black_hand", "number", "place"]
    title: Words
    limit: int | None = None
    """The count that ends the game."""


@dataclass(frozen=True)
class Tables:
    """What a game's `build` makes of its options: the drawing, the targets, and the tables for the core."""

    layout: Layout
    targets: tuple[Target, ...]
    """What a player can point at; a target for each place comes first."""
    family: str = "python"
    """The rule family of the core; its header says which numbers, tables and words it needs."""
    rules: Rules | None = None
    """The rules, where they are written in Python; then family, numbers, tables and words are left out."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    tables: Mapping[str, list[list[int]]] = field(default_factory=dict)
    words: Mapping[str, list[str]] = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    """What a position line has after the turn."""
    grounds: Mapping[str, Words] = field(default_factory=dict)
    """What people call the ground of a place, by its tint."""


@dataclass(frozen=True)
class Game:
    """A game's declaration. Its id is its file's name, its URL and its command-line argument."""

    id: str
    names: Words
    about: Words
    build: Callable[[Mapping[str, str]], Tables]
    rank: int = 100
    """The game's place in lists: games that are easy for newcomers come first, those of equal rank by id."""
    sample: str = ""
    """Moves from the start, separated by blanks, after which a picture shows the game in play."""
    options: tuple[Option, ...] = ()
    match: MatchRule = MatchRule()
    reasons: Mapping[str, Words] = field(default_factory=dict)
    """Why a game ends, by the reason of the outcome, where the shared texts do not say it."""
    prompts: Mapping[PromptKind, Words] = field(default_factory=dict)
    """What a player is asked to do, where the shared texts do not fit."""
    refusals: Mapping[str, Words] = field(default_factory=dict)
    """Why a move is not possible, where the shared texts do not say it."""
    teaching: Mapping[str, Words] = field(default_factory=dict)
    """Why a move that decided a game was wrong, by `review.Reason`, where the shared texts do not say it."""
    craft: Craft = Craft()
    """Its measures on paper and cloth."""
    sgf: int | None = None
    """The game's number in SGF, where it has one."""
    levels: tuple[int, ...] = LEVELS
    """The levels at which the computer plays it: a game with little room between best and random play has fewer."""
    pages: Traversable | None = None
    """Where its pages are, `LANGUAGE/rules/ID.md` and so on, if they are not in this package's `locale` folder."""
    lessons: tuple[Traversable, ...] = ()
    """The files of its lessons, where it has some; what it shares with other games comes first."""

    def option(self, name: str) -> Option:
        """The option of that name; raises `InvalidOption` listing the valid ones."""
        for option in self.options:
            if option.name == name:
                return option
        if not self.options:
            raise InvalidOption("option.none", game=self.id, option=name)
        raise InvalidOption("option.unknown", game=self.id, option=name, expected=tuple(o.name for o in self.options))

    def reason(self, name: str) -> Message:
        """The reason of an outcome in words: the game's own, or those that all games share."""
        return self._message(f"reason.{(name or 'unstated').replace(' ', '-')}", self.reasons.get(name))

    def prompt(self, step: PromptKind, **values: object) -> Message:
        """What a player does in a step of a move: the game's own words, or those that all games share."""
        return self._message(f"prompt.{step}", self.prompts.get(step), **values)

    def refusal(self, key: str, **values: object) -> Refusal:
        """A reason against a move, by its key in the core: the game's own words, or those that all games share."""
        own = self.refusals.get(key.removeprefix("refusal."))
        return Refusal(key if own is None else f"{self.id}.{key}", own, **values)

    def lesson(self, reason: str, **values: object) -> Message:
        """Why a move was wrong: the game's own words, or those that all games share."""
        return self._message(f"teacher.{reason}", self.teaching.get(reason), **values)

    def texts(self, language: Language) -> dict[str, str]:
        """The texts of all messages that the game declares, by key, for readers that look messages up."""
        declared = [self.reason(name) for name in self.reasons]
        declared += [self.prompt(step) for step in self.prompts]
        declared += [self.lesson(reason) for reason in self.teaching]
        declared += [option.expects for option in self.options]
        texts = {message.key: message.words[language] for message in declared if isinstance(message, GameMessage)}
        return texts | {f"{self.id}.refusal.{name}": words[language] for name, words in self.refusals.items()}

    def _message(self, key: str, own: Words | None, **values: object) -> Message:
        return Message(key, **values) if own is None else GameMessage(f"{self.id}.{key}", own, **values)

    def read_options(self, given: Mapping[str, object]) -> dict[str, str]:
        """All options with canonical values, the given ones checked; raises `InvalidOption`."""
        for name in given:
            self.option(name)
        values = {}
        for option in self.options:
            raw = given.get(option.name, option.default)
            text = str(raw).lower() if isinstance(raw, bool) else str(raw).strip()
            value = option.read(text)
            if value is None:
                raise InvalidOption(
                    "option.value", game=self.id, option=option.name, value=text, expected=option.expects
                )
            values[option.name] = value
        return values


def lessons_of(package: str | None, *names: str) -> tuple[Traversable, ...]:
    """The files of lessons with these names in the package of a declaration: `NAME.lessons.toml`."""
    folder = resources.files(package or "")
    return tuple(folder / f"{name}.lessons.toml" for name in names)


@dataclass(frozen=True, eq=False)
class Variant:
    """A game with its options decided. Variants of the same game with the same options are equal."""

    game: Game
    options: Mapping[str, str]
    tables: Tables

    @cached_property
    def id(self) -> str:
        """The game and the options that differ from their defaults, as position lines begin."""
        changed = [
            f"{option.name}={self.options[option.name]}"
            for option in self.game.options
            if self.options[option.name] != option.default
        ]
        return self.game.id + (":" + ",".join(changed) if changed else "")

    @cached_property
    def targets(self) -> Mapping[str, Target]:
        """What a player can point at, by its text."""
        return {target.text: target for target in self.tables.targets}

    def named(self, text: str) -> str:
        """A target as a value of a message: its text, or a `Spoken` where people call it something else."""
        target = self.targets[text]
        name = text if target.place is None else self.layout.places[target.place].name
        return name if target.words is None else Spoken(name, target.words)

    def ground(self, place: int) -> str:
        """What people call the ground of a place, as a value of a message."""
        tint = self.layout.places[place].tint
        return Spoken(tint, self.tables.grounds[tint]) if tint in self.tables.grounds else tint

    def target_name(self, text: str, language: Language) -> str:
        """What people call a target: its own words, or the name of its place."""
        target = self.targets[text]
        if target.words is not None:
            return target.words[language]
        return text if target.place is None else self.layout.places[target.place].name

    @property
    def layout(self) -> Layout:
        """The board as it is drawn."""
        return self.tables.layout

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Variant) and self.id == other.id and self.tables == other.tables)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<Variant {self.id}>"
