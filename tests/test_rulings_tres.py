"""TRES: pushing, turning, the row through the centre, passing, repetition.

A board is written as centre / i0–i3 / m0–m7 / o0–o15. The two diagonals are o0 m0 i0 c i2 m4 o8 (NW to SE)
and o4 m2 i1 c i3 m6 o12 (NE to SW).
"""

import pytest

import dreierlei
from tests.rulings import ending, legal, played


def turns(corners: str, rings: str) -> set[str]:
    """Return every corner with every ring."""
    return {corner + ring for corner in corners.split() for ring in rings}


# Pushing


@pytest.mark.parametrize(
    ("move", "outer"),
    [
        ("NWo", ".w.............."),
        ("NEo", ".....w.........."),
        ("SEo", ".........w......"),
        ("SWo", ".............w.."),
    ],
)
def test_a_push_reaches_the_outer_corner_place(move: str, outer: str) -> None:
    # The outer ring then carries the stone one place on.
    assert str(dreierlei.start("tres").play(move)) == f"tres n/..../......../{outer} b"


def test_a_push_moves_the_unbroken_run_and_a_gap_stops_it() -> None:
    # o0 and m0 move on, i0 was free: the neutral stone on the centre and i2 stay.
    pos = dreierlei.position("tres n/..b./w......./b.....w......... w").play("NWo")
    assert str(pos) == "tres n/w.b./b......./.w.....w........ b"


def test_a_push_behind_a_gap_moves_only_the_near_stones() -> None:
    # o8 moves on to m4; i2 was free, so i0 and the centre stay.
    pos = dreierlei.position("tres n/w.../b......./..w.....b....... w").play("SEo")
    assert str(pos) == "tres n/w.../b...b.../...w.....w...... b"


def test_a_push_moves_the_neutral_stone_like_any_other() -> None:
    pos = dreierlei.position("tres n/w.../b......./w..b............ w").play("NWo")
    assert str(pos) == "tres w/b.n./w......./.w..b........... b"


@pytest.mark.parametrize(
    ("text", "move", "after"),
    [
        (
            "tres n/b.w./b...w.../w.......b....... w",
            "NWo",
            "tres b/b.n./w...w.../.w.......w...... b",
        ),
        (
            "tres n/b.w./b...w.../w.......b....... w",
            "SEo",
            "tres w/n.w./b...b.../.b.......w...... b",
        ),
        (
            "tres n/.w.b/..w...b./....b.......w... w",
            "NEo",
            "tres w/.w.n/..b...b./.....w.......b.. b",
        ),
        (
            "tres n/.w.b/..w...b./....b.......w... w",
            "SWo",
            "tres b/.n.b/..w...w./.....w.......w.. b",
        ),
    ],
    ids=["NW", "SE", "NE", "SW"],
)
def test_a_full_diagonal_pushes_the_last_stone_out(text: str, move: str, after: str) -> None:
    assert str(dreierlei.position(text).play(move)) == after


def test_a_stone_pushed_out_returns_to_its_owners_hand() -> None:
    # All 17 black stones are on the board. NW pushes one out, and Black can play; NE pushes none out.
    pos = dreierlei.position("tres n/wwb./bbbbbbbb/bbbb.bbbbwww.... w")
    assert legal(pos.play("NEm")) == {"pass"}
    after = pos.play("NWm")
    assert str(after) == "tres w/bwn./bbbbbbbb/wbbb.bbbbwww.... b"
    assert legal(after) == turns("NW NE SE SW", "omi")


def test_a_player_can_push_out_and_get_back_his_own_stone() -> None:
    # White plays his 17th stone. NW returns one of his own, NE does not.
    pos = dreierlei.position("tres n/bbw./wwwwwwww/wwww.ww.wbbb.... w")
    assert legal(played(pos, "NEm NEm")) == {"pass"}
    after = played(pos, "NWm NEm")
    assert "pass" not in legal(after)
    assert turns("SW", "omi") <= legal(after)


