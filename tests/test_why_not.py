"""The reasons against moves, each with a position made for it."""

from __future__ import annotations

import pytest

import dreierlei
from dreierlei.declarations import variant as find_variant

LIFTING = (
    "die-drei:board=c2D2A0b0,weiter=true .wb...../.bww..../wb...b../......wb/......../....b.../...bww.b/...w.... b b8"
)
SHUT = (
    "die-drei:board=YRBYYYYGBRRBGBYBGGRGYGBBBGYYRYRGBGYBGRRRRBGGGYBGGGGRGGBRYRYYYGBB,weiter=true "
    "bw..b.../.wwb.ww./.b.b..../......wb/....w.../b......./w......./..b..... w a8"
)
AHEAD = (
    "die-drei:board=GBYRRGGRBRYBGRBBBGGRBBYBBYYBBBYYBRGBYBRBBYYRGYRYGGBRGBYRRYRRRGYY,weiter=true "
    "......../......../.w....../..b....b/b.....w./.w...w../..bw..b./......w. b g4"
)
EMPTY_HANDED = "tres n/bwbw/wwwwwwww/wwwwwwwbbbb..... w"


@pytest.mark.parametrize(
    ("line", "chosen", "sentence"),
    [
        ("tictactoe ..w/.../... b", "c3", "c3 is occupied."),
        ("qango6:opening=burg", "d4", "d4 belongs to the castle: White's first stone must stand outside it."),
        ("qango6:opening=rand", "b2", "b2 is not on the edge: White's first stone must stand on an edge cell."),
        (
            "qango7:opening=profi",
            "c4",
            "c4 is neither on the edge nor the centre: White's first stone may stand only there.",
        ),
        ("muehle .../.../.../w...../.../.../b.. w 8 8 0", "a1", "a1 is occupied."),
        (
            "muehle .../.../.../w...../.../.../b.. w 8 8 0",
            "a4",
            "You still have stones in hand (8): stones move only when all are placed.",
        ),
        ("tres", "pass", "You may pass only without a stone in hand: you have 17."),
        ("tres", "o3", "Stones come in only at the four corners: choose one of them."),
        ("tres", "o", "First push a stone in at a corner, then turn a ring."),
        ("tres", "NE m", "The middle ring carries no stone, so it cannot be turned."),
        ("tres", "NE SW", "The stone is pushed in: now turn a ring."),
        ("tres", "NE c", "The centre never turns: turn one of the three rings."),
        (EMPTY_HANDED, "NE", "You have no stone in hand, so you must pass."),
        (
            "bedraengnis ...w/.b../.b../w... w b3",
            "b1",
            "b1 is out of reach of the last piece: the piece on b2 blocks its way from b3.",
        ),
        (
            "die-drei ......../......../.....w../....b.../......../......../......../........ w e5",
            "c3",
            "c3 is out of reach of the last piece: from e5 it moves like a bishop, but no further than the next yellow "
            "cell, d4.",
        ),
        (
            LIFTING,
            "b7",
            "The piece on b7 cannot move: wherever it went, your opponent could not place a piece, and that is "
            "forbidden.",
        ),
        (LIFTING, "a8", "All pieces are placed: first choose one of your own to move."),
        (LIFTING, "b8", "The piece on b8 belongs to your opponent."),
        (SHUT, "b8", "The piece on b8 cannot move: no free cell is within reach of the last piece, on a8."),
        (AHEAD, "g3", "g3 is forbidden: after it every cell within reach would be forbidden to your opponent."),
        (
            "die-drei ......../......../......../...w..../..w..b../.bb.w..b/..b..ww./.w...... b b1",
            "a1",
            "a1 is forbidden: your opponent could not place a piece after it.",
        ),
    ],
)
def test_a_reason_names_the_rule(line: str, chosen: str, sentence: str) -> None:
    position = dreierlei.position(line) if " " in line else dreierlei.Position(find_variant(line))
    refusal = position.why_not(chosen.split())
    assert str(refusal) == sentence
    if " " not in chosen:
        assert position.why_not(chosen) == refusal
        with pytest.raises(dreierlei.IllegalMove) as caught:
            position.play(chosen)
        assert caught.value.refusal == refusal
        assert str(caught.value).endswith(sentence)


@pytest.mark.parametrize(
    ("target", "key"),
    [
        ("xd7", "refusal.protected"),
        ("d7", "refusal.protected"),
        ("xb6", "refusal.take-own"),
        ("xf6", "refusal.take-own"),
        ("xg1", "refusal.take-nothing"),
        ("a1", "refusal.take-unmarked"),
        ("xa1", None),
    ],
)
def test_a_mill_takes_a_stone_that_is_not_protected(target: str, key: str | None) -> None:
    closing = dreierlei.position("muehle bbb/ww./.../....../.../.../b.. w 5 5 0")
    refusal = closing.why_not(["f6", target])
    assert (refusal and refusal.key) == key


@pytest.mark.parametrize(
    ("chosen", "key"),
    [
        (["g7"], "refusal.choose-stone"),
        (["g4"], "refusal.opponents-stone"),
        (["a7"], "refusal.shut-in"),
        (["d7", "d7"], "refusal.same-place"),
        (["d7", "a4"], "refusal.occupied"),
        (["d7", "f6"], "refusal.not-next"),
        (["d7", "xg4"], "refusal.no-mill"),
        (["d7", "g7"], None),
        (["d7", "g7", "xg4"], "refusal.no-mill"),
        (["d7", "g7", "g4"], "refusal.complete"),
    ],
)
def test_a_stone_slides_along_its_line(chosen: list[str], key: str | None) -> None:
    sliding = dreierlei.position("muehle ww./w../..w/w....b/.../.../bbb w 0 0 0")
    refusal = sliding.why_not(chosen)
    assert (refusal and refusal.key) == key


def test_a_text_that_begins_several_moves_is_told_what_is_missing() -> None:
    position = dreierlei.position("tres n/..../w......./b............... w")
    assert str(position.why_not("NE")) == "The move is not complete yet. Turn a ring."
    assert position.why_not(["NE"]) is None
    assert dreierlei.start("tres").why_not("NE") is None, "only one ring can be turned, so the move is clear"


def test_a_text_that_is_not_a_move_is_refused_as_play_does() -> None:
    position = dreierlei.start("tictactoe")
    with pytest.raises(dreierlei.UnreadableMove) as caught:
        position.play("hello")
    assert str(position.why_not("hello")) == str(caught.value)


def test_a_move_of_another_game_is_refused() -> None:
    foreign = dreierlei.start("muehle").moves()[0]
    refusal = dreierlei.start("tres").why_not(foreign)
    assert refusal is not None
    assert refusal.key == "move.unreadable"


def test_targets_in_a_sentence_are_called_what_people_call_them() -> None:
    refusal = dreierlei.start("tres").why_not(["NE", "m"])
    assert refusal is not None
    assert refusal.values == {"ring": "m"}
    assert refusal.say("de") == "Auf diesem Ring liegt kein Stein (mittlerer Ring): Er darf nicht gedreht werden."
