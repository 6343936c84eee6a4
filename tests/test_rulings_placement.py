"""Tic-Tac-Toe and Qango: every sentence of the rules that a stone could break."""

import pytest

import dreierlei
from tests.rulings import cells, ending, legal


def line(game: str, size: int, white: str, black: str, turn: str) -> str:
    """Write a position from the names of its stones."""
    whites, blacks = white.split(), black.split()
    rows = []
    for rank in range(size, 0, -1):
        names = [file + str(rank) for file in "abcdefgh"[:size]]
        rows.append("".join("w" if name in whites else "b" if name in blacks else "." for name in names))
    return f"{game} {'/'.join(rows)} {turn}"


# Tic-Tac-Toe


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("tictactoe ww./bb./... w", "c3"),
        ("tictactoe bb./ww./... w", "c2"),
        ("tictactoe bb./.../ww. w", "c1"),
        ("tictactoe wb./wb./... w", "a1"),
        ("tictactoe bw./bw./... w", "b1"),
        ("tictactoe b.w/b.w/... w", "c1"),
        ("tictactoe wb./bw./... w", "c1"),
        ("tictactoe .bw/bw./... w", "a1"),
    ],
    ids=["top row", "middle row", "bottom row", "file a", "file b", "file c", "falling", "rising"],
)
def test_tictactoe_a_line_of_three_wins(text: str, move: str) -> None:
    before = dreierlei.position(text)
    assert ending(before) is None
    after = before.play(move)
    assert ending(after) == ("white", "line", None)
    assert legal(after) == set()


def test_tictactoe_black_wins_with_a_line_too() -> None:
    after = dreierlei.position("tictactoe ww./bb./w.. b").play("c2")
    assert ending(after) == ("black", "line", None)


def test_tictactoe_stones_go_on_free_cells_only() -> None:
    pos = dreierlei.position("tictactoe w../.b./... w")
    assert legal(pos) == {"b3", "c3", "a2", "c2", "a1", "b1", "c1"}
    with pytest.raises(dreierlei.IllegalMove):
        pos.play("b2")


def test_tictactoe_a_full_board_is_a_draw() -> None:
    before = dreierlei.position("tictactoe wbw/wbb/bw. w")
    assert ending(before) is None
    after = before.play("c1")
    assert ending(after) == (None, "board full", None)
    assert legal(after) == set()


def test_tictactoe_a_line_with_the_last_stone_wins() -> None:
    after = dreierlei.position("tictactoe wbw/bwb/bw. w").play("c1")
    assert ending(after) == ("white", "line", None)


# Qango 6: groups


QANGO6_GROUPS = [
    "a6 b6 a5", "e6 f6 f5", "a2 a1 b1", "f2 e1 f1",
    "c6 b5 a4", "f3 e2 d1",
    "d6 e5 f4", "a3 b2 c1",
    "c5 b4 c4", "d3 e3 d2",
    "d5 d4 e4", "b3 c3 c2",
]  # fmt: skip


def test_qango6_the_groups_cover_the_board() -> None:
    assert {cell for group in QANGO6_GROUPS for cell in group.split()} == cells(6)


@pytest.mark.parametrize("group", QANGO6_GROUPS)
def test_qango6_a_whole_group_wins(group: str) -> None:
    first, second, third = group.split()
    others = [cell for cell in ("a6", "f1", "c3", "f6", "a1") if cell not in group.split()]
    before = dreierlei.position(line("qango6", 6, f"{first} {second}", f"{others[0]} {others[1]}", "w"))
    assert ending(before) is None
    after = before.play(third)
    assert ending(after) == ("white", "group", None)
    assert legal(after) == set()


def test_qango6_a_mixed_group_wins_for_nobody() -> None:
    # The red corner a6 b6 a5 is full, but not of one player.
    pos = dreierlei.position("qango6 wb..../....../....../....../....../...... w").play("a5")
    assert ending(pos) is None


