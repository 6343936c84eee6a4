"""Results in words: scores, solutions, outcomes and match scores, as messages that every surface says.

Numbers of moves count those of both players.
"""

from __future__ import annotations

from typing import Protocol

from . import _core
from .match import Match
from .messages import Decimal, Message
from .model import Game, Outcome, Side
from .puzzles import Refutation
from .record import Record, move_number
from .review import Moment
from .search import Score


class Value(Protocol):
    """The exact value of a position, where it is known, such as a `Solution`."""

    @property
    def known(self) -> bool: ...  # noqa: D102
    @property
    def winner(self) -> Side | None: ...  # noqa: D102
    @property
    def plies(self) -> int | None: ...  # noqa: D102


class Estimate(Value, Protocol):
    """A value with an estimate for where it is not known, such as a `Judgement`."""

    @property
    def chance(self) -> float: ...  # noqa: D102


def score(score: Score, *, long: bool = False) -> Message:
    """What a line is worth to the player who begins it: "wins in 7", or with `long` "wins in 7 moves"."""
    message = score.message
    return Message(message.key, plies=moves(score.plies)) if long and score.plies is not None else message


def solution(value: Value) -> Message:
    """Who wins a position, and how soon: "White wins in 7 moves"."""
    key = _core.solution_message(value.known, value.winner is not None, value.plies)
    if not value.known or value.winner is None:
        return Message(key)
    return Message(key, name=value.winner, plies=moves(value.plies)) if value.plies else Message(key, name=value.winner)


def judgement(judgement: Estimate) -> Message:
    """What a position of a reviewed game was worth: its exact value, or an estimate from -1 to 1 for White."""
    if judgement.known:
        return solution(judgement)
    return Message("result.estimated", value=Decimal(_core.chance_text(judgement.chance)))


def moment(moment: Moment) -> tuple[Message, ...]:
    """A moment that decided a game, in sentences: the move, why it was wrong, what was better."""
    player = moment.before.position.turn
    number = int(move_number(moment.before.position.origin, moment.before.ply).rstrip("."))
    values: dict[str, object] = {"name": player, "other": player.other, "reply": moment.reply or ""}
    if moment.reason in {"missed-force", "allowed-force"}:
        plies = (moment.before if moment.reason == "missed-force" else moment.after).plies
        values["plies"] = moves(plies or 0)
    return (
        Message("teacher.move", number=number, name=player, move=moment.move),
        moment.before.position.variant.game.lesson(moment.reason, **values),
        Message("teacher.better", move=moment.better),
    )


def outcome(outcome: Outcome, game: Game, names: tuple[str, str] | None = None, you: Side | None = None) -> Message:
    """How a game ended, in a sentence: "Ada wins: three in a line.".

    `names` are those of White and Black; without them the sides are named. `you` is the reader's side, if one is.
    """
    why = game.reason(outcome.reason)
    winner = outcome.winner
    if winner is None:
        return Message("result.drawn-game", reason=why)
    name = winner if names is None else names[winner.value == "black"]
    if outcome.points is None:
        return Message("result.you-won", reason=why) if winner is you else Message("result.won", name=name, reason=why)
    won = points(outcome.points)
    if winner is you:
        return Message("result.you-won-points", points=won, reason=why)
    return Message("result.won-points", name=name, points=won, reason=why)


def refutation(given: Refutation, opponent: Side) -> Message:
    """Why a move in a puzzle is wrong: "That does not win. Black replies c3 and wins in 3."."""
    if given.kind == "slower":
        return Message("study.refuted-slower", plies=(given.plies or 0) + 1)
    key = "study.refuted-at-once" if given.kind == "loses" and given.plies == 1 else f"study.refuted-{given.kind}"
    reply = given.moves[0] if given.moves else ""
    return Message("study.refuted", why=Message(key, name=opponent, move=reply, plies=given.plies or 0))


def match_score(match: Match) -> Message:
    """The score of a match: "Ada 2 – 1 Bo"."""
    (first, second), (a, b) = match.players, match.score
    return Message("result.match-score", first=first, second=second, a=f"{a:g}", b=f"{b:g}")


def record(record: Record) -> Message:
    """What a referee reports about a valid record: "1-0 (three in a line) after 5 moves"."""
    values = {
        "result": record.result,
        "reason": record.start.variant.game.reason(record.reason),
        "moves": moves(len(record.line)),
    }
    if record.points is None:
        return Message("result.record", **values)
    return Message("result.record-points", points=points(record.points), **values)


def moves(count: int) -> Message:
    """A number of moves, as it follows a preposition: "7 moves", in German "7 Zügen"."""
    return Message("result.one-move") if count == 1 else Message("result.moves", count=count)


def points(count: int) -> Message:
    """A number of points: "3 points"."""
    return Message("result.one-point") if count == 1 else Message("result.points", count=count)
