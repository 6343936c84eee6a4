"""The engine on standard input and output, for programs. docs/protocol.md describes every command."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TextIO, TypeVar

from ._core import MOST_PERFT_PLIES, Stop
from .declarations import games
from .declarations import variant as find_variant
from .engine import Engine
from .errors import DreierleiError
from .levels import LEVELS, choose
from .positions import Position, position, start
from .search import Analysis, Score
from .version import VERSION

_DIGITS = 18
_MOVES = "moves"
_START = "position start GAME[:OPTION=VALUE,…] [moves …]"


class _CommandError(DreierleiError):
    """A command that cannot be executed."""


@dataclass(frozen=True)
class _Option:
    name: str
    default: int
    least: int
    most: int


OPTIONS = (
    _Option("Threads", 1, 1, 256),
    _Option("MultiPV", 1, 1, 384),
    _Option("Hash", 64, 1, 65536),
    _Option("Level", len(LEVELS), 1, len(LEVELS)),
)


@dataclass(frozen=True)
class _Limits:
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    infinite: bool = False


@dataclass
class _Session:
    """One conversation. One thread reads commands and another searches, so that `stop` takes effect at once."""

    stdout: TextIO
    position: Position
    options: dict[str, int] = field(default_factory=lambda: {option.name: option.default for option in OPTIONS})
    engine: Engine = field(default_factory=Engine)
    stop: Stop = field(default_factory=Stop)
    stopped: threading.Event = field(default_factory=threading.Event)
    endless: bool = False
    searching: threading.Thread | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def say(self, text: str) -> None:
        """Writes one line and flushes it."""
        with self.lock:
            self.stdout.write(text + "\n")
            self.stdout.flush()

    def settle(self, stop: bool) -> None:
        """Waits for the end of the search; ends it now if `stop`, or if it has no limit."""
        if self.searching is not None:
            if stop or self.endless:
                self.stop.set()
                self.stopped.set()
            self.searching.join()
            self.searching = None


def run(stdin: Iterable[str], stdout: TextIO) -> None:
    """Executes commands until `quit` or the end of input. An invalid one is answered with one line and changes nothing.

    At the end of input a search with limits is completed, so that commands can be piped in.
    """
    session = _Session(stdout, start(games()[0].id))
    for line in stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "quit":
            session.settle(stop=True)
            return
        try:
            command = _COMMANDS.get(words[0])
            if command is None:
                raise _CommandError("protocol.command", command=words[0], expected=(*_COMMANDS, "quit"))
            command(session, words[1:])
        except DreierleiError as error:
            session.say(f"error {_one_line(str(error))}")
    session.settle(stop=False)


# --- commands ---------------------------------------------------------------------------------------------------------


def _hello(session: _Session, _: list[str]) -> None:
    session.say(f"id name dreierlei {VERSION}")
    session.say("id author the dreierlei authors")
    for option in OPTIONS:
        session.say(
            f"option name {option.name} type spin default {option.default} min {option.least} max {option.most}"
        )
    for game in games():
        settings = " ".join(f"{option.name}={option.default}" for option in game.options)
        session.say(f"game {game.id} {settings}".rstrip())
    session.say("ok")


def _is_ready(session: _Session, _: list[str]) -> None:
    session.say("readyok")


def _new_game(session: _Session, _: list[str]) -> None:
    session.settle(stop=False)
    session.engine.clear()


def _set_option(session: _Session, words: list[str]) -> None:
    if len(words) != 4 or words[0] != "name" or words[2] != "value":
        raise _CommandError("protocol.expected", expected="setoption name NAME value NUMBER")
    for option in OPTIONS:
        if option.name.lower() == words[1].lower():
            break
    else:
        expected = tuple(option.name for option in OPTIONS)
        raise _CommandError("protocol.option", option=words[1], expected=expected)
    number = _number(words[3])
    if number is None or not option.least <= number <= option.most:
        values = {"option": option.name, "value": words[3], "least": option.least, "most": option.most}
        raise _CommandError("protocol.option-value", **values)
    session.settle(stop=False)
    if option.name == "Hash":
        try:
            session.engine = Engine(megabytes=number)
        except MemoryError:
            raise _CommandError("protocol.memory", megabytes=number, kept=session.options[option.name]) from None
    session.options[option.name] = number
    session.engine.threads = session.options["Threads"]


def _position(session: _Session, words: list[str]) -> None:
    at = words.index(_MOVES) if _MOVES in words else len(words)
    given, history = words[:at], words[at + 1 :]
    if not given:
        raise _CommandError("protocol.expected", expected=f"{_START} or position LINE [moves …]")
    if given[0] == "start":
        if len(given) != 2:
            raise _CommandError("protocol.expected", expected=_START)
        reached = Position(find_variant(given[1]))
    else:
        reached = position(" ".join(given))
    for number, text in enumerate(history, 1):
        try:
            reached = reached.play(text)
        except DreierleiError as error:
            raise _CommandError("protocol.move", number=number, error=error) from None
    session.settle(stop=False)
    session.position = reached


def _go(session: _Session, words: list[str]) -> None:
    if words[:1] == ["perft"]:
        depth = _number(words[1]) if len(words) == 2 else None
        if depth is None or depth > MOST_PERFT_PLIES:
            raise _CommandError("protocol.expected", expected=f"go perft DEPTH, 0 to {MOST_PERFT_PLIES}")
        session.settle(stop=False)
        _begin(session, _perft, depth, endless=False)
        return
    limits = _read_limits(words)
    session.settle(stop=False)
    if (end := session.position.outcome()) is not None:
        raise _CommandError("search.over", result=end.result, reason=end.reason)
    _begin(session, _search, limits, endless=limits.infinite)


def _stop(session: _Session, _: list[str]) -> None:
    session.settle(stop=True)


def _show(session: _Session, _: list[str]) -> None:
    session.say(f"position {session.position}")
    end = session.position.outcome()
    if end is None:
        session.say(f"moves {' '.join(map(str, session.position.moves()))}")
    else:
        session.say(f"over {end.result} {end.reason}")


_COMMANDS: dict[str, Callable[[_Session, list[str]], None]] = {
    "dreierlei": _hello,
    "uci": _hello,
    "isready": _is_ready,
    "newgame": _new_game,
    "setoption": _set_option,
    "position": _position,
    "go": _go,
    "stop": _stop,
    "d": _show,
}


# --- searching --------------------------------------------------------------------------------------------------------


_Work = TypeVar("_Work")


def _begin(session: _Session, work: Callable[[_Session, _Work], None], question: _Work, *, endless: bool) -> None:
    """Starts `work` in a thread of its own; earlier work has ended."""
    session.stop.clear()
    session.stopped.clear()
    session.endless = endless
    session.searching = threading.Thread(target=work, args=(session, question), daemon=True)
    session.searching.start()


def _perft(session: _Session, depth: int) -> None:
    leaves = session.position.perft(depth, session.stop)
    session.say(f"perft {depth} {'stopped' if leaves is None else leaves}")


def _search(session: _Session, limits: _Limits) -> None:
    try:
        if session.options["Level"] < len(LEVELS):
            best = choose(session.position, session.options["Level"], stop=session.stop)
        else:
            best = session.engine.analyse(
                session.position,
                depth=limits.depth,
                nodes=limits.nodes,
                seconds=limits.seconds,
                lines=session.options["MultiPV"],
                callback=lambda analysis: _tell(session, analysis),
                stop=session.stop,
            ).best
        if limits.infinite:
            session.stopped.wait()
        session.say(f"bestmove {best}")
    except Exception as error:  # the other side must get an answer in any case
        session.say(f"error {_one_line(str(error))}")


def _tell(session: _Session, analysis: Analysis) -> None:
    speed = int(analysis.nodes / analysis.seconds) if analysis.seconds > 0 else 0
    for number, line in enumerate(analysis.lines, 1):
        session.say(
            f"info depth {line.depth} multipv {number} score {score_text(line.score)} nodes {analysis.nodes} "
            f"nps {speed} time {int(analysis.seconds * 1000)} pv {' '.join(map(str, line.moves))}"
        )


def score_text(score: Score) -> str:
    """A score as the protocol writes it: `win 7`, `loss 4`, `draw` or `estimate 35`; `within` where the number of plies
    is only an upper bound, `win` or `loss` alone where no number is known.
    """
    if score.result is None:
        return f"estimate {score.estimate}"
    if score.result == "draw" or score.plies is None:
        return score.result
    return f"{score.result} {score.plies}" if score.exact else f"{score.result} within {score.plies}"


# --- reading ----------------------------------------------------------------------------------------------------------


def _read_limits(words: list[str]) -> _Limits:
    numbers: dict[str, int] = {}
    infinite = not words
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            infinite = True
            continue
        if word not in ("depth", "nodes", "movetime"):
            expected = ("depth", "nodes", "movetime", "infinite", "perft")
            raise _CommandError("protocol.limit", limit=word, expected=expected)
        text = next(rest, "")
        number = _number(text)
        if not number:
            raise _CommandError("protocol.number", limit=word, number=text)
        numbers[word] = number
    seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
    return _Limits(numbers.get("depth"), numbers.get("nodes"), seconds, infinite)


def _number(word: str) -> int | None:
    """A whole number; one that is too large to mean anything counts as 10 to the 18th."""
    if not (word.isascii() and word.isdecimal()):
        return None
    digits = word.lstrip("0") or "0"
    return int(digits) if len(digits) <= _DIGITS else 10**_DIGITS


def _one_line(text: str) -> str:
    return " ".join(text.split())
