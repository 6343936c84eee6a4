"""Requests that are endless, enormous or not requests at all, sent byte by byte to a real server."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import threading
import time
from typing import TYPE_CHECKING

import httpx2
import pytest
import uvicorn
import websockets.sync.client
from websockets.frames import Frame, Opcode

from dreierlei.server import connections, limits
from dreierlei.server.app import create_app
from dreierlei.server.connections import HEAD, LimitedProtocol
from dreierlei.server.frames import frame
from dreierlei.server.limits import BODY
from dreierlei.server.live_protocol import LiveProtocol
from dreierlei.server.settings import Settings
from tests.waiting import PATIENCE, wait_until

from .daemons import SECRET, free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SHORT = 1.0
"""Seconds for a head and for a body, where a test waits for them to pass."""
POST = b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder: Path = tmp_path_factory.mktemp("connections")
    with serving(Settings(database=f"sqlite:///{folder / 'x.db'}", secrets=(SECRET,), rate=0)) as port:
        yield port


@contextlib.contextmanager
def serving(settings: Settings) -> Iterator[int]:
    """A real server in another thread; its port."""
    app, port = create_app(settings), free_port()
    server = uvicorn.Server(
        uvicorn.Config(
            app, port=port, http=LimitedProtocol, ws=LiveProtocol, ws_per_message_deflate=False, log_config=None
        )
    )
    thread = threading.Thread(target=server.run)
    with pytest.MonkeyPatch.context() as patch:
        expect_within(patch, PATIENCE)
        thread.start()
        try:
            wait_until(lambda: server.started)
            yield port
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


def expect_within(patch: pytest.MonkeyPatch, seconds: float) -> None:
    patch.setattr(connections, "HEAD_SECONDS", seconds)
    patch.setattr(connections, "BODY_SECONDS", seconds)


def talk(port: int, sent: bytes) -> bytes:
    """Everything that the server answers until it closes the connection."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        client.sendall(sent)
        with contextlib.suppress(ConnectionError):
            while chunk := client.recv(65536):
                received += chunk
    return received


