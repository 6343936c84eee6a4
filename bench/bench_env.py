"""Compares stepping Tic-Tac-Toe for learners: ours, PettingZoo, OpenSpiel, pgx. Then ours for every game.

A step is one move in one game, and every library does the same for it: choose a legal action uniformly at random and
play it; games that end are restarted. PettingZoo, pgx and ours then provide what a learner needs (observation, legal
actions, rewards, ends); OpenSpiel is only asked for the legal actions and given the action, which is its fastest way.

PettingZoo and OpenSpiel play one game at a time from Python. pgx runs a loop of steps compiled by JAX on the CPU, with
its own automatic restart and the random choice in the same program; ours is a Python loop with two native calls for
each step of the batch. Both get the same cores, and each the best batch size of those tried. All are measured in turn,
round after round, and the best round of each counts, so that other load on the machine affects all alike.
"""

# mypy: disable-error-code="import-untyped,import-not-found"
# mypy: disallow-untyped-calls=False

from __future__ import annotations

import os
import random
from time import perf_counter
from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp
import pgx
import pyspiel
from pettingzoo.classic import tictactoe_v3
from pgx.experimental import auto_reset

import dreierlei
from dreierlei.env import VectorEnv

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = (64, 256, 1024, 4096, 16384, 65536, 262144)
ROUNDS = 7
SECONDS = 0.25


def rate(work: Callable[[], int]) -> float:
    """Steps per second over about a quarter of a second."""
    done, begun = 0, perf_counter()
    while (passed := perf_counter() - begun) < SECONDS:
        done += work()
    return done / passed


def zoo() -> Callable[[], int]:
    """A game of PettingZoo's environment, wrapped as its factory wraps it."""
    env = tictactoe_v3.env()
    env.reset(seed=1)

    def game() -> int:
        env.reset()
        plies = 0
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
            plies += not (ended or cut)
        return plies

    return game


def spiel() -> Callable[[], int]:
    """A game of OpenSpiel, state by state."""
    game = pyspiel.load_game("tic_tac_toe")
    choice = random.Random(1).choice

    def play() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            plies += 1
        return plies

    return play


def compiled(n: int) -> Callable[[], int]:
    """Steps of n games of pgx in one compiled loop."""
    env = pgx.make("tic_tac_toe")
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init), in_axes=(0, 0, None))
    loop = max(1, 65536 // n)

    def once(_: int, carry: tuple[pgx.State, jax.Array]) -> tuple[pgx.State, jax.Array]:
        state, key = carry
        key, draw = jax.random.split(key)
        chosen = jax.random.categorical(draw, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return step(state, chosen, draw), key

    many = jax.jit(lambda carry: jax.lax.fori_loop(0, loop, once, carry), donate_argnums=0)
    carry = jax.jit(init)(jax.random.split(jax.random.PRNGKey(1), n)), jax.random.PRNGKey(2)
    carry = jax.block_until_ready(many(carry))

    def work() -> int:
        nonlocal carry
        carry = jax.block_until_ready(many(carry))
        return n * loop

    return work


def ours(game: str, n: int) -> Callable[[], int]:
    """Steps of n games of ours."""
    env = VectorEnv(game, n, seed=1)
    loop = max(1, 65536 // n)

    def work() -> int:
        for _ in range(loop):
            env.step(env.sample())
        return n * loop

    return work


def main() -> None:
    print(f"{len(os.sched_getaffinity(0))} cores, load before: {os.getloadavg()[0]:.2f}")
    works = {("PettingZoo", 1): zoo(), ("OpenSpiel", 1): spiel()}
    works |= {("pgx", n): compiled(n) for n in SIZES}
    works |= {("dreierlei", n): ours("tictactoe", n) for n in SIZES}
    best = dict.fromkeys(works, 0.0)
    for _ in range(ROUNDS):
        for name, work in works.items():
            best[name] = max(best[name], rate(work))
    tops: dict[str, float] = {}
    for (side, n), steps in best.items():
        print(f"{side:<11} {n:>7} games {steps:>13,.0f} steps/s")
        tops[side] = max(steps, tops.get(side, 0))
    for side in ("PettingZoo", "OpenSpiel", "pgx"):
        print(f"against {side:<11} {tops['dreierlei'] / tops[side]:>8.1f} ×")
    print("\nevery game, 4096 at once")
    for game in dreierlei.games():
        work = ours(game.id, 4096)
        print(f"{game.id:<12} {max(rate(work) for _ in range(ROUNDS)):>13,.0f} steps/s")
    print(f"load after: {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