def test_the_neutral_stone_pushed_out_is_out_of_the_game() -> None:
    pos = dreierlei.position("tres w/b.b./b...w.../w.......n....... w").play("NWo")
    assert str(pos) == "tres b/b.w./w...b.../.w.......w...... b"


def test_the_neutral_stone_returns_to_nobodys_hand() -> None:
    # All 17 black stones are on the board, and pushing the neutral one out brings Black none.
    pos = dreierlei.position("tres b/wwb./bbbbbbbb/bbbb.bbbnwww.... w").play("NWm")
    assert str(pos) == "tres w/bwb./bbbbbbbb/wbbb.bbbbwww.... b"
    assert legal(pos) == {"pass"}


# Turning


def test_only_a_ring_with_a_stone_may_turn() -> None:
    assert legal(dreierlei.start("tres")) == {"NWo", "NEo", "SEo", "SWo"}


def test_the_push_itself_can_bring_a_ring_its_stone() -> None:
    # Only at NW does the push move a stone on to the middle ring.
    pos = dreierlei.position("tres n/..../......../b....w.......... w")
    assert legal(pos) == {"NWo", "NWm", "NEo", "SEo", "SWo"}


def test_a_stone_pushed_off_a_ring_is_followed_by_the_next() -> None:
    pos = dreierlei.position("tres n/..../b......./w....w.b........ w")
    assert legal(pos) == {"NWo", "NWm", "NWi"} | turns("NE SE SW", "om")


def test_the_neutral_stone_lets_a_ring_turn() -> None:
    pos = dreierlei.position("tres w/.n../......../..b............. w")
    assert legal(pos) == turns("NW NE SE SW", "oi")
    assert str(pos.play("NWi")) == "tres w/..n./......../w.b............. b"


def test_turning_is_compulsory() -> None:
    with pytest.raises(ValueError, match="NW"):
        dreierlei.position("tres n/..../......../b....w.......... w").play("NW")


@pytest.mark.parametrize(
    ("directions", "ring", "board"),
    [
        ("+-+", "o", "n/...w/b......./w........w.....b"),
        ("+-+", "m", "n/...w/.......b/........w.....bw"),
        ("+-+", "i", "n/w.../b......./........w.....bw"),
        ("-+-", "o", "n/...w/b......./.......w.....bw."),
        ("-+-", "m", "n/...w/.b....../........w.....bw"),
        ("-+-", "i", "n/..w./b......./........w.....bw"),
        ("+++", "m", "n/...w/.b....../........w.....bw"),
        ("++-", "o", "n/...w/b......./w........w.....b"),
        ("++-", "i", "n/..w./b......./........w.....bw"),
        ("-++", "o", "n/...w/b......./.......w.....bw."),
        ("-++", "i", "n/w.../b......./........w.....bw"),
        ("---", "o", "n/...w/b......./.......w.....bw."),
        ("---", "m", "n/...w/.......b/........w.....bw"),
        ("---", "i", "n/..w./b......./........w.....bw"),
    ],
)
def test_rings_turn_one_step_in_their_directions(directions: str, ring: str, board: str) -> None:
    # White pushes in at SE; the rings carry i3, m0, o14 and o15 across the north-west, where counting begins.
    option = "" if directions == "+-+" else f":directions={directions}"
    pos = dreierlei.position(f"tres{option} n/...w/b......./..............bw w")
    assert str(pos.play("SE" + ring)) == f"tres{option} {board} b"


# The row


def test_a_row_through_the_centre_wins_at_once_before_turning() -> None:
    pos = dreierlei.position("tres w/w.../w....n../b.....b......b.. w")
    assert legal(pos) == {"NW"} | turns("NE SE SW", "omi")
    after = pos.play("NW")
    assert str(after) == "tres w/w.w./b....n../w.....b......b.. b"
    assert ending(after) == ("white", "row", None)
    assert legal(after) == set()


@pytest.mark.parametrize("ring", ["o", "m", "i"])
def test_after_the_winning_push_no_ring_turns(ring: str) -> None:
    with pytest.raises(ValueError, match="NW"):
        dreierlei.position("tres w/w.../w....n../b.....b......b.. w").play("NW" + ring)


