"""The live connection to a match: a stream of what changes, which can be resumed.

The first news is the whole match. After that, each change says to which number it adds (`after`) and to which it leads
(`number`). A client that lost its connection asks for the changes after the number that it knows, and gets the changes
it has missed, or the whole match again if that is too long ago.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict

from .base import ClosedModel, Player
from .errors import ErrorView
from .matches import Action, GameSummary, MatchView, Phrase, PlayMove, Say

# --- from the page ----------------------------------------------------------------------------------------------------


class MoveSent(PlayMove):
    """From the page: a move."""

    v: Literal[1] = 1
    type: Literal["move"]


class ActionSent(Action):
    """From the page: anything else a player does."""

    v: Literal[1] = 1
    type: Literal["action"]


class SaySent(Say):
    """From the page: a phrase."""

    v: Literal[1] = 1
    type: Literal["say"]


class Ping(ClosedModel):
    """From the page: checks that the connection is alive."""

    v: Literal[1] = 1
    type: Literal["ping"]


Sent = TypeAliasType("Sent", Annotated[MoveSent | ActionSent | SaySent | Ping, Field(discriminator="type")])
"""Everything that a page may send."""


# --- to the page ------------------------------------------------------------------------------------------------------


class MatchNews(ClosedModel):
    """To the page: the whole match. Sent after connecting, and when a change is not enough."""

    v: Literal[1] = 1
    type: Literal["match"] = "match"
    match: MatchView


class LineChange(ClosedModel):
    """The moves of the current game: the first `kept` stay, followed by `added`."""

    kept: int
    added: tuple[str, ...]


class GamesChange(ClosedModel):
    """The finished games of the match: the first `kept` stay, followed by `added`."""

    kept: int
    added: tuple[GameSummary, ...]


FIXED = {"v", "id", "number", "variant", "scoring", "length", "start", "public", "swap_after"}
"""The fields of a `MatchView` that never change, and the number, which a change has as a field of its own."""


def _changing() -> dict[str, Any]:
    """The other fields, in the form that they have in a change: for sequences, only what is new."""
    fields = MatchView.model_fields.items()
    return {name: field.rebuild_annotation() for name, field in fields if name not in FIXED} | {
        "line": LineChange,
        "games": GamesChange,
    }


MatchPart = TypedDict("MatchPart", _changing(), total=False)  # type: ignore[misc]
MatchPart.__doc__ = "The fields of a `MatchView` that may have changed. The others stay as they were."
MatchPart.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]


class ChangeNews(ClosedModel):
    """To the page: what has changed. The connected players may change without a new number."""

    v: Literal[1] = 1
    type: Literal["change"] = "change"
    after: int
    """The number of the match to which this change applies; a client with another number needs the whole match."""
    number: int
    """The number of the match after the change."""
    match: MatchPart


class PhraseNews(ClosedModel):
    """To the page: a player sent a phrase."""

    v: Literal[1] = 1
    type: Literal["said"] = "said"
    by: Player
    phrase: Phrase


class ErrorNews(ClosedModel):
    """To the page: what it sent was not accepted."""

    v: Literal[1] = 1
    type: Literal["error"] = "error"
    error: ErrorView


class Pong(ClosedModel):
    """To the page: the answer to a ping."""

    v: Literal[1] = 1
    type: Literal["pong"] = "pong"


News = TypeAliasType("News", MatchNews | ChangeNews | PhraseNews | ErrorNews | Pong)
"""Everything that a page may receive."""
