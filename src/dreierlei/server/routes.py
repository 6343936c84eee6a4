"""The routes for games, matches and the server itself, and the pages of the web app."""

import contextlib
import io
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Annotated, Literal

import segno
from fastapi import APIRouter, FastAPI, Header, Path, Query, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse, StreamingResponse
from prometheus_client import CONTENT_TYPE_LATEST

from .. import sgf
from ..declarations import variant as find_variant
from ..model import Side
from . import api_docs, live, reading, security
from .dependencies import AnyRoom, Asking, Parts, Someone, Work, admit, client, person_id, while_connected
from .errors import RequestError, refusal
from .sharing import game_of
from .views import game_line, position_view, reached, set_up, variant_view
from .wire.base import MessageView, message_view
from .wire.boards import GameView, MoveView, PositionView, VariantView
from .wire.errors import Code
from .wire.matches import Action, GameLine, Join, MatchCard, MatchView, NewMatch, NewToken, PlayMove, Say, Token

if TYPE_CHECKING:
    from .services import Services

router = APIRouter()
words = APIRouter(include_in_schema=False)
pages = APIRouter(include_in_schema=False)


# --- games and positions ----------------------------------------------------------------------------------------------


@router.post("/api/tokens", tags=["players"])
async def new_token(wanted: NewToken, request: Request, parts: Parts) -> Token:
    """Creates a token for a program: send it as `Authorization: Bearer TOKEN`. Keep it secret."""
    parts.limits.requests.take(admit(request, parts, None))
    person, token = parts.tokens.new(wanted.name)
    return Token(token=token, player=person.id)


@router.post("/api/tokens/replace", tags=["players"])
async def replace_tokens(request: Request, response: Response, person: Asking, parts: Parts) -> Token:
    """Issues a new token to the same player. All earlier tokens are revoked, and their live connections end."""
    if person is None:
        raise RequestError(Code.NOT_ALLOWED, "server.token")
    await parts.tokens.revoke(person.id, parts.store)
    await parts.end_revoked()
    person, token = parts.tokens.issue(person.id, person.name)
    if "authorization" not in request.headers:
        parts.tokens.give(response, token, security.secure(request))
    return Token(token=token, player=person.id)


@router.get("/api/games", tags=["games"])
async def list_games(_: Asking) -> list[GameView]:
    """Every game with its options."""
    return reading.game_views()


@router.get("/api/variant", tags=["games"])
def show_variant(variant_id: Annotated[str, Query(alias="id", max_length=300)], _: Asking) -> VariantView:
    """A game with its options chosen, and its board. `board=random` draws one; the id in the answer says which."""
    return variant_view(find_variant(variant_id))


@router.get("/api/position", tags=["games"])
def show_position(
    _: Asking,
    origin: Annotated[str, Query(alias="from", max_length=600)],
    moves: Annotated[str, Query(max_length=4000)] = "",
) -> PositionView:
    """The position after some moves, separated by commas, from a game's start or a position's line."""
    return position_view(reached(origin, moves))


@router.get("/api/why-not", tags=["games"])
def why_not(
    _: Asking,
    origin: Annotated[str, Query(alias="from", max_length=600)],
    targets: Annotated[str, Query(max_length=100, description="Targets in order, separated by blanks.")],
) -> MessageView | None:
    """Why no legal move begins with these targets, in one sentence; null if one does."""
    reason = reached(origin).why_not(targets.split())
    return message_view(reason) if reason else None


@router.get("/api/setup", tags=["games"])
def show_setup(
    _: Asking,
    variant: Annotated[str, Query(max_length=300)],
    stones: Annotated[str, Query(max_length=200)],
    turn: Side,
    rest: Annotated[str, Query(max_length=200)] = "",
) -> PositionView:
    """The position with these stones, one letter for each place; `rest` is what its line has after the turn."""
    return position_view(set_up(variant, stones, turn, rest))


# --- matches ----------------------------------------------------------------------------------------------------------


@router.post("/api/matches", tags=["matches"])
async def new_match(wanted: NewMatch, person: Someone, parts: Parts, request: Request) -> MatchView:
    """Begins a match."""
    await parts.limits.match(admit(request, parts, person))
    room = await parts.rooms.create(wanted, person)
    return parts.rooms.view(room, person.id)


@router.get("/api/matches", tags=["matches"])
async def list_matches(
    person: Asking,
    parts: Parts,
    which: Annotated[Literal["mine", "public"], Query(alias="list")] = "mine",
    before: Annotated[float | None, Query(ge=0, le=1e12)] = None,
) -> list[MatchCard]:
    """The caller's own matches, or the public ones; the latest first, at most 100.

    To continue a list, pass the time of its last match, in seconds since 1970, as `before`.
    """
    return await parts.rooms.cards(person_id(person), which == "public", before)


@router.get("/api/matches/{match}", tags=["matches"])
async def show_match(room: AnyRoom, person: Asking, parts: Parts) -> MatchView:
    """The current state of a match."""
    return parts.rooms.view(room, person_id(person))


@router.post("/api/matches/{match}/join", tags=["matches"])
async def join(room: AnyRoom, wanted: Join, person: Someone, parts: Parts) -> MatchView:
    """Takes the free seat."""
    await parts.rooms.join(room, person, wanted.invite, wanted.name)
    return parts.rooms.view(room, person.id)


@router.post("/api/matches/{match}/moves", tags=["matches"])
async def play(room: AnyRoom, sent: PlayMove, person: Asking, parts: Parts) -> MatchView:
    """Plays a move."""
    await parts.rooms.submit(room, person_id(person), sent)
    return parts.rooms.view(room, person_id(person))


