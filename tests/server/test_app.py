"""The app as a whole: wrong requests of all kinds, tokens, headers, files, settings."""

from __future__ import annotations

import json
import logging
import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import dreierlei
from dreierlei import server
from dreierlei.errors import DreierleiError
from dreierlei.messages import LANGUAGES
from dreierlei.server import errors
from dreierlei.server.app import create_app
from dreierlei.server.limits import BODY
from dreierlei.server.logs import Lines
from dreierlei.server.settings import Settings

from .daemons import SECRET
from .people import House, bad, good

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


def test_why_a_move_is_not_possible(house: House) -> None:
    person = house.person()

    def ask(origin: str, targets: str) -> object:
        answer = person.get("/api/why-not", params={"from": origin, "targets": targets})
        assert answer.status_code == 200, answer.text
        return answer.json()

    assert ask("tres", "NE o") is None
    ring = {"de": "mittlerer Ring", "en": "middle ring", "lb": "mëttlere Rank"}
    assert ask("tres", "NE m") == {"key": "refusal.ring-empty", "values": {"ring": ring}}
    assert ask("qango6:opening=burg", "c4") == {"key": "qango6.refusal.first-burg", "values": {"place": "c4"}}
    texts = person.get("/web/locale/de.json").json()
    assert texts["qango6.refusal.first-burg"].startswith("{place} gehört zur Burg")
    over = ask("tictactoe www/bb./... b", "a1")
    assert over == {"key": "refusal.over", "values": {"reason": {"key": "tictactoe.reason.line", "values": {}}}}
    bad(person.get("/api/why-not", params={"from": "tres", "targets": "z9"}), "bad_request")
    bad(person.get("/api/why-not", params={"from": "chess", "targets": "e4"}), "bad_request")


def test_headers_say_what_pages_may(house: House) -> None:
    for path in ("/", "/api/games", "/api/nothing"):
        headers = house.client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "'unsafe-inline'" not in headers["content-security-policy"]
        assert "'unsafe-eval'" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-embedder-policy"] == "require-corp"