def pour(port: int, first: bytes, more: bytes) -> None:
    """Sends far more than any limit."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        client.sendall(first)
        for _ in range(1000):
            client.sendall(more)


def refused(answer: bytes, status: int) -> None:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), answer
    assert b"nosniff" in head
    assert json.loads(body)["error"]["message"].endswith(".")


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nX: " + b"a" * HEAD,
        b"GET / HTTP/1.1\r\nX: " + b"a" * HEAD + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * HEAD + b"\r\n",
        b"GET /" + b"a" * HEAD,
        b"GET /" + b"a" * HEAD + b" HTTP/1.1\r\n\r\n",
    ],
    ids=["line", "complete line", "block", "address", "complete address"],
)
def test_a_head_has_a_limit(port: int, head: bytes) -> None:
    refused(talk(port, head), 431)


def test_an_endless_line_is_cut_off(port: int) -> None:
    with pytest.raises(ConnectionError):
        pour(port, b"GET / HTTP/1.1\r\nX: ", b"a" * 65536)


def test_an_endless_trailer_is_cut_off(port: int) -> None:
    refused(talk(port, POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nX: " + b"a" * 2 * HEAD), 413)


def test_an_endless_body_is_cut_off(port: int) -> None:
    with pytest.raises(ConnectionError):
        pour(port, POST + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b"a" * 65536 + b"\r\n")


@pytest.mark.parametrize("sent", [b"G", b"GET / HTTP/1.1\r\nX: y", POST + b"Content-Length: 99\r\n\r\n{", b"\r\n"])
def test_a_request_must_be_finished(port: int, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    expect_within(monkeypatch, SHORT)
    refused(talk(port, sent), 408)


def test_a_silent_connection_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expect_within(monkeypatch, SHORT)
    assert talk(port, b"") == b""


def test_what_is_not_http_is_refused(port: int) -> None:
    refused(talk(port, b"hello there\r\n\r\n"), 400)


def test_an_idle_connection_is_kept_and_a_second_request_is_limited_too(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        for _ in range(2):
            expect_within(monkeypatch, PATIENCE)
            client.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = b""
            while not answer.endswith(b"}") and (chunk := client.recv(65536)):  # head and body may come apart
                answer += chunk
            assert answer.startswith(b"HTTP/1.1 200")
            expect_within(monkeypatch, SHORT)
            time.sleep(2 * SHORT)
        client.sendall(b"GET / HTTP/1.1\r\n")
        refused(client.recv(65536), 408)


def test_a_body_of_the_permitted_size_arrives_in_small_chunks(port: int) -> None:
    body = b"".join(b"400\r\n" + b" " * 1024 + b"\r\n" for _ in range(BODY // 1024))
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        client.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n" + body + b"0\r\n\r\n")
        assert client.recv(65536).startswith(b"HTTP/1.1 400")


def test_requests_may_wait_for_an_answer_but_not_thousands(port: int) -> None:
    """What arrives together is parsed at once."""
    one = b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        client.sendall(one * connections.AHEAD)
        answers = b""
        while answers.count(b"HTTP/1.1 200") < connections.AHEAD and (chunk := client.recv(65536)):
            answers += chunk
    assert answers.count(b"HTTP/1.1 200") == connections.AHEAD
    assert talk(port, one * 3000).count(b"HTTP/1.1 200") < connections.AHEAD


def test_a_live_connection_may_be_quiet(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {"variant": "tictactoe", "opponent": {"kind": "here"}}
    match = httpx2.post(f"http://127.0.0.1:{port}/api/matches", json=wanted, timeout=PATIENCE).json()
    expect_within(monkeypatch, SHORT)
    with websockets.sync.client.connect(f"ws://127.0.0.1:{port}/api/matches/{match['id']}/live") as live:
        live.recv(PATIENCE)
        time.sleep(2 * SHORT)
        live.send('{"v": 1, "type": "ping"}')
        assert "pong" in str(live.recv(PATIENCE))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 100_000])
def test_frames_are_those_of_the_protocol(size: int) -> None:
    text = "ö" + "x" * (size - 2) if size > 1 else "x" * size
    assert frame(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


def test_a_move_is_sent_to_all_who_watch_and_framed_once(port: int) -> None:
    wanted = {"variant": "qango6", "opponent": {"kind": "here"}}
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        match = client.post("/api/matches", json=wanted).json()
        address = f"ws://127.0.0.1:{port}/api/matches/{match['id']}/live"
        with contextlib.ExitStack() as stack:
            watching = [stack.enter_context(websockets.sync.client.connect(address)) for _ in range(3)]
            for live in watching:
                assert json.loads(live.recv(PATIENCE))["type"] == "match"
                live.send('{"v": 1, "type": "ping"}')
                assert "pong" in str(live.recv(PATIENCE))
            frame.cache_clear()
            for framed, move in enumerate(("a1", "b1", "c1"), 1):
                match = client.post(
                    f"/api/matches/{match['id']}/moves", json={"move": move, "number": match["number"]}
                ).json()
                texts = [str(live.recv(PATIENCE)) for live in watching]
                assert len(set(texts)) == 1
                assert json.loads(texts[0])["match"]["position"] == match["position"]
                assert frame.cache_info().misses == framed


def refusals(port: int, code: str) -> float:
    text = httpx2.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
    counts = re.findall(rf'dreierlei_refused_total{{code="{code}".*}} (\S+)', text)
    return float(counts[0]) if counts else 0.0


def test_what_is_refused_before_it_is_a_request_is_counted(port: int) -> None:
    before = refusals(port, "too_large"), refusals(port, "bad_request")
    talk(port, b"GET / HTTP/1.1\r\nX: " + b"a" * HEAD)
    talk(port, b"hello there\r\n\r\n")
    assert (refusals(port, "too_large"), refusals(port, "bad_request")) == (before[0] + 1, before[1] + 1)


def test_an_address_has_only_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a proxy are not counted, for many clients come through it."""
    monkeypatch.setattr(limits, "SOCKETS", 3)
    database = f"sqlite:///{tmp_path / 'x.db'}"
    with serving(Settings(database=database, secrets=(SECRET,), per_address=2, proxies=())) as port:
        with contextlib.ExitStack() as stack:
            opened = [stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE)) for _ in range(6)]
            opened[-1].sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
            assert opened[-1].recv(65536).startswith(b"HTTP/1.1 200")
            refused(talk(port, b""), 429)
        wait_until(lambda: talk(port, b"x\r\n\r\n").startswith(b"HTTP/1.1 400"))
    with (
        serving(Settings(database=database, secrets=(SECRET,), per_address=2)) as port,
        contextlib.ExitStack() as stack,
    ):
        for _ in range(12):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
        assert talk(port, b"x\r\n\r\n").startswith(b"HTTP/1.1 400")
