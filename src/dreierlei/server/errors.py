"""The server's own errors, and the one place where errors become answers."""

from __future__ import annotations

import logging
import math
import re
from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from ..errors import DreierleiError, MoveError
from ..match import MatchError
from ..messages import Message
from .wire.base import message_view
from .wire.errors import Code, ErrorAnswer, ErrorView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastapi import APIRouter, FastAPI, Request

    from .metrics import Metrics

CLIENT_GONE = 499
"""The status, only in the log and the metrics, of a request whose client did not wait for the answer."""
_RETRY = (Code.TOO_MANY, Code.BUSY, Code.UNAVAILABLE)
"""Codes for which a retry may succeed."""

_HTTP = {404: (Code.NOT_FOUND, "server.no-address"), 405: (Code.NOT_ALLOWED, "server.method")}

FIELD_PROBLEMS = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "string_too_short": "too-short",
    "string_too_long": "too-long",
    "too_long": "too-many-items",
    "greater_than": "not-above",
    "greater_than_equal": "too-small",
    "less_than_equal": "too-large",
    "literal_error": "choice",
    "enum": "choice",
    "union_tag_invalid": "choice",
    "int_type": "whole-number",
    "int_parsing": "whole-number",
    "int_from_float": "whole-number",
    "float_type": "number",
    "float_parsing": "number",
}
"""What is wrong with a field, by pydantic's name for it: `server.field-…` is the message."""

_log = logging.getLogger(__name__)


class RequestError(DreierleiError):
    """A request that the server refuses, with a code for programs."""

    retry: float = 1.0
    """Seconds after which a retry may succeed, if at all."""

    def __init__(self, code: Code, key: str, /, **values: object) -> None:
        super().__init__(key, **values)
        self.code = code


def error_view(error: Exception) -> ErrorView:
    """An error as its client sees it. An unexpected error is logged, and only reported as internal."""
    match error:
        case RequestError():
            code = error.code
        case MatchError():
            code = Code.CONFLICT
        case MoveError():
            code = Code.ILLEGAL_MOVE
        case DreierleiError():
            code = Code.BAD_REQUEST
        case RequestValidationError() | ValidationError():
            return error_view(_invalid(error.errors()[0]))
        case HTTPException():
            code, key = _HTTP.get(error.status_code, (Code.BAD_REQUEST, "server.unreadable"))
            return error_view(RequestError(code, key))
        case _:
            _log.error("unexpected error", exc_info=error)
            return error_view(RequestError(Code.INTERNAL, "server.internal"))
    message = message_view(error)
    return ErrorView(code=code, key=message.key, values=message.values, message=str(error))


def refusal(error: Exception, metrics: Metrics) -> ErrorView:
    """The same as `error_view`, counted in the metrics."""
    view = error_view(error)
    metrics.refused.labels(code=view.code.value).inc()
    return view


def answer(view: ErrorView, status: int | None = None, headers: dict[str, str] | None = None) -> Response:
    """An error as the answer to a request."""
    retry = {"Retry-After": "1"} if view.code in _RETRY else {}
    body = ErrorAnswer(error=view).model_dump_json()
    return Response(body, status or view.code.status, retry | (headers or {}), media_type="application/json")


def install(app: FastAPI, metrics: Metrics, routers: Sequence[APIRouter]) -> None:
    """Gives every error of an app the same shape, and counts it. `routers` have the routes of the API."""

    async def handle(request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException) and error.status_code in (404, 405):
            error = _no_route(routers, request)
        view = refusal(error, metrics)
        if isinstance(error, HTTPException):
            return answer(view, error.status_code, dict(error.headers or {}))
        if isinstance(error, RequestError) and view.code in _RETRY:
            return answer(view, headers={"Retry-After": str(math.ceil(error.retry))})
        return answer(view)

    async def gone(_request: Request, _error: Exception) -> Response:
        return Response(status_code=CLIENT_GONE)

    app.add_exception_handler(ClientDisconnect, gone)
    for kind in (DreierleiError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, handle)


def _no_route(routers: Sequence[APIRouter], request: Request) -> HTTPException:
    """The error for a path that does not exist, or that exists only for other methods, which it lists."""
    methods: set[str] = set()
    for router in routers:
        for route in router.routes:
            if isinstance(route, APIRoute) and route.path_regex.match(request.url.path):
                methods |= route.methods or set()
    return HTTPException(405, headers={"Allow": ", ".join(sorted(methods))}) if methods else HTTPException(404)


def _invalid(problem: Any) -> RequestError:
    """The first problem that pydantic found in a message, as our own error."""
    field = ".".join(str(part) for part in problem["loc"] if part not in ("body", "query", "path"))
    if problem["type"] == "json_invalid" or not field:
        return RequestError(Code.BAD_REQUEST, "server.unreadable")
    context = problem.get("ctx", {})
    expected = context.get("expected") or context.get("expected_tags")
    limit = next((context[name] for name in _LIMITS if name in context), None)
    key = f"server.field-{FIELD_PROBLEMS.get(problem['type'], 'invalid')}"
    values = {"expected": _choices(expected)} if expected else {"limit": limit} if limit is not None else {}
    return RequestError(Code.BAD_REQUEST, "server.field", field=field, problem=Message(key, **values))


_LIMITS = ("gt", "ge", "lt", "le", "min_length", "max_length")


def _choices(expected: str) -> tuple[str, ...]:
    """The values in pydantic's list of choices, such as `'light' or 'dark'`."""
    return tuple(re.findall(r"'([^']*)'", expected)) or (expected,)
