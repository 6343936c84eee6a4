"""Rules in plain Python, for games that are not in the core: slow, but complete.

A declaration gives `Tables` an object of a class that derives from `Rules` instead of the name of a family. Everything
else then works as for every game: search and levels, records, drawings, the page, the terminal, environments.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from . import _core
from .errors import DreierleiError, InvalidDeclaration
from .messages import Message, Spoken
from .model import BLACK, SIDES, WHITE, Outcome, Side, Tables, Variant
from .version import VERSION

if TYPE_CHECKING:
    _Setup = tuple[Sequence[int], int, Sequence[int]]

FREE, STONES = ".", ".wbn"
"""How a state writes a free place; how it writes one that is free, or has a white, a black or a neutral stone."""

MOST_MOVES = 384
"""The most legal moves that the core has room for."""


class State(NamedTuple):
    """A position as its line writes it; everything that decides how a game can go on must be in it."""

    stones: str
    """A letter of `STONES` for each place, in the order of the layout's places."""
    turn: Side = WHITE
    fields: tuple[int, ...] = ()
    """The numbers that the declaration's `fields` name: stones in hand, counters, the index of a place or -1."""

    def with_stones(self, changed: dict[int, str]) -> State:
        """This state with other stones on some places."""
        return self._replace(stones="".join(changed.get(place, stone) for place, stone in enumerate(self.stones)))


class Rules(ABC):
    """The rules of one variant of a game.

    A move is a tuple of one to three targets. Targets are the indices of the declaration's targets, of which the places
    come first, so that target 4 is also place 4. No legal move may be the beginning of another.
    """

    reasons: ClassVar[tuple[str, ...]]
    """Every reason that `outcome` can give; a draw by repetition is not among them."""
    forms: ClassVar[tuple[tuple[str, ...], ...]] = (("place",),)
    """The forms of moves by the kinds of their targets: `(("place",), ("place", "place"))` places stones and moves
    them. Those of one length must end in different kinds."""
    repetition: ClassVar[bool] = False
    """Whether the third occurrence of a position ends the game in a draw."""

    @abstractmethod
    def start(self) -> State:
        """The state before White's first move."""

    @abstractmethod
    def moves(self, state: State) -> Iterable[tuple[int, ...]]:
        """The legal moves of a game that is not over; at least one."""

    @abstractmethod
    def play(self, state: State, move: tuple[int, ...]) -> State:
        """The state after a legal move."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on. Repetition is handled elsewhere."""

    def winning_places(self, state: State) -> Iterable[int]:  # noqa: ARG002
        """The places that decided a game that is over, for drawings."""
        return ()

    def evaluate(self, state: State) -> int:  # noqa: ARG002
        """How good the state is for the player to move, in hundredths of a stone or a strong threat."""
        return 0

    def problems(self, state: State) -> Iterable[Message]:  # noqa: ARG002
        """Every reason why a state that somebody wrote cannot occur in a game."""
        return ()


_KINDS = ("place", "move", "push", "take", "turn")


class Bridge:
    """Rules as the core calls them, in plain numbers. It checks what they return and raises `DreierleiError`."""

    def __init__(self, game: str, rules: Rules, tables: Tables) -> None:
        self.game = game
        self.rules = rules
        self.places = len(tables.layout.places)
        self.fields: list[str] = [field.kind for field in tables.fields]
        self.kinds = [target.kind for target in tables.targets]

    def numbers(self, variant: str) -> dict[str, int]:
        """The core's numbers; one of them only tells variants apart."""
        return {
            "places": self.places, "repetition": int(self.rules.repetition), "variant": zlib.crc32(variant.encode())
        }  # fmt: skip

    def tables(self) -> dict[str, list[list[int]]]:
        """The core's tables: the forms of moves, and the fields with the stones in hand."""
        forms = [[number for kind in form for number in self._part(kind)] for form in self.rules.forms]
        hands = [self.fields.index(kind) for kind in ("white_hand", "black_hand") if kind in self.fields]
        return {"forms": forms, "hands": [hands]}

    def words(self) -> dict[str, list[str]]:
        """The core's words: the kinds of fields, and the reasons of outcomes."""
        return {"fields": self.fields, "reasons": list(self.rules.reasons)}

    def _part(self, kind: str) -> tuple[int, int, int]:
        """The targets of a kind: the first, their number, and whether they correspond to the places."""
        numbers = [number for number, known in enumerate(self.kinds) if known == kind]
        if not numbers:
            kinds = tuple(dict.fromkeys(self.kinds))
            raise DreierleiError("rules.kind", game=self.game, kind=kind, expected=kinds)
        if numbers != list(range(numbers[0], numbers[-1] + 1)):
            raise DreierleiError("rules.form", game=self.game, kind=kind)
        return numbers[0], len(numbers), int(len(numbers) == self.places and kind in ("place", "take"))

    def start(self) -> _Setup:
        """The start of a game."""
        return self._setup(self.rules.start())

    def look(self, setup: _Setup) -> tuple[list[tuple[int, ...]], tuple[int, int, int] | None, list[int]]:
        """The legal moves, the end of the game if it is over, and the places that decided it."""
        state = self.state(setup)
        end = self.rules.outcome(state)
        if end is not None:
            if end.reason not in self.rules.reasons:
                raise DreierleiError(
                    "rules.reason", game=self.game, reason=end.reason, expected=tuple(self.rules.reasons)
                )
            winner = -1 if end.winner is None else SIDES.index(end.winner)
            points = -1 if end.points is None else end.points
            places = [place for place in self.rules.winning_places(state) if 0 <= place < self.places]
            return [], (winner, self.rules.reasons.index(end.reason), points), places
        moves = [tuple(move) for move in self.rules.moves(state)]
        for move in moves:
            known = all(0 <= target < len(self.kinds) for target in move)
            if not known or tuple(self.kinds[target] for target in move) not in self.rules.forms:
                raise DreierleiError("rules.move", game=self.game, move=str(move), state=state.stones)
        if not moves or len(moves) > MOST_MOVES:
            raise DreierleiError("rules.moves", game=self.game, state=state.stones, count=len(moves), most=MOST_MOVES)
        return moves, None, []

    def play(self, setup: _Setup, move: tuple[int, ...]) -> _Setup:
        """The state after a legal move."""
        return self._setup(self.rules.play(self.state(setup), move))

    def evaluate(self, setup: _Setup) -> int:
        """How good the state is for the player to move."""
        return round(self.rules.evaluate(self.state(setup)))

    def motion(self, setup: _Setup, move: tuple[int, ...]) -> list[tuple[int, int, int, int, int]]:
        """What a move does to the stones: kind, stone, start, end, and no ring.

        A stone that is gone from one place and new on another has moved; if several are gone, one that the move names.
        """
        before, after = setup[0], self.play(setup, move)[0]
        changed = [place for place in range(self.places) if before[place] != after[place]]
        gone = [place for place in changed if before[place]]
        gone.sort(key=lambda place: move.index(place) if place in move else len(move))
        steps = []
        for place in changed:
            if not (stone := after[place]):
                continue
            start = next((left for left in gone if before[left] == stone), -1)
            if start >= 0:
                gone.remove(start)
            steps.append((_KINDS.index("place" if start < 0 else "move"), stone, start, place, -1))
        return steps + [(_KINDS.index("take"), before[place], place, -1, -1) for place in gone]

    def state(self, setup: _Setup) -> State:
        """A state from plain numbers."""
        places, turn, fields = setup
        return State("".join(STONES[stone] for stone in places), SIDES[turn], tuple(fields))

    def _setup(self, state: State) -> _Setup:
        fits = len(state.stones) == self.places and set(state.stones) <= set(STONES)
        if not fits or len(state.fields) != len(self.fields) or state.turn not in (WHITE, BLACK):
            raise DreierleiError("rules.state", game=self.game, state=str(state))
        return [STONES.index(stone) for stone in state.stones], SIDES.index(state.turn), list(state.fields)


