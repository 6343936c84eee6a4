"""Print and play: what a maker would measure on the paper, read from the PDFs."""

from __future__ import annotations

import itertools
import json
import math
import re
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import pymupdf
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import dreierlei
from dreierlei import rules, sheets, words
from dreierlei.cli import commands, main
from dreierlei.model import LANGUAGES, Craft, Language, Variant
from dreierlei.sheets import bag, boards, outline, pages, stones, tiling
from dreierlei.sheets.pen import FACES, MM

if TYPE_CHECKING:
    from pathlib import Path

    from dreierlei.model import Game, Layout

GAMES = pytest.mark.parametrize("game", dreierlei.games(), ids=lambda game: game.id)
EACH_PAPER = pytest.mark.parametrize("paper", pages.PAPERS)
NEAR = 0.02
"""What may be lost to rounding, in millimetres."""
SIZES = {"cell": 1.0, "point": 0.2, "hole": 0.82}
"""How wide each kind of place is drawn, in units of the layout."""

Spot = tuple[float, float]


def opened(document: bytes) -> Any:
    return pymupdf.open("pdf", document)  # type: ignore[no-untyped-call]


@cache
def pdf(
    game: str, *parts: str, paper: str = "a4", language: str = "en", cell: float | None = None, bw: bool = False
) -> Any:
    return opened(sheets.make(game, parts, paper=paper, language=language, cell=cell, black_and_white=bw))


def boxes(page: Any) -> list[tuple[float, float, float, float, Any]]:
    """Everything that is drawn on a page: centre, width and height in millimetres, and the filling."""
    found = []
    for drawing in page.get_drawings():
        rect = drawing["rect"]
        found.append(
            (
                (rect.x0 + rect.x1) / 2 / MM,
                (rect.y0 + rect.y1) / 2 / MM,
                rect.width / MM,
                rect.height / MM,
                drawing["fill"],
            )
        )
    return found


def spots(page: Any, width: float, *, filled: bool = False) -> list[Spot]:
    """The centres of what is as wide and high as that, each once; perhaps only of what is filled."""
    found: list[Spot] = []
    for x, y, wide, high, fill in boxes(page):
        if (
            (fill or not filled)
            and abs(wide - width) < NEAR
            and abs(high - width) < NEAR
            and not any(math.dist((x, y), s) < 0.1 for s in found)
        ):
            found.append((x, y))
    return found


def same(found: list[Spot], layout: Layout, unit: float) -> bool:
    """Whether the spots are the places of a layout at that scale, wherever they lie on the page."""
    wanted = [(place.x * unit, place.y * unit) for place in layout.places]
    dx, dy = (min(s[i] for s in found) - min(w[i] for w in wanted) for i in (0, 1))
    return len(found) == len(wanted) and all(
        any(math.dist((x + dx, y + dy), spot) < 2 * NEAR for spot in found) for x, y in wanted
    )


def whole(game: Game) -> bool:
    """Whether the game's board is printed in one piece."""
    return not game.craft.tiles and not dreierlei.variant(game.id).layout.rings


# --- every sheet ------------------------------------------------------------------------------------------------------


@GAMES
@EACH_PAPER
def test_every_sheet_has_a_ruler_of_100_mm(game: Game, paper: str) -> None:
    for page in pdf(game.id, "board", "pieces", paper=paper):
        lengths = [
            math.dist(item[1], item[2]) / MM
            for drawing in page.get_drawings()
            for item in drawing["items"]
            if item[0] == "l" and item[1].y == item[2].y > page.rect.height - 20 * MM
        ]
        assert max(lengths) == pytest.approx(100, abs=0.001)
        assert "100 mm" in page.get_text()
        assert (page.rect.width / MM, page.rect.height / MM) == pytest.approx(
            (pages.PAPERS[paper].width, pages.PAPERS[paper].height), abs=0.01
        )


@GAMES
def test_every_sheet_says_what_it_is_and_all_its_fonts_are_embedded(game: Game) -> None:
    document = pdf(game.id, "all", language="lb")
    for number, page in enumerate(document, 1):
        text = page.get_text()
        assert game.names["lb"] in text
        assert f"Säit {number}/{len(document)}" in text
        assert words.say("lb", "sheet scale") in text
        assert page.get_fonts()
        for _, kind, _, name, *_ in page.get_fonts():
            assert (kind, name[6:7]) == ("ttf", "+"), name


