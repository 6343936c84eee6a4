"""Pictures: of every game there is, along games played at random."""

from __future__ import annotations

import itertools
import random
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import svg
from dreierlei.palette import BOARDS, PALETTES, STONES

from .contrast import contrast

if TYPE_CHECKING:
    from dreierlei import Game, Position
    from dreierlei.palette import Palette, Style

STYLES: tuple[Style, ...] = ("light", "dark", "paper", "print")
GAMES = pytest.mark.parametrize("game", dreierlei.games(), ids=lambda game: game.id)
NS = "{http://www.w3.org/2000/svg}"


def played(game: Game, seed: int, plies: int = 150) -> list[Position]:
    """The positions of a random game, or of its beginning."""
    lot = random.Random(f"{game.id} {seed}")
    line = [dreierlei.start(game.id)]
    while len(line) <= plies and (moves := line[-1].moves()):
        line.append(line[-1].play(lot.choice(moves)))
    return line


def won(game: Game) -> Position:
    """The end of a random game that somebody won on the board."""
    for seed in itertools.count():
        end = played(game, seed)[-1]
        if (outcome := end.outcome()) and outcome.winner and (end.winning_places() or seed > 200):
            return end
    raise AssertionError


def parse(picture: str) -> ET.Element:
    root = ET.fromstring(picture)
    assert root.tag == f"{NS}svg"
    return root


def by_place(root: ET.Element) -> dict[str, ET.Element]:
    found = [element for element in root.iter() if "data-place" in element.attrib]
    names = [element.attrib["data-place"] for element in found]
    assert len(names) == len(set(names))
    return dict(zip(names, found, strict=True))


def classes(element: ET.Element) -> list[str]:
    return element.attrib.get("class", "").split()


def having(root: ET.Element, *wanted: str) -> list[ET.Element]:
    return [element for element in root.iter() if set(wanted) <= set(classes(element))]


@GAMES
@pytest.mark.parametrize("style", STYLES)
def test_every_place_and_every_stone_is_drawn(game: Game, style: Style) -> None:
    for position in played(game, 1)[::4]:
        places = by_place(parse(svg.draw(position, style=style)))
        assert list(places) == [place.name for place in position.variant.layout.places]
        for name, stone in zip(places, position.stones, strict=True):
            drawn = [classes(element)[1] for element in having(places[name], "stone")]
            assert drawn == ([] if stone == "." else [stone]), name


@GAMES
def test_a_picture_stands_alone_and_says_what_it_shows(game: Game) -> None:
    position = played(game, 2, 6)[-1]
    for language in ("de", "en", "lb"):
        picture = svg.draw(position, size=300, language=language, targets=position.choices())
        root = parse(picture)
        assert root[0].tag == f"{NS}title"
        assert root[0].text == game.names[language]
        assert root[1].tag == f"{NS}desc"
        assert position.line[-1].text in (root[1].text or "")
        assert max(float(root.attrib["width"]), float(root.attrib["height"])) == 300
        assert not [e for e in root.iter() if e.tag.removeprefix(NS) in ("script", "image", "style", "foreignObject")]
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        used = [part.split(")")[0] for part in picture.split("url(#")[1:]]
        uses = [element.attrib["href"] for element in root.iter() if "href" in element.attrib]
        assert picture.count("url(") == len(used)
        assert all(reference.startswith("#") for reference in uses)
        assert len(ids) == len(set(ids))
        assert {*used, *(reference[1:] for reference in uses)} == set(ids)


def circles(element: ET.Element) -> list[tuple[float, float, float]]:
    """Centre and radius of the circles that are drawn where they are written."""
    defined = {circle for defs in element.iter(f"{NS}defs") for circle in defs.iter(f"{NS}circle")}
    return [
        (float(circle.attrib["cx"]), float(circle.attrib["cy"]), float(circle.attrib["r"]))
        for circle in element.iter(f"{NS}circle")
        if circle not in defined
    ]


def used_circles(root: ET.Element) -> list[tuple[float, float, float]]:
    """Centre and radius of the circles of symbols, where these are used at their own size."""
    symbols = {f"#{element.attrib['id']}": element for element in root.iter(f"{NS}g") if "id" in element.attrib}
    return [
        (float(use.attrib["x"]) + x, float(use.attrib["y"]) + y, r)
        for use in root.iter(f"{NS}use")
        if "x" in use.attrib
        for x, y, r in circles(symbols[use.attrib["href"]])
    ]


@GAMES
def test_everything_lies_within_the_picture(game: Game) -> None:
    position = played(game, 3)[-1]
    root = parse(svg.draw(position))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for x, y, r in [*circles(root), *used_circles(root)]:
        assert left <= x - r <= x + r <= left + width
        assert top <= y - r <= y + r <= top + height


