"""The table at which a match is played, whatever shows it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import DreierleiError, Game, folders, record
from dreierlei.table import Table, kept_matches, load

if TYPE_CHECKING:
    from pathlib import Path

GAMES = pytest.mark.parametrize("game", dreierlei.games(), ids=lambda game: game.id)


def opened(game: Game, path: Path, **chosen: object) -> Table:
    return Table.open(dreierlei.variant(game.id, {}), "en", file=path, **chosen)  # type: ignore[arg-type]


@GAMES
def test_a_match_is_kept_after_every_move_with_the_people_at_it(game: Game, tmp_path: Path) -> None:
    lot = random.Random(game.id)
    table = opened(game, tmp_path / "match", side="black", names=("Ada", "Bo"), level=7, seed=1)
    table.keep()
    assert not (tmp_path / "match").exists()
    for _ in range(6):
        if table.match.game_over:
            break
        table.play(table.choose() if table.thinking else lot.choice(table.match.position.moves()))
        again = Table.resume(tmp_path / "match")
        assert again.match == table.match
        assert (again.human, again.level) == ((False, True), 7)


@GAMES
def test_undo_leads_to_the_last_time_a_person_was_to_move(game: Game, tmp_path: Path) -> None:
    table = opened(game, tmp_path / "match", side="black")
    table.play(table.choose())
    before = table.match
    assert not table.undo()
    assert table.match is before
    if not table.match.game_over:
        table.play(table.match.position.moves()[0])
        assert table.undo()
        assert table.match == before
        assert Table.resume(tmp_path / "match").match == before


def test_undo_takes_back_a_resignation_alone(tmp_path: Path) -> None:
    table = Table.open(dreierlei.variant("tictactoe", {}), "en", against="friend", file=tmp_path / "match")
    table.play("b2")
    before = table.match
    table.resign()
    assert table.match.game_over
    assert table.undo()
    assert table.match == before


def test_a_match_that_is_not_over_is_moved_aside(tmp_path: Path) -> None:
    path = tmp_path / "one.match"
    for move in ("a1", "b2", "c3"):
        table = Table.open(dreierlei.variant("tictactoe", {}), "en", against="friend", file=path)
        table.play(move)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one-2.match", "one-3.match", "one.match"]
    assert "c3" in path.read_text("utf-8")
    table.resign()
    Table.open(dreierlei.variant("tictactoe", {}), "en", against="friend", file=path).play("a2")
    assert len(list(tmp_path.iterdir())) == 3


def test_kept_matches_are_listed_and_damaged_ones_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "data_folder", lambda: tmp_path)
    assert kept_matches() == []
    Table.open(dreierlei.variant("tictactoe", {}), "en").play("a1")
    (tmp_path / "broken.match").write_text("no record", "utf-8")
    found = {kept.file.name: kept for kept in kept_matches()}
    assert set(found) == {"tictactoe.match", "broken.match"}
    kept = found["tictactoe.match"].table
    assert kept is not None
    assert kept.human == (True, False)
    assert found["broken.match"].error.endswith(".")


@GAMES
def test_records_go_out_and_come_in(game: Game, tmp_path: Path) -> None:
    table = opened(game, tmp_path / "match", against="friend")
    for _ in range(4):
        table.play(table.match.position.moves()[-1])
    table.export(tmp_path / "out.txt")
    with pytest.raises(DreierleiError, match="already"):
        table.export(tmp_path / "out.txt")
    (read,) = load(tmp_path / "out.txt")
    study = Table.study(read)
    assert study.match.position == table.match.position
    assert study.file is None
    if game.sgf is None:
        with pytest.raises(DreierleiError):
            table.export(tmp_path / "out.sgf")
    else:
        table.export(tmp_path / "out.sgf")
        assert load(tmp_path / "out.sgf")[0].line == read.line


def test_a_record_from_the_middle_of_a_game_can_be_played_on() -> None:
    text = '[Game "tictactoe"]\n[Position "tictactoe wb./.w./... b"]\n[Result "*"]\n\n1... c1 *\n'
    (game,) = record.read(text)
    table = Table.study(game)
    table.play("a1")
    assert str(table.match.position) == "tictactoe wb./.w./w.b b"


def test_what_cannot_be_loaded_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DreierleiError, match="There is no file"):
        load(tmp_path / "none")
    (tmp_path / "empty").write_text("", "utf-8")
    with pytest.raises(DreierleiError, match="no game in it"):
        load(tmp_path / "empty")
    with pytest.raises(DreierleiError, match="cannot be read"):
        load(tmp_path)
