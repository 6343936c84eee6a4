"""A match in progress with its players and its file, whatever shows it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import dreierlei
from dreierlei import DreierleiError, Game, folders, record
from dreierlei.cli import main, matches
from dreierlei.session import Session, load_records, saved_matches
from dreierlei.tui import app

if TYPE_CHECKING:
    from pathlib import Path

GAMES = pytest.mark.parametrize("game", dreierlei.games(), ids=lambda game: game.id)


def opened(game: Game, path: Path, **chosen: object) -> Session:
    return Session.open(dreierlei.variant(game.id, {}), "en", file=path, **chosen)  # type: ignore[arg-type]


@GAMES
def test_a_match_is_saved_after_every_move_with_its_players(game: Game, tmp_path: Path) -> None:
    lot = random.Random(game.id)
    session = opened(game, tmp_path / "match", side="black", names=("Ada", "Bo"), level=7, seed=1)
    session.save()
    assert not (tmp_path / "match").exists()
    for _ in range(6):
        if session.match.game_over:
            break
        move = session.choose() if session.computer_to_move else lot.choice(session.match.position.moves())
        if move is None:
            session.resign()
        else:
            session.play(move)
        again = Session.resume(tmp_path / "match")
        assert again.match == session.match
        assert (again.human, again.level) == ((False, True), 7)


@GAMES
def test_undo_leads_to_the_last_time_a_person_was_to_move(game: Game, tmp_path: Path) -> None:
    session = opened(game, tmp_path / "match", side="black")
    first = session.choose()
    assert first is not None
    session.play(first)
    before = session.match
    assert not session.undo()
    assert session.match is before
    if not session.match.game_over:
        session.play(session.match.position.moves()[0])
        assert session.undo()
        assert session.match == before
        assert Session.resume(tmp_path / "match").match == before


def test_undo_takes_back_a_resignation_alone(tmp_path: Path) -> None:
    session = Session.open(dreierlei.variant("tictactoe", {}), "en", against="friend", file=tmp_path / "match")
    session.play("b2")
    before = session.match
    session.resign()
    assert session.match.game_over
    assert session.undo()
    assert session.match == before


def test_a_match_that_is_not_over_is_moved_aside(tmp_path: Path) -> None:
    path = tmp_path / "one.match"
    for move in ("a1", "b2", "c3"):
        session = Session.open(dreierlei.variant("tictactoe", {}), "en", against="friend", file=path)
        session.play(move)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one-2.match", "one-3.match", "one.match"]
    assert "c3" in path.read_text("utf-8")
    session.resign()
    Session.open(dreierlei.variant("tictactoe", {}), "en", against="friend", file=path).play("a2")
    assert len(list(tmp_path.iterdir())) == 3


def test_saved_matches_are_listed_and_damaged_ones_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "data_folder", lambda: tmp_path)
    assert saved_matches() == []
    Session.open(dreierlei.variant("tictactoe", {}), "en").play("a1")
    (tmp_path / "broken.match").write_text("no record", "utf-8")
    found = {saved.file.name: saved for saved in saved_matches()}
    assert set(found) == {"tictactoe.match", "broken.match"}
    session = found["tictactoe.match"].session
    assert session is not None
    assert session.human == (True, False)
    assert str(found["broken.match"].error).endswith(".")


@GAMES
def test_records_go_out_and_come_in(game: Game, tmp_path: Path) -> None:
    session = opened(game, tmp_path / "match", against="friend")
    for _ in range(4):
        session.play(session.match.position.moves()[-1])
    session.export(tmp_path / "out.txt")
    with pytest.raises(DreierleiError, match="already exists"):
        session.export(tmp_path / "out.txt")
    (read,) = load_records(tmp_path / "out.txt")
    study = Session.study(read)
    assert study.match.position == session.match.position
    assert study.file is None
    if game.sgf is None:
        with pytest.raises(DreierleiError):
            session.export(tmp_path / "out.sgf")
    else:
        session.export(tmp_path / "out.sgf")
        assert load_records(tmp_path / "out.sgf")[0].line == read.line


def test_a_record_from_the_middle_of_a_game_can_be_played_on() -> None:
    text = '[Game "tictactoe"]\n[Position "tictactoe wb./.w./... b"]\n[Result "*"]\n\n1... c1 *\n'
    (game,) = record.read(text)
    session = Session.study(game)
    session.play("a1")
    assert str(session.match.position) == "tictactoe wb./.w./w.b b"


def test_what_cannot_be_loaded_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DreierleiError, match="There is no file"):
        load_records(tmp_path / "none")
    (tmp_path / "empty").write_text("", "utf-8")
    with pytest.raises(DreierleiError, match="There is no game in"):
        load_records(tmp_path / "empty")
    with pytest.raises(DreierleiError, match="cannot be read"):
        load_records(tmp_path)


def test_a_match_that_could_not_be_saved_is_an_error_when_the_full_screen_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()

    class Screen:
        def __init__(self, session: Session, *_: object) -> None:
            self.session = session

        def run(self) -> Session:
            folder.rmdir()
            folder.write_text("no longer a folder")
            with pytest.raises(DreierleiError):
                self.session.play("a1")
            return self.session

    monkeypatch.setattr(matches, "_full_screen", lambda _: True)
    monkeypatch.setattr(app, "Dreierlei", Screen)
    with pytest.raises(SystemExit, match="2"):
        main(["play", "tictactoe", "--save", str(folder / "match.txt"), "-l", "en"])
    assert capsys.readouterr() == ("", f"{folder / 'match.txt'} cannot be written: File exists.\n")
