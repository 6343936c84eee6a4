"""The one shape of every error, and the one place where errors become answers."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any, Literal

from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from ..errors import DreierleiError, MoveError
from ..match import MatchError
from .wire import Failure, Fault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastapi import FastAPI, Request

Code = Literal[
    "bad_request", "not_found", "not_allowed", "illegal_move", "conflict", "too_many", "too_large", "busy",
    "unavailable", "internal",
]  # fmt: skip

STATUS: dict[Code, int] = {
    "bad_request": 400, "not_found": 404, "not_allowed": 403, "illegal_move": 422, "conflict": 409, "too_many": 429,
    "too_large": 413, "busy": 503, "unavailable": 503, "internal": 500,
}  # fmt: skip

_log = logging.getLogger(__name__)


class Refusal(DreierleiError):
    """Something that the server does not do, with a code for programs."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code: Code = code


def fault(error: Exception) -> Fault:
    """What an error says to whoever caused it; an error of ours says no more than that it is one."""
    match error:
        case Refusal():
            return Fault(code=error.code, message=str(error))
        case MatchError():
            return Fault(code="conflict", message=_sentence(str(error)))
        case MoveError():
            return Fault(code="illegal_move", message=_sentence(str(error)))
        case RequestValidationError() | ValidationError():
            return Fault(code="bad_request", message=_invalid(error.errors()))
        case DreierleiError():
            return Fault(code="bad_request", message=_sentence(str(error)))
        case HTTPException():
            return _http(error)
        case _:
            _log.error("unexpected error", exc_info=error)
            return Fault(code="internal", message="Something went wrong here that should not: please try again.")


def answer(found: Fault, status: int | None = None, headers: dict[str, str] | None = None) -> Response:
    """A failure as an answer to a request."""
    body = Failure(error=found).model_dump_json()
    later = {"Retry-After": "1"} if found.code in ("too_many", "busy", "unavailable") else {}
    return Response(body, status or STATUS[found.code], (headers or {}) | later, media_type="application/json")


def install(app: FastAPI) -> None:
    """Makes every error of an app one of our failures."""

    async def handle(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException) and error.status_code in (404, 405):
            error = _elsewhere(app, request)
        status = error.status_code if isinstance(error, HTTPException) else None
        headers = dict(error.headers or {}) if isinstance(error, HTTPException) else None
        return answer(fault(error), status, headers)

    for kind in (DreierleiError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, handle)


def _elsewhere(app: FastAPI, request: Request) -> HTTPException:
    """Nothing was found: there is nothing of that name, or only for other methods, all of which are named then."""
    methods: set[str] = set()
    path = request.url.path
    for documented, operations in app.openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\\{[^/]*?\\}", "[^/]+", re.escape(documented)), path):
            methods |= {method.upper() for method in operations}
    return HTTPException(405, headers={"Allow": ", ".join(sorted(methods))}) if methods else HTTPException(404)


def _http(error: HTTPException) -> Fault:
    known: dict[int, tuple[Code, str]] = {
        404: ("not_found", "There is nothing here: expected one of the addresses in /api/openapi.json."),
        405: ("not_allowed", "This address does not take that method: expected one of those in the header Allow."),
        413: ("too_large", "The message is too large."),
    }
    code, message = known.get(error.status_code, ("bad_request", _sentence(str(error.detail))))
    return Fault(code=code, message=message)


def _invalid(errors: Sequence[Any]) -> str:
    """The first thing that was wrong with a message, in a sentence."""
    first = errors[0]
    where = [str(part) for part in first["loc"] if part not in ("body", "query", "path")]
    what = first["msg"].removeprefix("Value error, ")
    place = ".".join(where)
    return _sentence(f"{place}: {what}" if place else what)


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."
