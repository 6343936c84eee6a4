"""What the styles of the computer are: how they score against the plain level, and what they choose.

Each style plays the plain player of the same level, alternately as White and as Black. At every turn of the style, the
plain player is also asked for its move with the same seed: `other` is how often the two differ, in per cent. Where they
do, `reply` and `own` are what a random move would spoil in the positions after the style's moves, in hundredths of a
unit: the opponent's next move, and the player's own after the best reply. The plain moves' figures are in brackets.

    python bench/bench_styles.py [GAME …] [--levels 3 6 9] [--games 100]
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from statistics import fmean

import dreierlei
from dreierlei import WHITE, Move, Position
from dreierlei.levels import STYLES, Style, choose, level
from dreierlei.search import search

MOST = 200
CAP = 300
"""A result counts as much as an estimate of this many hundredths."""


def glance(position: Position, moves: Sequence[Move]) -> dict[Move, int]:
    """How moves look at first glance, the best first."""
    analysis = search(position, depth=1, lines=len(moves), candidates=moves)
    return {line.move: max(-CAP, min(CAP, line.score.value)) for line in analysis.lines}


def spoiled(looks: dict[Move, int], standing: int) -> float:
    """How much a random move spoils, on average, in a position that is worth `standing`."""
    return fmean(max(0, standing - look) for look in looks.values())


def costs(position: Position, move: Move) -> tuple[float, float]:
    """What a random move after this one would cost the opponent, and the player after the best reply."""
    after = position.play(move)
    if after.outcome() is not None:
        return 0.0, 0.0
    replies = glance(after, after.moves())
    reply = spoiled(replies, -glance(position, [move])[move])
    best, look = next(iter(replies.items()))
    then = after.play(best)
    return reply, spoiled(glance(then, then.moves()), -look) if then.outcome() is None else 0.0


class Sample:
    """What a style did in its games."""

    def __init__(self) -> None:
        self.points: list[float] = []
        self.other: list[bool] = []
        self.styled: list[tuple[float, float]] = []
        self.plain: list[tuple[float, float]] = []

    def play(self, game: str, number: int, style: Style, index: int) -> None:
        """Plays one more game."""
        position = dreierlei.start(game)
        plain, styled = level(game, number), level(game, number, style)
        for ply in range(MOST):
            if (end := position.outcome()) is not None:
                won = end.winner is not None and (end.winner is WHITE) == (index % 2 == 0)
                self.points.append(0.5 if end.winner is None else float(won))
                return
            seed = f"{style}/{index}/{ply}"
            usual = choose(position, plain, seed, seconds=0.05)
            if (position.turn is WHITE) != (index % 2 == 0):
                position = position.play(usual)
                continue
            move = choose(position, styled, seed, seconds=0.05)
            self.other.append(move != usual)
            if move != usual:
                self.styled.append(costs(position, move))
                self.plain.append(costs(position, usual))
            position = position.play(move)
        self.points.append(0.5)

    def row(self) -> str:
        """The sample as a row of a Markdown table."""
        mean = fmean(self.points)
        error = math.sqrt(sum((point - mean) ** 2 for point in self.points)) / len(self.points)
        cells = [f"{100 * mean:.1f} ± {100 * error:.1f}", f"{100 * fmean(self.other):.0f}"]
        for column in (0, 1):
            styled, plain = (fmean([row[column] for row in rows] or [0.0]) for rows in (self.styled, self.plain))
            cells.append(f"{styled:.0f} ({plain:.0f})")
        return " | ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the styles of the computer.")
    parser.add_argument("games_to_play", nargs="*", metavar="GAME", help="all of them unless given")
    parser.add_argument("--levels", type=int, nargs="*", default=[3, 6, 9])
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args()
    print("| game | level | style | score | other | reply | own |\n|---|---|---|---|---|---|---|", flush=True)
    for game in options.games_to_play or [game.id for game in dreierlei.games()]:
        for number in options.levels:
            for style in STYLES[1:]:
                sample = Sample()
                for index in range(options.games):
                    sample.play(game, number, style, index)
                print(f"| {game} | {number} | {style} | {sample.row()} |", flush=True)


if __name__ == "__main__":
    main()
