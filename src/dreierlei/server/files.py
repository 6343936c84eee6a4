"""The files of the web app. A browser caches a file, but asks each time whether it has changed.

Files are compressed once, at gzip's highest level, and kept in memory, because a first visit loads many of them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from .. import locales
from ..declarations import texts
from ..messages import LANGUAGES

if TYPE_CHECKING:
    import os

    from starlette.requests import Request
    from starlette.types import Scope

    from ..messages import Language
    from .previews import Preview

WEB = Path(__file__).parent.parent / "web"
SHELL = "index.html"
ALIASES = ("manifest.webmanifest", "sw.js", "favicon.ico", "robots.txt")
"""Files that browsers look for at the root."""
WORTH = 0.9
"""A file is sent compressed if that reduces it to less than this fraction of its size."""

# Systems differ in what they know about these types.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("application/wasm", ".wasm")


class WebFiles(StaticFiles):
    """Static files whose ETags depend only on their contents, so that servers on several machines agree on them."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, unless the browser has it already."""
        asked, path, changed = Headers(scope=scope), str(full_path), stat_result.st_mtime_ns
        response: Response = FileResponse(path, status_code, stat_result=stat_result)
        if _takes_gzip(asked) and "range" not in asked and (packed := _packed_file(path, changed)) is not None:
            response = _packed(packed, response.media_type)
        return checked(response, _file_tag(path, changed), asked)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file is, if it exists; names that no file can have count as missing."""
        try:
            return super().lookup_path(path)
        except (ValueError, OSError):
            return "", None

    def shell(self, request: Request, preview: Preview | None) -> Response:
        """The HTML shell of every page, which scripts fill according to the address. Link previews read its tags."""
        assert self.directory is not None
        page = (Path(self.directory) / SHELL).read_text("utf-8")
        if preview is not None:
            base = str(request.base_url).rstrip("/")
            page = page.replace("<title>dreierlei</title>", f"<title>{escape(preview.title)} – dreierlei</title>")
            page = page.replace("</head>", f"  {preview.tags(base)}\n  </head>")
        body = page.encode()
        response = Response(body, media_type="text/html", headers={"Vary": "Accept-Language"})
        return checked(response, tag(body), request.headers)

    def tags(self) -> dict[str, str]:
        """The ETags of all files of the app, by their addresses; the shell is `./`."""
        assert self.directory is not None
        web = Path(self.directory)
        paths = {f"web/{path.relative_to(web).as_posix()}": path for path in files(web)}
        tags = {address: _file_tag(str(path), path.stat().st_mtime_ns) for address, path in paths.items()}
        words = {f"web/locale/{language}.json": tag(catalogue(language)) for language in LANGUAGES}
        return {"./": tag((web / SHELL).read_bytes()), **tags, **words}

    def words(self, request: Request, language: str) -> Response:
        """Every message in a language, as JSON; raises `DreierleiError` for an unknown language."""
        body = catalogue(locales.language(language))
        packed, kind = _takes_gzip(request.headers), "application/json"
        response = _packed(_compress(body), kind) if packed else Response(body, media_type=kind)
        return checked(response, tag(body), request.headers)


def files(web: Path) -> list[Path]:
    """Every file in the folder `web` that pages load, without the shell and the files at the root."""
    excluded = {web / name for name in (SHELL, *ALIASES)}
    return sorted(path for path in web.rglob("*") if path.is_file() and path not in excluded)


def checked(response: Response, mark: str, asked: Headers) -> Response:
    """A response with an ETag, or 304 if the browser already has it."""
    response.headers["ETag"] = mark
    response.headers["Cache-Control"] = "no-cache"
    known = [text.strip().removeprefix("W/") for text in asked.get("if-none-match", "").split(",")]
    return NotModifiedResponse(response.headers) if mark in known else response


def _takes_gzip(asked: Headers) -> bool:
    return "gzip" in asked.get("accept-encoding", "")


def _packed(body: bytes, kind: str | None) -> Response:
    return Response(body, media_type=kind, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})


@cache
def _packed_file(path: str, _changed: int) -> bytes | None:
    """A compressed file; None where compression does not pay, as for pictures."""
    content = Path(path).read_bytes()
    packed = _compress(content)
    return packed if len(packed) < WORTH * len(content) else None


@cache
def _compress(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


@cache
def _file_tag(path: str, _changed: int) -> str:
    return tag(Path(path).read_bytes())


@cache
def catalogue(language: Language) -> bytes:
    """Every message in a language, as JSON."""
    return json.dumps(texts(language), ensure_ascii=False).encode()


def tag(content: bytes) -> str:
    """The ETag of these contents."""
    return f'"{hashlib.sha256(content).hexdigest()[:20]}"'
