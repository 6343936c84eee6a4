"""Reading positions and moves: what is refused, with which words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dreierlei
from dreierlei import exam, film, openings, record, review, sgf, sheets, svg, terminal, workshop

IMPOSSIBLE = [
    ("tictactoe www/bb./... w", ["White has already won"]),
    ("tictactoe ww./.../... b", ["it cannot be Black's turn"]),
    ("tictactoe www/bbb/... w", ["White has already won"]),
    ("tictactoe wwwb/bb./... b", ["expected rows of 3, 3, 3 places, not 4, 3, 3"]),
    ("tictactoe wwz/bb./... b", ['not with "z"']),
    ("tictactoe wn./bb./... b", ["no neutral stone"]),
    ("tictactoe .../.../... x", ['the turn is w or b, not "x"']),
    ("tictactoe .../...", ["expected 3 words"]),
    ("tictactoe .../.../... w x2", ["does not count for repetition"]),
    ("tictactoe w../.../... w x9999", ["occurs 1 to 3 times", "it cannot be White's turn"]),
    ("qango6:opening=burg ....../.w..../....../....../....../...... b", ["opening rule"]),
    ("qango6 www.../w..bbb/....../....../....../....b. w", ["White has already won"]),
    ("muehle www/.../.../....../.../.../... w 7 7 0", ["Black is missing 2 stones"]),
    ("muehle w../.../.../....../.../.../... b 9 9 0", ["it cannot be Black's turn", "10 stones"]),
    ("muehle w.w/.../.../....../.../.../bbb b 0 0 0", ["White has fewer than three stones"]),
    ("muehle w../.../.../....../.../.../bbb w 0 0 0", ["fewer than two stones"]),
    ("muehle www/bbb/.../....../.../.../... w 0 0 21", ["from 0 to 20, not 21"]),
    ("muehle www/.../.../....../.../.../... w 6 9 3", ["counted only when no stone is in hand"]),
    ("muehle www/www/www/bbbbbb/bbb/.../... w 0 0 1", ["all stones on the board"]),
    ("muehle .../.../.../....../.../.../... w 9 9 many", ['a whole number, not "many"']),
    ("tres ./..../......../................ w", ["the neutral stone cannot have left"]),
    ("tres n/n.../......../................ w", ["one neutral stone, not 2"]),
    ("tres n/..../......../w............... w", ["it cannot be White's turn"]),
    ("tres n/wwww/wwwwwwww/wwwwww.......... b", ["at most 17"]),
    ("bedraengnis w.../..../..../.... b -", ["placed last is missing"]),
    ("bedraengnis w.../..../..../...b w d1", ["no order"]),
    ("bedraengnis w.../..../..../.... b b2", ["must be one of White's"]),
    ("bedraengnis w.../..../..../.... b z9", ['a place or -, not "z9"']),
]


@pytest.mark.parametrize(("line", "reasons"), IMPOSSIBLE)
def test_impossible_positions_are_refused_with_every_reason(line: str, reasons: list[str]) -> None:
    with pytest.raises(dreierlei.InvalidPosition) as caught:
        dreierlei.position(line)
    assert len(caught.value.reasons) >= len(reasons)
    for reason in reasons:
        assert any(reason in str(given) for given in caught.value.reasons), caught.value.reasons
    assert "\n" not in str(caught.value)


@given(st.text(max_size=80))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    with pytest.raises(dreierlei.DreierleiError):
        dreierlei.position(text)


@given(
    st.sampled_from([str(dreierlei.start(game.id)) for game in dreierlei.games()]),
    st.lists(st.tuples(st.integers(0, 90), st.sampled_from("wbn./ xa10-")), max_size=6),
)
def test_any_change_of_a_line_is_a_position_or_refused(line: str, changes: list[tuple[int, str]]) -> None:
    letters = list(line)
    for index, letter in changes:
        letters[index % len(letters)] = letter
    try:
        position = dreierlei.position("".join(letters))
    except dreierlei.DreierleiError as error:
        assert str(error).endswith(".")
        return
    assert dreierlei.position(str(position)) == position


@given(st.sampled_from([game.id for game in dreierlei.games()]), st.text(max_size=12))
def test_any_text_is_a_move_or_refused(game: str, text: str) -> None:
    position = dreierlei.start(game)
    try:
        move = position.parse(text)
    except dreierlei.MoveError as error:
        assert error.move == text
        return
    assert move in position.moves()


def test_a_move_in_part_says_what_is_missing() -> None:
    position = dreierlei.position("muehle ww./bb./.../....../.../.../... w 7 7 0")
    with pytest.raises(dreierlei.AmbiguousMove, match="expected g7xb6, g7xd6") as caught:
        position.play("g7")
    assert caught.value.candidates == ("g7xb6", "g7xd6")


def test_a_move_in_part_is_taken_when_it_is_clear() -> None:
    assert str(dreierlei.start("tres").parse("ne")) == "NEo"
    assert (
        str(dreierlei.position("muehle ww./b../.../....../.../.../... b 7 8 0").play("a1").parse("g7 x b6")) == "g7xb6"
    )


def test_a_move_of_another_board_is_refused() -> None:
    move = dreierlei.start("qango7").parse("c3")
    with pytest.raises(dreierlei.IllegalMove):
        dreierlei.start("tictactoe").play("c3").play("c3")
    with pytest.raises(dreierlei.IllegalMove):
        dreierlei.start("qango6").play(move)


def test_what_is_no_move_at_all_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="Expected a move, or its text, not a value of type int"):
        dreierlei.start("tictactoe").play(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opening": "castle"}, 'opening cannot be "castle": expected one of free, burg, rand'),
        ({"size": 7}, 'has no option "size": its options are opening'),
    ],
)
def test_options_are_checked(options: dict[str, object], message: str) -> None:
    with pytest.raises(dreierlei.InvalidOption, match=message):
        dreierlei.start("qango6", **options)


@pytest.mark.parametrize("board", ["A4", "E0", "A0B0", "", "RYGB", "A0A1B0C0", "X" * 16])
def test_wrong_boards_are_refused(board: str) -> None:
    for game in ("bedraengnis", "die-drei"):
        with pytest.raises(dreierlei.InvalidOption, match="expected a"):
            dreierlei.start(game, board=board)


def test_boards_by_lot_and_by_colour() -> None:
    first, second = (dreierlei.start("die-drei", board="random:5").variant for _ in range(2))
    assert first == second
    assert len(first.options["board"]) == 8
    colours = "RYBGGRGBYYBRBGRY"
    assert dreierlei.start("bedraengnis", board=colours).moves() == dreierlei.start("bedraengnis").moves()
    assert dreierlei.start("bedraengnis", board="a0").variant.layout.places[0].letter == "G"  # the mirror image
    assert dreierlei.start("bedraengnis", board="A1").variant.layout.places[0].letter == "B"  # a quarter turn clockwise


def test_an_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(dreierlei.UnknownGame, match=r"expected one of .*muehle.*\(perhaps muehle\)"):
        dreierlei.start("muehl")


def test_a_long_line_is_let_go_without_recursion() -> None:
    position = dreierlei.position("muehle:quiet_plies=1000 www/.../.../b.b.../.../.../b.. w 0 0 0")
    lengths: list[int] = []
    for _ in range(200):
        moves = [move for move in position.moves() if "x" not in str(move)]
        if not moves:
            break
        position = position.play(moves[len(lengths) % len(moves)])
        lengths.append(len(position.line))
    assert lengths == list(range(1, len(lengths) + 1))


def test_equality_sees_options_and_occurrences() -> None:
    plain, castle = dreierlei.start("qango6"), dreierlei.start("qango6", opening="burg")
    assert plain != castle
    assert plain == dreierlei.start("qango6", opening="free")
    assert plain != "qango6"
    once = dreierlei.position("muehle www/.../.../b.b.../.../.../b.. w 0 0 0")
    assert once != dreierlei.position("muehle www/.../.../b.b.../.../.../b.. w 0 0 0 x2")


# --- as easy as a board should be -------------------------------------------------------------------------------------


def test_a_variants_id_is_taken_wherever_a_game_is() -> None:
    start = dreierlei.start("qango6:opening=burg")
    assert start == dreierlei.start("qango6", opening="burg")
    assert dreierlei.variant("qango6:opening=burg") is start.variant
    assert dreierlei.variant("qango6:opening=burg", {"opening": "rand"}).options["opening"] == "rand"
    assert dreierlei.game("qango6:opening=burg").id == "qango6"
    assert dreierlei.Match.start("qango6:opening=burg").position == start
    assert next(iter(dreierlei.tournament("tictactoe:", levels=[1, 2], games=2))).higher == 2
    with pytest.raises(dreierlei.InvalidOption):
        dreierlei.start("qango6:opening")


def test_a_stone_by_its_name() -> None:
    position = dreierlei.start("tictactoe").play("b2").play("a1")
    assert [position.stone(place) for place in ("a1", "B2", "c3")] == [dreierlei.BLACK, dreierlei.WHITE, None]
    assert dreierlei.start("tres").stone("c") == "neutral"
    with pytest.raises(dreierlei.DreierleiError, match='no place "z9"'):
        position.stone("z9")


def test_moves_contain_their_texts() -> None:
    position = dreierlei.start("tictactoe").play("b2")
    assert "a1" in position.moves()
    assert "b2" not in position.moves()
    assert 3 not in position.moves()
    [corner] = [move for move in position.moves() if move == "a1"]
    assert hash(corner) == hash("a1")
    assert position.is_legal("A1")
    assert position.is_legal(corner)
    assert not position.is_legal("b2")
    assert not position.is_legal("nonsense")


def test_the_end_is_asked_in_one_word() -> None:
    position = dreierlei.start("tictactoe")
    assert (position.is_over(), position.winner(), position.result()) == (False, None, "*")
    for text in "a1 a2 b1 b2 c1".split():
        position = position.play(text)
    assert (position.is_over(), position.winner(), position.result()) == (True, dreierlei.WHITE, "1-0")


MODULES = {
    each.__name__.split(".")[-1]: each
    for each in (exam, film, openings, record, review, sgf, sheets, svg, terminal, workshop)
}


@pytest.mark.parametrize(
    "call",
    [
        "start(5)",
        "game(None)",
        "position(b'tictactoe')",
        "start('tres').play(1)",
        "start('tres').play(None)",
        "start('tres').motion(None)",
        "start('tres').why_not(3)",
        "start('tres').why_not(['NE', 3])",
        "start('tres').reach(3)",
        "start('tres').preview(3)",
        "start('tres').is_legal(1)",
        "start('tres').stone(0)",
        "start('tres').perft('3')",
        "start('tres').playouts('3')",
        "start('tres').playouts(3, seed='3')",
        "solve('tres')",
        "analyse('tres')",
        "analyse(start('tres'), depth='3')",
        "analyse(start('tres'), seconds='3')",
        "choose('tres')",
        "choose(start('tres'), '3')",
        "Match.start('tres', length='3')",
        "Match.read(None)",
        "Match.start('tres', players=(1, 2))",
        "Match.start('tres', players='AB')",
        "Match.start('tres').resign('white')",
        "Position('tres')",
        "Record.from_position('tres')",
        "sgf.write(['tres'])",
        "list(review.review('tres'))",
        "openings.explore('tres')",
        "svg.draw(start('tres'), size='3')",
        "Record.from_position(start('tres'), [3])",
        "Record.from_position(start('tres'), {'White': 3})",
        "Record.from_position(start('tres'), {3: 'Ada'})",
        "list(tournament('tres', levels=(1, '3')))",
        "list(tournament('tres', games='3'))",
        "list(tournament('tres', levels=3))",
        "record.write(3)",
        "sgf.write(3)",
        "record.write([3])",
        "svg.draw('tres')",
        "terminal.draw(None)",
        "film.animate('tres')",
        "sheets.make('tres', cell='3')",
        "sheets.make('tres', 3)",
        "sheets.make('tres', [3])",
        "sheets.make('tres', paper=4)",
        "workshop.make('tres', 'svg', thickness='3')",
        "exam.examine(3)",
        "exam.examine(lambda position: None, ['tictactoe'])",
    ],
)
def test_wrong_types_get_our_error(call: str) -> None:
    with pytest.raises(dreierlei.WrongType, match="Expected") as caught:
        eval(call, {**vars(dreierlei), **MODULES})
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, dreierlei.DreierleiError)
