"""The live connection: a WebSocket for pages, a stream of events for programs."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import DreierleiError
from .failures import Refusal, fault
from .limits import FRAME
from .rooms import PONG, Room, Rooms, Watcher, refused
from .wire import ActSent, MoveSent, Ping, SaySent, Sent

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from .limits import Rate

GONE = 4404
"""The code with which a connection to a match that does not exist is closed."""
QUIET = 20.0
"""Seconds of silence after which a stream of events says that it is still there."""

_sent: TypeAdapter[Sent] = TypeAdapter(Sent)


async def serve(socket: WebSocket, rooms: Rooms, match: str, who: str | None, rate: Rate) -> None:
    """A page's connection to a match, until it ends."""
    await socket.accept()
    try:
        room = await rooms.open(match, fresh=True)
    except DreierleiError as error:
        await socket.send_text(refused(fault(error)).decode())
        await socket.close(GONE)
        return
    watcher = await rooms.watch(room, who)
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        client = who or (socket.client.host if socket.client else "")
        while (message := await socket.receive())["type"] == "websocket.receive":
            text = message.get("text")
            if text is None:
                await socket.close(1003)  # bytes, where a text was expected
                break
            try:
                rate.take(client)
                await _receive(rooms, room, watcher, text)
            except (DreierleiError, ValidationError) as error:
                watcher.put(refused(fault(error)))
    except (WebSocketDisconnect, RuntimeError):
        pass  # they left while we were speaking
    finally:
        sending.cancel()
        await rooms.leave(room, watcher)
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sending


async def events(rooms: Rooms, room: Room, who: str | None) -> AsyncGenerator[bytes, None]:
    """The same news as a stream of server-sent events."""
    watcher = await rooms.watch(room, who)
    try:
        while True:
            try:
                news = await asyncio.wait_for(watcher.next(), QUIET)
            except TimeoutError:
                yield b": still here\n\n"
            else:
                if news is None:
                    return
                yield b"data: " + news + b"\n\n"
    finally:
        await rooms.leave(room, watcher)


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    while (news := await watcher.next()) is not None:
        await socket.send_text(news.decode())


async def _receive(rooms: Rooms, room: Room, watcher: Watcher, text: str) -> None:
    if len(text) > FRAME:
        raise Refusal("too_large", f"The message is too large: expected at most {FRAME} bytes.")
    sent = _sent.validate_json(text)
    match sent:
        case MoveSent() | ActSent():
            await rooms.submit(room, watcher.who, sent)
        case SaySent():
            await rooms.say(room, watcher.who, sent.phrase)
        case Ping():
            watcher.put(PONG)
