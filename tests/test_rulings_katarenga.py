"""Das Bedrängnis and Die Drei: how pieces reach, what may be placed, what ends the game."""

import random

import pytest

import dreierlei
from tests.rulings import cells, ending, legal

# The tableau A0, for the positions below that do not lay their own:
#
#   4  R Y B G
#   3  G R G B
#   2  Y Y B R
#   1  B G R Y
#      a b c d


# Reach


def test_red_slides_like_a_rook_to_the_edge() -> None:
    pos = dreierlei.position("bedraengnis w.../..../..../.... b a4")
    assert legal(pos) == {"b4", "c4", "d4", "a3", "a2", "a1"}


def test_red_stops_at_the_next_red_cell() -> None:
    pos = dreierlei.position("bedraengnis:board=RGRGRBBBGBBBGBBB w.../..../..../.... b a4")
    assert legal(pos) == {"b4", "c4", "a3"}


def test_red_does_not_pass_over_pieces() -> None:
    # c4 is red and taken, a2 is taken: neither they nor the cells behind them are in reach.
    pos = dreierlei.position("bedraengnis:board=RGRGGGGGYGGGGGGG w.b./..../w.../.... b a4")
    assert legal(pos) == {"b4", "a3"}


def test_yellow_slides_like_a_bishop_to_the_edge() -> None:
    pos = dreierlei.position("bedraengnis ..../..../..../...w b d1")
    assert legal(pos) == {"c2", "b3", "a4"}


def test_yellow_stops_at_the_next_yellow_cell() -> None:
    pos = dreierlei.position("bedraengnis:board=GGGGGGYGGGGGYGGG ..../..../..../w... b a1")
    assert legal(pos) == {"b2", "c3"}


def test_yellow_does_not_pass_over_pieces() -> None:
    pos = dreierlei.position("bedraengnis:board=BBBBBBBBBYBBBBBB ..w./..b./.w../.... b b2")
    assert legal(pos) == {"a1", "a3", "c1"}


def test_other_colours_do_not_stop_a_slide() -> None:
    # From a4 over green, blue and yellow; from d1 over blue and green.
    red = dreierlei.position("bedraengnis:board=RGBYGBYGBYGBYGBY w.../..../..../.... b a4")
    assert legal(red) == {"b4", "c4", "d4", "a3", "a2", "a1"}
    yellow = dreierlei.position("bedraengnis:board=RGBRGGBRRBBRBGRY ..../..../..../...w b d1")
    assert legal(yellow) == {"c2", "b3", "a4"}


def test_green_leaps_like_a_knight() -> None:
    pos = dreierlei.position("bedraengnis ..../..w./..../.... b c3")
    assert legal(pos) == {"a4", "a2", "b1", "d1"}


def test_green_leaps_over_pieces() -> None:
    # All neighbours of a1 are taken.
    pos = dreierlei.position("bedraengnis:board=BBBBBBBBBBBBGBBB ..../..../ww../bb.. w a1")
    assert legal(pos) == {"b3", "c2"}


def test_blue_steps_like_a_king() -> None:
    pos = dreierlei.position("bedraengnis ..../..../..w./.... b c2")
    assert legal(pos) == {"b3", "c3", "d3", "b2", "d2", "b1", "c1", "d1"}


def test_a_piece_is_placed_on_a_free_cell() -> None:
    # White's c4 and a4 are in reach of b4's neighbours, but taken.
    pos = dreierlei.position("bedraengnis w.b./.wb./..../.... w c4")
    assert legal(pos) == {"b4", "d4", "d3"}


def test_en_prise_is_only_to_the_last_piece_of_the_opponent() -> None:
    # The same four pieces: what counts is which of Black's two was placed last.
    assert legal(dreierlei.position("bedraengnis w..b/.wb./..../.... w c3")) == {"a2", "b1", "d1"}
    assert legal(dreierlei.position("bedraengnis w..b/.wb./..../.... w d4")) == {"c2"}


def test_the_colour_under_the_last_piece_decides_not_that_of_the_target() -> None:
    # b3 is red: White's new piece stands on any cell of its rank and file, whatever its colour.
    pos = dreierlei.position("bedraengnis ..w./.b../..../.... w b3")
    assert legal(pos) == {"a3", "c3", "d3", "b4", "b2", "b1"}