def test_qango6_three_neighbours_of_different_groups_are_no_group() -> None:
    pos = dreierlei.position("qango6 ww..../....../....../....../....../....bb w").play("c6")
    assert ending(pos) is None


# Qango 6: squares and rows


@pytest.mark.parametrize(
    ("white", "black", "move"),
    [
        ("d6 e6 d5", "a1 c1 a3", "e5"),
        ("c4 d4 c3", "a1 c1 a3", "d3"),
        ("d2 e2 e1", "a1 c1 a3", "d1"),
        ("a4 b4 b3", "f1 d1 f3", "a3"),
    ],
)
def test_qango6_any_square_wins_across_groups(white: str, black: str, move: str) -> None:
    before = dreierlei.position(line("qango6", 6, white, black, "w"))
    assert ending(before) is None
    assert ending(before.play(move)) == ("white", "square", None)


@pytest.mark.parametrize(
    ("white", "black", "move"),
    [
        ("a3 b3 d3 e3", "a6 c6 f6 f1", "c3"),
        ("b6 c6 d6 e6", "a1 c1 f1 a4", "f6"),
        ("c1 c2 c4 c5", "a6 a1 f6 f1", "c3"),
        ("f2 f3 f4 f5", "a6 c6 a1 c1", "f6"),
        ("a1 b2 c3 d4", "a6 c6 f6 f1", "e5"),
        ("b1 c2 d3 e4", "a6 c6 f6 a1", "f5"),
        ("b6 c5 d4 f2", "a1 c1 f6 d1", "e3"),
        ("a5 b4 d2 e1", "c6 f6 d6 f1", "c3"),
    ],
    ids=["rank", "edge rank", "file", "edge file", "rising", "short rising", "falling", "short falling"],
)
def test_qango6_five_in_a_row_win(white: str, black: str, move: str) -> None:
    before = dreierlei.position(line("qango6", 6, white, black, "w"))
    assert ending(before) is None
    assert ending(before.play(move)) == ("white", "five", None)


def test_qango6_five_with_a_gap_do_not_win() -> None:
    # a3 b3 c3 and e3 f3: five stones of one rank, d3 between them is free.
    pos = dreierlei.position(line("qango6", 6, "a3 b3 e3 f3", "a6 c6 f6 f1", "w")).play("c3")
    assert ending(pos) is None


def test_qango6_a_row_does_not_run_around_the_edge() -> None:
    # e4 f4 and a3 b3 c3 follow each other only in the numbering of the cells.
    pos = dreierlei.position(line("qango6", 6, "e4 f4 a3 b3", "a6 c6 f6 f1", "w")).play("c3")
    assert ending(pos) is None


def test_qango6_four_in_a_row_do_not_win() -> None:
    pos = dreierlei.position(line("qango6", 6, "a3 b3 c3", "a6 c6 f6", "w")).play("d3")
    assert ending(pos) is None


def test_qango6_a_group_goes_before_a_square() -> None:
    # a5 completes the red corner and the square a6 b6 a5 b5.
    pos = dreierlei.position(line("qango6", 6, "a6 b6 b5", "f1 d1 f3", "w")).play("a5")
    assert ending(pos) == ("white", "group", None)


def test_qango6_a_square_goes_before_five() -> None:
    # c3 completes the rank a3–e3 and the square c3 d3 c4 d4.
    pos = dreierlei.position(line("qango6", 6, "a3 b3 d3 e3 c4 d4", "a6 c6 f6 f1 a1 d1", "w")).play("c3")
    assert ending(pos) == ("white", "square", None)


def test_qango6_a_group_goes_before_five() -> None:
    # c3 completes the rank a3–e3 and the group b3 c3 c2.
    pos = dreierlei.position(line("qango6", 6, "a3 b3 d3 e3 c2", "a6 c6 f6 f1 a1", "w")).play("c3")
    assert ending(pos) == ("white", "group", None)


