"""What went wrong, as programs and people read it."""

from __future__ import annotations

import enum

from .base import ClosedModel, MessageView


class Code(enum.Enum):
    """What went wrong, for programs, with the HTTP status of the answer."""

    status: int

    def __new__(cls, code: str, status: int) -> Code:
        """A code with its status; the code alone goes over the wire."""
        member = object.__new__(cls)
        member._value_, member.status = code, status
        return member

    BAD_REQUEST = "bad_request", 400
    NOT_ALLOWED = "not_allowed", 403
    NOT_FOUND = "not_found", 404
    CONFLICT = "conflict", 409
    TOO_LARGE = "too_large", 413
    ILLEGAL_MOVE = "illegal_move", 422
    TOO_MANY = "too_many", 429
    INTERNAL = "internal", 500
    BUSY = "busy", 503
    UNAVAILABLE = "unavailable", 503


class ErrorView(MessageView):
    """What went wrong: a code for programs, and for people a sentence by its key and values."""

    code: Code
    message: str
    """The sentence in English."""


class ErrorAnswer(ClosedModel):
    """The shape of every error."""

    error: ErrorView