# Boards


@pytest.mark.parametrize(
    ("code", "colours"),
    [
        ("A0", "RYBG GRGB YYBR BGRY"),
        ("A1", "BYGR GYRY RBGB YRBG"),
        ("A2", "YRGB RBYY BGRG GBYR"),
        ("A3", "GBRY BGBR YRYG RGYB"),
        ("a0", "GBYR BGRG RBYY YRGB"),
        ("a1", "YRBG RBGB GYRY BYGR"),
        ("B0", "RYGB GYRY BBGR YRBG"),
        ("C0", "RGBY YYGR BBRG GRYB"),
        ("C2", "BYRG GRBB RGYY YBGR"),
        ("D0", "RGBY YYBR BGRG GRYB"),
        ("d3", "RYBG GYGR BBRY YRGB"),
    ],
)
def test_tableau_code_names_face_and_quarter_turns_clockwise(code: str, colours: str) -> None:
    coded = dreierlei.start("bedraengnis", board=code)
    spelt = dreierlei.start("bedraengnis", board=colours.replace(" ", ""))
    for cell in sorted(cells(4)):
        assert legal(coded.play(cell)) == legal(spelt.play(cell)), cell


@pytest.mark.parametrize(
    ("code", "colours"),
    [
        (
            "A0B0C0D0",
            "RYBGRYGB GRGBGYRY YYBRBBGR BGRYYRBG RGBYRGBY YYGRYYBR BBRGBGRG GRYBGRYB",
        ),
        (
            "B0A0c2D3",
            "RYGBRYBG GYRYGRGB BBGRYYBR YRBGBGRY GRYBYRGB BBRGBBRY YYGRGYGR RGBYRYBG",
        ),
    ],
)
def test_board_code_lays_four_tableaus_from_the_top_left(code: str, colours: str) -> None:
    coded = dreierlei.start("die-drei", board=code)
    spelt = dreierlei.start("die-drei", board=colours.replace(" ", ""))
    for cell in sorted(cells(8)):
        assert legal(coded.play(cell)) == legal(spelt.play(cell)), cell


@pytest.mark.parametrize("code", ["A0A1C0D0", "A0a0C0D0", "A0B0C0", "A0B0C0D4", "A0"])
def test_board_code_uses_each_tableau_once(code: str) -> None:
    with pytest.raises(ValueError, match="board"):
        dreierlei.start("die-drei", board=code)


# Das Bedrängnis


def test_bedraengnis_first_piece_goes_anywhere() -> None:
    assert legal(dreierlei.start("bedraengnis")) == cells(4)


def test_bedraengnis_who_placed_last_wins_a_point_for_every_piece() -> None:
    # d1 is yellow, and its only diagonal is blocked by c2.
    after = dreierlei.position("bedraengnis ..../..../..w./.... b c2").play("d1")
    assert ending(after) == ("black", "last placement", 2)
    assert legal(after) == set()
    after = dreierlei.position("bedraengnis ..../w.../..b./.... w c2").play("d1")
    assert ending(after) == ("white", "last placement", 3)


def test_bedraengnis_ends_though_a_cell_is_free() -> None:
    pos = dreierlei.position("bedraengnis wbwb/wwbw/bwbb/bww. b b3")
    assert ending(pos) == ("white", "last placement", 15)
    assert legal(pos) == set()


def test_bedraengnis_a_full_tableau_scores_sixteen() -> None:
    before = dreierlei.position("bedraengnis bbww/bbwb/bwww/wwb. b d2")
    assert legal(before) == {"d1"}
    assert ending(before.play("d1")) == ("black", "last placement", 16)


def test_bedraengnis_a_placement_may_immobilise() -> None:
    # What Die Drei forbids is the aim here.
    assert "d1" in legal(dreierlei.position("bedraengnis ..../..../..w./.... b c2"))


# Die Drei: three


def test_die_drei_first_piece_goes_anywhere() -> None:
    assert legal(dreierlei.start("die-drei")) == cells(8)


