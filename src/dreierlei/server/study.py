"""The routes for studying: analysis, exact values, reviews, rules, lessons, what is known, boards to print.

They are stateless: a request gives a position as a starting point and the moves from there.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from time import perf_counter
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from .. import openings, results, sheets, truth, workshop
from .._core import Stop
from ..declarations import game as find_game
from ..engine import analyse as search
from ..messages import Language
from ..positions import Position
from ..review import Judgement, missed_win, moments, review, verdict
from ..solvers import solve, solve_moves
from ..workshop.parts import Measures
from . import reading
from .dependencies import AnyRoom, Asking, Parts, client, in_job, person_id
from .errors import RequestError, refusal
from .sharing import position_at
from .views import reached
from .wire import study as wire
from .wire.base import message_view
from .wire.errors import Code

router = APIRouter(tags=["study"])

Origin = Annotated[str, Query(alias="from", max_length=600, description="A game's id or a position's line.")]
Played = Annotated[str, Query(max_length=4000, description="Moves from there, separated by commas.")]
MOST_SECONDS = 20.0
"""The longest time for one analysis."""
PLY_SECONDS = 0.25
"""The time for each position of a review."""
MOVE_SECONDS = 0.4
"""The time for the value of each move."""
VALUES_SECONDS = 6.0
"""The time for the values of all moves together."""


# --- looking ahead and looking back -----------------------------------------------------------------------------------


@router.get("/api/analysis", response_class=StreamingResponse)
async def analyse(
    origin: Origin,
    person: Asking,
    parts: Parts,
    request: Request,
    moves: Played = "",
    lines: Annotated[int, Query(ge=1, le=5)] = 3,
    seconds: Annotated[float, Query(gt=0, le=MOST_SECONDS)] = 10.0,
) -> StreamingResponse:
    """The best lines, as server-sent events: an `AnalysisView` for each depth, then the event `end`."""
    return _analysis(reached(origin, moves), parts, client(request, person), lines, seconds)


@router.get("/api/matches/{match}/analysis", response_class=StreamingResponse)
async def analyse_match(
    room: AnyRoom,
    person: Asking,
    parts: Parts,
    request: Request,
    ply: Annotated[int, Query(ge=0, le=100_000)],
    lines: Annotated[int, Query(ge=1, le=5)] = 3,
    seconds: Annotated[float, Query(gt=0, le=MOST_SECONDS)] = 10.0,
) -> StreamingResponse:
    """The same for a position of a public match in progress, for its spectators; its players are refused."""
    state = room.state
    if not state.over and state.yours(person_id(person)):
        raise RequestError(Code.NOT_ALLOWED, "server.analysis-player")
    if not state.over and not state.founding.settings.public:
        raise RequestError(Code.NOT_ALLOWED, "server.analysis-private")
    return _analysis(position_at(room, ply), parts, client(request, person), lines, seconds)


def _analysis(position: Position, parts: Parts, asking: str, lines: int, seconds: float) -> StreamingResponse:
    if position.outcome() is not None:
        search(position)  # raises: there is nothing to analyse

    def work(stop: Stop, tell: Callable[[BaseModel], None]) -> None:
        analysis = search(
            position,
            seconds=seconds,
            lines=lines,
            stop=stop,
            callback=lambda partial: tell(wire.AnalysisView.model_validate(partial)),
        )
        tell(wire.AnalysisView.model_validate(analysis))

    return _stream(parts, asking, work)


@router.get("/api/values")
async def values(origin: Origin, person: Asking, parts: Parts, request: Request, moves: Played = "") -> wire.ValuesView:
    """The exact values of a position and of each move from it, as far as they are known or quickly found."""
    position = reached(origin, moves)

    def work(stop: Stop) -> wire.ValuesView:
        solution = solve(position, seconds=MOVE_SECONDS, stop=stop)
        after = truth.without_search(position)
        end = perf_counter() + VALUES_SECONDS
        for move, value in solve_moves(position, seconds=MOVE_SECONDS, stop=stop) if not after else ():
            after[move.text] = value
            if stop.is_set() or perf_counter() > end:
                break
        return wire.ValuesView(
            value=wire.ValueView.model_validate(solution),
            moves={text: wire.ValueView.model_validate(value) for text, value in after.items() if value.known},
        )

    return await in_job(parts, request, person, work)


@router.get("/api/openings")
async def explore(
    origin: Origin, person: Asking, parts: Parts, request: Request, moves: Played = ""
) -> wire.OpeningsView:
    """What is known without a search about each move of a position, and the results of games on this server."""
    position = reached(origin, moves)
    await parts.played.refresh()

    def work(_: Stop) -> wire.OpeningsView:
        explored = [
            wire.OpeningView(
                text=each.move.text,
                value=None if each.value is None else wire.ValueView.model_validate(each.value),
                book=each.book,
                self_play=wire.TallyView.model_validate(each.self_play),
                played=wire.TallyView.model_validate(parts.played.tally(position.play(each.move))),
            )
            for each in openings.explore(position)
        ]
        evidence = any(
            view.value or view.book is not None or view.self_play.games or view.played.games for view in explored
        )
        return wire.OpeningsView(moves=tuple(explored), evidence=evidence)

    return await in_job(parts, request, person, work)


@router.get("/api/books/{game}")
def opening_book(game: str, _: Asking) -> wire.BookView:
    """The opening book of a game, for the core in a page; empty if there is none."""
    return reading.book_view(find_game(game).id)


@router.get("/api/review", response_class=StreamingResponse)
async def look_back(
    origin: Origin, person: Asking, parts: Parts, request: Request, moves: Played = ""
) -> StreamingResponse:
    """Reviews a game: the value of each position, as server-sent events from the last ply to the first.

    Each is a `JudgementView`, or a `VerdictView` for a move that changed the result; then come the moments that decided
    the game, each a `MomentView`, and the event `end`.
    """
    end = reached(origin, moves)

    def work(stop: Stop, tell: Callable[[BaseModel], None]) -> None:
        for view in review_views(review(end, seconds=PLY_SECONDS, stop=stop)):
            tell(view)

    return _stream(parts, client(request, person), work)


def review_views(
    judgements: Iterable[Judgement],
) -> Iterator[wire.JudgementView | wire.VerdictView | wire.MomentView]:
    """The views of a review, in the order in which a page gets them."""
    course: list[Judgement] = []
    for judgement in judgements:
        later = course[-1] if course else None
        course.append(judgement)
        yield wire.JudgementView.model_validate(judgement)
        if later is not None and (changed := verdict(judgement, later)):
            missed = missed_win(judgement, later, puzzle=True)
            yield wire.VerdictView(ply=later.ply, verdict=changed, missed_win=missed)
    for moment in moments(course):
        sentences = tuple(message_view(sentence) for sentence in results.moment(moment))
        yield wire.MomentView(ply=moment.after.ply, better=moment.better.text, sentences=sentences)


def _stream(parts: Parts, asking: str, work: Callable[[Stop, Callable[[BaseModel], None]], None]) -> StreamingResponse:
    """Runs a job and streams its reports. The job ends when the client disconnects."""
    parts.limits.searches.take(asking)

    async def events() -> AsyncIterator[str]:
        loop = asyncio.get_running_loop()
        news: asyncio.Queue[str | None] = asyncio.Queue()

        def tell(part: BaseModel) -> None:
            loop.call_soon_threadsafe(news.put_nowait, f"data: {part.model_dump_json()}\n\n")

        job = asyncio.create_task(parts.jobs.run(asking, lambda stop: work(stop, tell)))
        job.add_done_callback(lambda _: news.put_nowait(None))
        try:
            while (text := await news.get()) is not None:
                yield text
            error = job.exception()
            end = wire.StreamEnd(error=refusal(error, parts.metrics) if isinstance(error, Exception) else None)
            yield f"event: end\ndata: {end.model_dump_json()}\n\n"
        finally:
            job.cancel()

    return StreamingResponse(events(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


# --- rules, truth and lessons -----------------------------------------------------------------------------------------


@router.get("/api/rules/{game}")
def show_rules(game: str, language: Language, _: Asking) -> wire.PageView:
    """The rules of a game, with diagrams."""
    return reading.rules(find_game(game).id, language)


@router.get("/api/rules/{game}/brief")
def show_brief(game: str, language: Language, _: Asking) -> wire.TextBlock:
    """The rules of a game in a few sentences, for reference while playing."""
    return reading.brief(find_game(game).id, language)


@router.get("/api/truth/{game}")
async def show_truth(game: str, language: Language, person: Asking, parts: Parts, request: Request) -> wire.TruthView:
    """What is known about a game, in words, maps of first moves and charts."""
    declared = find_game(game)
    return await in_job(parts, request, person, lambda stop: reading.truth_view(declared.id, language, stop))


@router.get("/api/lessons/{game}")
def show_lessons(game: str, language: Language, _: Asking) -> wire.CourseView:
    """The lessons of a game; empty if it has none."""
    return reading.course(find_game(game).id, language)


# --- boards to print --------------------------------------------------------------------------------------------------


@router.get("/api/print/{game}", response_class=Response)
async def print_sheets(
    game: str,
    language: Language,
    person: Asking,
    parts: Parts,
    request: Request,
    what: Annotated[list[Literal["board", "pieces", "bag", "rules"]] | None, Query()] = None,
    paper: Literal["a4", "a3", "letter"] = "a4",
    black_and_white: bool = False,
) -> Response:
    """Sheets for printing, as a PDF. `game` may have options, as in `qango6:opening=burg`."""
    chosen = reached(game).variant

    def work(_: Stop) -> bytes:
        return sheets.make(
            chosen, what or ("board", "pieces"), paper=paper, language=language, black_and_white=black_and_white
        )

    pdf = await in_job(parts, request, person, work)
    name = f"{chosen.game.id}.pdf"
    return Response(pdf, media_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'})


@router.get("/api/workshop/{game}", response_class=Response)
async def workshop_files(
    game: str,
    language: Language,
    person: Asking,
    parts: Parts,
    request: Request,
    format: Literal["svg", "dxf", "stl"],
    what: Annotated[list[Literal["board", "pieces"]] | None, Query()] = None,
    cell: float | None = None,
    thickness: float = Measures.thickness,
    kerf: float = Measures.kerf,
    clearance: float = Measures.clearance,
) -> Response:
    """Boards, rings and stones for cutters and 3D printers, in a ZIP archive. Dimensions are in millimetres."""
    chosen = reached(game).variant

    def work(_: Stop) -> bytes:
        files = workshop.make(
            chosen,
            format,
            what or workshop.PARTS,
            language=language,
            cell=cell,
            thickness=thickness,
            kerf=kerf,
            clearance=clearance,
        )
        return workshop.archive(files)

    archive = await in_job(parts, request, person, work)
    name = f"{chosen.game.id}-{format}.zip"
    return Response(
        archive, media_type="application/zip", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
