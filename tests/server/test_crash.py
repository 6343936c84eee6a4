"""A server that is killed in the middle of everything has lost nothing that it had acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from tests import coroutines
from tests.waiting import PATIENCE

from .daemons import server
from .people import after_news

if TYPE_CHECKING:
    from pathlib import Path

GAMES = 200


async def _begin(client: httpx2.AsyncClient, heads: dict[str, str]) -> dict[str, list[str]]:
    """The moves that were acknowledged, by match."""
    wanted = {"variant": "muehle", "opponent": {"kind": "here"}, "length": 1000}
    gate = asyncio.Semaphore(20)

    async def one() -> str:
        async with gate:
            return str((await client.post("/api/matches", json=wanted, headers=heads)).json()["id"])

    return {match: [] for match in await asyncio.gather(*(one() for _ in range(GAMES)))}


async def _play(client: httpx2.AsyncClient, heads: dict[str, str], match: str, played: list[str]) -> None:
    """Moves until the server is gone; what it answered is acknowledged."""
    lot = random.Random(match)
    with contextlib.suppress(httpx2.TransportError):
        seen = (await client.get(f"/api/matches/{match}", headers=heads)).json()
        while seen["outcome"] is None:
            move = lot.choice(seen["position"]["moves"])["text"]
            sent = {"move": move, "number": seen["number"]}
            answer = await client.post(f"/api/matches/{match}/moves", json=sent, headers=heads)
            seen = answer.json()
            played[:] = seen["line"]


async def _play_live(address: str, heads: dict[str, str], match: str, played: list[str]) -> None:
    """The same over a live connection. On a busy machine, the kill may come before some are open."""
    lot = random.Random(match)
    place = f"{address.replace('http', 'ws', 1)}/api/matches/{match}/live"
    with contextlib.suppress(ConnectionClosed, InvalidMessage, OSError):
        async with connect(place, additional_headers=heads, open_timeout=PATIENCE) as live:
            seen: dict[str, Any] = {}
            async for text in live:
                seen = after_news(seen, json.loads(text))
                played[:] = seen["line"]
                if seen["outcome"] is not None:
                    return
                move = lot.choice(seen["position"]["moves"])["text"]
                await live.send(json.dumps({"v": 1, "type": "move", "move": move, "number": seen["number"]}))


async def _storm(address: str, live: bool, kill: Any) -> tuple[dict[str, str], dict[str, list[str]]]:
    limits = httpx2.Limits(max_connections=40)
    async with httpx2.AsyncClient(base_url=address, timeout=PATIENCE, limits=limits) as client:
        token = (await client.post("/api/tokens", json={})).json()["token"]
        heads = {"Authorization": f"Bearer {token}"}
        played = await _begin(client, heads)
        players = [
            asyncio.create_task(
                _play_live(address, heads, match, moves) if live else _play(client, heads, match, moves)
            )
            for match, moves in played.items()
        ]
        while sum(map(len, played.values())) < 3 * GAMES:
            await asyncio.sleep(0.02)
        kill()
        await asyncio.gather(*players)
    return heads, played


@pytest.mark.parametrize(("backend", "live"), [("sqlite", True), ("postgres", False)])
def test_a_kill_loses_no_acknowledged_move(
    backend: str, live: bool, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    address = str(tmp_path / "crash.db") if backend == "sqlite" else request.getfixturevalue("postgres")
    where = {"DREIERLEI_DATABASE": address, "DREIERLEI_RATE": "0"}
    with server(**where) as (here, process):
        heads, played = coroutines.run(_storm(here, live, lambda: process.send_signal(signal.SIGKILL)))
        process.wait()
    assert sum(map(len, played.values())) >= 3 * GAMES
    with server(**where) as (here, process), httpx2.Client(base_url=here, timeout=PATIENCE) as client:
        for match, moves in played.items():
            seen = client.get(f"/api/matches/{match}", headers=heads).json()
            # One more may have been written, of which nobody heard any more.
            assert seen["line"][: len(moves)] == moves
            assert len(seen["line"]) <= len(moves) + 1
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
