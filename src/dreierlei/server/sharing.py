"""The routes for sharing: pictures of positions and games, and the pages with their previews."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.exceptions import HTTPException

from .. import film
from ..declarations import game as find_game
from ..palette import Style
from ..positions import Position
from ..record import Record
from ..svg import draw
from .dependencies import AnyRoom, Asking, Parts, Work
from .errors import RequestError
from .files import ALIASES
from .previews import card, preview
from .room import Room
from .views import reached, sample
from .wire.errors import Code

router = APIRouter(tags=["pictures"])
pages = APIRouter(include_in_schema=False)

Origin = Annotated[str, Query(alias="from", max_length=600, description="A game's id or a position's line.")]
Played = Annotated[str, Query(max_length=4000, description="Moves from there, separated by commas.")]
Ply = Annotated[int | None, Query(ge=0, le=100_000, description="The position after so many plies; by default, now.")]
Seconds = Annotated[float, Query(ge=0.1, le=10, description="The time for each move.")]

STYLED = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}
"""The policy for animated pictures: they contain a style sheet, and nothing else is allowed."""


@router.get("/api/games/{game}/picture.png", response_class=Response, dependencies=[Work])
def game_picture(game: str, _: Asking) -> Response:
    """A sample position of a game as PNG, in the size of link previews."""
    return _png(sample(find_game(game)))


@router.get("/api/picture.svg", response_class=Response)
def position_picture(origin: Origin, _: Asking, moves: Played = "", style: Style = "light") -> Response:
    """A position as a picture."""
    return _svg(draw(reached(origin, moves), style=style))


@router.get("/api/picture.png", response_class=Response, dependencies=[Work])
def position_preview(origin: Origin, _: Asking, moves: Played = "") -> Response:
    """A position as PNG, in the size of link previews."""
    return _png(reached(origin, moves))


@router.get("/api/animation.svg", response_class=Response, dependencies=[Work])
def line_animation(
    origin: Origin, _: Asking, moves: Played = "", style: Style = "light", seconds: Seconds = 1.0
) -> Response:
    """The moves from a position as an animated picture."""
    return _film(Record.from_position(reached(origin, moves)), style, seconds)


@router.get("/api/matches/{match}/picture.svg", response_class=Response)
def match_picture(room: AnyRoom, _: Asking, ply: Ply = None, style: Style = "light") -> Response:
    """The board of a match as a picture."""
    return _svg(draw(position_at(room, ply), style=style))


@router.get("/api/matches/{match}/picture.png", response_class=Response, dependencies=[Work])
def match_preview(room: AnyRoom, _: Asking, ply: Ply = None) -> Response:
    """The board of a match as PNG, in the size of link previews."""
    return _png(position_at(room, ply))


@router.get("/api/matches/{match}/games/{number}/animation.svg", response_class=Response, dependencies=[Work])
def match_animation(
    room: AnyRoom,
    number: Annotated[int, Path(ge=0, le=100_000)],
    _: Asking,
    style: Style = "light",
    seconds: Seconds = 1.0,
) -> Response:
    """A game of a match as an animated picture; games are counted from 1, and 0 is the current one."""
    return _film(game_of(room, number), style, seconds)


def game_of(room: Room, number: int) -> Record:
    """A game of a match, counted from 1; 0 is the current one. Raises `RequestError` if there is none."""
    records = room.state.match.records
    if number > len(records):
        raise RequestError(Code.NOT_FOUND, "server.no-game", count=len(records))
    return records[number - 1]


def position_at(room: Room, ply: int | None) -> Position:
    """A position of the current game of a match: after so many plies, or the current one."""
    position = room.state.match.position
    for _ in range(max(0, len(position.line) - ply) if ply is not None else 0):
        position = position.previous or position
    return position


def _svg(text: str) -> Response:
    return Response(text, media_type="image/svg+xml")


def _png(position: Position) -> Response:
    return Response(card(position), media_type="image/png")


def _film(game: Record, style: Style, seconds: float) -> Response:
    return Response(film.animate(game, style=style, seconds=seconds), media_type="image/svg+xml", headers=STYLED)


@pages.get("/{path:path}")
async def page(request: Request, path: str, parts: Parts) -> Response:
    """Any page of the web app."""
    if path in ALIASES:
        return await parts.files.get_response(path, request.scope)
    if path.startswith("api/"):
        raise HTTPException(404)
    return parts.files.shell(request, await preview(request, path, parts))
