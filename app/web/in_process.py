"""Asks an application of this process for a page, without a server between."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope

__all__ = ["ORIGIN", "Answer", "get"]

# A name that nobody has: what a page says of its own address must not be taken for one.
_HOST = "site.invalid"
ORIGIN = f"http://{_HOST}"


@dataclass(frozen=True, slots=True)
class Answer:
    """Status and body of a response."""

    status: int
    body: bytes


async def get(app: ASGIApp, target: str, accept: str) -> Answer:
    """Return what an application answers.

    Args:
        app: any ASGI application.
        target: path and query, percent-encoded.
        accept: media type that is asked for.
    """
    path, _, query = target.partition("?")
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode("ascii"),
        "query_string": query.encode("ascii"),
        "root_path": "",
        "headers": [(b"host", _HOST.encode("ascii")), (b"accept", accept.encode("ascii"))],
        "client": ("127.0.0.1", 0),
        "server": (_HOST, 80),
    }
    status = 500
    body: list[bytes] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        elif message["type"] == "http.response.body":
            body.append(message.get("body", b""))

    await app(scope, receive, send)
    return Answer(status, b"".join(body))
