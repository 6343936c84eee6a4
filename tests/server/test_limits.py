"""How much one client, or one address with many clients, can take from all others."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from dreierlei import puzzles
from dreierlei.errors import DreierleiError
from dreierlei.server import limits as server_limits
from dreierlei.server.addresses import Origins, network
from dreierlei.server.app import create_app
from dreierlei.server.bus import SingleProcess
from dreierlei.server.errors import RequestError
from dreierlei.server.jobs import ADDRESS_SHARE, SHARE, WAITING, Jobs
from dreierlei.server.limits import BURST, LIVE, Limits
from dreierlei.server.metrics import Metrics
from dreierlei.server.settings import Settings
from tests import coroutines
from tests.waiting import PATIENCE, wait_until

from .daemons import SECRET
from .people import House, bad, good

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NEW = {"variant": "tictactoe", "opponent": {"kind": "here"}}


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("testclient", "testclient"),
    ],
)
def test_what_counts_as_one_address(address: str, counted: str) -> None:
    assert network(address) == counted


# --- rates ------------------------------------------------------------------------------------------------------------


def make(rate: float = 2.0, per_address: float = 3.0, **more: Any) -> Limits:
    """Limits whose clock stands still until a test moves it."""
    settings = Settings(database="", secrets=(SECRET,), rate=rate, per_address=per_address, **more)
    return Limits(settings, Origins(), SingleProcess(), Metrics(), lambda: 0.0)


def how_many(take: Callable[[], None], most: int = 10_000) -> tuple[int, str]:
    """How often something is allowed, and why it then is not."""
    for count in range(most):
        try:
            take()
        except RequestError as error:
            assert error.code.status == 429
            return count, error.key
    return most, ""


def test_rates_recover() -> None:
    limits = make()
    assert how_many(lambda: limits.requests.take("a")) == (2 * BURST, "server.too-many")
    limits.requests.take("b")
    limits.now = lambda: 0.6
    limits.requests.take("a")


def test_twenty_free_tokens_at_one_address_get_the_share_of_an_address() -> None:
    limits = make()
    tokens = [f"token {number}" for number in range(20)]
    for token in tokens:
        limits.origins.note(token, "203.0.113.9")
    limits.origins.note("somebody", "203.0.113.10")
    allowed = sum(how_many(lambda token=token: limits.requests.take(token))[0] for token in tokens)  # type: ignore[misc]
    assert allowed == 3 * 2 * BURST
    assert how_many(lambda: limits.requests.take("token 19"))[1] == "server.too-many-address"
    limits.requests.take("somebody")


def test_without_a_rate_there_is_no_limit() -> None:
    limits = make(rate=0)
    assert how_many(lambda: limits.requests.take("a"), 1000) == (1000, "")
    with contextlib.ExitStack() as open_now:
        for _ in range(10 * LIVE):
            open_now.enter_context(limits.live.one("a"))
    assert how_many(lambda: coroutines.run(limits.match("a")), 500) == (500, "")


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[House]:
    """A server with small limits, whose clock of requests stands still."""
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'x.db'}", secrets=(SECRET,), rate=5, matches=4, per_address=2, threads=1
    )
    with House.open(settings) as house:
        house.services.limits.now = lambda: 0.0
        yield house


def test_nobody_may_ask_too_often(strict: House) -> None:
    answers = [strict.client.get("/api/games") for _ in range(51)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert "5 per second" in bad(answers[-1], "too_many")
    assert strict.client.get("/health").status_code == 200
    assert 'dreierlei_limited_total{by="client",limit="requests"' in strict.client.get("/metrics").text


def test_nobody_may_begin_too_many_matches(strict: House) -> None:
    for number in range(2):
        ada = strict.person()
        for _ in range(4):
            good(ada.post("/api/matches", NEW))
        refused = ada.post("/api/matches", NEW)
        assert "4 per hour" in bad(refused, "too_many"), number
        assert refused.headers["retry-after"] == "900"
    assert "your network" in bad(strict.person().post("/api/matches", NEW), "too_many")
    strict.services.limits.now = lambda: 3600.0
    good(strict.person().post("/api/matches", NEW))


def test_matches_are_counted_for_all_workers_together(redis: str, tmp_path: Path) -> None:
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'x.db'}", secrets=(SECRET,), redis=redis, rate=50, matches=4, per_address=2
    )
    with House.open(settings) as one, House.open(settings, one.clock) as two:
        ada = one.person()
        for house in (one, two, one, two):
            good(ada.at(house).post("/api/matches", NEW))
        for house in (one, two):
            bad(ada.at(house).post("/api/matches", NEW), "too_many")
        bo, cleo = one.person(), two.person()
        answers = [person.post("/api/matches", NEW).status_code for person in (bo, cleo, bo, cleo, bo, cleo)]
        assert answers == [200] * 4 + [429] * 2


def test_analyses_and_hints_have_a_limit_of_their_own(strict: House) -> None:
    ada = strict.person()
    match = ada.begin("tictactoe", "here")
    puzzle = next(each.id for each in puzzles.puzzles() if each.game == "tictactoe")
    asked: list[Callable[[], Any]] = [
        lambda: ada.post(f"/api/matches/{match['id']}/hint", {}),
        lambda: ada.get("/api/values", params={"from": "tictactoe", "moves": "a1,b2,c3,a3,a2"}),
        lambda: ada.post(f"/api/puzzles/{puzzle}/hint", {"moves": []}),
        lambda: ada.get("/api/analysis", params={"from": "tictactoe", "seconds": 0.01}),
    ]
    answers = [asked[number % 4]() for number in range(14)]
    assert [answer.status_code for answer in answers[:10]] == [200] * 10
    for answer in answers[10:]:
        assert "hints" in bad(answer, "too_many")
    good(ada.move(match, "b2"))


def test_nobody_has_too_many_live_connections(strict: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict.services.limits.live, "_most", 2)
    monkeypatch.setattr(strict.services.limits.live, "_most_here", 3)
    ada, bo = strict.person(), strict.person()
    match = ada.begin("tictactoe", "here")
    with contextlib.ExitStack() as open_now:
        for person in (ada, ada, bo):
            open_now.enter_context(person.connect(match)).receive_json()
        for person in (ada, bo):
            with pytest.raises(WebSocketDisconnect), person.connect(match):
                pass
            bad(person.get(f"/api/matches/{match['id']}/events"), "too_many")
    wait_until(lambda: not strict.services.limits.live._addresses)
    with bo.connect(match) as again:
        again.receive_json()


def test_messages_of_many_sockets_at_one_address_share_a_limit(strict: House) -> None:
    people = [strict.person() for _ in range(3)]
    match = people[0].begin("tictactoe", "here")
    for person in people[1:]:
        good(person.get("/api/games"))
    answers = 0
    with contextlib.ExitStack() as open_now:
        sockets = [open_now.enter_context(person.connect(match)) for person in people]
        for socket in sockets:
            socket.receive_json()
        for socket in sockets:
            for _ in range(55):
                socket.send_json({"v": 1, "type": "ping"})
            while True:
                try:
                    news = socket.receive_json()
                except WebSocketDisconnect:
                    break
                if news["type"] == "error":
                    break
                answers += news["type"] == "pong"
    assert answers <= 2 * 5 * BURST


# --- proxies ----------------------------------------------------------------------------------------------------------


def forwarded(settings: Settings, peer: str, claimed: str) -> str:
    """The address at which a request is counted that comes from `peer` and claims another."""
    from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

    app: Any = create_app(settings)
    behind: Any = ProxyHeadersMiddleware(app, list(settings.proxies))
    with TestClient(app), TestClient(behind, client=(peer, 1)) as client:
        good(client.post("/api/tokens", json={}, headers={"X-Forwarded-For": claimed}))
        return str(app.state.services.origins.all()[0][1])


def test_only_a_proxy_may_name_the_address_of_a_client(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'x.db'}", secrets=(SECRET,), proxies=("10.0.0.0/8",))
    assert forwarded(settings, "203.0.113.9", "198.51.100.1") == "203.0.113.9"
    assert forwarded(settings, "10.1.2.3", "198.51.100.1") == "198.51.100.1"
    assert forwarded(settings, "10.1.2.3", "192.0.2.66, 2001:db8::1") == "2001:db8::/64"


def test_proxies_are_addresses() -> None:
    read = Settings.read({"DREIERLEI_SECRET": SECRET, "DREIERLEI_PROXIES": "10.0.0.0/8 ::1"})
    assert read.proxies == ("10.0.0.0/8", "::1")
    with pytest.raises(DreierleiError, match="DREIERLEI_PROXIES"):
        Settings.read({"DREIERLEI_SECRET": SECRET, "DREIERLEI_PROXIES": "nginx"})


# --- the computer's time ----------------------------------------------------------------------------------------------


class Crowd:
    """Searches of many clients. Each waits for its gate, so that nothing ends by itself."""

    def __init__(self, threads: int = 1) -> None:
        self.origins = Origins()
        self.jobs = Jobs(Metrics(), threads, address_of=self.origins.of)
        self.gate = threading.Event()
        self.done: list[str] = []

    def wish(self, client: str, address: str) -> asyncio.Future[None]:
        self.origins.note(client, address)

        def work(_: object) -> None:
            self.gate.wait(PATIENCE)
            self.done.append(client)

        return asyncio.ensure_future(self.jobs.run(client, work))

    async def wishes(self, client: str, address: str, count: int) -> list[asyncio.Future[None]]:
        made = [self.wish(client, address) for _ in range(count)]
        await asyncio.sleep(0)
        return made

    async def end(self, wishes: list[asyncio.Future[None]]) -> list[BaseException]:
        self.gate.set()
        results = await asyncio.gather(*wishes, return_exceptions=True)
        self.jobs.close()
        return [result for result in results if result is not None]


def test_searches_are_done_in_turn() -> None:
    async def run() -> tuple[list[str], int]:
        crowd = Crowd()
        wishes = await crowd.wishes("slow", "there", 1)
        wishes += await crowd.wishes("greedy", "here", SHARE + 2)
        wishes += await crowd.wishes("modest", "here", 1)
        return crowd.done, len(await crowd.end(wishes))

    done, refused = coroutines.run(run())
    assert refused == 1  # one runs at once, beside that of another address
    assert done.index("modest") <= 3
    assert done.count("greedy") == SHARE + 1


def test_twenty_tokens_cannot_fill_all_places() -> None:
    async def run() -> tuple[int, int, list[BaseException]]:
        crowd = Crowd()
        wishes = []
        for token in range(20):
            wishes += await crowd.wishes(f"token {token}", "203.0.113.9", SHARE)
        waiting = crowd.jobs.waiting
        others = await crowd.wishes("somebody", "203.0.113.10", SHARE)
        refused = [each for each in others if each.done()]
        failures = await crowd.end([*wishes, *others])
        return waiting, len(refused), failures

    waiting, refused, failures = coroutines.run(run())
    assert waiting <= ADDRESS_SHARE < WAITING
    assert refused == 0
    assert all(isinstance(failure, RequestError) for failure in failures)


def test_whoever_has_the_most_gives_up_a_place_to_a_newcomer() -> None:
    async def run() -> tuple[int, bool, int]:
        crowd = Crowd()
        wishes = []
        for address in range(WAITING // ADDRESS_SHARE + 1):
            for token in range(ADDRESS_SHARE // SHARE + 1):
                wishes += await crowd.wishes(f"{address} {token}", f"203.0.113.{address}", SHARE)
        full = crowd.jobs.waiting
        modest = crowd.wish("somebody", "198.51.100.1")
        await asyncio.sleep(0)
        admitted = not modest.done()
        still = crowd.jobs.waiting
        await crowd.end([*wishes, modest])
        return full, admitted, still

    assert coroutines.run(run()) == (WAITING, True, WAITING)


def test_the_searches_of_one_address_never_occupy_all_threads() -> None:
    """However long they take, a search from another address begins."""

    async def run() -> None:
        crowd = Crowd(threads=2)
        wishes = []
        for token in range(20):
            wishes += await crowd.wishes(f"token {token}", "203.0.113.9", SHARE)
        crowd.origins.note("child", "203.0.113.10")
        async with asyncio.timeout(PATIENCE):
            assert await crowd.jobs.run("child", lambda _: "moved") == "moved"
        await crowd.end(wishes)

    coroutines.run(run())


def test_what_waits_for_a_client_that_has_gone_is_dropped() -> None:
    async def run() -> tuple[int, int, list[str]]:
        crowd = Crowd()
        first = await crowd.wishes("slow", "here", 1)
        wishes = await crowd.wishes("gone", "here", SHARE)
        before = crowd.jobs.waiting
        for wish in wishes:
            wish.cancel()
        await asyncio.gather(*wishes, return_exceptions=True)
        after = crowd.jobs.waiting
        await crowd.end(first)
        return before, after, crowd.done

    assert coroutines.run(run()) == (SHARE, 0, ["slow"])


def test_hints_of_a_client_that_has_gone_are_dropped(house: House) -> None:
    """A request is ended by the client's going, not only a stream."""
    ada = house.person()
    match = ada.begin("muehle", "here")
    app: Any = house.client.app
    jobs = house.rooms.jobs
    gate = threading.Event()

    async def ask() -> int:
        blocked = [asyncio.ensure_future(jobs.run("other", lambda _: gate.wait(PATIENCE))) for _ in range(jobs.threads)]
        house.services.origins.note("other", "127.0.0.1")
        left = asyncio.Event()
        heads = [(b"authorization", ada.head["Authorization"].encode()), (b"host", b"x")]
        scope = {
            **{"type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", "query_string": b""},
            **{"path": f"/api/matches/{match['id']}/hint", "headers": heads, "client": ("127.0.0.1", 1)},
            **{"server": ("x", 80), "asgi": {"version": "3.0", "spec_version": "2.3"}, "root_path": "", "state": {}},
        }
        sent = False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await left.wait()
            return {"type": "http.disconnect"}

        status = 0

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)

        call = asyncio.ensure_future(app(scope, receive, send))
        while not jobs.waiting:
            await asyncio.sleep(0.01)
        left.set()
        await call
        assert jobs.waiting == 0
        gate.set()
        await asyncio.gather(*blocked)
        return status

    assert house.client.portal is not None
    assert house.client.portal.call(ask) == 499


def test_limits_of_a_body_and_a_message_are_small() -> None:
    assert server_limits.FRAME <= server_limits.BODY <= 1024 * 1024
