"""Die Drei with `weiter`: the game goes on after the 16th piece."""

import dreierlei
from tests.rulings import ending, legal, played
from tests.test_rulings_katarenga import FIFTEEN, TRAP


def lifts(sources: str, targets: str) -> set[str]:
    """Return every source with every target."""
    return {f"{source}-{target}" for source in sources.split() for target in targets.split()}


BEFORE_THE_LAST = "......../.....wb./.....w../...b..../.bw.w.bw/..b..wbw/..w....b/........ b f3"


def test_weiter_goes_on_after_the_sixteenth_piece() -> None:
    assert ending(dreierlei.position(f"die-drei {BEFORE_THE_LAST}").play("e2")) == (None, "all placed", None)
    assert ending(dreierlei.position(f"die-drei:weiter=true {BEFORE_THE_LAST}").play("e2")) is None


def test_weiter_sees_en_prise_after_lifting() -> None:
    # f3 is yellow. g4 is in reach anyway; lifting e4 opens the way to d5, lifting e2 the way to d1. The cells
    # e4 and e2 themselves come into reach as well, but a piece goes to another cell.
    pos = dreierlei.position(
        "die-drei:weiter=true ....b.bw/.....w../....bw.w/....b..b/b...ww../..w..b../....w.b./........ w f3"
    )
    assert legal(pos) == lifts("c3 e2 e4 f4 f6 f7 h6 h8", "g4") | {"e2-d1", "e4-d5"}
    assert str(pos.play("e4-d5")) == (
        "die-drei:weiter=true ....b.bw/.....w../....bw.w/...wb..b/b....w../..w..b../....w.b./........ b d5"
    )


def test_weiter_a_long_way_opens_behind_the_lifted_piece() -> None:
    # g2 is red, g3 is in its way up to the red g7.
    pos = dreierlei.position(
        "die-drei:weiter=true ..b...../...ww.../....bb../....ww.b/....w..b/.....ww./....wbb./...b.... w g2"
    )
    assert legal(pos) == lifts("d7 e2 e4 e5 e7 f3 f5 g3", "h2 g1") | lifts("g3", "g4 g5 g6 g7")


def test_weiter_a_placement_that_immobilises_is_forbidden() -> None:
    # a6 is yellow between White's b7 and b5: unless one of these is lifted, Black could place nothing.
    pos = dreierlei.position(
        "die-drei:weiter=true ......../bwb...../......../.wwb..../..bb.bw./..w..wbw/...wb.../........ w c7"
    )
    own = "b5 b7 c3 c5 d2 f3 g4 h3"
    assert legal(pos) == lifts(own, "a8 e8 e6") | lifts("b5 b7", "a6")


def test_weiter_a_placement_that_immobilises_and_wins_is_legal() -> None:
    # a8 is red behind White's a7 and b8: it immobilises unless a7 or b8 is lifted. It wins with a7 and a6,
    # unless one of them is lifted. So lifting a6 only immobilises.
    pos = dreierlei.position(
        "die-drei:weiter=true .wb...../wbbw..../w..b..../...w..../.b....../w....b../.bb...../..ww.... w c7"
    )
    own = "a3 a6 a7 b8 c1 d1 d5 d7"
    assert legal(pos) == lifts(own, "a8 e8 e6 b5") - {"a6-a8"}
    assert ending(pos.play("d1-a8")) == ("white", "three", None)


def test_weiter_looks_just_one_move_ahead() -> None:
    # c2-a2 leaves Black only placements on a1, each of which would leave White nothing. They are en prise all
    # the same, so c2-a2 is legal; they are forbidden, so Black has no move.
    pos = dreierlei.position(
        f"die-drei:board={TRAP},weiter=true "
        "......../......../.bwb..../ww.w..../bb.b..../wbwb..../.ww...../.b...... w b1"
    )
    assert legal(pos) == lifts("a3 a5 b2 b5 c2 c3 c6 d5", "a2 a1 c1")
    after = pos.play("c2-a2")
    assert ending(after) == (None, "no move", None)
    assert legal(after) == set()


def test_weiter_no_move_is_a_draw() -> None:
    # The 16th piece may immobilise: a1 is green, b3 and c2 are White's. Lifting one opens only its own cell.
    after = dreierlei.position(f"die-drei:weiter=true {FIFTEEN}").play("a1")
    assert ending(after) == (None, "no move", None)
    assert legal(after) == set()


def test_weiter_third_occurrence_draws_counted_from_the_sixteenth_piece() -> None:
    first = dreierlei.position(f"die-drei:weiter=true {BEFORE_THE_LAST}").play("e2")
    cycle = "c2-d2 e2-b3 d2-c2 b3-e2"
    second = played(first, cycle)
    assert str(second) == f"{first} x2"
    third = played(second, cycle)
    assert ending(third) == (None, "repetition", None)
    assert legal(third) == set()
    assert str(third) == f"{first} x3"


def test_weiter_repetition_tells_the_last_placed_cell_apart() -> None:
    # The same pieces, but c3 was placed last, not e2.
    first = dreierlei.position(f"die-drei:weiter=true {BEFORE_THE_LAST}").play("e2")
    back = played(first, "c2-d1 c3-e1 d1-c2 e1-c3")
    assert str(first).endswith("......../.....wb./.....w../...b..../.bw.w.bw/..b..wbw/..w.b..b/........ w e2")
    assert str(back).endswith("......../.....wb./.....w../...b..../.bw.w.bw/..b..wbw/..w.b..b/........ w c3")


def test_weiter_a_position_can_be_given_its_occurrences() -> None:
    first = dreierlei.position(f"die-drei:weiter=true {BEFORE_THE_LAST}").play("e2")
    pos = dreierlei.position(f"{first} x2")
    assert ending(pos) is None
    assert ending(played(pos, "c2-d2 e2-b3 d2-c2 b3-e2")) == (None, "repetition", None)
