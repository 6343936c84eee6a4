"""Positions: immutable, made by playing moves or read from a line of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

from . import _core, display
from ._core import Move, Stop
from .declarations import variant as find_variant
from .errors import (
    AmbiguousMove,
    DreierleiError,
    IllegalMove,
    InvalidPosition,
    MoveError,
    UnreadableMove,
    expect,
)
from .messages import Message
from .model import BLACK, SIDES, WHITE, Outcome, Playouts, PromptKind, Refusal, Side, Variant
from .notation import begins, grammar, listed, plain, read_field
from .rules import STONES, State, rules_of

_LETTERS = bytes.maketrans(bytes(range(len(STONES))), STONES.encode())
_OWNERS: Mapping[str, Side | Literal["neutral"] | None] = {".": None, "w": WHITE, "b": BLACK, "n": "neutral"}


def start(game: str, **options: object) -> Position:
    """The start of a game; raises `UnknownGame` or `InvalidOption`.

    >>> start("qango6", opening="burg").turn
    dreierlei.WHITE
    """
    return Position(find_variant(game, options))


def position(text: str) -> Position:
    """The position that a line describes, as `str(position)` writes it.

    Raises `UnknownGame`, `InvalidOption`, or `InvalidPosition` with every reason.

    >>> position("tictactoe wb./.w./... b").moves()
    (<Move c3>, <Move a2>, <Move c2>, <Move a1>, <Move b1>, <Move c1>)
    """
    expect(text, str, "type.position-line")
    words = text.split()
    if not words:
        raise InvalidPosition(text, (Message("position.empty"),))
    variant = find_variant(words[0])
    reasons: list[Message] = []
    occurrences = 1
    if len(words) > 3 and (repeated := re.fullmatch(r"[xX](\d{1,4})", words[-1])):
        occurrences = int(repeated[1])
        words.pop()
    kinds = [field.kind for field in variant.tables.fields]
    if len(words) != 3 + len(kinds):
        example = str(Position(variant))
        reasons.append(Message("position.words", expected=3 + len(kinds), example=example, count=len(words)))
        raise InvalidPosition(text, tuple(reasons))
    places = _read_board(variant, words[1], reasons)
    turn = {"w": 0, "white": 0, "b": 1, "black": 1}.get(words[2].lower())
    if turn is None:
        reasons.append(Message("position.turn", turn=words[2]))
    fields = [read_field(variant, kind, word, reasons) for kind, word in zip(kinds, words[3:], strict=True)]
    if not reasons and turn is not None:
        problems = rules_of(variant).problems(places, turn, fields, occurrences)
        for key, numbers, sides in problems:
            reasons.append(Message(key, **numbers, **{name: SIDES[side] for name, side in sides.items()}))
        if variant.tables.rules is not None and not problems:
            state = State("".join(STONES[stone] for stone in places), SIDES[turn], tuple(fields))
            reasons += variant.tables.rules.problems(state)
    if reasons or turn is None:
        raise InvalidPosition(text, tuple(reasons))
    return Position(variant, places, turn, fields, occurrences)


@dataclass(frozen=True, slots=True)
class Step:
    """What one stone does in a move. First stones are placed, moved, pushed and taken; then a ring turns."""

    kind: Literal["place", "move", "push", "take", "turn"]
    stone: Literal["w", "b", "n"]
    start: str | None
    """The place that it leaves; None: its owner's hand."""
    end: str | None
    """The place that it reaches; None: it leaves the board, for its owner's hand if it is pushed out."""
    ring: str | None = None
    """The ring that carries it in a turn."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A piece that limits where the next one may go, and the places within its reach."""

    start: str
    places: tuple[str, ...]


