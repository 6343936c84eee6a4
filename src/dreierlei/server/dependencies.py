"""What the routes depend on: the services, who is asking, and the match that is asked for."""

from typing import Annotated

from fastapi import Depends, Request, Response

from . import security
from .room import Room
from .services import Services
from .tokens import Person


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


Parts = Annotated[Services, Depends(_services)]


def address(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def _asking(request: Request, response: Response, parts: Parts) -> Person | None:
    """Who is asking, if they ever came before; counts against how often they may."""
    person = parts.tokens.person(request)
    parts.rate.take(person.id if person else address(request))
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


def client(request: Request, person: Person | None) -> str:
    """Whose share of the computer's time a search is."""
    return person.id if person else address(request)