def test_qango6_black_wins_too() -> None:
    pos = dreierlei.position(line("qango6", 6, "a1 c1 a4 f6", "d6 e6 d5", "b")).play("e5")
    assert ending(pos) == ("black", "square", None)


def test_qango6_a_full_board_is_a_draw() -> None:
    before = dreierlei.position("qango6 bwbbwb/wwwbwb/.wbwwb/bwbbww/bbwbbb/wwwwbw b")
    assert ending(before) is None
    assert legal(before) == {"a4"}
    after = before.play("a4")
    assert ending(after) == (None, "board full", None)
    assert legal(after) == set()


def test_qango6_the_last_stone_can_win() -> None:
    # The 36th stone closes the diagonal f2 e3 d4 c5 b6.
    after = dreierlei.position("qango6 wbwwwb/wbbwbw/bwbbwb/wbwwbw/wwbwb./bwbbbw b").play("f2")
    assert ending(after) == ("black", "five", None)


# Qango 6: openings


QANGO6_CASTLE = {"b5", "e5", "c4", "d4", "c3", "d3", "b2", "e2"}
QANGO6_EDGE = {cell for cell in cells(6) if cell[0] in "af" or cell[1] in "16"}


@pytest.mark.parametrize(
    ("opening", "first"),
    [("free", cells(6)), ("burg", cells(6) - QANGO6_CASTLE), ("rand", QANGO6_EDGE)],
)
def test_qango6_opening_binds_the_first_stone(opening: str, first: set[str]) -> None:
    assert legal(dreierlei.start("qango6", opening=opening)) == first


@pytest.mark.parametrize("opening", ["burg", "rand"])
def test_qango6_opening_binds_only_the_first_stone(opening: str) -> None:
    pos = dreierlei.start("qango6", opening=opening).play("a1")
    assert legal(pos) == cells(6) - {"a1"}
    pos = pos.play("c3")
    assert legal(pos) == cells(6) - {"a1", "c3"}


def test_qango6_opening_refuses_the_castle() -> None:
    with pytest.raises(dreierlei.IllegalMove):
        dreierlei.start("qango6", opening="burg").play("b5")


def test_qango6_opening_of_a_position_is_written_and_read() -> None:
    text = "qango6:opening=burg ....../....../....../....../....../...... w"
    assert str(dreierlei.start("qango6", opening="burg")) == text
    assert legal(dreierlei.position(text)) == cells(6) - QANGO6_CASTLE


@pytest.mark.parametrize(("game", "opening"), [("qango6", "profi"), ("qango7", "rand")])
def test_qango_each_size_has_its_own_openings(game: str, opening: str) -> None:
    with pytest.raises(ValueError, match="burg"):
        dreierlei.start(game, opening=opening)


# Qango 7


QANGO7_GROUPS = [
    "a7 b7 a6", "f7 g7 g6", "a2 a1 b1", "g2 f1 g1",
    "c7 b6 a5", "e7 f6 g5", "a3 b2 c1", "g3 f2 e1",
    "d7 c6 d6", "e6 e5 f5", "b5 a4 b4", "f4 g4 f3",
    "b3 c3 c2", "d2 e2 d1", "c5 d5 c4", "e4 d3 e3",
]  # fmt: skip


def test_qango7_the_groups_cover_all_but_the_centre() -> None:
    assert {cell for group in QANGO7_GROUPS for cell in group.split()} == cells(7) - {"d4"}


@pytest.mark.parametrize("group", QANGO7_GROUPS)
def test_qango7_a_whole_group_wins(group: str) -> None:
    first, second, third = group.split()
    others = [cell for cell in ("a7", "g1", "d4", "g7", "a1") if cell not in group.split()]
    before = dreierlei.position(line("qango7", 7, f"{first} {second}", f"{others[0]} {others[1]}", "w"))
    assert ending(before) is None
    assert ending(before.play(third)) == ("white", "group", None)


