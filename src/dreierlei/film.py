"""A game as an animated picture: one standalone SVG that plays by itself and starts again.

It has no script: the motion is CSS. Readers who prefer reduced motion and programs without animation see the
final position.
"""

from __future__ import annotations

import itertools
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from . import svg
from .errors import DreierleiError, expect
from .model import Point
from .palette import Style, palette
from .picture import frame, picture
from .positions import Position, Step
from .record import Record
from .scene import scene
from .shapes import Box, Group, Look, Picture, Rect, Shape, Text, Use, around, polyline
from .symbols import Symbols

HOLD = 3
"""How long the final position stays, in moves."""
SLIDE, TURN = 0.3, 0.6
"""When slides and turns of rings end, as fractions of the time for a move."""
FADE = 0.12
BENDS = 4
"""The number of straight segments that make up a turn."""
CAPTION = 0.75
"""The height of the line below the board."""


def animate(
    game: Record, *, seconds: float = 1.0, size: int = 400, style: Style = "light", language: str = "en"
) -> str:
    """An animated picture of a game, `seconds` for each move and `size` pixels along its longer side.

    Raises `DreierleiError` for a time that is not above 0, and for a style or language that does not exist.
    """
    expect(game, Record, "type.record")
    expect(seconds, (int, float), "type.measure")
    if not 0 < seconds < math.inf:
        raise DreierleiError("drawing.seconds", seconds=seconds)
    positions = game.positions()
    plies = len(positions) - 1
    name = f"f{zlib.crc32(str(game).encode()):x}"
    symbols, ink = Symbols(style), palette(style)
    first, last = (scene(position, last_move=False, language=language) for position in (positions[0], positions[-1]))
    ground = picture(replace(first, stones=(".",) * len(first.stones)), style)
    box = _with_caption(frame(first.layout, labels=True, hands=False))
    clock = _Clock(name, (plies + 1 + HOLD) * seconds, plies + 1 + HOLD)

    end = [
        Use(symbols.winning, place.x, place.y)
        for index, place in enumerate(first.layout.places)
        if index in last.winning
    ]
    links = [polyline(ends, Look(stroke=ink.winning, width=0.16, cap="round")) for ends in last.links()]
    stones = [
        Group((Use(symbols.stone(track.letter), *track.at, f"stone {track.letter}"),), clock.moves(track))
        for track in _tracks(positions)
    ]
    signs = []
    for number, position in enumerate(positions[1:], 1):
        marked = scene(position, language=language)
        marks: list[Shape] = [
            Use(symbols.last(role), marked.layout.places[index].x, marked.layout.places[index].y)
            for index, role in marked.last.items()
        ]
        words = f"{(number + 1) // 2}{'.' if number % 2 else '…'} {position.last_move}"
        final = number == plies
        words += f"   {game.result}" if final and game.result != "*" else ""
        caption = Text(words, box.x + box.width / 2, box.bottom - CAPTION / 2 - 0.05, 0.36, ink.text, bold=True)
        until = None if final else number + 1
        signs.append(Group(tuple(marks), clock.shows(number + TURN, until)))
        signs.append(Group((caption,), clock.shows(number, until)))
    layers: list[Shape] = [
        Rect(box.x, box.y, box.width, box.height, Look(ink.frame), 0.18, "frame"),
        *ground.only("board", "labels", "controls"),
        Group((*links, *end), clock.shows(plies + TURN, None)) if end else Group(()),
        Group(tuple(stones), "stones"),
        *signs,
    ]
    shown = Picture(box, tuple(layers), last.name, picture(last, style).description)
    return svg.render(shown, size=size, role=f"dreierlei {style} {name}", css=clock.css())


def _with_caption(box: Box) -> Box:
    return replace(box, height=box.height + CAPTION - 0.15)


# --- the paths of the stones ------------------------------------------------------------------------------------------


@dataclass
class _Track:
    """A stone's path: when it appears, the points that it passes with their times in moves, and when it disappears."""

    letter: str
    born: float
    points: list[tuple[float, Point]] = field(default_factory=list)
    gone: float | None = None

    @property
    def at(self) -> Point:
        """Where it is at the end."""
        return self.points[-1][1]


