"""Games and analyses as notebooks show them, and drawings of what is known: a game's course, a map of moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from html import escape
from typing import TYPE_CHECKING

from . import locales, messages, results, svg
from .engine import Engine
from .errors import DreierleiError
from .match import Match
from .model import SIDES, WHITE, Side
from .palette import palette
from .record import Record
from .scene import LETTER
from .search import Analysis
from .shapes import circle, path, plain, rect, route, text, units
from .solvers import Solution, values

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ._core import Move
    from .messages import Language
    from .palette import Palette, Style
    from .position import Position

NODES = 20_000
"""Positions that are looked at for each point of a chart."""
WIDTH, HEIGHT = 8.0, 2.4
"""The size of a chart in units of a drawing, without its margins."""
_EVEN = 150
"""The estimate, in hundredths, that is drawn halfway between even and won."""


# --- a game's course --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Point:
    """What a position of a game is worth to White."""

    height: float
    """From -1, lost, to 1, won."""
    proved: bool
    label: str
    """The move that led there and the score."""


def course(positions: Sequence[Position], *, nodes: int = NODES) -> tuple[Point, ...]:
    """What each position of a game is worth, by a search of so many nodes each: the same in every run."""
    engine = Engine()
    return tuple(_point(here, engine, nodes) for here in positions)


def chart(points: Sequence[Point], *, size: int = 640, style: Style = "light", language: str = "en") -> str:
    """A drawing of a game's course: up is good for White. Proved values have full marks, estimates hollow ones."""
    ink, spoken = palette(style), locales.language(language)
    if not points:
        raise DreierleiError("There is nothing to draw: expected at least one position.")
    step = WIDTH / max(1, len(points) - 1)
    spots = [(i * step, HEIGHT / 2 * (1 - point.height)) for i, point in enumerate(points)]
    margin, left = 0.35, 1.1
    box = (-left, -margin, WIDTH + left + margin, HEIGHT + 2 * margin)
    parts = [
        rect(*box, rx=0.18, fill=ink.frame),
        rect(0.0, 0.0, WIDTH, HEIGHT, fill=ink.surface),
        path(route(((0, HEIGHT / 2), (WIDTH, HEIGHT / 2))), stroke=ink.line, stroke_width=0.03),
    ]
    for side, y in zip(SIDES, (0.16, HEIGHT - 0.16), strict=True):
        parts.append(text(messages.say(spoken, str(side)), -left / 2, y, 0.26, fill=ink.text))
    parts.append(path(route(spots), stroke=ink.last, stroke_width=0.05, fill="none", stroke_linejoin="round"))
    for (x, y), point in zip(spots, points, strict=True):
        fill = ink.last if point.proved else ink.frame
        dot = circle(x, y, min(0.09, step * 0.4), fill=fill, stroke=ink.last, stroke_width=0.03)
        parts.append(f"<g><title>{escape(point.label)}</title>{dot}</g>")
    return _picture(
        box, size, parts, messages.say(spoken, "notebook chart"), messages.say(spoken, "notebook chart about")
    )


def _point(here: Position, engine: Engine, nodes: int) -> Point:
    move = f"{here.last_move}: " if here.last_move else ""
    if (end := here.outcome()) is not None:
        return Point(_decided(end.winner), True, f"{move}{end.result}")
    score = engine.analyse(here, nodes=nodes).score
    up = 1 if here.turn is WHITE else -1
    if score.result is not None:
        return Point({"win": 1.0, "draw": 0.0, "loss": -1.0}[score.result] * up, True, f"{move}{here.turn} {score}")
    estimate = score.estimate or 0
    return Point(up * estimate / (abs(estimate) + _EVEN), False, f"{move}{here.turn} {score}")


def _decided(winner: Side | None) -> float:
    return 0.0 if winner is None else 1.0 if winner is WHITE else -1.0


# --- a map of moves ---------------------------------------------------------------------------------------------------


def move_map(
    position: Position,
    known: Mapping[Move, Solution] | None = None,
    *,
    size: int = 400,
    style: Style = "light",
    language: str = "en",
) -> str:
    """The board with what each move leads to: a disc in the winner's colour, or `=`, and the plies to the end.

    The moves must be places; for the start this is the map of first stones. `known` is as `solvers.values` gives it; by
    default it is solved. Raises `DreierleiError` where a move is more than a place.
    """
    places = {place.name: place for place in position.variant.layout.places}
    known = values(position) if known is None else known
    ink, spoken = palette(style), locales.language(language)
    parts = []
    for move, found in known.items():
        if len(move.targets) != 1 or move.text not in places:
            raise DreierleiError(f"{move} is more than a place: a map needs moves that are places.")
        place = places[move.text]
        parts.append(_verdict(place.x, place.y, found, ink))
        about = results.solution(found).say(spoken)
        parts[-1] = f"<g><title>{escape(f'{move}: {about}')}</title>{parts[-1]}</g>"
    board = svg.draw(position, size=size, style=style, language=language)
    return board.replace("\n</svg>", f'\n<g class="map">\n{"".join(parts)}\n</g>\n</svg>')


