"""What others see of a link: previews without secrets, pictures, and the one page that may be framed."""

from __future__ import annotations

import io
import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from PIL import Image

import dreierlei
from dreierlei import messages
from dreierlei.server.previews import HEIGHT, WIDTH

from .people import View, bad, good

if TYPE_CHECKING:
    from .people import House

GAME = dreierlei.games()[1]


def tags(house: House, path: str, language: str = "en") -> dict[str, str]:
    """The Open Graph tags of a page."""
    answer = house.client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    found = re.findall(r'<meta property="([^"]+)" content="([^"]*)">', answer.text)
    return {name: unescape(text) for name, text in found}


def image(house: House, address: str) -> bytes:
    answer = house.client.get(address.removeprefix("http://testserver"))
    assert answer.headers["content-type"] == "image/png"
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == (WIDTH, HEIGHT)
    return answer.content


def begun(house: House, *, public: bool) -> tuple[View, View]:
    """A match as it was offered, and as it is after a move."""
    host, guest = house.person("Ada"), house.person("Quirin")
    match = host.begin(GAME.id, public=public)
    guest.join(match)
    first = host.see(match)
    move = first["position"]["moves"][0]["text"]
    moved = good(host.post(f"/api/matches/{match['id']}/moves", {"move": move, "number": first["number"]}))
    return match, moved


def test_a_public_match_shows_who_plays_and_how_it_stands(house: House) -> None:
    match, moved = begun(house, public=True)
    found = tags(house, f"/match/{match['id']}")
    assert found["og:title"] == f"Ada – Quirin: {GAME.names['en']}"
    assert moved["line"][0] in found["og:description"]
    assert found["og:url"] == f"http://testserver/match/{match['id']}"
    assert image(house, found["og:image"]) != image(house, f"/api/games/{GAME.id}/picture.png")
    german = tags(house, f"/match/{match['id']}", "de-LU,de;q=0.9")
    assert german["og:title"] == f"Ada – Quirin: {GAME.names['de']}"


@pytest.mark.parametrize("page", ["match/{id}", "match/{id}/review", "join/{id}?invite={invite}", "join/{id}"])
def test_the_preview_of_a_private_match_tells_only_the_game(house: House, page: str) -> None:
    match, moved = begun(house, public=False)
    answer = house.client.get("/" + page.format(**match))
    head = answer.text
    found = tags(house, "/" + page.format(**match))
    assert GAME.names["en"] in found["og:title"]
    for secret in ("Ada", "Quirin", match["invite"], moved["position"]["line"], moved["position"]["stones"]):
        assert secret not in head
    assert found["og:image"] == f"http://testserver/api/games/{GAME.id}/picture.png"
    assert "invite" not in found["og:url"]


def test_an_invitation_to_a_public_match_tells_only_the_game(house: House) -> None:
    match, _ = begun(house, public=True)
    found = tags(house, f"/join/{match['id']}?invite={match['invite']}")
    said = messages.say("en", "preview.invitation", game=GAME.names["en"])
    assert found["og:title"] == said
    assert match["invite"] not in " ".join(found.values())


def test_names_cannot_break_out_of_a_preview(house: House) -> None:
    host = house.person('"><script>alert(1)</script>')
    match = host.begin(GAME.id, public=True)
    text = house.client.get(f"/match/{match['id']}").text
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_an_analysis_shows_its_position(house: House) -> None:
    move = dreierlei.start(GAME.id).moves()[3].text
    found = tags(house, f"/analysis?from={GAME.id}&moves={move}")
    assert move in found["og:description"]
    assert image(house, found["og:image"]) != image(house, f"/api/picture.png?from={GAME.id}")


@pytest.mark.parametrize(
    "path", ["/", "/match/nothing-here", "/analysis?from=nothing", "/analysis", "/rules/nothing", "/match/x/y/z", "/x"]
)
def test_what_is_nothing_has_no_preview(house: House, path: str) -> None:
    assert tags(house, path) == {}


def test_pages_say_that_they_are_unchanged(house: House) -> None:
    first = house.client.get(f"/rules/{GAME.id}")
    again = house.client.get(f"/rules/{GAME.id}", headers={"If-None-Match": first.headers["etag"]})
    assert (first.status_code, again.status_code) == (200, 304)


def test_games_as_animated_pictures(house: House) -> None:
    match, moved = begun(house, public=False)
    for path in (
        f"/api/matches/{match['id']}/games/0/animation.svg?style=dark",
        f"/api/animation.svg?from={GAME.id}&moves={moved['line'][0]}&seconds=0.5",
    ):
        answer = house.client.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "@keyframes" in answer.text
        assert moved["line"][0] in answer.text
        policy = answer.headers.get_list("content-security-policy")
        assert len(policy) == 1
        assert "default-src 'none'" in policy[0]
        assert "script-src" not in policy[0]
    assert house.client.get(f"/api/matches/{match['id']}/games/7/animation.svg").status_code == 404
    assert house.client.get(f"/api/animation.svg?from={GAME.id}&seconds=0").status_code == 400


@pytest.mark.parametrize("path", ["/embed", "/embed?from=x", "/embed/match/abcdefgh"])
def test_an_embedded_page_may_be_framed(house: House, path: str) -> None:
    headers = house.client.get(path).headers
    assert "frame-ancestors *" in headers["content-security-policy"]
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "x-frame-options" not in headers


@pytest.mark.parametrize("path", ["/", "/match/abcdefgh", "/embedded", "/api/games", "/web/app.js", "/embe"])
def test_no_other_page_may_be_framed(house: House, path: str) -> None:
    headers = house.client.get(path).headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"


def test_only_those_who_watch_a_public_match_may_analyse_it(house: House) -> None:
    for public in (True, False):
        host, watcher = house.person(), house.person()
        match = host.begin(GAME.id, "here", public=public)
        path = f"/api/matches/{match['id']}/analysis?ply=0&seconds=0.05&lines=1"
        assert bad(host.get(path), "not_allowed") == messages.say("en", "server.analysis-player")
        if public:
            answer = watcher.get(path)
            assert "event: end" in answer.text
            assert '"moves"' in answer.text
        else:
            assert bad(watcher.get(path), "not_allowed") == messages.say("en", "server.analysis-private")
        good(host.post(f"/api/matches/{match['id']}/actions", {"action": "resign", "number": match["number"]}))
        for person in (host, watcher):
            assert "event: end" in person.get(path).text
