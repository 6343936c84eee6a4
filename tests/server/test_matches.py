"""Matches over the API: every game to its end, whoever plays, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import dreierlei
from dreierlei.match import Match

from .people import House, Somebody, View, bad, good

if TYPE_CHECKING:
    from dreierlei.server.settings import Settings

each_game = pytest.mark.parametrize("game", [game.id for game in dreierlei.games()])


def pair(house: House, variant: str, **more: Any) -> tuple[Somebody, Somebody, View]:
    """Two people who have sat down, the founder as White."""
    ada, bo = house.person("Ada"), house.person("Bo")
    begun = ada.begin(variant, **more)
    return ada, bo, bo.join(begun)


def play_out(match: View, ada: Somebody, bo: Somebody) -> View:
    """Random moves to the end of the game."""
    while match["outcome"] is None:
        match = good((ada, bo)[match["turn"]].move(match))
    return match


# --- playing ----------------------------------------------------------------------------------------------------------


@each_game
def test_two_people_play_a_game_to_its_end(house: House, game: str) -> None:
    ada, bo, match = pair(house, game)
    assert [seat["name"] for seat in match["seats"]] == ["Ada", "Bo"]
    ended = play_out(match, ada, bo)
    assert ended["number"] == len(ended["line"]) + 1  # and the joining
    assert ended["games"][0]["reason"] == ended["outcome"]["reason"]
    text = ada.get(f"/api/matches/{match['id']}/record").text
    read = Match.read(text)
    assert [move.text for move in read.position.line] == ended["line"]
    assert read.score == tuple(ended["score"])
    assert dreierlei.position(ended["start"]) == read.position.origin


@each_game
def test_the_computer_plays_a_game_to_its_end(house: House, game: str) -> None:
    ada = house.person()
    match = ada.begin(game, {"kind": "computer", "level": 1}, colour="black")
    assert match["seats"][0]["computer"] == 1
    assert match["yours"] == [1]
    while (match := ada.wait(match, "mine"))["outcome"] is None:
        match = good(ada.move(match))
    # A round of Das Bedrängnis can bring all the points of a match at once.
    assert match["over"] == (match["length"] == 1 or max(match["score"]) >= match["length"])


@each_game
def test_two_at_one_screen_play_for_both(house: House, game: str) -> None:
    ada = house.person("Ada")
    match = ada.begin(game, {"kind": "here", "name": "Bo"})
    assert match["yours"] == [0, 1]
    play_out(match, ada, ada)


def test_what_one_types_is_written_as_the_notation_has_it(house: House) -> None:
    ada, _, match = pair(house, "muehle")
    assert good(ada.move(match, " A 1 "))["line"] == ["a1"]


def test_a_match_goes_on_with_the_next_game(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe", length=3)
    ended = play_out(match, ada, bo)
    assert not ended["over"]
    after = good(ada.act(ended, "next"))
    assert (after["round"], after["white"], after["line"]) == (2, 1, [])
    bad(bo.act(after, "next"), "conflict")


def test_a_match_may_begin_anywhere_and_is_one_game_then(house: House) -> None:
    ada = house.person()
    line = "tictactoe ww./bb./... w"
    match = ada.begin("tictactoe", "here", start=line)
    assert match["start"] == line
    ended = good(ada.move(match, "c3"))
    assert ended["over"]
    assert ended["winner"] == 0
    wrong = {"variant": "tres", "opponent": {"kind": "here"}, "start": line}
    bad(ada.post("/api/matches", wrong), "bad_request")
    bad(ada.post("/api/matches", {**wrong, "variant": "tictactoe", "start": "tictactoe www/bb./... b"}), "bad_request")


def test_a_random_board_is_the_same_for_everybody(house: House) -> None:
    ada, bo, match = pair(house, "die-drei:board=random")
    assert "random" not in match["variant"]
    assert ada.see(match)["variant"] == bo.see(match)["variant"] == match["variant"]


# --- who may ----------------------------------------------------------------------------------------------------------


def test_nobody_moves_before_the_opponent_is_there(house: House) -> None:
    ada = house.person()
    match = ada.begin("tictactoe")
    assert match["turn"] is None
    bad(ada.move(match), "conflict")


def test_whoever_watches_cannot_do_anything(house: House) -> None:
    ada, _, match = pair(house, "tictactoe")
    for cyd in (house.person(), house.stranger()):
        assert cyd.see(match)["yours"] == []
        bad(cyd.move(match), "not_allowed")
        for act in ("resign", "offer_draw", "ask_takeback", "next", "rematch", "stop_thinking", "give_up"):
            bad(cyd.act(match, act), "not_allowed")
        bad(cyd.post(f"/api/matches/{match['id']}/say", {"phrase": "hello"}), "not_allowed")
        bad(cyd.post(f"/api/matches/{match['id']}/hint", {}), "not_allowed")
    assert ada.see(match)["number"] == match["number"]


def test_one_moves_only_on_ones_turn_and_for_oneself(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe")
    bad(bo.move(match), "not_allowed")
    after = good(ada.move(match))
    bad(ada.move(after), "not_allowed")
    bad(ada.act(after, "resign", player=1), "not_allowed")


def test_an_invitation_is_for_one_person_and_only_its_owner_sees_it(house: House) -> None:
    ada, bo, cyd = (house.person() for _ in range(3))
    match = ada.begin("tictactoe")
    assert bo.see(match)["invite"] is None
    bad(bo.post(f"/api/matches/{match['id']}/join", {"invite": "guessed"}), "not_allowed")
    bad(ada.post(f"/api/matches/{match['id']}/join", {"invite": match["invite"]}), "conflict")
    joined = bo.join(match)
    assert joined["yours"] == [1]
    assert bo.join(match)["number"] == joined["number"]  # coming back is no second joining
    bad(cyd.post(f"/api/matches/{match['id']}/join", {"invite": match["invite"]}), "conflict")
    assert ada.see(match)["invite"] is None
    assert cyd.see(match)["yours"] == []


def test_a_move_on_a_board_that_has_changed_is_refused(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe")
    after = good(ada.move(match, "b2"))
    bad(bo.move(after, "a1", number=match["number"]), "conflict")
    bad(bo.move(after, "a1", number=after["number"] + 5), "conflict")
    assert "not legal" in bad(bo.move(after, "b2"), "illegal_move")
    assert "not a move" in bad(bo.move(after, "z9"), "illegal_move")
    good(bo.move(after, "a1"))


def test_an_offer_does_not_make_a_move_stale(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe")
    good(bo.act(match, "offer_draw"))
    after = good(ada.move(match))
    assert after["offers"] == []  # it lapsed


# --- acts -------------------------------------------------------------------------------------------------------------


def test_a_draw_is_offered_declined_and_agreed(house: House) -> None:
    ada, bo, match = pair(house, "qango6")
    bad(bo.act(match, "accept_draw"), "conflict")
    assert good(ada.act(match, "offer_draw"))["offers"] == [{"kind": "draw", "by": 0}]
    bad(ada.act(match, "accept_draw"), "conflict")
    assert good(bo.act(match, "decline_draw"))["offers"] == []
    good(ada.act(match, "offer_draw"))
    drawn = good(bo.act(match, "accept_draw"))
    assert drawn["outcome"] == {"winner": None, "reason": "agreed draw", "points": None}
    assert drawn["score"] == [0.5, 0.5]


def test_the_computer_takes_a_draw_unless_it_is_better_off_and_says_why(house: House) -> None:
    ada = house.person()
    for line, colour, answer, agreed in (
        ("tictactoe wbw/bbw/.w. b", "black", "drawn", True),
        ("tictactoe ww./bb./... w", "white", "worse", True),
        ("tictactoe w.w/.../.b. b", "black", "better", False),
    ):
        match = ada.begin("tictactoe", {"kind": "computer", "level": 1}, colour=colour, start=line)
        match = good(ada.act(match, "offer_draw"))
        while match["offers"]:
            match = ada.see(match)
        assert (match["outcome"] is not None) == agreed
        assert match["answer"]["key"] == f"draw.{answer}"
    assert ada.move(match, "b3").json()["answer"] is None


def test_a_takeback_needs_the_opponents_consent(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe")
    bad(ada.act(match, "ask_takeback"), "conflict")
    good(ada.move(match, "b2"))
    asked = good(ada.act(match, "ask_takeback"))
    assert asked["offers"] == [{"kind": "takeback", "by": 0}]
    assert asked["line"] == ["b2"]
    assert good(bo.act(match, "decline_takeback"))["line"] == ["b2"]
    after = good(bo.move(ada.see(match), "a1"))
    good(ada.act(after, "ask_takeback"))
    back = good(bo.act(after, "accept_takeback"))
    assert (back["line"], back["turn"]) == ([], 0)


def test_against_the_computer_a_takeback_leads_to_ones_own_last_turn(house: House) -> None:
    ada = house.person()
    match = ada.begin("tictactoe", {"kind": "computer", "level": 1})
    match = good(ada.move(match, "b2"))
    match = ada.wait(match, "mine")
    assert len(match["line"]) == 2
    back = good(ada.act(match, "ask_takeback"))
    assert (back["line"], back["turn"]) == ([], 0)


def test_a_game_that_was_lost_on_the_board_can_be_taken_back_at_one_screen(house: House) -> None:
    ada = house.person()
    match = ada.begin("tictactoe", "here", start="tictactoe ww./bb./... w")
    ended = good(ada.move(match, "c3"))
    back = good(ada.act(ended, "ask_takeback"))
    assert (back["over"], back["score"], back["games"]) == (False, [0, 0], [])


def test_resigning(house: House) -> None:
    ada, bo, match = pair(house, "muehle")
    good(ada.move(match))
    lost = good(ada.act(match, "resign"))
    assert lost["outcome"] == {"winner": "black", "reason": "resignation", "points": None}
    assert (lost["over"], lost["winner"]) == (True, 1)
    bad(bo.move(lost, "a1"), "conflict")


def test_giving_up_a_round_for_its_stake(house: House) -> None:
    ada, bo, match = pair(house, "bedraengnis")
    assert match["stake"] is None
    bad(ada.act(match, "give_up"), "conflict")
    after = good(ada.move(match))
    assert after["stake"] == 1
    bad(ada.act(after, "give_up"), "conflict")
    given = good(bo.act(after, "give_up"))
    assert given["outcome"] == {"winner": "white", "reason": "gave up", "points": 1}
    assert given["score"] == [1, 0]


@pytest.mark.parametrize("rule", ["alternate", "loser"])
def test_a_rematch_by_the_games_own_rule_of_who_begins(house: House, rule: str) -> None:
    game = next(game for game in dreierlei.games() if game.match.begins == rule and not game.match.give_up)
    ada, bo, match = pair(house, game.id, length=1)
    bad(ada.act(match, "rematch"), "conflict")
    ended = good(ada.act(match, "resign"))
    assert good(bo.act(ended, "rematch"))["offers"] == [{"kind": "rematch", "by": 1}]
    agreed = good(ada.act(ended, "rematch"))
    again = ada.see({"id": agreed["rematch"]})
    first = ["Bo", "Ada"] if rule == "alternate" else ["Ada", "Bo"]
    assert [seat["name"] for seat in again["seats"]] == first  # the first seat begins
    assert again["yours"] == [first.index("Ada")]
    bad(ada.act(ended, "rematch"), "conflict")


def test_a_rematch_against_the_computer_at_once(house: House) -> None:
    ada = house.person()
    match = ada.begin("tictactoe", {"kind": "computer", "level": 1})
    ended = good(ada.act(match, "resign"))
    again = ada.see({"id": good(ada.act(ended, "rematch"))["rematch"]})
    assert again["seats"][0]["computer"] == 1
    assert len(ada.wait(again, "mine")["line"]) == 1


def test_hints_only_where_nobody_is_cheated(house: House) -> None:
    ada, _, match = pair(house, "tictactoe")
    bad(ada.post(f"/api/matches/{match['id']}/hint", {}), "not_allowed")
    alone = ada.begin("tictactoe", "here", start="tictactoe ww./bb./... w")
    hint = good(ada.post(f"/api/matches/{alone['id']}/hint", {}))
    assert hint == {"text": "c3", "targets": ["c3"]}
    good(ada.move(alone, "c3"))
    bad(ada.post(f"/api/matches/{alone['id']}/hint", {}), "conflict")


def test_thinking_can_be_stopped(house: House) -> None:
    ada = house.person()
    match = ada.begin("muehle", {"kind": "computer", "level": 10}, colour="black")
    assert match["thinking"]
    good(ada.act(match, "stop_thinking"))
    assert len(ada.wait(match, "mine")["line"]) == 1


# --- lists and pictures -----------------------------------------------------------------------------------------------


def test_lists_of_matches(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe", public=True)
    house.clock.now += 1
    hidden = ada.begin("tictactoe")
    mine = good(ada.get("/api/matches?list=mine"))
    assert [card["id"] for card in mine] == [hidden["id"], match["id"]]  # type: ignore[index]
    public = [card["id"] for card in bo.get("/api/matches?list=public").json()]
    assert match["id"] in public
    assert hidden["id"] not in public
    assert bo.get("/api/matches?list=mine").json()[0]["yours"] == [1]
    assert house.stranger().get("/api/matches").json() == []


def test_pictures_records_and_codes(house: House) -> None:
    ada = house.person()
    match = ada.begin("muehle")
    place = f"/api/matches/{match['id']}"
    assert "<svg" in ada.get(f"{place}/picture.svg?ply=0&style=dark").text
    assert "GM[5]" in ada.get(f"{place}/sgf").text
    assert "<svg" in ada.get(f"{place}/qr.svg").text
    bad(house.person().get(f"{place}/qr.svg"), "not_allowed")
    bad(ada.get(f"/api/matches/{ada.begin('tictactoe')['id']}/sgf"), "not_found")


def test_an_invitation_is_withdrawn_for_good(house: House, settings: Settings) -> None:
    ada, bo = house.person("Ada"), house.person("Bo")
    match = ada.begin("tictactoe")
    bad(bo.act(match, "cancel"), "not_allowed")
    seen = good(ada.act(match, "cancel"))
    assert seen["over"]
    assert seen["invite"] is None
    bad(ada.act(match, "cancel"), "conflict")
    bad(ada.act(match, "rematch"), "conflict")
    with House.open(settings, house.clock) as again:
        joining = bo.at(again).post(f"/api/matches/{match['id']}/join", {"invite": match["invite"]})
        assert "cancelled" in bad(joining, "conflict")


def test_the_second_player_may_swap_sides(house: House) -> None:
    ada, bo, match = pair(house, "qango6", length=3, swap=1)
    assert (match["swap_after"], match["swap"]) == (1, "begins")
    bad(ada.act(match, "swap"), "conflict")
    match = good(ada.move(match))
    assert match["swap"] == "open"
    bad(ada.act(match, "swap"), "not_allowed")
    swapped = good(bo.act(match, "swap"))
    assert (swapped["swap"], swapped["white"], swapped["turn"], swapped["line"]) == ("taken", 1, 0, match["line"])
    assert swapped["clock"] == match["clock"]
    good(bo.act(swapped, "ask_takeback"))
    back = good(ada.act(ada.see(match), "accept_takeback"))
    assert (back["swap"], back["white"], back["turn"]) == ("open", 0, 1)
    swapped = good(bo.act(back, "swap"))
    won = good(ada.act(swapped, "resign"))
    assert (won["score"], won["games"][0]["white"], won["games"][0]["swapped"]) == ([0, 1], 1, True)
    following = good(ada.act(won, "next"))
    assert (following["white"], following["swap"]) == (0, "begins")  # the loser begins, whoever opened before
    assert Match.read(ada.get(f"/api/matches/{match['id']}/record").text).whites[:2] == [1, 0]


def test_the_computer_opens_for_both_sides(house: House) -> None:
    ada = house.person()
    match = ada.begin("tres", {"kind": "computer", "level": 2, "style": "tricky"}, colour="black", swap=3)
    match = ada.wait(match, "mine")
    assert (len(match["line"]), match["swap"], match["seats"][0]["style"]) == (3, "open", "tricky")
    swapped = ada.wait(good(ada.act(match, "swap")), "mine")
    assert (len(swapped["line"]), swapped["white"]) == (4, 1)