@lru_cache(maxsize=1024)
def rules_of(variant: Variant) -> _core.Rules:
    """The core's rules of a variant; raises `InvalidDeclaration` if its tables do not fit its family."""
    tables = variant.tables
    try:
        if tables.rules is None:
            numbers, rows, words = dict(tables.numbers), dict(tables.tables), dict(tables.words)
            return _core.Rules(tables.family, numbers, rows, words, _shown(variant))
        bridge = Bridge(variant.game.id, tables.rules, tables)
        words = {**tables.words, **bridge.words()}
        return _core.Rules("python", bridge.numbers(variant.id), bridge.tables(), words, _shown(variant), bridge)
    except DreierleiError:
        raise
    except ValueError as error:
        raise InvalidDeclaration(variant.game.id, (Message("declaration.core", problem=str(error)),)) from None


def _shown(variant: Variant) -> dict[str, list[str]]:
    """What people see of a variant, for the core: `cpp/shown.hpp` says what each list is."""
    game, layout, tables = variant.game, variant.layout, variant.tables
    places = [place.name for place in layout.places]
    return {
        "id": [variant.id],
        "game": [game.id],
        "targets": [target.text for target in tables.targets],
        "kinds": [target.kind for target in tables.targets],
        "at": ["" if target.place is None else places[target.place] for target in tables.targets],
        "named": [_value(variant.named(target.text)) for target in tables.targets],
        "grounds": [_value(variant.ground(place)) for place in range(len(places))],
        "rows": [" ".join(map(str, row)) for row in layout.rows],
        "fields": [field.kind for field in tables.fields],
        "hands": ["shown"] if layout.hands else [],
        "prompts": list(game.prompts),
        "reasons": list(game.reasons),
        "refusals": list(game.refusals),
        "teaching": list(game.teaching),
    }


def _value(name: str) -> str:
    """A value of a message, as JSON: a word, or the same in every language."""
    if isinstance(name, Spoken):
        return "{" + ",".join(f"{_quoted(language)}:{_quoted(text)}" for language, text in name.words.items()) + "}"
    return _quoted(name)


def _quoted(text: str) -> str:
    """Names and words have no control characters; importing `json` would slow every start by some milliseconds."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def declaration(variant: Variant) -> str | None:
    """The rules and what people see of them as text, for a core without Python; None where the rules are in Python.

    One line for each number, table and list: what it is and its name, then its values, all separated by tabs. Those of
    a row of a table are separated by blanks.
    """
    tables = variant.tables
    if tables.rules is not None:
        return None
    lines = [["family", tables.family]]
    lines += [["number", name, str(number)] for name, number in tables.numbers.items()]
    lines += [["table", name, *(" ".join(map(str, row)) for row in rows)] for name, rows in tables.tables.items()]
    lines += [["words", name, *words] for name, words in tables.words.items()]
    lines += [["shown", name, *words] for name, words in _shown(variant).items()]
    rule = variant.game.match
    lines.append(["words", "match", rule.scoring, rule.begins, "give_up" if rule.give_up else "resign"])
    chosen = [option for option in variant.game.options if variant.options[option.name] != option.default]
    lines.append(["words", "tags", *(word for option in chosen for word in (option.tag, variant.options[option.name]))])
    number = variant.game.sgf
    lines.append(["words", "sgf", *([] if number is None else [str(number), f"dreierlei:{VERSION}"])])
    return "".join("\t".join(line) + "\n" for line in lines)
