"""The files of the web app: small, checked for changes by the browser, packed once."""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi.responses import Response

from .. import locales
from ..games import texts
from .failures import Refusal

if TYPE_CHECKING:
    from starlette.requests import Request

WEB = Path(__file__).parent.parent / "web"
ALIASES = ("manifest.webmanifest", "sw.js", "favicon.ico", "robots.txt")
"""Files that browsers look for at the top."""
PLACEHOLDER = b"<!doctype html><html lang=en><meta charset=utf-8><title>dreierlei</title><p>The page is not here yet."

_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".mjs": "text/javascript"}
_PACKED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".webmanifest", ".txt", ".md")


@dataclass(frozen=True, slots=True)
class File:
    """A file in memory, as it is and packed."""

    changed: int
    plain: bytes
    packed: bytes | None
    tag: str
    kind: str


class Pages:
    """The folder of the web app."""

    def __init__(self, folder: Path = WEB) -> None:
        self.folder = folder.resolve()
        self._files: dict[Path, File] = {}
        self._words: dict[str, File] = {}

    def file(self, request: Request, name: str) -> Response:
        """A file of the folder; raises `Refusal` if there is none of that name."""
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder) or not path.is_file():
            raise Refusal("not_found", f'There is no file "{name[:80]}" here.')
        return _answer(request, self._read(path))

    def words(self, request: Request, language: str) -> Response:
        """Every message in a language, as JSON; raises `DreierleiError` for a language that we do not speak."""
        spoken = locales.language(language)
        if spoken not in self._words:
            text = json.dumps(texts(spoken), ensure_ascii=False)
            self._words[spoken] = _file(text.encode("utf-8"), ".json")
        return _answer(request, self._words[spoken])

    def shell(self, request: Request) -> Response:
        """The page that is every page: scripts find out which one from the address."""
        path = self.folder / "index.html"
        if path.is_file():
            return _answer(request, self._read(path))
        return Response(PLACEHOLDER, media_type="text/html")

    def _read(self, path: Path) -> File:
        changed = path.stat().st_mtime_ns
        known = self._files.get(path)
        if known is None or known.changed != changed:
            known = self._files[path] = _file(path.read_bytes(), path.suffix, changed)
        return known


def _file(plain: bytes, suffix: str, changed: int = 0) -> File:
    packed = gzip.compress(plain, 9, mtime=0) if suffix in _PACKED else None
    tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    kind = _TYPES.get(suffix) or mimetypes.guess_type(f"file{suffix}")[0] or "application/octet-stream"
    return File(changed, plain, packed, tag, kind)


def _answer(request: Request, file: File) -> Response:
    # The browser keeps a file, but asks whether it is still the same: a new version is there at once.
    headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if file.tag in [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    body = file.plain
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = file.packed, "gzip"
    return Response(body, headers=headers, media_type=file.kind)
