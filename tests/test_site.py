"""The static edition: every answer of the server that a page asks for is a file, and nothing of others is touched."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from dreierlei.cli import commands
from dreierlei.errors import DreierleiError
from dreierlei.server import site
from dreierlei.server.app import create_app
from dreierlei.server.files import WEB
from dreierlei.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NEED_A_SERVER = {
    *("analysis", "kept-matches", "matches", "openings", "position"),
    *("puzzles/own", "review", "setup", "values", "why-not"),
}
"""What pages ask for and only a server answers; most of it is asked of the core first."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The edition with two sheets, where there was an earlier one."""
    folder = tmp_path_factory.mktemp("host") / "under" / "a path"
    folder.mkdir(parents=True)
    (folder / "old.txt").write_text("of an earlier edition", "utf-8")
    (folder / site.MARK).write_text(json.dumps({"dreierlei": "0", "files": ["old.txt"]}), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        two = list(site.chosen_sheets(("a4",)))[:2]
        patch.setattr(site, "chosen_sheets", lambda _papers: two)
        site.write(folder)
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = tmp_path_factory.mktemp("server") / "matches.db"
    settings = Settings(database=f"sqlite:///{database}", secrets=("for tests",), rate=0)
    with TestClient(create_app(settings)) as client:
        yield client


def table(folder: Path, name: str = "index") -> dict[str, str]:
    found: dict[str, str] = json.loads((folder / "api" / f"{name}.json").read_text("utf-8"))
    return found


def test_every_answer_is_what_the_server_says(folder: Path, server: TestClient) -> None:
    together = server.get("/offline-answers.json").json()
    assert together.keys() == table(folder).keys()
    for address, name in (*table(folder).items(), *table(folder, "sheets").items()):
        content = (folder / name).read_bytes()
        answer = server.get(address)
        assert answer.status_code == 200, address
        if name.endswith(".pdf"):
            assert content == answer.content
            continue
        said: list[Any] = [answer.json(), json.loads(content), together.get(address, answer.json())]
        if "series" in address:  # drawn by lot
            said = [{**each, "puzzles": len(each["puzzles"])} for each in said]
        assert said[0] == said[1] == said[2], address


def test_pages_ask_for_nothing_else(folder: Path) -> None:
    """A question that a page learns to ask is either a file, or known to need a server."""
    asked = set()
    for script in WEB.rglob("*.js"):
        for path in re.findall(r"[\"`]/api/([^\"`?]+)", script.read_text("utf-8")):
            words = [word for word in path.split("/") if word and "$" not in word]
            asked.add("/".join(words[:2]) if words[:1] == ["puzzles"] else "".join(words[:1]))
    answered = {re.split(r"[/?]", address)[2] for name in ("index", "sheets") for address in table(folder, name)}
    series = {"puzzles/series"}
    assert {name for name in asked if name} - answered - series == NEED_A_SERVER


def test_the_folder_can_be_anywhere(folder: Path) -> None:
    page = (folder / "index.html").read_text("utf-8")
    named = re.findall(r'(?:href|src)="(?!#)([^"]+)"', page)
    assert named
    assert [name for name in named if not (folder / name).is_file()] == []
    manifest = json.loads((folder / "manifest.webmanifest").read_text("utf-8"))
    assert all((folder / icon["src"]).is_file() for icon in manifest["icons"])
    assert not (folder / "old.txt").exists()


def test_a_browser_keeps_everything_but_sheets(folder: Path, server: TestClient) -> None:
    files = json.loads((folder / "offline.json").read_bytes())["files"]
    modules = {f"web/{path.relative_to(WEB).as_posix()}" for path in WEB.rglob("*.*") if path.parent != WEB}
    assert modules <= set(files)
    assert set(table(folder).values()) <= set(files)
    assert [name for name in files if not (folder / name).exists()] == []
    plan = server.get("/offline.json")
    assert [name for name in plan.json()["files"] if server.get(f"/{name.removeprefix('./')}").status_code != 200] == []
    assert modules <= set(plan.json()["files"])
    assert server.get("/offline.json", headers={"If-None-Match": plan.headers["ETag"]}).status_code == 304


def test_a_folder_of_others_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", "utf-8")
    with pytest.raises(DreierleiError, match="not empty"):
        site.write(tmp_path, ())
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    done = CliRunner().invoke(commands, ["site", str(tmp_path / "thesis.txt")])
    assert isinstance(done.exception, DreierleiError)
