"""What holds for every position of every game and variant."""

from __future__ import annotations

import pickle
import random
import zlib
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei.declarations import texts
from dreierlei.messages import LANGUAGES

from .variants import DEEP, VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dreierlei.model import Variant

GAMES = 100 if DEEP else 6

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def positions(variant: Variant, games: int = GAMES) -> Iterator[dreierlei.Position]:
    """Every position of some random games."""
    lot = random.Random(zlib.crc32(variant.id.encode()) + 1)
    for _ in range(games):
        position = dreierlei.Position(variant)
        yield position
        while moves := position.moves():
            position = position.play(lot.choice(moves))
            yield position


@each_variant
def test_keys_tell_the_first_positions_apart(variant: Variant) -> None:
    """Also those that differ by a stone and the turn: a turn that is added to a set of stones looks like a stone."""
    start = dreierlei.Position(variant)
    first = [start.play(move) for move in start.moves()]
    reached = [start, *first, *(position.play(move) for position in first for move in position.moves())]
    keys: dict[int, str] = {}
    for position in reached:
        counted = f"{position.stones} {position.turn} {position.fields}"
        assert keys.setdefault(position.key, counted) == counted


@each_variant
def test_text_reads_back(variant: Variant) -> None:
    for position in positions(variant):
        again = dreierlei.position(str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)
        assert again.outcome() == position.outcome()
        assert again.moves() == position.moves()
        assert eval(repr(position), {"dreierlei": dreierlei}) == position
        assert dreierlei.position("  " + str(position).replace(" ", "   ")) == position


@each_variant
def test_pickling_keeps_the_line(variant: Variant) -> None:
    for position in list(positions(variant, 2))[::7]:
        again = pickle.loads(pickle.dumps(position))
        assert again == position
        assert again.line == position.line
        assert again.previous == position.previous


@each_variant
def test_notation_reads_back_and_is_forgiving(variant: Variant) -> None:
    for position in positions(variant):
        for move in position.moves():
            assert position.parse(str(move)) == move
            assert position.parse(f" {str(move).upper()} ") == move
            assert position.parse(" ".join(str(move).lower())) == move


@each_variant
def test_no_legal_move_begins_another(variant: Variant) -> None:
    for position in positions(variant):
        moves = [move.targets for move in position.moves()]
        texts = [str(move) for move in position.moves()]
        assert len(set(moves)) == len(set(texts)) == len(moves)
        assert not [(a, b) for a in moves for b in moves if a != b and b[: len(a)] == a]


