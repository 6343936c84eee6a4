"""Game records, much like PGN: tags, numbered moves with comments and variations, the result.

    [Game "qango6"]
    [Opening "burg"]
    [White "Ada"]
    [Black "Bo"]
    [Result "1-0"]
    [Termination "square"]

    1. a6 {into the corner} d3 (1... c3 $2) 2. b6 …  1-0

A text holds any number of games. Reading replays every move, variations too, and so a record that was read is a game
that could be played; what the tags claim is held against the position at the end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from .games import variant as find_variant
from .model import BLACK, WHITE, DreierleiError, MoveError, Outcome
from .position import Position
from .position import position as read_position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ._core import Move
    from .model import Variant

WIDTH = 80
"""The columns of a written line."""

MOST_NESTED = 64
"""How deep variations may lie within each other; people need three or four."""

KNOWN_TAGS = ("Event", "Round", "Date", "White", "Black")
"""The free tags that come first, in this order."""

WINNERS = {"1-0": WHITE, "0-1": BLACK, "1/2-1/2": None}
RESULTS = (*WINNERS, "*")

_KNOWN = {name.lower(): name for name in KNOWN_TAGS}
_MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_GAME_TAG = re.compile(r'^[ \t]*\[\s*Game\s+"', re.MULTILINE | re.IGNORECASE)
# Results before numbers, and numbers before moves: no move begins with a digit.
_TOKEN = re.compile(
    r"""(?P<blank>\s+|^%[^\n]*)
    | \{(?P<comment>[^}]*)\} | ;(?P<rest>[^\n]*)
    | (?P<tag>\[\s*(?P<name>[A-Za-z][A-Za-z0-9_]*)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    | (?P<open>\() | (?P<close>\))
    | \$(?P<nag>[0-9]{1,3})(?![0-9])
    | (?P<result>(?:1[-–]0|0[-–]1|1/2[-–]1/2|½[-–]½|\*)(?=[\s{}();$\[]|\Z))
    | (?P<number>[0-9]+\.*|\.+)
    | (?P<word>(?P<move>[^\s{}()\[\];$!?"]+)(?P<mark>[!?]*))
    | (?P<wrong>.)""",
    re.VERBOSE | re.MULTILINE,
)


class RecordError(DreierleiError):
    """A record that cannot be read or does not hold. `game` is its number in the text, `line` where it went wrong."""

    def __init__(self, message: str, *, game: int | None = None, line: int | None = None, move: str = "") -> None:
        at = [f"game {game}" if game else "", f"line {line}" if line else "", move]
        # What is quoted may have line breaks, a sentence has none.
        text = plain(": ".join(filter(None, (", ".join(filter(None, at)), message))))
        super().__init__(text[0].upper() + text[1:])
        self.game = game
        self.line = line


# --- values -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Node:
    """A move of a record, what was said about it, and the lines that were considered in its place.

    Blanks and line breaks within a comment count as one blank each, because lines are wrapped in writing.
    """

    move: Move
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    nags: tuple[int, ...] = ()
    """Annotations by their numbers in PGN: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`."""
    variations: tuple[tuple[Node, ...], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "before", _comments(self.before))
        object.__setattr__(self, "after", _comments(self.after))


@dataclass(frozen=True)
class Record:
    """A game as it was played. `read` and `from_position` check it; the constructor trusts its caller.

    `tags` has only what does not follow from the rest; game, options, position and result have fields.
    """

    start: Position
    moves: tuple[Node, ...] = ()
    result: str = "*"
    reason: str = "unfinished"
    """The tag Termination: the reason of the outcome, or what ended a game before its end."""
    points: int | None = None
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    """Said about the game as a whole."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", _checked_tags(self.tags, _derived_tags(self.start.variant)))
        object.__setattr__(self, "comments", _comments(self.comments))

    @classmethod
    def from_position(
        cls,
        position: Position,
        tags: Mapping[str, str] | None = None,
        *,
        result: str | None = None,
        reason: str | None = None,
        points: int | None = None,
    ) -> Record:
        """The game that led to a position, with what was agreed if it is not over; raises `RecordError`."""
        result, reason, points = settle(position, result, reason, points)
        moves = tuple(Node(move) for move in position.line)
        return cls(position.origin, moves, result, reason, points, tuple((tags or {}).items()))

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves of the main line."""
        return tuple(node.move for node in self.moves)

    def positions(self) -> tuple[Position, ...]:
        """Every position of the main line, from the start to the final one."""
        found = [self.start]
        for move in self.line:
            found.append(found[-1].play(move))
        return tuple(found)

    @cached_property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions()[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or by agreement; None if it did not."""
        return None if self.result == "*" else Outcome(WINNERS[self.result], self.reason, self.points)

    def tag(self, name: str, default: str = "") -> str:
        """The value of a free tag, whatever its case."""
        return next((value for key, value in self.tags if key.lower() == name.lower()), default)

    def __str__(self) -> str:
        return write([self])


@dataclass(frozen=True)
class Verdict:
    """What a referee says about one game of a text."""

    number: int
    line: int
    """Where the game begins."""
    record: Record | None
    plies: int
    """The plies of the main line, up to the error if there is one."""
    error: RecordError | None = None

    @property
    def result(self) -> str | None:
        """The result, or None where there is an error."""
        return self.record.result if self.record else None

    @property
    def reason(self) -> str | None:
        """Why the game ended, or None where there is an error."""
        return self.record.reason if self.record else None

    @property
    def points(self) -> int | None:
        """The winner's points, where the game has them."""
        return self.record.points if self.record else None


def settle(
    final: Position, result: str | None, reason: str | None = None, points: int | None = None
) -> tuple[str, str, int | None]:
    """Result, reason and points of a game that ends here, from what is claimed (None: nothing) and what is so.

    Raises `RecordError` when the two contradict each other.
    """
    if result not in (None, *RESULTS):
        raise RecordError(f'the result cannot be "{result}": expected 1-0, 0-1, 1/2-1/2 or *.')
    reason = reason.lower() if reason else ""
    if (end := final.outcome()) is not None:
        how = f"the game ended {end.result} ({end.reason})"
        if result not in (None, end.result):
            raise RecordError(f"the result is {result}, but {how}.")
        if reason not in ("", end.reason):
            raise RecordError(f'the termination is "{reason}", but {how}.')
        if points not in (None, end.points):
            raise RecordError(f"the points are {points}, but {how} with {end.points or 'no'} points.")
        return end.result, end.reason, end.points
    result = result or "*"
    rule = final.variant.game.match
    decided = result in ("1-0", "0-1")
    claims = {"*": ("unfinished", "cut off"), "1/2-1/2": ("agreed draw", "time", "cut off")}.get(
        result, ("gave up" if rule.give_up else "resignation", "time")
    )
    if reason not in ("", *claims):
        raise RecordError(
            f'the termination is "{reason}", but with {result} in a game that is not over on the board '
            f"expected {' or '.join(claims)}."
        )
    # Who gives up a round leaves the other what stands on the board; so does who loses it in any other way.
    worth = sum(stone in "wb" for stone in final.stones) if decided and rule.give_up else None
    if reason == "gave up" and WINNERS[result] is final.turn:
        raise RecordError(f"{final.turn} is to move and cannot win by giving up: expected the other result.")
    if reason == "gave up" and not worth:
        raise RecordError("a round cannot be given up before its first move: expected a move.")
    if points not in (None, worth):
        raise RecordError(f"the points are {points}: expected {'none' if worth is None else worth}.")
    return result, reason or ("unfinished" if result == "*" else ""), worth


def move_number(start: Position, ply: int) -> str:
    """How the ply's move is numbered: `12.` for White, `12...` for Black. Numbers begin at 1, wherever a game does."""
    halves = ply + (start.turn is BLACK)
    return f"{halves // 2 + 1}." + (".." if halves % 2 else "")


def plain(text: str) -> str:
    """A text on one line with single blanks, as tags and comments hold it."""
    return " ".join(text.replace("\ufeff", "").split())


def continued(error: DreierleiError) -> str:
    """An error's sentence as it goes on after a colon."""
    message = str(error)
    return message[:1].lower() + message[1:]


def _comments(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(filter(None, map(plain, texts)))


def _derived_tags(variant: Variant) -> set[str]:
    """The tags, in lower case, that a record writes by itself."""
    return {"game", "position", "result", "termination", "points", *(o.tag.lower() for o in variant.game.options)}


def _checked_tags(tags: Iterable[tuple[str, str]], derived: set[str]) -> tuple[tuple[str, str], ...]:
    """The tags in canonical order: the known ones, then all others as they came."""
    found: dict[str, tuple[str, str]] = {}
    for name, value in tags:
        key = name.lower()
        if not _TAG_NAME.fullmatch(name):
            raise RecordError(f'"{name}" is no name for a tag: expected letters, digits and _.')
        if key in derived:
            raise RecordError(f"the tag {name} follows from the game itself: expected other tags only.")
        if key in found:
            raise RecordError(f"the tag {name} stands twice: expected one.")
        found[key] = _KNOWN.get(key, name), plain(value)
    known = [found.pop(key) for key in _KNOWN if key in found]
    return (*known, *found.values())


# --- writing ----------------------------------------------------------------------------------------------------------


def write(records: Iterable[Record]) -> str:
    """The records as text, which `read` reads back as equal values."""
    return "\n".join(map(_write, records))


def _write(record: Record) -> str:
    variant = record.start.variant
    tags = [("Game", variant.game.id)]
    for option in variant.game.options:
        if (value := variant.options[option.name]) != option.default:
            tags.append((option.tag, value))
    if record.start != Position(variant):
        tags.append(("Position", str(record.start)))
    tags += [*record.tags, ("Result", record.result)]
    if record.reason:
        tags.append(("Termination", record.reason))
    if record.points is not None:
        tags.append(("Points", str(record.points)))
    head = "".join('[{} "{}"]\n'.format(name, re.sub(r'(["\\])', r"\\\1", value)) for name, value in tags)
    words = [*_write_comments(record.comments), *_write_line(record.start, record.moves, 0), record.result]
    return f"{head}\n{_wrap(words)}\n"


def _write_line(start: Position, line: Iterable[Node], ply: int) -> Iterator[str]:
    """The words of a line. A number before a comment makes it one on the move that follows."""
    numbered = True
    for node in line:
        number = move_number(start, ply)
        if node.before:
            yield number
            yield from _write_comments(node.before)
            yield str(node.move)
        else:
            yield f"{number} {node.move}" if numbered or not number.endswith("...") else str(node.move)
        yield from (f"${nag}" for nag in node.nags)
        yield from _write_comments(node.after)
        for variation in node.variations:
            *words, last = _write_line(start, variation, ply)
            closed = [last, ")"] if last.endswith("\n") else [last + ")"]
            first, *rest = [*words, *closed]
            yield "(" + first
            yield from rest
        numbered = bool(node.after or node.variations)
        ply += 1


def _write_comments(comments: Iterable[str]) -> Iterator[str]:
    """The words of comments. A comment with a brace in it must run to the end of its line."""
    for comment in comments:
        if "}" in comment:
            yield f"; {comment}\n"
        else:
            yield from ("{" + comment + "}").split(" ")


def _wrap(words: Iterable[str]) -> str:
    """The words in lines; one that ends with a line break is the last of its line."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word.rstrip("\n")) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word.rstrip("\n")
        if word.endswith("\n"):
            lines.append("")
    return "\n".join(lines)


# --- reading ----------------------------------------------------------------------------------------------------------


def read(text: str) -> tuple[Record, ...]:
    """All games of a text, every move replayed; raises `RecordError` at the first thing that is wrong."""
    reader = _Reader(text)
    records: list[Record] = []
    while (record := reader.game()) is not None:
        records.append(record)
    if records and reader.trailing:
        records[-1] = _append(records[-1], reader.trailing)
    return tuple(records)


def check(text: str) -> tuple[Verdict, ...]:
    """A verdict on every game of a text. A game that is wrong does not hide those after it."""
    reader = _Reader(text)
    verdicts: list[Verdict] = []
    while True:
        record = error = None
        try:
            record = reader.game()
        except RecordError as caught:
            error = caught
            reader.skip()
        if record is None and error is None:
            return tuple(verdicts)
        verdicts.append(Verdict(reader.number, reader.line_of(reader.begin), record, reader.plies, error))


def _append(record: Record, comments: list[str]) -> Record:
    """The record with comments after its last move."""
    if not record.moves:
        return replace(record, comments=(*record.comments, *comments))
    *moves, last = record.moves
    return replace(record, moves=(*moves, replace(last, after=(*last.after, *comments))))


_Tags = dict[str, tuple[str, str, int]]
"""Tags by their names in lower case: name, value, and where in the text they stand."""


class _Frame:
    """A line that is being read: the main line, or a variation in place of the last move of the frame below."""

    def __init__(self, start: Position, ply: int, opened: int) -> None:
        self.here = start
        self.ply = ply
        self.opened = opened
        self.nodes: list[Node] = []
        self.waiting: list[str] = []
        """Comments on the next move."""
        self.numbered = False

    def amend(self, after: Iterable[str] = (), nags: Iterable[int] = (), variation: tuple[Node, ...] = ()) -> None:
        last = self.nodes[-1]
        variations = (*last.variations, variation) if variation else last.variations
        self.nodes[-1] = replace(last, after=(*last.after, *after), nags=(*last.nags, *nags), variations=variations)

    def comment(self, text: str) -> None:
        """Files a comment: under the move before it, unless a number or a variation stands between the two."""
        if self.nodes and not self.numbered and not self.nodes[-1].variations:
            self.amend(after=[text])
        else:
            self.waiting.append(text)

    def close(self) -> tuple[Node, ...]:
        """The finished variation, which has at least one move."""
        self.amend(after=self.waiting)
        return tuple(self.nodes)


class _Reader:
    """Reads the games of a text one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")
        self.several = len(_GAME_TAG.findall(self.text)) > 1
        self.at = 0
        """Where the next token begins."""
        self.begin = 0
        """Where the current game's tags begin."""
        self.number = 0
        self.plies = 0
        self.trailing: list[str] = []
        """Comments that no game follows."""

    def line_of(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1

    def fail(self, message: str, at: int, move: str = "") -> NoReturn:
        game = self.number if self.several or self.number > 1 else None
        raise RecordError(message, game=game, line=self.line_of(at), move=move)

    def token(self) -> re.Match[str] | None:
        while found := _TOKEN.match(self.text, self.at):
            self.at = found.end()
            if found.lastgroup != "blank":
                return found
        return None

    def skip(self) -> None:
        """Goes on to the next game: to the tags around the next Game tag that is not the current game's own."""
        floor = self.begin
        found = _GAME_TAG.search(self.text, floor)
        if found:
            between = self.text[floor : found.start()].split("\n")
            if all(not line.strip() or line.lstrip()[0] in "[{;%" for line in between):
                floor = found.end()
                found = _GAME_TAG.search(self.text, floor)
        self.at = found.start() if found else len(self.text)
        while found and (above := self.text.rfind("\n", 0, self.at - 1) + 1) > floor:
            if not self.text[above : self.at].lstrip().startswith("["):
                break
            self.at = above

    def game(self) -> Record | None:
        """The next game, or None at the end of the text."""
        comments: list[str] = []
        tags: _Tags = {}
        self.plies = 0
        while (token := self.token()) is not None:
            kind = token.lastgroup
            if kind in ("comment", "rest"):
                comments.append(token[kind])
                continue
            if not tags:
                self.number += 1
                self.begin = self.text.rfind("\n", 0, token.start()) + 1
            if kind != "tag":
                break
            name = token["name"]
            if name.lower() in tags:
                self.fail(f"the tag {name} stands twice: expected one.", token.start())
            tags[name.lower()] = name, re.sub(r"\\(.)", r"\1", token["value"]), token.start()
        if token is None and not tags:
            self.trailing = comments
            return None
        if token is not None:
            if token.lastgroup == "wrong":
                self.unreadable(token)
            if not tags:
                shown = token[0][:40]
                self.fail(f'a game begins with its tags: expected [Game "…"], not "{shown}".', token.start())
            self.at = token.start()
        start = self.start(tags)
        said, main, result, end = self.movetext(start)
        try:
            settled = settle(main.here, *_claims(tags, result))
            derived = _derived_tags(start.variant)
            free = tuple((name, value) for key, (name, value, _) in tags.items() if key not in derived)
            return _append(Record(start, tuple(main.nodes), *settled, free, (*comments, *said)), main.waiting)
        except RecordError as error:
            self.fail(continued(error), end)

    def start(self, tags: _Tags) -> Position:
        if "game" not in tags:
            self.fail('the tag Game is missing: expected [Game "…"].', self.begin)
        _, name, at = tags["game"]
        try:
            game = find_variant(name).game
            given = {}
            for option in game.options:
                if option.tag.lower() in tags:
                    _, given[option.name], at = tags[option.tag.lower()]
            variant = find_variant(name, given)
            if "position" not in tags:
                return Position(variant)
            _, line, at = tags["position"]
            start = read_position(line)
        except DreierleiError as error:
            self.fail(continued(error), at)
        # A position line says all options itself; a tag may be silent, but it must not say something else.
        if start.variant.game is not game or any(start.variant.options[key] != variant.options[key] for key in given):
            self.fail(f"the position is one of {start.variant.id}, but the tags are those of {variant.id}.", at)
        return start

    def movetext(self, start: Position) -> tuple[list[str], _Frame, str | None, int]:
        """The comments before the first move, the main line, the result if it is written, and where it ends."""
        said: list[str] = []
        frames = [_Frame(start, 0, self.at)]
        end = self.at
        while (token := self.token()) is not None:
            frame, kind, end = frames[-1], token.lastgroup, token.start()
            if kind in ("result", "tag"):
                break
            if kind in ("comment", "rest"):
                if len(frames) == 1 and not frame.nodes and not frame.numbered:
                    said.append(token[kind])
                else:
                    frame.comment(token[kind])
            elif kind == "number":
                expected = move_number(start, frame.ply)
                digits = token[0].rstrip(".")
                if digits and digits.lstrip("0") != expected.rstrip("."):
                    self.fail(f"the next move is {expected}, but {token[0][:20]} stands here.", end)
                frame.numbered = True
            elif kind == "word":
                self.play(start, frame, token)
                self.plies = frames[0].ply
            elif kind in ("nag", "open") and not frame.nodes:
                self.fail(f"{token[0]} says something about a move: expected a move before it.", end)
            elif kind == "nag":
                frame.amend(nags=[int(token["nag"])])
            elif kind == "open":
                if len(frames) > MOST_NESTED:
                    self.fail(f"variations are nested too deep: expected at most {MOST_NESTED} levels.", end)
                before = frame.here.previous
                assert before is not None  # a move has been played in this frame
                frames.append(_Frame(before, frame.ply - 1, end))
            elif kind == "close" and len(frames) > 1 and frame.nodes:
                frames.pop()
                frames[-1].amend(variation=frame.close())
            else:
                self.unreadable(token)
        if len(frames) > 1:
            self.fail("the variation that begins here is never closed: expected ).", frames[-1].opened)
        if token is not None and token.lastgroup == "result":
            return said, frames[0], _plain_result(token[0]), end
        self.at = end if token is not None else self.at
        return said, frames[0], None, end

    def play(self, start: Position, frame: _Frame, token: re.Match[str]) -> None:
        try:
            frame.here = frame.here.play(token["move"])
        except MoveError as error:
            self.fail(str(error), token.start(), f"{move_number(start, frame.ply)} {token['move']}")
        played = frame.here.last_move
        assert played is not None  # just now
        mark = token["mark"]
        if mark and mark not in _MARKS:
            known = " ".join(f'"{sign}"' for sign in _MARKS)
            self.fail(f'"{mark}" is no annotation: expected {known}.', token.start())
        frame.nodes.append(Node(played, tuple(frame.waiting), (), (_MARKS[mark],) if mark else ()))
        frame.waiting = []
        frame.numbered = False
        frame.ply += 1

    def unreadable(self, token: re.Match[str]) -> NoReturn:
        wrong = token[0]
        if wrong == "{":
            self.fail("the comment that begins here is never closed: expected }.", token.start())
        if wrong == "[":
            self.fail('the tag cannot be read: expected [Name "value"].', token.start())
        if wrong == ")":
            self.fail("this ) closes no variation with a move in it: expected a move or the result.", token.start())
        self.fail(f'"{wrong}" stands where it means nothing: expected a move or the result.', token.start())


def _claims(tags: _Tags, token: str | None) -> tuple[str | None, str | None, int | None]:
    """Result, reason and points as tags and result token claim them."""
    values = {name: plain(tags[name][1]) if name in tags else "" for name in ("result", "termination", "points")}
    result, points = _plain_result(values["result"]), values["points"]
    if result and token and result != token:
        raise RecordError(f"the tag Result is {result}, but the moves end with {token}.")
    if points and not re.fullmatch("[0-9]{1,6}", points):
        raise RecordError(f'the points are "{points[:40]}": expected a whole number.')
    return result or token or None, values["termination"] or None, int(points) if points else None


def _plain_result(text: str) -> str:
    return plain(text).replace("–", "-").replace("½", "1/2")