def _verdict(x: float, y: float, found: Solution, ink: Palette) -> str:
    if not found.known:
        return text("?", x, y, 0.4, fill=ink.text)
    plies = "" if found.plies is None else str(found.plies)
    if found.winner is None:
        back = rect(x - 0.3, y - 0.22, 0.6, 0.44, rx=0.08, fill=ink.frame, stroke=ink.border, stroke_width=0.025)
        return back + text("=", x, y, 0.4, fill=ink.text, font_weight=600)
    stone = ink.stones[LETTER[found.winner]]
    disc = circle(x, y, 0.32, fill=stone.fill, stroke=stone.edge, stroke_width=0.04)
    return disc + text(plies, x, y, 0.3, fill=ink.stones[LETTER[found.winner.other]].fill, font_weight=600)


# --- as HTML ----------------------------------------------------------------------------------------------------------


@singledispatch
def html(value: object, language: str = "en") -> str:  # noqa: ARG001
    """A record, match, analysis or solution as HTML."""
    raise TypeError(f"a notebook cannot show {type(value).__name__} as HTML")


@html.register
def _record(game: Record, language: str = "en") -> str:
    """A record: who played, the final position, the moves."""
    spoken = locales.language(language)
    players = " – ".join(escape(game.tag(str(side).capitalize()) or messages.say(spoken, str(side))) for side in SIDES)
    name = game.start.variant.game.names[spoken]
    moves = str(game).rpartition("\n\n")[2].strip()
    return (
        f"<p><b>{escape(name)}</b> · {players} · {escape(game.result)}</p>"
        f"{svg.draw(game.final, size=280, language=spoken)}<p>{escape(moves)}</p>"
    )


@html.register
def _match(match: Match, language: str = "en") -> str:
    """A match: the score after each game, and where the current one stands."""
    spoken = locales.language(language)
    name = match.position.variant.game.names[spoken]
    rows = [
        (str(number), escape(game.tag("White")), escape(game.tag("Black")), escape(game.result))
        for number, game in enumerate(match.records, 1)
    ]
    score = escape(results.match_score(match).say(spoken))
    head = ("", messages.say(spoken, "white"), messages.say(spoken, "black"), "")
    picture = svg.draw(match.position, size=280, language=spoken)
    return f"<p><b>{escape(name)}</b> · {score}</p>{_table(head, rows)}{picture}"


@html.register
def _analysis(found: Analysis, language: str = "en") -> str:
    """An analysis: its lines, the best first."""
    spoken = locales.language(language)
    rows = [
        (
            escape(results.score(line.score, long=True).say(spoken)),
            str(line.depth),
            escape(" ".join(map(str, line.moves))),
        )
        for line in found.lines
    ]
    head = tuple(messages.say(spoken, f"notebook {name}") for name in ("score", "depth", "line"))
    return _table(head, rows) + _effort(found.nodes, found.seconds, spoken)


@html.register
def _solution(found: Solution, language: str = "en") -> str:
    """A solution: who wins, how long it takes, and best play."""
    spoken = locales.language(language)
    verdict = results.solution(found).say(spoken)
    line = f"<p>{escape(' '.join(map(str, found.line)))}</p>" if found.line else ""
    return f"<p><b>{escape(verdict)}</b></p>{line}{_effort(found.nodes, found.seconds, spoken)}"


def _effort(nodes: int, seconds: float, spoken: Language) -> str:
    return f"<p>{escape(messages.say(spoken, 'notebook effort', nodes=f'{nodes:,}', seconds=f'{seconds:.2f}'))}</p>"


def _table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are HTML already."""
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>{body}</table>"


def _picture(box: tuple[float, float, float, float], size: int, parts: Iterable[str], title: str, about: str) -> str:
    left, top, width, height = box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{size}" height="{plain(size * height / width)}" '
        f'viewBox="{units(left)} {units(top)} {units(width)} {units(height)}" font-family="{svg.FONT}">\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(about)}</desc>\n" + "\n".join(parts) + "\n</svg>\n"
    )