@each_variant
def test_choices_lead_to_every_move_and_to_nothing_else(variant: Variant) -> None:
    def walk(position: dreierlei.Position, chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        following = position.choices(*chosen)
        if not following:
            yield chosen
        for target in following:
            yield from walk(position, (*chosen, target))

    for position in list(positions(variant, 1))[::5]:
        if position.moves():
            assert sorted(walk(position, ())) == sorted(move.targets for move in position.moves())


@each_variant
def test_play_leaves_the_position_as_it_was(variant: Variant) -> None:
    for position in positions(variant, 2):
        before = str(position)
        for move in position.moves()[:3]:
            after = position.play(move)
            assert after.previous == position
            assert after.last_move == move
            assert after.turn is position.turn.other
        assert str(position) == before


@each_variant
def test_line_leads_from_the_origin_here(variant: Variant) -> None:
    *_, last = positions(variant, 1)
    position = last.origin
    for move in last.line:
        position = position.play(move)
    assert position == last
    assert position.occurrences == last.occurrences


@each_variant
def test_targets_and_places_of_a_move_are_declared(variant: Variant) -> None:
    declared = {target.text for target in variant.tables.targets}
    for position in positions(variant, 2):
        for move in position.moves():
            assert set(move.targets) <= declared


@each_variant
def test_a_finished_game_has_no_moves_and_refuses_more(variant: Variant) -> None:
    *_, last = positions(variant, 1)
    end = last.outcome()
    assert end is not None
    assert last.moves() == ()
    assert last.perft(1) == 0
    assert last.perft(0) == 1
    first = dreierlei.Position(variant).moves()[0]
    for given in (first, str(first)):
        with pytest.raises(dreierlei.IllegalMove, match="the game is over"):
            last.play(given)
    total = last.playouts(3)
    assert (total.wins + total.draws + total.losses, total.plies) == (3, 0)


@each_variant
def test_moves_that_are_not_legal_are_refused_with_the_legal_ones(variant: Variant) -> None:
    for position in list(positions(variant, 2))[1::6]:
        legal = {str(move) for move in position.moves()}
        if not legal or not position.line:
            continue
        played = str(position.line[-1])
        if played not in legal and not any(text.startswith(played) for text in legal):
            with pytest.raises(dreierlei.IllegalMove, match="expected") as caught:
                position.play(played)
            assert played in str(caught.value)
            assert caught.value.position == str(position)
        for nonsense in ("", "  ", "z9", "-", "a1-", "hello", "ä", "\0", "x" * 500):
            with pytest.raises(dreierlei.UnreadableMove, match="expected") as unreadable:
                position.play(nonsense)
            assert isinstance(unreadable.value, ValueError)
            assert len(str(unreadable.value)) < 1000


@each_variant
def test_playouts_are_whole_games_and_repeatable(variant: Variant) -> None:
    position = dreierlei.Position(variant)
    total = position.playouts(50, seed=7)
    assert total.wins + total.draws + total.losses == 50
    assert total.plies >= 50
    assert total == position.playouts(50, seed=7)
    assert total != position.playouts(50, seed=8)


@each_variant
def test_perft_divides(variant: Variant) -> None:
    for position in list(positions(variant, 1))[::8]:
        assert position.perft(1) == len(position.moves())
        if position.perft(2) < 20_000:
            assert position.perft(3) == sum(position.play(move).perft(2) for move in position.moves())


@each_variant
def test_declaration_speaks_every_language(variant: Variant) -> None:
    game, tables = variant.game, variant.tables
    declared = [
        game.names,
        game.about,
        *game.reasons.values(),
        *game.prompts.values(),
        *game.teaching.values(),
        *tables.grounds.values(),
    ]
    declared += [field.title for field in tables.fields]
    declared += [words for target in tables.targets for words in (target.words, target.sign) if words]
    for option in game.options:
        declared += [option.title, option.about, option.label(variant.options[option.name])]
        declared += [option.label(value) for value in (*option.choices, *option.drawn)]
        assert all(option.expects.say(language) for language in LANGUAGES)
    for words in declared:
        assert set(words) == set(LANGUAGES)
        assert all(text.strip() for text in words.values())
    assert {place.tint for place in variant.layout.places} - {""} == set(tables.grounds)


@each_variant
def test_every_value_has_words_of_its_own(variant: Variant) -> None:
    for option in variant.game.options:
        for language in LANGUAGES:
            labels = [option.label(value)[language] for value in (*option.choices, *option.drawn)]
            assert len(set(labels)) == len(labels)
            assert option.label(variant.options[option.name])[language] != variant.options[option.name]


@each_variant
def test_steps_and_ends_are_told_in_words(variant: Variant) -> None:
    for position in positions(variant, 2):
        for move in position.moves()[:5]:
            prompts = [position.prompt(*move.targets[:n]) for n in range(len(move.targets) + 1)]
            assert prompts.pop() is None
            assert all(prompt and prompt.say(language) for prompt in prompts for language in LANGUAGES)
        if (end := position.outcome()) is not None:
            assert position.prompt() is None
            assert all(variant.game.reason(end.reason).say(language) for language in LANGUAGES)


@each_variant
def test_declared_messages_are_among_the_texts(variant: Variant) -> None:
    game = variant.game
    messages = [game.reason(name) for name in game.reasons] + [game.prompt(step) for step in game.prompts]
    messages += [option.expects for option in game.options]
    assert all(message.key in texts(language) for message in messages for language in LANGUAGES)


@each_variant
def test_layout_has_every_place_once(variant: Variant) -> None:
    layout = variant.layout
    assert sorted(place for row in layout.rows for place in row) == list(range(len(layout.places)))
    assert len({place.name for place in layout.places}) == len(layout.places)
    assert len({(place.x, place.y) for place in layout.places}) == len(layout.places)
    left, top, right, bottom = layout.bounds
    assert all(left <= place.x <= right and top <= place.y <= bottom for place in layout.places)