@router.post("/api/matches/{match}/actions", tags=["matches"])
async def act(room: AnyRoom, sent: Action, person: Asking, parts: Parts) -> MatchView:
    """Any other action: making or answering an offer, resigning, starting the next game."""
    await parts.rooms.submit(room, person_id(person), sent)
    return parts.rooms.view(room, person_id(person))


@router.post("/api/matches/{match}/say", tags=["matches"], status_code=204)
async def say(room: AnyRoom, sent: Say, person: Asking, parts: Parts) -> None:
    """Sends a phrase."""
    await parts.rooms.say(room, person_id(person), sent.phrase)


@router.post("/api/matches/{match}/hint", tags=["matches"])
async def hint(room: AnyRoom, person: Asking, parts: Parts, request: Request) -> MoveView:
    """A good move for the player to move, in a match against the computer or on one screen."""
    parts.limits.searches.take(client(request, person))
    return await while_connected(request, parts.rooms.hint(room, person_id(person)))


@router.get("/api/matches/{match}/events", tags=["matches"], response_class=StreamingResponse)
async def stream(
    room: AnyRoom,
    person: Asking,
    parts: Parts,
    request: Request,
    last: Annotated[int | None, Header(alias="Last-Event-ID", ge=0)] = None,
    after: Annotated[int | None, Query(ge=0)] = None,
) -> StreamingResponse:
    """Everything that happens in a match, as server-sent events; each is one of the `News`.

    The first is the whole match, or, for a client that has seen it up to the number `after`, the changes since then.
    """
    caller = client(request, person)
    parts.limits.live.check(caller)
    news = live.events(parts.rooms, room, person_id(person), after if last is None else last)

    async def counted() -> AsyncGenerator[str, None]:
        with parts.limits.live.one(caller):
            async with contextlib.aclosing(news) as events:
                async for event in events:
                    yield event

    return StreamingResponse(counted(), media_type="text/event-stream")


@router.get("/api/matches/{match}/record", tags=["matches"], response_class=PlainTextResponse, dependencies=[Work])
def record(room: AnyRoom, _: Asking) -> str:
    """The match's games as text."""
    return str(room.state.match)


@router.get("/api/matches/{match}/sgf", tags=["matches"], response_class=PlainTextResponse, dependencies=[Work])
def record_as_sgf(room: AnyRoom, _: Asking) -> str:
    """The match's games as SGF, if the game supports it."""
    match = room.state.match
    if match.position.variant.game.sgf is None:
        raise RequestError(Code.NOT_FOUND, "server.no-sgf", game=match.position.variant.game.id)
    return sgf.write(match.records)


@router.get("/api/matches/{match}/games/{number}", tags=["matches"])
async def show_game(room: AnyRoom, number: Annotated[int, Path(ge=0, le=100_000)], _: Asking) -> GameLine:
    """The moves of one game of a match, counted from 1; 0 is the current one."""
    return game_line(game_of(room, number))


@router.get("/api/matches/{match}/qr.svg", tags=["matches"], response_class=Response)
async def qr(room: AnyRoom, request: Request, person: Asking, parts: Parts) -> Response:
    """The link of the invitation as a QR code, for the player who invites."""
    invite = parts.rooms.view(room, person_id(person)).invite
    if invite is None:
        raise RequestError(Code.NOT_ALLOWED, "server.no-invitation")
    link = f"{str(request.base_url).rstrip('/')}/join/{room.state.founding.id}?invite={invite}"
    target = io.BytesIO()
    segno.make(link, error="m").save(target, kind="svg", scale=4, border=4, light="#fff", xmldecl=False)
    return Response(target.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@router.websocket("/api/matches/{match}/live")
async def connect(socket: WebSocket, match: str, after: Annotated[int | None, Query(ge=0)] = None) -> None:
    """The live connection of a page: `Sent` one way, `News` the other."""
    parts: Services = socket.app.state.services
    try:
        if not security.same_site(socket.scope):
            raise RequestError(Code.NOT_ALLOWED, "server.other-site")
        person = parts.tokens.person(socket)
        caller = admit(socket, parts, person)
        parts.limits.requests.take(caller)
        with parts.limits.live.one(caller):
            await live.serve(socket, parts.rooms, match, person_id(person), caller, parts.limits.requests, after)
    except RequestError as error:
        refusal(error, parts.metrics)
        await socket.close(1008)


# --- for the operator -------------------------------------------------------------------------------------------------


@router.head("/health", include_in_schema=False)
@router.get("/health", tags=["server"])
async def health(parts: Parts) -> dict[str, str]:
    """Whether the server is ready: its database answers and can be written to."""
    await parts.store.probe()
    return {"status": "ok"}


@router.head("/health/live", include_in_schema=False)
@router.get("/health/live", tags=["server"])
async def alive() -> dict[str, str]:
    """Whether the server is running at all, regardless of the database."""
    return {"status": "ok"}


@router.get("/metrics", tags=["server"], response_class=PlainTextResponse)
async def metrics(request: Request, parts: Parts) -> Response:
    """Metrics in the text format of Prometheus, for clients with the configured token, or else on this machine."""
    security.check_operator(request, parts.settings.metrics_token)
    return Response(parts.metrics.text(), media_type=CONTENT_TYPE_LATEST)


# --- the web app ------------------------------------------------------------------------------------------------------


@words.get("/web/locale/{language}.json")
def show_words(request: Request, language: str, parts: Parts) -> Response:
    """The texts of the web app in a language."""
    return parts.files.words(request, language)


@pages.get("/api/docs")
def documentation(request: Request) -> Response:
    """The API's documentation as a page."""
    app: FastAPI = request.app
    return Response(api_docs.page(app.openapi()), media_type="text/html")


@pages.get("/api/docs.css")
def documentation_style() -> Response:
    """The style sheet of the documentation."""
    return Response(api_docs.STYLE, media_type="text/css")
