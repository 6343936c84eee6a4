from math import comb

import pytest

import dreierlei
from dreierlei import locales, rulebook, truth
from dreierlei.messages import LANGUAGES

GAMES = [game.id for game in dreierlei.games()]


@pytest.mark.parametrize("game", GAMES)
def test_maps_have_every_first_move_with_its_exact_value(game: str) -> None:
    for found in truth.maps(game):
        begin = dreierlei.Position(found.variant)
        assert set(found.values) == {move.text for move in begin.moves()}
        assert all(value.known for value in found.values.values())


def test_a_map_agrees_with_the_value_of_the_start() -> None:
    for game in ("tictactoe", "qango6", "qango7", "bedraengnis"):
        for found in truth.maps(game):
            best = dreierlei.solve(dreierlei.Position(found.variant)).winner
            winners = {value.winner for value in found.values.values()}
            expected = dreierlei.WHITE if dreierlei.WHITE in winners else None if None in winners else dreierlei.BLACK
            assert best is expected


def test_charts_count_all_boards() -> None:
    counted = [sum(count for _, count in chart.columns) for game in GAMES for chart in truth.charts(game)]
    assert counted == [24_576, 24_576]


def test_a_balance_counts_all_placements_of_the_stones() -> None:
    found = {game: truth.balance(game) for game in GAMES}
    assert [game for game in GAMES if found[game]] == ["muehle"]
    for (own, their), counts in found["muehle"].items():
        assert sum(counts) == comb(24, own) * comb(24 - own, their)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_truth_in_words(game: str, language: str) -> None:
    assert len(rulebook.truth_page(game, locales.language(language))) > 80
