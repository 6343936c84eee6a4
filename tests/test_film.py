"""Animated pictures: whatever moves in them, at rest after each move they show the position."""

from __future__ import annotations

import math
import random
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import dreierlei
from dreierlei import DreierleiError, film, svg
from dreierlei.cli import commands
from dreierlei.record import Record

if TYPE_CHECKING:
    from pathlib import Path

    from dreierlei import Position

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [game.id for game in dreierlei.games()]


def played(game: str, seed: int = 1, most: int = 70) -> Record:
    lot = random.Random(f"{game} {seed}")
    position = dreierlei.start(game)
    while position.outcome() is None and len(position.line) < most:
        position = position.play(lot.choice(position.moves()))
    return Record.from_position(position)


class Film:
    """A film as a browser would read it."""

    def __init__(self, text: str) -> None:
        self.root = ElementTree.fromstring(text)
        css = self.root.findtext(f"{SVG}style") or ""
        self.frames = {
            name: [(float(time), body) for time, body in re.findall(r"([\d.]+)%\{([^}]*)\}", frames)]
            for name, frames in re.findall(r"@keyframes ([\w-]+)\{((?:[\d.]+%\{[^}]*\})*)\}", css)
        }
        self.hidden = set(re.findall(r"\.([\w-]+)\{opacity:0;", css))

    def value(self, name: str, what: str, percent: float) -> str | None:
        """A property at a time at which it rests."""
        found = [(time, match[1]) for time, body in self.frames[name] if (match := re.search(rf"{what}:([^;]+)", body))]
        before = [value for time, value in found if time <= percent]
        after = [value for time, value in found if time > percent]
        assert found[0][0] == 0
        if after:
            assert before[-1] == after[0], "it rests"
        return before[-1]

    def stones(self, position: Position, percent: float) -> str:
        """The stones that are seen at a time, a letter for each place."""
        seen = {}
        for group in self.root.iterfind(f".//{SVG}g[@class='stones']/{SVG}g"):
            name = group.attrib["class"].split()[0]
            use = group.find(f"{SVG}use")
            assert use is not None
            if self.value(name, "opacity", percent) == "0":
                continue
            dx, dy = map(float, re.findall(r"-?[\d.]+", self.value(name, "transform", percent) or ""))
            place = round(float(use.get("x", 0)) + dx), round(float(use.get("y", 0)) + dy)
            assert place not in seen
            seen[place] = use.attrib["class"].split()[-1]
        places = [(round(place.x * svg.UNIT), round(place.y * svg.UNIT)) for place in position.variant.layout.places]
        assert set(seen) <= set(places)
        return "".join(seen.get(place, ".") for place in places)


@pytest.mark.parametrize("game", GAMES)
def test_at_rest_a_film_shows_each_position(game: str) -> None:
    record = played(game)
    shown = Film(film.animate(record))
    positions = record.positions()
    moves = len(positions) + film.HOLD
    for number, position in enumerate(positions):
        assert shown.stones(position, 100 * (number + 0.8) / moves) == "".join(position.stones)
    final = sum(stone != "." for stone in record.final.stones)
    visible = [name for name in shown.frames if name not in shown.hidden]
    assert len(visible) >= final  # without animation, the final position is seen


def test_a_film_needs_nothing_from_outside_and_can_stand_still() -> None:
    text = film.animate(played(GAMES[0]))
    assert "<script" not in text
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert "prefers-reduced-motion" in text


def test_a_game_without_moves_is_a_picture() -> None:
    assert Film(film.animate(Record.from_position(dreierlei.start(GAMES[0])))).root.get("viewBox")


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf])
def test_times_are_above_nothing(seconds: float) -> None:
    with pytest.raises(DreierleiError, match="above 0"):
        film.animate(played(GAMES[0]), seconds=seconds)


def test_on_the_command_line(tmp_path: Path) -> None:
    source, target = tmp_path / "game.txt", tmp_path / "game.svg"
    source.write_text(str(played(GAMES[1])), "utf-8")
    done = CliRunner().invoke(commands, ["animate", str(source), str(target), "--style", "dark"])
    assert done.exit_code == 0, done.output
    assert Film(target.read_text("utf-8")).frames
    with pytest.raises(DreierleiError, match="There is no game 2"):
        CliRunner().invoke(commands, ["animate", str(source), str(target), "--game", "2"], catch_exceptions=False)
    with pytest.raises(DreierleiError, match=r"ends in \.svg"):
        CliRunner().invoke(commands, ["animate", str(source), str(tmp_path / "game.png")], catch_exceptions=False)
