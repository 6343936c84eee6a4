"""An hour of everything at once: games, kills, restarts of the databases and hostile clients. Nothing may be lost.

    python bench/soak.py [--minutes 60] [--games 500] [--pause 20] [--only sqlite|postgres]

Half of the time is for SQLite with one worker, half for PostgreSQL, Redis and two workers. Each game has two players,
each with their own address (the server trusts this machine as a proxy, so the limits are those of real life), who make
a move every five seconds: in half of the games by requests, in the others over live connections. Every so often
something is killed, never gently: the server, one of its workers, PostgreSQL, Redis. Hostile clients run the attacks of
`hostile.py`, all from one address.

At the end the log of every match is compared with what was acknowledged. The report counts moves acknowledged, lost and
refused, and shows the memory of the server and the latency of moves. The exit code is 1 if anything was lost, or if the
server did not start again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import sqlalchemy as sa
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.server import daemons
from tests.server.people import after_news

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

EVERY = 5.0
"""Seconds between two moves of a game."""
START = 120.0
"""Seconds within which a killed process must be back."""


class Daemon:
    """A process that is killed and started again."""

    def __init__(self, name: str, command: list[str], log: Path, ready: Callable[[], bool], **environment: str) -> None:
        self.name, self._command, self._log, self._ready = name, command, log, ready
        self._environment = {**os.environ, **environment}
        self.process: subprocess.Popen[bytes]
        self.longest_start = 0.0

    async def start(self) -> None:
        """Starts it, and waits until it answers."""
        with self._log.open("ab") as target:
            self.process = subprocess.Popen(
                self._command,
                stdout=target,
                stderr=target,
                env=self._environment,
                cwd=self._log.parent,
                start_new_session=True,
            )
        begun = time.monotonic()
        while not await asyncio.to_thread(self._ready):
            code = self.process.poll()
            if code is not None or time.monotonic() > begun + START:
                how = f"did not start within {START:g} s" if code is None else f"ended with {code}"
                raise RuntimeError(f"{self.name} {how}: {self._log.read_text()[-3000:]}")
            await asyncio.sleep(0.1)
        self.longest_start = max(self.longest_start, time.monotonic() - begun)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Ends it with all its descendants."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, how)
        self.process.wait()

    def children(self) -> list[int]:
        """The processes that it has started."""
        try:
            return [
                int(pid)
                for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            ]
        except OSError:
            return []

    def memory(self) -> float:
        """The memory that it and its children use, in MB."""
        total = 0.0
        for pid in (self.process.pid, *self.children()):
            with contextlib.suppress(OSError):
                status = Path(f"/proc/{pid}/status").read_text()
                total += sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
        return total


@dataclass
class Report:
    """What happened."""

    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)
    """Match, number and move."""
    refused: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0
    games: int = 0
    delays: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    troubles: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    longest_start: float = 0.0
    """Seconds until the server listened again."""
    hostile: list[dict[str, int]] = field(default_factory=list)
    """What the hostile clients tried, and which statuses they got."""

    def lines(self) -> list[str]:
        delays = sorted(self.delays) or [float("nan")]
        half, most = (1000 * delays[int(len(delays) * share)] for share in (0.5, 0.99))
        return [
            f"moves acknowledged  {len(self.acknowledged)}, games finished {self.games}",
            f"moves lost          {self.lost}",
            f"refused             {_counts(self.refused) or 'none'}; unanswered {self.unanswered}",
            f"latency of a move   p50 {half:.1f} ms, p99 {most:.1f} ms, longest {1000 * delays[-1]:.0f} ms",
            f"memory in MB        first {self.memory[0]:.0f}, last {self.memory[-1]:.0f}, most {max(self.memory):.0f}",
            f"killed              {_counts(self.troubles) or 'nothing'}",
            f"longest start       {self.longest_start:.1f} s",
            f"hostile clients     {_counts(self.hostile[0])}",
            f"what they got       {_counts(self.hostile[1])}",
        ]


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


class Table:
    """A match between two people who know only what the server told them."""

    def __init__(self, client: httpx.AsyncClient, number: int, report: Report) -> None:
        self._client, self._report = client, report
        self._lot = random.Random(number)
        self._from = [{"X-Forwarded-For": f"10.{number >> 7}.{number & 127}.{seat + 1}"} for seat in (0, 1)]
        self._heads: list[dict[str, str]] = []
        self.match: dict[str, Any] = {}

    async def sit_down(self, variant: str) -> None:
        """Starts a match, and has the other player join."""
        for seat in (0, 1):
            token = (await self._post("/api/tokens", {}, self._from[seat]))["token"]
            self._heads.append({**self._from[seat], "Authorization": f"Bearer {token}"})
        wanted = {"variant": variant, "opponent": {"kind": "friend"}, "colour": "white", "length": 1000}
        match = await self._post("/api/matches", wanted, self._heads[0])
        place = f"/api/matches/{match['id']}/join"
        self.match = await self._post(place, {"invite": match["invite"]}, self._heads[1])

    async def play(self) -> None:
        """Plays until it is cancelled."""
        await asyncio.sleep(EVERY * self._lot.random())
        while True:
            begun = time.perf_counter()
            await self._act()
            await asyncio.sleep(max(0.1, EVERY - (time.perf_counter() - begun)))

    async def _act(self) -> None:
        match = self.match
        place = f"/api/matches/{match['id']}"
        if match["outcome"] is not None:
            sent: dict[str, Any] = {"action": "next", "number": match["number"]}
            self.match = await self._post(f"{place}/actions", sent, self._heads[0])
            self._report.games += 1
            return
        move = self._lot.choice(match["position"]["moves"])["text"]
        self.match = await self._move(match["turn"], {"move": move, "number": match["number"]})
        if self.match["number"] == match["number"] + 1 and self.match["line"][-1:] == [move]:
            self._report.acknowledged.append((match["id"], match["number"] + 1, move))

    async def _move(self, seat: int, sent: dict[str, Any]) -> dict[str, Any]:
        """The match after a move."""
        return await self._post(f"/api/matches/{self.match['id']}/moves", sent, self._heads[seat])

    async def _post(self, path: str, body: dict[str, Any], heads: dict[str, str]) -> dict[str, Any]:
        """The answer. Without one, fetches the match again, and returns it if it has changed."""
        first = True
        while True:
            begun = time.perf_counter()
            try:
                answer = await self._client.post(path, json=body, headers=heads)
            except httpx.HTTPError:
                self._report.unanswered += 1
            else:
                data: dict[str, Any] = answer.json()
                if answer.status_code == 200:
                    if first:
                        self._report.delays.append(time.perf_counter() - begun)
                    return data
                self._report.refused[data["error"]["code"]] += 1
            first = False
            await asyncio.sleep(0.5)
            if self.match:
                with contextlib.suppress(httpx.HTTPError):
                    seen = await self._client.get(f"/api/matches/{self.match['id']}", headers=heads)
                    if seen.status_code == 200 and seen.json()["number"] != self.match["number"]:
                        fresh: dict[str, Any] = seen.json()
                        return fresh


class LiveTable(Table):
    """The same over live connections, which are reopened when they break."""

    def __init__(self, client: httpx.AsyncClient, number: int, report: Report) -> None:
        super().__init__(client, number, report)
        self._live: list[ClientConnection | None] = [None, None]
        self._views: list[dict[str, Any]] = [{}, {}]

    async def _move(self, seat: int, sent: dict[str, Any]) -> dict[str, Any]:
        try:
            async with asyncio.timeout(30):
                while (await self._hear(seat))["number"] < sent["number"]:
                    pass
                begun, live = time.perf_counter(), self._live[seat]
                assert live is not None
                await live.send(json.dumps({"v": 1, "type": "move", **sent}))
                while (await self._hear(seat, wait=True))["number"] <= sent["number"]:
                    pass
            self._report.delays.append(time.perf_counter() - begun)
            return self._views[seat]
        except (OSError, TimeoutError, WebSocketException):
            self._live[seat] = None
            self._report.unanswered += 1
        return await super()._move(seat, sent)

    async def _hear(self, seat: int, wait: bool = False) -> dict[str, Any]:
        """The match after the next message, or as already known if that is recent enough."""
        live = self._live[seat]
        if live is None:
            place = f"ws://{self._client.base_url.netloc.decode()}/api/matches/{self.match['id']}/live"
            live = self._live[seat] = await connect(place, additional_headers=self._heads[seat])
        elif not wait and self._views[seat]["number"] >= self.match["number"]:
            return self._views[seat]
        news = json.loads(await live.recv())
        if news["type"] == "error":
            self._report.refused[news["error"]["code"]] += 1
            raise WebSocketException
        self._views[seat] = after_news(self._views[seat], news)
        return self._views[seat]


async def trouble(server: Daemon, others: list[Daemon], pause: float, report: Report) -> None:
    """Kills something every `pause` seconds on average, each in turn, and starts it again, until it is cancelled."""
    lot = random.Random(1)
    turn: list[str] = []
    while True:
        await asyncio.sleep(pause * (0.5 + lot.random()))
        workers = server.children()
        if not turn:
            turn = [*(daemon.name for daemon in others), *(["worker"] if workers else []), "server"]
        kind = turn.pop(0)
        report.troubles[kind] += 1
        if kind == "worker":
            with contextlib.suppress(ProcessLookupError, IndexError):
                os.kill(lot.choice(workers), signal.SIGKILL)
            continue
        daemon = server if kind == "server" else next(each for each in others if each.name == kind)
        daemon.kill(signal.SIGQUIT if kind == "postgres" else signal.SIGKILL)
        await asyncio.sleep(lot.random())
        await daemon.start()


async def watch(server: Daemon, report: Report) -> None:
    while True:
        report.memory.append(server.memory())
        await asyncio.sleep(2)


async def soak(server: Daemon, others: list[Daemon], port: int, games: int, seconds: float, pause: float) -> Report:
    for daemon in (*others, server):
        await daemon.start()
    report = Report()
    async with contextlib.AsyncExitStack() as stack:

        async def client() -> httpx.AsyncClient:
            made = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30, verify=False)
            return await stack.enter_async_context(made)

        ids = [game["id"] for game in (await (await client()).get("/api/games")).json()]
        # Each table has its own client: the larger a connection pool, the longer each request takes in it.
        tables = [(Table, LiveTable)[number % 2](await client(), number, report) for number in range(games)]
        gate = asyncio.Semaphore(20)

        async def sit_down(table: Table, variant: str) -> None:
            async with gate:
                await table.sit_down(variant)

        await asyncio.gather(*(sit_down(table, variant) for table, variant in zip(tables, cycle(ids), strict=False)))
        report.delays.clear()
        attack = [sys.executable, str(Path(__file__).parent / "hostile.py"), str(port)]
        command = attack + [table.match["id"] for table in tables[:100]]
        hostile = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        # The time limit ends all of them, and the first that fails ends the others.
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
                    for work in (
                        trouble(server, others, pause, report),
                        watch(server, report),
                        *(table.play() for table in tables),
                    ):
                        group.create_task(work)
        finally:
            hostile.terminate()
        said, _ = await hostile.communicate()
        report.hostile = json.loads(said)
    report.longest_start = server.longest_start
    return report


def lost(database: str, acknowledged: list[tuple[str, int, str]]) -> int:
    """How many of the moves that were acknowledged are not in the database."""
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        rows = connection.execute(sa.text("SELECT match, number, text FROM entries WHERE kind = 'move'"))
        there = {(row[0], row[1], row[2]) for row in rows}
    engine.dispose()
    return len(set(acknowledged) - there)


def run(kind: str, games: int, seconds: float, pause: float) -> bool:
    """Runs one kind of server; returns whether nothing was lost."""
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        port, others, arguments = daemons.free_port(), [], []
        environment = {"DREIERLEI_SECRET": daemons.SECRET}
        if kind == "sqlite":
            environment["DREIERLEI_DATABASE"] = str(folder / "soak.db")
            database = f"sqlite:///{folder / 'soak.db'}"
        else:
            places = {"postgres": daemons.free_port(), "redis": daemons.free_port()}
            for each in places:
                (folder / each).mkdir()
            command = daemons.postgres_command(folder / "postgres", places["postgres"], durable=True)
            others.append(
                Daemon(
                    "postgres", command, folder / "postgres.log", lambda: daemons.postgres_is_ready(places["postgres"])
                )
            )
            command = daemons.redis_command(folder / "redis", places["redis"])
            others.append(Daemon("redis", command, folder / "redis.log", lambda: daemons.listens(places["redis"])))
            environment["DREIERLEI_DATABASE"] = f"postgresql://dreierlei@127.0.0.1:{places['postgres']}/postgres"
            environment["DREIERLEI_REDIS"] = f"redis://127.0.0.1:{places['redis']}/0"
            database = environment["DREIERLEI_DATABASE"].replace("postgresql", "postgresql+psycopg", 1)
            arguments = ["--workers", "2"]
        log = folder / "server.log"
        server = Daemon(
            "server", daemons.server_command(port, *arguments), log, lambda: daemons.listens(port), **environment
        )
        try:
            report = asyncio.run(soak(server, others, port, games, seconds, pause))
            server.kill()
            report.lost = lost(database, report.acknowledged)
        finally:
            for daemon in (server, *others):
                with contextlib.suppress(AttributeError):
                    daemon.kill(signal.SIGQUIT if daemon.name == "postgres" else signal.SIGKILL)
    for line in report.lines():
        print(line, flush=True)
    return report.lost == 0


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--minutes", type=float, default=60.0)
    reader.add_argument("--games", type=int, default=500)
    reader.add_argument("--pause", type=float, default=20.0, help="seconds between two kills, on average")
    reader.add_argument("--only", choices=["sqlite", "postgres"])
    chosen = reader.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that servers and databases end with us
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
    kinds = [chosen.only] if chosen.only else ["sqlite", "postgres"]
    good = True
    for kind in kinds:
        minutes = chosen.minutes / len(kinds)
        title = "SQLite, one worker" if kind == "sqlite" else "PostgreSQL, Redis, two workers"
        print(f"\n{title}: {chosen.games} games, {minutes:g} minutes", flush=True)
        good &= run(kind, chosen.games, 60 * minutes, chosen.pause)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