@GAMES
def test_the_same_request_gives_the_same_bytes(game: Game) -> None:
    first, second = (sheets.make(game.id, ["board", "pieces"]) for _ in range(2))
    assert first == second


@GAMES
def test_black_and_white_is(game: Game) -> None:
    for page in pdf(game.id, "board", "pieces", bw=True):
        for drawing in page.get_drawings():
            for colour in (drawing["fill"], drawing["color"]):
                assert colour is None or len(set(colour)) == 1


@GAMES
@pytest.mark.parametrize("part", sheets.PARTS)
def test_no_text_leaves_its_page(game: Game, part: str) -> None:
    if part not in sheets.parts_of(dreierlei.variant(game.id)):
        with pytest.raises(dreierlei.DreierleiError, match=f'^{game.id} has no "{part}" to print: expected one of'):
            sheets.make(game.id, [part])
        return
    for language, page in [
        (spoken, page) for spoken in LANGUAGES for page in pdf(game.id, part, paper="letter", language=spoken)
    ]:
        for block in page.get_text("dict")["blocks"]:
            for line in block.get("lines", ()):
                left, top, right, bottom = line["bbox"]
                inside = left > 12 and top > 12 and right < page.rect.width - 12 and bottom < page.rect.height - 12
                assert inside, (language, line["spans"][0]["text"])


@GAMES
@EACH_PAPER
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_to_do_fits_into_the_head(game: Game, paper: str, language: Language) -> None:
    for cell in (game.craft.cell, sheets.LARGEST):
        job = pages.Job(dreierlei.variant(game.id), pages.PAPERS[paper], language, "paper", cell)
        makers = [boards.sheets, stones.sheets, *([bag.sheets] if game.craft.bag else [])]
        for sheet in [sheet for maker in makers for sheet in maker(job)]:
            beside = min(4.0, 12.0 / sheet.map[1]) * sheet.map[0] + 4 if sheet.map else 0.0
            assert len(pages.wrap(sheet.task, job.paper.box.width - beside, 7.5)) <= 3, sheet.task


def test_the_font_has_every_letter_of_every_language() -> None:
    from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]

    texts = [text for language in LANGUAGES for text in words.messages(language).values()]
    texts += [words.rules_page(game.id, language) for game in dreierlei.games() for language in LANGUAGES]
    texts += [words.sheet_page(game.id, language) or "" for game in dreierlei.games() for language in LANGUAGES]
    for name in FACES.values():
        known = TTFont(f"{name} to read", f"{name}.ttf").face.charToGlyph
        assert {letter for letter in "".join(texts) if ord(letter) not in known} <= {"\n"}


# --- boards -----------------------------------------------------------------------------------------------------------


