"""Clocks: pure arithmetic on times that the caller provides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from .wire.matches import ClockView, DaysClock, FischerClock, NoClock

if TYPE_CHECKING:
    from .wire.base import Player

DAY = 86_400.0
FREE = 2
"""Plies at the start of a game during which a Fischer clock does not run, so that both players can arrive."""

Setting = NoClock | FischerClock | DaysClock


class Times(NamedTuple):
    """The state of a clock: what each player had left at the moment `since`, and whose time runs from then on."""

    setting: Setting
    left: tuple[float, float] | None
    running: Player | None
    since: float

    def now(self, at: float) -> tuple[float, float] | None:
        """The seconds that each player has left at a moment, never below 0."""
        if self.left is None or self.running is None:
            return self.left
        left = list(self.left)
        left[self.running] = max(0.0, left[self.running] - max(0.0, at - self.since))
        return left[0], left[1]

    @property
    def deadline(self) -> float | None:
        """When the running time is up."""
        return None if self.left is None or self.running is None else self.since + self.left[self.running]

    def view(self, at: float) -> ClockView:
        """The clock as it goes over the wire."""
        return ClockView(setting=self.setting, left=self.now(at), running=self.running)


def wound(setting: Setting) -> Times:
    """The clock before a game."""
    match setting:
        case NoClock():
            left = None
        case FischerClock():
            left = float(setting.initial), float(setting.initial)
        case DaysClock():
            left = setting.days * DAY, setting.days * DAY
        case _:
            assert_never(setting)
    return Times(setting, left, None, 0.0)


def started(times: Times, turn: Player | None, plies: int, at: float) -> Times:
    """The clock when `turn` begins to think, after `plies` plies of the game; a turn of None starts nobody's time."""
    if times.left is None:
        return Times(times.setting, None, None, at)
    free = isinstance(times.setting, FischerClock) and plies < FREE
    return Times(times.setting, times.left, None if free else turn, at)


def pressed(times: Times, player: Player, at: float) -> Times:
    """The clock after a player has moved: stopped, with the increment or the new days for a move."""
    left = times.now(at)
    if left is None:
        return times
    mine = left[player]
    match times.setting:
        case FischerClock(increment=increment):
            mine += increment if times.running == player else 0
        case DaysClock(days=days):
            mine = days * DAY
    both = (mine, left[1]) if player == 0 else (left[0], mine)
    return times._replace(left=both, running=None, since=at)


def stopped(times: Times, at: float) -> Times:
    """The clock when the game is over."""
    return times._replace(left=times.now(at), running=None, since=at)