def test_files_are_packed_and_not_sent_twice(settings: Settings, tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("<p>shell")
    (web / "app.js").write_text("let x;" * 1000)
    (tmp_path / "outside.txt").write_text("not for you")
    with TestClient(create_app(settings, web=web)) as client:
        found = client.get("/web/app.js")
        assert found.headers["content-encoding"] == "gzip"
        assert found.headers["content-type"].startswith("text/javascript")
        assert found.headers["cache-control"] == "no-cache"
        assert found.text == "let x;" * 1000
        unchanged = client.get("/web/app.js", headers={"If-None-Match": found.headers["etag"]})
        assert (unchanged.status_code, unchanged.headers["etag"]) == (304, found.headers["etag"])
        (web / "app.js").write_text("new")
        assert client.get("/web/app.js", headers={"If-None-Match": found.headers["etag"]}).text == "new"
        assert client.get("/match/whatever").text == "<p>shell"
        for name in ("../outside.txt", "%2e%2e/outside.txt", "..%2foutside.txt", "/etc/passwd"):
            assert "not for you" not in client.get(f"/web/{name}").text
            assert "root:" not in client.get(f"/web/{name}").text


def test_files_have_the_same_tag_on_every_machine(settings: Settings, tmp_path: Path) -> None:
    tags: set[str] = set()
    for name in ("one", "two"):
        web = tmp_path / name
        web.mkdir()
        (web / "app.js").write_text("let x;")
        os.utime(web / "app.js", (len(tags), len(tags)))
        with TestClient(create_app(settings, web=web)) as client:
            tags.add(client.get("/web/app.js").headers["etag"])
    assert len(tags) == 1


def test_words_of_a_language(house: House) -> None:
    found = house.client.get("/web/locale/de.json")
    assert found.json()["server.time-up"] == "Die Zeit ist abgelaufen."
    assert found.headers["cache-control"] == "no-cache"
    known = {"If-None-Match": f"W/{found.headers['etag']}"}
    assert house.client.get("/web/locale/de.json", headers=known).status_code == 304
    bad(house.client.get("/web/locale/fr.json"), "bad_request")


def test_health_and_metrics(house: House) -> None:
    assert house.client.get("/health").json() == {"status": "ok"}
    house.person().begin("tictactoe", "here")
    text = house.client.get("/metrics").text
    assert "# TYPE dreierlei_requests_total counter" in text
    assert 'dreierlei_commit_seconds_bucket{le="+Inf"' in text
    assert f'dreierlei_entries_total{{worker="{os.getpid()}"}}' in text
    for line in text.splitlines():
        assert line.startswith("#") or float(line.rpartition(" ")[2]) >= 0


def refused(house: House) -> dict[str, float]:
    found = re.findall(r'dreierlei_refused_total{code="(\w+)".*} (\S+)', house.client.get("/metrics").text)
    return {code: float(count) for code, count in found}


def test_whatever_is_refused_is_counted(house: House) -> None:
    before = refused(house)
    person = house.person()
    match = person.begin("tictactoe", "here")
    bad(person.get("/api/nothing"), "not_found")
    bad(person.get("/web/nothing.js"), "not_found")
    bad(person.post("/api/matches", {"variant": 1}), "bad_request")
    bad(person.move(match, "z9"), "illegal_move")
    bad(house.client.post("/api/tokens", json={}, headers={"Origin": "https://elsewhere.example"}), "not_allowed")
    bad(house.client.post("/api/matches", content=b"x" * (BODY + 1)), "too_large")
    with person.connect(match) as socket:
        socket.receive_json()
        socket.send_text("{")
        socket.receive_json()
    counts = {"not_found": 2, "bad_request": 2, "illegal_move": 1, "not_allowed": 1, "too_large": 1}
    after = refused(house)
    assert {code: after[code] - before.get(code, 0) for code in counts} == counts


def test_an_error_is_a_key_with_values_and_a_sentence(house: House) -> None:
    person = house.person()
    error = person.post("/api/matches", {**NEW, "clock": {"kind": "fischer", "initial": 1}}).json()["error"]
    assert error == {
        "code": "bad_request",
        "key": "server.field",
        "values": {
            "field": "clock.fischer.initial",
            "problem": {"key": "server.field-too-small", "values": {"limit": 10}},
        },
        "message": "clock.fischer.initial: expected a number of at least 10.",
    }
    line = "tictactoe www/bb./.b. b"
    error = person.get("/api/position", params={"from": line}).json()["error"]
    assert error["key"] == "position.invalid"
    assert [reason["key"] for reason in error["values"]["reasons"]] == ["position.turn-by-stones"]
    assert error["values"]["reasons"][0]["values"]["side"] == {"key": "black", "values": {}}


def test_keys_of_the_server_have_sentences() -> None:
    code = "".join(file.read_text("utf-8") for file in Path(server.__file__).parent.rglob("*.py"))
    keys = set(re.findall(r'"(server\.[a-z-]+)"', code))
    keys |= {f"server.field-{problem}" for problem in errors.FIELD_PROBLEMS.values()} | {"server.field-invalid"}
    keys |= {f"server.no-{offer}-to-{answer}" for offer in ("draw", "takeback") for answer in ("accept", "decline")}
    assert len(keys) > 40
    for language in LANGUAGES:
        file = Path(server.__file__).parents[1] / "locale" / language / "errors_server.json"
        known = set(json.loads(file.read_text("utf-8")))
        assert keys <= known
        assert known - keys == {"server.workers", "server.port", "server.not-banned", "server.secret-environment"}


def test_the_documentation_needs_no_other_host(house: House) -> None:
    schema = house.client.get("/api/openapi.json").json()
    page = house.client.get("/api/docs").text
    for path in schema["paths"]:
        assert path in page
    assert "http://" not in page.replace("http://testserver", "")
    assert "https://" not in page
    assert "<script" not in page


# --- settings and logs ------------------------------------------------------------------------------------------------


def test_settings_have_defaults_that_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = Settings.read({})
    assert settings.database.startswith("sqlite:///")
    secret = tmp_path / "dreierlei" / "server.secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert Settings.read({}).secrets == settings.secrets == (secret.read_text(),)
    assert len(settings.secrets[0]) > 40


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
    assert Settings.read({"DREIERLEI_DATABASE": given, "DREIERLEI_SECRET": SECRET}).database == meant


@pytest.mark.parametrize(
    "wrong", [{"DREIERLEI_DATABASE": "mysql://x"}, {"DREIERLEI_RATE": "fast"}, {"DREIERLEI_THREADS": "-1"}]
)
def test_wrong_settings_are_a_sentence(wrong: dict[str, str]) -> None:
    with pytest.raises(DreierleiError, match="expected"):
        Settings.read({"DREIERLEI_SECRET": SECRET, **wrong})


def test_log_lines_are_json() -> None:
    record = logging.LogRecord("x", logging.WARNING, "", 0, "said %s", ("so",), None)
    record.fields = {"status": 200}
    line = json.loads(Lines().format(record))
    assert (line["message"], line["level"], line["status"]) == ("said so", "warning", 200)
