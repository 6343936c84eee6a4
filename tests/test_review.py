from functools import reduce

import pytest

import dreierlei
from dreierlei import BLACK, WHITE, Position, Stop, results
from dreierlei.messages import LANGUAGES
from dreierlei.review import Judgement, Moment, judge, moments, review, verdict

from .waiting import PATIENCE


def played(text: str, *moves: str) -> Position:
    position = dreierlei.start(text)
    for move in moves:
        position = position.play(move)
    return position


def test_a_review_goes_from_the_end_to_the_start() -> None:
    end = played("tictactoe", "a1", "a2", "b2", "c3", "b3")
    found = list(review(end))
    assert [each.ply for each in found] == [5, 4, 3, 2, 1, 0]
    assert found[-1].position == dreierlei.start("tictactoe")
    assert all(each.known for each in found)


def test_the_move_that_lost_the_draw_is_found() -> None:
    # After a1 a2 White can force a win; only a corner's other answers were lost, so a2 turned the game.
    found = {each.ply: each for each in review(played("tictactoe", "a1", "a2", "b2", "c3", "b3"))}
    assert verdict(found[0], found[1]) is None
    assert verdict(found[1], found[2]) == "turned"
    assert found[2].winner is WHITE
    assert found[2].chance == 1
    assert found[1].chance == 0


def test_the_values_are_those_of_the_solver() -> None:
    end = played("qango6", "a6", "c3", "f1", "c4")
    for each in review(end, seconds=PATIENCE):
        solved = dreierlei.solve(each.position)
        assert (each.known, each.winner, each.plies) == (True, solved.winner, solved.plies)


def test_where_nothing_is_proved_there_is_an_estimate() -> None:
    found = judge(dreierlei.start("tres"), seconds=0.05)
    assert not found.known
    assert -1 < found.chance < 1
    assert found.best


def test_a_finished_game_is_worth_its_result() -> None:
    found = judge(dreierlei.position("tictactoe bbb/ww./w.. w"))
    assert (found.winner, found.plies, found.chance, found.best) == (BLACK, 0, -1, ())


def test_a_review_can_be_stopped() -> None:
    stop = Stop()
    found = review(played("tictactoe", "a1", "a2", "b2"), stop=stop)
    next(found)
    stop.set()
    assert list(found) == []


@pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])
def test_every_game_can_be_reviewed(game: str) -> None:
    position = dreierlei.start(game)
    for _ in range(3):
        position = position.play(position.moves()[0])
    found = list(review(position, seconds=0.05))
    assert len(found) == 4
    assert all(-1 <= each.chance <= 1 for each in found)


# --- the moments that decided a game ----------------------------------------------------------------------------------


def taught(text: str, *moves: str) -> list[tuple[int, str, str]]:
    course = review(played(text, *moves), seconds=PATIENCE)
    return [(each.after.ply, str(each.move), each.reason) for each in moments(course)]


def test_the_moments_are_the_moves_that_lost_the_most_in_their_order() -> None:
    # a2 lets White force a win, and with b3 White lets it go again.
    short = ("a1", "a2", "b2", "c3", "b3")
    assert taught("tictactoe", *short) == [(2, "a2", "allowed-force"), (5, "b3", "missed-force")]
    # Neither side sees the win in one: first White's, then Black's.
    game = ("a1", "b1", "a2", "b2", "c1", "c3", "a3")
    assert taught("tictactoe", *game)[-2:] == [(5, "c1", "missed-win"), (6, "c3", "missed-win")]
    assert len(moments(review(played("tictactoe", *game)), most=1)) == 1


def test_a_win_that_was_allowed_is_named_with_the_reply() -> None:
    *_, moment = moments(review(played("tictactoe", "b2", "a1", "c3", "a2", "b1")))
    assert (moment.reason, str(moment.move), str(moment.reply), str(moment.better)) == ("allowed-win", "b1", "a3", "a3")
    assert moment.lost > 0
    said = [[sentence.say(language) for sentence in results.moment(moment)] for language in LANGUAGES]
    assert said[LANGUAGES.index("en")] == [
        "Move 3, White: b1.",
        "It let Black win at once, with a3.",
        "Better: a3.",
    ]
    assert len({tuple(sentences) for sentences in said}) == len(LANGUAGES)


def blunder(position: str, *line: str) -> Moment:
    """The moment of e3-e4, which seems to lose much because of this line of play."""
    before = dreierlei.position(position)
    after = before.play("e3-e4")
    best = reduce(Position.play, line, after).line[1:]
    course = [
        Judgement(before, 0, False, None, None, 0.2, (before.parse("c5-d5"),)),
        Judgement(after, 1, False, None, None, -0.8, best),
    ]
    (moment,) = moments(course)
    assert str(moment.better) == "c5-d5"
    assert moment.lost == pytest.approx(1.0)
    return moment


def why(moment: Moment) -> str:
    assert len({results.moment(moment)[1].say(language) for language in LANGUAGES}) == len(LANGUAGES)
    return results.moment(moment)[1].say("en")


def test_stones_that_can_be_taken_are_named_in_the_words_of_the_game() -> None:
    """White leaves Black two mills of which one closes whenever the other opens, or one mill."""
    double = "muehle bbb/b.b/w../....../w.w/.../ww. w 0 0 0"
    single = "muehle bb./b.b/w../....../w.w/.../ww. w 0 0 0"
    moment = blunder(double, "d7-d6xc3", "d1-g1", "d6-d7xc5")
    assert (moment.reason, str(moment.reply)) == ("takes-every-turn", "d7-d6xc3")
    assert why(moment) == "It gave Black a double mill: every move closed one of two mills, beginning with d7-d6xc3."
    moment = blunder(single, "d7-d6xc3", "d1-g1", "d6-d7", "g1-d1", "d7-d6xc5")
    assert moment.reason == "takes-to-and-fro"
    assert why(moment) == "It let Black open and close the same mill again and again, beginning with d7-d6xc3."
    moment = blunder(single, "d7-d6xc3", "d1-g1", "b6-b4", "g1-d1", "b4-b6xc5")
    assert (moment.reason, why(moment)) == (
        "takes-again",
        "It let Black close one mill after another, beginning with d7-d6xc3.",
    )
    moment = blunder(double, "d7-d6xc3", "d1-g1")
    assert (moment.reason, why(moment)) == ("takes", "It let Black close a mill with d7-d6xc3.")
    moment = blunder(double)
    assert (moment.reason, moment.reply) == ("slip", None)


def test_a_game_without_errors_has_no_moments() -> None:
    game = ("b2", "a1", "c3", "a3", "a2", "c2", "b1", "b3", "c1")
    assert moments(review(played("tictactoe", *game))) == ()
