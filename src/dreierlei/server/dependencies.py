"""What the routes depend on: the services, the person asking, and the requested match."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Annotated, TypeVar

from fastapi import Depends, Request, Response
from starlette.requests import ClientDisconnect, HTTPConnection

from .._core import Stop
from . import security
from .addresses import network
from .room import Room
from .services import Services
from .tokens import Person

_T = TypeVar("_T")


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


Parts = Annotated[Services, Depends(_services)]


def address(connection: HTTPConnection) -> str:
    """The address of a request, as limits count it."""
    return network(connection.client.host) if connection.client else ""


def admit(connection: HTTPConnection, parts: Services, person: Person | None) -> str:
    """The client that a request comes from: a token's player, or an address; raises `RequestError` if it is banned."""
    source = address(connection)
    parts.bans.check(person, source)
    client = person.id if person else source
    parts.origins.note(client, source)
    return client


def _asking(request: Request, response: Response, parts: Parts) -> Person | None:
    """Who is asking, if they have a token; counts against their rate limit."""
    person = parts.tokens.person(request)
    parts.limits.requests.take(admit(request, parts, person))
    if person is not None and (token := parts.tokens.renewed(request, person)) is not None:
        parts.tokens.give(response, token, security.secure(request))
    return person


def _player(request: Request, response: Response, parts: Parts) -> Person:
    """Who is asking; a newcomer is given a token."""
    person = _asking(request, response, parts)
    if person is None:
        person, token = parts.tokens.new()
        parts.tokens.give(response, token, security.secure(request))
    return person


Asking = Annotated[Person | None, Depends(_asking)]
Someone = Annotated[Person, Depends(_player)]


async def _room(match: str, parts: Parts) -> Room:
    return await parts.rooms.open(match, fresh=True)


AnyRoom = Annotated[Room, Depends(_room)]


def person_id(person: Person | None) -> str | None:
    """The id of the player who is asking, if it is known."""
    return person.id if person else None


def client(connection: HTTPConnection, person: Person | None) -> str:
    """The client to whose limits something counts."""
    return person.id if person else address(connection)


def _work(request: Request, person: Asking, parts: Parts) -> None:
    """Counts against the searches that a client may ask for."""
    parts.limits.searches.take(client(request, person))


Work = Depends(_work)
"""For routes whose answers take a while to compute."""


async def in_job(parts: Services, request: Request, person: Person | None, work: Callable[[Stop], _T]) -> _T:
    """What a job returns; counts against the client's limit on searches. Dropped when the client disconnects."""
    asking = client(request, person)
    parts.limits.searches.take(asking)
    return await while_connected(request, parts.jobs.run(asking, work))


async def while_connected(request: Request, work: Coroutine[None, None, _T]) -> _T:
    """What `work` returns; if the client disconnects first, cancels it and raises `ClientDisconnect`."""
    task = asyncio.create_task(work)
    gone = asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        for each in (task, gone):
            each.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
