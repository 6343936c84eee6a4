"""Records from text: every game replayed, every claim checked."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from ..declarations import variant as find_variant
from ..errors import DreierleiError, MoveError, expect
from ..positions import Position
from ..positions import position as read_position
from .errors import RecordError
from .nodes import MOST_NESTED, Node, move_number, plain
from .record import Record, Verdict, derived_tags, settle

if TYPE_CHECKING:
    from collections.abc import Iterable

_MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
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


def read(text: str) -> tuple[Record, ...]:
    """All games of a text, every move replayed; raises `RecordError` at the first error."""
    reader = _Reader(text)
    records: list[Record] = []
    while (record := reader.game()) is not None:
        records.append(record)
    if records and reader.trailing:
        records[-1] = _append(records[-1], reader.trailing)
    return tuple(records)


def check(text: str) -> tuple[Verdict, ...]:
    """A verdict on every game of a text. An invalid game does not hide those after it."""
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
"""Tags by their names in lower case: name, value, and offset in the text."""


class _Frame:
    """A line that is being read: the main line, or a variation that replaces the last move of the frame below."""

    def __init__(self, start: Position, ply: int, opened: int) -> None:
        self.position = start
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
        """Adds a comment to the move before it, unless a number or a variation comes between the two."""
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
        expect(text, str, "type.text")
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

    def fail(self, problem: DreierleiError, at: int, move: str = "") -> NoReturn:
        game = self.number if self.several or self.number > 1 else None
        raise RecordError.located(problem, game=game, line=self.line_of(at), move=move) from None

    def token(self) -> re.Match[str] | None:
        while token := _TOKEN.match(self.text, self.at):
            self.at = token.end()
            if token.lastgroup != "blank":
                return token
        return None

    def skip(self) -> None:
        """Skips to the next game: to the tags around the next Game tag that is not the current game's own."""
        floor = self.begin
        tag = _GAME_TAG.search(self.text, floor)
        if tag:
            between = self.text[floor : tag.start()].split("\n")
            if all(not line.strip() or line.lstrip()[0] in "[{;%" for line in between):
                floor = tag.end()
                tag = _GAME_TAG.search(self.text, floor)
        self.at = tag.start() if tag else len(self.text)
        while tag and (above := self.text.rfind("\n", 0, self.at - 1) + 1) > floor:
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
                self.fail(RecordError("record.tag-twice", tag=name), token.start())
            tags[name.lower()] = name, re.sub(r"\\(.)", r"\1", token["value"]), token.start()
        if token is None and not tags:
            self.trailing = comments
            return None
        if token is not None:
            if token.lastgroup == "wrong":
                self.unreadable(token)
            if not tags:
                self.fail(RecordError("record.no-tags", text=token[0][:40]), token.start())
            self.at = token.start()
        start = self.start(tags)
        opening, main, result, end = self.movetext(start)
        try:
            settled = settle(main.position, *_claims(tags, result))
            derived = derived_tags(start.variant)
            free = {name: value for key, (name, value, _) in tags.items() if key not in derived}
            return _append(Record(start, tuple(main.nodes), *settled, free, (*comments, *opening)), main.waiting)
        except RecordError as error:
            self.fail(error, end)

    def start(self, tags: _Tags) -> Position:
        if "game" not in tags:
            self.fail(RecordError("record.game-missing"), self.begin)
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
            self.fail(error, at)
        # A position line names all options itself; tags may omit them, but must not contradict it.
        if start.variant.game is not game or any(start.variant.options[key] != variant.options[key] for key in given):
            self.fail(RecordError("record.position-variant", variant=start.variant.id, expected=variant.id), at)
        return start

    def movetext(self, start: Position) -> tuple[list[str], _Frame, str | None, int]:
        """The comments before the first move, the main line, the result if it is written, and where it ends."""
        opening: list[str] = []
        frames = [_Frame(start, 0, self.at)]
        end = self.at
        while (token := self.token()) is not None:
            frame, kind, end = frames[-1], token.lastgroup, token.start()
            if kind in ("result", "tag"):
                break
            if kind in ("comment", "rest"):
                if len(frames) == 1 and not frame.nodes and not frame.numbered:
                    opening.append(token[kind])
                else:
                    frame.comment(token[kind])
            elif kind == "number":
                expected = move_number(start, frame.ply)
                digits = token[0].rstrip(".")
                if digits and digits.lstrip("0") != expected.rstrip("."):
                    self.fail(RecordError("record.number", number=token[0][:20], expected=expected), end)
                frame.numbered = True
            elif kind == "word":
                self.play(start, frame, token)
                self.plies = frames[0].ply
            elif kind in ("nag", "open") and not frame.nodes:
                self.fail(RecordError("record.no-move-before", text=token[0]), end)
            elif kind == "nag":
                frame.amend(nags=[int(token["nag"])])
            elif kind == "open":
                if len(frames) > MOST_NESTED:
                    self.fail(RecordError("record.nested", most=MOST_NESTED), end)
                before = frame.position.previous
                assert before is not None  # a move has been played in this frame
                frames.append(_Frame(before, frame.ply - 1, end))
            elif kind == "close" and len(frames) > 1 and frame.nodes:
                frames.pop()
                frames[-1].amend(variation=frame.close())
            else:
                self.unreadable(token)
        if len(frames) > 1:
            self.fail(RecordError("record.variation-open"), frames[-1].opened)
        if token is not None and token.lastgroup == "result":
            return opening, frames[0], _plain_result(token[0]), end
        self.at = end if token is not None else self.at
        return opening, frames[0], None, end

    def play(self, start: Position, frame: _Frame, token: re.Match[str]) -> None:
        try:
            frame.position = frame.position.play(token["move"])
        except MoveError as error:
            self.fail(error, token.start(), f"{move_number(start, frame.ply)} {token['move']}")
        played = frame.position.last_move
        assert played is not None  # one has just been played
        mark = token["mark"]
        if mark and mark not in _MARKS:
            expected = " ".join(f'"{valid}"' for valid in _MARKS)
            self.fail(RecordError("record.annotation", mark=mark, expected=expected), token.start())
        frame.nodes.append(Node(played, tuple(frame.waiting), (), (_MARKS[mark],) if mark else ()))
        frame.waiting = []
        frame.numbered = False
        frame.ply += 1

    def unreadable(self, token: re.Match[str]) -> NoReturn:
        wrong = token[0]
        if wrong == "{":
            self.fail(RecordError("record.comment-open"), token.start())
        if wrong == "[":
            self.fail(RecordError("record.tag-unreadable"), token.start())
        if wrong == ")":
            self.fail(RecordError("record.variation-empty"), token.start())
        self.fail(RecordError("record.unexpected", text=wrong), token.start())


def _claims(tags: _Tags, token: str | None) -> tuple[str | None, str | None, int | None]:
    """Result, reason and points as tags and result token claim them."""
    values = {name: plain(tags[name][1]) if name in tags else "" for name in ("result", "termination", "points")}
    result, points = _plain_result(values["result"]), values["points"]
    if result and token and result != token:
        raise RecordError("record.two-results", tag=result, result=token)
    if points and not re.fullmatch("[0-9]{1,6}", points):
        raise RecordError("record.points-unreadable", points=points[:40])
    return result or token or None, values["termination"] or None, int(points) if points else None


def _plain_result(text: str) -> str:
    return plain(text).replace("–", "-").replace("½", "1/2")
