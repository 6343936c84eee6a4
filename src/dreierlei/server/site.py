"""The static edition: the page without a server, as a folder of files for any web host, under any path.

index.html, sw.js, …     the page, with relative addresses; `data-edition` tells its scripts that there is no server
offline.json             what a browser stores to work without a network, as on a server
web/                     its files, unchanged
api/*.json               the answers that a server would give, from the same functions
api/index.json, sheets.json   which file has which answer, for `web/answers.js`
api/*.pdf                sheets that are ready to print
site.json                what was written, so that the next run can update it
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode

from .. import extras, sheets
from ..declarations import games
from ..errors import DreierleiError
from ..files import writing
from ..messages import LANGUAGES, Language
from ..model import Variant
from ..version import VERSION
from .files import ALIASES, SHELL, WEB, catalogue, files, tag
from .offline import plan
from .reading import Answer, listed, resources, written

MARK = "site.json"
Progress = Callable[[int, int], object]
"""Called with the number of files written so far, and with the total."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printable part of a game."""

    variant: Variant
    part: str
    paper: str
    language: Language

    @property
    def address(self) -> str:
        """Its address on a server."""
        query = urlencode({"what": self.part, "paper": self.paper, "language": self.language})
        return f"/api/print/{quote(self.variant.id, safe='')}?{query}"

    def make(self) -> bytes:
        """The PDF."""
        return sheets.make(self.variant, (self.part,), paper=self.paper, language=self.language)


def chosen_sheets(papers: Iterable[str]) -> Iterator[Sheet]:
    """Every part of every game, and the boards of its other variants, in every language."""
    for paper in papers:
        for game in games():
            usual, *others = listed(game)
            for language in LANGUAGES:
                yield from (Sheet(usual, part, paper, language) for part in sheets.parts_of(usual))
                yield from (Sheet(other, "board", paper, language) for other in others)


class Folder:
    """A folder that is being written. `files` has the ETags of its files."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files: dict[str, str] = {}
        self.before = _written_before(path)
        # From here on the folder is marked as ours, even if this run is interrupted.
        self._mark(self.before)

    def write(self, name: str, content: bytes) -> None:
        """Writes a file. An existing file with the same contents is left alone."""
        target = self.path / name
        with writing(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            if not (target.is_file() and target.read_bytes() == content):
                target.write_bytes(content)
        self.files[name] = tag(content)

    def name(self, address: str, ending: str) -> str:
        """A new name for the answer at an address, such as `api/rules-muehle-de.json`; valid on every system."""
        path, _, query = address.removeprefix("/api/").partition("?")
        words = " ".join((unquote(path), *(value for _, value in parse_qsl(query))))
        plain = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
        names = (f"api/{plain}{number}.{ending}" for number in ("", *(f"-{number}" for number in range(2, 1000))))
        return next(name for name in names if name not in self.files)

    def finish(self) -> None:
        """Removes files that an earlier run wrote and this one did not."""
        for name in self.before - self.files.keys():
            with writing(self.path / name):
                (self.path / name).unlink(missing_ok=True)
        self._mark(self.files)

    def _mark(self, names: Iterable[str]) -> None:
        with writing(self.path / MARK):
            (self.path / MARK).write_bytes(_json({"dreierlei": VERSION, "files": sorted(names)}))


def _written_before(path: Path) -> set[str]:
    """The files that an earlier run wrote; raises `DreierleiError` if the folder contains something else."""
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)
        if not any(path.iterdir()):
            return set()
    try:
        return set(json.loads((path / MARK).read_bytes())["files"])
    except (OSError, ValueError, KeyError, TypeError):
        raise DreierleiError("site.foreign", folder=str(path)) from None


def write(target: Path, papers: Iterable[str] = ("a4",), progress: Progress = lambda _done, _total: None) -> Folder:
    """Writes the static edition into a new or empty folder, or updates an existing one.

    Raises `DreierleiError` for a folder that contains something else, and `MissingExtra` if the requested sheets cannot
    be made.
    """
    ready = list(chosen_sheets(papers))
    if ready:
        extras.require("print", "reportlab")
    folder = Folder(target)
    read = [(address, "json", _answer(make)) for address, make in resources()]
    printed = [(sheet.address, "pdf", sheet.make) for sheet in ready]
    total = len(read) + len(printed)
    done = itertools.count(1)

    def answered(of: Iterable[tuple[str, str, Callable[[], bytes]]]) -> bytes:
        """Writes answers, and returns the table of which file has which answer."""
        table = {}
        for address, ending, make in of:
            table[address] = folder.name(address, ending)
            folder.write(table[address], make())
            progress(next(done), total)
        return _json(table)

    _write_page(folder)
    folder.write("api/index.json", answered(read))
    kept = {name: mark for name, mark in folder.files.items() if name.startswith(("web/", "api/"))}
    folder.write("api/sheets.json", answered(printed))
    shell = {"./": folder.files[SHELL], "api/sheets.json": folder.files["api/sheets.json"]}
    folder.write("offline.json", plan({**shell, **kept}, None))
    folder.finish()
    return folder


def _answer(make: Callable[[], Answer]) -> Callable[[], bytes]:
    return lambda: written(make())


def _write_page(folder: Folder) -> None:
    """Writes the page and its files. Absolute paths become relative, because the folder may be anywhere."""
    page = (WEB / SHELL).read_text("utf-8").replace("<html ", '<html data-edition="static" ', 1)
    folder.write(SHELL, re.sub(r'((?:href|src)=")/', r"\1", page).encode())
    for name in ALIASES:
        if (WEB / name).is_file():
            folder.write(name, (WEB / name).read_bytes())
    for path in files(WEB):
        folder.write(f"web/{path.relative_to(WEB).as_posix()}", path.read_bytes())
    for language in LANGUAGES:
        folder.write(f"web/locale/{language}.json", catalogue(language))


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, indent=0).encode()
