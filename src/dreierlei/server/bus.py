"""Messages between workers: over Redis, or none if there is only one process."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Annotated, Literal, Protocol
from urllib.parse import urlsplit, urlunsplit

from pydantic import BaseModel, Field, ValidationError

from ..errors import DreierleiError
from ..version import VERSION
from .state import Entry
from .wire.base import ClosedModel, Player
from .wire.matches import Phrase

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    Hear = Callable[[str, "BusMessage"], Awaitable[None]]
    Missed = Callable[[], Awaitable[None]]

CHANNEL = "dreierlei"
SILENCE = 10.0
"""Seconds without a message after which a connection counts as lost."""
OUTBOX = 10_000
"""The most messages that may be queued while Redis does not answer."""
MOST = 500
"""The most messages that are sent together."""
GATHER = 0.01
"""Seconds to wait for more messages if there was more than one last time: a batch costs more than a message."""

_log = logging.getLogger(__name__)

# --- messages ---------------------------------------------------------------------------------------------------------


class EntryWritten(ClosedModel):
    """An entry was added to the log of a match."""

    type: Literal["entry"] = "entry"
    entry: Entry
    text: str | None = None
    """The change as it is sent to everybody connected, if it is the same for all and already serialized."""

    @property
    def match(self) -> str:
        """The match to whose log it was added."""
        return self.entry.match


class PhraseSaid(ClosedModel):
    """A player sent a phrase. It is shown and not stored."""

    type: Literal["said"] = "said"
    match: str
    by: Player
    phrase: Phrase


class RoomOpened(ClosedModel):
    """The sender has loaded a match. Workers that also have it answer with `SeatsConnected`; from then on, they and the
    sender, but no others, tell each other who is connected.
    """

    type: Literal["opened"] = "opened"
    match: str


class RoomClosed(ClosedModel):
    """The sender no longer has a match in memory."""

    type: Literal["closed"] = "closed"
    match: str


class SeatsConnected(ClosedModel):
    """The seats of a match whose players are connected to the sender, and the last entry that the sender knows.

    A sender that follows the match, because somebody is connected, gets every entry. Others read the log when they
    need it.
    """

    type: Literal["connected"] = "connected"
    match: str
    seats: tuple[bool, bool]
    follows: bool
    number: int


class SearchStopped(ClosedModel):
    """A player wants the computer to move now."""

    type: Literal["stopped"] = "stopped"
    match: str


class Alive(ClosedModel):
    """The sender is running. Sent regularly."""

    type: Literal["alive"] = "alive"


class Unread(ClosedModel):
    """Messages about these matches that cannot be read, because the sender has another version. Never sent."""

    type: Literal["unread"] = "unread"
    matches: tuple[str, ...]


BusMessage = EntryWritten | PhraseSaid | RoomOpened | RoomClosed | SeatsConnected | SearchStopped | Alive | Unread


class Outside(BaseModel):
    """The part of an envelope that every version can read. It must never change."""

    worker: str
    matches: tuple[str, ...]
    """The matches that the messages are about."""


class Envelope(Outside):
    """Messages, in order, with the worker that sent them.

    Workers are restarted one after the other, so two versions may run at once. The meaning of a message may differ
    between them, so instead of messages from another version, the logs of their matches are read.
    """

    version: Literal[VERSION]  # type: ignore[valid-type]
    messages: list[Annotated[BusMessage, Field(discriminator="type")]]

    @classmethod
    def around(cls, worker: str, messages: list[BusMessage]) -> Envelope:
        """An envelope with these messages."""
        matches = tuple({message.match: None for message in messages if not isinstance(message, Alive | Unread)})
        return cls.model_construct(worker=worker, matches=matches, version=VERSION, messages=messages)


def opened(text: bytes) -> tuple[str, list[BusMessage]]:
    """The worker that sent an envelope, and its messages; raises `ValidationError` if the text is not an envelope."""
    try:
        envelope = Envelope.model_validate_json(text)
    except ValidationError:
        outside = Outside.model_validate_json(text)
        return outside.worker, [Unread(matches=outside.matches)]
    return envelope.worker, envelope.messages


# --- buses ------------------------------------------------------------------------------------------------------------


class Bus(Protocol):
    """Carries messages between workers. The bus provides speed, the store correctness."""

    shared: bool
    """Whether there may be other workers."""

    async def open(self, hear: Hear, missed: Missed) -> None:
        """Starts listening: `hear` gets the messages of others, `missed` is called when some may have been lost."""

    def publish(self, message: BusMessage, workers: Iterable[str] | None = None) -> None:
        """Sends a message to some workers, or to all others."""

    async def claim(self, key: str, seconds: float) -> bool:
        """Whether this worker is the first to claim `key` within this time."""

    async def count(self, key: str, seconds: float) -> int:
        """Counts something across all workers; returns the count within about this time, or 0 if it is not known."""

    async def close(self) -> None:
        """Stops listening."""


class SingleProcess:
    """The bus of a single process: there is nobody to send to."""

    shared = False

    async def open(self, hear: Hear, missed: Missed) -> None:
        """Nothing to do."""

    def publish(self, message: BusMessage, workers: Iterable[str] | None = None) -> None:
        """Nothing to do."""

    async def claim(self, key: str, seconds: float) -> bool:  # noqa: ARG002
        """Always true."""
        return True

    async def count(self, key: str, seconds: float) -> int:  # noqa: ARG002
        """Always 0: there is no shared count."""
        return 0

    async def close(self) -> None:
        """Nothing to do."""


def check_redis(address: str) -> None:
    """Raises `DreierleiError` unless a Redis server answers at an address."""
    from redis import Redis as Client  # start-up time: one process needs no Redis
    from redis.exceptions import RedisError  # start-up time

    try:
        parts = urlsplit(address)
        shown = urlunsplit(parts._replace(netloc=f"{parts.hostname}:{parts.port or 6379}" if parts.hostname else ""))
        client = Client.from_url(address)
    except ValueError:  # its text may contain part of the password
        raise DreierleiError("server.redis-address") from None
    try:
        with client:
            client.ping()
    except (RedisError, OSError) as error:
        raise DreierleiError("server.no-redis", address=shown, reason=str(error).rstrip(".")) from None


class Redis:
    """Any number of workers on one Redis. Each listens to a common channel and to its own."""

    shared = True

    def __init__(self, address: str) -> None:
        from redis.asyncio import Redis as Client  # start-up time: one process needs no Redis
        from redis.asyncio.retry import Retry  # start-up time
        from redis.backoff import NoBackoff  # start-up time

        self.worker = secrets.token_hex(4)
        once = Retry(NoBackoff(), 1)
        self._client = Client.from_url(address, socket_timeout=2, socket_connect_timeout=2, retry=once)
        # Workers also receive their own messages, and each sends one every second, so silence means a lost connection.
        self._subscriber = Client.from_url(address, socket_timeout=SILENCE, socket_connect_timeout=2, retry=once)
        self._outbox: asyncio.Queue[tuple[str, BusMessage]] = asyncio.Queue(OUTBOX)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, hear: Hear, missed: Missed) -> None:
        """Subscribes, and keeps listening even if the connection is interrupted."""
        await self._client.ping()
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._receive(hear, missed, ready)),
            asyncio.create_task(self._send()),
        ]
        await ready.wait()

    def publish(self, message: BusMessage, workers: Iterable[str] | None = None) -> None:
        """Queues a message. Nobody waits for Redis; if a message is lost, other workers read the store."""
        for channel in [CHANNEL] if workers is None else [f"{CHANNEL}@{worker}" for worker in workers]:
            if not self._outbox.full():
                self._outbox.put_nowait((channel, message))

    async def claim(self, key: str, seconds: float) -> bool:
        """Sets the key, unless another worker has."""
        try:
            return bool(await self._client.set(f"{CHANNEL}:{key}", self.worker, nx=True, px=int(seconds * 1000)))
        except Exception as error:
            _log.warning("the bus does not answer: %s", error)
            return True

    async def count(self, key: str, seconds: float) -> int:
        """Increments the key, which expires some time after it was first counted."""
        try:
            async with self._client.pipeline(transaction=True) as pipeline:
                pipeline.set(f"{CHANNEL}:{key}", 0, nx=True, px=int(seconds * 1000))
                pipeline.incr(f"{CHANNEL}:{key}")
                return int((await pipeline.execute())[1])
        except Exception as error:
            _log.warning("the bus does not answer: %s", error)
            return 0

    async def close(self) -> None:
        """Stops listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.aclose()
        await self._subscriber.aclose()

    async def _send(self) -> None:
        """Sends queued messages, in one envelope for each channel."""
        busy = False
        while True:
            channel, message = await self._outbox.get()
            if busy:
                await asyncio.sleep(GATHER)
            busy = not self._outbox.empty()
            waiting: dict[str, list[BusMessage]] = {channel: [message]}
            for _ in range(min(self._outbox.qsize(), MOST)):
                channel, message = self._outbox.get_nowait()
                waiting.setdefault(channel, []).append(message)
            try:
                async with self._client.pipeline(transaction=False) as pipeline:
                    for channel, messages in waiting.items():
                        pipeline.publish(channel, Envelope.around(self.worker, messages).model_dump_json())
                    await pipeline.execute()
            except Exception as error:
                _log.warning("the bus does not answer: %s", error)

    async def _receive(self, hear: Hear, missed: Missed, ready: asyncio.Event) -> None:
        while True:
            try:
                async with self._subscriber.pubsub(ignore_subscribe_messages=True) as subscription:
                    await subscription.subscribe(CHANNEL, f"{CHANNEL}@{self.worker}")
                    if ready.is_set():
                        await missed()
                    ready.set()
                    async for received in subscription.listen():
                        await self._deliver(received["data"], hear)
            except Exception as error:
                _log.warning("the bus was interrupted: %s", error)
                await asyncio.sleep(0.5)

    async def _deliver(self, text: bytes, hear: Hear) -> None:
        try:
            worker, messages = opened(text)
        except ValidationError as error:
            _log.warning("a message on the bus is not understood: %s", error)
            return
        if worker != self.worker:
            for message in messages:
                await hear(worker, message)