@GAMES
@EACH_PAPER
def test_a_board_in_one_piece_has_its_true_size(game: Game, paper: str) -> None:
    layout = dreierlei.variant(game.id).layout
    if not whole(game):
        assert game.craft.tiles or layout.rings
        return
    document = pdf(game.id, "board", paper=paper)
    assert len(document) == 1
    unit = game.craft.cell
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
    for front, back in zip(document.pages(0, None, 2), document.pages(1, None, 2), strict=True):
        found = {}
        for page in (front, back):
            found[page.number % 2] = {
                (round(x, 1), round(y, 1)): fill
                for x, y, wide, high, fill in boxes(page)
                if fill and abs(wide - game.craft.cell) < NEAR and abs(high - game.craft.cell) < NEAR
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
def test_rings_are_discs_of_their_true_size(game: Game) -> None:
    layout = dreierlei.variant(game.id).layout
    if not layout.rings:
        return
    unit = game.craft.cell
    document = pdf(game.id, "board")
    holes = [(page.number, spot) for page in document for spot in spots(page, SIZES["hole"] * unit, filled=True)]
    for ring in layout.rings:
        wide = 2 * (ring.radius + 0.52) * unit
        discs = [(page.number, spot) for page in document for spot in spots(page, wide)]
        number, centre = discs[-1]  # the largest one lies on the plate, too
        on_it = [
            hole for page, hole in holes if page == number and abs(math.dist(hole, centre) - ring.radius * unit) < NEAR
        ]
        wanted = [p for p in layout.places if math.isclose(math.hypot(p.x, p.y), ring.radius, abs_tol=0.01)]
        assert len(on_it) == len(wanted)


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


def test_arcs_of_pictures_are_read() -> None:
    steps = outline.read("M-10 0A10 10 0 1 1 10 0A10 10 0 1 1 -10 0Z")
    assert [kind for kind, _ in steps] == ["move", *["curve"] * 4, "close"]
    assert all(math.hypot(*points[-1]) == pytest.approx(10) for _, points in steps if points)
    assert outline.read("M1 2h3V5H-1")[1:] == (("line", ((4, 2),)), ("line", ((4, 5),)), ("line", ((-1, 5),)))
    _, (_, (_, _, end)) = outline.read("M10 0A10 10 0 0 0 0 -10")
    assert end == pytest.approx((0, -10))


# --- stones -----------------------------------------------------------------------------------------------------------


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
    assert stones.count(dreierlei.variant(game)) == stones.Count(white, black, neutral)


@GAMES
@EACH_PAPER
def test_every_stone_is_there_to_be_cut_out(game: Game, paper: str) -> None:
    variant = dreierlei.variant(game.id)
    need = stones.count(variant)
    document = pdf(game.id, "pieces", paper=paper)
    job = pages.Job(variant, pages.PAPERS[paper], "en", "paper", game.craft.cell)
    wide = stones.diameter(job)
    # Half the edge lies outside the path.
    found = [spot for page in document for spot in spots(page, wide * (1 - 0.03))]
    assert len(found) == need.both + need.neutral
    text = " ".join(document[0].get_text().split())
    assert f"{need.white} white, {need.black} black" in text
    assert f"collect {need.both} pebbles" in text


# --- the bag ----------------------------------------------------------------------------------------------------------


@GAMES
@EACH_PAPER
def test_the_bag_has_its_true_size(game: Game, paper: str) -> None:
    if game.craft.bag is None:
        return
    layout = dreierlei.variant(game.id).layout
    rings = bag.pattern(layout, game.craft.bag)
    document = pdf(game.id, "bag", paper=paper)
    for page in document.pages(0, len(document) - 1):
        for radius in (rings.seam, rings.fold, rings.cut):
            assert len(spots(page, 2 * radius)) == 1
    left, top, right, bottom = layout.bounds
    holes = spots(document[0], 0.9, filled=True)
    for axis, length in enumerate((right - left, bottom - top)):
        reach = [hole[axis] for hole in holes]
        assert max(reach) - min(reach) == pytest.approx(length * game.craft.bag, abs=NEAR)
    assert math.hypot(right - left, bottom - top) / 2 * game.craft.bag < rings.seam < rings.fold < rings.cut
    # Folded back, the hem reaches beyond the seam.
    assert rings.cut - rings.fold > rings.fold - rings.seam


@GAMES
@EACH_PAPER
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bag_is_explained_on_one_page(game: Game, paper: str, language: Language) -> None:
    if game.craft.bag is None:
        return
    text = " ".join(pdf(game.id, "bag", paper=paper, language=language)[-1].get_text().split())
    need = stones.count(dreierlei.variant(game.id))
    for step in (1, 2, 3):
        told = words.say(language, f"sheet step {step}", white=need.white, black=need.black).replace("**", "")
        assert told in text


def test_lines_of_a_board_of_cells_are_its_grid() -> None:
    found = bag.lines(dreierlei.variant("tictactoe").layout)
    assert len(found) == 8
    assert all(math.dist(a, b) == 3 for a, b in found)


# --- rules ------------------------------------------------------------------------------------------------------------


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_on_one_page_in_readable_type(game: Game, language: Language) -> None:
    """On Letter, that is, which has the least room of all papers."""
    document = pdf(game.id, "rules", paper="letter", language=language)
    assert len(document) == 1
    box = pages.PAPERS["letter"].box
    assert box.width * box.height == min(paper.box.width * paper.box.height for paper in pages.PAPERS.values())
    told = []
    for block in document[0].get_text("dict")["blocks"]:
        for line in block.get("lines", ()):
            top = line["bbox"][1] / MM
            for span in line["spans"]:
                if box.y - 1 < top < box.bottom and len(span["text"].strip()) > 3:
                    assert span["size"] >= 7.49, span["text"]
                    told.append(span["text"])
    shown = "".join("".join(told).split())
    for block in rules.sheet(game.id, language):
        text = block.caption if isinstance(block, rules.Diagram) else block
        for word in re.findall(r"\w{6,}", text.split("\n", 1)[-1] if text.startswith("# ") else text):
            assert word in shown


@GAMES
def test_short_rules_are_the_same_in_every_language(game: Game) -> None:
    shown = {
        language: [
            (block.position, block.marks)
            for block in rules.sheet(game.id, language)
            if isinstance(block, rules.Diagram)
        ]
        for language in LANGUAGES
    }
    assert shown["de"] == shown["en"] == shown["lb"]
    assert len(shown["en"]) >= 3
    kinds = {len(re.findall(r"^#+ ", words.sheet_page(game.id, language) or "", re.M)) for language in LANGUAGES}
    assert len(kinds) == 1


# --- what people ask for ----------------------------------------------------------------------------------------------


def test_parts_come_in_their_order_and_once() -> None:
    asked = sheets.make("muehle", ["rules", "board", "board"])
    assert asked == sheets.make("muehle", ["board", "rules"])
    assert len(opened(sheets.make("muehle", ["all"], paper="a3"))) == 5


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"game": "chess"}, 'There is no game "chess"'),
        ({"parts": ["lid"]}, 'muehle has no "lid" to print: expected one of board, pieces, bag, rules, all.'),
        ({"parts": []}, "Nothing was chosen to print: expected one of board, pieces, bag, rules, all."),
        ({"paper": "b5"}, 'There is no paper "b5": expected one of a4, a3, letter.'),
        ({"cell": 3}, "A cell cannot be 3 mm wide: expected 10 to 120."),
        ({"cell": math.nan}, "A cell cannot be nan mm wide: expected 10 to 120."),
        ({"language": "fr"}, 'There is no language "fr": expected one of de, en, lb.'),
    ],
)
def test_wrong_wishes_are_refused_in_one_sentence(wish: dict[str, Any], message: str) -> None:
    with pytest.raises(dreierlei.DreierleiError, match=f"^{re.escape(message)}"):
        sheets.make(**{"game": "muehle", **wish})


