"""Mühle: every sentence of the rules, each with the position that would betray a misreading.

A board is written by its ranks 7 to 1:
a7 d7 g7 / b6 d6 f6 / c5 d5 e5 / a4 b4 c4 e4 f4 g4 / c3 d3 e3 / b2 d2 f2 / a1 d1 g1.
"""

import pytest

import dreierlei
from tests.rulings import ending, legal, played

POINTS = set("a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split())


# Setzphase


def test_start_offers_every_point() -> None:
    pos = dreierlei.start("muehle")
    assert legal(pos) == POINTS
    assert str(pos) == "muehle .../.../.../....../.../.../... w 9 9 0"


def test_setzphase_only_places_while_stones_are_in_hand() -> None:
    # Three stones on the board each: neither sliding nor jumping before the hands are empty.
    pos = dreierlei.position("muehle w../..w/.../.b..../.b./.../.wb w 6 6 0")
    assert legal(pos) == POINTS - {"a7", "f6", "b4", "d3", "d1", "g1"}


def test_setzphase_the_last_stone_of_black_is_placed_not_moved() -> None:
    # c4 and d5 close a mill; no white stone stands in one.
    pos = dreierlei.position("muehle wbw/wbw/w../bb..ww/.../bwb/bwb b 0 1 0")
    taken = "a7 g7 b6 f6 c5 f4 g4 d2 d1".split()
    mills = {f"{target}x{point}" for target in ("c4", "d5") for point in taken}
    assert legal(pos) == {"e5", "e4", "c3", "d3", "e3"} | mills


# Mills and taking


def test_a_mill_takes_one_opposing_stone() -> None:
    pos = dreierlei.position("muehle ww./b../.../....../.../.b./... w 7 7 0")
    quiet = POINTS - {"a7", "d7", "g7", "b6", "d2"}
    assert legal(pos) == quiet | {"g7xb6", "g7xd2"}
    assert str(pos.play("g7xd2")) == "muehle www/b../.../....../.../.../... b 6 7 0"


def test_taking_is_not_optional() -> None:
    pos = dreierlei.position("muehle ww./b../.../....../.../.b./... w 7 7 0")
    with pytest.raises(ValueError, match="g7"):
        pos.play("g7")


def test_only_an_opposing_stone_is_taken() -> None:
    pos = dreierlei.position("muehle ww./b../.../....../.../.b./... w 7 7 0")
    for taken in ("a7", "g7", "a1"):
        with pytest.raises(dreierlei.IllegalMove):
            pos.play("g7x" + taken)


@pytest.mark.parametrize(
    "mill",
    [
        "a1 a4 a7", "a7 d7 g7", "g7 g4 g1", "g1 d1 a1",
        "b2 b4 b6", "b6 d6 f6", "f6 f4 f2", "f2 d2 b2",
        "c3 c4 c5", "c5 d5 e5", "e5 e4 e3", "e3 d3 c3",
        "a4 b4 c4", "d7 d6 d5", "g4 f4 e4", "d1 d2 d3",
    ],
)  # fmt: skip
def test_each_of_the_sixteen_mills(mill: str) -> None:
    first, second, third = mill.split()
    others = [point for point in ("b6", "f2", "d3", "e4") if point not in mill.split()][:2]
    pos = played(dreierlei.start("muehle"), f"{first} {others[0]} {second} {others[1]}")
    assert {move for move in legal(pos) if "x" in move} == {f"{third}x{other}" for other in others}


@pytest.mark.parametrize("line", ["a7 b6 c5", "d5 d3 d2", "b4 c4 e4", "c5 e5 d6", "d1 d3 d5", "a4 g4 d7"])
def test_other_lines_are_no_mills(line: str) -> None:
    first, second, third = line.split()
    others = [point for point in ("g1", "f6", "f2") if point not in line.split()][:2]
    pos = played(dreierlei.start("muehle"), f"{first} {others[0]} {second} {others[1]}")
    assert third in legal(pos)


def test_two_mills_at_once_take_one_stone() -> None:
    # g7 closes a7 d7 g7 and g7 g4 g1.
    pos = dreierlei.position("muehle ww./b.b/.../.....w/.../b.b/..w w 5 5 0")
    assert {move for move in legal(pos) if move.startswith("g7")} == {"g7xb6", "g7xf6", "g7xb2", "g7xf2"}
    assert str(pos.play("g7xf2")) == "muehle www/b.b/.../.....w/.../b../..w b 4 5 0"


def test_a_stone_in_a_mill_is_protected() -> None:
    # Black's b6 d6 f6 stand in a mill, d2 does not.
    pos = dreierlei.position("muehle ww./bbb/.../....../.../.b./w.. w 5 5 0")
    assert {move for move in legal(pos) if move.startswith("g7")} == {"g7xd2"}


def test_protection_covers_every_mill_a_stone_stands_in() -> None:
    # Black's b6 d6 f6 and f6 f4 f2 cross in f6; only e3 stands outside.
    pos = dreierlei.position("muehle ww./bbb/.../....b./..b/..b/w.w w 3 3 0")
    assert {move for move in legal(pos) if move.startswith("g7")} == {"g7xe3"}


def test_if_all_stones_stand_in_mills_any_may_be_taken() -> None:
    pos = dreierlei.position("muehle ww./bbb/.../....../.../.../... w 6 6 0")
    assert {move for move in legal(pos) if move.startswith("g7")} == {"g7xb6", "g7xd6", "g7xf6"}


def test_a_mill_that_stands_already_takes_nothing() -> None:
    # White holds a7 d7 g7, and no move closes another mill.
    pos = dreierlei.position("muehle www/.../.../....../b.b/b.b/w.. w 0 0 3")
    assert legal(pos) == {"a1-a4", "a1-d1", "a7-a4", "d7-d6", "g7-g4"}


def test_a_mill_opened_and_closed_again_takes_again() -> None:
    pos = dreierlei.position("muehle ww./.../.../.....w/b.b/b.b/w.. w 0 0 3")
    assert {move for move in legal(pos) if "x" in move} == {"g4-g7xc3", "g4-g7xe3", "g4-g7xb2", "g4-g7xf2"}


# Zugphase and Sprungphase


def test_zugphase_slides_to_free_neighbouring_points() -> None:
    pos = dreierlei.position("muehle w../.w./.../..w..b/..b/b../..w w 0 0 0")
    assert legal(pos) == {
        "a7-d7", "a7-a4",
        "d6-d7", "d6-b6", "d6-f6", "d6-d5",
        "c4-b4", "c4-c5", "c4-c3",
        "g1-d1",
    }  # fmt: skip


def test_zugphase_has_no_neighbours_across_the_inner_square_or_the_corners() -> None:
    # d5 and d3 are not joined, nor c5 and b6, nor a7 and b6.
    pos = dreierlei.position("muehle w.w/.../ww./....../..b/b../b.b w 0 0 0")
    assert legal(pos) == {"a7-d7", "a7-a4", "g7-d7", "g7-g4", "c5-c4", "d5-d6", "d5-e5"}


def test_sprungphase_three_stones_may_jump_anywhere() -> None:
    pos = dreierlei.position("muehle w../.../.../b....w/..b/b../b.w w 0 0 0")
    free = POINTS - set("a7 g4 g1 a4 e3 b2 a1".split())
    quiet = {f"{source}-{target}" for source in ("a7", "g4", "g1") for target in free}
    mills = {f"a7-g7x{taken}" for taken in ("a4", "e3", "b2", "a1")}
    assert legal(pos) == quiet - {"a7-g7"} | mills


def test_sprungphase_is_for_the_player_with_three_stones_only() -> None:
    pos = dreierlei.position("muehle w../.../.../b....w/..b/b../b.w b 0 0 0")
    assert legal(pos) == {"a4-b4", "e3-d3", "e3-e4", "b2-b4", "b2-d2", "a1-d1"}


def test_sprungphase_begins_with_the_taking() -> None:
    # Black has four stones and loses one: from the next ply on he jumps.
    pos = dreierlei.position("muehle ww./.../.../.....w/b.b/b.b/w.. w 0 0 3").play("g4-g7xf2")
    free = POINTS - set("a7 d7 g7 a1 c3 e3 b2".split())
    quiet = {f"{source}-{target}" for source in ("c3", "e3", "b2") for target in free}
    assert legal(pos) == quiet - {"b2-d3"} | {"b2-d3xa1"}


# Losing


@pytest.mark.parametrize("quiet", [0, 7])
def test_blocked_loses(quiet: int) -> None:
    before = dreierlei.position(f"muehle .../.../.../b....b/b../bwb/www b 0 0 {quiet}")
    assert ending(before) is None
    after = before.play("c3-d3")
    assert ending(after) == ("black", "blocked", None)
    assert legal(after) == set()


def test_three_stones_are_never_blocked() -> None:
    # a1 d1 and g1 have no free neighbour, but three stones jump.
    pos = dreierlei.position("muehle .../.../.../b....b/.../.b./www w 0 0 0")
    free = POINTS - set("a4 g4 d2 a1 d1 g1".split())
    assert ending(pos) is None
    assert legal(pos) == {f"{source}-{target}" for source in ("a1", "d1", "g1") for target in free}


def test_fewer_than_three_stones_lose() -> None:
    before = dreierlei.position("muehle ww./.../.../.....w/b../b.b/w.. w 0 0 3")
    after = before.play("g4-g7xf2")
    assert ending(after) == ("white", "too few stones", None)
    assert legal(after) == set()
    assert str(after) == "muehle www/.../.../....../b../b../w.. b 0 0 0"


def test_stones_in_hand_count_against_losing() -> None:
    # Black keeps two stones on the board, six are in hand.
    after = dreierlei.position("muehle ww./bbb/.../....../.../.../... w 6 6 0").play("g7xd6")
    assert ending(after) is None
    assert legal(after) == POINTS - set("a7 d7 g7 b6 d6 f6".split()) | {"d6xa7", "d6xd7", "d6xg7"}


# The limit of quiet plies


def test_twenty_quiet_plies_draw() -> None:
    before = dreierlei.position("muehle w../.w./.../..w..b/..b/b../w.b w 0 0 18")
    after = before.play("a7-d7")
    assert ending(after) is None
    assert str(after) == "muehle .w./.w./.../..w..b/..b/b../w.b b 0 0 19"
    after = after.play("b2-d2")
    assert ending(after) == (None, "quiet", None)
    assert legal(after) == set()
    assert str(after) == "muehle .w./.w./.../..w..b/..b/.b./w.b w 0 0 20"


def test_jumps_count_as_quiet_plies() -> None:
    before = dreierlei.position("muehle w../.../.../b....w/..b/b../b.w w 0 0 19")
    assert ending(before.play("a7-f6")) == (None, "quiet", None)


def test_a_mill_resets_the_quiet_plies() -> None:
    after = dreierlei.position("muehle ww./.../.../.....w/b.b/b.b/w.. w 0 0 19").play("g4-g7xf2")
    assert ending(after) is None
    assert str(after) == "muehle www/.../.../....../b.b/b../w.. b 0 0 0"


def test_quiet_plies_are_zero_when_the_zugphase_begins() -> None:
    # Eighteen placements without a mill count nothing, the first slide counts one.
    pos = played(dreierlei.start("muehle"), "a7 d7 g7 a4 g4 a1 d1 g1 b6 d6 f6 b4 f4 b2 d2 f2 c5 e5")
    assert str(pos) == "muehle wbw/wbw/w.b/bb..ww/.../bwb/bwb w 0 0 0"
    assert str(pos.play("c5-d5")) == "muehle wbw/wbw/.wb/bb..ww/.../bwb/bwb b 0 0 1"


def test_placements_never_count_towards_the_limit() -> None:
    start = dreierlei.start("muehle", quiet_plies=1)
    pos = played(start, "a7 d7 g7 a4 g4 a1 d1 g1 b6 d6 f6 b4 f4 b2 d2 f2 c5 e5")
    assert ending(pos) is None
    assert ending(pos.play("c5-d5")) == (None, "quiet", None)


@pytest.mark.parametrize("limit", [1, 4, 30, 100])
def test_quiet_plies_is_an_option(limit: int) -> None:
    board = "w../.w./.../..w..b/..b/b../w.b"
    before = dreierlei.position(f"muehle:quiet_plies={limit} {board} w 0 0 {limit - 1}")
    assert ending(before) is None
    assert ending(before.play("a7-d7")) == (None, "quiet", None)


def test_a_higher_limit_goes_on_after_twenty() -> None:
    board = "w../.w./.../..w..b/..b/b../w.b"
    after = dreierlei.position(f"muehle:quiet_plies=50 {board} w 0 0 19").play("a7-d7")
    assert ending(after) is None
    assert str(after) == "muehle:quiet_plies=50 .w./.w./.../..w..b/..b/b../w.b b 0 0 20"


def test_without_a_limit_nothing_is_counted() -> None:
    pos = dreierlei.position("muehle:quiet_plies=0 w../.w./.../..w..b/..b/b../w.b w 0 0 0")
    # Both wander about, so that no position comes for the third time within these 22 plies.
    walk = "a7-d7 b2-d2 d7-g7 d2-f2 d6-d7 f2-f4 c4-c5 f4-f6 c5-d5 f6-d6 a1-a4 d6-b6 a4-b4 b6-d6 b4-c4 d6-f6"
    pos = played(pos, walk + " c4-c3 f6-f4 c3-d3 f4-f2 d3-c3 f2-d2")
    assert ending(pos) is None
    assert str(pos) == "muehle:quiet_plies=0 .ww/.../.w./.....b/w.b/.b./..b w 0 0 0"


# Repetition


def test_third_occurrence_draws() -> None:
    before = dreierlei.position("muehle w../.w./.../..w..b/..b/b../w.b w 0 0 0")
    cycle = "a7-d7 b2-d2 d7-a7 d2-b2"
    second = played(before, cycle)
    assert ending(second) is None
    assert str(second) == "muehle w../.w./.../..w..b/..b/b../w.b w 0 0 4 x2"
    third = played(second, cycle)
    assert ending(third) == (None, "repetition", None)
    assert legal(third) == set()
    assert str(third) == "muehle w../.w./.../..w..b/..b/b../w.b w 0 0 8 x3"


def test_repetition_counts_from_the_position_after_the_eighteenth_placement() -> None:
    pos = played(dreierlei.start("muehle"), "a7 d7 g7 a4 g4 a1 d1 g1 b6 d6 f6 b4 f4 b2 d2 f2 c5 e5")
    cycle = "c5-d5 e5-e4 d5-c5 e4-e5"
    second = played(pos, cycle)
    assert str(second) == "muehle wbw/wbw/w.b/bb..ww/.../bwb/bwb w 0 0 4 x2"
    assert ending(played(second, cycle)) == (None, "repetition", None)


def test_repetitions_need_not_be_consecutive() -> None:
    # The position comes back by three different ways.
    pos = dreierlei.position("muehle w../.w./.../..w..b/..b/b../w.b w 0 0 0")
    pos = played(pos, "a7-d7 b2-d2 d7-a7 d2-b2")
    assert str(pos).endswith(" x2")
    pos = played(pos, "c4-c5 e3-e4 c5-d5 e4-e5 d5-c5 e5-e4 c5-c4 e4-e3")
    assert ending(pos) == (None, "repetition", None)


def test_a_position_can_be_given_its_occurrences() -> None:
    pos = dreierlei.position("muehle w../.w./.../..w..b/..b/b../w.b w 0 0 4 x2")
    assert ending(pos) is None
    assert ending(played(pos, "a7-d7 b2-d2 d7-a7 d2-b2")) == (None, "repetition", None)


def test_repetition_tells_the_player_to_move_apart() -> None:
    # Jumping, White needs three plies and Black two: the same stones, but Black is to move.
    pos = dreierlei.position("muehle w../..b/.../..b..w/..b/.../.w. w 0 0 0")
    back = played(pos, "a7-b6 f6-c5 b6-b2 c5-f6 b2-a7")
    assert str(back) == "muehle w../..b/.../..b..w/..b/.../.w. b 0 0 5"
    again = played(back, "f6-c5 a7-b6 c5-f6 b6-b2 f6-c5 b2-b4 c5-f6 b4-a7")
    assert str(again) == "muehle w../..b/.../..b..w/..b/.../.w. b 0 0 13 x2"


def test_the_quiet_plies_are_no_part_of_a_repeated_position() -> None:
    pos = dreierlei.position("muehle w../.w./.../..w..b/..b/b../w.b w 0 0 7")
    assert str(played(pos, "a7-d7 b2-d2 d7-a7 d2-b2")).endswith(" w 0 0 11 x2")


# Several endings at once


def test_a_win_goes_before_a_draw() -> None:
    # The twentieth quiet ply blocks White.
    before = dreierlei.position("muehle .../.../.../b....b/b../bwb/www b 0 0 19")
    assert ending(before) is None
    after = before.play("c3-d3")
    assert str(after) == "muehle .../.../.../b....b/.b./bwb/www w 0 0 20"
    assert ending(after) == ("black", "blocked", None)
