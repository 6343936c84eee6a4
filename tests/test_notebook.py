"""What notebooks show of games and analyses, and drawings of what is known."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

import dreierlei
from dreierlei import notebook
from dreierlei.match import Match
from dreierlei.messages import LANGUAGES
from dreierlei.palette import PALETTES
from dreierlei.record import Record
from dreierlei.review import Judgement
from dreierlei.solvers import values

from .contrast import contrast

EVERY_GAME = [game.id for game in dreierlei.games()]


class Balanced(HTMLParser):
    """Tells whether all tags are closed, and collects the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert all(value is not None for _, value in attrs)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def texts(html: str) -> str:
    return " ".join(" ".join(Balanced(html).words).split())


def played(game: str, plies: int = 4) -> dreierlei.Position:
    position = dreierlei.start(game)
    for _ in range(plies):
        position = position.play(position.moves()[-1])
    return position


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_shows_itself(game: str, language: str) -> None:
    position = played(game)
    record = Record.from_position(position, {"White": "A <b>", "Black": "B & C"})
    shown = texts(notebook.html(record, language))
    assert "A <b> – B & C" in shown
    assert all(str(move) in shown for move in position.line)
    match = Match.start(game, players=("A <b>", "B"))
    assert "A <b> 0 – 0 B" in texts(notebook.html(match, language))
    found = dreierlei.analyse(position, nodes=500, lines=2)
    assert str(found.best) in texts(notebook.html(found, language))


def test_methods_are_what_notebooks_call() -> None:
    position = played("tictactoe")
    record = Record.from_position(position)
    assert record._repr_html_() == notebook.html(record)
    match = Match.start("tictactoe")
    assert match._repr_html_() == notebook.html(match)
    found = dreierlei.analyse(position, nodes=500)
    assert found._repr_html_() == notebook.html(found)
    solution = dreierlei.solve(position)
    assert solution._repr_html_() == notebook.html(solution)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("tictactoe .../.../... w", "Draw"),
        ("tictactoe ww./bb./... w", "White wins in 1 move"),
        ("tictactoe ww./bb./w.. b", "Black wins in 1 move"),
    ],
)
def test_solutions_say_who_wins(line: str, expected: str) -> None:
    assert expected in texts(notebook.html(dreierlei.solve(dreierlei.position(line))))


def test_what_is_not_known_is_said() -> None:
    found = dreierlei.solve(dreierlei.start("tres"), nodes=10)
    assert "Not known" in texts(notebook.html(found))


def test_a_course_has_a_point_for_each_position() -> None:
    position = dreierlei.start("tictactoe").play("b2").play("b1").play("a1").play("c3").play("a3").play("c1").play("a2")
    course = notebook.course(Record.from_position(position).positions())
    # The second move loses, and from then on White wins.
    assert [judgement.chance for judgement in course] == [0, 0, 1, 1, 1, 1, 1, 1]
    assert all(judgement.known for judgement in course)
    assert "a2: White has won" in texts(notebook.chart(course))


@pytest.mark.parametrize("style", PALETTES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_charts_are_pictures(style: str, language: str) -> None:
    start = dreierlei.start("tictactoe")
    course = [
        Judgement(start, 0, False, None, None, 0.25, ()),
        Judgement(start.play("b2"), 1, True, dreierlei.WHITE, 3, 1.0, ()),
    ]
    for shown in (course, course[:1]):
        root = ET.fromstring(notebook.chart(shown, style=style, language=language))  # type: ignore[arg-type]
        dots = root.findall(".//{*}circle")
        assert len(dots) == len(shown)
    assert dots[0].get("fill") != dots[0].get("stroke")  # an estimate is hollow
    with pytest.raises(dreierlei.DreierleiError, match="expected at least one position"):
        notebook.chart([])


@pytest.mark.parametrize("style", PALETTES)
def test_maps_show_every_move(style: str) -> None:
    position = dreierlei.start("tictactoe").play("b1")
    root = ET.fromstring(notebook.move_map(position, style=style))  # type: ignore[arg-type]
    shown = root.findall(".//{*}g[@class='map']/{*}g")
    said = {title.text.split(":")[0]: "".join(group.find("{*}text").itertext()) for group in shown  # type: ignore[union-attr]
            for title in group.findall("{*}title")}  # fmt: skip
    known = {str(move): found for move, found in values(position).items()}
    assert said == {move: "=" if found.winner is None else str(found.plies) for move, found in known.items()}
    for group in shown:
        for disc in group.findall("{*}circle"):
            number = group.find("{*}text")
            assert number is not None
            assert contrast(str(disc.get("fill")), str(number.get("fill"))) > 4.5


def test_maps_are_of_places() -> None:
    with pytest.raises(dreierlei.DreierleiError, match="a map needs moves that are places"):
        notebook.move_map(
            dreierlei.start("tres"), {dreierlei.start("tres").moves()[0]: dreierlei.solve(played("tictactoe"))}
        )
