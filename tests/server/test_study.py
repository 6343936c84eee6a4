"""The addresses for those who study. They keep nothing, so one kind of storage is enough."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

import dreierlei
from dreierlei import puzzles, svg, truth
from dreierlei.messages import LANGUAGES
from dreierlei.server.settings import Settings

from .people import House

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = [game.id for game in dreierlei.games()]
each_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("study")
    settings = Settings(database=f"sqlite:///{folder / 'test.db'}", secrets=("for tests",), rate=0)
    with House.open(settings) as house:
        yield house


def get(house: House, path: str, **query: object) -> Any:
    answer = house.client.get(path, params={name.rstrip("_"): str(value) for name, value in query.items()})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(house: House, path: str, **query: object) -> str:
    answer = house.client.get(path, params={name.rstrip("_"): str(value) for name, value in query.items()})
    assert answer.status_code >= 400
    message: str = answer.json()["error"]["message"]
    return message


def events(house: House, path: str, **query: object) -> list[dict[str, Any]]:
    answer = house.client.get(path, params={name.rstrip("_"): str(value) for name, value in query.items()})
    assert answer.status_code == 200, answer.text
    blocks = answer.text.strip().split("\n\n")
    assert blocks[-1] == 'event: end\ndata: {"error":null}'
    return [json.loads(block.removeprefix("data: ")) for block in blocks[:-1]]


@each_game
def test_analysis_streams_its_lines(study: House, game: str) -> None:
    found = events(study, "/api/analysis", from_=game, seconds=0.2, lines=2)
    last = found[-1]
    here = dreierlei.start(game)
    assert len(last["lines"]) == 2
    for line in last["lines"]:
        after = here
        for move in line["moves"]:
            after = after.play(move)


def test_what_is_over_cannot_be_analysed(study: House) -> None:
    assert "there is nothing to analyse" in refused(study, "/api/analysis", from_="tictactoe bbb/ww./w.. w")


def test_values_are_exact(study: House) -> None:
    found = get(study, "/api/values", from_="tictactoe", moves="a1,b1")
    after = dreierlei.start("tictactoe").play("a1").play("b1")
    assert found["value"]["winner"] == str(dreierlei.solve(after).winner)
    assert set(found["moves"]) == {move.text for move in after.moves()}


def test_a_review_judges_every_ply_and_finds_the_turn(study: House) -> None:
    found = events(study, "/api/review", from_="tictactoe", moves="a1,a2,b2,c3,b3")
    assert sorted(each["ply"] for each in found if "chance" in each) == list(range(6))
    assert {"ply": 2, "verdict": "turned", "missed_win": False} in found
    # White had a win and gave it away with the fifth move: a puzzle.
    assert {"ply": 5, "verdict": "turned", "missed_win": True} in found
    moments = [each for each in found if "better" in each]
    assert [each["ply"] for each in moments] == [2, 5]
    assert [sentence["key"] for sentence in moments[0]["sentences"]] == [
        "teacher.move",
        "teacher.allowed-force",
        "teacher.better",
    ]


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_have_text_and_diagrams(study: House, game: str, language: str) -> None:
    page = get(study, f"/api/rules/{game}", language=language)
    kinds = {block["kind"] for block in page["blocks"]}
    assert kinds == {"text", "diagram"}
    assert not any("<script" in block.get("html", "") for block in page["blocks"])


@each_game
def test_truth(study: House, game: str) -> None:
    found = get(study, f"/api/truth/{game}", language="en")
    assert "<p>" in found["blocks"][0]["html"]
    for map_ in found["maps"]:
        assert map_["values"]


def test_a_puzzle_is_solved_over_the_wire(study: House) -> None:
    card = get(study, "/api/puzzles", game="tictactoe")[0]
    view = get(study, f"/api/puzzles/{card['id']}")
    assert view["position"]["moves"]
    own: list[str] = []
    state = "open"
    while state == "open":
        hint = study.client.post(f"/api/puzzles/{card['id']}/hint", json={"moves": own}).json()
        own.append(hint["text"])
        tried = study.client.post(f"/api/puzzles/{card['id']}/attempts", json={"moves": own}).json()
        state = tried["state"]
    assert state == "solved"
    assert len(tried["steps"]) == len(tried["played"]) == card["plies"]


def test_a_wrong_move_is_refuted_over_the_wire(study: House) -> None:
    missed = {"from": "tictactoe", "moves": "a3,b3,a2,a1"}
    view = study.client.get("/api/puzzles/own", params=missed).json()
    assert (view["plies"], view["position"]["turn"], view["game"]) == (3, "white", "tictactoe")
    for params in (missed, {"from": view["position"]["line"]}):
        tried = study.client.post("/api/puzzles/own/attempts", params=params, json={"moves": ["c2"]}).json()
        refuted = tried["refutation"]
        assert (tried["state"], refuted["kind"], refuted["moves"], refuted["plies"]) == (
            *("wrong", "loses"),
            *(["b2", "c3", "b1"], 3),
        )
        assert [step["last"]["text"] for step in refuted["steps"]] == refuted["moves"]
    hint = study.client.post("/api/puzzles/own/hint", params=missed, json={"moves": []}).json()
    assert hint["text"] == "b2"
    assert "not a puzzle" in refused(study, "/api/puzzles/own", **{"from": "tictactoe"})


def test_a_series_has_its_rules_and_becomes_harder(study: House) -> None:
    rush = get(study, "/api/puzzles/series", game="tictactoe", kind="rush")
    assert (rush["mistakes"], rush["seconds"]) == (3, 180)
    assert get(study, "/api/puzzles/series", game="tictactoe", kind="streak")["mistakes"] == 1
    difficulties = [card["difficulty"] for card in rush["puzzles"]]
    assert difficulties == sorted(difficulties)
    assert study.client.get("/api/puzzles/series", params={"game": "tictactoe", "kind": "nap"}).status_code == 400


def test_puzzles_refuse_what_is_not_legal(study: House) -> None:
    card = puzzles.puzzles()[0]
    answer = study.client.post(f"/api/puzzles/{card.id}/attempts", json={"moves": ["z9"]})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "illegal_move"
    assert 'There is no puzzle "nothing"' in refused(study, "/api/puzzles/nothing")


@each_game
def test_sheets_are_pdfs(study: House, game: str) -> None:
    answer = study.client.get(f"/api/print/{game}", params={"language": "de", "what": "rules"})
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


def test_files_for_a_workshop_are_an_archive(study: House) -> None:
    answer = study.client.get("/api/workshop/muehle", params={"language": "lb", "format": "svg", "thickness": 5})
    assert answer.headers["content-type"] == "application/zip"
    files = zipfile.ZipFile(io.BytesIO(answer.content))
    assert "10 mm déck" in files.read("muehle-parts.txt").decode()
    assert "expected 2 to 20" in refused(study, "/api/workshop/muehle", language="en", format="stl", thickness=1)


def test_a_position_is_set_up_or_refused_with_every_reason(study: House) -> None:
    found = get(study, "/api/setup", variant="tictactoe", stones="w...b....", turn="white")
    assert found["line"] == "tictactoe w../.b./... w"
    said = refused(study, "/api/setup", variant="tictactoe", stones="w........", turn="white")
    assert "it cannot be White's turn" in said
    assert "9 places" in refused(study, "/api/setup", variant="tictactoe", stones="w", turn="white")


@each_game
def test_what_a_line_has_after_the_turn(study: House, game: str) -> None:
    here = dreierlei.start(game)
    fields = get(study, "/api/variant", id=game)["fields"]
    assert len(fields) == len(str(here).split(" ")) - 3
    assert [field["kind"] for field in fields] == [field.kind for field in here.variant.tables.fields]
    assert all(field["title"]["lb"] for field in fields)


def test_a_position_as_a_picture(study: House) -> None:
    answer = study.client.get("/api/picture.svg", params={"from": "tictactoe", "moves": "a1,b2", "style": "dark"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text == svg.draw(dreierlei.start("tictactoe").play("a1").play("b2"), style="dark")


def test_values_of_first_moves_are_those_of_the_map(study: House) -> None:
    found = get(study, "/api/values", from_="qango6:opening=burg")
    (shown,) = (map_ for map_ in truth.maps("qango6") if map_.variant.options["opening"] == "burg")
    assert {text: value["plies"] for text, value in found["moves"].items()} == {
        text: value.plies for text, value in shown.values.items()
    }


def test_the_games_of_a_match(study: House) -> None:
    wanted = {"variant": "tictactoe", "opponent": {"kind": "here"}, "colour": "white", "length": 3}
    somebody = study.person()
    match = study.client.post("/api/matches", json=wanted, headers=somebody.head).json()
    for move in ("a1", "a2", "b1", "b2", "c1"):
        number = {"move": move, "number": match["number"]}
        match = study.client.post(f"/api/matches/{match['id']}/moves", json=number, headers=somebody.head).json()
    line = get(study, f"/api/matches/{match['id']}/games/1")
    assert line["moves"] == ["a1", "a2", "b1", "b2", "c1"]
    assert line["result"] == "1-0"
    assert get(study, f"/api/matches/{match['id']}/games/0") == line
    assert "1 games so far" in refused(study, f"/api/matches/{match['id']}/games/9")
