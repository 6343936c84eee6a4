"""Matches that pages have kept and send to the server."""

from __future__ import annotations

from typing import Any

from .people import House, bad, good

GAME = "tictactoe"
LOG = [
    "999990000000 move 0 b2",
    "999990001000 move 1 a3",
    "999990002000 takeback 0 2",
    "999990003000 move 0 a1",
    "999990004000 offer 0 draw",
    "999990005000 decline 1 draw early",
    "999990006000 resign 1",
    "999990007000 next 1",
    "999990008000 move 1 b2",
]


def sent(log: list[str], opponent: str = "here", **more: Any) -> dict[str, Any]:
    settings = {"variant": GAME, "opponent": {"kind": opponent}, "colour": "white", "length": 3, **more}
    return {"settings": settings, "at": 999_000.0, "log": log}


def test_a_kept_match_goes_on_where_it_was(house: House) -> None:
    house.clock.now = 1_000_000_000.0
    ada = house.person("Ada")
    match = good(ada.post("/api/kept-matches", sent(LOG)))
    assert (match["number"], match["round"], match["line"]) == (len(LOG), 2, ["b2"])
    assert (match["score"], match["white"], match["yours"]) == ([1, 0], 1, [0, 1])
    assert [game["reason"] for game in match["games"]] == ["resignation"]
    again = good(ada.get(f"/api/matches/{match['id']}"))
    assert again == match
    assert good(ada.move(match))["line"][0] == "b2"


def test_what_cannot_have_happened_is_refused(house: House) -> None:
    ada = house.person()
    for entry, code in (
        ("6 move 1 b2", "illegal_move"),
        ("6 move 1 b9", "illegal_move"),
        ("6 takeback 0 2", "conflict"),
        ("6 decline 0 draw maybe", "bad_request"),
        ("6 join 0 Eve", "bad_request"),
    ):
        bad(ada.post("/api/kept-matches", sent(["5 move 0 b2", entry])), code)
    bad(ada.post("/api/kept-matches", sent([], "friend")), "bad_request")
    assert ada.get("/api/matches?list=mine").json() == []
