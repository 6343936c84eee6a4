"""How a match begins: its settings and players, for a new match or a rematch."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import TYPE_CHECKING

from ..declarations import variant as find_variant
from ..positions import position as read_position
from .errors import RequestError
from .wire.base import ClosedModel, Player
from .wire.errors import Code
from .wire.matches import Here, NewMatch

if TYPE_CHECKING:
    from .state import State
    from .tokens import Person


class Founding(ClosedModel):
    """The settings and players with which a match begins. They never change."""

    id: str
    at: float
    settings: NewMatch
    """With the variant's full id, and the colour decided."""
    owners: tuple[str | None, str | None]
    """The token's player for each seat that is taken from the start."""
    names: tuple[str | None, str | None]
    invite: str | None = None

    @cached_property
    def computer(self) -> Player | None:
        """The computer's seat."""
        return self.guest if self.settings.opponent.kind == "computer" else None

    @property
    def guest(self) -> Player:
        """The seat of the player who did not create the match."""
        return 1 if self.settings.colour == "white" else 0

    @cached_property
    def alone(self) -> bool:
        """Whether nobody else has to consent to anything: a match against the computer, or on one screen."""
        return self.settings.opponent.kind != "friend"


def new_founding(wanted: NewMatch, person: Person, now: float) -> Founding:
    """The founding of a requested match; raises `DreierleiError` if it is not possible."""
    variant = find_variant(wanted.variant)
    if wanted.start is not None:
        position = read_position(wanted.start)
        if position.variant.game is not variant.game:
            raise RequestError(Code.BAD_REQUEST, "server.other-game", game=position.variant.id, expected=variant.id)
        variant = position.variant
    colour = wanted.colour if wanted.colour != "random" else secrets.choice(("white", "black"))
    opponent = wanted.opponent
    owners: tuple[str | None, str | None] = person.id, None
    names: tuple[str | None, str | None] = clean_name(wanted.name or person.name), ""
    invite = None
    if isinstance(opponent, Here):
        owners, names = (person.id, person.id), (names[0], clean_name(opponent.name))
    elif opponent.kind == "friend":
        invite, names = secrets.token_urlsafe(12), (names[0], None)
    if colour == "black":
        names, owners = (names[1], names[0]), (owners[1], owners[0])
    settings = wanted.model_copy(update={"variant": variant.id, "colour": colour, "name": None})
    return Founding(id=secrets.token_urlsafe(9), at=now, settings=settings, owners=owners, names=names, invite=invite)


def rematch_founding(state: State, now: float) -> Founding:
    """The founding of a rematch of the same people. The match rule for one more game decides who begins."""
    white: Player = 0 if state.match.whites[-1] == 0 else 1
    black: Player = 0 if white == 1 else 1
    founder: Player = 0 if state.founding.guest == 1 else 1
    colour = "white" if founder == white else "black"
    return Founding(
        id=secrets.token_urlsafe(9),
        at=now,
        settings=state.founding.settings.model_copy(update={"colour": colour}),
        owners=(state.owners[white], state.owners[black]),
        names=(state.names[white], state.names[black]),
    )


def clean_name(name: str | None) -> str:
    """A name without line breaks and invisible characters; empty for none."""
    return " ".join("".join(c if c.isprintable() else " " for c in name or "").split())
