"""Records as SGF (FF[4]), for the games that have a number there.

    (;FF[4]CA[UTF-8]AP[dreierlei:0.1.0]GM[5]PW[Ada]PB[Bo]RE[W+Resign]
    ;W[d6]C[a good point](;B[f4];W[d5])(;B[b4]))

Moves are written in our notation. The first variation of every tree is the main line. A comment is a line of `C`.

What SGF has no property for goes into one private property, `DR`, whose values each begin with a key and a colon:
in the root `start:` (the position line, options included, unless the game begins as usual), `reason:` (how the game
ended, where `RE` does not say it), `tag:NAME:` (any other tag); at a move `before:` (a comment before the move) and
`nag:` (an annotation by its number, where `TE`, `BM`, `IT` and `DO` do not say it). Other programs can ignore them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from ._core import Move
from .declarations import games, variant
from .errors import DreierleiError, MoveError, expect
from .model import BLACK, WHITE, Game
from .positions import Position
from .positions import position as read_position
from .record import MOST_NESTED, Node, Record, RecordError, Tags, move_number, settle
from .version import VERSION

PRIVATE = "DR"
TAGS = {"EV": "Event", "RO": "Round", "DT": "Date", "PW": "White", "PB": "Black"}
_COLOURS = {"W": WHITE, "B": BLACK}
_ENDINGS = {"resignation": "Resign", "time": "Time"}
# PGN's first six annotations as SGF has them: a good move, a bad one, very good, very bad, interesting, doubtful.
_NAGS = {1: ("TE", "1"), 2: ("BM", "1"), 3: ("TE", "2"), 4: ("BM", "2"), 5: ("IT", ""), 6: ("DO", "")}
_RESULT = re.compile(r"([WB])\+\s*(?:(R|Resign)|(T|Time)|(F|Forfeit)|([0-9]{1,6})(?:\.0*)?)?", re.IGNORECASE)
_TOKEN = re.compile(
    r"(?P<blank>[\s\ufeff]+)|(?P<open>\()|(?P<close>\))|(?P<node>;)"
    r"|(?P<name>[A-Za-z]+)|\[(?P<value>(?:[^\]\\]|\\.)*)\]|(?P<wrong>.)",
    re.DOTALL,
)
# A backslash at the end of a line joins the lines; elsewhere it makes the next character an ordinary one.
_ESCAPED = re.compile(r"\\(?:\n|(.))")

_Properties = dict[str, list[str]]


# --- writing ----------------------------------------------------------------------------------------------------------


def write(records: Iterable[Record]) -> str:
    """The records as an SGF collection; raises `RecordError` for a game that has no number in SGF."""
    expect(records, Iterable, "type.records")
    return "\n".join(map(_write, records))


def _write(record: Record) -> str:
    expect(record, Record, "type.record")
    game = record.start.variant.game
    if game.sgf is None:
        raise RecordError("sgf.game-unsupported", game=game.id, expected=_supported())
    root: _Properties = {
        "FF": ["4"],
        "CA": ["UTF-8"],
        "AP": [f"dreierlei:{VERSION}"],
        "GM": [str(game.sgf)],
    }
    private = []
    if record.start != _plain_start(game):
        private.append(f"start:{record.start}")
    if record.start.turn is BLACK:
        root["PL"] = ["B"]
    names = {tag: name for name, tag in TAGS.items()}
    for tag, value in record.tags.items():
        if tag in names:
            root[names[tag]] = [value]
        else:
            private.append(f"tag:{tag}:{value}")
    root["RE"] = [_write_result(record)]
    if record.final.outcome() is None and record.reason not in ("", "unfinished", *_ENDINGS):
        private.append(f"reason:{record.reason}")
    if record.comments:
        root["C"] = ["\n".join(record.comments)]
    if private:
        root[PRIVATE] = private
    return f"({_write_node(root)}{''.join(_write_line(record.start, record.moves))})\n"


def _write_result(record: Record) -> str:
    if record.result in ("*", "1/2-1/2"):
        return {"*": "?", "1/2-1/2": "Draw"}[record.result]
    won = "W+" if record.result == "1-0" else "B+"
    return won + (_ENDINGS.get(record.reason) or ("" if record.points is None else str(record.points)))


def _write_line(position: Position, line: Sequence[Node]) -> Iterator[str]:
    """A line. A move with variations opens a tree that runs to the end of the line; its variations follow that tree."""
    tails = []
    for node in line:
        trees = ["".join(_write_line(position, variation)).lstrip() for variation in _variations(node)]
        if trees:
            tails.append(")" + "".join(f"\n({tree})" for tree in trees))
        yield ("\n(" if trees else "\n") + _write_node(_write_move(position, node))
        position = position.play(node.move)
    yield from reversed(tails)


def _variations(node: Node) -> Iterator[tuple[Node, ...]]:
    """All lines in place of a move. SGF cannot say which of several alternatives a move was meant to replace."""
    for first, *rest in node.variations:
        yield replace(first, variations=()), *rest
        yield from _variations(first)


def _write_move(position: Position, node: Node) -> _Properties:
    properties = {"W" if position.turn is WHITE else "B": [str(node.move)]}
    private = [f"before:{comment}" for comment in node.before]
    if len(node.nags) == 1 and node.nags[0] in _NAGS:
        name, value = _NAGS[node.nags[0]]
        properties[name] = [value]
    else:
        private += [f"nag:{nag}" for nag in node.nags]
    if node.after:
        properties["C"] = ["\n".join(node.after)]
    if private:
        properties[PRIVATE] = private
    return properties


def _write_node(properties: _Properties) -> str:
    return ";" + "".join(
        name + "".join("[" + re.sub(r"([\]\\])", r"\\\1", value) + "]" for value in values)
        for name, values in properties.items()
    )


# --- reading ----------------------------------------------------------------------------------------------------------


def read(text: str) -> tuple[Record, ...]:
    """All games of a collection, every move replayed; raises `RecordError`. Unknown properties are ignored."""
    reader = _Reader(text)
    trees = reader.trees()
    reader.several = len(trees) > 1
    return tuple(reader.record(number, tree) for number, tree in enumerate(trees, 1))


@dataclass
class _Tree:
    """A sequence of nodes, each with its offset in the text, and the trees that continue from its end."""

    nodes: list[tuple[int, _Properties]] = field(default_factory=list)
    trees: list[_Tree] = field(default_factory=list)


class _Reader:
    def __init__(self, text: str) -> None:
        expect(text, str, "type.text")
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.several = False
        self.number = 0
        self.start: Position

    def fail(self, problem: DreierleiError, at: int, move: str = "") -> NoReturn:
        game, line = self.number if self.several else None, self.text.count("\n", 0, at) + 1
        raise RecordError.located(problem, game=game, line=line, move=move) from None

    def trees(self) -> list[_Tree]:
        """The collection as it is written. Text before it is not part of it."""
        begin = re.search(r"\(\s*;", self.text)
        if begin is None:
            if self.text.strip("\ufeff \t\n"):
                self.fail(RecordError("sgf.no-game"), 0)
            return []
        trees: list[_Tree] = []
        stack: list[_Tree] = []
        values: list[str] | None = None
        """The values of the current property."""
        for token in _TOKEN.finditer(self.text, begin.start()):
            kind, at = token.lastgroup, token.start()
            if kind == "blank":
                continue
            if kind == "value" and values is not None:
                values.append(_ESCAPED.sub(lambda escaped: escaped[1] or "", token["value"]))
                continue
            if values is not None and not values:
                self.fail(RecordError("sgf.no-value", text=token[0][:20]), at)
            values = None
            if kind == "open" and (not stack or stack[-1].nodes):
                tree = _Tree()
                (stack[-1].trees if stack else trees).append(tree)
                stack.append(tree)
            elif kind == "node" and stack and not stack[-1].trees:
                stack[-1].nodes.append((at, {}))
            elif kind == "name" and stack and stack[-1].nodes and not stack[-1].trees:
                # Older files mix in lower-case letters, which have no meaning.
                values = stack[-1].nodes[-1][1].setdefault(re.sub("[a-z]", "", token[0]), [])
            elif kind == "close" and stack and stack[-1].nodes:
                stack.pop()
            else:
                self.fail(RecordError("sgf.unexpected", text=token[0][:20]), at)
        if stack:
            self.fail(RecordError("sgf.unclosed"), len(self.text))
        return trees

    def record(self, number: int, tree: _Tree) -> Record:
        self.number = number
        at, root = tree.nodes[0]
        private = [value.partition(":") for value in root.get(PRIVATE, [])]
        try:
            self.start = _read_start(root, [value for key, _, value in private if key == "start"])
            tags = [(TAGS[name], " ".join(values)) for name, values in root.items() if name in TAGS]
            tags += [
                (name, value) for key, _, tag in private if key == "tag" for name, _, value in [tag.partition(":")]
            ]
            result, reason, points = _read_result(self.start.variant.game, root.get("RE", [""])[0])
            reason = next((value for key, _, value in private if key == "reason"), reason)
        except DreierleiError as error:
            self.fail(error, at)
        comments, moves = self.line(tree, self.start, 0, 0)
        final = Record(self.start, tuple(moves)).final
        try:
            settled = settle(final, result, reason, points)
            return Record(self.start, tuple(moves), *settled, Tags(tags), tuple(comments))
        except RecordError as error:
            self.fail(error, at)

    def line(self, tree: _Tree, position: Position, ply: int, depth: int) -> tuple[list[str], list[Node]]:
        """The comments before the first move of a line, and its moves."""
        if depth > MOST_NESTED:
            self.fail(RecordError("record.nested", most=MOST_NESTED), tree.nodes[0][0])
        opening: list[str] = []
        nodes: list[Node] = []
        waiting: list[tuple[Node, ...]] = []
        """Variations in place of the next move."""
        while True:
            for at, properties in tree.nodes:
                comments = [line for value in properties.get("C", []) for line in value.split("\n")]
                played = self.play(position, ply, at, properties)
                if played is not None:
                    node = _annotated(played, properties)
                    nodes.append(replace(node, after=tuple(comments), variations=tuple(waiting)))
                    position, ply, waiting = position.play(played), ply + 1, []
                elif nodes:
                    nodes[-1] = replace(nodes[-1], after=(*nodes[-1].after, *comments))
                else:
                    opening += comments
            if not tree.trees:
                break
            tree, *others = tree.trees
            for other in others:
                before, variation = self.line(other, position, ply, depth + 1)
                if variation:
                    variation[0] = replace(variation[0], before=(*before, *variation[0].before))
                    waiting.append(tuple(variation))
        if waiting:  # the main tree ends without a move here: the first variation becomes the main line
            (first, *rest), *others_waiting = waiting
            nodes += [replace(first, variations=(*first.variations, *others_waiting)), *rest]
        return opening, nodes

    def play(self, position: Position, ply: int, at: int, properties: _Properties) -> Move | None:
        """The move of a node, if it has one."""
        setup = [name for name in ("AB", "AW", "AE") if name in properties]
        if setup:
            self.fail(RecordError("sgf.setup", property=setup[0], expected=f"{PRIVATE}[start:…]"), at)
        moves = [(name, value) for name in _COLOURS for value in properties.get(name, [])]
        if not moves:
            return None
        name, text = moves[0]
        number = f"{move_number(self.start, ply)} {text[:20]}"
        if len(moves) > 1:
            self.fail(RecordError("sgf.moves"), at, number)
        try:
            move = position.parse(text)
        except MoveError as error:
            self.fail(error, at, number)
        if _COLOURS[name] is not position.turn:
            expected = "W" if position.turn is WHITE else "B"
            self.fail(RecordError("sgf.colour", side=position.turn, expected=expected, colour=name), at, number)
        return move


def _annotated(move: Move, properties: _Properties) -> Node:
    """A move with the annotations and comments from the other properties of its node."""
    private = [value.partition(":") for value in properties.get(PRIVATE, [])]
    before = tuple(value for key, _, value in private if key == "before")
    nags = [int(value) for key, _, value in private if key == "nag" and re.fullmatch("[0-9]{1,3}", value)]
    if not nags:
        nags = [
            nag for nag, (name, value) in _NAGS.items() if value.strip("1") in map(_emphasis, properties.get(name, []))
        ]
    return Node(move, before, (), tuple(nags))


def _emphasis(value: str) -> str:
    return "2" if value.strip() == "2" else ""


def _read_start(root: _Properties, lines: list[str]) -> Position:
    number = " ".join(root.get("GM", [])).strip()
    game = next((game for game in games() if str(game.sgf) == number), None)
    if not number:
        raise RecordError("sgf.game-missing", expected=_supported())
    if game is None:
        raise RecordError("sgf.game", number=number[:20], expected=_supported())
    start = read_position(lines[0]) if lines else _plain_start(game)
    if start.variant.game.sgf != game.sgf:
        raise RecordError("sgf.position", variant=start.variant.id, number=number)
    turn = " ".join(root.get("PL", [])).strip().upper()[:1]
    if turn and _COLOURS.get(turn) is not start.turn:
        raise RecordError("sgf.turn", turn=turn, side=start.turn)
    return start


def _read_result(game: Game, text: str) -> tuple[str | None, str | None, int | None]:
    """Result, reason and points that `RE` claims."""
    text = text.strip()
    if text.lower() in ("", "?", "void"):
        return None, None, None
    if text.lower() in ("0", "draw", "d"):
        return "1/2-1/2", None, None
    claim = _RESULT.fullmatch(text)
    if claim is None:
        raise RecordError("sgf.result", result=text[:40])
    won, resigned, timed, _, points = claim.groups()
    reason = "resignation" if resigned else "time" if timed else None
    # Elsewhere a number after the plus is what other programs count, such as stones.
    counted = int(points) if points and game.match.scoring == "points" else None
    return "1-0" if won.upper() == "W" else "0-1", reason, counted


def _plain_start(game: Game) -> Position:
    return Position(variant(game.id))


def _supported() -> tuple[str, ...]:
    return tuple(f"GM[{game.sgf}] ({game.id})" for game in games() if game.sgf is not None)
