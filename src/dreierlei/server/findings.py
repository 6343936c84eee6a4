"""What goes over the wire when somebody studies: analysis, exact values, reviews, rules, puzzles, the truth."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .wire import Message, PositionView, SideName, Words


class ScoreView(Message):
    """What a line is worth to the player who begins it; see `dreierlei.Score`."""

    result: Literal["win", "draw", "loss"] | None
    plies: int | None
    estimate: int | None
    exact: bool


class LineView(Message):
    """A way to go on."""

    moves: tuple[str, ...]
    score: ScoreView


class AnalysisView(Message):
    """What a search has found so far."""

    lines: tuple[LineView, ...]
    depth: int
    nodes: int
    seconds: float
    exact: bool
    """Whether the first line's score is the value of the position, proved."""


class ValueView(Message):
    """What a position is worth, exactly, if that is known."""

    known: bool
    winner: SideName | None
    plies: int | None


class ValuesView(Message):
    """The exact value of a position, and what each move leads to. A move that is not listed was not decided in time."""

    value: ValueView
    moves: dict[str, ValueView]


class JudgementView(Message):
    """What a position of a game was worth; see `dreierlei.review`. The verdict is on the move that led there."""

    ply: int
    known: bool
    winner: SideName | None
    plies: int | None
    chance: float
    best: tuple[str, ...]


class VerdictView(Message):
    """A move that changed the result, or seems to have."""

    ply: int
    verdict: Literal["turned", "slip"]


class TextBlock(Message):
    """A part of a page, as HTML."""

    kind: Literal["text"] = "text"
    html: str


class DiagramBlock(Message):
    """A position to be drawn, from which one may play on."""

    kind: Literal["diagram"] = "diagram"
    position: PositionView
    marks: tuple[str, ...]
    caption: str


class PageView(Message):
    """A page of text with diagrams."""

    title: str
    blocks: tuple[Annotated[TextBlock | DiagramBlock, Field(discriminator="kind")], ...]


class PuzzleCard(Message):
    """A puzzle in a list."""

    id: str
    game: str
    plies: int


class PuzzleView(PuzzleCard):
    """A puzzle: the player to move wins in `plies`."""

    position: PositionView


class Moves(Message):
    """The solver's own moves so far, without the answers."""

    moves: Annotated[tuple[Annotated[str, Field(max_length=32)], ...], Field(max_length=40)] = ()


class AttemptView(Message):
    """How far an attempt has come. `played` has the answers, too; `steps` are the positions after each of them."""

    state: Literal["open", "wrong", "solved"]
    played: tuple[str, ...]
    steps: tuple[PositionView, ...]
    plies: int


class MapView(Message):
    """What every first move of a variant is worth."""

    variant: str
    options: dict[str, str]
    values: dict[str, ValueView]


class Column(Message):
    """A bar of a chart."""

    label: str
    count: int


class ChartView(Message):
    """Counts, to be shown as bars."""

    title: Words
    columns: tuple[Column, ...]


class Balance(Message):
    """How many positions with so many stones the player to move wins, draws and loses."""

    own: int
    their: int
    wins: int
    draws: int
    losses: int


class TruthView(Message):
    """What is known about a game."""

    game: str
    blocks: tuple[TextBlock, ...]
    maps: tuple[MapView, ...]
    charts: tuple[ChartView, ...]
    balance: tuple[Balance, ...]
