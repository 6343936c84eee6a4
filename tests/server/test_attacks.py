"""Attacks on a real server from one address, bounded; somebody at another address plays on.

The server trusts this machine as a proxy, so a header says where each client is.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from typing import TYPE_CHECKING

import httpx2
import pytest
import websockets
from websockets.asyncio.client import connect

from tests import coroutines
from tests.waiting import PATIENCE

from .daemons import server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

TOKENS = 20


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's database."""
    return tmp_path_factory.mktemp("attacks") / "x.db"


@pytest.fixture(scope="module")
def address(file: Path) -> Iterator[str]:
    with server(DREIERLEI_DATABASE=str(file), DREIERLEI_THREADS="2") as (found, _):
        yield found


@contextlib.asynccontextmanager
async def somebody(address: str, at: str) -> AsyncIterator[httpx2.AsyncClient]:
    """A client with a token, who comes from an address."""
    async with httpx2.AsyncClient(base_url=address, timeout=PATIENCE, headers={"X-Forwarded-For": at}) as client:
        token = (await client.post("/api/tokens", json={})).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


async def against_the_computer(client: httpx2.AsyncClient, level: int) -> str:
    """A match in which the computer begins."""
    wanted = {"variant": "qango7", "opponent": {"kind": "computer", "level": level}, "colour": "black"}
    return str((await client.post("/api/matches", json=wanted)).json()["id"])


def test_twenty_tokens_cannot_keep_the_computer_from_a_child(address: str, file: Path) -> None:
    """Each waits for moves of the strongest level. The first level moves for somebody else, and does not wait for them.

    A queue with a turn for each token would let every one of them go first.
    """

    async def attack() -> str:
        async with contextlib.AsyncExitStack() as stack:
            crowd = [await stack.enter_async_context(somebody(address, "203.0.113.9")) for _ in range(TOKENS)]
            child = await stack.enter_async_context(somebody(address, "198.51.100.1"))
            for _ in range(3):
                for each in crowd:
                    await against_the_computer(each, 10)
            own = await against_the_computer(child, 1)
            async with asyncio.timeout(PATIENCE):
                while not (await child.get(f"/api/matches/{own}")).json()["line"]:
                    await asyncio.sleep(0.05)
            return own

    own = coroutines.run(attack())
    with contextlib.closing(sqlite3.connect(file)) as database:
        ((founding,),) = database.execute("SELECT founding FROM matches WHERE id = ?", (own,)).fetchall()
        ((moved,),) = database.execute("SELECT at FROM entries WHERE match = ?", (own,)).fetchall()
        between = json.loads(founding)["at"], moved
        ((others,),) = database.execute("SELECT count(*) FROM entries WHERE at BETWEEN ? AND ?", between).fetchall()
    assert others - 1 < TOKENS / 2


def test_twenty_tokens_cannot_keep_study_from_somebody_else(address: str) -> None:
    """Long analyses of many tokens, none of which waits for its end."""

    async def attack() -> int:
        async with contextlib.AsyncExitStack() as stack:
            crowd = [await stack.enter_async_context(somebody(address, "203.0.113.9")) for _ in range(TOKENS)]
            pupil = await stack.enter_async_context(somebody(address, "198.51.100.1"))
            long = {"from": "qango7", "seconds": "20"}

            async def analyse(client: httpx2.AsyncClient) -> None:
                with contextlib.suppress(httpx2.HTTPError):
                    await client.get("/api/analysis", params=long)

            tasks = [asyncio.create_task(analyse(each)) for each in crowd for _ in range(4)]
            await asyncio.sleep(0.5)
            answer = await pupil.get("/api/values", params={"from": "tictactoe", "moves": "a1,b2"})
            going = sum(not task.done() for task in tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert going > 0
            return answer.status_code

    assert coroutines.run(attack()) == 200


def waiting(metrics: str) -> float:
    lines = [line for line in metrics.splitlines() if line.startswith("dreierlei_jobs_waiting")]
    return sum(float(line.rpartition(" ")[2]) for line in lines)


def test_hints_that_nobody_waits_for_are_dropped(address: str) -> None:
    async def attack() -> float:
        async with somebody(address, "203.0.113.9") as client:
            wanted = {"variant": "muehle", "opponent": {"kind": "here"}}
            matches = [(await client.post("/api/matches", json=wanted)).json()["id"] for _ in range(3)]
            asked = [
                asyncio.create_task(client.post(f"/api/matches/{match}/hint")) for match in matches for _ in range(5)
            ]
            await asyncio.sleep(0.2)
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
        async with httpx2.AsyncClient(base_url=address, timeout=PATIENCE) as operator:
            async with asyncio.timeout(PATIENCE):
                while left := waiting((await operator.get("/metrics")).text):
                    await asyncio.sleep(0.1)
            return left

    assert coroutines.run(attack()) == 0


def test_sockets_that_do_not_stop_talking_are_closed(address: str) -> None:
    """Ten of them, with twenty thousand messages each; the server answers others all the while."""

    async def talk(match: str) -> str:
        live = f"{address.replace('http', 'ws', 1)}/api/matches/{match}/live"
        try:
            async with connect(live, additional_headers={"X-Forwarded-For": "203.0.113.9"}) as socket:
                for _ in range(20_000):
                    await socket.send('{"v": 1, "type": "ping"}')
                async with asyncio.timeout(PATIENCE):
                    async for _ in socket:
                        pass
        except websockets.InvalidStatus as refused:
            return f"refused with {refused.response.status_code}"  # the others have used up what the address may do
        except websockets.ConnectionClosed as closed:
            return f"closed with {closed.rcvd.code if closed.rcvd else None}"
        return "left alone"

    async def attack() -> set[str]:
        async with somebody(address, "198.51.100.1") as player:
            wanted = {"variant": "tictactoe", "opponent": {"kind": "here"}}
            match = (await player.post("/api/matches", json=wanted)).json()
            talkers = [asyncio.create_task(talk(match["id"])) for _ in range(10)]
            for move in ("a1", "b1", "a2", "b2", "a3"):
                sent = {"move": move, "number": match["number"]}
                match = (await player.post(f"/api/matches/{match['id']}/moves", json=sent)).json()
            assert match["over"]
            return set(await asyncio.gather(*talkers))

    ends = coroutines.run(attack())
    assert "left alone" not in ends
    assert any(end.startswith("closed") for end in ends)


def test_one_address_cannot_begin_matches_without_end(address: str) -> None:
    async def attack() -> tuple[int, int]:
        wanted = {"variant": "tictactoe", "opponent": {"kind": "here"}}
        begun = 0
        async with somebody(address, "192.0.2.1") as client, somebody(address, "192.0.2.2") as other:
            while (answer := await client.post("/api/matches", json=wanted)).status_code == 200:
                begun += 1
            assert answer.json()["error"]["key"] == "server.too-many-matches"
            return begun, (await other.post("/api/matches", json=wanted)).status_code

    assert coroutines.run(attack()) == (100, 200)
