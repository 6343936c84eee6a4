"""Reads the task of a lesson as a newcomer does: the words, the board and its marks, and nothing else of the lesson.

`lesson_words.toml` is the table of what people understand by which phrase. Every sentence of a task must have a phrase
that is known, and the moves that all phrases allow are those that the task allows.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dreierlei import BLACK, WHITE
from dreierlei.courses import GIVE_UP

from . import goals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from dreierlei import Move, Position, Side
    from dreierlei.messages import Language
    from dreierlei.model import Place

TABLE = Path(__file__).with_suffix(".toml")
PHRASES: dict[str, dict[Language, list[str]]] = tomllib.loads(TABLE.read_text("utf-8"))


def allowed(position: Position, marks: Iterable[str], task: str, language: Language) -> list[str]:
    """The answers that the words allow, in the order of the legal moves; fails if a sentence is not understood."""
    found = {
        meaning: [match for phrase in phrases[language] for match in pattern(phrase).finditer(task)]
        for meaning, phrases in PHRASES.items()
    }
    for sentence in re.finditer(r"[^.!?]+", task):
        assert any(
            match.start() < sentence.end() and sentence.start() < match.end()
            for matches in found.values()
            for match in matches
        ), (
            f"Nobody understands {sentence[0].strip()!r} ({language}). Say it with words of other lessons, "
            f"or add the phrase and what it means to {TABLE.name}, in every language."
        )
    if found["gives_up"]:
        return [GIVE_UP]
    tries = [Try(position, move, frozenset(marks)) for move in position.moves()]
    known = [(meaning.split(), _caught(matches)) for meaning, matches in found.items() if matches]
    return [each.move.text for each in tries if all(each.does(name, [*own, *more]) for (name, *own), more in known)]


def pattern(phrase: str) -> re.Pattern[str]:
    """A phrase of the table as a regular expression, wherever it is in a sentence."""
    return re.compile(phrase.replace("@", r"\b([a-h][1-8])\b"), re.IGNORECASE)


def _caught(matches: list[re.Match[str]]) -> list[str]:
    """The places that phrases name, in their order, and the names of groups."""
    words = [word for match in matches for word in match.groups() if word and re.fullmatch(r"[a-h][1-8]", word)]
    return words + [name for match in matches for name, word in match.groupdict().items() if word]


@dataclass(frozen=True)
class Try:
    """A move that a learner thinks of, on a board with its marks."""

    position: Position
    move: Move
    marks: frozenset[str]

    def does(self, name: str, words: list[str]) -> bool:
        """Whether the move does what a phrase means."""
        if name in goals.GOALS:
            return goals.GOALS[name](self.position, self.move, words)
        return MEANINGS[name](self, *words)

    @property
    def after(self) -> Position:
        return self.position.play(self.move)

    @property
    def places(self) -> dict[str, Place]:
        return {place.name: place for place in self.position.variant.layout.places}

    @property
    def end(self) -> Place:
        """Where the player's stone comes to stand."""
        return self.places[next(step.end for step in self.position.motion(self.move) if step.end is not None)]

    def stones(self, side: Side) -> list[str]:
        return [name for name in self.places if self.position.stone(name) is side]

    def distance(self, name: str) -> tuple[float, float]:
        """From a place to where the stone comes to stand: to the right, and down."""
        return self.end.x - self.places[name].x, self.end.y - self.places[name].y


# --- what phrases mean ------------------------------------------------------------------------------------------------


def plays(each: Try, side: str) -> bool:
    return each.position.turn.value == side


def owns(each: Try, *names: str) -> bool:
    return set(names) <= set(each.stones(each.position.turn))


def on(each: Try, *names: str) -> bool:
    return names == (each.end.name,)


def in_row(each: Try, row: str) -> bool:
    heights = [place.y for place in each.places.values()]
    return each.end.y == {"top": min(heights), "bottom": max(heights)}[row]


def edges(each: Try) -> int:
    """How many edges of the board the place touches."""
    left, top, right, bottom = each.position.variant.layout.bounds
    return sum(space < 1 for space in (each.end.x - left, each.end.y - top, right - each.end.x, bottom - each.end.y))


def at_the_edge(each: Try) -> bool:
    return edges(each) > 0


