"""How many people can play at once: a real server, real connections, moves that are seen by the opponent.

    python bench/bench_server.py [--games 2500] [--seconds 8] [--only echo sqlite postgres workers] [--rates 500 500]

All contenders run side by side: a bare uvicorn that sends every message back (`echo`), the server on SQLite (`sqlite`),
on PostgreSQL (`postgres`), and two workers on PostgreSQL and Redis (`workers`). Two players are connected to each game.
At each rate the contenders take turns: first one move in each game every five seconds, then a quarter more each time,
until a contender fails twice to show 99 of 100 moves to the opponent within 100 ms. `--rates` are moves a second to
play at instead, whoever keeps up. The clients and the databases run on the same machine; the processor time is that of
the server alone, databases and clients apart. The limit is the rate at which the busiest process of the server would
need a whole processor: what could be reached if nobody else needed any.

At the end there is a line for each contender, beside the goals.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import uvloop

from live_client import LiveClient

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.server.daemons import SECRET, free_port, postgres, redis, server
from tests.waiting import wait_until

from dreierlei.server.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

EVERY = 5.0
"""Seconds between two moves of a game at the usual rate."""
GOAL = 0.1
"""Seconds within which 99 of 100 moves should be seen."""
WORKED = 0.93
"""The share of the moves asked for that must have been seen in time."""
COST, COST_RATIO, RATE_RATIO = 0.25, 3.1, 0.5
"""The goals: processor time of a move in ms, or its ratio to the echo's on a slower machine, and the ratio of rates."""
STEP = 1.25
"""How much faster it gets each time."""
NAMES = ["echo", "sqlite", "postgres", "workers"]

_NUMBER = re.compile(rb'"number":([0-9]+),"match":').search
_TURN = re.compile(rb'"turn":([01]|null)[,}]').search
_MOVES = re.compile(rb'"moves":\[(.*?)\],"prompts":').search


@dataclass
class Figures:
    """What was measured during one rate."""

    asked: float
    seconds: float
    delays: list[float] = field(default_factory=list)
    errors: int = 0
    cpu: float = 0.0
    """Seconds of processor time that the server used."""
    busiest: float = 0.0
    """Those of the one of its processes that used the most."""
    databases: float = 0.0
    clients: float = 0.0
    """What the players in this process used."""

    @property
    def made(self) -> int:
        return len(self.delays)

    def delay(self, share: float) -> float:
        """How long it took at most for this share of the moves, in ms."""
        return 1000 * sorted(self.delays)[int(self.made * share)] if self.delays else float("nan")

    @property
    def cost(self) -> float:
        """Milliseconds of the server's processor time for each move."""
        return 1000 * self.cpu / self.made if self.made else float("nan")

    @property
    def limit(self) -> float:
        """Moves a second for which the busiest process would need a whole processor."""
        return self.made / self.busiest if self.busiest else float("nan")

    @property
    def kept_up(self) -> bool:
        return self.delay(0.99) < 1000 * GOAL and self.made > WORKED * self.asked * self.seconds

    def line(self, name: str) -> str:
        rates = f"{self.asked:8.0f} {self.made / self.seconds:8.0f}"
        delays = f"{self.delay(0.5):7.1f} {self.delay(0.99):7.1f}"
        times = [1000 * used / max(1, self.made) for used in (self.cpu, self.databases, self.clients)]
        costs = f"{times[0]:8.3f} {times[1]:9.3f} {times[2]:8.3f}"
        return f"{name:9} {rates} {delays} {self.errors:6d} {costs} {self.limit:8.0f}"


HEAD = (
    f"{'':9} {'asked/s':>8} {'seen/s':>8} {'p50 ms':>7} {'p99 ms':>7} {'errors':>6} {'CPU ms':>8} {'databases':>9} "
    f"{'clients':>8} {'limit/s':>8}"
)


# --- what is played ---------------------------------------------------------------------------------------------------


