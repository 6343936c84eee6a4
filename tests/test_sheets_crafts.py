"""Boards, stones and bags: what a maker would measure on the paper, read from the PDFs."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dreierlei
from dreierlei import crafts, messages, sheets
from dreierlei.messages import LANGUAGES, Language
from dreierlei.model import Craft, Variant
from dreierlei.sheets import assembly, bag, bag_steps, boards, pages, tiling
from dreierlei.symbols import EDGE
from tests.paper import EACH_PAPER, GAMES, NEAR, SIZES, boxes, opened, pdf, same, spots, whole

if TYPE_CHECKING:
    from dreierlei.model import Game


@GAMES
@EACH_PAPER
def test_a_board_in_one_piece_has_its_true_size(game: Game, paper: str) -> None:
    layout = dreierlei.variant(game.id).layout
    if not whole(game):
        assert game.craft.tiles or layout.rings
        return
    document = pdf(game.id, "board", paper=paper)
    assert len(document) == 1
    unit = boards.natural_cell(dreierlei.variant(game.id), pages.PAPERS[paper])
    assert same(spots(document[0], SIZES[layout.places[0].shape] * unit, filled=True), layout, unit)


@GAMES
def test_a_cell_has_the_size_that_was_asked_for(game: Game) -> None:
    if whole(game):
        layout = dreierlei.variant(game.id).layout
        document = pdf(game.id, "board", cell=13.5)
        assert same(spots(document[0], SIZES[layout.places[0].shape] * 13.5, filled=True), layout, 13.5)


@GAMES
@EACH_PAPER
def test_the_back_of_a_tile_is_behind_it(game: Game, paper: str) -> None:
    """Held against the light, each cell has its own colour behind it: a back is the mirror image of its front."""
    if not game.craft.tiles:
        return
    document = pdf(game.id, "board", paper=paper)
    assert len(document) % 2 == 0
    tiles = cells = 0
    unit = boards.natural_cell(dreierlei.variant(game.id), pages.PAPERS[paper])
    for front, back in zip(document.pages(0, None, 2), document.pages(1, None, 2), strict=True):
        found = {}
        for page in (front, back):
            found[page.number % 2] = {
                (round(x, 1), round(y, 1)): fill
                for x, y, wide, high, fill in boxes(page)
                if fill and abs(wide - unit) < NEAR and abs(high - unit) < NEAR
            }
        width = pages.PAPERS[paper].width
        behind = {(round(width - x, 1), y): fill for (x, y), fill in found[1].items()}
        assert found[0] == behind
        assert len(set(found[0].values())) == 4
        cells += len(found[0])
        tiles += len(re.findall(r"^[A-Z]$", front.get_text(), re.M))
        assert re.findall(r"^[a-z]$", back.get_text(), re.M) == [
            name.lower() for name in re.findall(r"^[A-Z]$", front.get_text(), re.M)
        ]
    assert tiles == len(game.craft.tiles)
    assert cells == sum(len(tile.front.places) for tile in game.craft.tiles)


@GAMES
def test_tiles_are_the_declared_ones(game: Game) -> None:
    for tile in game.craft.tiles:
        side = len(tile.front.rows)
        front = [place.tint for place in tile.front.places]
        back = [place.tint for place in tile.back.places]
        assert back == [front[row * side + side - 1 - column] for row in range(side) for column in range(side)]


@GAMES
@EACH_PAPER
def test_rings_lie_flush_in_each_other_with_play(game: Game, paper: str) -> None:
    variant = dreierlei.variant(game.id)
    layout = variant.layout
    if not layout.rings:
        return
    unit = boards.natural_cell(variant, pages.PAPERS[paper])
    document = pdf(game.id, "board", paper=paper)
    holes = [(page.number, spot) for page in document for spot in spots(page, SIZES["hole"] * unit, filled=True)]
    rings = sorted(layout.rings, key=lambda ring: -ring.radius)
    borders, grip = crafts.borders(rings), crafts.grip_width(unit)
    assert len(spots(document[0], 2 * borders[0] * unit)) == 1, "the hole in the frame"
    for ring, (outside, inside) in zip(rings, itertools.pairwise(borders), strict=True):
        # The layout's ring lies within its borders, and its holes within the card.
        assert inside < ring.radius - SIZES["hole"] / 2 < ring.radius + SIZES["hole"] / 2 < outside
        rims = [(2 * outside * unit - assembly.PLAY), (2 * inside * unit + assembly.PLAY)]
        (found,) = [page for page in document if page.number and spots(page, rims[0])]
        (centre,) = spots(found, rims[0])
        assert min(math.dist(centre, spot) for spot in spots(found, rims[1])) < NEAR
        on_it = [
            hole
            for number, hole in holes
            if number == found.number and abs(math.dist(hole, centre) - ring.radius * unit) < NEAR
        ]
        assert len(on_it) == len(ring.places)
        grips = [s for s in spots(found, grip) if abs(math.dist(s, centre) - ring.radius * unit) < NEAR]
        assert len(grips) == 2
        assert min(math.dist(spot, hole) for spot in grips for hole in on_it) > (grip + SIZES["hole"] * unit) / 2, (
            "a grip does not cover a place"
        )


def test_a_chosen_board_is_printed_as_it_is_over_several_sheets() -> None:
    job = pages.Job(dreierlei.variant("die-drei", {"board": "random:1"}), pages.PAPERS["a4"], "en", "paper", 28)
    document = opened(sheets.make(job.variant, ["board"]))
    side = 9.2 * 28
    parts = [part for row in tiling.windows(tiling.Drawing(side, side, lambda *_: None), job.paper.box) for part in row]
    assert len(document) == len(parts) == 4
    box = job.paper.box
    whole_board = []
    for page, part in zip(document, parts, strict=True):
        x, y = box.x + (box.width - part.width) / 2 - part.x, box.y + (box.height - part.height) / 2 - part.y
        found = spots(page, 28, filled=True)
        assert same(found, job.variant.layout, 28)
        whole_board.append(sorted((round(a - x, 1), round(b - y, 1)) for a, b in found))
        assert f"glue tab for sheet {page.number + 2}" in page.get_text() or page.number in (1, 3)
    assert whole_board[0] == whole_board[1] == whole_board[2] == whole_board[3]


@given(st.floats(5, 3000), st.floats(5, 3000), st.sampled_from(sorted(pages.PAPERS)))
def test_windows_cover_a_drawing_and_overlap_by_a_tab(width: float, height: float, paper: str) -> None:
    box = pages.PAPERS[paper].box
    rows = tiling.windows(tiling.Drawing(width, height, lambda *_: None), box)
    for row in rows:
        assert row[0].x == 0
        assert row[-1].right == pytest.approx(width)
        assert all(a.right - b.x == pytest.approx(tiling.OVERLAP) for a, b in itertools.pairwise(row))
    assert rows[0][0].y == 0
    assert rows[-1][0].bottom == pytest.approx(height)
    assert all(a[0].bottom - b[0].y == pytest.approx(tiling.OVERLAP) for a, b in itertools.pairwise(rows))
    assert all(part.width <= box.width + 1e-3 and part.height <= box.height + 1e-3 for row in rows for part in row)


def test_a_new_game_gets_its_sheets_unaided() -> None:
    known = dreierlei.variant("tictactoe")
    new = replace(known.game, id="new", craft=Craft())
    document = opened(sheets.make(Variant(new, {}, known.tables), ["board", "pieces"]))
    assert len(document) == 2
    assert same(spots(document[0], Craft().cell, filled=True), known.layout, Craft().cell)


@pytest.mark.parametrize(
    ("game", "white", "black", "neutral"),
    [
        ("muehle", 9, 9, 0),
        ("tictactoe", 5, 4, 0),
        ("qango6", 18, 18, 0),
        ("qango7", 20, 20, 0),
        ("tres", 17, 17, 1),
        ("bedraengnis", 8, 8, 0),
        ("die-drei", 8, 8, 0),
    ],
)
def test_stones_are_as_many_as_the_rules_say(game: str, white: int, black: int, neutral: int) -> None:
    assert crafts.count(dreierlei.variant(game)) == crafts.Count(white, black, neutral)


@GAMES
@EACH_PAPER
def test_every_stone_is_there_to_be_cut_out(game: Game, paper: str) -> None:
    variant = dreierlei.variant(game.id)
    need = crafts.count(variant)
    document = pdf(game.id, "pieces", paper=paper)
    job = pages.Job(variant, pages.PAPERS[paper], "en", "paper", boards.natural_cell(variant, pages.PAPERS[paper]))
    wide = crafts.stone_width(job.cell)
    # Half the edge lies outside the path.
    found = [spot for page in document for spot in spots(page, wide * (1 - EDGE / 2))]
    text = " ".join(document[0].get_text().split())
    named = re.search(r"This sheet has (\d+) complete sets", text)
    sets = int(named[1]) if named else 1
    assert len(found) == sets * (need.both + need.neutral)
    for page in document if sets > 1 else ():
        stones_end = max(y for _, y in spots(page, wide * (1 - EDGE / 2)))
        assert stones_end > job.paper.box.y + 0.6 * job.paper.box.height, "the sheet is mostly empty"
    assert f"{need.white} white, {need.black} black" in text
    assert f"collect {need.both} pebbles" in text


@GAMES
@EACH_PAPER
def test_the_bag_has_its_true_size(game: Game, paper: str) -> None:
    if game.craft.bag is None:
        return
    layout = dreierlei.variant(game.id).layout
    rings = bag.pattern(layout, game.craft.bag)
    document = pdf(game.id, "bag", paper=paper)
    for page in document.pages(0, len(document) - 1):
        assert len(spots(page, 2 * rings.cut)) == 1
    left, top, right, bottom = layout.bounds
    holes = spots(document[0], 0.9, filled=True)
    for axis, length in enumerate((right - left, bottom - top)):
        reach = [hole[axis] for hole in holes]
        assert max(reach) - min(reach) == pytest.approx(length * game.craft.bag, abs=NEAR)
    # The cord goes round outside the board, with enough cloth beyond it for a hand to gather.
    assert math.hypot(right - left, bottom - top) / 2 * game.craft.bag < rings.neck <= rings.cut - 25


@GAMES
@EACH_PAPER
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bag_is_explained_on_one_page(game: Game, paper: str, language: Language) -> None:
    if game.craft.bag is None:
        return
    text = " ".join(pdf(game.id, "bag", paper=paper, language=language)[-1].get_text().split())
    need = crafts.count(dreierlei.variant(game.id))
    shown = text.replace(" ", "")
    for step in range(1, len(bag_steps.STEPS) + 1):
        told = messages.say(language, f"sheet.step-{step}", white=need.white, black=need.black).replace("**", "")
        # The steps are in two columns, whose lines a reader of the file may meet in turn.
        assert all(word in shown for word in told.split())
    assert re.search(rf"\b{need.both}\b", text)


def test_the_cloth_is_larger_than_the_round_and_cut_last() -> None:
    text = " ".join(pdf("muehle", "bag")[-1].get_text().split())
    rings = bag.pattern(dreierlei.variant("muehle").layout, 20)
    side = re.search(r"at least (\d+) × (\d+) cm", text)
    assert side is not None
    assert int(side[1]) * 10 > 2 * rings.cut + 20
    order = [
        text.index(word) for word in ("Trace.", "Stitch the board", "Cut along", "Fix the cord.", "Close the bag.")
    ]
    assert sorted(order) == order


def test_lines_of_a_board_of_cells_are_its_grid() -> None:
    found = bag.lines(dreierlei.variant("tictactoe").layout)
    assert len(found) == 8
    assert all(math.dist(a, b) == 3 for a, b in found)


def test_larger_paper_has_a_larger_board_but_does_not_split_one() -> None:
    a3 = pages.PAPERS["a3"]
    assert boards.natural_cell(dreierlei.variant("muehle"), a3) == math.floor(23 * math.sqrt(2))
    whole_board = dreierlei.variant("die-drei:board=fair:3")
    assert boards.natural_cell(whole_board, a3) == 30
    assert len(opened(sheets.make(whole_board, ["board"], paper="a3"))) == 1


@GAMES
def test_nothing_is_printed_on_the_back_of_what_is_cut_out(game: Game) -> None:
    document = pdf(game.id, "all")
    duplex = document.xref_get_key(document.pdf_catalog(), "ViewerPreferences/Duplex")[1]
    if not game.craft.tiles:
        assert duplex == "/Simplex"
        return
    assert duplex == "/DuplexFlipLongEdge"
    for front, back in zip(document.pages(0, None, 2), document.pages(1, None, 2), strict=False):
        titles = [page.get_text().split("\n")[0] for page in (front, back)]
        assert titles[0].endswith("front") == titles[1].endswith("back")
        assert titles[0].endswith("front") or titles[1].endswith("Empty page")
    assert document[-1].get_text().split("\n")[0].endswith("Rules")
    assert len(document) % 2 == 1
