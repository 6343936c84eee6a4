"""Answers that are the same for everybody: games, boards, rules, lessons, what is known, lists of puzzles.

`resources` has the address of each answer that a page may request without a match. The routes return these answers one
by one, `offline` all together to a browser that is to work offline, and `site` writes them to files.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from urllib.parse import urlencode

from markdown_it import MarkdownIt
from pydantic import BaseModel, TypeAdapter

from .. import courses, horizon, messages, openings, puzzles, rulebook, truth
from .._core import Stop
from ..book import carried
from ..courses import Lesson
from ..declarations import game as find_game
from ..declarations import games
from ..declarations import variant as find_variant
from ..messages import LANGUAGES, Language
from ..model import Game, Variant
from ..puzzles import KINDS, Kind, Puzzle
from .views import game_view, position_view, variant_view
from .wire import study as wire
from .wire.boards import GameView

Answer = BaseModel | Sequence[BaseModel]

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
_written: TypeAdapter[Answer] = TypeAdapter(Answer)


def resources() -> Iterator[tuple[str, Callable[[], Answer]]]:
    """The address of each answer, as pages write it, and a function that returns the answer."""
    yield "/api/games", game_views
    for game in games():
        for chosen in listed(game):
            yield _address("/api/variant", id=chosen.id), partial(variant_view, chosen)
        if carried(find_variant(game.id)):
            yield f"/api/books/{game.id}", partial(book_view, game.id)
        yield _address("/api/puzzles", game=game.id), partial(cards, game.id)
        for kind in KINDS:
            yield _address("/api/puzzles/series", game=game.id, kind=kind), partial(series_view, game.id, kind)
        for language in LANGUAGES:
            yield _address(f"/api/rules/{game.id}", language=language), partial(rules, game.id, language)
            yield _address(f"/api/rules/{game.id}/brief", language=language), partial(brief, game.id, language)
            yield _address(f"/api/lessons/{game.id}", language=language), partial(course, game.id, language)
            yield _address(f"/api/truth/{game.id}", language=language), partial(truth_view, game.id, language)


def written(answer: Answer) -> bytes:
    """An answer as JSON."""
    return _written.dump_json(answer, serialize_as_any=True)


def _address(path: str, **query: str) -> str:
    return f"{path}?{urlencode(query)}"


def listed(game: Game) -> Iterator[Variant]:
    """The variants of a game whose options can be listed; the first is the default one."""
    options = [option for option in game.options if option.choices]
    for values in itertools.product(*(option.choices for option in options)):
        yield find_variant(game.id, dict(zip((option.name for option in options), values, strict=True)))


# --- games and puzzles ------------------------------------------------------------------------------------------------


def game_views() -> list[GameView]:
    """Every game with its options."""
    return [game_view(game) for game in games()]


def book_view(game: str) -> wire.BookView:
    """The opening book of a game; empty if there is none."""
    book = carried(find_variant(game))
    return wire.BookView(values=book.values if book else {})


def cards(game: str | None = None) -> list[wire.PuzzleCard]:
    """All puzzles, or those of a game; for each game, the easier ones first."""
    return [card(each) for each in (puzzles.puzzles_of(game) if game else puzzles.puzzles())]


def card(given: Puzzle) -> wire.PuzzleCard:
    """A puzzle in a list."""
    return wire.PuzzleCard(
        id=given.id,
        game=given.game,
        plies=given.plies,
        grade=puzzles.grade(given),
        difficulty=given.difficulty,
        line=given.line,
    )


def series_view(game: str, kind: Kind) -> wire.SeriesView:
    """Random puzzles of rising difficulty."""
    return wire.SeriesView(
        kind=kind,
        mistakes=puzzles.MISTAKES[kind],
        seconds=puzzles.RUSH_SECONDS if kind == "rush" else None,
        puzzles=tuple(map(card, puzzles.series(game))),
    )


# --- rules and truth --------------------------------------------------------------------------------------------------


@cache
def rules(game: str, language: Language) -> wire.PageView:
    """The rules of a game, with diagrams."""
    blocks: list[wire.TextBlock | wire.DiagramBlock] = []
    for block in rulebook.page(game, language):
        if isinstance(block, rulebook.Diagram):
            shown = position_view(block.position)
            blocks.append(wire.DiagramBlock(position=shown, marks=block.marks, caption=block.caption))
        else:
            blocks.append(_text(block))
    return wire.PageView(title=find_game(game).names[language], blocks=tuple(blocks))


def brief(game: str, language: Language) -> wire.TextBlock:
    """The rules of a game in a few sentences."""
    return _text(rulebook.brief(game, language))


def truth_view(game: str, language: Language, stop: Stop | None = None) -> wire.TruthView:
    """What is known about a game, in words, maps of first moves and charts."""
    start = find_variant(game)
    return wire.TruthView(
        blocks=(_text(rulebook.truth_page(game, language)),),
        maps=tuple(
            wire.MapView(
                variant=each.variant.id,
                options=dict(each.variant.options),
                values={text: wire.ValueView.model_validate(value) for text, value in each.values.items()},
            )
            for each in truth.maps(game, stop)
        ),
        charts=tuple(
            wire.ChartView(
                title={other: messages.say(other, chart.title) for other in LANGUAGES},
                columns=tuple(wire.Column(label=label, count=count) for label, count in chart.columns),
            )
            for chart in truth.charts(game)
        ),
        balance=tuple(
            wire.Balance(own=own, their=their, wins=wins, draws=draws, losses=losses)
            for (own, their), (wins, draws, losses) in truth.balance(game).items()
        ),
        statistics=tuple(
            wire.StatisticView(
                moves=tuple(map(str, line)),
                tally=wire.TallyView.model_validate(tally),
                open_plies=horizon.open_plies(start, line),
            )
            for line, tally in openings.statistics(start)
        ),
    )


def _text(markdown: str) -> wire.TextBlock:
    return wire.TextBlock(html=_markdown.render(markdown))


# --- lessons ----------------------------------------------------------------------------------------------------------


@cache
def course(game: str, language: Language) -> wire.CourseView:
    """The lessons of a game; empty if it has none."""
    return wire.CourseView(game=game, lessons=tuple(_lesson(lesson, language) for lesson in courses.lessons(game)))


def _lesson(lesson: Lesson, language: Language) -> wire.LessonView:
    return wire.LessonView(
        name=lesson.name,
        title=lesson.title[language],
        text=lesson.text[language],
        done=lesson.done[language],
        position=position_view(lesson.start),
        marks=lesson.marks,
        turns=tuple(
            wire.TurnView(
                task=turn.task[language],
                right=turn.right,
                mistakes=tuple(
                    wire.MistakeView(moves=mistake.moves, says=mistake.says[language], reply=mistake.reply)
                    for mistake in turn.mistakes
                ),
                otherwise=turn.otherwise[language] if turn.otherwise else None,
                replies=turn.replies,
                offers_give_up=turn.offers_give_up,
            )
            for turn in lesson.turns
        ),
    )
