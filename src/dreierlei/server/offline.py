"""What a browser stores of the app, so that it works without a network; `web/sw.js` fetches it."""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
from functools import cache

from fastapi import APIRouter, Request, Response

from ..version import VERSION
from .dependencies import Asking, Parts
from .files import checked, tag
from .reading import resources, written

router = APIRouter(include_in_schema=False)

ANSWERS = "offline-answers.json"
_lock = threading.Lock()


@router.get("/offline.json")
def offline(request: Request, parts: Parts) -> Response:
    """The version of the app, the addresses of all its files, and the address of the answers."""
    body = plan(parts.files.tags(), ANSWERS)
    return checked(Response(body, media_type="application/json"), tag(body), request.headers)


@router.get(f"/{ANSWERS}")
def offline_answers(request: Request, _: Asking) -> Response:
    """Every answer that is the same for everybody, by its address."""
    with _lock:
        body = _answers()
    response = Response(body, media_type="application/json", headers={"Content-Encoding": "gzip"})
    return checked(response, tag(body), request.headers)


def plan(tags: dict[str, str], answers: str | None) -> bytes:
    """`offline.json` for files with these tags, by their addresses."""
    version = hashlib.sha256(repr((VERSION, sorted(tags.items()))).encode()).hexdigest()[:20]
    return json.dumps({"version": version, "files": sorted(tags), "answers": answers}).encode()


@cache
def _answers() -> bytes:
    parts = (b"%s:%s" % (json.dumps(address).encode(), written(make())) for address, make in resources())
    return gzip.compress(b"{%s}" % b",".join(parts), mtime=0)