class Table(ABC):
    """Two connections. `act` has one of them send something that shall arrive somewhere."""

    figures: Figures | None = None

    def __init__(self, sockets: tuple[LiveClient, LiveClient]) -> None:
        self.sockets = sockets
        self.since: float | None = None
        """When something was sent that has not been seen yet."""

    @abstractmethod
    def act(self, lot: random.Random) -> None: ...

    def seen(self) -> None:
        if self.since is not None and self.figures is not None:
            self.figures.delays.append(time.perf_counter() - self.since)
        self.since = None


class EchoTable(Table):
    """Each sends, and gets it back."""

    def __init__(self, sockets: tuple[LiveClient, LiveClient]) -> None:
        super().__init__(sockets)
        self._turn = 0
        for socket in sockets:
            socket.hear = lambda _: self.seen()

    def act(self, lot: random.Random) -> None:
        if self.since is None:
            self._turn = 1 - self._turn
            self.since = time.perf_counter()
            self.sockets[self._turn].send(_move(f"a{lot.randrange(9)}", 17))


class GameTable(Table):
    """A match. A move counts when the opponent has it. Of the news, no more is read than the next move needs."""

    def __init__(self, sockets: tuple[LiveClient, LiveClient], match: dict[str, Any]) -> None:
        super().__init__(sockets)
        self.number, self.turn = match["number"], match["turn"]
        self.moves = b",".join(b'{"text":"%s"' % move["text"].encode() for move in match["position"]["moves"])
        self._sender = 0
        sockets[0].hear, sockets[1].hear = (lambda text: self._hear(0, text)), (lambda text: self._hear(1, text))

    def act(self, lot: random.Random) -> None:
        if self.since is not None:
            return  # the last one has not been seen yet
        self._sender = self.turn or 0
        self.since = time.perf_counter()
        if self.turn is None:
            text = b'{"v":1,"type":"action","action":"next","number":%d}' % self.number
        else:
            text = _move(self._any_move(lot), self.number)
        self.sockets[self._sender].send(text)

    def _any_move(self, lot: random.Random) -> str:
        """The legal move whose description comes next after some byte of the list."""
        mark = b'{"text":"'
        found = self.moves.find(mark, lot.randrange(len(self.moves)))
        begin = max(found, 0) + len(mark)
        return self.moves[begin : self.moves.index(b'"', begin)].decode()

    def _hear(self, seat: int, text: bytes) -> None:
        if b'"type":"error"' in text[:40]:
            if self.figures is not None:
                self.figures.errors += 1
            self.since = None
        elif seat != self._sender and self.since is not None:
            number = _NUMBER(text)
            if number is not None and int(number[1]) > self.number:
                turn, moves = _TURN(text), _MOVES(text)
                assert turn is not None
                assert moves is not None
                self.number, self.moves = int(number[1]), moves[1]
                self.turn = None if turn[1] == b"null" else int(turn[1])
                self.seen()


def _move(move: str, number: int) -> bytes:
    return b'{"v":1,"type":"move","move":"%s","number":%d}' % (move.encode(), number)


# --- contenders -------------------------------------------------------------------------------------------------------


