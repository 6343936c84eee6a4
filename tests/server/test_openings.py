"""The explorer: exact values, book, self-play, and the games played on this server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dreierlei import openings, position, start
from dreierlei.book import canonical
from dreierlei.server import played
from tests import coroutines

from .people import House, good
from .test_matches import pair

if TYPE_CHECKING:
    import pytest

MOVES = ("a1", "b2", "a2", "a3", "c1", "b1", "c3", "c2", "b3")


def explored(house: House, moves: str = "", game: str = "tictactoe") -> dict[str, dict[str, Any]]:
    answer = house.client.get("/api/openings", params={"from": game, "moves": moves})
    assert answer.status_code == 200, answer.text
    return {each["text"]: each for each in answer.json()["moves"]}


def test_finished_games_are_counted_up_to_symmetry_and_others_are_not(house: House) -> None:
    ada, bo, match = pair(house, "tictactoe")
    for number, move in enumerate(MOVES):
        match = good((ada, bo)[number % 2].move(match, move))
        if number == 3:  # it is not over yet
            assert explored(house)["a1"]["played"]["games"] == 0
    house.clock.now += played.RENEW
    found = explored(house)
    draw = {"white": 0, "draws": 1, "black": 0, "games": 1}
    assert [found[corner]["played"] for corner in ("a1", "a3", "c1", "c3")] == [draw] * 4
    assert found["b2"]["played"]["games"] == 0
    assert explored(house, "c3")["b2"]["played"] == draw
    # It is counted once, and the next look comes later.
    house.clock.now += 2 * played.RENEW
    assert explored(house)["a1"]["played"] == draw
    ada, bo, match = pair(house, "tictactoe")
    match = good(ada.move(match, "b2"))
    good(bo.act(match, "resign"))
    assert explored(house)["b2"]["played"]["games"] == 0
    house.clock.now += played.RENEW
    assert explored(house)["b2"]["played"] == {"white": 1, "draws": 0, "black": 0, "games": 1}


def test_a_batch_at_a_time_and_a_limited_memory(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another worker counts the same matches: here two, one after the other."""
    monkeypatch.setattr(played, "BATCH", 1)
    counted = played.Played(house.rooms.store, lambda: 0.0)
    corner, centre = (start("tictactoe").play(text) for text in ("a1", "b2"))
    coroutines.run(counted.refresh())
    assert (counted.tally(corner).games, counted.tally(centre).games) == (1, 0)
    coroutines.run(counted.refresh())
    assert (counted.tally(corner).games, counted.tally(centre).games) == (1, 1)
    monkeypatch.setattr(played, "MOST", 1)
    few = played.Played(house.rooms.store, lambda: 0.0)
    coroutines.run(few.refresh())
    assert few.tally(corner).games == 1
    assert few.tally(corner.play("b2")).games == 0


def test_values_book_and_self_play(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    after = start("tres").play("NEo")
    monkeypatch.setattr(openings, "self_play", lambda _: {canonical(after): openings.Tally(3, 2, 1)})
    first = explored(house, "a1")
    assert first["b2"]["value"]["winner"] is None
    assert first["a2"]["value"]["winner"] == "white"
    assert next(iter(first)) == "b2"
    tres = explored(house, "", "tres")
    assert all(each["value"] is None and each["book"] is not None for each in tres.values())
    assert tres["NEo"]["self_play"] == {"white": 3, "draws": 2, "black": 1, "games": 6}
    (row,) = house.client.get("/api/truth/tres", params={"language": "en"}).json()["statistics"]
    assert (len(row["moves"]), row["tally"]["games"]) == (1, 6)
    over = house.client.get("/api/openings", params={"from": "tictactoe bbb/ww./w.. w"}).json()
    assert over == {"moves": [], "evidence": False}
    assert openings.explore(position("tictactoe bbb/ww./w.. w")) == ()
