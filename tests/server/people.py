"""People who play on a server, and a clock that only the tests move."""

from __future__ import annotations

import contextlib
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.testclient import TestClient

from dreierlei.server.app import create_app
from tests.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from httpx2 import Response
    from starlette.testclient import WebSocketTestSession

    from dreierlei.server.rooms import Rooms
    from dreierlei.server.services import Services
    from dreierlei.server.settings import Settings

View = dict[str, Any]


@dataclass
class Clock:
    """Tells the time that it was set to."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class House:
    """A server with its clock."""

    client: TestClient
    clock: Clock

    @classmethod
    @contextlib.contextmanager
    def open(cls, settings: Settings, clock: Clock | None = None) -> Iterator[House]:
        clock = clock or Clock()
        app = create_app(settings, clock)
        with TestClient(app, raise_server_exceptions=False, client=("127.0.0.1", 1)) as client:
            yield cls(client, clock)

    @property
    def services(self) -> Services:
        services: Services = self.client.app.state.services  # type: ignore[attr-defined]
        return services

    @property
    def rooms(self) -> Rooms:
        return self.services.rooms

    def person(self, name: str | None = None) -> Somebody:
        token = self.client.post("/api/tokens", json={"name": name}).json()["token"]
        return Somebody(self, token)

    def stranger(self) -> Somebody:
        """Somebody without a token."""
        return Somebody(self, None)

    def sweep(self) -> None:
        """What the server does every second."""
        assert self.client.portal is not None
        self.client.portal.call(self.rooms.sweep)


@dataclass
class Somebody:
    """A client with a token."""

    house: House
    token: str | None
    lot: random.Random = field(default_factory=lambda: random.Random(1))

    @property
    def head(self) -> dict[str, str]:
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    def at(self, house: House) -> Somebody:
        """The same person at another worker."""
        return Somebody(house, self.token)

    def get(self, path: str, **more: Any) -> Response:
        return self.house.client.get(path, headers=self.head, **more)

    def post(self, path: str, json: object) -> Response:
        self.house.client.cookies.clear()
        return self.house.client.post(path, json=json, headers=self.head)

    # --- matches --------------------------------------------------------------------------------------------------

    def begin(self, variant: str, opponent: str | dict[str, Any] = "friend", **more: Any) -> View:
        kind = {"kind": opponent} if isinstance(opponent, str) else opponent
        return good(self.post("/api/matches", {"variant": variant, "opponent": kind, "colour": "white", **more}))

    def join(self, match: View, **more: Any) -> View:
        return good(self.post(f"/api/matches/{match['id']}/join", {"invite": match["invite"], **more}))

    def see(self, match: View) -> View:
        return good(self.get(f"/api/matches/{match['id']}"))

    def move(self, match: View, move: str | None = None, number: int | None = None) -> Response:
        """Plays a move, or any one, in the match as it was seen."""
        text = move or self.lot.choice(match["position"]["moves"])["text"]
        number = match["number"] if number is None else number
        return self.post(f"/api/matches/{match['id']}/moves", {"move": text, "number": number})

    def act(self, match: View, act: str, **more: Any) -> Response:
        number = self.see(match)["number"]
        return self.post(f"/api/matches/{match['id']}/actions", {"action": act, "number": number, **more})

    def connect(self, match: View, after: int | None = None) -> WebSocketTestSession:
        address = f"/api/matches/{match['id']}/live" + ("" if after is None else f"?after={after}")
        return self.house.client.websocket_connect(address, headers=self.head)

    def wait(self, match: View, until: str) -> View:
        """The match once it is somebody's turn (`mine`) or its game is over (`end`); computers take their time."""

        def reached() -> View | None:
            seen = self.see(match)
            return seen if seen["outcome"] is not None or (until == "mine" and seen["turn"] in seen["yours"]) else None

        return wait_until(reached)


def after_news(match: View, news: View) -> View:
    """The match as a client knows it after news of it."""
    if news["type"] == "match":
        whole: View = news["match"]
        return whole
    assert news["after"] == match["number"], "a change is missing"
    changed = dict(news["match"])
    for name in ("line", "games"):
        if name in changed:
            changed[name] = match[name][: changed[name]["kept"]] + changed[name]["added"]
    return {**match, **changed, "number": news["number"]}


def good(response: Response) -> View:
    """What an answer says, which is no failure."""
    assert response.status_code == 200, response.text
    found: View = response.json()
    return found


def bad(response: Response, code: str) -> str:
    """The sentence of a failure with this code."""
    failure = response.json()
    assert set(failure) == {"error"}, failure
    assert failure["error"]["code"] == code, failure
    message: str = failure["error"]["message"]
    assert message.endswith((".", "!", "?"))
    assert "\n" not in message
    return message
