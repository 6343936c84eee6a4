"""Other programs as players: any engine that speaks a protocol like UCI, given by the command that starts it.

Our protocol (docs/protocol.md) names the game, `position start GAME moves …`, and writes a move that takes a stone as
one word. A program that knows only one game gets `position startpos moves …`, with the capture as a separate move; if
its answer is only the beginning of a legal move, it is asked for the rest.
"""

from __future__ import annotations

import queue
import re
import shlex
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreierlei import DreierleiError

if TYPE_CHECKING:
    from types import TracebackType

    from dreierlei import Move, Position

LOOK = 0.001
"""Seconds between two readings of a program's clock."""
FOREVER = 10**9
"""Milliseconds that no search takes."""


@dataclass(frozen=True)
class Limit:
    """How long a program may think about a move: a number of nodes, or seconds of processor time."""

    nodes: int | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        return f"{self.nodes:,} nodes" if self.nodes else f"{self.seconds:g} s of processor time"


class Program:
    """A running program. Leaving the context ends it."""

    def __init__(self, command: str, *, one_game: bool = False, options: tuple[str, ...] = ()) -> None:
        """`options` are NAME=VALUE pairs. Raises `OSError` if the program cannot be started."""
        self.command = command
        self.one_game = one_game
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._say("uci")
        self._wait("ok", "uciok")
        for option in options:
            name, _, value = option.partition("=")
            self._say(f"setoption name {name} value {value}")

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._say("quit")
        self._process.wait(timeout=10)
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def forget(self) -> None:
        """Makes the program forget what it learned in earlier games."""
        self._say("ucinewgame" if self.one_game else "newgame")
        self._say("isready")
        self._wait("readyok")

    def choose(self, position: Position, limit: Limit) -> Move:
        """The program's move. Raises `DreierleiError` for an answer that is not legal."""
        begun = ""
        while True:
            answer = self._ask(position, begun, limit)
            begun += answer
            fitting = [move for move in position.moves() if str(move).startswith(begun)]
            if begun in map(str, fitting):
                return next(move for move in fitting if str(move) == begun)
            if not fitting or not answer:
                return position.parse(begun)  # raises

    def _ask(self, position: Position, begun: str, limit: Limit) -> str:
        moves = " ".join(map(str, position.line))
        if self.one_game:
            moves = re.sub(r"(?<=\S)x", " x", moves)
            where = "startpos"
        else:
            where = f"start {position.variant.id}"
        self._say(" ".join(f"position {where} moves {moves} {begun}".split()).removesuffix(" moves"))
        if limit.nodes:
            self._say(f"go nodes {limit.nodes}")
            return self._wait("bestmove")[1]
        # Processor time, so that other load on this machine does not count. A program may also answer sooner.
        end = self._clock() + (limit.seconds or 0.0)
        self._say("go" if self.one_game else f"go movetime {FOREVER}")
        while self._clock() < end:
            if answer := self._next("bestmove", seconds=LOOK):
                return answer[1]
        self._say("stop")
        return self._wait("bestmove")[1]

    def _clock(self) -> float:
        """Seconds of processor time that the process has used (Linux: the CPU clock of another process, by its pid)."""
        return time.clock_gettime((~self._process.pid << 3) | 2)

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _wait(self, *wanted: str) -> list[str]:
        """The next line that has one of these words, from that word on. Some programs write an evaluation first."""
        while not (words := self._next(*wanted)):
            pass
        return words

    def _next(self, *wanted: str, seconds: float | None = None) -> list[str]:
        """The words of the next line within `seconds`, from one of these words on; nothing if it has none of them."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return []
        if line is None:
            raise EOFError(f"{self.command} has ended")
        words = line.split()
        if words[:1] == ["error"]:
            raise DreierleiError("protocol.expected", expected=f"{' or '.join(wanted)}, not {line.strip()}")
        return next((words[at:] for at, word in enumerate(words) if word in wanted), [])

    def _read(self) -> None:
        """Queues the program's lines, and None when it has ended."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)
