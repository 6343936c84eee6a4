"""The routes for puzzles: those of the package, series of them, and missed wins from a player's own games."""

from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request

from .. import puzzles
from .._core import Stop
from ..positions import Position
from ..puzzles import Kind, Puzzle, Refutation
from . import reading
from .dependencies import Asking, Parts, in_job
from .views import position_view, reached
from .wire import study as wire
from .wire.boards import MoveView, PositionView

router = APIRouter(tags=["study"])

OWN = "own"
"""In an address, stands for the position `from` as a puzzle."""
From = Annotated[str, Query(alias="from", max_length=600, description="For `own`: a game's id or a position's line.")]
Moves = Annotated[str, Query(max_length=4000, description="For `own`: moves from there, separated by commas.")]
Game = Annotated[str, Query(max_length=40)]


@router.get("/api/puzzles")
def list_puzzles(_: Asking, game: Game | None = None) -> list[wire.PuzzleCard]:
    """All puzzles, or those of a game; for each game, the easier ones first."""
    return reading.cards(game)


@router.get("/api/puzzles/series")
def show_series(_: Asking, game: Game, kind: Kind) -> wire.SeriesView:
    """Random puzzles of rising difficulty: a rush within a given time, or a streak until the first mistake."""
    return reading.series_view(game, kind)


@router.get("/api/puzzles/{puzzle}")
async def show_puzzle(
    puzzle: str, person: Asking, parts: Parts, request: Request, origin: From = "", moves: Moves = ""
) -> wire.PuzzleView:
    """A puzzle: the player to move wins. `own` is the position `from`, if a short search proves a win."""
    if puzzle != OWN:
        return _view(puzzles.puzzle(puzzle))
    position = reached(origin, moves)
    return await in_job(parts, request, person, lambda _: _view(puzzles.own_puzzle(position)))


@router.post("/api/puzzles/{puzzle}/attempts")
async def try_puzzle(
    puzzle: str, given: wire.Moves, person: Asking, parts: Parts, request: Request, origin: From = "", moves: Moves = ""
) -> wire.AttemptView:
    """Judges the moves so far and replies to the last one; a wrong move is refuted."""
    find = _finder(puzzle, origin, moves)

    def work(_: Stop) -> wire.AttemptView:
        chosen = find()
        tried = puzzles.attempt(chosen, given.moves)
        return wire.AttemptView(
            state=tried.state,
            played=tried.played,
            steps=_steps(reached(chosen.line), tried.played),
            plies=tried.plies,
            refutation=None if tried.refutation is None else _refutation(tried.position, tried.refutation),
        )

    return await in_job(parts, request, person, work)


@router.post("/api/puzzles/{puzzle}/hint")
async def hint(
    puzzle: str, given: wire.Moves, person: Asking, parts: Parts, request: Request, origin: From = "", moves: Moves = ""
) -> MoveView:
    """The move that wins after these moves."""
    find = _finder(puzzle, origin, moves)
    move = await in_job(parts, request, person, lambda _: puzzles.solution(find(), given.moves))
    return MoveView.model_validate(move)


def _finder(puzzle: str, origin: str, moves: str) -> Callable[[], Puzzle]:
    """A function that finds a puzzle, by a search for a player's own; a puzzle that does not exist raises at once."""
    if puzzle == OWN:
        position = reached(origin, moves)
        return lambda: puzzles.own_puzzle(position)
    chosen = puzzles.puzzle(puzzle)
    return lambda: chosen


def _view(given: Puzzle) -> wire.PuzzleView:
    return wire.PuzzleView(**reading.card(given).model_dump(), position=position_view(reached(given.line)))


def _refutation(after: Position, given: Refutation) -> wire.RefutationView:
    return wire.RefutationView(kind=given.kind, moves=given.moves, steps=_steps(after, given.moves), plies=given.plies)


def _steps(position: Position, moves: Sequence[str]) -> tuple[PositionView, ...]:
    steps = []
    for move in moves:
        position = position.play(move)
        steps.append(position_view(position))
    return tuple(steps)