@dataclass
class Contender:
    """A server that runs, and what was measured with it."""

    name: str
    address: str
    process: int
    tables: list[Table] = field(default_factory=list)
    figures: list[Figures] = field(default_factory=list)
    servers: list[int] = field(default_factory=list)
    """The processes of all contenders."""
    _tokens: Tokens = field(default_factory=lambda: Tokens((SECRET,), days=1))

    async def sit_down(self, games: int) -> None:
        """So many games, each with two people connected."""
        gate = asyncio.Semaphore(20)
        fresh = httpx.Limits(max_keepalive_connections=0)  # the server may close one that a busy machine keeps waiting
        async with httpx.AsyncClient(base_url=self.address, timeout=60, limits=fresh) as client:
            ids = [""] if self.name == "echo" else [game["id"] for game in (await client.get("/api/games")).json()]

            async def one(variant: str) -> Table:
                async with gate:
                    return await (self._game(client, variant) if variant else self._echo())

            chosen = [variant for variant, _ in zip(cycle(ids), range(games), strict=False)]
            self.tables = list(await asyncio.gather(*map(one, chosen)))

    async def _echo(self) -> Table:
        address = self.address.replace("http", "ws", 1)
        return EchoTable((await LiveClient.connect(address), await LiveClient.connect(address)))

    async def _game(self, client: httpx.AsyncClient, variant: str) -> Table:
        heads = [{"Authorization": f"Bearer {self._tokens.new()[1]}"} for _ in range(2)]
        wanted = {"variant": variant, "opponent": {"kind": "friend"}, "colour": "white", "length": 1000}
        match = (await client.post("/api/matches", json=wanted, headers=heads[0])).json()
        place = f"/api/matches/{match['id']}"
        joined = await client.post(f"{place}/join", json={"invite": match["invite"]}, headers=heads[1])
        live = f"{self.address.replace('http', 'ws', 1)}{place}/live"
        sockets = [await LiveClient.connect(live, **head) for head in heads]
        return GameTable((sockets[0], sockets[1]), joined.json())

    async def play(self, asked: float, seconds: float) -> Figures:
        """Plays for a while at a rate."""
        lot = random.Random(len(self.figures))
        figures = Figures(asked, seconds)
        self.figures.append(figures)
        order = self.tables[:]
        lot.shuffle(order)
        for table in order:
            table.figures, table.since = figures, None
        before = cpu_seconds(os.getpid())
        ours, begun = time.process_time(), time.perf_counter()
        for made, table in enumerate(cycle(order)):
            if made / asked > seconds:
                break
            if (wait := begun + made / asked - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            elif made % 50 == 0:
                await asyncio.sleep(0)
            table.act(lot)
        await asyncio.sleep(1)
        figures.clients = time.process_time() - ours
        used = {pid: seconds - before.get(pid, 0.0) for pid, seconds in cpu_seconds(os.getpid()).items()}
        mine = [used.get(pid, 0.0) for pid in _tree(self.process)]
        figures.cpu, figures.busiest = sum(mine), max(mine)
        servers = {pid for server in self.servers for pid in _tree(server)}
        figures.databases = sum(seconds for pid, seconds in used.items() if pid not in servers)
        return figures

    @property
    def best(self) -> float:
        """The highest rate at which it kept up; 0 if it never did."""
        return max((one.asked for one in self.figures if one.kept_up), default=0.0)

    def cost_at(self, asked: float) -> float:
        """Milliseconds of the server's processor time for each move at a rate, however often that was played."""
        played = [one for one in self.figures if one.asked == asked]
        return 1000 * sum(one.cpu for one in played) / max(1, sum(one.made for one in played))

    def limit_at(self, asked: float) -> float:
        """Moves a second for which its busiest process would need a whole processor, by what was seen at a rate."""
        played = [one for one in self.figures if one.asked == asked]
        return sum(one.made for one in played) / max(0.01, sum(one.busiest for one in played))


def cpu_seconds(root: int) -> dict[int, float]:
    """What a process and its descendants have used so far, by process; of this process, only the descendants."""
    ticks = os.sysconf("SC_CLK_TCK")
    used: dict[int, float] = {}
    for pid in _tree(root):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            if pid != os.getpid():
                used[pid] = (int(fields[11]) + int(fields[12])) / ticks
    return used


def _tree(root: int) -> list[int]:
    found = [root]
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{root}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += _tree(int(child))
    return found


@contextlib.contextmanager
def contenders(names: list[str]) -> Iterator[list[Contender]]:
    """The servers, running."""
    with contextlib.ExitStack() as stack:
        running = []
        for name in names:
            if name == "echo":
                running.append(Contender(name, *stack.enter_context(echo())))
                continue
            where = {"DREIERLEI_RATE": "0"}
            if name == "sqlite":
                where["DREIERLEI_DATABASE"] = f"{stack.enter_context(tempfile.TemporaryDirectory())}/bench.db"
            else:
                where["DREIERLEI_DATABASE"] = stack.enter_context(postgres(durable=True))
            if name == "workers":
                where["DREIERLEI_REDIS"] = stack.enter_context(redis())
            more = ("--workers", "2") if name == "workers" else ()
            address, process = stack.enter_context(server(*more, **where))
            running.append(Contender(name, address, process.pid))
        for contender in running:
            contender.servers = [other.process for other in running]
        yield running


@contextlib.contextmanager
def echo() -> Iterator[tuple[str, int]]:
    """A bare uvicorn."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "echo:app", "--port", str(port), "--log-level", "warning"]
    process = subprocess.Popen([*command, "--ws-per-message-deflate", "false"], cwd=Path(__file__).parent)
    try:
        wait_until(lambda: _answers(port))
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    with contextlib.suppress(httpx.TransportError):
        httpx.get(f"http://127.0.0.1:{port}")
        return True
    return False


async def measure(running: list[Contender], games: int, seconds: float, rates: list[float]) -> None:
    for contender in running:
        await contender.sit_down(games)
    gc.collect()
    gc.freeze()  # otherwise looking through all players for garbage would delay what they see
    await asyncio.sleep(1)
    print(f"{2 * games} players in {games} games; times from a move sent to the move seen by the opponent\n\n{HEAD}")
    for asked in rates:
        for contender in running:
            print((await contender.play(asked, seconds)).line(contender.name), flush=True)
    if not rates:
        await climb(running, games, seconds)
    report(running)


async def climb(running: list[Contender], games: int, seconds: float) -> None:
    """Raises the rate until nobody keeps up."""
    asked, playing = games / EVERY, running
    while playing:
        for contender in playing:
            for _ in range(2):  # something else on the machine may have been in the way
                print((await contender.play(asked, seconds)).line(contender.name), flush=True)
                if contender.figures[-1].kept_up:
                    break
        playing = [contender for contender in playing if contender.figures[-1].kept_up]
        asked *= STEP


def report(running: list[Contender]) -> None:
    """A line for each contender: what a move costs and how many a second it keeps up with, compared with the first.

    Times are compared at the highest rate that both kept up with: a move gets cheaper with the rate.
    """
    first = running[0]
    print(
        f"\n{'':9} {'CPU ms':>8} {'ratio':>6} {'at/s':>6}   {'kept up/s':>9} {'ratio':>6}   {'limit/s':>8} {'ratio':>6}"
    )
    for contender in running:
        rate = min(contender.best, first.best) or first.figures[0].asked
        cost, limit = contender.cost_at(rate), contender.limit_at(rate)
        print(
            f"{contender.name:9} {cost:8.3f} {cost / first.cost_at(rate):6.2f} {rate:6.0f}   "
            f"{contender.best:9.0f} {contender.best / (first.best or 1):6.2f}   "
            f"{limit:8.0f} {limit / first.limit_at(rate):6.2f}"
        )
    print(
        f"ratios to {first.name}; goals: {COST} ms or a ratio of {COST_RATIO}, and a ratio of {RATE_RATIO} of the rates"
    )


def allow_files(wanted: int) -> None:
    """Lets this process and the servers open so many files, or as many as may be."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # only root may raise the upper limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(wanted, hard), max(wanted, hard)))
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=2500)
    reader.add_argument("--seconds", type=float, default=8.0, help="for each rate")
    reader.add_argument("--rates", type=float, nargs="+", default=[], help="moves a second, instead of a ladder")
    reader.add_argument("--only", choices=NAMES, nargs="+", default=NAMES)
    chosen = reader.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that servers and databases end with us
    allow_files(2 * chosen.games * len(chosen.only) + 1000)
    print(f"{os.cpu_count()} processors, with the clients and the databases on them")
    with contenders(chosen.only) as running:
        uvloop.run(measure(running, chosen.games, chosen.seconds, chosen.rates))


if __name__ == "__main__":
    main()
