"""Every game for OpenSpiel: its own checks, and the same games as positions."""

# mypy: disable-error-code="import-untyped,import-not-found"

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import minimax
from open_spiel.python.observation import make_observation

import dreierlei
from dreierlei.env import Spaces, openspiel
from dreierlei.model import SIDES

NAMES = {game.id: f"dreierlei_{game.id.replace('-', '_')}" for game in dreierlei.games()}


@pytest.mark.parametrize("game", NAMES)
def test_openspiels_own_check(game: str) -> None:
    loaded = pyspiel.load_game(NAMES[game], {"max_plies": 60})
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("game", NAMES)
def test_a_game_is_that_of_positions(game: str) -> None:
    lot = random.Random(2)
    loaded = pyspiel.load_game(NAMES[game], {"max_plies": 80})
    state, position, spaces = loaded.new_initial_state(), dreierlei.start(game), Spaces.of(dreierlei.variant(game))
    observation = make_observation(loaded)
    while not state.is_terminal():
        assert state.current_player() == SIDES.index(position.turn)
        assert [state.action_to_string(action) for action in state.legal_actions()] == [
            spaces.move(action).text for action in np.flatnonzero(spaces.mask(position)).tolist()
        ]
        observation.set_from(state, 1)
        shown = observation.dict["observation"] * spaces.high
        assert (shown.round() == spaces.observe(position, dreierlei.BLACK)).all()
        assert observation.tensor.max() <= 1
        action = lot.choice(state.legal_actions())
        state.apply_action(action)
        position = position.play(spaces.move(action))
        assert str(state) == str(position)
    end = position.outcome()
    winner = end.winner if end else None
    assert state.returns() == [0.0 if winner is None else 1.0 if side is winner else -1.0 for side in SIDES]
    assert end is not None or len(position.line) == 80


def test_their_algorithms_run_on_our_games() -> None:
    state = pyspiel.load_game(NAMES["tictactoe"]).new_initial_state()
    for move in ("a3", "b3"):
        state.apply_action(state.string_to_action(move))
    value, _ = minimax.alpha_beta_search(state.get_game(), state=state)
    assert value == 1.0
    assert dreierlei.solve(state.position).winner is dreierlei.WHITE


def test_variants_and_wrong_parameters() -> None:
    loaded = pyspiel.load_game(NAMES["die-drei"], {"variant": "die-drei:weiter=true"})
    assert loaded.num_distinct_actions() == 4096

    class Qango(openspiel.SpielGame):
        declared = dreierlei.game("qango6")

    with pytest.raises(dreierlei.InvalidOption):
        Qango({"variant": "qango6:opening=x"})
    with pytest.raises(dreierlei.DreierleiError, match="max_plies cannot be 0"):
        Qango({"max_plies": 0})
