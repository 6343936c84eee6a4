"""PettingZoo environments of every game and variant, and the spaces that all environments share."""

# mypy: disable-error-code="import-untyped,import-not-found"

from __future__ import annotations

import pickle
import random
import re
import subprocess
import sys
import warnings
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of other people's packages while they are loaded
    from pettingzoo.test import api_test, render_test, seed_test

import dreierlei
from dreierlei import env
from dreierlei.declarations import variant as find_variant
from dreierlei.model import SIDES, Variant

from .contract.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parents[1] / "docs" / "env.md"

AGENTS = {dreierlei.WHITE: "white_0", dreierlei.BLACK: "black_1"}

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
each_factory = pytest.mark.parametrize("name", env.factories())


def positions(variant: Variant, games: int = 2) -> Iterator[dreierlei.Position]:
    """Every position of some random games."""
    lot = random.Random(zlib.crc32(variant.id.encode()))
    for _ in range(games):
        position = dreierlei.Position(variant)
        yield position
        while moves := position.moves():
            position = position.play(lot.choice(moves))
            yield position


def seen(position: dreierlei.Position, side: dreierlei.Side) -> dict[str, list[int]]:
    """What the planes should show, from what a position tells of itself."""
    own, other = ("w", "b") if side is dreierlei.WHITE else ("b", "w")
    count = len(position.stones)
    planes = {
        "own": [int(stone == own) for stone in position.stones],
        "other": [int(stone == other) for stone in position.stones],
        "neutral": [int(stone == "n") for stone in position.stones],
        "earlier": [position.occurrences - 1] * count,
    }
    kinds = [field.kind for field in position.variant.tables.fields]
    numbers = [value for kind, value in zip(kinds, position.fields, strict=True) if kind != "place"]
    if numbers:
        white, black, quiet = numbers
        limit = position.variant.tables.numbers["quiet_plies"]
        planes["own hand"], planes["other hand"] = (
            [hand] * count for hand in ((white, black) if side is dreierlei.WHITE else (black, white))
        )
        planes["quiet left"] = [min(255, limit - quiet) if limit else 255] * count
    if "place" in kinds:
        planes["last"] = [int(place == position.fields[0]) for place in range(count)]
        (colours,) = position.variant.tables.tables["colours"]
        for number, name in enumerate(("red", "yellow", "green", "blue")):
            planes[name] = [int(colour == number) for colour in colours]
    return planes


@each_variant
def test_planes_show_the_position(variant: Variant) -> None:
    spaces = env.Spaces.of(variant)
    assert len(set(spaces.planes)) == len(spaces.planes) == spaces.shape[0]
    for position in positions(variant):
        for side in SIDES:
            expected = seen(position, side)
            shown = spaces.observe(position, side).reshape(len(spaces.planes), -1)
            for name, plane in zip(spaces.planes, shown, strict=True):
                assert plane.tolist() == expected[name], (name, str(position))
            assert (shown.reshape(spaces.shape) <= spaces.high).all()


@each_variant
def test_planes_tell_everything_that_positions_differ_in(variant: Variant) -> None:
    spaces = env.Spaces.of(variant)
    found: dict[bytes, dreierlei.Position] = {}
    for position in positions(variant, 20):
        if position.outcome() is None:
            assert found.setdefault(spaces.observe(position).tobytes(), position).moves() == position.moves()


@each_variant
def test_every_action_is_one_move(variant: Variant) -> None:
    spaces = env.Spaces.of(variant)
    moves = [spaces.move(action) for action in range(spaces.actions)]
    assert [spaces.action(move) for move in moves] == list(range(spaces.actions))
    assert len({move.targets for move in moves}) == len({str(move) for move in moves}) == spaces.actions


@each_variant
def test_masks_are_the_legal_moves(variant: Variant) -> None:
    spaces = env.Spaces.of(variant)
    for position in positions(variant, 5):
        legal = np.flatnonzero(spaces.mask(position))
        assert {spaces.move(int(action)) for action in legal} == set(position.moves())
        assert len(legal) == len(position.moves())


def test_the_last_action_is_the_only_one_past_which_there_is_none() -> None:
    spaces = env.Spaces.of(dreierlei.variant("tictactoe"))
    assert str(spaces.move(8)) == "c1"
    for wrong in (-1, 9, 10**12):
        with pytest.raises(dreierlei.DreierleiError, match=r"There is no action -?\d+ in tictactoe: expected 0 to 8\."):
            spaces.move(wrong)
    for other in ("muehle", "tres"):
        # Moves of other games are refused even where the targets have the same numbers.
        alien = dreierlei.start(other).moves()[-1]
        with pytest.raises(dreierlei.DreierleiError, match="is not a move of tictactoe"):
            spaces.action(alien)


