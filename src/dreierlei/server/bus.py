"""How workers hear of each other: in one process not at all, otherwise over Redis."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import DreierleiError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Hear = Callable[[dict[str, Any]], Awaitable[None]]
    Missed = Callable[[], Awaitable[None]]

CHANNEL = "dreierlei"
SILENCE = 10.0
"""Seconds without a word after which a connection is taken for lost."""
OUTBOX = 10_000
"""Words that may wait while Redis does not answer."""

_log = logging.getLogger(__name__)


class Bus(Protocol):
    """What workers tell each other: small JSON objects, to all others. They make it quick; the store makes it right."""

    shared: bool
    """Whether there may be other workers."""
    worker: str
    """This worker's name."""

    async def open(self, hear: Hear, missed: Missed) -> None:
        """Listens: `hear` gets what others tell, `missed` is called when something may have been lost."""

    async def tell(self, news: dict[str, Any]) -> None:
        """Tells all others."""

    async def claim(self, key: str, seconds: float) -> bool:
        """Whether this worker is the first to want `key` within that time."""

    async def close(self) -> None:
        """Stops listening."""


class Alone:
    """One process: nobody to tell."""

    shared = False

    def __init__(self) -> None:
        self.worker = secrets.token_hex(4)

    async def open(self, hear: Hear, missed: Missed) -> None:
        """Nothing to do."""

    async def tell(self, news: dict[str, Any]) -> None:
        """Nothing to do."""

    async def claim(self, key: str, seconds: float) -> bool:  # noqa: ARG002
        """Always the first."""
        return True

    async def close(self) -> None:
        """Nothing to do."""


def check_redis(address: str) -> None:
    """Raises `DreierleiError` unless a Redis answers at an address."""
    from redis import Redis as Client
    from redis.exceptions import RedisError

    try:
        with Client.from_url(address) as client:
            client.ping()
    except (RedisError, ValueError, OSError) as error:
        raise DreierleiError(f"There is no Redis at {address}: {str(error).rstrip('.')}.") from None


class Redis:
    """Any number of workers on one Redis."""

    shared = True

    def __init__(self, address: str) -> None:
        from redis.asyncio import Redis as Client
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        self.worker = secrets.token_hex(4)
        once = Retry(NoBackoff(), 1)
        self._client = Client.from_url(address, socket_timeout=2, socket_connect_timeout=2, retry=once)
        # Workers hear themselves, too, and every one says something each second: silence means a lost connection.
        self._ear = Client.from_url(address, socket_timeout=SILENCE, socket_connect_timeout=2, retry=once)
        self._outbox: asyncio.Queue[str] = asyncio.Queue(OUTBOX)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, hear: Hear, missed: Missed) -> None:
        """Subscribes, and goes on listening whatever happens to the connection."""
        await self._client.ping()
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(hear, missed, ready)),
            asyncio.create_task(self._speak()),
        ]
        await ready.wait()

    async def tell(self, news: dict[str, Any]) -> None:
        """Has it published soon. Nobody waits for Redis; what is lost there, others find in the store."""
        if not self._outbox.full():
            self._outbox.put_nowait(json.dumps({"from": self.worker, **news}))

    async def claim(self, key: str, seconds: float) -> bool:
        """Sets the key, unless somebody else has."""
        try:
            return bool(await self._client.set(f"{CHANNEL}:{key}", self.worker, nx=True, px=int(seconds * 1000)))
        except Exception as error:
            _log.warning("the bus does not answer: %s", error)
            return True

    async def close(self) -> None:
        """Stops listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.aclose()
        await self._ear.aclose()

    async def _speak(self) -> None:
        while True:
            words = [await self._outbox.get()]
            while not self._outbox.empty() and len(words) < 100:
                words.append(self._outbox.get_nowait())
            try:
                async with self._client.pipeline(transaction=False) as together:
                    for word in words:
                        together.publish(CHANNEL, word)
                    await together.execute()
            except Exception as error:
                _log.warning("the bus does not answer: %s", error)

    async def _listen(self, hear: Hear, missed: Missed, ready: asyncio.Event) -> None:
        while True:
            try:
                async with self._ear.pubsub(ignore_subscribe_messages=True) as heard:
                    await heard.subscribe(CHANNEL)
                    if ready.is_set():
                        await missed()
                    ready.set()
                    async for message in heard.listen():
                        news = json.loads(message["data"])
                        if news["from"] != self.worker:
                            await hear(news)
            except Exception as error:
                _log.warning("the bus was interrupted: %s", error)
                await asyncio.sleep(0.5)
