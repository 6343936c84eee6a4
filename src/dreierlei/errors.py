"""The errors that every surface shares. Each is a key with values, which becomes a sentence only when it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .messages import DEFAULT, Language, Message, say

if TYPE_CHECKING:
    from .model import Refusal


class DreierleiError(ValueError):
    """An argument or an input is not valid.

    `key` names the sentence in `locale/*/errors.json`, and `values` fill it. `str(error)` is the English sentence,
    which says what was expected; `say(language)` is the same in another language.
    """

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def say(self, language: Language) -> str:
        """The sentence in that language, on one line whatever it quotes."""
        return " ".join(say(language, self.key, **self.values).split())

    @property
    def message(self) -> Message:
        """The error's key and values, without its type."""
        return Message(self.key, **self.values)

    def __str__(self) -> str:
        return self.say(DEFAULT)

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.__dict__)


def _restore(kind: type[DreierleiError], attributes: dict[str, object]) -> DreierleiError:
    """An error from another process: constructors differ, attributes do not."""
    error = kind.__new__(kind, attributes["key"])
    error.__dict__.update(attributes)
    return error


class WrongType(DreierleiError, TypeError):
    """A value of the wrong type; also a `TypeError`."""


def expect(value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Raises `WrongType` unless the value is of the kind that `what` describes, the key of a message."""
    if not isinstance(value, kind):
        raise WrongType("type.wrong", expected=Message(what), given=type(value).__name__)


class UnknownGame(DreierleiError):
    """There is no game with that name."""


class InvalidOption(DreierleiError):
    """A game has no such option, or the option no such value."""


class InvalidPosition(DreierleiError):
    """A position line that cannot be read, or that no game can lead to. `reasons` lists all problems."""

    def __init__(self, text: str, reasons: tuple[Message, ...]) -> None:
        super().__init__("position.invalid", text=text, reasons=reasons)
        self.text = text
        self.reasons = reasons


class InvalidDeclaration(DreierleiError):
    """A game's declaration that cannot work. `reasons` lists everything that is wrong with it."""

    def __init__(self, game: str, reasons: tuple[Message, ...]) -> None:
        super().__init__("declaration.invalid", game=game, reasons=reasons)
        self.game = game
        self.reasons = reasons


class MoveError(DreierleiError):
    """A move that cannot be played. `move` is its text, `position` the line of the position."""

    def __init__(self, key: str, /, *, move: str, position: str, **values: object) -> None:
        super().__init__(key, move=move, **values)
        self.move = move
        self.position = position


class UnreadableMove(MoveError):
    """The text is not a move in this game's notation."""


class IllegalMove(MoveError):
    """The rules do not allow the move here, or the game is over. `refusal` says why."""

    def __init__(self, key: str, refusal: Refusal, /, *, move: str, position: str, **values: object) -> None:
        super().__init__(key, move=move, position=position, **values)
        self.refusal = refusal


class AmbiguousMove(MoveError):
    """The text begins several legal moves and does not say which. `candidates` lists them."""

    def __init__(self, key: str, /, *, move: str, position: str, candidates: tuple[str, ...], **values: object) -> None:
        super().__init__(key, move=move, position=position, **values)
        self.candidates = candidates
