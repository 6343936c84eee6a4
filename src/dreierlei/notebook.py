"""Games and analyses as notebooks show them, and drawings of what is known: a game's course, a map of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatch
from html import escape

from . import locales, messages, results, svg
from ._core import Move
from .engine import Engine
from .errors import DreierleiError
from .match import Match
from .messages import Language
from .model import SIDES, Place
from .palette import Palette, Style, palette
from .picture import picture
from .positions import Position
from .record import Record
from .review import Judgement, judge
from .scene import LETTER, scene
from .search import Analysis
from .shapes import Box, Circle, Group, Look, Picture, Rect, Shape, Text, polyline
from .solvers import Solution, values

NODES = 20_000
"""Positions searched for each point of a chart."""
WIDTH, HEIGHT = 8.0, 2.4
"""The size of a chart in units of a drawing, without its margins."""


# --- a game's course --------------------------------------------------------------------------------------------------


def course(positions: Sequence[Position], *, nodes: int = NODES) -> tuple[Judgement, ...]:
    """What each position of a game is worth, by a search of `nodes` nodes each: the same in every run."""
    engine = Engine()
    return tuple(judge(position, seconds=None, nodes=nodes, engine=engine) for position in positions)


def chart(course: Sequence[Judgement], *, size: int = 640, style: Style = "light", language: str = "en") -> str:
    """A drawing of a game's course: up is good for White. Proved values have filled marks, estimates hollow ones.

    Raises `DreierleiError` if there are no positions, and for a style or language that does not exist.
    """
    ink, chosen = palette(style), locales.language(language)
    if not course:
        raise DreierleiError("drawing.no-positions")
    step = WIDTH / max(1, len(course) - 1)
    spots = [(i * step, HEIGHT / 2 * (1 - judgement.chance)) for i, judgement in enumerate(course)]
    margin, left = 0.35, 1.1
    box = Box(-left, -margin, WIDTH + left + margin, HEIGHT + 2 * margin)
    shapes: list[Shape] = [
        Rect(box.x, box.y, box.width, box.height, Look(ink.frame), 0.18),
        Rect(0, 0, WIDTH, HEIGHT, Look(ink.surface)),
        polyline(((0, HEIGHT / 2), (WIDTH, HEIGHT / 2)), Look(stroke=ink.line, width=0.03)),
    ]
    for side, y in zip(SIDES, (0.16, HEIGHT - 0.16), strict=True):
        shapes.append(Text(side.say(chosen), -left / 2, y, 0.26, ink.text))
    shapes.append(polyline(spots, Look(stroke=ink.last, width=0.05, join="round")))
    for (x, y), judgement in zip(spots, course, strict=True):
        look = Look(ink.last if judgement.known else ink.frame, ink.last, 0.03)
        move = f"{judgement.position.last_move}: " if judgement.position.last_move else ""
        value = results.judgement(judgement).say(chosen)
        shapes.append(Group((Circle(x, y, min(0.09, step * 0.4), look),), title=move + value))
    title, about = (messages.say(chosen, key) for key in ("notebook.chart", "notebook.chart-about"))
    return svg.render(Picture(box, tuple(shapes), title, about), size=size)


# --- a map of moves ---------------------------------------------------------------------------------------------------


def move_map(
    position: Position,
    solutions: Mapping[Move, Solution] | None = None,
    *,
    size: int = 400,
    style: Style = "light",
    language: str = "en",
) -> str:
    """The board with what each move leads to: a disc in the winner's colour, or `=`, and the plies to the end.

    The moves must be places; for the start this is the map of first stones. `solutions` are as `solvers.values` gives
    them; by default the moves are solved. Raises `DreierleiError` where a move is more than a place.
    """
    places = {place.name: place for place in position.variant.layout.places}
    chosen = locales.language(language)
    verdicts = []
    for move, solution in (values(position) if solutions is None else solutions).items():
        if len(move.targets) != 1 or move.text not in places:
            raise DreierleiError("drawing.map", move=move.text)
        title = f"{move}: {results.solution(solution).say(chosen)}"
        verdicts.append(Group(tuple(_disc(places[move.text], solution, palette(style))), title=title))
    shown = scene(position, language=language)
    return svg.render(picture(shown, style).over(Group(tuple(verdicts), "map")), size=size, role=f"dreierlei {style}")


def _disc(place: Place, solution: Solution, ink: Palette) -> Iterator[Shape]:
    x, y = place.x, place.y
    if not solution.known:
        yield Text("?", x, y, 0.4, ink.text)
    elif solution.winner is None:
        yield Rect(x - 0.3, y - 0.22, 0.6, 0.44, Look(ink.frame, ink.border, 0.025), 0.08)
        yield Text("=", x, y, 0.4, ink.text, bold=True)
    else:
        stone, other = (ink.stones[LETTER[side]] for side in (solution.winner, solution.winner.other))
        yield Circle(x, y, 0.32, Look(stone.fill, stone.edge, 0.04))
        yield Text("" if solution.plies is None else str(solution.plies), x, y, 0.3, other.fill, bold=True)


# --- as HTML ----------------------------------------------------------------------------------------------------------


@singledispatch
def html(value: object, language: str = "en") -> str:  # noqa: ARG001
    """A record, match, analysis or solution as HTML."""
    raise TypeError(f"a notebook cannot show {type(value).__name__} as HTML")


@html.register
def _record(game: Record, language: str = "en") -> str:
    """Who played, the final position, the moves."""
    chosen = locales.language(language)
    players = " – ".join(escape(game.tags.get(str(side).capitalize(), "") or side.say(chosen)) for side in SIDES)
    name = game.start.variant.game.names[chosen]
    moves = str(game).rpartition("\n\n")[2].strip()
    return (
        f"<p><b>{escape(name)}</b> · {players} · {escape(game.result)}</p>"
        f"{svg.draw(game.final, size=280, language=chosen)}<p>{escape(moves)}</p>"
    )


@html.register
def _match(match: Match, language: str = "en") -> str:
    """The score after each game, and the current position."""
    chosen = locales.language(language)
    name = match.position.variant.game.names[chosen]
    rows = [
        (str(number), escape(game.tags.get("White", "")), escape(game.tags.get("Black", "")), escape(game.result))
        for number, game in enumerate(match.records, 1)
    ]
    score = escape(results.match_score(match).say(chosen))
    head = ("", *(side.say(chosen) for side in SIDES), "")
    picture = svg.draw(match.position, size=280, language=chosen)
    return f"<p><b>{escape(name)}</b> · {score}</p>{_table(head, rows)}{picture}"


@html.register
def _analysis(analysis: Analysis, language: str = "en") -> str:
    """The lines of an analysis, the best first."""
    chosen = locales.language(language)
    rows = [
        (
            escape(results.score(line.score, long=True).say(chosen)),
            str(line.depth),
            escape(" ".join(map(str, line.moves))),
        )
        for line in analysis.lines
    ]
    head = tuple(messages.say(chosen, f"notebook.{name}") for name in ("score", "depth", "line"))
    return _table(head, rows) + _effort(analysis.nodes, analysis.seconds, chosen)


@html.register
def _solution(solution: Solution, language: str = "en") -> str:
    """Who wins, how long it takes, and best play."""
    chosen = locales.language(language)
    verdict = results.solution(solution).say(chosen)
    line = f"<p>{escape(' '.join(map(str, solution.line)))}</p>" if solution.line else ""
    return f"<p><b>{escape(verdict)}</b></p>{line}{_effort(solution.nodes, solution.seconds, chosen)}"


def _effort(nodes: int, seconds: float, language: Language) -> str:
    return f"<p>{escape(messages.say(language, 'notebook.effort', nodes=f'{nodes:,}', seconds=f'{seconds:.2f}'))}</p>"


def _table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are HTML already."""
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>{body}</table>"
