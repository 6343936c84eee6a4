"""Every game for OpenSpiel and its algorithms. Importing this module registers the games.

`pyspiel.load_game("dreierlei_tres")` loads a game with its default options; parameters are `variant`, such as
`die-drei:weiter=true`, and `max_plies`, after which a game counts as a draw. Needs the package `open_spiel`.
"""

# OpenSpiel has no types.
# mypy: disable-error-code="import-untyped,import-not-found,no-any-unimported"
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ..declarations import games
from ..declarations import variant as find_variant
from ..model import SIDES
from ..positions import Position
from .spaces import MOST_PLIES, Spaces, within

if TYPE_CHECKING:
    from ..model import Game

MAX_PLIES = 1000
"""The default of `max_plies`: OpenSpiel needs a limit for every game."""


class SpielGame(pyspiel.Game):
    """A variant of the game that a subclass names. Player 0 is White."""

    declared: ClassVar[Game]

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        """Raises `UnknownGame`, `InvalidOption`, or `DreierleiError` for wrong parameters."""
        parameters = given or {}
        self.spaces = Spaces.of(find_variant(parameters.get("variant") or self.declared.id))
        self.max_plies = within("max_plies", parameters.get("max_plies", MAX_PLIES), 1, MOST_PLIES)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spaces.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_type(self.declared), info, parameters)

    def new_initial_state(self, _state: Any = None) -> SpielState:
        """The start of the game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The planes that every environment shows, or OpenSpiel's own observer of the moves so far."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SpielObserver(self.spaces)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):
    """A position, with the moves that led to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.spaces = game.spaces
        self.max_plies = game.max_plies
        self.position = Position(game.spaces.variant)

    def current_player(self) -> int:
        """0 for White, 1 for Black; OpenSpiel's terminal player at the end."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else SIDES.index(self.position.turn)

    def is_terminal(self) -> bool:
        """Whether the game has ended or was cut off."""
        return self.position.outcome() is not None or len(self.position.line) >= self.max_plies

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser."""
        end = self.position.outcome()
        if end is None or end.winner is None:
            return [0.0, 0.0]
        return [1.0 if side is end.winner else -1.0 for side in SIDES]

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.spaces.action(move) for move in self.position.moves())

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self.spaces.move(action))

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.spaces.move(action).text

    def __str__(self) -> str:
        return str(self.position)


class SpielObserver:
    """Observes a state as planes, each scaled to at most 1."""

    def __init__(self, spaces: Spaces) -> None:
        self.spaces = spaces
        self.tensor = np.zeros(spaces.shape, np.float32).ravel()
        self.dict = {"observation": self.tensor.reshape(spaces.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what a player sees."""
        np.divide(self.spaces.observe(state.position, SIDES[player]), self.spaces.high, out=self.dict["observation"])

    def string_from(self, state: SpielState, _player: int) -> str:
        """The position in one line."""
        return str(state)


def _type(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=f"dreierlei_{game.id.replace('-', '_')}",
        long_name=game.names["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"variant": game.id, "max_plies": MAX_PLIES},
    )


def register() -> None:
    """Makes every game known to OpenSpiel as `dreierlei_ID`, with underscores."""
    for game in games():
        # OpenSpiel releases it after the interpreter has ended: a class survives that, a function does not.
        pyspiel.register_game(_type(game), type("SpielGame", (SpielGame,), {"declared": game}))


register()
