"""How many people can play at once: a real server, real connections, moves that are seen by the opponent.

    python bench/bench_server.py [--games 500] [--seconds 20]

For each way of running the server (SQLite and one worker; PostgreSQL, Redis and two workers) it connects two players to
each game, has one move made in each every five seconds, and prints how long it took from a move's being sent until the
opponent had it. Then the rate is raised until the server does not keep up. The clients run on the same machine, and
their work is part of every figure.
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
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.server.daemons import postgres, redis, server

EVERY = 5.0
"""Seconds between two moves of a game at the usual rate."""
GOAL = 0.1
"""Seconds within which 99 of 100 moves should be seen."""


@dataclass
class Figures:
    """What was measured during one rate."""

    delays: list[float] = field(default_factory=list)
    errors: int = 0

    def line(self, asked: float, seconds: float, cpu: float) -> str:
        found = sorted(self.delays)
        half, most = (1000 * found[int(len(found) * share)] if found else float("nan") for share in (0.5, 0.99))
        return f"{asked:8.0f} {len(found) / seconds:8.0f} {half:8.1f} {most:8.1f} {self.errors:7d} {100 * cpu:6.0f} %"

    def kept_up(self, asked: float, seconds: float) -> bool:
        found = sorted(self.delays)
        return bool(found) and found[int(len(found) * 0.99)] < GOAL and len(found) > 0.93 * asked * seconds


class Table:
    """A game and its two connections."""

    def __init__(self, sockets: tuple[ClientConnection, ClientConnection], first: dict[str, Any]) -> None:
        self.sockets = sockets
        self.match = first
        self.sent: tuple[int, int, float] | None = None
        """Who sent a move, after which number, and when."""

    async def listen(self, seat: int, figures: list[Figures]) -> None:
        async for text in self.sockets[seat]:
            now = time.perf_counter()
            news = json.loads(text)
            if news["type"] == "error":
                figures[-1].errors += 1
                self.sent = None
                continue
            match = news["match"]
            if self.sent is not None and seat != self.sent[0] and match["number"] > self.sent[1]:
                figures[-1].delays.append(now - self.sent[2])
                self.sent = None
            if match["number"] > self.match["number"]:
                self.match = match

    async def act(self, lot: random.Random) -> None:
        match = self.match
        if self.sent is not None:
            return  # the last one has not been seen yet
        if match["outcome"] is not None:
            said = {"v": 1, "type": "action", "action": "next", "number": match["number"]}
            seat = 0
        else:
            move = lot.choice(match["position"]["moves"])["text"]
            said = {"v": 1, "type": "move", "move": move, "number": match["number"]}
            seat = match["turn"]
        self.sent = seat, match["number"], time.perf_counter()
        await self.sockets[seat].send(json.dumps(said))


async def sit_down(address: str, games: int) -> list[Table]:
    """So many games, each with two people connected."""
    live = address.replace("http", "ws", 1)
    gate = asyncio.Semaphore(20)
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        ids = [game["id"] for game in (await client.get("/api/games")).json()]

        async def one(variant: str) -> Table:
            async with gate:
                tokens = [(await client.post("/api/tokens", json={})).json()["token"] for _ in range(2)]
                heads = [{"Authorization": f"Bearer {token}"} for token in tokens]
                wanted = {"variant": variant, "opponent": {"kind": "friend"}, "colour": "white", "length": 1000}
                match = (await client.post("/api/matches", json=wanted, headers=heads[0])).json()
                place = f"/api/matches/{match['id']}"
                joined = await client.post(f"{place}/join", json={"invite": match["invite"]}, headers=heads[1])
                sockets = [
                    await connect(f"{live}{place}/live", additional_headers=head, compression=None, open_timeout=60)
                    for head in heads
                ]
                return Table((sockets[0], sockets[1]), joined.json())

        return list(await asyncio.gather(*(one(variant) for variant, _ in zip(cycle(ids), range(games), strict=False))))


def cpu_seconds(root: int) -> float:
    """What a process and its descendants have used so far."""
    used = 0.0
    ticks = os.sysconf("SC_CLK_TCK")
    for pid in _tree(root):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            used += (int(fields[11]) + int(fields[12])) / ticks
    return used


def _tree(root: int) -> list[int]:
    found = [root]
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{root}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += _tree(int(child))
    return found


async def measure(address: str, process: int, games: int, seconds: float) -> None:
    lot = random.Random(1)
    tables = await sit_down(address, games)
    figures = [Figures()]
    listeners = [asyncio.create_task(table.listen(seat, figures)) for table in tables for seat in (0, 1)]
    await asyncio.sleep(1)
    print(f"{2 * games} players in {games} games; times in ms from a move sent to the move seen by the opponent")
    print(f"{'asked/s':>8} {'made/s':>8} {'p50':>8} {'p99':>8} {'errors':>7} {'server CPU':>8}")
    asked = games / EVERY
    while True:
        figures.append(Figures())
        used, begun = cpu_seconds(process), time.perf_counter()
        order = tables[:]
        lot.shuffle(order)
        tasks: set[asyncio.Task[None]] = set()
        for made, table in enumerate(cycle(order)):
            due = begun + made / asked
            if due - begun > seconds:
                break
            if (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            tasks.add(task := asyncio.create_task(table.act(lot)))
            task.add_done_callback(tasks.discard)
        await asyncio.sleep(1)
        spent = time.perf_counter() - begun
        print(figures[-1].line(asked, seconds, (cpu_seconds(process) - used) / spent), flush=True)
        if not figures[-1].kept_up(asked, seconds):
            break
        asked *= 1.5
    for listener in listeners:
        listener.cancel()
    for table in tables:
        for socket in table.sockets:
            socket.transport.abort()


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=500)
    reader.add_argument("--seconds", type=float, default=20.0, help="for each rate")
    reader.add_argument("--only", choices=["sqlite", "postgres"])
    chosen = reader.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that servers and databases end with us
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
    print(f"{os.cpu_count()} processors, with the clients and the databases on them")
    if chosen.only != "postgres":
        print("\nSQLite, one worker")
        with tempfile.TemporaryDirectory() as folder:
            where = {"DREIERLEI_DATABASE": f"{folder}/bench.db", "DREIERLEI_RATE": "0"}
            with server(**where) as (address, process):
                uvloop.run(measure(address, process.pid, chosen.games, chosen.seconds))
    if chosen.only != "sqlite":
        print("\nPostgreSQL, Redis, two workers")
        with postgres(durable=True) as database, redis() as meeting:
            where = {"DREIERLEI_DATABASE": database, "DREIERLEI_REDIS": meeting, "DREIERLEI_RATE": "0"}
            with server("--workers", "2", **where) as (address, process):
                uvloop.run(measure(address, process.pid, chosen.games, chosen.seconds))


if __name__ == "__main__":
    main()