def _tracks(positions: Sequence[Position]) -> list[_Track]:
    """The path of every stone in a game."""
    layout = positions[0].variant.layout
    places = {place.name: (place.x, place.y) for place in layout.places}
    standing = {
        place.name: _Track(letter, 0, [(0, (place.x, place.y))])
        for place, letter in zip(layout.places, positions[0].stones, strict=True)
        if letter != "."
    }
    tracks = list(standing.values())
    rings = {ring.name: ring for ring in layout.rings}
    for time, (before, after) in enumerate(itertools.pairwise(positions), 1):
        assert after.last_move is not None
        steps = before.motion(after.last_move)
        for turning, begin, end in ((False, 0.0, SLIDE), (True, SLIDE, TURN)):
            part = [step for step in steps if (step.kind == "turn") is turning]
            lifted = [standing.pop(step.start) if step.start is not None else None for step in part]
            for step, track in zip(part, lifted, strict=True):
                if track is None:
                    track = _Track(step.stone, time + begin)  # noqa: PLW2901
                    tracks.append(track)
                if step.end is None:
                    track.gone = time + end
                    continue
                standing[step.end] = track
                path = _path(step, places, rings[step.ring].step if step.ring else 0)
                if track.points:
                    track.points.append((time + begin, track.at))
                for number, point in enumerate(path, 1):
                    track.points.append((time + begin + (end - begin) * number / len(path), point))
    return tracks


def _path(step: Step, places: dict[str, Point], turn: float) -> list[Point]:
    """The points that a stone passes in a step; in a turn, an arc around the origin."""
    assert step.end is not None
    if not step.ring or step.start is None:
        return [places[step.end]]
    start = complex(*places[step.start])
    angle, by = math.atan2(start.imag, start.real), math.radians(turn)
    return [around((0, 0), abs(start), angle + by * n / BENDS) for n in range(1, BENDS)] + [places[step.end]]


# --- the motion as CSS ------------------------------------------------------------------------------------------------


class _Clock:
    """Collects the animations of a film as CSS; each method returns the class of what it animates."""

    def __init__(self, name: str, seconds: float, moves: float) -> None:
        self._name, self._moves = name, moves
        self._seconds = seconds
        self._rules: list[str] = []

    def moves(self, track: _Track) -> str:
        """The class of a stone that follows its path."""
        x, y = track.at
        frames: list[tuple[float, str]] = []
        for time, (px, py) in ((0.0, track.points[0][1]), *track.points):
            frames.append((time, f"transform:translate({svg.length(px - x)}px,{svg.length(py - y)}px)"))
        if track.born:
            frames += [(track.born, "opacity:0"), (track.born + FADE, "opacity:1")]
        if track.gone is not None:
            frames += [(track.gone - FADE, "opacity:1"), (track.gone, "opacity:0")]
        frames.append((0.0, f"opacity:{int(not track.born)}"))
        return self._rule(frames, stays=track.gone is None)

    def shows(self, begin: float, end: float | None) -> str:
        """The class of something that is visible from one time to another, or to the end."""
        frames = [(0.0, "opacity:0"), (begin - FADE, "opacity:0"), (begin, "opacity:1")]
        if end is not None:
            frames += [(end - 0.02, "opacity:1"), (end, "opacity:0")]
        return self._rule(frames, stays=end is None)

    def _rule(self, frames: list[tuple[float, str]], *, stays: bool) -> str:
        name = f"{self._name}-{len(self._rules)}"
        by_time: dict[str, dict[str, None]] = {}
        for time, what in sorted(frames, key=lambda frame: frame[0]):
            by_time.setdefault(f"{100 * time / self._moves:.2f}", {})[what] = None
        body = "".join(f"{float(time):g}%{{{';'.join(what)}}}" for time, what in by_time.items())
        rest = "" if stays else "opacity:0;"
        self._rules.append(f".{name}{{{rest}animation-name:{name}}}@keyframes {name}{{{body}}}")
        return f"{name} moving"

    def css(self) -> str:
        """The style sheet of the film."""
        root = f".{self._name}"
        return "\n".join(
            (
                f"{root} .moving{{animation-duration:{self._seconds:g}s;animation-iteration-count:infinite}}",
                *self._rules,
                f"@media(prefers-reduced-motion:reduce){{{root} .moving{{animation-name:none}}}}",
            )
        )