def at_the_edge_or_in_the_middle(each: Try) -> bool:
    left, top, right, bottom = each.position.variant.layout.bounds
    return edges(each) > 0 or (each.end.x * 2, each.end.y * 2) == (left + right, top + bottom)


def not_on_a_mark(each: Try) -> bool:
    return each.end.name not in each.marks


def next_to(each: Try, *names: str) -> bool:
    """These places, or the player's own stones."""
    return all(max(map(abs, each.distance(name))) == 1 for name in names or each.stones(each.position.turn))


def in_a_corner_next_to(each: Try, name: str) -> bool:
    return edges(each) == 2 and next_to(each, name)


def where_lines_meet(each: Try, *names: str) -> bool:
    return {each.distance(name).index(0) for name in names if 0 in each.distance(name)} == {0, 1}


def as_far_again(each: Try, one: str, other: str) -> bool:
    return each.distance(one) == tuple(2 * step for step in each.distance(other))


def wins_by(each: Try, reason: str) -> bool:
    end = each.after.outcome()
    return end is not None and end.winner is each.position.turn and end.reason == reason


def on_a_diagonal_with(each: Try, number: str) -> bool:
    """With so many stones of one colour."""
    ways = [[each.distance(name) for name in each.stones(side)] for side in (WHITE, BLACK)]
    return any(sum(x == sign * y for x, y in steps) == int(number) for steps in ways for sign in (1, -1))


def where_the_opponent_wins(each: Try) -> bool:
    """Whatever else is played."""
    others = [each.position.play(move) for move in each.position.moves() if move != each.move]
    return all(goals.wins(after, after.parse(each.move.text), []) for after in others)


def threatens(each: Try, *reasons: str) -> bool:
    """The player could win next in all these ways, each with another move."""
    laters = [each.after.play(reply) for reply in each.after.moves()]
    ends = {again.text: later.play(again).outcome() for later in laters for again in later.moves()}
    wins = [end.reason for end in ends.values() if end is not None and end.winner is each.position.turn]
    return Counter(reasons) <= Counter(wins)


def moves_from(each: Try, *names: str) -> bool:
    """From one place, and to another if there are two."""
    return each.move.targets[: len(names)] == names


def goes_back(each: Try) -> bool:
    return each.move.targets[:2] == each.position.line[-2].targets[1::-1]


def at_corner(each: Try, *names: str) -> bool:
    return each.move.targets[0] in names


def at_a_safe_corner(each: Try) -> bool:
    same = [move for move in each.position.moves() if move.targets[0] == each.move.targets[0]]
    return all(goals.is_safe(each.position, move, []) for move in same)


def turns(each: Try, ring: str) -> bool:
    return each.move.targets[-1] == ring


def turns_the_marks(each: Try) -> bool:
    turned = {step.start for step in each.position.motion(each.move) if step.kind == "turn"}
    return each.marks <= turned


def pushes_the_mark(each: Try, ring: str) -> bool:
    """To that ring, or out of the board."""
    steps = [step for step in each.position.motion(each.move) if step.kind == "push" and step.start in each.marks]
    return [step.end[0] if step.end else "out" for step in steps] == [ring]


def reached_from(each: Try, tint: str, name: str) -> bool:
    """The last piece stands there on that colour, and reaches the place."""
    reach = each.position.reach()
    return (
        reach is not None and reach.start == name and each.places[name].tint == tint and each.end.name in reach.places
    )


def reaches_nothing(each: Try) -> bool:
    return not each.after.moves()


def reaches_no_mark(each: Try) -> bool:
    reach = each.after.reach()
    return reach is not None and not each.marks & set(reach.places)


def leaves_only(each: Try, name: str, only: str) -> bool:
    return on(each, name) and [move.text for move in each.after.moves()] == [only]


MEANINGS: dict[str, Callable[..., bool]] = {
    meaning.__name__: meaning
    for meaning in (
        *(plays, owns, on, in_row, at_the_edge, at_the_edge_or_in_the_middle, not_on_a_mark, next_to),
        *(in_a_corner_next_to, where_lines_meet, as_far_again, wins_by, on_a_diagonal_with, where_the_opponent_wins),
        *(threatens, moves_from, goes_back, at_corner, at_a_safe_corner, turns, turns_the_marks, pushes_the_mark),
        *(reached_from, reaches_nothing, reaches_no_mark, leaves_only),
    )
}