@GAMES
def test_targets_can_be_pointed_at(game: Game) -> None:
    for position in played(game, 4)[:-1:3]:
        choices = position.choices()
        root = parse(svg.draw(position, targets=choices))
        offered = [e.attrib["data-target"] for e in root.iter() if "target" in classes(e) and "data-target" in e.attrib]
        assert sorted(offered) == sorted(choices)
        second = position.choices(choices[0])
        root = parse(svg.draw(position, targets=second))
        offered = [e.attrib["data-target"] for e in root.iter() if "target" in classes(e) and "data-target" in e.attrib]
        assert sorted(offered) == sorted(second)


@GAMES
def test_the_last_move_is_shown_unless_it_is_not_wanted(game: Game) -> None:
    assert not having(parse(svg.draw(dreierlei.start(game.id))), "last")
    for position in played(game, 5)[1::3]:
        assert position.last_move is not None
        targets = {target.text: target for target in position.variant.tables.targets}
        expected = set()
        for text in position.last_move.targets:
            place = targets[text].place
            expected.add(text if place is None else position.variant.layout.places[place].name)
        root = parse(svg.draw(position))
        shown = {
            element.attrib.get("data-place", element.attrib.get("data-target"))
            for element in having(root, "last")
            if {"data-place", "data-target"} & set(element.attrib)
        }
        assert shown == expected - {"pass"}
        assert not having(parse(svg.draw(position, last_move=False)), "last")


@GAMES
def test_what_decided_the_game_is_shown(game: Game) -> None:
    position = won(game)
    names = {name for name, e in by_place(parse(svg.draw(position))).items() if "winning" in classes(e)}
    assert names == set(position.winning_places())
    assert not having(parse(svg.draw(position, winning=False)), "halo")


def test_rows_and_squares_are_joined_and_blocked_stones_are_not() -> None:
    def links(line: str) -> int:
        return len(having(parse(svg.draw(dreierlei.position(line))), "winning")) - len(
            dreierlei.position(line).winning_places()
        )

    assert links("tictactoe www/bb./... b") == 1
    assert links("tictactoe www/bwb/bbw b") == 2
    assert links("qango6 ....../....../..ww../..ww../bbb.../...... b") == 4
    assert links("muehle ..b/wb./..w/...w.w/w.w/.../.w. b 0 0 0") == 0


@GAMES
def test_marks_and_labels(game: Game) -> None:
    position = dreierlei.start(game.id)
    name = position.variant.layout.places[-1].name
    root = parse(svg.draw(position, marks=[name]))
    assert [n for n, element in by_place(root).items() if "mark" in classes(element)] == [name]
    texts = [element.text for element in root.iter(f"{NS}text")]
    assert set(texts) >= {label.text for label in position.variant.layout.labels}
    bare = parse(svg.draw(position, labels=False))
    assert not having(bare, "labels")


@GAMES
def test_marks_name_corners_and_rings_too(game: Game) -> None:
    position = dreierlei.start(game.id)
    named = [control.name for control in position.variant.layout.controls if control.shape != "button"]
    for name in named:
        marked = having(parse(svg.draw(position, marks=[name])), "control", "mark")
        assert [element.attrib["data-target"] for element in marked] == [name]
        assert [use for use in marked[0].iter(f"{NS}use") if use.attrib["href"].endswith("-mark")]


@GAMES
def test_the_ground_of_a_page_suits_light_and_dark(game: Game) -> None:
    variant = dreierlei.variant(game.id)
    ground = svg.draw_ground(variant)
    root = parse(ground)
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    uses = {element.attrib["href"][1:] for element in root.iter() if "href" in element.attrib}
    assert uses <= ids
    assert {f"dreierlei-page-{name}" for name in ("stone-w", "stone-b", "last-to", "target", "mark")} <= ids
    assert {f"dreierlei-page-ring-{ring.radius:g}-target" for ring in variant.layout.rings} <= ids
    fills = {element.attrib["fill"] for element in root.iter() if "fill" in element.attrib}
    known = re.compile(r"(var\(--[\w-]+, )?light-dark\(#\w+, #\w+\)\)?|url\(#[\w-]+\)|none|#000000")
    assert [fill for fill in fills if not known.fullmatch(fill)] == []
    assert having(root, "board")
    assert not having(root, "place")


@GAMES
@pytest.mark.parametrize("style", STYLES)
def test_no_ground_is_told_by_colour_alone(game: Game, style: Style) -> None:
    position = dreierlei.start(game.id)
    root = parse(svg.draw(position, style=style))
    forms: dict[str, set[str]] = {}
    hatchings = {p.attrib["id"]: p[1].attrib["d"] for p in root.iter(f"{NS}pattern")}
    symbols = {f"#{element.attrib['id']}": element for element in root.iter(f"{NS}g") if "id" in element.attrib}
    for element in having(root, "ground"):
        if len(classes(element)) < 2:
            continue
        cell, *sign = symbols[element.attrib["href"]]
        fill = cell.attrib["fill"]
        form = hatchings[fill[5:-1]] if fill.startswith("url") else sign[0].attrib["d"]
        forms.setdefault(classes(element)[1], set()).add(form)
    assert set(forms) == {place.tint for place in position.variant.layout.places} - {""}
    assert all(len(form) == 1 for form in forms.values())
    assert len(set(itertools.chain(*forms.values()))) == len(forms)