def test_a_row_made_for_the_opponent_wins_for_the_opponent() -> None:
    pos = dreierlei.position("tres b/b.../b....n../w.....w......w.. w")
    assert legal(pos) == {"NW"} | turns("NE SE SW", "omi")
    after = pos.play("NW")
    assert str(after) == "tres b/b.b./w....n../w.....w......w.. b"
    assert ending(after) == ("black", "row", None)


def test_a_push_can_make_the_row_of_the_other_diagonal() -> None:
    # i0 moves on to the centre, between i1 and i3.
    after = dreierlei.position("tres n/ww.w/b......./b.....b......... w").play("NW")
    assert str(after) == "tres w/bwnw/b......./w.....b......... b"
    assert ending(after) == ("white", "row", None)


def test_black_wins_with_a_row_too() -> None:
    after = dreierlei.position("tres n/bb.b/w......./w.....w.......w. b").play("NW")
    assert ending(after) == ("black", "row", None)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("tres n/..../w......./w...b.b......... w", "NWo"),
        ("tres n/w.w./b......./..b............. w", "NEo"),
        ("tres w/..w./....w..n/.b.b...b........ w", "NEo"),
        ("tres n/www./......../.b.b...b........ w", "SWi"),
        ("tres w/ww../.....n../.b.b...b........ w", "SWi"),
    ],
    ids=["o0 m0 i0", "neutral between", "centre at the end", "inner ring", "bent"],
)
def test_three_elsewhere_do_not_win(text: str, move: str) -> None:
    assert ending(dreierlei.position(text).play(move)) is None


# Passing


def test_a_player_without_stones_in_hand_passes() -> None:
    board = "w/bwb./bbbbbbbb/wbbb.bbbbwww...."
    pos = dreierlei.position(f"tres {board} b")
    assert legal(pos) == {"pass"}
    assert str(pos.play("pass")) == f"tres {board} w"


def test_nobody_with_stones_in_hand_may_pass() -> None:
    with pytest.raises(ValueError, match="pass"):
        dreierlei.start("tres").play("pass")


# Repetition


def test_third_occurrence_draws() -> None:
    # White pushes a black stone out, Black pushes the white one back; the middle ring is all black, so its
    # turning changes nothing.
    pos = dreierlei.position("tres n/wwbb/bbbbbbbb/bwww.wwwbwww.w.. w")
    pos = played(pos, "NWm")
    assert str(pos) == "tres w/bwnb/bbbbbbbb/wwww.wwwbwww.w.. b"
    pos = played(pos, "SEm")
    assert str(pos) == "tres n/wwbb/bbbbbbbb/bwww.wwwbwww.w.. w x2"
    pos = played(pos, "NWm SEm")
    assert ending(pos) == (None, "repetition", None)
    assert legal(pos) == set()
    assert str(pos) == "tres n/wwbb/bbbbbbbb/bwww.wwwbwww.w.. w x3"


def test_positions_after_a_pass_count() -> None:
    # Black has no stone in hand; White pushes the same stone to and fro.
    pos = dreierlei.position("tres n/wwb./bbbbbbbb/bbbb.bbbwbw..... w")
    cycle = "NWm pass SEm pass"
    pos = played(pos, cycle)
    assert str(pos) == "tres n/wwb./bbbbbbbb/bbbb.bbbwbw..... w x2"
    pos = played(pos, cycle)
    assert ending(pos) == (None, "repetition", None)


def test_a_position_can_be_given_its_occurrences() -> None:
    pos = dreierlei.position("tres n/wwbb/bbbbbbbb/bwww.wwwbwww.w.. w x2")
    assert ending(pos) is None
    assert ending(played(pos, "NWm SEm")) == (None, "repetition", None)


def test_repetition_tells_the_player_to_move_apart() -> None:
    # A pass changes nothing but the turn.
    pos = dreierlei.position("tres w/bwb./bbbbbbbb/wbbb.bbbbwww.... b").play("pass")
    assert str(pos) == "tres w/bwb./bbbbbbbb/wbbb.bbbbwww.... w"