# PettingZoo warns of dicts and of empty boards; its own board games have both.
@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
@each_factory
def test_api(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env.factories()[name](), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


@each_factory
def test_seeds(name: str) -> None:
    seed_test(env.factories()[name], num_cycles=30)


@each_factory
def test_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(env.factories()[name], custom_tests={"svg": lambda picture: picture.startswith("<svg ")})
    assert capsys.readouterr().out


def test_many_games_do_without_pettingzoo() -> None:
    code = (
        "import sys; from dreierlei.env import VectorEnv; VectorEnv('tictactoe', 2); print('pettingzoo' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = env.nothing


def test_factories_cover_every_game_and_listed_option() -> None:
    names = list(env.factories())
    assert {name.partition(":")[0] for name in names} == {game.id for game in dreierlei.games()}
    for game in dreierlei.games():
        for option in game.options:
            for value in option.choices:
                if value != option.default:
                    assert any(name.startswith(game.id) and f"{option.name}={value}" in name for name in names)


@each_variant
def test_a_game_is_that_of_positions(variant: Variant) -> None:
    lot = random.Random(5)
    played = env.make(variant.game.id, **variant.options).unwrapped
    played.reset()
    position = dreierlei.Position(variant)
    while position.outcome() is None:
        assert played.agent_selection == AGENTS[position.turn]
        seen_now, reward, terminated, truncated, info = played.last()
        assert (reward, terminated, truncated, info) == (0, False, False, {})
        assert not played.observe(AGENTS[position.turn.other])["action_mask"].any()
        move = lot.choice(position.moves())
        action = played.spaces.action(move)
        assert seen_now["action_mask"][action] == 1
        position = position.play(move)
        played.step(action)
    end = position.outcome()
    assert end is not None
    for side in SIDES:
        expected = 0 if end.winner is None else 1 if end.winner is side else -1
        assert played.rewards[AGENTS[side]] == expected
        assert played.terminations[AGENTS[side]]
        assert played.infos[AGENTS[side]]["reason"] == end.reason
        assert played.infos[AGENTS[side]].get("points") == end.points
        assert not played.observe(AGENTS[side])["action_mask"].any()


def test_an_illegal_action_is_refused_and_the_game_goes_on() -> None:
    played = env.RawEnv("tictactoe")
    played.reset()
    played.step(4)
    for wrong in (4, 9, -1):
        with pytest.raises(dreierlei.DreierleiError, match=r"^For Black, action .* expected 0 \(a3\), 1 \(b3\)"):
            played.step(wrong)
    played.step(0)
    assert str(played.position).split()[1] == "b../.w./..."


def test_the_wrapped_environment_ends_with_an_illegal_action() -> None:
    played = env.make("tictactoe")
    played.reset()
    played.step(4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its wrapper logs what happened
        played.step(4)
    assert played.rewards == {"white_0": 0, "black_1": -1}


def test_exact_values_are_those_of_the_solver() -> None:
    played = env.RawEnv("tictactoe", exact=True)
    played.reset()
    assert played.infos["white_0"]["value"] == 0
    for move, value in (("a3", 0), ("b3", 1), ("b2", 1), ("c1", 1), ("a1", 1), ("c3", 1), ("a2", 1)):
        played.step(played.spaces.action(played.position.parse(move)))
        assert (played.infos["white_0"]["value"], played.infos["black_1"]["value"]) == (value, -value)
    # Where a short search proves nothing, nothing is said.
    far = env.RawEnv("tres", exact=True)
    far.reset()
    assert "value" not in far.infos["white_0"]


def test_a_game_can_be_cut_off() -> None:
    played = env.RawEnv("tres", max_plies=3)
    played.reset()
    for ply in range(3):
        assert not played.truncations["white_0"], ply
        played.step(played.spaces.action(played.position.moves()[0]))
    assert played.truncations == {"white_0": True, "black_1": True}
    assert played.terminations == {"white_0": False, "black_1": False}


def test_environments_can_be_pickled() -> None:
    played = env.RawEnv("qango6", opening="burg", render_mode="ansi")
    again = pickle.loads(pickle.dumps(played))
    assert again.variant == played.variant
    assert again.render_mode == "ansi"
    assert str(again) == "qango6:opening=burg_v0"


@each_factory
def test_a_copy_goes_on_by_itself(name: str) -> None:
    played = env.factories()[name]().unwrapped
    played.reset(seed=1)
    for _ in range(3):
        played.step(played.spaces.action(played.position.moves()[0]))
    for copy in (played.clone(), pickle.loads(pickle.dumps(played))):
        assert copy.position == played.position
        assert copy.agent_selection == played.agent_selection
        copy.step(copy.spaces.action(copy.position.moves()[-1]))
        assert copy.position != played.position


def test_games_begin_from_given_positions() -> None:
    starts = [dreierlei.position("tictactoe ww./bb./... w"), dreierlei.position("tictactoe wb./.../... w")]
    played = env.RawEnv("tictactoe", starts=starts)
    drawn = []
    for seed in range(20):
        played.reset(seed=seed)
        drawn.append(played.position)
    assert set(drawn) == set(starts)
    played.reset(options={"position": dreierlei.position("tictactoe w../.../... b")})
    assert played.agent_selection == "black_1"
    with pytest.raises(dreierlei.DreierleiError, match="cannot begin from"):
        played.reset(options={"position": dreierlei.start("tres")})


def test_wrong_settings_are_refused_in_a_sentence() -> None:
    with pytest.raises(dreierlei.UnknownGame):
        env.make("chess")
    with pytest.raises(dreierlei.InvalidOption):
        env.factory("qango6", opening="x")
    with pytest.raises(
        dreierlei.DreierleiError, match='There is no render mode "x": expected human, ansi, svg, rgb_array or None'
    ):
        env.make("tres", render_mode="x")
    with pytest.raises(dreierlei.DreierleiError, match="max_plies cannot be 0"):
        env.make("tres", max_plies=0)


def rows() -> Iterator[str]:
    """The table of all variants in the documentation."""
    for name in env.factories():
        spaces = env.Spaces.of(find_variant(name))
        shape = "×".join(map(str, spaces.shape))
        first, last = spaces.move(0), spaces.move(spaces.actions - 1)
        yield f"| `{name}` | {shape} | {', '.join(spaces.planes)} | {spaces.actions} | {first} … {last} |"


def test_the_documentation_lists_every_variant() -> None:
    text = DOCS.read_text("utf-8")
    written = re.findall(r"^\| `[^|]*` \|.*\|.*\|.*\|.*\|$", text, re.MULTILINE)
    assert written == list(rows()), "\n".join(rows())