@pytest.mark.parametrize(
    ("text", "move", "winner"),
    [
        (".b....../.ww...../......../...b..../......../......../......../........ w b8", "a7", "white"),
        ("......../......../......../......../......../.....b../.....w.w/.......b w f3", "g2", "white"),
        ("......../......../......../...b..../.wb...../.w....../......../........ w c4", "b5", "white"),
        ("......../......../.wb...../b......./.w....../......../......../........ w a5", "b5", "white"),
        ("......../....b.../....w.../...w..../......../.b....../......../........ w b3", "c4", "white"),
        (".....w../......../...w.b../......../......../b......./......../........ w f6", "e7", "white"),
        ("......../......../......../......b./......w./.....b.w/......../........ w g5", "f5", "white"),
        ("......../......../......../......../......../..bw..../.....b../.....w.. w c3", "e2", "white"),
    ],
    ids=["rank", "rank middle", "file", "file middle", "rising", "rising middle", "falling", "falling mid"],
)
def test_die_drei_three_neighbours_win(text: str, move: str, winner: str) -> None:
    before = dreierlei.position(f"die-drei {text}")
    assert ending(before) is None
    after = before.play(move)
    assert ending(after) == (winner, "three", None)
    assert legal(after) == set()


@pytest.mark.parametrize(
    ("text", "move", "winner"),
    [
        ("..b...../...w.w../....b.../......../......../......../......../........ w c8", "b7", "white"),
        ("......../....w..w/......b./...b..../......../......../......../........ w d5", "b7", "white"),
        ("......../....w.../..b...b./...w..../......../......../......w./........ b d5", "e6", "black"),
        ("......../.......w/......b./......../.......w/......../.....b../........ w f2", "h1", "white"),
        ("...w..../......../.b..b.../......../...w..../......../......../........ w e6", "d6", "white"),
        ("......../......../.......w/.......b/.....w../......../......b./........ w g2", "d2", "white"),
        ("......../......../......../......../.bw...../......../...bw.../........ w b4", "a6", "white"),
    ],
    ids=["rank 2", "rank 3", "rank 2 middle", "file 3", "file 2 middle", "rising 2", "falling 2"],
)
def test_die_drei_three_at_equal_distances_win(text: str, move: str, winner: str) -> None:
    before = dreierlei.position(f"die-drei {text}")
    assert ending(before) is None
    assert ending(before.play(move)) == (winner, "three", None)


@pytest.mark.parametrize(
    ("text", "move", "winner"),
    [
        ("......../......../....bw.w/....b.../......../......../......../........ w e5", "d6", "white"),
        (".......b/wb....w./..b....w/......../......../......../......../........ w c6", "d7", "white"),
        ("......../......../......../..w...../......../......../.bb...../..w..... w b2", "c3", "white"),
        ("......../....b.../....w.../...w..../....b.../......../....w.../........ b e2", "e1", "black"),
        ("......../...w..../...bb.../...w..../......../ww....../b......./........ b d5", "c4", "black"),
        ("w......./b......./..w...../...b..../......../......../......../........ w d5", "e4", "white"),
        ("...w..../.b..w.../.bw...b./......b./.......w/......../......../........ w g5", "f6", "white"),
    ],
    ids=["d6 f6 h6", "a7 d7 g7", "c1 c3 c5", "e1 e4 e7", "a2 c4 e6", "a8 c6 e4", "d8 f6 h4, one own between"],
)
def test_die_drei_pieces_between_do_not_matter(text: str, move: str, winner: str) -> None:
    before = dreierlei.position(f"die-drei {text}")
    assert ending(before) is None
    assert ending(before.play(move)) == (winner, "three", None)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("...b.b../......../...w..w./......../......../......../......../........ w d8", "c6"),
        ("b......./......../......../......../w......./.b....../......../w....... w a8", "a5"),
        ("......../w......./.b....../.b....../...w..../......../......../........ w b6", "c5"),
    ],
    ids=["c6 d6 g6", "a1 a4 a5", "a7 c5 d4"],
)
def test_die_drei_three_at_unequal_distances_do_not_win(text: str, move: str) -> None:
    assert ending(dreierlei.position(f"die-drei {text}").play(move)) is None


def test_die_drei_three_must_lie_on_a_rank_file_or_diagonal() -> None:
    # b7 e6 h5 are symmetric, but on no such line.
    text = "die-drei ......../......b./....w.../.....b.w/......../......../......../........ w g7"
    assert ending(dreierlei.position(text).play("b7")) is None


