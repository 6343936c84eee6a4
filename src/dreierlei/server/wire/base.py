"""The types that all messages share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

from ...errors import DreierleiError
from ...messages import Language, Message, Spoken
from ...model import Side


class ClosedModel(BaseModel):
    """A closed type: undeclared fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


SideName = TypeAliasType("SideName", Literal["white", "black"])
Player = TypeAliasType("Player", Literal[0, 1])
"""A player of a match. Which of the two is White changes from game to game."""
Words = TypeAliasType("Words", dict[Language, str])
"""A text in every language."""
Name = Annotated[str, Field(min_length=1, max_length=40)]
Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{6,32}$")]

LENGTH = (1, 1000)
"""The fewest and the most games, or points, of a match."""
INITIAL, INCREMENT = (10, 10_800), (0, 600)
"""The fewest and the most seconds of a clock: for the game, and added for each move."""
DAYS = (1, 30)
"""The fewest and the most days for a move."""

Value = TypeAliasType("Value", "str | int | float | MessageView | Words | tuple[Value, ...]")
"""A value that fills a text: a word, a number, another text by its key or in every language, or a list of these."""


class MessageView(ClosedModel):
    """A text by its key, with the values that fill it. The texts are at `/web/locale/LANGUAGE.json`."""

    key: str
    values: dict[str, Value]


def message_view(message: Message | DreierleiError) -> MessageView:
    """A message as it goes over the wire."""
    return MessageView(key=message.key, values={name: _value(value) for name, value in message.values.items()})


def _value(value: object) -> Value:
    match value:
        case Message() | DreierleiError():
            return message_view(value)
        case Side():
            return MessageView(key=value.value, values={})
        case Spoken():
            return dict(value.words)
        case tuple() | list():
            return tuple(_value(part) for part in value)
        case str() | int() | float():
            return value
        case _:
            return str(value)
