"""Size and time of a body, through ASGI messages and through a real server."""

from __future__ import annotations

import json
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import anyio
import pytest
import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from app.config import Settings
from app.telemetry import Metrics
from app.web import guards, problems
from app.web.body_limit import BodyLimit, max_body_bytes
from app.web.refusals import BodyTooLarge, SlowClient

SMALL = Settings(
    _env_file=None,
    database_url="sqlite://",
    max_paste_bytes=100_000,
    max_bot_body_bytes=1024,
    request_timeout_seconds=0.3,
)
LIMIT = max_body_bytes(SMALL)


async def _reader(scope: Scope, receive: Receive, send: Send) -> None:
    while (await receive()).get("more_body"):
        pass


def guard(chunks: list[bytes], *, path: str = "/", headers: dict[str, str] | None = None) -> int:
    """Send chunks through the guard; return how many were taken from the client."""
    taken = 0

    async def receive() -> Message:
        nonlocal taken
        if taken == len(chunks):
            await anyio.sleep_forever()
        taken += 1
        return {"type": "http.request", "body": chunks[taken - 1], "more_body": taken < len(chunks)}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    raw = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    scope = {"type": "http", "method": "POST", "path": path, "headers": raw}
    anyio.run(BodyLimit(_reader, SMALL), scope, receive, send)
    return taken


def test_the_limit_itself_passes() -> None:
    """A body of exactly the limit is read, in however many pieces."""
    assert guard([b"x" * (LIMIT - 1), b"x"]) == 2
    assert guard([b"x" * 1024], path="/bots/slack/command") == 1


@pytest.mark.parametrize(
    ("chunks", "path", "headers"),
    [
        ([b"x" * LIMIT, b"x"], "/", {}),
        ([b"x" * (LIMIT + 1)], "/", {"content-length": str(LIMIT + 1)}),
        ([b"x" * 1025], "/bots/slack/command", {}),
    ],
    ids=["chunked", "declared", "bots"],
)
def test_one_byte_more_is_refused(chunks: list[bytes], path: str, headers: dict[str, str]) -> None:
    """One byte over the limit is refused, and the error names the limit."""
    with pytest.raises(BodyTooLarge) as caught:
        guard(chunks, path=path, headers=headers)
    assert caught.value.extra["limit"] == (1024 if path.startswith("/bots/") else LIMIT)
    assert "A paste may have 100,000 bytes" in caught.value.message


def test_who_waits_is_not_asked_to_send() -> None:
    """Of a client that declares too much and waits for a go-ahead, nothing is read."""
    taken = 0

    async def receive() -> Message:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    headers = [(b"content-length", b"99999999999"), (b"expect", b"100-continue")]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": headers}
    with pytest.raises(BodyTooLarge):
        anyio.run(BodyLimit(_reader, SMALL), scope, receive, send)
    assert taken == 0


def test_an_endless_body_is_dropped_in_bounded_work() -> None:
    """Of a body that never ends no more than 64 MiB are read and dropped."""
    chunk = b"x" * 65536
    taken = 0

    async def receive() -> Message:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": chunk, "more_body": True}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    with pytest.raises(BodyTooLarge):
        anyio.run(
            BodyLimit(_reader, SMALL),
            {"type": "http", "method": "POST", "path": "/", "headers": []},
            receive,
            send,
        )
    assert taken * len(chunk) <= LIMIT + 64 * 1024 * 1024 + 2 * len(chunk)


def test_a_slow_client_is_refused() -> None:
    """A client that stops sending is refused once its time is over."""
    with pytest.raises(SlowClient, match=r"within 0.3 seconds"):
        anyio.run(BodyLimit(_reader, SMALL), *_stalling())


def _stalling() -> tuple[Scope, Receive, Send]:
    sent = False

    async def receive() -> Message:
        nonlocal sent
        if sent:
            await anyio.sleep_forever()
        sent = True
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    return {"type": "http", "method": "POST", "path": "/", "headers": []}, receive, send


@contextmanager
def served(app: FastAPI) -> Iterator[int]:
    """Run a real server on a free port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(10)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server that counts what it reads, with small limits."""
    app = FastAPI(openapi_url=None)

    @app.post("/count")
    async def count(request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(await request.body())))

    problems.install(app)
    guards.install(app, SMALL, Metrics())
    with served(app) as port:
        yield port


def talk(port: int, head: str, send_body: Callable[[socket.socket], None]) -> tuple[bytes, dict[str, object]]:
    """Send a request by hand; return the answer's head and its JSON."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(f"POST /count HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{head}\r\n\r\n".encode())
        send_body(connection)
        data = b""
        while piece := connection.recv(65536):
            data += piece
    head_bytes, _, body = data.partition(b"\r\n\r\n")
    return head_bytes, json.loads(body)


def _chunked(total: int) -> Callable[[socket.socket], None]:
    def send(connection: socket.socket) -> None:
        piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        for _ in range(total // 65536):
            try:
                connection.sendall(piece)
            except OSError:
                return
        connection.sendall(b"0\r\n\r\n")

    return send


def test_a_chunked_body_over_the_limit(port: int) -> None:
    """Without a declared length the client still sees the 413, and the connection closes."""
    head, problem = talk(port, "Transfer-Encoding: chunked", _chunked(LIMIT + 65536))
    assert head.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in head.lower()
    assert (problem["code"], problem["limit"], problem["unit"]) == ("body-too-large", LIMIT, "bytes")


def test_a_declared_body_over_the_limit(port: int) -> None:
    """A client that sends before it listens sees the 413."""
    size = LIMIT + 100_000
    head, problem = talk(port, f"Content-Length: {size}", lambda connection: connection.sendall(b"x" * size))
    assert head.startswith(b"HTTP/1.1 413 ")
    assert problem["code"] == "body-too-large"


def test_a_body_over_the_limit_that_waits(port: int) -> None:
    """A client that waits for a go-ahead gets the 413 at once and sends nothing."""
    head, problem = talk(port, f"Content-Length: {LIMIT + 1}\r\nExpect: 100-continue", lambda _: None)
    assert head.startswith(b"HTTP/1.1 413 ")
    assert problem["status"] == 413


def test_a_client_that_stalls(port: int) -> None:
    """A client that stops in the middle of its body gets a 408."""
    begun = time.monotonic()
    head, problem = talk(port, "Content-Length: 1000", lambda connection: connection.sendall(b"half"))
    assert head.startswith(b"HTTP/1.1 408 ")
    assert (problem["code"], problem["limit"], problem["unit"]) == ("request-timeout", 0.3, "seconds")
    assert time.monotonic() - begun < 8


def test_memory_stays_flat(port: int) -> None:
    """A body of a hundred times the limit leaves no trace in memory."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _, problem = talk(port, "Transfer-Encoding: chunked", _chunked(100 * LIMIT))
    assert problem["status"] == 413
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
