"""The app as a whole: wrong requests of all kinds, tokens, headers, files, settings."""

from __future__ import annotations

import asyncio
import json
import logging
import stat
import threading
from typing import TYPE_CHECKING, Any

import pytest

import dreierlei
from dreierlei.errors import DreierleiError
from dreierlei.server import pages as pages_module
from dreierlei.server.failures import Refusal
from dreierlei.server.jobs import SHARE, Jobs
from dreierlei.server.limits import BODY, BURST, Rate
from dreierlei.server.logs import Lines
from dreierlei.server.metrics import Metrics
from dreierlei.server.settings import Settings

from .people import House, bad, good

if TYPE_CHECKING:
    from pathlib import Path

NEW = {"variant": "tictactoe", "opponent": {"kind": "here"}}


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"variant": "chess"}, "chess"),
        ({"variant": "qango6:opening=queer"}, "opening"),
        ({"variant": "tictactoe:"}, None),
        ({"variant": "x" * 301}, "variant"),
        ({"opponent": {"kind": "ghost"}}, "opponent"),
        ({"opponent": {"kind": "computer", "level": 11}}, "level"),
        ({"colour": "red"}, "colour"),
        ({"length": 0}, "length"),
        ({"clock": {"kind": "fischer", "initial": 1}}, "initial"),
        ({"clock": {"kind": "days", "days": 31}}, "days"),
        ({"name": ""}, "name"),
        ({"name": "x" * 41}, "name"),
        ({"more": 1}, "more"),
        ({"start": "nonsense"}, "nonsense"),
    ],
)
def test_a_match_that_cannot_be(house: House, change: dict[str, Any], word: str | None) -> None:
    answer = house.person().post("/api/matches", {**NEW, **change})
    if word is None:
        good(answer)
    else:
        assert answer.status_code == 400
        assert word in bad(answer, "bad_request")


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '"x"', "1e999", "[" * 5000])
def test_bodies_that_are_no_message(house: House, body: str) -> None:
    answer = house.client.post("/api/matches", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    bad(answer, "bad_request")


def test_every_error_has_one_shape(house: House) -> None:
    client = house.client
    for path in ("/api/nothing", "/api/matches/nothing-here", "/web/nothing.js", "/api/variant?id=chess"):
        bad(client.get(path), "bad_request" if "chess" in path else "not_found")
    answer = client.delete("/api/games")
    assert answer.status_code == 405
    assert answer.headers["allow"]
    bad(answer, "not_allowed")
    answer = client.post("/api/matches", content=b"x" * (BODY + 1))
    assert answer.status_code == 413
    bad(answer, "too_large")
    answer = client.post("/api/matches", content=iter([b"x" * BODY, b"x"]))
    assert answer.status_code == 413
    bad(answer, "too_large")
    bad(client.get("/api/games", headers={"Authorization": "Basic x"}), "not_allowed")
    bad(client.get("/api/games", headers={"Authorization": "Bearer x"}), "not_allowed")
    bad(client.post("/api/tokens", json={}, headers={"Origin": "https://elsewhere.example"}), "not_allowed")


def test_an_error_of_ours_says_nothing_about_the_inside(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(house.rooms, "view", broken)
    answer = house.person().post("/api/matches", NEW)
    assert answer.status_code == 500
    assert "secret" not in bad(answer, "internal")


def test_a_browser_gets_a_cookie_that_scripts_cannot_read(house: House) -> None:
    house.client.cookies.clear()
    answer = house.client.post("/api/matches", json=NEW)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    match = answer.json()
    assert house.client.get(f"/api/matches/{match['id']}").json()["yours"] == [0, 1]
    again = house.client.post("/api/matches", json=NEW)
    assert "set-cookie" not in again.headers
    house.client.cookies.clear()
    house.client.cookies.set("dreierlei", "forged")
    assert house.client.get(f"/api/matches/{match['id']}").json()["yours"] == []
    house.client.cookies.clear()


def test_games_variants_and_positions(house: House) -> None:
    person = house.person()
    assert [game["id"] for game in person.get("/api/games").json()] == [game.id for game in dreierlei.games()]
    for game in dreierlei.games():
        here = dreierlei.start(game.id)
        assert good(person.get("/api/variant", params={"id": game.id}))["id"] == game.id
        moves = [move.text for move in (here.moves()[0],)]
        view = good(person.get("/api/position", params={"from": game.id, "moves": ",".join(moves)}))
        assert view["line"] == str(here.play(moves[0]))
        assert good(person.get("/api/position", params={"from": view["line"]}))["stones"] == view["stones"]
    bad(person.get("/api/position", params={"from": "tictactoe", "moves": "b2,b2"}), "illegal_move")


def test_headers_say_what_pages_may(house: House) -> None:
    for path in ("/", "/api/games", "/api/nothing"):
        headers = house.client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_files_are_packed_and_not_sent_twice(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<p>shell")
    (tmp_path / "app.js").write_text("let x;" * 1000)
    (tmp_path.parent / "outside.txt").write_text("not for you")
    files = pages_module.Pages(tmp_path)
    monkeypatch.setattr(pages_module.Pages, "file", lambda _, request, name: _file(files, request, name))
    monkeypatch.setattr(pages_module.Pages, "shell", lambda _, request: _shell(files, request))
    client = house.client
    found = client.get("/web/app.js")
    assert found.headers["content-encoding"] == "gzip"
    assert found.headers["content-type"].startswith("text/javascript")
    assert found.text == "let x;" * 1000
    assert client.get("/web/app.js", headers={"If-None-Match": found.headers["etag"]}).status_code == 304
    (tmp_path / "app.js").write_text("new")
    assert client.get("/web/app.js", headers={"If-None-Match": found.headers["etag"]}).text == "new"
    assert client.get("/match/whatever").text == "<p>shell"
    for name in ("../outside.txt", "%2e%2e/outside.txt", "..%2foutside.txt", "/etc/passwd"):
        assert "not for you" not in client.get(f"/web/{name}").text
        assert "root:" not in client.get(f"/web/{name}").text


_file, _shell = pages_module.Pages.file, pages_module.Pages.shell


def test_health_and_metrics(house: House) -> None:
    assert house.client.get("/health").json() == {"status": "ok"}
    house.person().begin("tictactoe", "here")
    text = house.client.get("/metrics").text
    assert "# TYPE dreierlei_requests_total counter" in text
    assert 'dreierlei_commit_seconds_bucket{le="+Inf"' in text
    for line in text.splitlines():
        assert line.startswith("#") or float(line.rpartition(" ")[2]) >= 0


def test_the_documentation_needs_no_other_host(house: House) -> None:
    schema = house.client.get("/api/openapi.json").json()
    page = house.client.get("/api/docs").text
    for path in schema["paths"]:
        assert path in page
    assert "http://" not in page.replace("http://testserver", "")
    assert "https://" not in page
    assert "<script" not in page


# --- limits -----------------------------------------------------------------------------------------------------------


def test_nobody_may_ask_too_often(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'rate.db'}", secret="for tests", rate=1)
    with House.open(settings) as house:
        answers = [house.client.get("/api/games") for _ in range(12)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429
        bad(answers[-1], "too_many")
        assert house.client.get("/health").status_code == 200


def test_rates_recover() -> None:
    now = 0.0
    rate = Rate(2, lambda: now)
    for _ in range(2 * int(BURST)):
        rate.take("a")
    with pytest.raises(Refusal):
        rate.take("a")
    rate.take("b")
    now = 0.6
    rate.take("a")


async def _crowd() -> list[str]:
    jobs = Jobs(Metrics(), threads=1)
    order: list[str] = []
    gate = threading.Event()

    def wish(client: str) -> asyncio.Future[None]:
        return asyncio.ensure_future(jobs.run(client, lambda _: order.append(client)))

    first = asyncio.ensure_future(jobs.run("slow", lambda _: gate.wait()))
    await asyncio.sleep(0)
    wishes = [wish("greedy") for _ in range(SHARE)] + [wish("modest")]
    refused = wish("greedy")
    await asyncio.sleep(0)
    with pytest.raises(Refusal):
        await refused
    gate.set()
    await asyncio.gather(first, *wishes)
    jobs.close()
    return order


def test_searches_are_done_in_turn() -> None:
    order = asyncio.run(_crowd())
    assert order[:2] == ["greedy", "modest"]
    assert len(order) == SHARE + 1


# --- settings and logs ------------------------------------------------------------------------------------------------


def test_settings_have_defaults_that_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = Settings.read({})
    assert settings.database.startswith("sqlite:///")
    secret = tmp_path / "dreierlei" / "server.secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert Settings.read({}).secret == settings.secret == secret.read_text()
    assert len(settings.secret) > 40


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("postgres://u@h/d", "postgresql+psycopg://u@h/d"),
        ("postgresql://u@h/d", "postgresql+psycopg://u@h/d"),
        ("sqlite:////x/y.db", "sqlite:////x/y.db"),
        ("/x/y.db", "sqlite:////x/y.db"),
    ],
)
def test_addresses_of_databases(given: str, meant: str) -> None:
    assert Settings.read({"DREIERLEI_DATABASE": given, "DREIERLEI_SECRET": "s"}).database == meant


@pytest.mark.parametrize(
    "wrong", [{"DREIERLEI_DATABASE": "mysql://x"}, {"DREIERLEI_RATE": "fast"}, {"DREIERLEI_THREADS": "-1"}]
)
def test_wrong_settings_are_a_sentence(wrong: dict[str, str]) -> None:
    with pytest.raises(DreierleiError, match="expected"):
        Settings.read({"DREIERLEI_SECRET": "s", **wrong})


def test_log_lines_are_json() -> None:
    record = logging.LogRecord("x", logging.WARNING, "", 0, "said %s", ("so",), None)
    record.fields = {"status": 200}
    line = json.loads(Lines().format(record))
    assert (line["message"], line["level"], line["status"]) == ("said so", "warning", 200)