@pytest.mark.parametrize("pair", ["c5 d5", "c5 c4", "d5 c4", "e4 e3", "e4 d3", "d3 e3", "d5 e4", "c4 d3"])
def test_qango7_the_centre_belongs_to_no_group(pair: str) -> None:
    pos = dreierlei.position(line("qango7", 7, pair, "a1 g1", "w")).play("d4")
    assert ending(pos) is None


@pytest.mark.parametrize("rest", ["d5 e5 e4", "c4 c3 d3"])
def test_qango7_the_centre_counts_for_squares(rest: str) -> None:
    before = dreierlei.position(line("qango7", 7, rest, "a1 g1 a7", "w"))
    assert ending(before) is None
    assert ending(before.play("d4")) == ("white", "square", None)


@pytest.mark.parametrize(
    "rest",
    ["b4 c4 e4 f4", "d2 d3 d5 d6", "b2 c3 e5 f6", "b6 c5 e3 f2", "a4 b4 c4 e4", "d5 d6 d7 d3"],
)
def test_qango7_the_centre_counts_for_rows(rest: str) -> None:
    # a4 b4 c4 and d7 d6 d5 hold two cells of a group each, never three.
    before = dreierlei.position(line("qango7", 7, rest, "a1 g1 a7 g7", "w"))
    assert ending(before) is None
    assert ending(before.play("d4")) == ("white", "five", None)


@pytest.mark.parametrize(
    "row", ["c7 d7 e7 f7 g7", "a2 b3 c4 d5 e6", "c1 d2 e3 f4 g5", "g1 g2 g3 g4 g5", "a5 b4 c3 d2 e1"]
)
def test_qango7_five_in_a_row_win(row: str) -> None:
    *held, last = row.split()
    others = [cell for cell in ("a7", "a1", "d1", "f6", "g7") if cell not in row.split()][:4]
    before = dreierlei.position(line("qango7", 7, " ".join(held), " ".join(others), "w"))
    assert ending(before) is None
    assert ending(before.play(last)) == ("white", "five", None)


def test_qango7_is_drawn_when_all_forty_stones_are_placed() -> None:
    before = dreierlei.position("qango7 wwbwbww/.wbbbb./wb.bwb./wbbwbwb/wb.bwww/wbbbw../..wbww. b")
    assert ending(before) is None
    assert legal(before) == {"a6", "g6", "c5", "g5", "c3", "f2", "g2", "a1", "b1", "g1"}
    after = before.play("g2")
    assert ending(after) == (None, "all placed", None)
    assert legal(after) == set()


def test_qango7_the_fortieth_stone_can_win() -> None:
    # g5 completes the group e7 f6 g5.
    before = dreierlei.position("qango7 wwbwbww/.wbbbb./wb.bwb./wbbwbwb/wb.bwww/wbbbw../..wbww. b")
    assert ending(before.play("g5")) == ("black", "group", None)


QANGO7_CASTLE = {"b6", "f6", "c5", "d5", "e5", "c4", "e4", "c3", "d3", "e3", "b2", "f2"}
QANGO7_EDGE = {cell for cell in cells(7) if cell[0] in "ag" or cell[1] in "17"}


@pytest.mark.parametrize(
    ("opening", "first"),
    [("free", cells(7)), ("burg", cells(7) - QANGO7_CASTLE), ("profi", QANGO7_EDGE | {"d4"})],
)
def test_qango7_opening_binds_the_first_stone(opening: str, first: set[str]) -> None:
    assert legal(dreierlei.start("qango7", opening=opening)) == first


@pytest.mark.parametrize("opening", ["burg", "profi"])
def test_qango7_opening_binds_only_the_first_stone(opening: str) -> None:
    pos = dreierlei.start("qango7", opening=opening).play("a1")
    assert legal(pos) == cells(7) - {"a1"}
    pos = pos.play("b6")
    assert legal(pos) == cells(7) - {"a1", "b6"}
