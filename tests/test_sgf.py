"""SGF: what is written is read back, other programs' files are read, what is wrong is refused in one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dreierlei
from dreierlei import record, sgf
from dreierlei.record import Record, RecordError

from .test_record import assert_one_sentence, random_record

NUMBERED = [game.id for game in dreierlei.games() if game.sgf is not None]
OTHERS = [game.id for game in dreierlei.games() if game.sgf is None]


def moves(text: str, root: str = "FF[4]GM[5]") -> str:
    """A game of Mühle from its moves, White and Black in turn."""
    return f"(;{root}" + "".join(f";{'WB'[i % 2]}[{move}]" for i, move in enumerate(text.split())) + ")"


# --- writing and reading back


@pytest.mark.parametrize("game", NUMBERED)
@settings(max_examples=60, deadline=None)
@given(seeds=st.lists(st.integers(0, 2**32), min_size=1, max_size=3))
def test_games_by_lot_are_read_back(game: str, seeds: list[int]) -> None:
    records = tuple(random_record(game, seed) for seed in seeds)
    text = sgf.write(records)
    assert sgf.read(text) == records
    assert sgf.write(sgf.read(text)) == text
    assert record.read(record.write(sgf.read(text))) == records


def test_a_written_game() -> None:
    [game] = record.read(
        '[Game "muehle"] [White "A]da"] [Black "B\\\\o"] [Date "2024-05-01"] [Event "Cup"] [Round "2"] [Result "0-1"] '
        '[Termination "resignation"] [Site "Esch"] {why} 1. a1! {corner} d6 (1... d2 2. g7 (2. g1)) '
        "(1... f4) 2. a4 $9 0-1"
    )
    assert sgf.write([game]) == (
        f"(;FF[4]CA[UTF-8]AP[dreierlei:{dreierlei.__version__}]GM[5]EV[Cup]RO[2]DT[2024-05-01]PW[A\\]da]PB[B\\\\o]"
        "RE[B+Resign]C[why]DR[tag:Site:Esch]\n;W[a1]TE[1]C[corner]\n(;B[d6]\n;W[a4]DR[nag:9])\n"
        "(;B[d2]\n(;W[g7])\n(;W[g1]))\n(;B[f4]))\n"
    )


def test_a_variant_and_a_set_up_position() -> None:
    pos = dreierlei.position("muehle:quiet_plies=0 ww./.../.../....../.../bbb/..w b 0 0 0")
    text = sgf.write([Record.from_position(pos.play(pos.moves()[0]))])
    assert "PL[B]" in text
    assert f"DR[start:{pos}]" in text
    assert sgf.read(text)[0].start == pos


@pytest.mark.parametrize("game", OTHERS)
def test_games_without_a_number(game: str) -> None:
    with pytest.raises(RecordError, match=r"SGF has no number for .*: expected GM\[") as caught:
        sgf.write([Record(dreierlei.start(game))])
    assert_one_sentence(caught.value)


def test_variations_on_the_first_move_of_a_variation_become_siblings() -> None:
    [game] = record.read('[Game "muehle"] 1. a1 (1. d1 (1. g1 {c})) *')
    [found] = sgf.read(sgf.write([game]))
    assert [str(line[0].move) for line in found.moves[0].variations] == ["d1", "g1"]
    assert found == sgf.read(sgf.write([found]))[0]


# --- other programs' files


@pytest.mark.parametrize(
    ("written", "result", "reason"),
    [
        ("W+", "1-0", ""),
        ("W+R", "1-0", "resignation"),
        ("b+resign", "0-1", "resignation"),
        ("B+T", "0-1", "time"),
        ("W+Time", "1-0", "time"),
        ("W+F", "1-0", ""),
        ("W+3", "1-0", ""),
        ("Draw", "1/2-1/2", ""),
        ("0", "1/2-1/2", ""),
        ("?", "*", "unfinished"),
        ("Void", "*", "unfinished"),
        ("", "*", "unfinished"),
    ],
)
def test_results(written: str, result: str, reason: str) -> None:
    [game] = sgf.read(moves("a1 d1", f"GM[5]RE[{written}]"))
    assert (game.result, game.reason, game.points) == (result, reason, None)


def test_a_foreign_file() -> None:
    text = (
        "\ufeffSaved by X\r\n(\r\n;GaMe[5]FF[3]XX[1][2]PW[Ada\r\nB.]C[one\\\r\n \\] two\r\nthree]\r\n;C[hm]W[A1]LB[a:b]"
        + ("(;B[d1];C[later];W[a4]BM[2])(;;B[d2]DO[])\r\n(;C[first];B[d3]IT[]))\n(;GM[5])")
    )
    first, second = sgf.read(text)
    assert first.tags == {"White": "Ada B."}
    assert first.comments == ("one ] two", "three")
    assert first.moves[0].after == ("hm",)
    main = first.moves[1]
    assert (str(main.move), main.after) == ("d1", ("later",))
    assert first.moves[2].nags == (4,)
    [second_line, third_line] = main.variations
    assert second_line[0].nags == (6,)
    assert (third_line[0].before, third_line[0].nags) == (("first",), (5,))
    assert second == Record(dreierlei.start("muehle"))


def test_a_main_line_without_a_move_gives_way() -> None:
    [game] = sgf.read("(;GM[5](;C[x])(;W[a1];B[d1])(;W[g1]))")
    assert [str(move) for move in game.line] == ["a1", "d1"]
    assert str(game.moves[0].variations[0][0].move) == "g1"
    assert game.comments == ("x",)


def test_every_move_in_a_tree_of_its_own() -> None:
    lot = ["W[d6]", "B[f4]", "W[b4]", "B[d2]", "W[d7]", "B[c5]"]
    [game] = sgf.read("(;GM[5]" + "".join(f"(;{move}" for move in lot) + "(;" * 3000 + ")" * 3007)
    assert len(game.moves) == 6


def test_no_games() -> None:
    assert sgf.read(" \n") == ()


# --- what is wrong


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("hello", ["Line 1: There is no game in this text: expected (;"]),
        (moves("a1", "GM[1]"), ["The game is GM[1]: expected GM[5] (muehle)"]),
        (moves("a1", "FF[4]"), ["The game is not named: expected GM[5] (muehle)"]),
        ("(;GM[5]\n;W[a1];W[d1])", ["Line 2, 1... d1: Black is to move: expected B[…], not W[…]"]),
        ("(;GM[5];B[a1])", ["1. a1: White is to move: expected W[…], not B[…]"]),
        (moves("a1 d1 d1"), ['2. d1: "d1" is not legal here (expected a7', "): d1 is occupied."]),
        (moves("a1 tt"), ['1... tt: "tt" is not a move: expected a7']),
        (
            moves("a1") + moves("a1 a1"),
            ['Game 2, line 1, 1... a1: "a1" is not legal here (expected a7', "): a1 is occupied."],
        ),
        ("(;GM[5];W[a\n9])", ['1. a 9: "a 9" is not a move: expected a7']),
        ("(;GM[5];W[])", ['"" is not a move: expected a7']),
        ("(;GM[5];W[a1]B[d1])", ["A node has several moves: expected one"]),
        ("(;GM[5]AW[a1])", ["Stones set up with AW are not supported: expected the position in DR[start:…]"]),
        ("(;GM[5]PL[B])", ["The player to move is PL[B], but in the position it is White"]),
        ("(;GM[5]RE[won])", ['The result is "won": expected W+, B+, Draw or "?"']),
        ("(;GM[5]DR[start:muehle x])", ['"muehle x" is not a valid position: expected 6 words']),
        ("(;GM[5]DR[start:tictactoe .../.../... w])", ["The position belongs to tictactoe, but the game is GM[5]"]),
        (
            "(;GM[5]RE[W+]DR[reason:blocked])",
            ['The termination is "blocked", but', "expected one of resignation, time"],
        ),
        ("(;GM[5]DR[tag:Result:1-0])", ["The tag Result follows from the game itself: expected other tags only"]),
        ("(;GM[5]", ["The text ends within a game: expected )"]),
        ("(;GM[5", ['"[" follows a property without a value: expected [']),
        ("(;GM;W[a1])", ['";" follows a property without a value: expected [']),
        ("(;GM[5]))", ['")" is not expected here: expected ( ; or ) or a property']),
        ("(;GM[5]()", ['")" is not expected here: expected']),
        ("(;GM[5](;W[a1]);B[d1])", ['";" is not expected here: expected']),
        ("(;GM[5]7)", ['"7" is not expected here: expected']),
    ],
)
def test_errors(text: str, parts: list[str]) -> None:
    with pytest.raises(RecordError) as caught:
        sgf.read(text)
    assert_one_sentence(caught.value)
    assert caught.value.line is not None
    for part in parts:
        assert part in str(caught.value)


def test_a_result_that_contradicts_the_board() -> None:
    pos = dreierlei.position("muehle w../.../.../....../.../bbb/..w w 0 0 0")
    with pytest.raises(RecordError, match=r"The result is 1-0, but the game ended 0-1 \(too few stones\)") as caught:
        sgf.read(f"(;GM[5]RE[W+]DR[start:{pos}])")
    assert_one_sentence(caught.value)


def test_nesting_has_an_end() -> None:
    with pytest.raises(RecordError, match="expected at most 64 levels") as caught:
        sgf.read("(;GM[5]" + "(;C[x])(;C[y]" * 3000 + ")" * 3001)
    assert_one_sentence(caught.value)


# --- any text at all

PIECES = st.sampled_from(
    "( ) ; [ ] \\ GM[5] (;GM[5] ;W[a1] ;B[d1] ;C[x] RE[W+] DR[nag:x] DR[before:a] DR PL W B (;B[d2])".split()
)


@settings(max_examples=300, deadline=None)
@given(text=st.text() | st.lists(PIECES).map("".join) | st.lists(PIECES).map(lambda p: "(;GM[5]" + "".join(p) + ")"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        games = sgf.read(text)
    except RecordError as error:
        assert "\n" not in str(error)
        assert str(error).endswith(".")
    else:
        assert sgf.read(sgf.write(games)) == games
