"""Moves over real connections, where short texts are read without tasks and queues, in frames of every form."""

from __future__ import annotations

import contextlib
import gc
import json
import re
import socket
from collections import Counter
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from websockets.frames import Frame, Opcode

from dreierlei.server import live
from dreierlei.server.connections import LimitedProtocol
from dreierlei.server.errors import RequestError
from dreierlei.server.frames import Frames
from dreierlei.server.live_protocol import LiveProtocol
from dreierlei.server.settings import Settings
from dreierlei.server.wire.errors import Code
from dreierlei.server.writer import Writer
from tests.waiting import PATIENCE, wait_until

from .daemons import SECRET
from .test_connections import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dreierlei.server.writer import Settled, Write

Pieces = list[bytes]


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder: Path = tmp_path_factory.mktemp("direct")
    with serving(Settings(database=f"sqlite:///{folder / 'x.db'}", secrets=(SECRET,), rate=0)) as port:
        yield port


class Client:
    """A page that writes its frames itself."""

    def __init__(self, port: int, match: str, token: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        head = (
            f"GET /api/matches/{match}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        self.socket.sendall(head.encode())
        self._buffer = b""
        while b"\r\n\r\n" not in self._buffer:
            self._fill()
        self._buffer = self._buffer.partition(b"\r\n\r\n")[2]

    def receive(self) -> tuple[int, bytes]:
        """The kind of the next frame, and what is in it."""
        head = self._exactly(2)
        size = head[1]
        if size > 125:
            size = int.from_bytes(self._exactly(2 if size == 126 else 8), "big")
        return head[0] & 15, self._exactly(size)

    def news(self) -> dict[str, Any]:
        kind, text = self.receive()
        assert kind == Opcode.TEXT, text
        found: dict[str, Any] = json.loads(text)
        return found

    def line(self, number: int) -> dict[str, Any]:
        """The change that leads to a number."""
        while (news := self.news())["type"] == "error" or news["number"] < number:
            assert news["type"] != "error", news
        assert news["number"] == number
        added: dict[str, Any] = news["match"]["line"]
        return added

    def _exactly(self, size: int) -> bytes:
        while len(self._buffer) < size:
            self._fill()
        found, self._buffer = self._buffer[:size], self._buffer[size:]
        return found

    def _fill(self) -> None:
        chunk = self.socket.recv(65536)
        assert chunk, "the connection has ended"
        self._buffer += chunk


@pytest.fixture
def page(port: int) -> Iterator[Client]:
    """Somebody who plays for both sides."""
    with sitting_down(port) as client:
        yield client


@contextlib.contextmanager
def sitting_down(port: int) -> Iterator[Client]:
    address = f"http://127.0.0.1:{port}/api"
    token = httpx2.post(f"{address}/tokens", json={}, timeout=PATIENCE).json()["token"]
    wanted = {"variant": "qango6", "opponent": {"kind": "here"}}
    head = {"Authorization": f"Bearer {token}"}
    match = httpx2.post(f"{address}/matches", json=wanted, headers=head, timeout=PATIENCE).json()
    client = Client(port, match["id"], token)
    with client.socket:
        assert client.news()["type"] == "match"
        yield client


def text(message: str | bytes, final: bool = True, opcode: Opcode = Opcode.TEXT) -> bytes:
    data = message.encode() if isinstance(message, str) else message
    return bytes(Frame(opcode, data, final).serialize(mask=True))


def move(name: str, number: int, blanks: int = 0) -> str:
    return json.dumps({"v": 1, "type": "move", "move": name, "number": number}) + " " * blanks


def in_parts(message: str) -> bytes:
    half = len(message) // 2
    return text(message[:half], False) + text(message[half:], True, Opcode.CONT)


def cut(frame: bytes, at: int) -> Pieces:
    return [frame[:at], frame[at:]]


def bytewise(frame: bytes) -> Pieces:
    return [frame[at : at + 1] for at in range(len(frame))]


FORMS: dict[str, Callable[[str, str], Pieces]] = {
    "two frames": lambda one, two: [text(one), text(two)],
    "two frames at once": lambda one, two: [text(one) + text(two)],
    "byte by byte": lambda one, two: [*bytewise(text(one)), text(two)],
    "cut in the head": lambda one, two: [*cut(text(one), 1), text(two)],
    "cut after the head": lambda one, two: [*cut(text(one), 7), text(two)],
    "one and a half": lambda one, two: cut(text(one) + text(two), len(text(one)) + 9),
    "after a ping": lambda one, two: [text(b"?", opcode=Opcode.PING) + text(one), text(two)],
    "a ping cut in two": lambda one, two: [*bytewise(text(b"?", opcode=Opcode.PING)), text(one), text(two)],
    "in parts": lambda one, two: [in_parts(one), text(two)],
    "long ones": lambda one, two: [text(one + " " * 200), text(two + " " * 3000)],
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_moves_are_read_in_order_whatever_their_frames(page: Client, form: Callable[[str, str], Pieces]) -> None:
    for part in form(move("a1", 0), move("b1", 1)):
        page.socket.sendall(part)
    seen: list[dict[str, Any]] = []
    while len(seen) < 2:
        kind, data = page.receive()
        if kind == Opcode.TEXT:
            seen.append(json.loads(data)["match"]["line"])
    assert seen == [{"kept": 0, "added": ["a1"]}, {"kept": 1, "added": ["b1"]}]
    page.socket.sendall(text(move("c1", 2)))
    assert page.line(3) == {"kept": 2, "added": ["c1"]}


def test_a_part_of_a_message_is_not_a_message(page: Client) -> None:
    """A whole text where the rest of another one must come."""
    page.socket.sendall(text("{", final=False))
    page.socket.sendall(text(move("a1", 0)))
    kind, data = page.receive()
    assert (kind, int.from_bytes(data[:2], "big")) == (Opcode.CLOSE, 1002)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (text(b"\xff\xfe"), 1007),
        (text(b"{}", opcode=Opcode.BINARY), 1003),
        (bytes(Frame(Opcode.TEXT, b"{}").serialize(mask=False)), 1002),
        (b"\xc1" + text("{}")[1:], 1002),
    ],
    ids=["not a text", "bytes", "without a mask", "a reserved bit"],
)
def test_what_a_page_never_sends_ends_the_connection(page: Client, frame: bytes, code: int) -> None:
    page.socket.sendall(frame)
    kind, data = page.receive()
    assert (kind, int.from_bytes(data[:2], "big")) == (Opcode.CLOSE, code)


def test_what_cannot_be_is_refused_and_play_goes_on(page: Client) -> None:
    for wrong, code in (
        (move("a9", 0), "illegal_move"),
        (move("a1", 7), "conflict"),
        (move("a1", -1), "bad_request"),
        ("", "bad_request"),
        ("[]", "bad_request"),
        ('{"v": 1, "type": "move"}', "bad_request"),
    ):
        page.socket.sendall(text(wrong))
        assert page.news()["error"]["code"] == code
    page.socket.sendall(text(move("a1", 0)))
    assert page.line(1) == {"kept": 0, "added": ["a1"]}


def test_moves_that_come_at_once(page: Client) -> None:
    """A move that was overtaken by another one is refused; what comes after it is not."""
    page.socket.sendall(text(move("a1", 0)) + text(move("a2", 0)) + text(move("b2", 1)))
    found = [page.news() for _ in range(3)]
    assert [news["type"] for news in found] == ["change", "error", "change"]
    assert found[1]["error"]["code"] == "conflict"
    assert found[2]["match"]["line"] == {"kept": 1, "added": ["b2"]}


def test_a_move_that_cannot_be_written_is_refused(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    away = RequestError(Code.UNAVAILABLE, "server.database-read-only")

    def fail(_: Writer, batch: list[Write]) -> list[Settled]:
        return [(write.tell, away) for write in batch]

    with monkeypatch.context() as patch:
        patch.setattr(Writer, "_write", fail)
        page.socket.sendall(text(move("a1", 0)))
        assert page.news()["error"]["code"] == "unavailable"
    page.socket.sendall(text(move("a1", 0)))
    assert page.line(1) == {"kept": 0, "added": ["a1"]}


def test_a_move_that_another_worker_has_overtaken_is_tried_again(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    write, times = Writer._write, 0

    def overtaken(writer: Writer, batch: list[Write]) -> list[Settled]:
        nonlocal times
        times += 1
        return [(each.tell, False) for each in batch] if times == 1 else write(writer, batch)

    monkeypatch.setattr(Writer, "_write", overtaken)
    page.socket.sendall(text(move("a1", 0)))
    assert page.line(1) == {"kept": 0, "added": ["a1"]}
    assert times == 2


def test_a_message_counts_once_even_if_it_has_to_wait(tmp_path: Path) -> None:
    """A move by somebody who claims to know more than we do: what other workers wrote is read first."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'x.db'}", secrets=(SECRET,), rate=1)
    with serving(settings) as port, sitting_down(port) as page:
        for _ in range(7):
            page.socket.sendall(text(move("a1", 7)))
            assert page.news()["error"]["code"] == "conflict"


def test_a_game_ends_and_the_next_one_begins(page: Client) -> None:
    page.socket.sendall(text(json.dumps({"v": 1, "type": "action", "action": "resign", "number": 0, "player": 0})))
    ended = page.news()
    assert (ended["number"], ended["match"]["outcome"]["reason"]) == (1, "resignation")
    page.socket.sendall(text(json.dumps({"v": 1, "type": "action", "action": "next", "number": 1})))
    assert page.news()["error"]["code"] == "conflict"  # it was a match of one game


def test_who_moves_without_end_is_cut_off(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'x.db'}", secrets=(SECRET,), rate=1)
    with serving(settings) as port, sitting_down(port) as page:
        kinds: Counter[str] = Counter()
        with contextlib.suppress(ConnectionError, AssertionError):  # what was still on its way may get lost
            for _ in range(10 * live.EXCESS):
                page.socket.sendall(text(move("a1", 0)))
            while (received := page.receive())[0] == Opcode.TEXT:
                news = json.loads(received[1])
                kinds[news["error"]["code"] if news["type"] == "error" else news["type"]] += 1
            assert int.from_bytes(received[1][:2], "big") == 1008
        assert kinds["too_many"] <= live.EXCESS + 1
        assert kinds["conflict"] < 10 * live.EXCESS


def test_pings_and_parts_without_end_are_cut_off(tmp_path: Path) -> None:
    """Nobody counts them but the protocol, and thousands of them arrive together."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'x.db'}", secrets=(SECRET,), rate=2)
    many = 5000
    ping, part = text(b"", opcode=Opcode.PING), text(b"", final=False, opcode=Opcode.CONT)
    with serving(settings) as port:
        for flood in (
            [ping * many],
            [text(b"", opcode=Opcode.PONG) * many],
            [text(b"", final=False) + part * many],
            cut(ping * many, 1),
            cut(in_parts("{}") + ping * many, 3),
        ):
            with sitting_down(port) as page:
                with contextlib.suppress(ConnectionError):
                    for piece in flood:
                        page.socket.sendall(piece)
                pongs = 0
                with contextlib.suppress(ConnectionError, AssertionError):
                    while page.receive()[0] == Opcode.PONG:
                        pongs += 1
                assert pongs < many // 10
        counted = httpx2.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
        assert re.search(r'dreierlei_limited_total{by="client",limit="frames".*} 5.0', counted)


def test_only_who_is_silent_is_pinged(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    due: list[LiveProtocol] = []

    def make_appointment(connection: LiveProtocol) -> None:
        due.append(connection)

    monkeypatch.setattr(LiveProtocol, "schedule_ping", make_appointment)

    def check() -> None:
        connection = due.pop()
        connection.loop.call_soon_threadsafe(connection.send_keepalive_ping)

    with sitting_down(port) as page:

        def answered() -> None:
            page.socket.sendall(text('{"v": 1, "type": "ping"}'))
            assert page.news()["type"] == "pong"

        for _ in range(2):
            answered()
            check()
            wait_until(lambda: due)
        check()  # nothing has come since the last one
        kind, payload = page.receive()
        assert kind == Opcode.PING
        page.socket.sendall(text(payload, opcode=Opcode.PONG))
        wait_until(lambda: due)
        check()
        wait_until(lambda: due)
        answered()


def test_a_closed_connection_is_freed_at_once(port: int) -> None:
    """Collecting garbage takes everybody's time, the more the more people play."""

    def connections() -> list[object]:
        return [one for one in gc.get_objects() if isinstance(one, LiveProtocol | LimitedProtocol)]

    gc.collect()
    gc.disable()
    try:
        before = len(connections())
        with sitting_down(port):
            assert len(connections()) > before
        wait_until(lambda: len(connections()) <= before, lambda: str(connections()))
    finally:
        gc.enable()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_frames_are_counted_however_they_are_cut(size: int) -> None:
    made = [
        *(text("x" * length) for length in (0, 1, 125, 126, 127, 65535, 65536)),
        *(text("", False), text(b"?", opcode=Opcode.PING), text("", True, Opcode.CONT)),
    ]
    data, counter = b"".join(made), Frames()
    assert sum(counter.count(data[at : at + size]) for at in range(0, len(data), size)) == len(made)
    assert (counter.count(b""), counter.between) == (0, True)
    rest = [text("x", False), text(b"?", opcode=Opcode.PING), *cut(text("x", True, Opcode.CONT), 4)]
    assert [counter.count(part) and counter.between for part in rest[:3]] == [False] * 3
    assert (counter.count(rest[3]), counter.between) == (0, True)
