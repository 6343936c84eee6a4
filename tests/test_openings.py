"""What is known about openings: exact values, book, and games of the engine with itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import dreierlei
from dreierlei import DreierleiError, data, horizon, openings
from dreierlei.book import canonical
from dreierlei.cli import commands
from dreierlei.model import BLACK, WHITE
from dreierlei.openings import Tally, explore, statistics

if TYPE_CHECKING:
    from pathlib import Path


def run(*arguments: str) -> str:
    done = CliRunner().invoke(commands, [*arguments, "-l", "en"], standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.stdout


def test_exact_values_come_first_and_are_those_of_the_solver() -> None:
    position = dreierlei.start("tictactoe").play("a1")
    found = explore(position)
    assert {each.move for each in found} == set(position.moves())
    best = found[0]
    assert best.move.text == "b2"
    assert best.value is not None
    assert best.value.winner is None
    last = found[-1].value
    assert last is not None
    assert last.winner is WHITE


def test_where_nothing_is_solved_book_and_self_play_count(monkeypatch: pytest.MonkeyPatch) -> None:
    start = dreierlei.start("tres")
    first, *others = start.moves()
    after = start.play(first)
    assert {canonical(start.play(move)) for move in others} == {canonical(after)}
    good, bad = (canonical(after.play(reply)) for reply in ("NWo", "NEo"))
    tallies = {canonical(after): Tally(6, 1, 3), good: Tally(1, 0, 9), bad: Tally(9, 0, 1)}
    monkeypatch.setattr(openings, "self_play", lambda _: tallies)
    found = explore(start)
    assert all(each.value is None and each.book is not None and each.self_play.games == 10 for each in found)
    lines = statistics(start.variant)
    assert [len(line) for line, _ in lines] == [1, 2, 2]
    assert [tally for _, tally in lines] == [Tally(6, 1, 3), Tally(1, 0, 9), Tally(9, 0, 1)]
    played = {each.move.text: each.self_play for each in explore(after)}
    assert (played["NWo"], played["NEo"]) == (Tally(1, 0, 9), Tally(9, 0, 1))


def test_what_is_stored_names_its_command() -> None:
    if not data.file(openings.FILE).is_file():
        pytest.skip("no games have been played")
    stored = data.load(openings.FILE)
    count = int(stored["command"].removeprefix("dreierlei data openings --count "))
    for game in set(stored) - {"command", "version", "nodes"}:
        lines = statistics(dreierlei.variant(game))
        assert len(lines) == len(stored[game])
        assert {tally.games for _, tally in lines} == {count}


def test_what_is_solved_has_no_statistics() -> None:
    assert statistics(dreierlei.variant("tictactoe")) == ()
    assert all(not each.self_play.games for each in explore(dreierlei.start("qango6")))


def test_a_tally_has_a_score_for_each_side() -> None:
    tally = Tally(3, 2, 5)
    assert (tally.games, tally.score(WHITE), tally.score(BLACK)) == (10, 0.4, 0.6)
    assert Tally().score(WHITE) == 0


def test_the_engine_plays_itself_and_the_results_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "NODES", 200)
    start = dreierlei.start("tres")
    text = canonical(start.play(start.moves()[0]))
    assert openings.results("tres", text, 1, 2) == openings.results("tres", text, 1, 2)
    assert sum(openings.results("tres", text, 1, 2)) == 2
    monkeypatch.setattr(openings, "results", _two_wins)
    run("data", "openings", "--count", "12", "--folder", str(tmp_path), "--processes", "1")
    written = json.loads((tmp_path / openings.FILE).read_text("utf-8"))
    assert written["command"] == "dreierlei data openings --count 12"
    assert set(written) - {"command", "version", "nodes"} == {"tres"}
    assert written["tres"][text] == [4, 0, 0]  # two parts
    assert len(written["tres"]) == 5  # one first move and four replies, up to symmetry
    assert [file.name for file in tmp_path.iterdir()] == [openings.FILE]


def test_the_horizon_of_a_game_is_searched_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = dreierlei.start("tictactoe")
    variant = start.variant
    monkeypatch.setattr(horizon, "unsolved", lambda: [variant])
    run("data", "horizon", "--count", "8", "--folder", str(tmp_path), "--processes", "1")
    written = json.loads((tmp_path / horizon.FILE).read_text("utf-8"))
    assert written.pop("command") == "dreierlei data horizon --count 8"
    for text, (plies, found) in written["tictactoe"].items():
        solution = dreierlei.solve(dreierlei.position(f"tictactoe {text}"))
        mover = text.endswith("w")
        assert plies == 8
        assert (solution.winner is None) == (found == 0)
        assert found == 0 or (abs(found) == solution.plies and (found > 0) == (solution.winner is WHITE) == mover)
    monkeypatch.setattr(
        horizon, "forced_wins", lambda _: {text: tuple(row) for text, row in written["tictactoe"].items()}
    )
    assert horizon.open_plies(variant, openings.first_lines(variant)[canonical(start.play("b2").play("a1"))]) == 8
    assert horizon.open_plies(variant, openings.first_lines(variant)[canonical(start.play("b2").play("b1"))]) is None


def test_what_is_stored_of_a_horizon_holds_for_the_first_plies() -> None:
    stored = data.load(horizon.FILE)
    for game in set(stored) - {"command", "version"}:
        variant = dreierlei.variant(game)
        assert set(stored[game]) == set(openings.first_lines(variant))
        for line in openings.first_lines(variant).values():
            assert horizon.open_plies(variant, line) == int(stored["command"].rsplit(" ", 1)[1])
        assert all(horizon.forced_win(game, text, 10) == 0 for text in stored[game])


def _two_wins(*_: object) -> list[int]:
    return [2, 0, 0]


def test_the_command_shows_what_is_known() -> None:
    first = run("openings", "tictactoe ..w/.../... b").splitlines()[0]
    assert first.split()[0] == "b2"
    assert "draw" in first.lower()
    said = run("openings", "tres")
    assert "book +" in said or "book -" in said
    with pytest.raises(DreierleiError, match="Nothing is stored"):
        run("openings", "die-drei")
