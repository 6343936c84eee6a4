"""Perft, random games and stepping from Python for every game, compared with OpenSpiel where it has the game.

Run with `make bench`. Every figure is the best of several short runs on one core, ours and theirs in turn, so that
other load on the machine affects both alike. A ply is one action: OpenSpiel's Mühle counts taking a stone as a separate
ply, ours as part of the move.
"""

from __future__ import annotations

import random
import subprocess
import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pyspiel

import dreierlei
from dreierlei.bench import perft_depth, rate

if TYPE_CHECKING:
    from collections.abc import Callable

PEERS = {"tictactoe": "tic_tac_toe", "muehle": "nine_mens_morris"}
PERFT_DEPTH = {"muehle": 7}
RUNS = 15


def step(start: dreierlei.Position, games: int) -> int:
    """Random games played from Python, move by move."""
    choice = random.Random(1).choice
    plies = 0
    for _ in range(games):
        position = start
        while moves := position.moves():
            position = position.play(choice(moves))
            plies += 1
    return plies


def peer_step(game: Any, games: int) -> int:
    """The same with OpenSpiel."""
    choice = random.Random(1).choice
    plies = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            plies += 1
    return plies


def peer_rollouts(name: str, rollouts: int) -> Callable[[], int]:
    """OpenSpiel's native rollouts: one simulation of its tree search evaluates the root by that many random games.

    It does not report their plies, so they are estimated as the mean length of a game times the number of games, which
    must be large.
    """
    game = pyspiel.load_game(name)
    root = game.new_initial_state()
    length = peer_step(game, 2000) / 2000
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)

    def work() -> int:
        bot.mcts_search(root)
        return round(rollouts * length)

    return work


def best_of_commands(*command: str, runs: int = 7) -> float:
    """The shortest time that a command takes, in milliseconds."""

    def once() -> float:
        begun = perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        return perf_counter() - begun

    return 1000 * min(once() for _ in range(runs))


def main() -> None:
    print(f"{'game':<12} {'perft':>6} {'M leaves/s':>11} {'random games/s':>15} {'M plies/s':>10} {'stepping/s':>11}")
    for declared in dreierlei.games():
        start = dreierlei.start(declared.id)
        depth = PERFT_DEPTH.get(declared.id) or perft_depth(start)
        leaves = rate(lambda s=start, d=depth: s.perft(d), 3)  # type: ignore[misc]
        games = 3000
        played = rate(lambda s=start, n=games: s.playouts(n, 1).plies, RUNS)  # type: ignore[misc]
        length = start.playouts(games, 1).plies / games
        stepping = rate(lambda s=start: step(s, 100), 7)  # type: ignore[misc]
        print(
            f"{declared.id:<12} {depth:>6} {leaves / 1e6:>11.1f} {played / length:>15,.0f} {played / 1e6:>10.1f} "
            f"{stepping:>11,.0f}"
        )
    print("\nside by side with OpenSpiel, plies per second")
    for ours, theirs in PEERS.items():
        start = dreierlei.start(ours)
        native = peer_rollouts(theirs, 30_000 if ours == "tictactoe" else 3000)
        game = pyspiel.load_game(theirs)
        a = rate(lambda s=start: s.playouts(20_000, 1).plies, RUNS)  # type: ignore[misc]
        b = rate(native, RUNS)
        print(f"{ours:<12} random games  {a:>13,.0f} : {b:>12,.0f}  = {a / b:5.1f} ×")
        c = rate(lambda s=start: step(s, 200), RUNS)  # type: ignore[misc]
        d = rate(lambda g=game: peer_step(g, 200), RUNS)  # type: ignore[misc]
        print(f"{ours:<12} from Python   {c:>13,.0f} : {d:>12,.0f}  = {c / d:5.2f} ×")
    plain = best_of_commands(sys.executable, "-c", "pass")
    loaded = best_of_commands(sys.executable, "-c", "import dreierlei")
    listed = best_of_commands(sys.executable, "-m", "dreierlei", "games")
    print(f"\nimport dreierlei {loaded - plain:.0f} ms (Python itself {plain:.0f} ms), dreierlei games {listed:.0f} ms")


if __name__ == "__main__":
    main()
