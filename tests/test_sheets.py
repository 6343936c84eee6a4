"""Print and play: what every sheet has, the rules on one page, and what people ask for."""

from __future__ import annotations

import itertools
import json
import math
import re
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

import dreierlei
from dreierlei import messages, rulebook, sheets
from dreierlei.cli import commands, main
from dreierlei.messages import LANGUAGES, Language
from dreierlei.sheets import bag, boards, pages, stones
from dreierlei.sheets.pen import FACES, MM
from tests.paper import EACH_PAPER, GAMES, opened, pdf

if TYPE_CHECKING:
    from pathlib import Path

    from dreierlei.model import Game


def ruler(page: Any) -> float:
    """The longest line at the foot of a page, in millimetres."""
    return max(
        math.dist(item[1], item[2]) / MM
        for drawing in page.get_drawings()
        for item in drawing["items"]
        if item[0] == "l" and item[1].y == item[2].y > page.rect.height - 20 * MM
    )


@GAMES
@EACH_PAPER
def test_every_sheet_has_a_ruler_of_100_mm(game: Game, paper: str) -> None:
    for page in pdf(game.id, "board", "pieces", paper=paper):
        assert ruler(page) == pytest.approx(100, abs=0.001)
        assert "100 mm" in page.get_text()
        assert (page.rect.width / MM, page.rect.height / MM) == pytest.approx(
            (pages.PAPERS[paper].width, pages.PAPERS[paper].height), abs=0.01
        )


@GAMES
def test_every_sheet_says_what_it_is_and_all_its_fonts_are_embedded(game: Game) -> None:
    document = pdf(game.id, "all", language="lb")
    for number, page in enumerate(document, 1):
        text = page.get_text()
        assert ruler(page) == pytest.approx(100, abs=0.001)
        assert game.names["lb"] in text
        assert f"Säit {number}/{len(document)}" in text
        assert messages.say("lb", "sheet.scale") in text
        assert page.get_fonts()
        for _, kind, _, name, *_ in page.get_fonts():
            assert (kind, name[6:7]) == ("ttf", "+"), name


@GAMES
def test_the_same_request_gives_the_same_bytes(game: Game) -> None:
    first, second = (sheets.make(game.id, ["board", "pieces"]) for _ in range(2))
    assert first == second


@GAMES
def test_black_and_white_is(game: Game) -> None:
    for page in pdf(game.id, "all", bw=True):
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

    folder = resources.files("dreierlei") / "locale"
    texts = [(folder / language / "sheets.json").read_text("utf-8") for language in LANGUAGES]
    texts += [
        text for language in LANGUAGES for name, text in messages.catalogue(language).items() if "drawing" in name
    ]
    texts += [rulebook.rules_page(game.id, language) for game in dreierlei.games() for language in LANGUAGES]
    texts += [rulebook.sheet_page(game.id, language) or "" for game in dreierlei.games() for language in LANGUAGES]
    for name in FACES.values():
        known = TTFont(f"{name} to read", f"{name}.ttf").face.charToGlyph
        assert {letter for letter in "".join(texts) if ord(letter) not in known} <= {"\n"}


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
    for block in rulebook.sheet(game.id, language):
        text = block.caption if isinstance(block, rulebook.Diagram) else block
        for word in re.findall(r"\w{6,}", text.split("\n", 1)[-1] if text.startswith("# ") else text):
            assert word in shown


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_coordinates_and_words_on_rules_are_for_people_at_a_table(game: Game, language: Language) -> None:
    page = pdf(game.id, "rules", language=language)[0]
    spans = [
        span
        for block in page.get_text("dict")["blocks"]
        for line in block.get("lines", ())
        for span in line["spans"]
        if span["text"].strip()
    ]
    assert min(span["size"] for span in spans) >= 5.99
    assert not re.search(r"\w=\w|random:", page.get_text())


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_legend_names_every_ground(game: Game, language: Language) -> None:
    grounds = dreierlei.variant(game.id).tables.grounds
    for part, cell in [("board", None), ("board", sheets.LARGEST), ("rules", None)] if grounds else ():
        page = pdf(game.id, part, language=language, cell=cell, bw=True)[0]
        head = [word for word in page.get_text("words") if word[1] < (pages.MARGIN + pages.HEAD) * MM]
        for names in grounds.values():
            assert names[language].split(",")[0] in " ".join(word[4] for word in head)
        for one, other in itertools.combinations(head, 2):
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] - 2 <= other[1] or other[3] - 2 <= one[1]
            assert apart, (one[4], other[4])


@GAMES
def test_short_rules_are_the_same_in_every_language(game: Game) -> None:
    shown = {
        language: [
            (block.position, block.marks)
            for block in rulebook.sheet(game.id, language)
            if isinstance(block, rulebook.Diagram)
        ]
        for language in LANGUAGES
    }
    assert shown["de"] == shown["en"] == shown["lb"]
    assert len(shown["en"]) >= 3
    kinds = {len(re.findall(r"^#+ ", rulebook.sheet_page(game.id, language) or "", re.M)) for language in LANGUAGES}
    assert len(kinds) == 1


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
        ({"paper": "b5"}, 'There is no paper size "b5": expected one of a4, a3, letter.'),
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
        message = name.removeprefix("sheet.")
        assert re.search(f"[\"']{message}[\"']", code) or f'f"{message.split("-")[0]}-{{' in code, message


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
        (["muehle", "--cell", "x"], "The value of --cell is not valid: expected a number.\n"),
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