@GAMES
def test_neighbouring_groups_differ_in_tint(game: Game) -> None:
    places = [p for p in dreierlei.start(game.id).variant.layout.places if p.group is not None and not p.sign]
    for one, other in itertools.combinations(places, 2):
        if abs(one.x - other.x) + abs(one.y - other.y) == 1 and one.group != other.group:
            assert one.tint != other.tint, (one.name, other.name)


@GAMES
def test_hands_are_counted(game: Game) -> None:
    for position in played(game, 6)[::5]:
        hands, fields = position.variant.layout.hands, position.variant.tables.fields
        shown = [int(element.attrib["data-count"]) for element in having(parse(svg.draw(position)), "hand")]
        if hands is None:
            assert not shown
        elif counted := [i for i, field in enumerate(fields) if field.kind.endswith("_hand")]:
            assert shown == [position.fields[index] for index in counted]
        else:
            assert shown == [hands.stones - position.stones.count(stone) for stone in "wb"]


def arrow_turns(options: dict[str, str]) -> list[bool]:
    """For each ring, from the outside: whether all its arrows go clockwise."""
    game = next(game for game in dreierlei.games() if dreierlei.start(game.id).variant.layout.rings)
    position = dreierlei.start(game.id, **options)
    turns: dict[float, set[bool]] = {}
    for arrow in having(parse(svg.draw(position)), "arrow"):
        start, _, rest = arrow[0].attrib["d"][1:].partition("A")
        radius, _, _, _, _, *end = rest.split()
        (ax, ay), (bx, by) = map(float, start.split()), map(float, end)
        turns.setdefault(float(radius), set()).add(ax * by - ay * bx > 0)
    assert all(len(ways) == 1 for ways in turns.values())
    return [turns[radius].pop() for radius in sorted(turns, reverse=True)]


@pytest.mark.parametrize("directions", ["+-+", "-+-", "+++", "--+"])
def test_arrows_go_the_way_the_rings_turn(directions: str) -> None:
    assert arrow_turns({"directions": directions}) == [sign == "+" for sign in directions]


CHOSEN = {
    f"{board}, {stones}, {style}": replace(
        BOARDS[board][number], stones={**BOARDS[board][number].stones, **STONES[stones][number]}
    )
    for board in BOARDS
    for stones in STONES
    for number, style in enumerate(("light", "dark"))
}


@pytest.mark.parametrize(("name", "colours"), {**PALETTES, **CHOSEN}.items())
def test_contrast(name: str, colours: Palette) -> None:
    grounds = [colours.surface, colours.groove, *(ink.fill for ink in colours.tints.values())]
    assert contrast(colours.text, colours.frame) >= 4.5
    assert contrast(colours.text, colours.band) >= 4.5
    assert contrast(colours.line, colours.band) >= 3
    for tint in colours.tints.values():
        assert contrast(tint.edge, tint.fill) >= 3, (name, tint)
    for ground in [*grounds, colours.band]:
        for sign in (colours.last, colours.target, colours.winning, colours.mark):
            assert contrast(sign, ground) >= 3, (name, sign, ground)
        for stone in colours.stones.values():
            assert max(contrast(stone.fill, ground), contrast(stone.edge, ground)) >= 3, (name, stone, ground)
    for ground in (colours.surface, *(ink.fill for ink in colours.tints.values())):
        assert contrast(colours.border, ground) >= 3, (name, ground)
        assert contrast(colours.text, ground) >= 3, (name, ground)
    for lit in (colours.last, colours.target, colours.winning, colours.mark):
        assert contrast(colours.frame, lit) >= 4.5
    for stone in colours.stones.values():
        assert contrast(stone.mark, stone.fill) >= 3
    assert contrast(colours.stones["w"].fill, colours.stones["b"].fill) >= 7


def test_unknown_names_are_refused() -> None:
    position = dreierlei.start("tictactoe")
    with pytest.raises(dreierlei.DreierleiError, match='no place or target "z9"'):
        svg.draw(position, targets=["z9"])
    with pytest.raises(dreierlei.DreierleiError, match="light, dark, paper, print"):
        svg.draw(position, style="pink")  # type: ignore[arg-type]
    with pytest.raises(dreierlei.DreierleiError, match="de, en, lb"):
        svg.draw(position, language="fr")


def test_a_notebook_shows_the_picture() -> None:
    position = dreierlei.start("tictactoe").play("b2")
    assert position._repr_svg_() == svg.draw(position)


@pytest.mark.parametrize("size", [0, -3, float("nan"), float("inf")])
def test_a_picture_has_a_size(size: float) -> None:
    with pytest.raises(dreierlei.DreierleiError, match="above 0"):
        svg.draw(dreierlei.start("tres"), size=size)  # type: ignore[arg-type]
