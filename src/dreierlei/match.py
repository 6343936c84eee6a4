"""A match: games between two players one after the other, by the match rules that a game declares.

A match is a value like a position: every event makes a new one. A game that has ended remains in
`match.position` until `match.next()` sets up the following one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from . import _core, display, record
from .errors import DreierleiError, expect
from .model import SIDES, MatchRule, Outcome, Side
from .positions import Position, start
from .record import Record, plain, settle

if TYPE_CHECKING:
    from ._core import Move

MOST = 1_000_000
"""The greatest length of a match."""

SWAP_RULES = (0, 1, 3, 5, 7)
"""The moves after which players may swap sides; 0: they may not."""

_SIDE_OF = {"1-0": 0, "0-1": 1, "1/2-1/2": -1}
"""The winner of a game as the core counts sides."""

_LENGTHS = {"games": re.compile(r"best of ([0-9]{1,7})"), "points": re.compile(r"([0-9]{1,7}) points?")}


_SWAP = re.compile(r"after move ([0-9])(?:, taken)?")


class MatchError(DreierleiError):
    """Something that the state of a match does not allow, or a text that is not a match."""


@dataclass(frozen=True, eq=False)
class Match:
    """A series of games. `Match.start` and `Match.read` create one.

    Matches are equal when players, length and every move of every game are.
    """

    players: tuple[str, str]
    """Their names. The first is White in the first game."""
    length: int
    """The maximum number of games, or the points that win, depending on the game's match rule."""
    games: tuple[Record, ...]
    """The finished games."""
    position: Position
    """The current position, or the final position of the last game."""
    round: int = 1
    """The number of the current game, counted from 1. While it is played, it is not among `games`."""
    swap_rule: int = 0
    """The number of moves, if not 0, that the player who begins a game makes for both sides; then the other player may
    take over the beginner's side instead of moving. Odd, at most 7; with 1 this is the pie rule. It is in no game's own
    rules: players agree on it where beginning is an advantage."""
    swapped: bool = False
    """Whether the players have swapped sides in the current game."""

    @classmethod
    def start(
        cls,
        game: str,
        players: tuple[str, str] = ("Player 1", "Player 2"),
        length: int | None = None,
        *,
        swap_rule: int = 0,
        **options: object,
    ) -> Match:
        """A new match; raises `UnknownGame`, `InvalidOption` or `MatchError`."""
        position = start(game, **options)
        rule = position.variant.game.match
        length = rule.length if length is None else length
        expect(length, int, "type.number")
        if not 1 <= length <= MOST:
            raise MatchError(
                "match.length-games" if rule.scoring == "games" else "match.length-points", most=MOST, length=length
            )
        if swap_rule not in SWAP_RULES:
            raise MatchError("match.swap-rule", expected=SWAP_RULES, number=swap_rule)
        expect(players, (tuple, list), "type.players")
        for name in players:
            expect(name, str, "type.text")
        names = [plain(name) for name in players]
        if len(names) != 2 or not all(names) or names[0] == names[1]:
            raise MatchError("match.players", players=tuple(players))
        return cls((names[0], names[1]), length, (), position, swap_rule=swap_rule)

    # --- the score ------------------------------------------------------------------------------------------------

    @property
    def rule(self) -> MatchRule:
        """How the games make a match."""
        return self.position.variant.game.match

    @property
    def white(self) -> int:
        """Which player is White in the current game, 0 or 1; `players` has the name."""
        return self._standing[0][self.round - 1] ^ (self.swapped and not self.game_over)

    @property
    def whites(self) -> list[int]:
        """Which player is White in each game that has ended, and who begins the next one as White."""
        return list(self._standing[0])

    @cached_property
    def _standing(self) -> tuple[tuple[int, ...], int, int, bool, int]:
        """What the core says about the games: who is White in each, the doubled scores, whether it is over, who won."""
        return _core.standing(self.rule.scoring == "points", self.rule.begins == "loser", self.length, self._played)

    @cached_property
    def _played(self) -> tuple[tuple[int, int, bool], ...]:
        """The finished games in the core's form."""
        return tuple(map(_as_played, self.games))

    @property
    def black(self) -> int:
        """Which player is Black in the current game, 0 or 1."""
        return 1 - self.white

    @property
    def turn(self) -> int | None:
        """Which player is to move, or None between the games."""
        if len(self.games) == self.round:
            return None
        if self.swap_rule:
            return self._player(self._side_to_move)
        return self._standing[0][self.round - 1] ^ self.position._turn

    @property
    def game_over(self) -> bool:
        """Whether the current game has ended, so that the next one can start or the match is over."""
        return len(self.games) == self.round

    @property
    def outcome(self) -> Outcome | None:
        """How the current game ended, on the board or by agreement; None while it goes on."""
        return self.games[-1].outcome if self.game_over else None

    @property
    def score(self) -> tuple[int | float, int | float]:
        """The scores of both players: games, with a draw counting half for each, or points."""
        _, first, second, _, _ = self._standing
        return _halved(first), _halved(second)

    @property
    def over(self) -> bool:
        """Whether the match is decided: enough points, no games left, or no way to catch up with the leader."""
        return self._standing[3]

    @property
    def winner(self) -> int | None:
        """Which player has won the match, 0 or 1; None while it goes on, and when it ended in a tie."""
        winner = self._standing[4]
        return None if winner < 0 else winner

    @property
    def stake(self) -> int | None:
        """What the opponent gets if the player to move gives up the round now; None where that is not possible."""
        if self.game_over or not self.rule.give_up or self.position.last_move is None or self.opening:
            return None
        return settle(self.position, _result(self.position.turn.other), "gave up")[2]

    @property
    def may_swap(self) -> bool:
        """Whether the player to move may take over the other side now instead of moving."""
        return self._swap_stage == 1 and not self.swapped and not self.game_over

    @property
    def opening(self) -> bool:
        """Whether the player who began makes the moves of both sides, by the swap rule."""
        return self._swap_stage == 0

    @property
    def _swap_stage(self) -> int:
        return _core.swap_stage(self.position, self.swap_rule) if self.swap_rule else 2

    # --- playing --------------------------------------------------------------------------------------------------

    def swap(self) -> Match:
        """The match after the second player took over the side of the first, who now moves on; raises `MatchError`."""
        self._check_in_play()
        if not self.may_swap:
            raise MatchError("match.no-swap" if self.swap_rule else "match.no-swap-rule")
        return replace(self, swapped=True)

    def play(self, move: Move | str) -> Match:
        """The match after a move in the current game; raises `MoveError` or `MatchError`."""
        self._check_in_play()
        position = self.position.play(move)
        moved = self._at(position)
        return moved if position.outcome() is None else moved._end(None, None)

    def resign(self, side: Side | None = None) -> Match:
        """The match after one side, by default the player to move, resigned the current game.

        Where the rules let players give up a round, this does so, and only the player to move can. Raises `MatchError`.
        """
        expect(side, (Side, type(None)), "type.side")
        self._check_in_play()
        if self.rule.give_up:
            if side not in (None, self._side_to_move):
                raise MatchError("match.give-up-turn", side=self._side_to_move)
            return self.give_up()
        return self._end(_result((side or self._side_to_move).other), "resignation")

    def give_up(self) -> Match:
        """The match after the player to move gave up the round for the pieces on the board; raises `MatchError`."""
        self._check_in_play()
        if not self.rule.give_up:
            raise MatchError("match.no-give-up", game=self.position.variant.game.id)
        if self.position.last_move is None:
            raise MatchError("match.give-up-early")
        if self.opening:
            raise MatchError("match.give-up-opening")
        return self._end(_result(self.position.turn.other), "gave up")

    def draw(self) -> Match:
        """The match after the players agreed on a draw; raises `MatchError`. Where points count, neither gets any."""
        self._check_in_play()
        return self._end("1/2-1/2", "agreed draw")

    def flag(self) -> Match:
        """The match after the player to move lost the current game on time; raises `MatchError`."""
        self._check_in_play()
        return self._end(_result(self._side_to_move.other), "time")

    def settled(self, result: str, reason: str) -> Match:
        """The match after the current game ended as a record says, off the board; `*` says that it did not.

        Raises `RecordError` when the game cannot end in this way here, and `MatchError` when it is not in play.
        """
        self._check_in_play()
        return self if result == "*" else self._end(result, reason)

    def back(self) -> Match:
        """The match before the last event of the current game: its end by agreement, or else a move or a swap.

        Raises `MatchError` if there is none.
        """
        earlier = self.games[: self.round - 1]
        if self.game_over and self.position.outcome() is None:
            return replace(self, games=earlier)
        if self.swapped and self._swap_stage == 1:
            return replace(self, swapped=False)
        if (before := self.position.previous) is None:
            raise MatchError("match.nothing-to-undo")
        return replace(self, position=before, games=earlier)

    def next(self) -> Match:
        """The match at the start of the next game; raises `MatchError` while a game is in play, and at the end."""
        if self.over:
            raise self._match_over()
        if not self.game_over:
            raise MatchError("match.game-in-play", number=self.round)
        return self._at(Position(self.position.variant), round=self.round + 1, swapped=False)

    def _at(self, position: Position, **others: int) -> Match:
        """The match with another position after the same games. What is known about the games is not computed again."""
        match = object.__new__(Match)
        match.__dict__.update(self.__dict__, position=position, **others)
        return match

    def _check_in_play(self) -> None:
        if len(self.games) != self.round and not self._standing[3]:
            return
        if self.over:
            raise self._match_over()
        if (end := self.outcome) is not None:
            raise MatchError("match.game-over", number=self.round, result=end.result)

    def _match_over(self) -> MatchError:
        (first, second), (a, b) = self.players, self.score
        return MatchError("match.over", first=first, second=second, a=f"{a:g}", b=f"{b:g}")

    def _end(self, result: str | None, reason: str | None) -> Match:
        game = self._record(result, reason)
        ended = replace(self, games=(*self.games, game))
        ended.__dict__["_played"] = (*self._played, _as_played(game))  # a match may have thousands of games
        return ended

    def _record(self, result: str | None, reason: str | None) -> Record:
        return Record.from_position(self.position, self._tags(), result=result, reason=reason)

    def _tags(self) -> dict[str, str]:
        """What the record of the current game says about the match."""
        tags = {
            "Match": f"best of {self.length}" if self.rule.scoring == "games" else _counted(self.length),
            "Round": str(self.round),
            "White": self.players[self.white],
            "Black": self.players[self.black],
        }
        if self.swap_rule:
            tags["Swap"] = f"after move {self.swap_rule}{', taken' if self.swapped else ''}"
        return tags

    @property
    def _side_to_move(self) -> Side:
        """The side of the player to move; in an opening for both sides that need not be the one whose turn it is."""
        return self.position.origin.turn if self.opening else self.position.turn

    def _player(self, side: Side) -> int:
        return self.white if side is SIDES[0] else self.black

    # --- as text and as a value -----------------------------------------------------------------------------------

    def __str__(self) -> str:
        return record.write(self.records)

    def _repr_html_(self) -> str:
        return display.html(self)

    @property
    def records(self) -> tuple[Record, ...]:
        """All games, the unfinished one last, as `str(match)` writes them."""
        return self.games if self.game_over else (*self.games, self._record("*", "unfinished"))

    @classmethod
    def read(cls, text: str) -> Match:
        """The match that `str(match)` wrote, every game replayed; raises `RecordError` or `MatchError`.

        Comments, variations and other tags of the records are not part of the match.
        """
        records = record.read(text)
        if not records:
            raise MatchError("match.empty")
        match = _announced(records[0])
        for number, game in enumerate(records, 1):
            try:
                match = (match.next() if number > 1 else match)._follow(game)
            except MatchError as error:
                raise MatchError("match.in-game", number=number, problem=error.message) from None
        return match

    def _follow(self, game: Record) -> Match:
        """The match after a recorded game."""
        if game.start != self.position:
            raise MatchError("match.start", start=str(game.start), expected=str(self.position))
        match = self
        for move in game.line:
            match = match.play(move)
            match = match.swap() if match.may_swap and swapped(game) else match
        for name, expected in match._tags().items():
            if (value := game.tags.get(name, "")) != expected:
                raise MatchError("match.tag", tag=name, value=value, expected=expected)
        return match if match.game_over else match.settled(game.result, game.reason)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        # Positions are equal regardless of the moves that led to them; matches are not.
        swap = self.swap_rule, self.swapped
        return self.players, self.length, self.games, self.round, self.position, self.position.line, swap


