"""Many games at once show the same as positions do, game by game."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
import zlib
from typing import TYPE_CHECKING

import numpy as np
import pytest

import dreierlei
from dreierlei import env

from .contract.variants import DEEP, VARIANTS
from .waiting import PATIENCE

if TYPE_CHECKING:
    from dreierlei.model import Variant

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
GAMES = 40 if DEEP else 4
STEPS = 2000 if DEEP else 250


def vector(variant: Variant, n: int, **settings: int) -> env.VectorEnv:
    return env.VectorEnv(variant.game.id, n, **settings, **variant.options)  # type: ignore[arg-type]


@each_variant
def test_every_step_is_that_of_positions(variant: Variant) -> None:
    limit = 60
    many = vector(variant, GAMES, threads=1, seed=3, max_plies=limit)
    spaces = many.spaces
    games = [dreierlei.Position(variant) for _ in range(GAMES)]
    lot = np.random.default_rng(zlib.crc32(variant.id.encode()))
    shown = many.batch
    finished = 0
    for _ in range(STEPS):
        for i, position in enumerate(games):
            assert many.position(i) == position
            assert (shown.observations[i] == spaces.observe(position)).all()
            assert (shown.mask[i] == spaces.mask(position)).all()
            assert shown.player[i] == (position.turn is dreierlei.BLACK)
        actions = np.array([lot.choice(np.flatnonzero(mask)) for mask in shown.mask])
        assert many.step(actions) is shown
        for i, action in enumerate(actions):
            games[i] = games[i].play(spaces.move(int(action)))
            end = games[i].outcome()
            cut = end is None and len(games[i].line) == limit
            won = 0 if end is None or end.winner is None else 1 if end.winner is dreierlei.WHITE else -1
            assert shown.rewards[i].tolist() == [won, -won]
            assert shown.terminated[i] == (end is not None)
            assert shown.truncated[i] == cut
            if end is not None or cut:
                finished += 1
                games[i] = dreierlei.Position(variant)
    assert finished >= GAMES


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_long_games_without_a_limit_end_by_their_rules(game: str) -> None:
    """Repetition and quiet plies included: rewards and ends against positions that are played along."""
    many = env.VectorEnv(game, 3, threads=1, seed=11)
    games = [dreierlei.start(game) for _ in range(3)]
    ended = 0
    while ended < 9:
        actions = many.sample()
        moves = [many.spaces.move(int(action)) for action in actions]
        shown = many.step(actions)
        for i, move in enumerate(moves):
            games[i] = games[i].play(move)
            end = games[i].outcome()
            assert shown.terminated[i] == (end is not None)
            if end is not None:
                ended += 1
                games[i] = games[i].origin


@each_variant
def test_the_number_of_threads_changes_nothing(variant: Variant) -> None:
    narrow = env.Spaces.of(variant).actions < 1000
    n = 1100 if narrow else 530
    one, three = vector(variant, n, threads=1, seed=9), vector(variant, n, threads=3, seed=9)
    for _ in range(25):
        assert (one.sample() == three.sample()).all()
        for a, b in zip(one.step(one._sampled), three.step(three._sampled), strict=True):
            assert np.array_equal(np.asarray(a), np.asarray(b))


def test_seeds_make_the_games() -> None:
    def played(many: env.VectorEnv, seed: int) -> list[list[int]]:
        many.reset(seed)
        found = []
        for _ in range(30):
            found.append(many.sample().tolist())
            many.step(many._sampled)
        return found

    many = env.VectorEnv("qango6", 50, threads=2, seed=1)
    first = played(many, 1)
    assert played(many, 1) == first
    assert played(env.VectorEnv("qango6", 50, threads=1), 1) == first
    assert played(many, 2) != first
    assert played(many, -1) == played(many, (1 << 64) - 1)
    # Each game has draws of its own.
    assert len({tuple(row) for row in zip(*first, strict=True)}) == 50


def test_samples_are_uniform() -> None:
    n = 90_000
    many = env.VectorEnv("tictactoe", n, seed=4)
    counts = np.bincount(many.sample(), minlength=9)
    assert (abs(counts - n / 9) < 5 * (n * 1 / 9 * 8 / 9) ** 0.5).all()
    tres = env.VectorEnv("tres", n, seed=4)
    legal = np.flatnonzero(tres.batch.mask[0])
    counts = np.bincount(tres.sample(), minlength=17)
    assert counts.sum() == counts[legal].sum()
    assert (abs(counts[legal] - n / len(legal)) < 5 * (n / len(legal)) ** 0.5).all()


@each_variant
def test_a_wrong_action_is_named_and_nothing_is_stepped(variant: Variant) -> None:
    many = vector(variant, 600, threads=2, seed=2)
    for _ in range(3):
        many.step(many.sample())
    before = [array.copy() for array in many.batch]
    stood = [many.position(i) for i in (0, 299, 599)]
    good = many.sample().copy()
    for action in (-1, many.spaces.actions, int(np.flatnonzero(~many.batch.mask[411])[0]), 2**62):
        actions = good.copy()
        actions[411] = action
        actions[500] = -7
        with pytest.raises(
            dreierlei.DreierleiError, match=rf"^In game 411, action {action}\b.* no game was stepped\.$"
        ):
            many.step(actions)
        assert all((a == b).all() for a, b in zip(before, many.batch, strict=True))
        assert [many.position(i) for i in (0, 299, 599)] == stood
    many.step(good)


def test_the_error_says_what_was_expected() -> None:
    many = env.VectorEnv("tictactoe", 2)
    many.step([4, 4])
    with pytest.raises(dreierlei.DreierleiError) as caught:
        many.step([0, 4])
    expected = "0 (a3), 1 (b3), 2 (c3), 3 (a2), 5 (c2), 6 (a1), 7 (b1), 8 (c1)"
    assert str(caught.value) == f"In game 1, action 4 (b2) is not legal: expected {expected}; no game was stepped."


@pytest.mark.parametrize("actions", [[0], [0, 0, 0], [[0, 1]], 0, [0.5, 1.0], ["a", "b"], [True, False], None])
def test_actions_of_the_wrong_kind_are_refused(actions: object) -> None:
    many = env.VectorEnv("tictactoe", 2)
    with pytest.raises(dreierlei.DreierleiError, match=r"Expected 2 whole numbers, one action for each game"):
        many.step(actions)  # type: ignore[arg-type]


def test_any_whole_numbers_do() -> None:
    many = env.VectorEnv("tictactoe", 3)
    for kind in (np.int8, np.uint8, np.int32, np.uint64):
        many.reset()
        assert many.step(np.array([0, 1, 2], kind)).mask[:, :3].sum() == 6
    many.reset()
    assert many.step(np.arange(6)[::2]).mask.tolist() == (~np.eye(9, dtype=bool)[[0, 2, 4]]).tolist()


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"n": 0}, "n cannot be 0: expected a whole number from 1 to"),
        ({"n": 2.5}, "n cannot be 2.5"),
        ({"n": 3, "threads": 0}, "threads cannot be 0"),
        ({"n": 3, "max_plies": 0}, "max_plies cannot be 0"),
        ({"n": 3, "opening": "x"}, 'tictactoe has no option "opening"'),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, int], text: str) -> None:
    with pytest.raises(dreierlei.DreierleiError, match=text):
        env.VectorEnv("tictactoe", **settings)  # type: ignore[arg-type]


def test_there_is_no_game_beyond_the_last() -> None:
    many = env.VectorEnv("tictactoe", 3)
    assert many.position(2) == dreierlei.start("tictactoe")
    for wrong in (-1, 3):
        with pytest.raises(dreierlei.DreierleiError, match="game cannot be"):
            many.position(wrong)


def test_arrays_stay_the_same_and_alive() -> None:
    batch = env.VectorEnv("tictactoe", 3).batch
    assert batch.mask.all()
    many = env.VectorEnv("tictactoe", 3)
    held = many.batch.observations
    assert many.step([0, 1, 2]).observations is held
    assert held[:, 1].sum() == 3
    assert many.reset().observations is held
    assert not held.any()


def test_several_python_threads_may_step_one_after_the_other() -> None:
    many = env.VectorEnv("bedraengnis", 700, threads=2)
    failures: list[Exception] = []

    def work() -> None:
        try:
            for _ in range(50):
                env.VectorEnv("tictactoe", 300, threads=2).step(np.zeros(300, int))
                many.reset()
        except Exception as error:
            failures.append(error)

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failures


def test_a_forked_process_steps_alone() -> None:
    """Threads do not come along into a fork: the games go on without them."""
    many = env.VectorEnv("tictactoe", 2000, threads=3, seed=1)
    expected = many.step(many.sample()).mask.sum()
    code = (
        "import os, warnings\n"
        "from dreierlei.env import VectorEnv\n"
        "many = VectorEnv('tictactoe', 2000, threads=3, seed=1)\n"
        "warnings.simplefilter('ignore')\n"
        "child = os.fork()\n"
        "if not child:\n"
        "    print(many.step(many.sample()).mask.sum(), flush=True)\n"
        "    del many\n"
        "    os._exit(0)\n"
        "os.waitpid(child, 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.split() == [str(expected)]


def _alike(one: env.Batch, other: env.Batch) -> bool:
    return all(np.array_equal(np.asarray(a), np.asarray(b)) for a, b in zip(one[:-1], other[:-1], strict=True))


@each_variant
def test_copies_go_on_alike(variant: Variant) -> None:
    """Histories and random sequences included, by `clone` and by pickling; the copy does not depend on the original."""
    many = vector(variant, 20, threads=1, seed=5, max_plies=70)
    for _ in range(45):
        many.step(many.sample())
    for copy in (many.clone(), pickle.loads(pickle.dumps(many))):
        original = many.clone()
        assert _alike(copy.batch, original.batch)
        for _ in range(60):
            assert _alike(copy.step(copy.sample()), original.step(original.sample()))
    with pytest.raises(ValueError, match="fewer bytes than these games need"):
        many._core.load(b"")


def test_games_begin_from_given_positions() -> None:
    positions = [dreierlei.position(line) for line in ("tictactoe ww./bb./... w", "tictactoe wb./.../... w")]
    many = env.VectorEnv("tictactoe", 200, seed=1, starts=positions)
    begun = [many.position(game) for game in range(200)]
    assert set(begun) == set(positions)
    many.step(np.full(200, 2))
    for game, before in enumerate(begun):
        assert many.batch.terminated[game] == (before == positions[0])
        assert many.position(game) in (positions if many.batch.terminated[game] else [before.play("c3")])


def test_a_repeated_start_counts_its_occurrences() -> None:
    start = dreierlei.start("muehle")
    lot = np.random.default_rng(3)
    while not (start.hands == (0, 0) and start.outcome() is None):
        start = (
            dreierlei.start("muehle")
            if start.outcome()
            else start.play(start.moves()[lot.integers(len(start.moves()))])
        )
    twice = dreierlei.position(f"{start} x2")
    assert twice.occurrences == 2
    many = env.VectorEnv("muehle", 2, starts=[twice])
    assert many.position(0) == twice
    assert (many.batch.observations[:, -1] == 1).all()


def test_each_game_can_have_a_board_of_its_own() -> None:
    boards = env.starts("die-drei", 30, seed=7)
    assert len({board.variant.id for board in boards}) == 30
    many = env.VectorEnv("die-drei", 100, seed=2, starts=boards)
    games = [many.position(game) for game in range(100)]
    assert len({game.variant.id for game in games}) > 20
    for _ in range(60):
        for number, position in enumerate(games):
            assert many.position(number) == position
            assert (many.batch.observations[number] == env.Spaces.of(position.variant).observe(position)).all()
            assert (many.batch.mask[number] == many.spaces.mask(position)).all()
        actions = many.sample()
        games = [game.play(many.spaces.move(int(action))) for game, action in zip(games, actions, strict=True)]
        batch = many.step(actions)
        for number in np.flatnonzero(batch.terminated).tolist():
            games[number] = many.position(number)
    with pytest.raises(dreierlei.DreierleiError, match="Nothing is random in tictactoe"):
        env.starts("tictactoe", 3)
    with pytest.raises(dreierlei.DreierleiError, match="cannot begin from die-drei"):
        env.VectorEnv("die-drei", 3, starts=boards, weiter=True)


@each_variant
def test_both_sides_see_the_end(variant: Variant) -> None:
    """Cut off or ended: the last position as White and as Black see it."""
    many = vector(variant, 8, threads=1, seed=6, max_plies=25)
    games = [dreierlei.Position(variant)] * 8
    ends = 0
    for _ in range(80):
        actions = many.sample()
        games = [game.play(many.spaces.move(int(action))) for game, action in zip(games, actions, strict=True)]
        batch = many.step(actions)
        for number in np.flatnonzero(batch.terminated | batch.truncated).tolist():
            for side, seen in zip(dreierlei.model.SIDES, batch.last_observations[number], strict=True):
                assert (seen == many.spaces.observe(games[number], side)).all()
            games[number] = dreierlei.Position(variant)
            ends += 1
    assert ends >= 8


def test_some_games_may_wait() -> None:
    many = env.VectorEnv("tictactoe", 4, threads=1)
    many.step([0, 1, -5, 99], [True, True, False, False])
    assert many.batch.player.tolist() == [1, 1, 0, 0]
    with pytest.raises(dreierlei.DreierleiError, match="Expected 4 true or false values"):
        many.step([0, 1, 2, 3], [1, 0, 1, 0])
    with pytest.raises(dreierlei.DreierleiError, match="In game 2, action 9"):
        many.step([0, 0, 9, 0], [False, False, True, True])


def test_arrays_are_shared_without_copying() -> None:
    """DLPack: what PyTorch and JAX read is the memory into which the core writes."""
    many = env.VectorEnv("tictactoe", 3, threads=1)
    for array in many.batch:
        assert np.shares_memory(np.from_dlpack(array), array)
    shared = np.from_dlpack(many.batch.observations)
    many.step([0, 4, 8])
    assert shared[:, 1].reshape(3, -1).argmax(axis=1).tolist() == [0, 4, 8]
