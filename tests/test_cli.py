"""The command line as a user meets it: what it prints, and what it says to wrong input."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pexpect
import pytest

import dreierlei
from dreierlei import folders
from dreierlei.work import Journal

from .commands import run, start
from .waiting import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

RECORD = """[Game "tictactoe"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1. b2 a1 2. a2 b1 3. c2 1-0
"""


def fails(*arguments: str, stdin: str = "") -> str:
    """The sentence with which a command refuses, which is all that it says."""
    done = run(*arguments, stdin=stdin)
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.endswith(".\n")
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize("seconds", ["nan", "inf", "0", "-1"])
@pytest.mark.parametrize("command", [("analyse", "tres"), ("tournament", "tictactoe"), ("animate", "-", "game.svg")])
def test_a_time_is_a_number_above_0(command: tuple[str, ...], seconds: str) -> None:
    assert "expected a number above 0" in fails(*command, "--seconds", seconds, stdin=RECORD)


def test_without_any_output_there_is_no_traceback() -> None:
    """As where a program is started with its output closed: Python then has none."""
    closed = "import sys; sys.stdout = None; from dreierlei.cli import main; main(['show', 'tictactoe'])"
    done = subprocess.run([sys.executable, "-c", closed], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_admin_alone_says_what_there_is() -> None:
    done = run("admin")
    assert done.returncode == 0
    assert "  backup " in done.stdout


def test_alone_it_says_what_there_is() -> None:
    done = run()
    assert done.returncode == 0
    for command in ("games", "rules", "show", "perft", "check", "play", "analyse", "solve", "engine", "bench"):
        assert f"  {command} " in done.stdout


def test_games_lists_every_game_and_option() -> None:
    text = run("games", "--language", "lb").stdout
    for game in dreierlei.games():
        assert game.names["lb"] in text
        assert all(option.name in text for option in game.options)


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_rules(game: str) -> None:
    assert dreierlei.game(game).names["de"] in run("rules", game, "--language", "de").stdout


def test_show_draws_and_repeats_the_line(tmp_path: Path) -> None:
    line = "tictactoe wb./.w./... b"
    done = run("show", line, "--moves")
    assert line in done.stdout
    assert "c3 a2 c2 a1 b1 c1" in done.stdout
    assert run("show", *line.split(), "--moves").stdout == done.stdout
    assert run("show", "-", "--moves", stdin=line).stdout == done.stdout
    assert run("show", line, "--svg", str(tmp_path / "board.svg")).returncode == 0
    assert (tmp_path / "board.svg").read_text("utf-8").startswith("<svg")


def test_perft() -> None:
    assert run("perft", "muehle", "--depth", "3").stdout == "12144\n"
    divided = run("perft", "qango6:opening=rand", "--depth", "2", "--divide").stdout.splitlines()
    assert divided[0] == "a6: 35"
    assert divided[-1] == "700"


def test_analyse_shows_lines_and_says_when_it_is_sure() -> None:
    done = run("analyse", "tictactoe ww./bb./... w", "--lines", "2")
    assert done.stdout.splitlines()[0] == "wins in 1: c3"
    assert len(done.stdout.splitlines()) == 2
    assert "exact" in done.stderr


def test_solve() -> None:
    assert run("solve", "tictactoe").stdout.splitlines()[0] == "Draw"
    done = run("solve", "tictactoe ww./bb./... w", "--moves")
    assert done.stdout.splitlines()[:2] == ["White wins in 1 move", "c3"]
    assert "c2: Black wins" not in done.stdout
    assert "c3: White has won" in done.stdout
    assert run("solve", "tres", "--nodes", "1000").stdout == "Not known\n"
    assert "has no database" in fails("solve", "tres", "--build")
    assert "has no database" in fails("solve", "tictactoe", "--build")


def test_solve_verifies_what_is_stored() -> None:
    assert run("solve", "qango6", "--verify", "--sample", "3").stdout == "3 stored values are right.\n"
    assert run("solve", "die-drei", "--verify", "--sample", "64").stdout == "64 stored values are right.\n"
    assert "has no stored values" in fails("solve", "bedraengnis", "--verify")
    assert "has no stored values" in fails("solve", "tres", "--verify")


def test_engine_over_a_pipe() -> None:
    done = run("engine", stdin="position start tictactoe moves b2 b3\ngo depth 9\nisready\nquit\n")
    assert done.returncode == 0
    assert "bestmove" in done.stdout


def test_tournament() -> None:
    done = run("tournament", "tictactoe", "--games", "4", "--levels", "1,6", "--processes", "1")
    assert done.stdout.startswith("6 – 1: +")
    assert "expected levels such as" in fails("tournament", "tictactoe", "--levels", "some")
    assert "expected 1 to 10" in fails("tournament", "tictactoe", "--levels", "1,11")


def test_calibrate(tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    arguments = ("tictactoe", "--games", "2", "--rounds", "1", "--processes", "1", "--file", str(file))
    done = run("calibrate", *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("%") == len(dreierlei.start("tictactoe").variant.game.levels)
    assert done.stdout.endswith("% expected\n")
    assert "--games 2 --rounds 1 --seed 0" in file.read_text("utf-8")
    for other in ("{ not JSON", "[1, 2]"):
        file.write_text(other, "utf-8")
        assert "is not a file of levels" in fails("calibrate", *arguments)
        assert file.read_text("utf-8") == other


def test_profile() -> None:
    done = run("profile", "tictactoe", "--games", "2", "--seconds", "0.01", "--processes", "1")
    head, _, *rows = done.stdout.splitlines()
    assert "wins in one" in head
    assert {row.count("|") for row in (head, *rows)} == {9}
    assert [int(row.split("|")[1]) for row in rows] == list(dreierlei.start("tictactoe").variant.game.levels)


def test_review(tmp_path: Path) -> None:
    end = dreierlei.start("tictactoe")
    for move in ("b2", "a1", "c3", "a2", "b1", "a3"):
        end = end.play(move)
    file = tmp_path / "game.txt"
    file.write_text(str(dreierlei.Record.from_position(end)), "utf-8")
    done = run("review", str(file), "--plain")
    assert "Move 3, White: b1. It let Black win at once, with a3. Better: a3." in done.stdout
    assert "Besser: a3." in run("review", str(file), "--language", "de").stdout
    assert "game 2" in fails("review", str(file), "--game", "2")


def test_book(tmp_path: Path) -> None:
    file = tmp_path / "book.json"
    arguments = ("tres", "--positions", "5", "--nodes", "50", "--processes", "1", "--file", str(file))
    done = run("book", *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{file}: 6 positions\n"
    assert "dreierlei book tres --positions 5 --nodes 50" in file.read_text("utf-8")
    assert not file.with_suffix(".part").exists()


def test_check_reports_every_game(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(RECORD + "\n" + RECORD.replace("a2 b1", "a2 a1"), "utf-8")
    done = run("check", str(file))
    assert done.returncode == 2
    assert done.stdout == "1. 1-0 (three in a line) after 5 moves\n"
    assert "a1" in done.stderr
    assert "expected" in done.stderr
    file.write_text(RECORD, "utf-8")
    assert run("check", str(file)).returncode == 0
    assert run("check", "-", stdin=RECORD).stdout.startswith("1. 1-0")


def test_wrong_use_gets_one_sentence(tmp_path: Path) -> None:
    assert "expected one of" in fails("play", "chess")
    assert "expected one of free, burg, rand" in fails("play", "qango6", "-o", "opening=x")
    assert "expected NAME=VALUE" in fails("play", "qango6", "-o", "opening")
    assert "expected" in fails("show", "tictactoe ../.. w")
    assert "expected one of de, en, lb" in fails("rules", "tres", "--language", "fr")
    assert "There is no command" in fails("dance")
    assert "There is no option --loud" in fails("games", "--loud")
    assert "--depth is missing" in fails("perft", "tres")
    assert fails("show", "tres", "--svg") == fails("show", "tres", "--plain=1").replace("--plain", "--svg")
    assert "dreierlei rules --help lists" in fails("rules", "tres", "muehle")
    assert "expected a number from 0 to 100" in fails("perft", "tres", "--depth", "101")
    assert "expected one of white, black" in fails("play", "tres", "--as", "red")
    assert "There is no file" in fails("check", str(tmp_path / "missing"))
    assert "cannot be read" in fails("check", str(tmp_path))
    assert "cannot be written" in fails("show", "tres", "--svg", str(tmp_path / "none" / "board.svg"))
    assert "no game" in fails("check", "-", stdin="")
    assert "expected one of" in fails("play")
    assert "UTF-8" in _bytes_fail(tmp_path)
    assert "The option opening has two values" in fails("show", "qango6:opening=burg,opening=rand")
    assert "The option opening has two values" in fails("print", "qango6", "-o", "opening=burg", "-o", "opening=free")
    assert "There is no game 2 in -" in fails("review", "-", "--game", "2", stdin=RECORD)
    assert "There is no game in -" in fails("puzzles", "--from", "-", stdin="")
    assert "expected a folder that exists" in fails("data", "tictactoe", "--folder", str(tmp_path / "none"))
    assert "it is for svg, dxf" in fails("print", "tres", "--kerf", "1")
    assert "There is no command" in fails("admin", "dance")
    assert "no match to resume" in fails("play", "tres", "--resume", "--save", str(tmp_path / "none"))


def test_errors_are_in_the_language_of_the_reader(tmp_path: Path) -> None:
    """The one that is asked for, wherever it is in the arguments, or that of the environment; nested errors, too."""
    assert "Das Spiel „chess“ gibt es nicht" in fails("rules", "chess", "--language", "de")
    assert "Das Spiel „chess“ gibt es nicht" in fails("rules", "--language=de", "chess")
    assert "D'Optioun --loud gëtt et net" in fails("games", "--loud", "-l", "lb")
    assert "Die Option --svg ist falsch verwendet" in fails("show", "tres", "--language", "de", "--svg")
    assert "Das sind zu viele Argumente" in fails("games", "tres", "--language", "de")
    file = tmp_path / "games.txt"
    file.write_text('[Game "tictactoe"]\n\n1. a1 a1 *', "utf-8")
    legal = "a3, b3, c3, a2, b2, c2, b1, c1"
    said = f"Zeile 3, 1... a1: „a1“ ist hier nicht erlaubt (erwartet wird {legal}): a1 ist besetzt.\n"
    assert fails("check", str(file), "--language", "de") == said
    done = start("dance", LANGUAGE="de")
    assert "Den Befehl „dance“ gibt es nicht" in done.stderr


def _bytes_fail(tmp_path: Path) -> str:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    return fails("check", str(tmp_path / "bytes"))


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_a_friend_and_a_pipe(game: str, tmp_path: Path) -> None:
    """Two people at one terminal play a whole game; every position is that of the library."""
    position = dreierlei.start(game)
    typed: list[str] = []
    while position.moves():
        move = position.moves()[len(typed) % len(position.moves())]
        typed.append(str(move))
        position = position.play(move)
    done = run(
        *("play", game, "--against", "friend", "--length", "1", "--language", "en"),
        *("--save", str(tmp_path / "match")),
        stdin="\n".join(typed) + "\n",
    )
    assert done.returncode == 0, done.stderr
    end = position.outcome()
    assert end is not None
    *_, result, advice = done.stdout.splitlines()
    assert ("wins" if end.winner else "A draw") in result
    assert advice.endswith(f"dreierlei review {tmp_path / 'match'}")
    assert run("check", str(tmp_path / "match")).returncode == 0


def test_a_line_that_is_not_legal_is_answered_with_the_rule(tmp_path: Path) -> None:
    save = ("--save", str(tmp_path / "match"), "--language", "de", "--against", "friend", "--lines")
    castle = "c4 gehört zur Burg: Der erste weiße Stein muss außerhalb der Burg liegen."
    typed = {"qango6": ("c4", castle), "tres": ("NEm", "Auf diesem Ring liegt kein Stein (mittlerer Ring)")}
    for game, (move, sentence) in typed.items():
        options = ("-o", "opening=burg") if game == "qango6" else ()
        done = run("play", game, *options, *save, stdin=f"{move}\nquit\n")
        assert sentence in done.stdout
        assert "erwartet wird" not in done.stdout


def test_undo_mistakes_resume_and_resign(tmp_path: Path) -> None:
    save = ("--save", str(tmp_path / "match"), "--language", "en")
    done = run("play", "tictactoe", "--seed", "1", *save, stdin="b2\nundo\nz9\na1\nmoves\nhelp\nhint\n")
    assert '"z9" is not a move: expected' in done.stdout
    assert "The match is saved in" in done.stdout
    assert "a1" in (tmp_path / "match").read_text("utf-8")
    assert "b2" not in (tmp_path / "match").read_text("utf-8").split("1. ")[1].split()[0]
    again = run("play", "tictactoe", "--resume", *save, stdin="resign\n")
    assert "Computer wins: the opponent resigned." in again.stdout


@pytest.mark.parametrize(("moves", "answer"), [("a1 a2 b1 b2", "Gladly"), ("b2 a1 a2 c2", "Agreed")])
def test_the_computer_accepts_a_draw_in_words(moves: str, answer: str, tmp_path: Path) -> None:
    tags = '[Game "tictactoe"]\n[Match "best of 1"]\n[Round "1"]\n[White "You"]\n[Black "Computer"]'
    record = tags + "\n\n1. {} {} 2. {} {} *\n"
    (tmp_path / "match").write_text(record.format(*moves.split()), "utf-8")
    save = ("--save", str(tmp_path / "match"), "--language", "en")
    assert answer in run("play", "tictactoe", "--resume", *save, stdin="draw\n").stdout


def test_a_bedraengnis_match_counts_points_and_rounds(tmp_path: Path) -> None:
    typed = "a4\n" + "resign\n" * 40
    done = run(
        *("play", "bedraengnis", "--against", "friend", "--names", "Anna", "Ben", "--language", "en", "--length", "1"),
        *("--save", str(tmp_path / "match")),
        stdin=typed,
    )
    assert "Anna wins 1 point: the opponent gave up the round." in done.stdout
    again = run(
        *("play", "bedraengnis", "--against", "friend", "--language", "de", "--length", "3"),
        *("--save", str(tmp_path / "match")),
        stdin="aufgeben\na4\naufgeben\n",
    )
    assert "kann nicht vor ihrem ersten Zug aufgegeben werden" in again.stdout
    assert "Du 1 – 0 Gast" in again.stdout
    assert "Spiel 2: Gast beginnt." in again.stdout


def test_in_a_real_terminal(tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "dreierlei", "play", "muehle", "--lines", "--language", "de", "--save", str(tmp_path / "match")],
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(40, 100),
    )
    child.expect("Du \\(Weiß\\)> ")
    assert "\033[" in child.before
    child.sendline("D 6")
    child.expect("Du: d6")
    child.expect("Computer: ")
    child.expect("Du \\(Weiß\\)> ")
    child.sendeof()
    child.expect("--resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_interrupting_says_so_and_keeps_the_match(tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "dreierlei", "play", "tictactoe", "--lines", "--language", "en", "--save", str(tmp_path / "match")],
        encoding="utf-8",
        timeout=PATIENCE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whatever we were given
    )
    child.expect("You \\(White\\)> ")
    child.sendline("b2")
    child.expect("Computer: ")
    child.expect("You \\(White\\)> ")
    child.sendintr()
    child.expect("Interrupted.")
    child.expect(pexpect.EOF)
    assert "1. b2" in (tmp_path / "match").read_text("utf-8")


# --- options that would be ignored, and files that cannot be written --------------------------------------------------


def test_options_without_meaning_are_refused(tmp_path: Path) -> None:
    assert "--score has no meaning without --match" in fails("solve", "bedraengnis", "--score", "x")
    assert "--part has no meaning without --build" in fails("solve", "muehle", "--part", "foo")
    assert "--sample has no meaning without --verify" in fails("solve", "muehle", "--sample", "3")
    assert "9-2" in fails("tournament", "tictactoe", "--levels", "9-2")
    assert "11" in fails("tournament", "tictactoe", "--levels", "9-11")
    assert "--level has no meaning with --against" in fails("play", "tres", "--against", "friend", "--level", "3")
    assert "--streak has no meaning with --rush" in fails("puzzles", "tres", "--rush", "--streak")
    assert "GAME has no meaning with --from" in fails("puzzles", "tres", "--from", "games.txt")
    assert "puzzles needs a game" in fails("puzzles")
    match = tmp_path / "match.txt"
    run("play", "tictactoe", "--against", "friend", "--save", str(match), "--lines", stdin="b2\n")
    saved = ("--resume", "--save", str(match))
    assert "--length has no meaning with --resume" in fails("play", "tictactoe", "--length", "3", *saved)
    assert "--as has no meaning with --resume" in fails("play", "tictactoe", "--as", "white", *saved)
    assert "expected a match of qango6" in fails("play", "qango6", "--resume", "--save", str(match))


@pytest.mark.parametrize(
    "command",
    [
        ("show", "tres", "--svg"),
        ("book", "tictactoe", "--positions", "2", "--file"),
        ("calibrate", "tictactoe", "--games", "2", "--file"),
        ("play", "tictactoe", "--against", "friend", "--save"),
    ],
)
def test_a_file_that_cannot_be_written_gets_a_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    assert "cannot be written" in fails(*command, str(tmp_path / "none" / "file.json"))


def test_figures_are_in_the_readers_language() -> None:
    assert "Millionen pro Sekunde" in run("perft", "tres", "--depth", "2", "--language", "de").stderr
    assert "Tiefe 2" in run("analyse", "tres", "--depth", "2", "--language", "de").stderr


def test_the_letters_of_a_board_are_explained() -> None:
    assert "r = rotes Feld" in run("show", "qango6", "--language", "de").stderr


def test_a_tournament_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its finished games are kept until it is done, whatever interrupts it."""
    monkeypatch.setattr(folders, "data_folder", lambda: tmp_path)
    journal = Journal(folders.unfinished("some work"), "some work")
    played = list(dreierlei.tournament("tictactoe", [1, 2, 4], games=6, journal=journal))
    again = Journal(folders.unfinished("some work"), "some work")
    assert len(again.parts) == 4
    assert list(dreierlei.tournament("tictactoe", [1, 2, 4], games=6, journal=again)) == played
    again.close()
    assert not folders.unfinished("some work").exists()
    assert played == list(dreierlei.tournament("tictactoe", [1, 2, 4], games=6))
