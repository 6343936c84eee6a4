"""What players against the computer cost the server: if it thinks in their pages, and if it thinks on the server.

    python bench/bench_visitors.py [--people 200] [--seconds 60] [--pace 4] [--game qango6] [--level 5] [--games 10]

Real pages for 200 people would need 200 browsers, so people are simulated by replaying what one real Chromium sends. It
opens the start page, plays one game to its end and a second one in the same page, and returns later. A proxy in between
records every byte that it sends, whether from the page, a worker or the service worker. The recording is split into
arriving (up to the first board) and playing (from the first move to the end of the second game), and replayed for each
person:

- they arrive one after another within `--seconds`, for the first time, and then again;
- they all play at the same time for `--seconds`, with `--pace` seconds for each of their moves;
- for comparison, some games at a level are played through the server, as bots and pages without the core do.

The processor time is that of the server alone, from /proc. A share is of one processor: the load that all these people
cause while they arrive, or while they play. On a machine that is busy with other work, processor time can be up to
twice as high.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import shutil
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import sync_playwright

from bench_server import cpu_seconds
from live_client import LiveClient

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.browser.conftest import ARGUMENTS, BROWSERS, DESKTOP
from tests.browser.people import Person
from tests.browser.walks import wait_until_kept
from tests.server.daemons import server

PORTION = 1 << 16


@dataclass
class Recording:
    """What a browser sent: the portions of each connection, with the seconds since the recording began."""

    connections: list[list[tuple[float, bytes]]] = field(default_factory=list)
    moves: int = 0
    """The moves that the person made."""

    @property
    def requests(self) -> int:
        text = b"".join(portion for each in self.connections for _, portion in each)
        return text.count(b" HTTP/1.1\r\n")

    @property
    def seconds(self) -> float:
        return max((at for each in self.connections for at, _ in each), default=0.0)

    def stretched(self, seconds: float) -> Recording:
        """The same recording, stretched to this many seconds."""
        factor = seconds / self.seconds if self.seconds else 1.0
        return Recording([[(at * factor, data) for at, data in each] for each in self.connections], self.moves)


class Proxy:
    """Forwards everything to the server, and records what the browser sends."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._begun = 0.0
        self.recording = Recording()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        listening = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop)
        self.address = f"http://127.0.0.1:{listening.result().sockets[0].getsockname()[1]}"

    def record(self) -> Recording:
        """Starts a new recording, which lasts until the next one."""
        self.recording, self._begun = Recording(), time.perf_counter()
        return self.recording

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up = await asyncio.open_connection("127.0.0.1", self._port)
        await asyncio.gather(self._pass_on(reader, up[1], keep=True), self._pass_on(up[0], writer, keep=False))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, keep: bool) -> None:
        recording: Recording | None = None
        portions: list[tuple[float, bytes]] = []
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(PORTION):
                if keep:
                    if recording is not self.recording:
                        recording, portions = self.recording, []
                        recording.connections.append(portions)
                    portions.append((time.perf_counter() - self._begun, data))
                writer.write(data)
                await writer.drain()
        writer.close()


def recorded(proxy: Proxy, game: str) -> dict[str, Recording]:
    """One person's first visit, two games in it, and a second visit."""
    recordings: dict[str, Recording] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, BROWSERS))), args=ARGUMENTS
        )
        context = browser.new_context(viewport=DESKTOP, locale="en", reduced_motion="reduce")
        person = Person(context, proxy.address)

        def played() -> int:
            person.play_to_the_end()
            return person.page.locator(".moves li button").count() // 2

        recordings["first visit"] = proxy.record()
        person.begin(game)
        wait_until_kept(person)
        person.page.wait_for_load_state("networkidle")
        playing = recordings["playing"] = proxy.record()
        playing.moves = played()
        person.page.locator(".result button:visible").first.click()
        person.page.wait_for_selector(".result", state="hidden")
        playing.moves += played()
        person.page.wait_for_load_state("networkidle")
        recordings["later visit"] = proxy.record()
        person.begin(game)
        person.page.wait_for_load_state("networkidle")
        proxy.record()
        browser.close()
    return recordings


async def send_again(port: int, recording: Recording, people: int, seconds: float) -> None:
    """Replays the requests for each person."""

    async def one(begin: float, portions: list[tuple[float, bytes]]) -> None:
        last = 0.0
        await asyncio.sleep(begin)
        writer: asyncio.StreamWriter | None = None
        for at, data in portions:
            await asyncio.sleep(max(0.0, at - last))
            last = at
            if writer is None or writer.is_closing():  # the server closes connections that have been idle for long
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                reading = asyncio.create_task(_drain(reader, writer))
            writer.write(data)
        await asyncio.sleep(1)
        if writer is not None:
            writer.close()
            await reading

    begins = [seconds * number / people for number in range(people)]
    begun = time.perf_counter()
    await asyncio.gather(*(one(begin, portions) for begin in begins for portions in recording.connections))
    await asyncio.sleep(max(0.0, begun + seconds - time.perf_counter()))