class Position(_core.Position):
    """The state of a game and the line that led to it. It never changes: `play` returns a new one.

    Positions are equal when game, options, state and number of occurrences are, regardless of the moves that led there.
    """

    __slots__ = ()

    def __init__(self, variant: Variant, *setup: Any) -> None:
        """The start of `variant`; `dreierlei.start` and `dreierlei.position` are the usual ways."""
        expect(variant, Variant, "type.variant")
        super().__init__(variant, rules_of(variant), *setup)

    # --- what the game is -----------------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The game and its options."""
        return self._variant  # type: ignore[no-any-return]

    @property
    def turn(self) -> Side:
        """Who is to move, or would be if the game were not over."""
        return SIDES[self._turn]

    @property
    def stones(self) -> tuple[str, ...]:
        """The stone on each place, in the order of `variant.layout.places`: `.`, `w`, `b` or `n`."""
        return tuple(bytes(self._setup[0]).translate(_LETTERS).decode())

    def stone(self, place: str) -> Side | Literal["neutral"] | None:
        """Whose stone is on a place, by the place's name; None if it is free.

        Raises `DreierleiError` if there is no such place.

        >>> start("tictactoe").play("b2").stone("b2")
        dreierlei.WHITE
        """
        expect(place, str, "type.place")
        names = [known.name for known in self.variant.layout.places]
        if (wanted := place.strip().lower()) not in names:
            raise DreierleiError("position.no-place", place=place, expected=listed(names))
        return _OWNERS[self.stones[names.index(wanted)]]

    @property
    def fields(self) -> tuple[int, ...]:
        """What a position line has after the turn: hands and counters, or the index of the last place (-1: none)."""
        return tuple(self._setup[2])

    @property
    def hands(self) -> tuple[int, int] | None:
        """White's and Black's stones in hand; None where a game shows none."""
        return self._hands if self.variant.layout.hands else None

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that led here from the position that was set up."""
        moves = []
        current: Position | None = self
        while current is not None and (move := current.last_move) is not None:
            moves.append(move)
            current = current.previous
        return tuple(reversed(moves))

    @property
    def origin(self) -> Position:
        """The position from which `line` was played."""
        first = self
        while (previous := first.previous) is not None:
            first = previous
        return first

    # --- how it goes on -------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        end = self._outcome()
        if end is None:
            return None
        winner, reason, points = end
        return Outcome(SIDES[winner] if winner >= 0 else None, reason, points if points >= 0 else None)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._outcome() is not None

    def winner(self) -> Side | None:
        """Who has won; None after a draw, and while the game goes on."""
        end = self.outcome()
        return end.winner if end else None

    def result(self) -> str:
        """The result as records write it: `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""
        end = self.outcome()
        return end.result if end else "*"

    def is_legal(self, move: Move | str) -> bool:
        """Whether `play` takes the move, or the text of one.

        >>> start("tictactoe").play("b2").is_legal("B2")
        False
        """
        if isinstance(move, str):
            try:
                self.parse(move)
            except MoveError:
                return False
            return True
        expect(move, _core.Move, "type.move")
        return move in self.moves()

    def winning_places(self) -> tuple[str, ...]:
        """The names of the places that decided the game, for drawing."""
        return tuple(self.variant.layout.places[place].name for place in self._pattern)

    def parse(self, text: str) -> Move:
        """The legal move that a text means. Case and blanks do not matter, and a unique beginning is enough.

        Raises `UnreadableMove`, `IllegalMove` or `AmbiguousMove`.
        """
        expect(text, str, "type.move")
        wanted = plain(text)
        moves = self.moves()
        candidates = []
        for move in moves:
            written = move.text.lower()
            if written == wanted:
                return move
            if wanted and begins(wanted, move):
                candidates.append(move)
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            names = tuple(move.text for move in candidates)
            raise AmbiguousMove(
                "move.ambiguous", move=text, position=str(self), candidates=names, expected=listed(names)
            )
        if grammar(self.variant)(wanted) is None:
            key, values = ("move.unreadable", self._expected()) if moves else ("move.unreadable-over", {})
            raise UnreadableMove(key, move=text, position=str(self), **values)
        return self._refuse(text)

    def why_not(self, move: Move | str | Sequence[str]) -> Refusal | None:
        """Why a move is not legal, in one sentence; None if `play` takes it.

        The move is given as to `play`, or as the targets that a player has pointed at so far: then None means that a
        legal move begins with them. Raises `DreierleiError` for a target that the game does not have.

        >>> print(start("qango6", opening="burg").why_not("c4"))
        c4 belongs to the castle: White's first stone must stand outside it.
        >>> print(start("tres").why_not(["NE", "i"]))
        The inner ring carries no stone, so it cannot be turned.
        """
        if isinstance(move, (str, _core.Move)):
            try:
                self.motion(move)
            except IllegalMove as error:
                return error.refusal
            except AmbiguousMove as error:
                return self._incomplete(grammar(self.variant)(plain(error.move)) or ())
            except UnreadableMove as error:
                return Refusal(error.key, **error.values)
            return None
        expect(move, Sequence, "type.move")
        reason = self._why_not(self._named(move))
        if reason is None:
            return None
        key, targets, numbers = reason
        values: dict[str, object] = {name: self.variant.named(text) for name, text in targets.items()}
        if (end := self.outcome()) is not None:
            values["reason"] = self.variant.game.reason(end.reason)
        return self.variant.game.refusal(key, **values, **numbers)

    def _named(self, chosen: Sequence[str]) -> Sequence[str]:
        """The same targets; raises `DreierleiError` for one that the game does not have."""
        for target in chosen:
            expect(target, str, "type.targets")
            if target not in self.variant.targets:
                raise DreierleiError("drawing.target", game=self.variant.game.id, target=target)
        return chosen

    def _incomplete(self, chosen: Sequence[str]) -> Refusal:
        return Refusal("refusal.incomplete", prompt=self.prompt(*chosen))

    def reach(self, *chosen: str) -> Reach | None:
        """The piece within whose reach a move that begins with `chosen` must end; None where there is no such rule.

        Raises `DreierleiError` for a target that the game does not have.

        >>> start("bedraengnis").play("a4").reach()
        Reach(start='a4', places=('b4', 'c4', 'd4', 'a3', 'a2', 'a1'))
        """
        reach = self._reach(self._named(chosen))
        return None if reach is None else Reach(*reach)

    def motion(self, move: Move | str) -> tuple[Step, ...]:
        """What a legal move does to the stones, in order; raises `MoveError` like `play`.

        Steps up to the turn of a ring happen at once, and so do those of the turn.

        >>> start("muehle").motion("d6")
        (Step(kind='place', stone='w', start=None, end='d6', ring=None),)
        """
        return tuple(Step(kind, STONES[stone], *places) for kind, stone, *places in self._motion(move))  # type: ignore[arg-type]

    def preview(self, *chosen: str) -> tuple[str, ...]:
        """The stones as they stand when `chosen`, the first targets of a legal move, are done.

        Raises `DreierleiError` for a target that the game does not have.

        >>> "".join(start("tres").preview("NE"))
        'n................w...........'
        """
        return tuple(self._preview(self._named(chosen)))

    def choices(self, *chosen: str) -> tuple[str, ...]:
        """The targets that may come next when `chosen` are the first ones of a move, without repetition."""
        n = len(chosen)
        return tuple(
            dict.fromkeys(
                move.targets[n] for move in self.moves() if move.targets[:n] == chosen and len(move.targets) > n
            )
        )

    def prompt(self, *chosen: str) -> Message | None:
        """What the player to move does next when `chosen` are the first targets of a move.

        None if nothing can come next: the move is complete, or the game is over.

        >>> print(start("tres").prompt(), start("tres").prompt("NE"))
        Choose a corner to push a stone in. Turn a ring.
        """
        return self.prompts().get(chosen)

    def prompts(self) -> dict[tuple[str, ...], Message]:
        """The prompts for every beginning of a legal move, by its targets."""
        return {chosen: self._prompt(step, limiting) for chosen, step, limiting in self._prompts()}

    def _prompt(self, step: PromptKind, limiting: str | None) -> Message:
        if limiting is None:
            return self.variant.game.prompt(step)
        place = self.variant.targets[limiting].place or 0
        values = {"place": self.variant.named(limiting), "ground": self.variant.ground(place)}
        return self.variant.game.prompt(step, **values)

    @overload
    def perft(self, depth: int) -> int: ...
    @overload
    def perft(self, depth: int, stop: Stop) -> int | None: ...
    def perft(self, depth: int, stop: Stop | None = None) -> int | None:
        """The number of lines of exactly `depth` plies, or None if `stop` was set before all of them were counted.

        A finished game has no children. Raises `DreierleiError` for a depth that makes no sense.
        """
        expect(depth, int, "type.number")
        if not 0 <= depth <= _core.MOST_PERFT_PLIES:
            raise DreierleiError("perft.depth", depth=depth, most=_core.MOST_PERFT_PLIES)
        return super().perft(depth) if stop is None else super().perft(depth, stop)

    def playouts(self, games: int, seed: int = 0) -> Playouts:
        """Plays random games to the end, all legal moves equally likely, the same ones for the same seed.

        Raises `DreierleiError` for a negative number of games.
        """
        expect(games, int, "type.number")
        expect(seed, int, "type.number")
        if games < 0:
            raise DreierleiError("playouts.games", games=games)
        white, draws, black, plies = self._playouts(games, seed & 0xFFFFFFFFFFFFFFFF)
        wins, losses = (white, black) if self._turn == 0 else (black, white)
        return Playouts(wins, draws, losses, plies)

    def _refuse(self, text: str) -> Move:
        given: dict[str, Any] = {"move": text, "position": str(self)}
        targets = grammar(self.variant)(plain(text))
        if targets is None:  # a move of another game
            reason = Refusal("move.unreadable", move=text, **self._expected())
            raise IllegalMove("move.unreadable", reason, **given, **self._expected())
        reason = self.why_not(targets) or self._incomplete(targets)
        if (end := self.outcome()) is not None:
            words = self.variant.game.reason(end.reason)
            raise IllegalMove("move.over", reason, **given, result=end.result, reason=words)
        raise IllegalMove("move.illegal", reason, **given, reason=reason, **self._expected())

    def _expected(self) -> dict[str, Any]:
        return {"expected": listed([move.text for move in self.moves()])}

    # --- as text and as a picture ---------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"dreierlei.position({str(self)!r})"

    def _repr_svg_(self) -> str:
        return display.svg(self)

    # --- as a value -----------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.variant == other.variant and self._same_state(other)

    __hash__ = _core.Position.__hash__

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[str, tuple[int, ...]]]:
        return _replay, (str(self.origin), tuple(move.code for move in self.line))


def _replay(text: str, codes: tuple[int, ...]) -> Position:
    current = position(text)
    rules = rules_of(current.variant)
    for code in codes:
        current = current.play(rules.move(code))
    return current


def _read_board(variant: Variant, word: str, reasons: list[Message]) -> list[int]:
    rows = word.lower().split("/")
    shape = [len(row) for row in variant.layout.rows]
    if [len(row) for row in rows] != shape:
        reasons.append(Message("position.rows", expected=tuple(shape), rows=tuple(len(row) for row in rows)))
    strange = "".join(sorted(set(word.lower()) - set(STONES + "/")))
    if strange:
        reasons.append(Message("position.letters", letters=strange))
    neutral = any("n" in row for row in rows) and "n" not in str(Position(variant)).split()[1]
    if neutral:
        reasons.append(Message("position.neutral"))
    places = [0] * len(variant.layout.places)
    if not reasons:
        for row, stones in zip(variant.layout.rows, rows, strict=True):
            for place, stone in zip(row, stones, strict=True):
                places[place] = STONES.index(stone)
    return places