def _announced(first: Record) -> Match:
    """The match that the tags of its first game announce."""
    variant = first.start.variant
    scoring = variant.game.match.scoring
    length = _LENGTHS[scoring].fullmatch(first.tags.get("Match", ""))
    if length is None:
        example = "best of 3" if scoring == "games" else "15 points"
        raise MatchError("match.tag-length", value=first.tags.get("Match", ""), example=example)
    players = first.tags.get("White", ""), first.tags.get("Black", "")
    swap = _SWAP.fullmatch(first.tags.get("Swap", "after move 0"))
    if swap is None:
        raise MatchError("match.tag-swap", value=first.tags["Swap"])
    players = players[::-1] if swapped(first) else players
    return Match.start(variant.game.id, players, int(length[1]), swap_rule=int(swap[1]), **variant.options)


def _as_played(game: Record) -> tuple[int, int, bool]:
    return _SIDE_OF[game.result], game.points or 0, swapped(game)


def swapped(game: Record) -> bool:
    """Whether the players swapped sides in a game of a match."""
    return game.tags.get("Swap", "").endswith("taken")


def _halved(score: int) -> int | float:
    return score / 2 if score % 2 else score // 2


def _result(winner: Side) -> str:
    return Outcome(winner, "").result


def _counted(points: int) -> str:
    return f"{points} point{'s' if points != 1 else ''}"