async def _drain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while await reader.read(PORTION):
            pass
    writer.close()


class ServerGame:
    """A game of somebody who plays the computer through the server."""

    def __init__(self, live: LiveClient, lot: random.Random) -> None:
        self._live, self._lot = live, lot
        self.moves = 0
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._match: dict[str, Any] = {}
        live.hear = self._hear

    @classmethod
    async def play(cls, client: httpx.AsyncClient, game: str, level: int, lot: random.Random) -> int:
        """Plays a game to its end; returns how many moves the person made."""
        token = (await client.post("/api/tokens", json={})).json()["token"]
        head = {"Authorization": f"Bearer {token}"}
        wanted = {"variant": game, "opponent": {"kind": "computer", "level": level}, "colour": "white"}
        match = (await client.post("/api/matches", json=wanted, headers=head)).json()["id"]
        address = str(client.base_url).replace("http", "ws", 1).rstrip("/")
        playing = cls(await LiveClient.connect(f"{address}/api/matches/{match}/live", **head), lot)
        await playing.ended
        playing._live.abort()
        return playing.moves

    def _hear(self, text: bytes) -> None:
        news = json.loads(text)
        if news["type"] not in {"match", "change"}:
            return
        self._match |= news["match"]
        self._match["number"] = news.get("number", self._match["number"])
        if self._match["outcome"] and not self.ended.done():
            self.ended.set_result(None)
        elif self._match["turn"] in self._match["yours"] and not self._match["outcome"]:
            move = self._lot.choice(self._match["position"]["moves"])["text"]
            self.moves += 1
            self._live.send(b'{"v":1,"type":"move","move":"%s","number":%d}' % (move.encode(), self._match["number"]))


async def through_the_server(address: str, game: str, level: int, games: int) -> float:
    """Plays some games, one after another; returns the person's moves per game."""
    lot = random.Random(1)
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        return sum([await ServerGame.play(client, game, level, lot) for _ in range(games)]) / games


def used(process: int) -> float:
    """The processor time of the server so far."""
    return sum(cpu_seconds(process).values())


def row(name: str, requests: str, each: float, share: float) -> str:
    return f"{name:32} {requests:>9} {1000 * each:>14.2f} {100 * share:>11.2f} %"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--people", type=int, default=200)
    reader.add_argument("--seconds", type=float, default=60.0, help="within which they all come")
    reader.add_argument("--pace", type=float, default=4.0, help="seconds for a move of a person")
    reader.add_argument("--game", default="qango6")
    reader.add_argument("--level", type=int, default=5, help="of the games through the server")
    reader.add_argument("--games", type=int, default=10, help="through the server")
    chosen = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        where = {"DREIERLEI_RATE": "0", "DREIERLEI_DATABASE": f"{folder}/bench.db"}
        with server(**where) as (address, process):
            port = int(address.rpartition(":")[2])
            people, seconds = chosen.people, chosen.seconds
            print(f"{chosen.game}, {people} people, who come within {seconds:g} s, and a move in {chosen.pace:g} s\n")
            print(f"{'':32} {'requests':>9} {'CPU ms/person':>14} {'of one core':>13}")
            found = recorded(Proxy(port), chosen.game)
            for name in ("first visit", "later visit"):
                begun, before = time.perf_counter(), used(process.pid)
                asyncio.run(send_again(port, found[name], people, seconds))
                cpu, passed = used(process.pid) - before, time.perf_counter() - begun
                print(row(f"page: {name}", str(found[name].requests), cpu / people, cpu / passed), flush=True)
            playing = found["playing"]
            # Everybody is at a different point of their games.
            course = playing.stretched(playing.moves * chosen.pace)
            begun, before = time.perf_counter(), used(process.pid)
            asyncio.run(send_again(port, course, people, seconds))
            cpu, passed = used(process.pid) - before, time.perf_counter() - begun
            name = f"page: two games, {playing.moves} moves"
            print(row(name, str(playing.requests), cpu / people, cpu / passed), flush=True)
            before = used(process.pid)
            moves = asyncio.run(through_the_server(address, chosen.game, chosen.level, chosen.games))
            each = (used(process.pid) - before) / (moves * chosen.games)
            print(row(f"server: a move, level {chosen.level}", "", each, each * people / chosen.pace))


if __name__ == "__main__":
    main()
