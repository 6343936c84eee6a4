"""Analysis, exact values, reviews, rules, puzzles, and what is known about a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field, computed_field
from typing_extensions import TypeAliasType

from ... import results
from ..._core import BEST_MOVES
from ...model import Side
from ...puzzles import Kind
from ...review import Verdict
from ...search import Score
from .base import ClosedModel, MessageView, Words, message_view
from .boards import PositionView
from .errors import ErrorView

if TYPE_CHECKING:
    from ...messages import Message

MoveText = Annotated[str, BeforeValidator(str)]
"""A move in notation."""


class LineView(ClosedModel):
    """A line of play, with its score for the player who begins it."""

    model_config = ConfigDict(from_attributes=True)

    moves: tuple[MoveText, ...]
    score: Score

    @computed_field
    def message(self) -> MessageView:
        """The score in words."""
        return message_view(results.score(self.score))


class AnalysisView(ClosedModel):
    """The results of a search so far."""

    model_config = ConfigDict(from_attributes=True)

    lines: tuple[LineView, ...]
    depth: int
    nodes: int
    exact: bool
    """Whether the score of the first line is the proved value of the position."""


class ValueView(ClosedModel):
    """The exact value of a position, if it is known."""

    model_config = ConfigDict(from_attributes=True)

    known: bool
    winner: Side | None
    plies: int | None

    @computed_field
    def message(self) -> MessageView:
        """The value in words."""
        return message_view(self._words())

    def _words(self) -> Message:
        return results.solution(self)


class ValuesView(ClosedModel):
    """The exact values of a position and of its moves. A move that is not listed was not decided in time."""

    value: ValueView
    moves: dict[str, ValueView]


class BookView(ClosedModel):
    """An opening book: positions by their canonical texts, with their values to the player to move, in hundredths."""

    values: dict[str, int]


class JudgementView(ValueView):
    """The value of a position of a game; see `dreierlei.review`."""

    ply: int
    chance: float
    best: Annotated[tuple[MoveText, ...], BeforeValidator(lambda moves: moves[:BEST_MOVES])]

    def _words(self) -> Message:
        return results.judgement(self)


class VerdictView(ClosedModel):
    """A move that changed the result, or seems to have; `missed_win` if the position before it is a puzzle."""

    ply: int
    verdict: Verdict
    missed_win: bool


class MomentView(ClosedModel):
    """A move that decided the game, or helped to decide it; see `dreierlei.review.moments`."""

    ply: int
    """The ply after the move."""
    better: MoveText
    """The best move instead: the first of the best line from the position before."""
    sentences: tuple[MessageView, ...]


class StreamEnd(ClosedModel):
    """The last event of a stream, with the error if there was one."""

    error: ErrorView | None


class TextBlock(ClosedModel):
    """A part of a page, as HTML."""

    kind: Literal["text"] = "text"
    html: str


class DiagramBlock(ClosedModel):
    """A position to draw, from which readers can try moves."""

    kind: Literal["diagram"] = "diagram"
    position: PositionView
    marks: tuple[str, ...]
    caption: str


Block = TypeAliasType("Block", Annotated[TextBlock | DiagramBlock, Field(discriminator="kind")])


class PageView(ClosedModel):
    """A page of text with diagrams."""

    title: str
    blocks: tuple[Block, ...]


class PuzzleCard(ClosedModel):
    """A puzzle in a list. `grade` is from 1, easy, to 5; `difficulty` is the percentage of tries that miss it.

    `line` is its position.
    """

    id: str
    game: str
    plies: int
    grade: int | None
    difficulty: int
    line: str


class PuzzleView(PuzzleCard):
    """A puzzle: the player to move wins in `plies`. One from somebody's own game has no grade."""

    position: PositionView


class SeriesView(ClosedModel):
    """Puzzles of rising difficulty, to be solved one after the other until so many mistakes or seconds."""

    kind: Kind
    mistakes: int
    seconds: int | None
    puzzles: tuple[PuzzleCard, ...]


class Moves(ClosedModel):
    """The solver's own moves so far, without the replies."""

    moves: Annotated[tuple[Annotated[str, Field(max_length=32)], ...], Field(max_length=40)] = ()


class RefutationView(ClosedModel):
    """Why a move is wrong; see `dreierlei.puzzles.Refutation`. `steps` are the positions after each of its moves."""

    kind: Literal["over", "loses", "draws", "holds", "slower"]
    moves: tuple[str, ...]
    steps: tuple[PositionView, ...]
    plies: int | None


class AttemptView(ClosedModel):
    """The state of an attempt. `played` includes the replies; `steps` are the positions after each of its moves."""

    state: Literal["open", "wrong", "solved"]
    played: tuple[str, ...]
    steps: tuple[PositionView, ...]
    plies: int
    refutation: RefutationView | None


class MistakeView(ClosedModel):
    """Expected wrong answers in a lesson; see `dreierlei.courses.Mistake`."""

    moves: tuple[str, ...]
    says: str
    reply: str | None


class TurnView(ClosedModel):
    """A turn of the learner; see `dreierlei.courses.Turn`. Moves are texts or patterns with `*`, `?` and `[…]`."""

    task: str
    right: tuple[str, ...]
    mistakes: tuple[MistakeView, ...]
    otherwise: str | None
    replies: tuple[str, ...]
    offers_give_up: bool


class LessonView(ClosedModel):
    """A lesson in one language: its position, its texts, and the learner's turns."""

    name: str
    title: str
    text: str
    done: str
    position: PositionView
    marks: tuple[str, ...]
    turns: tuple[TurnView, ...]


class CourseView(ClosedModel):
    """The lessons of a game, in order."""

    game: str
    lessons: tuple[LessonView, ...]


class MapView(ClosedModel):
    """The value of every first move of a variant."""

    variant: str
    options: dict[str, str]
    values: dict[str, ValueView]


class Column(ClosedModel):
    """A bar of a chart."""

    label: str
    count: int


class ChartView(ClosedModel):
    """Counts to be shown as bars."""

    title: Words
    columns: tuple[Column, ...]


class Balance(ClosedModel):
    """How many positions with so many stones the player to move wins, draws and loses."""

    own: int
    their: int
    wins: int
    draws: int
    losses: int


class TallyView(ClosedModel):
    """How some games ended."""

    model_config = ConfigDict(from_attributes=True)

    white: int
    draws: int
    black: int
    games: int


class OpeningView(ClosedModel):
    """A move in the explorer: its exact value, its book value in hundredths for its player, and results of games."""

    text: str
    value: ValueView | None
    book: int | None
    self_play: TallyView
    played: TallyView


class OpeningsView(ClosedModel):
    """What is known about the moves of a position, the best first; `evidence` is whether anything is known."""

    moves: tuple[OpeningView, ...]
    evidence: bool


class StatisticView(ClosedModel):
    """How the engine's games against itself ended after a line of first moves."""

    moves: tuple[str, ...]
    tally: TallyView
    open_plies: int | None
    """The plies from there within which neither side can force a win, as proved; null if nothing is proved."""


class TruthView(ClosedModel):
    """What is known about a game."""

    blocks: tuple[TextBlock, ...]
    maps: tuple[MapView, ...]
    charts: tuple[ChartView, ...]
    balance: tuple[Balance, ...]
    statistics: tuple[StatisticView, ...]
