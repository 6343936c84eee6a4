"""Every game for Gymnasium: one at a time, and many at once."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import dreierlei
from dreierlei import env
from dreierlei.env import gym

GAMES = [game.id for game in dreierlei.games()]


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_accepts_every_game(game: str) -> None:
    made = gymnasium.make(f"dreierlei/{game}-v0", max_plies=20, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of observations that are not pictures, and of more render modes
        check_env(made.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_learner_plays_one_side_to_the_end(game: str) -> None:
    lot = np.random.default_rng(1)
    seen_ends = set()
    for side in ("white", "black", None):
        played: gym.GymEnv = gymnasium.make(f"dreierlei/{game}-v0", side=side, max_plies=300).unwrapped  # type: ignore[assignment]
        for seed in range(3):
            seen, info = played.reset(seed=seed)
            assert side is None or str(played.side) == side
            while True:
                assert played.position.turn is played.side
                assert seen in played.observation_space
                assert (info["action_mask"] == played.action_masks()).all()
                seen, reward, ended, cut, info = played.step(lot.choice(np.flatnonzero(info["action_mask"])))
                if ended or cut:
                    break
                assert reward == 0
            end = played.position.outcome()
            if end is not None:
                expected = 0 if end.winner is None else 1 if end.winner is played.side else -1
                assert (reward, ended, cut, info["reason"]) == (expected, True, False, end.reason)
                seen_ends.add(reward)
            else:
                assert cut
                assert len(played.position.line) == 300
    assert seen_ends or game == "tres"


def test_opponents_of_all_kinds() -> None:
    def first(position: dreierlei.Position) -> dreierlei.Move:
        return position.moves()[0]

    for opponent in ("random", 1, 10, first):
        played = gym.GymEnv("tictactoe", opponent=opponent, side="black")
        played.reset(seed=1)
        assert len(played.position.line) == 1
        if opponent is first:
            assert played.position.line[0].text == "a3"
    for wrong in ("strong", 0, 11, None):
        with pytest.raises(dreierlei.DreierleiError, match='expected "random", a level from 1 to 10, or a function'):
            gym.GymEnv("tictactoe", opponent=wrong)  # type: ignore[arg-type]
    with pytest.raises(dreierlei.DreierleiError, match='expected "white", "black" or None'):
        gym.GymEnv("tictactoe", side="red")  # type: ignore[arg-type]


def test_an_illegal_action_loses() -> None:
    played = gym.GymEnv("tictactoe", side="white")
    played.reset(seed=1)
    played.step(4)
    for wrong in (4, -1, 9):
        _, reward, ended, cut, info = played.step(wrong)
        assert (reward, ended, cut, info["illegal"]) == (-1, True, False, True)


def test_a_game_begins_where_it_is_told() -> None:
    start = dreierlei.position("tictactoe ww./bb./... w")
    played = gym.GymEnv("tictactoe", starts=[start], side="white")
    played.reset()
    assert played.position == start
    _, reward, ended, _, _ = played.step(2)
    assert (reward, ended) == (1, True)
    other = dreierlei.position("tictactoe wb./.../... w")
    played.reset(options={"position": other, "side": "white"})
    assert played.position == other
    with pytest.raises(dreierlei.DreierleiError, match=r"cannot begin from tictactoe www/bb\./\.\.\. b"):
        played.reset(options={"position": dreierlei.position("tictactoe www/bb./... b")})
    with pytest.raises(dreierlei.DreierleiError, match="cannot begin from qango6"):
        gym.GymEnv("tictactoe", starts=[dreierlei.start("qango6")])


@pytest.mark.parametrize("game", GAMES)
def test_many_games_are_those_of_one_at_a_time(game: str) -> None:
    """A fixed opponent in both: the same actions lead to the same observations, rewards and ends."""

    def first_of_batch(batch: env.Batch) -> Any:
        return batch.mask.argmax(axis=1)

    n, limit = 6, 30
    many = gymnasium.make_vec(f"dreierlei/{game}-v0", n, opponent=first_of_batch, max_plies=limit)
    spaces = env.Spaces.of(dreierlei.variant(game))

    def first(position: dreierlei.Position) -> dreierlei.Move:
        return spaces.move(int(spaces.mask(position).argmax()))

    ones = [gym.GymEnv(game, opponent=first, side="black" if i % 2 else "white", max_plies=limit) for i in range(n)]
    seen, infos = many.reset(seed=1)
    for i, one in enumerate(ones):
        assert (one.reset()[0] == seen[i]).all()
    lot = np.random.default_rng(2)
    ends = 0
    for _ in range(60):
        actions = np.array([lot.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        seen, rewards, terminated, truncated, infos = many.step(actions)
        for i, one in enumerate(ones):
            shown, reward, ended, cut, info = one.step(actions[i])
            assert (rewards[i], terminated[i], truncated[i]) == (reward, ended, cut)
            if ended or cut:
                ends += 1
                assert infos["_final_obs"][i]
                assert (infos["final_obs"][i] == shown).all()
                shown, info = one.reset()
            assert (seen[i] == shown).all()
            assert (infos["action_mask"][i] == info["action_mask"]).all()
    assert ends > n


def test_the_vector_interface_is_gymnasiums() -> None:
    many = gymnasium.make_vec("dreierlei/qango6-v0", 16, opening="burg")
    assert many.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    seen, _ = many.reset(seed=3)
    assert seen in many.observation_space
    assert many.action_space.shape == (16,)
    again, _ = gymnasium.make_vec("dreierlei/qango6-v0", 16, opening="burg").reset(seed=3)
    assert (seen == again).all()
    with pytest.raises(dreierlei.DreierleiError, match="There is no opponent 3"):
        gym.GymVectorEnv("tictactoe", 2, opponent=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_pixels(game: str) -> None:
    played = gym.GymEnv(game, render_mode="rgb_array")
    played.reset(seed=1)
    before = played.render()
    played.step(int(np.flatnonzero(played.action_masks())[0]))
    after = played.render()
    assert before.shape == after.shape
    assert before.shape[2] == 3
    assert max(before.shape) == 400
    assert before.dtype == np.uint8
    assert (before != after).any()
