"""Servers on loopback for tests: the application under uvicorn, and others that say what a test wants."""

from __future__ import annotations

import http.server
import io
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from app.telemetry import configure_logging

__all__ = ["Respond", "other_server", "running_server", "saying"]

Respond = Callable[[http.server.BaseHTTPRequestHandler], None]


@contextmanager
def running_server(app: FastAPI) -> Iterator[str]:
    """Serve an application on a free port, started and stopped as in production; gives its address."""
    started = threading.Event()
    configure_logging(
        io.StringIO()
    )  # the stream of the test that starts it is closed before the server stops

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started.set()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        running = Server(uvicorn.Config(app, log_config=None, ws="none", lifespan="on"))
        thread = threading.Thread(target=running.run, args=([listening],))
        thread.start()
        try:
            assert started.wait(60)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            running.should_exit = True
            thread.join(60)


@contextmanager
def other_server(respond: Respond) -> Iterator[str]:
    """A server that is no errdex: `respond` writes the answer to every request; gives its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        body = b""

        def _answer(self) -> None:
            self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            respond(self)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815 - the base class looks for them

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def saying(status: int, body: bytes, **headers: str) -> Respond:
    """An answer that is always the same; `_` in a header's name stands for a hyphen."""

    def respond(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return respond
