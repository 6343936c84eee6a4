"""Clients that attack a server, all from one address: each does its worst, again and again.

    python bench/hostile.py PORT MATCH...

The matches are those of other people. On SIGTERM it prints what it tried and which statuses it got, as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import random
import signal
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ADDRESS = "203.0.113.66"
FROM = {"X-Forwarded-For": ADDRESS}
MISFORTUNES = (OSError, httpx.HTTPError, WebSocketException, asyncio.IncompleteReadError, TimeoutError)


class Hostile:
    """All attackers. `tried` counts their attacks, `answers` the statuses that they got."""

    def __init__(self, port: int, matches: list[str]) -> None:
        self.port, self.matches = port, matches
        self.tried: Counter[str] = Counter()
        self.answers: Counter[int] = Counter()
        self._lot = random.Random(66)

    async def run(self) -> None:
        """Attacks until the process is asked to end."""
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        attacks: tuple[Callable[[], Awaitable[None]], ...] = (
            *(self.slow_heads, self.endless_line, self.garbage, self.strange_addresses),
            *(self.tokens_and_studies, self.hints_and_gone, self.pings, self.takebacks, self.others_matches),
        )
        async with asyncio.TaskGroup() as group:
            for attack in attacks:
                group.create_task(self._again(attack))

    async def _again(self, attack: Callable[[], Awaitable[None]]) -> None:
        while True:
            self.tried[attack.__name__] += 1
            with contextlib.suppress(*MISFORTUNES):
                async with asyncio.timeout(60):
                    await attack()
            await asyncio.sleep(0.5)

    def _client(self, token: str | None = None, timeout: float = 20) -> httpx.AsyncClient:
        heads = FROM | ({"Authorization": f"Bearer {token}"} if token else {})
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", headers=heads, timeout=timeout)

    async def _token(self, client: httpx.AsyncClient) -> str:
        return str((await self._ask(client.post("/api/tokens", json={})))["token"])

    async def _ask(self, request: Awaitable[httpx.Response]) -> dict[str, Any]:
        answer = await request
        self.answers[answer.status_code] += 1
        body: Any = answer.json()
        return body if answer.status_code == 200 else {"token": "", "id": "", "number": 0}

    # --- connections ----------------------------------------------------------------------------------------------

    async def slow_heads(self) -> None:
        """Many requests that never end."""
        opened = [await asyncio.open_connection("127.0.0.1", self.port) for _ in range(100)]
        for _ in range(12):
            for _, writer in opened:
                if not writer.is_closing():
                    writer.write(b"G")
            await asyncio.sleep(1)
        for _, writer in opened:
            writer.close()

    async def endless_line(self) -> None:
        """A header line without end."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET / HTTP/1.1\r\nX: ")
        for _ in range(200):
            writer.write(b"a" * 65536)
            await writer.drain()
        writer.close()

    async def garbage(self) -> None:
        """Random bytes."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(os.urandom(4096))
        await writer.drain()
        writer.close()

    # --- requests -------------------------------------------------------------------------------------------------

    async def strange_addresses(self) -> None:
        """Addresses and bodies that make no sense."""
        async with self._client() as client:
            for path in (
                "/web/%00",
                f"/web/{'x' * 300}",
                "/api/matches/%00",
                "/../../etc/passwd",
                "/api/variant?id=" + "x" * 290,
            ):
                self.answers[(await client.get(path)).status_code] += 1
            self.answers[(await client.post("/api/matches", content=b"[" * 100_000)).status_code] += 1
            self.answers[(await client.get("/api/games", headers={"Authorization": "Bearer x.y"})).status_code] += 1

    async def tokens_and_studies(self) -> None:
        """Twenty free tokens, each with matches against the strongest computer and with long analyses."""
        async with self._client() as client:
            tokens = [await self._token(client) for _ in range(20)]

        async def one(token: str) -> None:
            async with self._client(token) as client:
                wanted = {"variant": "muehle", "opponent": {"kind": "computer", "level": 10}, "colour": "black"}
                await self._ask(client.post("/api/matches", json=wanted))
                query = {"from": "qango7", "seconds": "20"}
                async with client.stream("GET", "/api/analysis", params=query) as stream:
                    self.answers[stream.status_code] += 1
                    async for _ in stream.aiter_bytes():
                        break

        with contextlib.suppress(*MISFORTUNES):
            await asyncio.gather(*(one(token) for token in tokens), return_exceptions=True)

    async def hints_and_gone(self) -> None:
        """Requests for hints without waiting for the answers."""
        async with self._client() as client:
            token = await self._token(client)
        async with self._client(token, timeout=0.2) as client:
            wanted = {"variant": "muehle", "opponent": {"kind": "here"}}
            match = (await self._ask(client.post("/api/matches", json=wanted)))["id"]
            asked = [client.post(f"/api/matches/{match}/hint") for _ in range(50)]
            await asyncio.gather(*asked, return_exceptions=True)

    async def pings(self) -> None:
        """A live connection that does not stop talking."""
        live = f"ws://127.0.0.1:{self.port}/api/matches/{self._lot.choice(self.matches)}/live"
        async with connect(live, additional_headers=FROM, open_timeout=20) as socket:
            for _ in range(20_000):
                await socket.send('{"v": 1, "type": "ping"}')
                await asyncio.sleep(0)

    async def takebacks(self) -> None:
        """A move and its takeback, again and again."""
        async with self._client() as client:
            token = await self._token(client)
        async with self._client(token) as client:
            match = await self._ask(
                client.post("/api/matches", json={"variant": "qango6", "opponent": {"kind": "here"}})
            )
            place = f"/api/matches/{match['id']}"
            for _ in range(200):
                number = match["number"]
                match = await self._ask(client.post(f"{place}/moves", json={"move": "a1", "number": number}))
                back = {"action": "ask_takeback", "number": match["number"]}
                match = await self._ask(client.post(f"{place}/actions", json=back))

    async def others_matches(self) -> None:
        """Moves in other people's matches."""
        async with self._client() as client:
            token = await self._token(client)
        async with self._client(token) as client:
            for match in self._lot.sample(self.matches, min(20, len(self.matches))):
                sent = {"move": "a1", "number": self._lot.randrange(5)}
                await self._ask(client.post(f"/api/matches/{match}/moves", json=sent))
                await self._ask(client.post(f"/api/matches/{match}/join", json={"invite": "guess"}))


def main() -> None:
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it complains about connections that the server closed
    hostile = Hostile(int(sys.argv[1]), sys.argv[2:])
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(hostile.run())
    print(json.dumps([hostile.tried, hostile.answers]))


if __name__ == "__main__":
    main()
