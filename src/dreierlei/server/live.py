"""The live connection: a WebSocket for pages, a stream of events for programs."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..errors import DreierleiError
from .errors import RequestError, refusal
from .limits import FRAME
from .presence import DIRECT
from .wire.errors import Code
from .wire.live import ActionSent, ErrorNews, MoveSent, Ping, Pong, SaySent, Sent

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from .limits import Rate
    from .presence import Direct, Listener
    from .room import Room
    from .rooms import Rooms

GONE = 4404
"""The close code for a connection to a match that cannot be opened."""
EXCESS = 20
"""A connection is closed when its messages over the limit outnumber those within it by more than this."""
QUIET = 20.0
"""Seconds of silence after which an event stream sends a keep-alive comment."""

_PONG = Pong().model_dump_json()

_read = TypeAdapter[Sent](Sent).validator.validate_json


async def serve(
    socket: WebSocket, rooms: Rooms, match: str, who: str | None, client: str, rate: Rate, after: int | None
) -> None:
    """Serves a page's connection to a match until it ends. The page has seen the match up to the number `after`."""
    await socket.accept()
    try:
        room = await rooms.open(match, fresh=True)
    except DreierleiError as error:
        await socket.send_text(_refused(rooms, error))
        await socket.close(GONE)
        return
    direct: Direct | None = socket.scope.get("extensions", {}).get(DIRECT)
    listener = await rooms.connect(room, who, after, direct.push if direct else None)
    page = Page(rooms, room, listener, client, rate)
    if direct is not None:
        direct.hear(page.take)
    sending = asyncio.create_task(_send(socket, listener))
    try:
        # In a task of its own: otherwise each message would resume the whole chain of middleware that awaits this.
        await asyncio.create_task(_listen(socket, page))
    finally:
        sending.cancel()
        await rooms.disconnect(room, listener)
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sending


class Page:
    """Handles what one page sends."""

    def __init__(self, rooms: Rooms, room: Room, listener: Listener, client: str, rate: Rate) -> None:
        self._rooms, self._room, self._listener = rooms, room, listener
        self._client, self._rate = client, rate
        self._excess = 0

    @property
    def too_much(self) -> bool:
        """Whether the page goes on sending after it was told that it sends too much."""
        return self._excess > EXCESS

    def take(self, text: bytes) -> bool:
        """Handles at once a message that has to wait for nothing but the disk; false leaves it to `do`."""
        try:
            sent: Sent = _read(text)
        except ValidationError:
            return False  # perhaps not even UTF-8, which the usual path checks
        if not isinstance(sent, MoveSent | ActionSent) or not self._rooms.can_act(self._room, sent):
            return False
        try:
            self._count()
            self._rooms.act(self._room, self._listener.who, sent, self._refuse)
        except DreierleiError as error:
            self._refuse(error)
            return not self.too_much
        return True

    async def do(self, text: str) -> None:
        """Handles a message of any kind."""
        try:
            self._count()
            await self._do(text)
        except (DreierleiError, ValidationError) as error:
            self._refuse(error)

    async def _do(self, text: str) -> None:
        if len(text) > FRAME:
            raise RequestError(Code.TOO_LARGE, "server.too-large", bytes=FRAME)
        sent: Sent = _read(text)
        match sent:
            case MoveSent() | ActionSent():
                await self._rooms.submit(self._room, self._listener.who, sent)
            case SaySent():
                await self._rooms.say(self._room, self._listener.who, sent.phrase)
            case Ping():
                self._listener.put(_PONG)

    def _count(self) -> None:
        self._rate.take(self._client)
        if self._excess:
            self._excess -= 1

    def _refuse(self, error: DreierleiError | ValidationError) -> None:
        self._listener.put(_refused(self._rooms, error))
        self._excess += isinstance(error, RequestError) and error.code is Code.TOO_MANY


async def _listen(socket: WebSocket, page: Page) -> None:
    """Handles the page's messages until it leaves or sends too much."""
    try:
        while (message := await socket.receive())["type"] == "websocket.receive":
            text = message.get("text")
            if text is None:
                await socket.close(1003)  # binary data where text was expected
                break
            await page.do(text)
            if page.too_much:
                await socket.close(1008)
                break
    except (WebSocketDisconnect, RuntimeError):
        pass  # the connection was closed in the meantime


async def events(rooms: Rooms, room: Room, who: str | None, after: int | None = None) -> AsyncGenerator[str, None]:
    """The same news as server-sent events. Their ids are the numbers of the match's entries."""
    listener = await rooms.connect(room, who, after)
    try:
        while True:
            try:
                news = await asyncio.wait_for(listener.next(), QUIET)
            except TimeoutError:
                yield ": still here\n\n"
            else:
                if news is None:
                    return
                text, number = news
                yield f"data: {text}\n\n" if number is None else f"id: {number}\ndata: {text}\n\n"
    finally:
        await rooms.disconnect(room, listener)


async def _send(socket: WebSocket, listener: Listener) -> None:
    while (news := await listener.next()) is not None:
        await socket.send_text(news[0])
    await socket.close(1001)


def _refused(rooms: Rooms, error: Exception) -> str:
    return ErrorNews(error=refusal(error, rooms.metrics)).model_dump_json()
