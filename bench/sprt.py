"""Is a change an improvement? Two programs play until a sequential probability ratio test (SPRT) decides.

    python bench/sprt.py GAME --new COMMAND --old COMMAND [--nodes 16000 | --seconds 0.1] [--elo 0 10] [--games 4000]

Both are commands that start an engine, such as `.venv/bin/dreierlei engine` of two clones; `--one-game` is for an old
program that knows only one game (see programs.py). Each opening, a few random moves, is played twice with colours
changed. The test compares two hypotheses: that the new program is LOW or HIGH Elo points stronger. It accepts the
change if the games favour HIGH and refuses it if they favour LOW, each with an error of 5 %. The variance is that of
pairs of games, so draws and openings that favour one side are accounted for. A game that is not over after 300 plies
counts as a draw.

In a game that favours one side strongly, most random openings are decided by it, whoever plays better. `--fair 10`
leaves out those in which a long search sees either side ahead by more than 10 hundredths.

If `--games` games do not decide, the score is the result; `--elo 0 0` never decides and so plays a plain match. The
last line is what docs/engine.md records.
"""

from __future__ import annotations

import argparse
import math
import random
from contextlib import ExitStack
from dataclasses import dataclass, field

import dreierlei
from dreierlei import Position
from dreierlei.search import search
from programs import Limit, Program

OPENING = (2, 3, 4, 5, 6, 7, 8)
LONGEST = 300
ERROR = 0.05
QUIET_NODES = 2000
"""Openings whose result a search of this many nodes can prove are left out."""
FAIR_NODES = 200_000
"""The search that judges whether an opening is fair."""


@dataclass
class Test:
    """The likelihood ratio of two hypotheses, given the pairs of games so far."""

    low: float
    high: float
    pairs: list[float] = field(default_factory=list)
    """The points of the new program in each pair of games, from 0 to 2."""
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, points: list[float]) -> None:
        """Adds both games of a pair."""
        self.pairs.append(sum(points))
        self.wins += points.count(1.0)
        self.draws += points.count(0.5)
        self.losses += points.count(0.0)

    @property
    def score(self) -> float:
        """Points per game."""
        return sum(self.pairs) / len(self.pairs) / 2

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio, by the normal approximation with the measured variance."""
        if len(self.pairs) < 8:
            return 0.0
        mean = self.score
        variance = sum((pair / 2 - mean) ** 2 for pair in self.pairs) / len(self.pairs)
        if not variance:
            return 0.0
        low, high = expected(self.low), expected(self.high)
        return len(self.pairs) * (high - low) * (2 * mean - low - high) / (2 * variance)

    @property
    def verdict(self) -> str:
        """`accepted`, `refused`, or empty while undecided."""
        bound = math.log((1 - ERROR) / ERROR)
        return "accepted" if self.ratio >= bound else "refused" if self.ratio <= -bound else ""

    def __str__(self) -> str:
        return (
            f"+{self.wins} ={self.draws} −{self.losses}, {self.score:.1%}, {elo(self.score):+.0f} Elo, "
            f"log-likelihood ratio {self.ratio:+.2f}"
        )


def expected(points: float) -> float:
    """The expected score for a difference in strength."""
    return 1 / (1 + math.pow(10, -points / 400))


def elo(score: float) -> float:
    """The difference in strength that a score implies."""
    score = min(max(score, 0.001), 0.999)
    return 400 * math.log10(score / (1 - score))


def opening(game: str, lot: random.Random, fair: int | None = None) -> Position:
    """A position after a few random moves that is not decided at once, with nobody ahead by more than `fair`."""
    while True:
        position = dreierlei.start(game)
        for _ in range(lot.choice(OPENING)):
            if position.outcome() is None:
                position = position.play(lot.choice(position.moves()))
        if position.outcome() is not None or search(position, nodes=QUIET_NODES).exact:
            continue
        if fair is None or abs(search(position, nodes=FAIR_NODES).score.value) <= fair:
            return position


def play(position: Position, white: Program, black: Program, limit: Limit) -> float:
    """Plays one game; returns White's points."""
    white.forget()
    black.forget()
    for _ in range(LONGEST):
        if (end := position.outcome()) is not None:
            return 0.5 if end.winner is None else float(end.winner is dreierlei.WHITE)
        player = white if position.turn is dreierlei.WHITE else black
        position = position.play(player.choose(position, limit))
    return 0.5


def main() -> None:
    """Plays until the test decides."""
    parser = argparse.ArgumentParser(description="Test a change of an engine by games.")
    parser.add_argument("game")
    parser.add_argument("--new", required=True, metavar="COMMAND")
    parser.add_argument("--old", required=True, metavar="COMMAND")
    parser.add_argument("--one-game", action="store_true", help="the old program knows only this game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="for the old program")
    parser.add_argument("--nodes", type=int, help="for each move; 16000 unless --seconds is given")
    parser.add_argument("--seconds", type=float, help="of processor time for each move")
    parser.add_argument("--elo", type=float, nargs=2, default=(0.0, 10.0), metavar=("LOW", "HIGH"))
    parser.add_argument("--fair", type=int, metavar="HUNDREDTHS", help="the most that a side may be ahead at first")
    parser.add_argument("--games", type=int, default=4000, help="the most games")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    limit = Limit(None if options.seconds else options.nodes or 16_000, options.seconds)
    lot = random.Random(options.seed)
    test = Test(*options.elo)
    with ExitStack() as stack:
        new = stack.enter_context(Program(options.new))
        old = stack.enter_context(Program(options.old, one_game=options.one_game, options=tuple(options.option)))
        while 2 * len(test.pairs) < options.games and not test.verdict:
            begin = opening(options.game, lot, options.fair)
            test.add([play(begin, new, old, limit), 1 - play(begin, old, new, limit)])
            if len(test.pairs) % 10 == 0:
                print(test, flush=True)
    low, high = options.elo
    print(f"{options.game}, {limit} per move, SPRT {low:g} to {high:g} Elo: {test}: {test.verdict or 'undecided'}")


if __name__ == "__main__":
    main()
