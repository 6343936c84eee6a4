"""A program that plays over the API, using only the standard library.

    python examples/bot.py http://127.0.0.1:8333/join/ID?invite=CODE     accepts an invitation
    python examples/bot.py http://127.0.0.1:8333 --game qango6            starts a match against the computer

It plays random moves, or with --engine those of the dreierlei engine, and exits at the end of the match.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from collections.abc import Iterator

Answer = dict[str, Any]


class Api:
    """A server, and the token that identifies us there."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self.token = ""
        self.token = self.post("/api/tokens", {"name": name})["token"]

    def post(self, path: str, body: Answer) -> Answer:
        """Sends a message and returns the server's response."""
        with self._open(path, json.dumps(body).encode()) as answer:
            response: Answer = json.load(answer)
            return response

    def events(self, match: str) -> Iterator[Answer]:
        """Yields the match as it stands, and again after everything that happens in it."""
        seen: Answer = {}
        with self._open(f"/api/matches/{match}/events") as stream:
            for line in stream:
                if not line.startswith(b"data: "):
                    continue
                news = json.loads(line.removeprefix(b"data: "))
                if news["type"] == "match":
                    seen = news["match"]
                elif news["type"] == "change":
                    seen = apply(seen, news)
                yield seen

    def _open(self, path: str, body: bytes | None = None) -> Any:
        head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.token}"} if self.token else {})
        try:
            return urlopen(Request(self.address + path, body, head))
        except HTTPError as error:
            raise SystemExit(json.load(error)["error"]["message"]) from None
        except URLError as error:
            raise SystemExit(f"There is no server at {self.address}: {error.reason}.") from None


def apply(match: Answer, news: Answer) -> Answer:
    """Returns the match after a change: named fields are replaced, lists keep their first part and are extended."""
    changed = news["match"]
    for name in ("line", "games"):
        if name in changed:
            part = changed[name]
            changed[name] = match[name][: part["kept"]] + part["added"]
    return {**match, **changed, "number": news["number"]}


def choose(match: Answer, engine: bool) -> str:
    """Returns a move for the player to move."""
    if engine:
        import dreierlei

        position = dreierlei.position(match["start"])
        for move in match["line"]:
            position = position.play(move)
        return dreierlei.analyse(position, seconds=0.5).best.text
    return str(random.choice(match["position"]["moves"])["text"])


def play(api: Api, match: Answer, engine: bool) -> Answer:
    """Plays a match to its end."""
    place = f"/api/matches/{match['id']}"
    number = -1
    for seen in api.events(match["id"]):
        if seen["number"] == number:
            continue  # somebody came or went
        match, number = seen, seen["number"]
        if match["over"]:
            break
        if match["turn"] in match["yours"]:
            api.post(f"{place}/moves", {"move": choose(match, engine), "number": match["number"]})
        elif match["outcome"] is not None and 0 in match["yours"]:
            api.post(f"{place}/actions", {"action": "next", "number": match["number"]})
    return match


def main() -> None:
    """Reads the command line, plays, and prints the result."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("address", help="an invitation link, or the address of a server")
    reader.add_argument("--game", default="tictactoe", help="the game to play against the computer")
    reader.add_argument("--level", type=int, default=3, help="the level of the computer")
    reader.add_argument("--name", default="Bot")
    reader.add_argument("--engine", action="store_true", help="use the dreierlei engine instead of random moves")
    chosen = reader.parse_args()
    parts = urlsplit(chosen.address)
    api = Api(f"{parts.scheme}://{parts.netloc}", chosen.name)
    invite = parse_qs(parts.query).get("invite")
    if invite:
        match = api.post(f"/api/matches/{parts.path.split('/')[-1]}/join", {"invite": invite[0]})
    else:
        computer = {"kind": "computer", "level": chosen.level}
        match = api.post("/api/matches", {"variant": chosen.game, "opponent": computer})
    ended = play(api, match, chosen.engine)
    won = "drawn" if ended["winner"] is None else "won" if ended["winner"] in ended["yours"] else "lost"
    print(f"{won}, {ended['score'][0]:g} : {ended['score'][1]:g}")


if __name__ == "__main__":
    main()