@GAMES
@pytest.mark.parametrize("cell", [sheets.SMALLEST, sheets.LARGEST])
def test_the_smallest_and_the_largest_cells(game: Game, cell: float) -> None:
    document = pdf(game.id, "board", "pieces", cell=cell)
    assert len(document) <= 6 if cell == sheets.SMALLEST else len(document) > 8
    assert all("100 mm" in page.get_text() for page in document)


def test_without_reportlab_one_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dreierlei.extras.find_spec", lambda _: None)
    with pytest.raises(dreierlei.DreierleiError, match=r"^This needs reportlab: install dreierlei\[print\]\.$"):
        sheets.make("muehle")


def test_every_message_of_the_sheets_is_used() -> None:
    folder = resources.files("dreierlei")
    code = "".join(file.read_text("utf-8") for file in folder.joinpath("sheets").iterdir() if file.name.endswith(".py"))
    for name in json.loads(folder.joinpath("locale", "en", "sheets.json").read_text("utf-8")):
        message = name.removeprefix("sheet ")
        assert re.search(f"[\"']{message}[\"']", code) or f'f"{message.split()[0]} {{' in code, message


def test_the_command_writes_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(commands, ["print", "qango6", "--language", "de", "-w", "pieces", "-p", "a3", "-b"])
    assert (done.exit_code, done.output) == (0, "qango6.pdf\n")
    assert (tmp_path / "qango6.pdf").read_bytes() == sheets.make(
        "qango6", ["pieces"], paper="a3", language="de", black_and_white=True
    )


def test_the_command_writes_to_standard_output() -> None:
    done = CliRunner().invoke(
        commands, ["print", "bedraengnis", "-o", "board=b2", "-w", "board", "-l", "en", "--output", "-"]
    )
    assert done.stdout_bytes == sheets.make("bedraengnis:board=b2", ["board"], language="en")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["qango6", "--what", "bag"], 'qango6 has no "bag" to print: expected one of board, pieces, rules, all.\n'),
        (["muehle", "--cell", "x"], "Invalid value for '--cell' / '-c': 'x' is not a valid float.\n"),
        (["muehle", "-O", "no/such/folder.pdf"], "no/such/folder.pdf cannot be written: No such file or directory.\n"),
    ],
)
def test_a_wrong_command_is_one_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["print", *arguments])
    assert stop.value.code == 2
    assert capsys.readouterr().err == message
