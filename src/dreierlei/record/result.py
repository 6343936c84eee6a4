"""Results: how a game ended on the board, or what may be claimed of one that did not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import BLACK, WHITE
from .errors import RecordError

if TYPE_CHECKING:
    from ..model import Outcome
    from ..position import Position

WINNERS = {"1-0": WHITE, "0-1": BLACK, "1/2-1/2": None}
RESULTS = (*WINNERS, "*")


def settle(
    final: Position, result: str | None, reason: str | None = None, points: int | None = None
) -> tuple[str, str, int | None]:
    """Result, reason and points of a game that ends here, from what is claimed (None: nothing) and what is so.

    Raises `RecordError` when the two contradict each other.
    """
    if result not in (None, *RESULTS):
        raise RecordError("record.result", result=result, expected=RESULTS)
    reason = reason.lower() if reason else ""
    if (end := final.outcome()) is not None:
        return _decided(end, result, reason, points)
    result = result or "*"
    rule = final.variant.game.match
    claims = {"*": ("unfinished", "cut off"), "1/2-1/2": ("agreed draw", "time", "cut off")}.get(
        result, ("gave up" if rule.give_up else "resignation", "time")
    )
    if reason not in ("", *claims):
        raise RecordError("record.reason", reason=reason, result=result, expected=claims)
    # Whoever gives up a round, or loses it before its end in any other way, leaves the opponent the stones on board.
    decided = result in ("1-0", "0-1")
    worth = sum(stone in "wb" for stone in final.stones) if decided and rule.give_up else None
    if reason == "gave up" and WINNERS[result] is final.turn:
        raise RecordError("record.gave-up-winner", side=final.turn)
    if reason == "gave up" and not worth:
        raise RecordError("match.give-up-early")
    if points not in (None, worth):
        if worth is None:
            raise RecordError("record.no-points", points=points)
        raise RecordError("record.points", points=points, expected=worth)
    return result, reason or ("unfinished" if result == "*" else ""), worth


def _decided(end: Outcome, result: str | None, reason: str, points: int | None) -> tuple[str, str, int | None]:
    """The outcome on the board, against which the claims are held."""
    ended = {"ended": end.result, "how": end.reason}
    if result not in (None, end.result):
        raise RecordError("record.result-contradicts", result=result, **ended)
    if reason not in ("", end.reason):
        raise RecordError("record.reason-contradicts", reason=reason, **ended)
    if points not in (None, end.points):
        if end.points is None:
            raise RecordError("record.no-points-contradicts", points=points, **ended)
        raise RecordError("record.points-contradict", points=points, expected=end.points, **ended)
    return end.result, end.reason, end.points