# Die Drei: forbidden placements
#
# In these boards all cells are blue but a few around a1. a1 is yellow: with b2 taken it reaches nothing. a2
# is red: with a3 and b2 taken it reaches a1 only.

TRAP = "BBBBBBBB" * 6 + "RBBBBBBB" + "YBBBBBBB"


def test_die_drei_a_placement_that_immobilises_is_forbidden() -> None:
    # a1 would leave Black nothing. a2 would leave Black a1 only, which would leave White nothing.
    pos = dreierlei.position(
        f"die-drei:board={TRAP} ......../......../......../......../......../w......./.b....../........ w b2"
    )
    assert legal(pos) == {"b3", "c3", "c2", "b1", "c1"}
    for move in ("a1", "a2"):
        with pytest.raises(dreierlei.IllegalMove):
            pos.play(move)


def test_die_drei_looks_one_placement_ahead() -> None:
    # Without a3 the red a2 reaches up its file: only a1 is forbidden.
    pos = dreierlei.position(
        f"die-drei:board={TRAP} ......../......../......../......../......../.w....../.b....../........ w b2"
    )
    assert legal(pos) == {"a3", "c3", "a2", "c2", "b1", "c1"}


def test_die_drei_knight_in_the_corner_is_forbidden_when_it_reaches_nothing() -> None:
    # a1 and c2 are green; a1 reaches b3 and c2 only, both taken.
    board = "BBBBBBBB" * 6 + "BBGBBBBB" + "GBBBBBBB"
    pos = dreierlei.position(
        f"die-drei:board={board} ......../......../......../......../......../.w....../..b...../........ w c2"
    )
    assert legal(pos) == {"a3", "b4", "d4", "e3", "e1"}


def test_die_drei_a_placement_that_immobilises_and_wins_is_legal() -> None:
    # a1 makes a1 a3 a5; a2 stays forbidden.
    pos = dreierlei.position(
        f"die-drei:board={TRAP} ......../......../......../w......./.b....../w......./.b....../........ w b2"
    )
    assert legal(pos) == {"b3", "c3", "c2", "a1", "b1", "c1"}
    assert ending(pos.play("a1")) == ("white", "three", None)


def test_die_drei_a_winning_reply_is_a_legal_reply() -> None:
    # After a2 Black has a1 only; it leaves White nothing, but makes a1 b2 c3. So a2 is legal, a1 is not.
    board = "BBBBBBBB" * 5 + "RBBBBBBB" + "RBBBBBBB" + "YBBBBBBB"
    pos = dreierlei.position(
        f"die-drei:board={board} ......../......../......../......../......../wwb...../.b....../........ w b2"
    )
    assert legal(pos) == {"a2", "c2", "b1", "c1"}
    after = pos.play("a2")
    assert legal(after) == {"a1"}
    assert ending(after.play("a1")) == ("black", "three", None)


FIFTEEN = "......../......../......../....bw.b/...w..b./.w...ww./wbw..b.b/...b...w b a2"


def test_die_drei_the_sixteenth_piece_may_immobilise() -> None:
    # a1 is green; b3 and c2 are taken.
    pos = dreierlei.position(f"die-drei {FIFTEEN}")
    assert legal(pos) == {"a3", "a1", "b1"}
    assert ending(pos.play("a1")) == (None, "all placed", None)


@pytest.mark.parametrize("move", ["a3", "a1", "b1"])
def test_die_drei_is_drawn_when_all_are_placed(move: str) -> None:
    after = dreierlei.position(f"die-drei {FIFTEEN}").play(move)
    assert ending(after) == (None, "all placed", None)
    assert legal(after) == set()


def test_die_drei_nobody_who_plays_legally_is_stuck() -> None:
    rng = random.Random(3)
    for _ in range(50):
        pos = dreierlei.start("die-drei", board=TRAP).play("b2")
        while pos.outcome() is None:
            moves = pos.moves()
            assert moves, str(pos)
            # Keeping near the corner makes the trap likely.
            pos = pos.play(rng.choice(sorted(moves, key=lambda move: str(move)[::-1])[:3]))
